//! From a tree to data, judging what it means.
//!
//! Every function here returns `None` for what it could not make out: either `conform` has reported that already, or
//! the function itself has. So a file that yields data without a problem is sound, and one with problems has all of
//! them reported.

mod decisions;
mod histories;
mod identity;
mod invariants;
mod phrases;
mod rules;
mod scenarios;
mod scopes;
mod settings;
mod with;
mod witness;

pub(super) use histories::histories;
pub(super) use witness::witness;

use super::SpecFile;
use super::diagnostics::Problems;
use super::tree::Node;
use crate::Settings;
use std::collections::BTreeMap;

/// What everything below a spec is judged by.
struct Decoder<'p, 's> {
    problems: &'p mut Problems<'s>,
    source: &'s str,
    /// The spec's own settings; a stand-in if they could not be made out.
    base: Settings,
    /// Whether the settings were made out, so that tenants can be looked up in them.
    base_known: bool,
}

/// Makes a spec of the tree; what it says counts only if there are no problems.
pub(super) fn decode<'s>(name: &str, source: &'s str, root: &Node, problems: &mut Problems<'s>) -> Option<SpecFile> {
    let base = root.get("settings").and_then(|node| settings::base(node, problems));
    let stand_in =
        Settings { window: 1, lease: 1, warm_up: 1, grace: 1, attempts: 1, queue: 1, pool: 1, tenants: Vec::new() };
    let base_known = base.is_some();
    let mut decoder = Decoder { problems, source, base: base.unwrap_or(stand_in), base_known };
    let decisions = decoder.decisions(root);
    let invariants = decoder.invariants(root);
    let rules = decoder.rules(root);
    let scopes = decoder.scopes(root);
    let settings = decoder.base_known.then_some(decoder.base)?;
    Some(SpecFile {
        name: name.to_owned(),
        settings,
        invariants: invariants?,
        rules: rules?,
        decisions: decisions?,
        scopes: scopes?,
        overrides: Vec::new(),
    })
}

impl Decoder<'_, '_> {
    /// The line of the first byte of a node, from 1.
    fn line(&self, node: &Node) -> usize {
        self.problems.line(node.span.start)
    }

    /// Reports every name that stands twice in a list, at its second place.
    fn unique(&mut self, what: &str, items: &[Node]) {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for name in items.iter().filter_map(|item| item.get("name")) {
            let Some(text) = name.text() else { continue };
            if let Some(line) = seen.get(text) {
                let line = *line;
                self.problems
                    .report(&name.span, format!("two {what} have this name"), "expected another name")
                    .hint(format!("the first stands in line {line}"));
            } else {
                seen.insert(text, self.line(name));
            }
        }
    }
}

/// A text under a name.
fn text(node: &Node, name: &str) -> Option<String> {
    node.get(name).and_then(Node::text).map(str::to_owned)
}

/// Every item or nothing: `None` if one could not be made out.
fn all<T>(items: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    // Collected first, so that every item is judged and not only those before the first bad one.
    let judged: Vec<Option<T>> = items.collect();
    judged.into_iter().collect()
}
