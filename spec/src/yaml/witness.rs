//! A witness: a history that tells two options of one decision apart, as `model witness` writes it beside the spec.
//!
//! It is a scenario with two ends. Up to the last step both options answer alike, and the last step is answered in two
//! ways that somebody outside can see.

use super::types::Step;
use super::{Diagnostics, Document, SpecFile, bytes_of, decode, layout};
use crate::{DecisionId, Decisions, Outcome, Settings};
use std::path::Path;

/// One history and its two ends. Whatever comes in twos stands in the order of [`Witness::options`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The decision.
    pub decision: DecisionId,
    /// What it asks.
    pub question: String,
    /// The indices of the two options; first the one that the other is held against, the chosen one as a rule.
    pub options: [usize; 2],
    /// What each option means.
    pub means: [String; 2],
    /// What somebody outside sees of the difference.
    pub differs: String,
    /// What follows from either option.
    pub matters: String,
    /// The settings that it runs under: the spec's, with its own changes.
    pub settings: Settings,
    /// Other decisions that it sets, with the index of the option.
    pub with: Vec<(DecisionId, usize)>,
    /// What comes before, each step with its outcome, which is the same under both options.
    pub given: Vec<Step>,
    /// The step that is answered in two ways; its outcomes are in [`Witness::then`].
    pub when: Step,
    /// The outcome of the last step under each option.
    pub then: [Outcome; 2],
    /// The lines of the two outcomes.
    pub then_lines: [usize; 2],
}

impl Witness {
    /// Reads and judges a file. What it does not say of settings, the spec says.
    ///
    /// # Errors
    ///
    /// Every problem of the file, or why it could not be read.
    pub fn read(path: &Path, spec: &SpecFile) -> Result<Witness, Diagnostics> {
        let bytes = bytes_of("the witness", path)?;
        Witness::parse_bytes(&path.display().to_string(), &bytes, spec)
    }

    /// Judges bytes; `name` is what they are called in reports.
    ///
    /// # Errors
    ///
    /// Every problem of the bytes.
    pub fn parse_bytes(name: &str, bytes: &[u8], spec: &SpecFile) -> Result<Witness, Diagnostics> {
        let document = Document { name, what: "the witness", begins: "`decision: D29`, and the rest of a witness" };
        let judged = document.judge(bytes, &layout::WITNESS, |_, source, root, problems| {
            decode::witness(source, root, &spec.settings, problems)
        });
        judged.map(|(witness, _)| witness)
    }

    /// All of its steps as they go under the first or the second of its options, each with its outcome.
    pub fn steps(&self, side: usize) -> impl Iterator<Item = Step> + '_ {
        let last = Step {
            outcome: self.then.get(side).cloned(),
            line: self.then_lines.get(side).copied().unwrap_or(self.when.line),
            ..self.when
        };
        self.given.iter().cloned().chain([last])
    }

    /// The decisions of one side: those of the spec, with the witness's own changes and the option of that side.
    pub fn decisions(&self, in_force: &Decisions, side: usize) -> Decisions {
        let mut decisions = in_force.clone();
        let own = self.options.get(side).map(|option| (self.decision, *option));
        for (decision, option) in self.with.iter().copied().chain(own) {
            // The loader looked the option up when it read the name, so it exists; if not, nothing changes.
            let _ = decisions.set(decision, option);
        }
        decisions
    }
}
