//! A spec file that was read without a problem, and what `--set` makes of it.

use super::nearest::{nearest, one_of};
use super::{Decision, Invariant, Rule, Scenario, Scope};
use crate::decisions::ALL;
use crate::{DecisionId, Decisions, Settings};
use std::fmt;

/// A spec file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecFile {
    /// What the file is called.
    pub name: String,
    /// The settings that everything runs under unless it says otherwise.
    pub settings: Settings,
    /// I1 to I8, in order.
    pub invariants: Vec<Invariant>,
    /// R1 and on, in order; none where the file has no `rules`.
    pub rules: Vec<Rule>,
    /// Every decision that this build knows, in order of id.
    pub decisions: Vec<Decision>,
    /// At least one, and the caps of at least one sum above its pool.
    pub scopes: Vec<Scope>,
    pub(super) overrides: Vec<(DecisionId, usize)>,
}

impl SpecFile {
    /// The options in force: what [`SpecFile::set`] says, else the file's choice, else the first option.
    pub fn decisions(&self) -> Decisions {
        let chosen = self.decisions.iter().map(|decision| (decision.id, decision.choice.unwrap_or(0)));
        let mut decisions = Decisions::chosen();
        change(&mut decisions, chosen.chain(self.overrides.iter().copied()));
        decisions
    }

    /// The decisions that neither the file nor [`SpecFile::set`] settles, in order.
    pub fn open(&self) -> Vec<DecisionId> {
        let unsettled = |decision: &&Decision| {
            decision.choice.is_none() && self.overrides.iter().all(|(set, _)| *set != decision.id)
        };
        self.decisions.iter().filter(unsettled).map(|decision| decision.id).collect()
    }

    /// Every combination of options of the open decisions, with everything else in force; the first is
    /// [`SpecFile::decisions`]. With nothing open there is one.
    pub fn variants(&self) -> impl Iterator<Item = Decisions> + use<> {
        let (open, in_force) = (self.open(), self.decisions());
        let options = open.iter().map(|decision| decision.info().options.len());
        let count = options.fold(1_usize, |count, options| count.saturating_mul(options));
        (0..count).map(move |number| {
            let (mut variant, mut rest) = (in_force.clone(), number);
            // The number's digits, the last open decision's first: each has as many as the decision has options.
            for decision in open.iter().rev() {
                let options = decision.info().options.len();
                change(&mut variant, [(*decision, rest % options)]);
                rest /= options;
            }
            variant
        })
    }

    /// Takes `D29=refuse` or `late-completion=refuse`: from here on this option is in force. A ruled-out option may be
    /// chosen; setting an open decision settles it; the last word on a decision counts.
    ///
    /// # Errors
    ///
    /// The text is not `DECISION=OPTION`, or names a decision or an option that does not exist.
    pub fn set(&mut self, assignment: &str) -> Result<(), SetError> {
        let (name, option) =
            assignment.split_once('=').ok_or_else(|| SetError::NoAssignment { text: assignment.to_owned() })?;
        let (name, option) = (name.trim(), option.trim());
        let decision = find_decision(name).ok_or_else(|| SetError::UnknownDecision {
            name: name.to_owned(),
            nearest: nearest(name, decision_names()),
        })?;
        let index = decision.option(option).ok_or_else(|| SetError::UnknownOption {
            decision,
            name: option.to_owned(),
            nearest: nearest(option, decision.info().options.iter().copied()),
        })?;
        self.overrides.retain(|(set, _)| *set != decision);
        self.overrides.push((decision, index));
        Ok(())
    }

    /// Takes back everything that [`SpecFile::set`] has set.
    pub fn forget_overrides(&mut self) {
        self.overrides.clear();
    }

    /// What [`SpecFile::set`] has set, in the order in which it was set.
    pub fn overrides(&self) -> &[(DecisionId, usize)] {
        &self.overrides
    }

    /// The content of one decision.
    pub fn decision(&self, id: DecisionId) -> Option<&Decision> {
        self.decisions.get(id.index())
    }

    /// Every scenario, with the decision and the index of the option that it stands under.
    pub fn scenarios(&self) -> impl Iterator<Item = (DecisionId, usize, &Scenario)> {
        self.decisions.iter().flat_map(|decision| {
            decision.options.iter().enumerate().flat_map(move |(index, option)| {
                option.scenarios.iter().map(move |scenario| (decision.id, index, scenario))
            })
        })
    }

    /// The options under which a scenario runs: those in force, with its own option and then its `with`.
    pub fn scenario_decisions(&self, decision: DecisionId, option: usize, scenario: &Scenario) -> Decisions {
        let mut decisions = self.decisions();
        change(&mut decisions, [(decision, option)].into_iter().chain(scenario.with.iter().copied()));
        decisions
    }
}

impl Scope {
    /// The options under which this scope runs, given those in force.
    pub fn decisions(&self, in_force: &Decisions) -> Decisions {
        let mut decisions = in_force.clone();
        change(&mut decisions, self.with.iter().copied());
        decisions
    }
}

fn change(decisions: &mut Decisions, changes: impl IntoIterator<Item = (DecisionId, usize)>) {
    for (decision, option) in changes {
        // The loader looked the option up when it read the name, so it exists; if not, nothing changes.
        let _ = decisions.set(decision, option);
    }
}

/// The decision with this id or key.
pub(super) fn find_decision(name: &str) -> Option<DecisionId> {
    DecisionId::find(name)
}

/// The ids and keys of all decisions.
pub(super) fn decision_names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|info| info.id).chain(ALL.iter().map(|info| info.key))
}

/// Why a decision could not be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetError {
    /// There is no `=` in it.
    NoAssignment {
        /// What was found.
        text: String,
    },
    /// There is no such decision.
    UnknownDecision {
        /// What was found.
        name: String,
        /// The id or key that comes nearest.
        nearest: Option<&'static str>,
    },
    /// The decision has no such option.
    UnknownOption {
        /// The decision.
        decision: DecisionId,
        /// What was found.
        name: String,
        /// The option that comes nearest.
        nearest: Option<&'static str>,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nearest = match self {
            SetError::NoAssignment { text } => {
                write!(f, "expected DECISION=OPTION, such as D29=refuse, found `{text}`")?;
                None
            }
            SetError::UnknownDecision { name, nearest } => {
                let (first, last) = (ALL.first().map_or("", |info| info.id), ALL.last().map_or("", |info| info.id));
                write!(f, "there is no decision `{name}`: this build knows {first} to {last} and their keys")?;
                *nearest
            }
            SetError::UnknownOption { decision, name, nearest } => {
                let info = decision.info();
                let options = one_of(info.options.iter().copied());
                write!(f, "{} ({}) has no option `{name}`: expected {options}", info.id, info.key)?;
                *nearest
            }
        };
        nearest.map_or(Ok(()), |name| write!(f, "; did you mean `{name}`?"))
    }
}

impl std::error::Error for SetError {}
