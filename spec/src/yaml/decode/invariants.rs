//! The eight invariants. Each must be broken by an option, or nobody would notice if its check fell silent.

use super::{Decoder, text};
use crate::yaml::layout::INVARIANTS;
use crate::yaml::tree::Node;
use crate::yaml::types::{Invariant, InvariantId};

impl Decoder<'_, '_> {
    pub(super) fn invariants(&mut self, root: &Node) -> Option<Vec<Invariant>> {
        let (name, section) = root.entry("invariants")?;
        let mut lines: Vec<Option<usize>> = vec![None; INVARIANTS.len()];
        let mut invariants = Vec::new();
        let mut next = 0;
        for item in section.items() {
            let Some(node) = item.get("id") else { continue };
            let Some(id) = self.invariant(node) else { continue };
            if let Some(line) = lines[id.index()] {
                self.problems
                    .report(&node.span, format!("invariant {id} stands twice"), "expected each invariant once")
                    .hint(format!("the first stands in line {line}"));
            } else if id.index() < next {
                let message = format!("invariant {id} stands after {}", INVARIANTS[next - 1]);
                self.problems.report(&node.span, message, "expected the order of the ids");
            } else {
                next = id.index() + 1;
            }
            lines[id.index()].get_or_insert(self.line(node));
            if !broken(root, id) {
                let message = format!("no option breaks {id}, so nothing shows that it is judged");
                self.problems.report(&node.span, message, format!("expected an option with `breaks: {id}`"));
            }
            invariants.push(invariant(item, id, self.line(node)));
        }
        let missing: Vec<&str> =
            InvariantId::all().filter(|id| lines[id.index()].is_none()).map(InvariantId::as_str).collect();
        if !section.items().is_empty() && !missing.is_empty() {
            let message = format!("missing from the invariants: {}", missing.join(", "));
            self.problems.report(&name.span, message, format!("expected all {}", INVARIANTS.len()));
        }
        invariants.into_iter().collect()
    }

    /// The invariant that is named here.
    pub(super) fn invariant(&mut self, node: &Node) -> Option<InvariantId> {
        let text = node.text().filter(|text| !text.trim().is_empty())?;
        let found = InvariantId::find(text);
        if found.is_none() {
            self.problems
                .report(&node.span, format!("there is no invariant `{text}`"), "expected `I1` to `I8`")
                .nearest(text, INVARIANTS.iter().copied());
        }
        found
    }
}

fn invariant(node: &Node, id: InvariantId, line: usize) -> Option<Invariant> {
    Some(Invariant { id, name: text(node, "name")?, statement: text(node, "statement")?, line })
}

/// Whether an option of the file says that it breaks this invariant.
fn broken(root: &Node, id: InvariantId) -> bool {
    let decisions = root.get("decisions").map(Node::items).unwrap_or_default();
    let options = decisions.iter().filter_map(|decision| decision.get("options")).flat_map(Node::entries);
    options.filter_map(|(_, option)| option.get("breaks")).any(|breaks| breaks.text() == Some(id.as_str()))
}
