//! Histories of one scope, with the outcome of every step, as `model derive` writes them beside the spec.

use super::types::Step;
use super::{Diagnostics, Document, Scope, SpecFile, bytes_of, decode, layout};
use crate::{DecisionId, Decisions};
use std::path::Path;

/// Histories of one scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histories {
    /// The scope.
    pub scope: Scope,
    /// How many triples of command, sort of outcome and option they cover together, as their writer counted.
    pub covers: usize,
    /// At least one.
    pub histories: Vec<History>,
}

/// One history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// Decisions that differ from the spec's choices, with the index of the option.
    pub with: Vec<(DecisionId, usize)>,
    /// Its steps, each with its outcome.
    pub steps: Vec<Step>,
    /// The line of its first step.
    pub line: usize,
}

impl Histories {
    /// Reads and judges a file.
    ///
    /// # Errors
    ///
    /// Every problem of the file, or why it could not be read.
    pub fn read(path: &Path, spec: &SpecFile) -> Result<Histories, Diagnostics> {
        let bytes = bytes_of("the histories", path)?;
        Histories::parse_bytes(&path.display().to_string(), &bytes, spec)
    }

    /// Judges bytes; `name` is what they are called in reports.
    ///
    /// # Errors
    ///
    /// Every problem of the bytes.
    pub fn parse_bytes(name: &str, bytes: &[u8], spec: &SpecFile) -> Result<Histories, Diagnostics> {
        let document = Document { name, what: "the list of histories", begins: "`scope:` and `histories:`" };
        let judged = document.judge(bytes, &layout::HISTORIES, |_, source, root, problems| {
            decode::histories(source, root, spec, problems)
        });
        judged.map(|(histories, _)| histories)
    }
}

impl History {
    /// The decisions under which it happens.
    pub fn decisions(&self, in_force: &Decisions) -> Decisions {
        let mut decisions = in_force.clone();
        for (decision, option) in &self.with {
            // The loader looked the option up when it read the name, so it exists; if not, nothing changes.
            let _ = decisions.set(*decision, *option);
        }
        decisions
    }
}
