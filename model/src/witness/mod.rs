//! Witnesses: for every option a shortest history on which it differs from the chosen one in an answer that somebody
//! outside sees.
//!
//! An option that no history tells from another is no option: the decision is vacuous, and that is a finding.
//! [`find`] sends the same moves to two control planes that differ in one decision, until they answer differently.
//! [`plain`] says which differences are worth the most, [`telling`] which histories show what an option is about, by the
//! [`sorts`] of their outcomes, and [`rank`] which of two is the better witness.
//! [`tell`] makes of that a history that explains itself, in [`words`] and with the [`reasons`] that follow from how
//! things stood ([`standing`]), those for which work is [`held_back`] among them; [`text`] writes it as a file, [`keep`]
//! keeps the files beside the spec in order, and [`replay`] plays them, which `cargo test` does by name.

pub mod cli;
pub mod find;
pub mod held_back;
pub mod keep;
pub mod plain;
pub mod rank;
pub mod reasons;
pub mod replay;
pub mod report;
pub mod sorts;
pub mod standing;
pub mod tell;
pub mod telling;
pub mod text;
pub mod words;

use crate::subject::Subject;
use spec::DecisionId;

/// Two options of a decision that a witness tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The decision.
    pub decision: DecisionId,
    /// The two options by their index; first the one that the other is held against.
    pub options: [usize; 2],
}

/// Every pair that needs a witness: the chosen option and each other one; of an open decision, any two.
pub fn pairs(subject: &Subject) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for decision in DecisionId::all() {
        let options = 0..decision.info().options.len();
        let open = subject.open.contains(&decision);
        let chosen = subject.base.option(decision);
        for first in options.clone() {
            for second in options.clone().filter(|second| *second != first) {
                let wanted = if open { first < second } else { first == chosen };
                if wanted {
                    pairs.push(Pair { decision, options: [first, second] });
                }
            }
        }
    }
    pairs
}

impl Pair {
    /// The names of the two options.
    pub fn names(self) -> [&'static str; 2] {
        self.options.map(|option| self.decision.info().options[option])
    }

    /// The name of its file: `D29-refuse.yaml`, held against what is chosen; any two options of an open decision are
    /// both in the name, `D09-unlimited-or-invalid.yaml`.
    pub fn file_name(self, subject: &Subject) -> String {
        let [first, second] = self.names();
        if subject.open.contains(&self.decision) {
            format!("{}-{first}-or-{second}.yaml", self.decision)
        } else {
            format!("{}-{second}.yaml", self.decision)
        }
    }
}

impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [first, second] = self.names();
        write!(f, "{} {first} or {second}", self.decision)
    }
}
