//! Names of decisions and options wherever they stand: `choice`, `with`.

use super::Decoder;
use crate::DecisionId;
use crate::yaml::file::{decision_names, find_decision};
use crate::yaml::nearest::one_of;
use crate::yaml::tree::{Name, Node};

impl Decoder<'_, '_> {
    /// The decisions that a scenario or scope sets. `own` is the option that a scenario stands under.
    pub(super) fn with(&mut self, node: &Node, own: Option<DecisionId>) -> Option<Vec<(DecisionId, usize)>> {
        let mut with: Vec<(DecisionId, usize)> = Vec::new();
        let mut sound = true;
        for (name, option) in node.get("with").map(Node::entries).unwrap_or_default() {
            let Some(decision) = self.decision(name) else {
                sound = false;
                continue;
            };
            if own == Some(decision) {
                let message = format!("this scenario stands under an option of {decision} already");
                self.problems.report(&name.span, message, "expected another decision");
            } else if with.iter().any(|(earlier, _)| *earlier == decision) {
                let message = format!("{decision} is set twice, by its id and by its key");
                self.problems.report(&name.span, message, "expected another decision");
            }
            match self.option(decision, option) {
                Some(option) => with.push((decision, option)),
                None => sound = false,
            }
        }
        sound.then_some(with)
    }

    pub(super) fn decision(&mut self, name: &Name) -> Option<DecisionId> {
        let decision = find_decision(&name.text);
        if decision.is_none() {
            self.problems
                .report(
                    &name.span,
                    format!("there is no decision `{}`", name.text),
                    "expected an id or key, such as `D29`",
                )
                .nearest(&name.text, decision_names());
        }
        decision
    }

    /// The index of the option that is named here.
    pub(super) fn option(&mut self, decision: DecisionId, node: &Node) -> Option<usize> {
        let text = node.phrase()?;
        let option = decision.option(text);
        if option.is_none() {
            let info = decision.info();
            let options = || info.options.iter().copied();
            self.problems
                .report(
                    &node.span,
                    format!("{} ({}) has no option `{text}`", info.id, info.key),
                    format!("expected {}", one_of(options())),
                )
                .nearest(text, options());
        }
        option
    }
}
