//! A spec file as data. Lines are those of the file, from 1, for reports that point into it.

use super::Date;
use super::layout::INVARIANTS;
use crate::{Command, DecisionId, Millis, Outcome, Settings};
use std::fmt;

/// The id of an invariant: `I1` to `I8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InvariantId(u8);

impl InvariantId {
    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = InvariantId> {
        (0..INVARIANTS.len() as u8).map(InvariantId)
    }

    /// The invariant with this id.
    pub fn find(id: &str) -> Option<InvariantId> {
        InvariantId::all().find(|invariant| invariant.as_str() == id)
    }

    /// Its id.
    pub fn as_str(self) -> &'static str {
        INVARIANTS[usize::from(self.0)]
    }

    /// Its place among the invariants (0 is I1).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for InvariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What always holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// `I1` to `I8`.
    pub id: InvariantId,
    /// Its name.
    pub name: String,
    /// What it says.
    pub statement: String,
    /// The line of its id.
    pub line: usize,
}

/// What is fixed, without an alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// `R1` and on.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it says.
    pub statement: String,
    /// The kinds of ambiguity that it settles.
    pub settles: Vec<Settles>,
    /// The line of its id.
    pub line: usize,
}

/// A pattern of kinds of ambiguity, as `model ambiguities` names them; `*` stands for anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settles {
    /// The pattern.
    pub pattern: String,
    /// Its line.
    pub line: usize,
}

/// One decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// `D01` and on; the key is [`DecisionId::info`]'s.
    pub id: DecisionId,
    /// What is open about admission control here.
    pub question: String,
    /// The index of the option that the file chooses; `None` if the file leaves it open.
    pub choice: Option<usize>,
    /// When and why the choice was made, where it was made after the question had been open, or changed.
    pub settled: Option<Settled>,
    /// Why; where there is a later word ([`Settled::because`]), what was weighed.
    pub reason: String,
    /// Public threads in which real users met the ambiguity.
    pub evidence: Vec<Evidence>,
    /// How the options are to be read exactly.
    pub rule: Option<String>,
    /// Amendments, each with its date.
    pub notes: Vec<String>,
    /// Its options, indexed as in [`crate::decisions::DecisionInfo::options`].
    pub options: Vec<DecisionOption>,
    /// The line of its id.
    pub line: usize,
    /// The line of its `choice` or `open`.
    pub choice_line: usize,
}

/// How a decision was settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The day.
    pub on: Date,
    /// The owner's reason; `None` where [`Decision::reason`] is it.
    pub because: Option<String>,
}

/// A public issue thread. Written `owner/repo#123`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evidence {
    /// `owner/repo`.
    pub repository: String,
    /// The number of the issue or pull request.
    pub number: u64,
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.repository, self.number)
    }
}

/// One option of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionOption {
    /// Its name.
    pub name: &'static str,
    /// What happens under it.
    pub means: String,
    /// What follows for those who are concerned.
    pub so: String,
    /// The invariant that it breaks, which rules it out.
    pub breaks: Option<InvariantId>,
    /// Histories that pin it down; at least one.
    pub scenarios: Vec<Scenario>,
    /// The line of its name.
    pub line: usize,
}

/// One short history and how it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// What it shows.
    pub name: String,
    /// The settings that it runs under: the spec's, with its own changes.
    pub settings: Settings,
    /// Other decisions that it sets, with the index of the option.
    pub with: Vec<(DecisionId, usize)>,
    /// The steps that come before.
    pub given: Vec<Step>,
    /// The steps in question; at least one.
    pub when: Vec<Step>,
    /// The outcome of the last step.
    pub then: Outcome,
    /// The line of its name.
    pub line: usize,
    /// The line of `then`.
    pub then_line: usize,
}

impl Scenario {
    /// All of its steps, the last with `then` as its outcome.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let last = (self.given.len() + self.when.len()).saturating_sub(1);
        self.given.iter().chain(&self.when).enumerate().map(move |(index, step)| {
            let mut step = step.clone();
            if index == last {
                step.outcome = Some(self.then.clone());
            }
            step
        })
    }
}

/// A command, when it comes, and the outcome that it must have, if the file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// When it comes.
    pub at: Millis,
    /// What comes.
    pub command: Command,
    /// What must be answered.
    pub outcome: Option<Outcome>,
    /// The line on which it stands.
    pub line: usize,
}
