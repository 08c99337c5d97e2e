//! Settles a decision of a spec, or reopens it, in the text itself: what does not have to change keeps every byte.
//!
//! The loader knows the bytes of each name and value, so a change is a few ranges that are replaced (`splice`) by
//! what the loader will read as the intended values (`writing`). Nothing is taken on trust: the new text is loaded, and
//! must come to the old tree but for the intended change. A layout that the splice does not understand (a spec may be
//! written in any way that YAML has) is therefore refused, never damaged.
//!
//! Pure, from text to text. Who writes files is the command line.

mod splice;
#[cfg(test)]
mod tests;
mod writing;

pub use writing::{Because, BecauseError};

use super::tree::{Node, Value};
use super::{Date, Diagnostics, SpecFile};
use crate::DecisionId;
use std::fmt;

/// The keys of a decision that say whether, how and why it is settled.
const KEYS: [&str; 5] = ["choice", "open", "settled", "because", "reason"];

/// What is to be changed about one decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It gets a choice. One that was open keeps its `reason`, which says what was weighed, and gets a `because`; one
    /// that was chosen from the start gets the new reason in the place of the old, which argued for something else.
    Settle {
        /// The index of the option.
        option: usize,
        /// The owner's reason.
        because: Because,
        /// The day.
        on: Date,
    },
    /// It is open again; its `settled` and `because` go.
    Reopen,
}

/// What an edit came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The new text.
    pub text: String,
    /// The spec before.
    pub before: SpecFile,
    /// The spec after.
    pub after: SpecFile,
}

/// Why a spec was not edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditError {
    /// The text is no sound spec to begin with.
    Unsound(Box<Diagnostics>),
    /// The decision has no such option.
    NoSuchOption {
        /// The decision.
        decision: DecisionId,
        /// The index.
        option: usize,
    },
    /// The text is a sound spec, written in a way that this editor cannot change without a risk to the rest.
    Layout {
        /// What the spec is called.
        name: String,
        /// The line of the decision.
        line: usize,
        /// The decision.
        decision: DecisionId,
        /// The lines to write instead, by hand.
        by_hand: String,
    },
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Unsound(diagnostics) => write!(f, "{diagnostics}"),
            EditError::NoSuchOption { decision, option } => write!(f, "{decision} has no option at index {option}"),
            EditError::Layout { name, line, decision, by_hand } => write!(
                f,
                "{name}:{line}: {decision} is written in a way that cannot be edited without a risk to the rest of the \
                 file; nothing was changed. By hand: {by_hand}"
            ),
        }
    }
}

impl std::error::Error for EditError {}

/// Changes one decision of a spec; `name` is what the text is called in reports. `Ok(None)` if there is nothing to do:
/// it stands at this option already, or is open already.
///
/// # Errors
///
/// The text is no sound spec, the option does not exist, or the layout cannot be edited safely. Nothing is changed.
pub fn edit(name: &str, text: &str, decision: DecisionId, change: &Change) -> Result<Option<Edited>, EditError> {
    let unsound = |diagnostics| EditError::Unsound(Box::new(diagnostics));
    let before = SpecFile::parse_with_tree(name, text.as_bytes()).map_err(unsound)?;
    let found = &before.0.decisions[decision.index()];
    match change {
        Change::Settle { option, .. } if *option >= decision.info().options.len() => {
            return Err(EditError::NoSuchOption { decision, option: *option });
        }
        Change::Settle { option, .. } if found.choice == Some(*option) => return Ok(None),
        Change::Reopen if found.choice.is_none() => return Ok(None),
        _ => {}
    }
    let layout = || EditError::Layout {
        name: name.to_owned(),
        line: found.choice_line,
        decision,
        by_hand: by_hand(decision, change),
    };
    let mark = "\u{feff}";
    let (mark, body) = text.strip_prefix(mark).map_or(("", text), |body| (mark, body));
    let item = item(&before.1, decision).ok_or_else(layout)?;
    let edited = splice::splice(body, item, decision, change).ok_or_else(layout)?;
    let text = format!("{mark}{edited}");
    let after = SpecFile::parse_with_tree(name, text.as_bytes()).map_err(|_| layout())?;
    if !only_as_intended(&before, &after, decision, change) {
        return Err(layout());
    }
    Ok(Some(Edited { text, before: before.0, after: after.0 }))
}

/// What the owner has to write where the editor cannot.
fn by_hand(decision: DecisionId, change: &Change) -> String {
    match change {
        Change::Settle { option, because, on } => {
            let option = decision.info().options[*option];
            format!("say `choice: {option}`, `settled: {on}` and `because: '...'` there, with this reason: {because}")
        }
        Change::Reopen => "say `open: true` there, and no `choice`, `settled` or `because`".to_owned(),
    }
}

/// The mapping of a decision.
fn item(root: &Node, decision: DecisionId) -> Option<&Node> {
    let mut items = root.get("decisions")?.items().iter();
    items.find(|item| item.get("id").and_then(Node::text) == Some(decision.info().id))
}

/// Whether the decision says after the change what it should, and all else what it did before.
fn only_as_intended(
    (before, root): &(SpecFile, Node),
    (after, new_root): &(SpecFile, Node),
    decision: DecisionId,
    change: &Change,
) -> bool {
    same_but_for(root, new_root, decision) && as_intended(before, after, decision, change)
}

/// Whether the decision says after the change what it should.
fn as_intended(before: &SpecFile, after: &SpecFile, decision: DecisionId, change: &Change) -> bool {
    let (before, after) = (&before.decisions[decision.index()], &after.decisions[decision.index()]);
    match change {
        Change::Settle { option, because, on } => {
            let said = after.settled.as_ref();
            let day = said.is_some_and(|settled| settled.on == *on);
            let reason = match said.and_then(|settled| settled.because.as_deref()) {
                Some(text) => text == because.as_str() && after.reason == before.reason,
                None => after.reason == because.as_str(),
            };
            after.choice == Some(*option) && day && reason
        }
        Change::Reopen => after.choice.is_none() && after.settled.is_none() && after.reason == before.reason,
    }
}

/// Whether two trees say the same but for what settles one decision.
fn same_but_for(one: &Node, other: &Node, decision: DecisionId) -> bool {
    let [one, other] = [one, other].map(|root| {
        let mut said = Vec::new();
        say(root, item(root, decision), &mut said);
        said
    });
    one == other
}

/// A piece of a tree, wherever it stands.
#[derive(PartialEq)]
enum Said<'t> {
    Scalar { text: &'t str, plain: bool },
    List,
    Map,
    Name(&'t str),
    End,
    Broken,
}

/// Appends all that a tree says, but for the [`KEYS`] of this item. A tree nests no deeper than the loader lets it.
fn say<'t>(node: &'t Node, item: Option<&Node>, said: &mut Vec<Said<'t>>) {
    match &node.value {
        Value::Scalar { text, plain } => said.push(Said::Scalar { text, plain: *plain }),
        Value::List(items) => {
            said.push(Said::List);
            items.iter().for_each(|node| say(node, item, said));
            said.push(Said::End);
        }
        Value::Map(entries) => {
            said.push(Said::Map);
            let in_item = item.is_some_and(|item| std::ptr::eq(node, item));
            for (name, node) in entries.iter().filter(|(name, _)| !(in_item && KEYS.contains(&name.text.as_str()))) {
                said.push(Said::Name(&name.text));
                say(node, item, said);
            }
            said.push(Said::End);
        }
        Value::Broken => said.push(Said::Broken),
    }
}
