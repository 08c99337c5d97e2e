//! What stands around a spec and says more about its decisions: the sources of the checkout, and the witnesses and the
//! record of conflicts that are kept beside it.

use super::facts::StepFacts;
use super::sources::Sources;
use crate::kept::Kept;
use crate::witness::cli::FOLDER;
use serde::{Deserialize, Serialize};
use spec::DecisionId;
use spec::yaml::{Diagnostics, SpecFile, Witness};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// All of it; what is not there is empty.
#[derive(Debug, Default)]
pub struct Around {
    /// The code; `None` where there is no checkout.
    pub sources: Option<Sources>,
    /// The witnesses of each decision.
    pub witnesses: BTreeMap<DecisionId, Vec<WitnessFacts>>,
    /// Pairs of options that do not go together; `None` where no record of them is kept.
    pub conflicts: Option<Vec<ConflictFacts>>,
}

/// The record of conflicts, beside the spec.
pub const CONFLICTS: &str = "conflicts.json";

/// What is of interest in that record here.
#[derive(Debug, Deserialize)]
struct Conflicts {
    conflicts: Vec<ConflictFacts>,
}

/// Two options of different decisions that break together what neither breaks alone.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ConflictFacts {
    /// One of them, as `D04=charged`.
    pub first: String,
    /// The other.
    pub second: String,
    /// The invariant that they break.
    pub breaks: String,
    /// What a shortest history comes to.
    pub message: String,
}

/// A history that tells two options apart.
#[derive(Debug, Clone, Serialize)]
pub struct WitnessFacts {
    /// The two options.
    pub options: [&'static str; 2],
    /// The file, below the spec's folder.
    pub file: String,
    /// What is different from what is chosen elsewhere, as `D24=refuse`.
    pub with: Vec<String>,
    /// What is different from the spec's settings.
    pub settings: Vec<String>,
    /// The steps before, which both options answer alike.
    pub given: Vec<StepFacts>,
    /// The step that they answer differently.
    pub when: StepFacts,
    /// Its outcome under each.
    pub then: [String; 2],
    /// The difference in words.
    pub differs: String,
    /// What follows from either option.
    pub matters: String,
}

/// Why a witness cannot be told.
#[derive(Debug)]
pub enum AroundError {
    /// The folder cannot be read.
    Io(io::Error),
    /// The record of conflicts is none.
    Conflicts {
        /// The file.
        file: PathBuf,
        /// Why.
        error: serde_json::Error,
    },
    /// A file is no witness.
    Witness(Box<Diagnostics>),
}

impl fmt::Display for AroundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AroundError::Io(error) => write!(f, "error: failed to read what is kept beside the spec: {error}"),
            AroundError::Conflicts { file, error } => {
                write!(f, "error: {} is no record of conflicts: {error}; `model pairs` writes it anew", file.display())
            }
            AroundError::Witness(diagnostics) => write!(f, "{diagnostics}`model witness` writes it anew"),
        }
    }
}

impl std::error::Error for AroundError {}

impl Around {
    /// What is kept beside a spec.
    ///
    /// # Errors
    ///
    /// A witness or the record of conflicts cannot be read, or is none.
    pub fn kept(spec: &SpecFile, path: &Path) -> Result<Around, AroundError> {
        let kept = Kept::read(path, FOLDER).map_err(AroundError::Io)?;
        let mut witnesses: BTreeMap<DecisionId, Vec<WitnessFacts>> = BTreeMap::new();
        for name in kept.names() {
            let witness = Witness::read(&kept.path(name), spec);
            let witness = witness.map_err(|diagnostics| AroundError::Witness(Box::new(diagnostics)))?;
            witnesses.entry(witness.decision).or_default().push(facts(spec, &witness, name));
        }
        Ok(Around { sources: None, witnesses, conflicts: conflicts(path)? })
    }

    /// The same, and the sources.
    #[must_use]
    pub fn with_sources(mut self, path: &Path) -> Around {
        self.sources = Sources::beside(path);
        self
    }

    /// The conflicts of a decision, or of one of its options; `None` where no record of them is kept.
    pub fn conflicts_of(&self, decision: DecisionId, only: Option<usize>) -> Option<Vec<ConflictFacts>> {
        let of = |option: &str| {
            let (id, name) = option.split_once('=').unwrap_or((option, ""));
            id == decision.info().id && only.is_none_or(|only| decision.info().options.get(only) == Some(&name))
        };
        let all = self.conflicts.as_ref()?.iter();
        Some(all.filter(|conflict| of(&conflict.first) || of(&conflict.second)).cloned().collect())
    }

    /// The witnesses of a decision; those of one option only, where one is named by its index.
    pub fn of(&self, decision: DecisionId, only: Option<usize>) -> Vec<WitnessFacts> {
        let only = only.map(|index| decision.info().options[index]);
        let all = self.witnesses.get(&decision).into_iter().flatten();
        all.filter(|witness| only.is_none_or(|only| witness.options.contains(&only))).cloned().collect()
    }
}

/// The record beside a spec, if there is one.
fn conflicts(spec: &Path) -> Result<Option<Vec<ConflictFacts>>, AroundError> {
    let file = spec.with_file_name(CONFLICTS);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(AroundError::Io(error)),
    };
    let record: Conflicts = serde_json::from_str(&text).map_err(|error| AroundError::Conflicts { file, error })?;
    Ok(Some(record.conflicts))
}

fn facts(spec: &SpecFile, witness: &Witness, name: &str) -> WitnessFacts {
    let with = witness.with.iter().map(|(id, option)| format!("{id}={}", id.info().options[*option]));
    WitnessFacts {
        options: witness.options.map(|option| witness.decision.info().options[option]),
        file: format!("{FOLDER}/{name}"),
        with: with.collect(),
        settings: super::facts::changed(&spec.settings, &witness.settings),
        given: witness.given.iter().map(StepFacts::of).collect(),
        when: StepFacts { outcome: None, ..StepFacts::of(&witness.when) },
        then: witness.then.clone().map(|outcome| outcome.to_string()),
        differs: witness.differs.clone(),
        matters: witness.matters.clone(),
    }
}
