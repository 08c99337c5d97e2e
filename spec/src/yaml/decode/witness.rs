//! Witnesses: one history with two ends.

use super::{Decoder, text};
use crate::yaml::diagnostics::Problems;
use crate::yaml::nearest::one_of;
use crate::yaml::tree::{Name, Node};
use crate::yaml::types::Step;
use crate::yaml::witness::Witness;
use crate::{DecisionId, Settings};

/// Makes a witness of the tree; what it says counts only if there are no problems.
pub(in crate::yaml) fn witness<'s>(
    source: &'s str,
    root: &Node,
    base: &Settings,
    problems: &mut Problems<'s>,
) -> Option<Witness> {
    Decoder { problems, source, base: base.clone(), base_known: true }.witness(root)
}

impl Decoder<'_, '_> {
    fn witness(&mut self, root: &Node) -> Option<Witness> {
        let decision = self.decision_of(root);
        let settings = self.settings(root);
        let with = self.with(root, decision);
        let given = root.get("given").map_or(Some(Vec::new()), |steps| self.told(steps));
        let when = root.get("when").and_then(|node| self.asked(node));
        let options = decision.and_then(|decision| self.two_options(root, decision, "between"));
        let ends = decision.and_then(|decision| self.two_options(root, decision, "then"));
        let then_nodes = root.get("then").map(Node::entries).unwrap_or_default();
        let outcomes = super::all(then_nodes.iter().map(|(_, node)| self.outcome(node)));
        if let (Some(options), Some(ends)) = (options, ends)
            && options != ends
            && let Some((name, _)) = root.entry("then")
        {
            self.problems.report(&name.span, "`between` and `then` name different options", "expected the same two");
        }
        let [(_, first), (_, second)] = root.get("between").map(Node::entries)? else { return None };
        let [(_, first_end), (_, second_end)] = then_nodes else { return None };
        Some(Witness {
            decision: decision?,
            question: text(root, "question")?,
            options: options?,
            means: [first.text()?.to_owned(), second.text()?.to_owned()],
            differs: text(root, "differs")?,
            matters: text(root, "matters")?,
            settings: settings?,
            with: with?,
            given: given?,
            when: when?,
            then: outcomes?.try_into().ok()?,
            then_lines: [self.line(first_end), self.line(second_end)],
        })
    }

    fn decision_of(&mut self, root: &Node) -> Option<DecisionId> {
        let node = root.get("decision")?;
        let name = Name { text: node.phrase()?.to_owned(), span: node.span.clone() };
        self.decision(&name)
    }

    /// The two options that stand here as names.
    fn two_options(&mut self, root: &Node, decision: DecisionId, place: &str) -> Option<[usize; 2]> {
        let (section, node) = root.entry(place)?;
        let known = || decision.info().options.iter().copied();
        let mut options = Vec::new();
        let mut sound = true;
        for (name, _) in node.entries() {
            if let Some(option) = decision.option(&name.text) {
                options.push(option);
                continue;
            }
            sound = false;
            let message = format!("{decision} has no option `{}`", name.text);
            let expected = format!("expected {}", one_of(known()));
            self.problems.report(&name.span, message, expected).nearest(&name.text, known());
        }
        // Fewer than two have been reported.
        if node.entries().len() > 2 {
            let message = format!("`{place}` names {} options", node.entries().len());
            self.problems.report(&section.span, message, "expected two");
        }
        if sound { options.try_into().ok() } else { None }
    }

    /// Steps that each say what was answered.
    pub(super) fn told(&mut self, node: &Node) -> Option<Vec<Step>> {
        let steps = self.steps(node)?;
        let nodes = if node.items().is_empty() { std::slice::from_ref(node) } else { node.items() };
        let mut sound = true;
        for (node, _) in nodes.iter().zip(&steps).filter(|(_, step)| step.outcome.is_none()) {
            sound = false;
            self.problems.report(&node.span, "a step without its outcome", "expected ` => ` and an outcome");
        }
        sound.then_some(steps)
    }

    /// The step in question, which does not say what is answered.
    fn asked(&mut self, node: &Node) -> Option<Step> {
        let step = self.step(node)?;
        if step.outcome.is_some() {
            self.problems.report(&node.span, "`when` has an outcome of its own", "expected it in `then`");
        }
        Some(step)
    }
}
