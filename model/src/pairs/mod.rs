//! `pairs`: which options do not go together.
//!
//! `check` judges every option with all other decisions as chosen. Two options that each keep all eight invariants may
//! still break one together. So every pair of options of different decisions is explored, in every scope in which the
//! two can meet, with everything else as chosen; a pair that breaks an invariant which neither option breaks alone is a
//! conflict, and is told by its shortest history.
//!
//! **Scopes.** All but the deep ones, without their own `with`: what a scope sets otherwise would be a third option.
//!
//! **Meeting.** Reads say where two options cannot meet: if the complete graph of one never reads the decision of the
//! other, the pair has the graph of that one, which was explored already. [`plan`] explores every option alone first.
//!
//! **Ruled-out options** break something alone. What either breaks alone, in any scope, is excused in the pair, and the
//! search goes on past it: asked is whether the two break anything else.
//!
//! **Bounds.** Two options together may let something grow without end. Beyond a number of states an exploration is cut
//! off; that pair is then reported as cut off there, not as free of conflict.
//!
//! [`plan`] says which pairs there are and where they meet, [`run`] explores them on every core, [`state`] lets a run be
//! taken up again, [`kept`] is the record that is committed, [`page`] renders it as docs/conflicts.md.

pub mod cli;
pub mod kept;
pub mod page;
pub mod plan;
pub mod run;
pub mod state;

use crate::story::Line;
use serde::{Deserialize, Serialize};
use spec::{DecisionId, Decisions};
use std::fmt;

/// One option of one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The decision.
    pub decision: DecisionId,
    /// The option's index.
    pub option: usize,
}

impl Choice {
    /// The choice that a text such as `D29=refuse` names.
    pub fn find(text: &str) -> Option<Choice> {
        let (decision, option) = text.split_once('=')?;
        let decision = DecisionId::find(decision)?;
        Some(Choice { decision, option: decision.option(option)? })
    }

    /// These decisions with this option in force.
    pub fn over(self, decisions: &Decisions) -> Decisions {
        let mut changed = decisions.clone();
        // A choice names an option that exists; if not, nothing changes.
        let _ = changed.set(self.decision, self.option);
        changed
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.decision.info().options;
        write!(f, "{}={}", self.decision, options.get(self.option).copied().unwrap_or("?"))
    }
}

/// What a pair came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PairResult {
    /// The option of the earlier decision, as `D04=charged`.
    pub first: String,
    /// The option of the later decision.
    pub second: String,
    /// In how many scopes the two met and were explored.
    pub met: usize,
    /// The scopes in which the exploration was cut off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut_off: Vec<String>,
    /// Unique states over all scopes.
    pub states: usize,
    /// Judged steps over all scopes.
    pub transitions: u64,
    /// What the two break together, by a shortest history over all scopes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
}

/// Something that two options break together and neither breaks alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Conflict {
    /// The invariant, or the kind of disagreement.
    pub breaks: String,
    /// The scope of the history.
    pub scope: String,
    /// What the last step is found guilty of.
    pub message: String,
    /// A shortest history.
    pub story: Vec<Line>,
}

/// Where a pair stands in the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// The two are options of one decision, so they are never in force together.
    Same,
    /// In no scope can the two meet.
    Apart,
    /// They meet, and keep what each keeps alone.
    Together,
    /// They meet, nothing was found, and some exploration was cut off.
    CutOff,
    /// They conflict.
    Conflict,
}

impl Standing {
    /// All of them, from the least to the most that is to be said of a pair.
    pub const ALL: [Standing; 5] =
        [Standing::Same, Standing::Apart, Standing::Together, Standing::CutOff, Standing::Conflict];

    /// Its sign in the matrix.
    pub const fn sign(self) -> char {
        match self {
            Standing::Same => ' ',
            Standing::Apart => '.',
            Standing::Together => '+',
            Standing::CutOff => '~',
            Standing::Conflict => 'X',
        }
    }

    /// What a sign in the matrix stands for.
    pub fn of_sign(sign: char) -> Option<Standing> {
        Standing::ALL.into_iter().find(|standing| standing.sign() == sign)
    }
}

impl PairResult {
    /// Where the pair stands.
    pub fn standing(&self) -> Standing {
        match (&self.conflict, self.met, self.cut_off.is_empty()) {
            (Some(_), ..) => Standing::Conflict,
            (None, 0, _) => Standing::Apart,
            (None, _, true) => Standing::Together,
            (None, _, false) => Standing::CutOff,
        }
    }

    /// Whether it is about an option of this decision.
    pub fn is_about(&self, decision: DecisionId) -> bool {
        [&self.first, &self.second].into_iter().filter_map(|name| Choice::find(name)).any(|of| of.decision == decision)
    }
}
