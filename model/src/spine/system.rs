//! What the spine knows of what it drives: a system takes commands and gives outcomes. No more than that.
//!
//! A run has three parties. A **world** says what happens next; a **system** answers; a **judge** is told what was asked
//! and answered, and says when that was wrong. A [`Scenario`] makes all three from a setup, and the setup from a seed.
//! The spine owns the loop, the order, the hash of the history, and all that happens to a finding afterwards.

use super::failure::Finding;
use super::hash::{Absorb, Hash128};
use super::stream::Stream;
use super::swarm::Fixed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::{self, Display};

/// A system under test.
pub trait System {
    /// What it can be asked.
    type Command: Clone + Display + Serialize + DeserializeOwned + Absorb;
    /// What it can answer.
    type Outcome: Clone + PartialEq + Display + Serialize + DeserializeOwned + Absorb;

    /// Carries out one command at an instant (ms).
    fn apply(&mut self, at: u64, command: &Self::Command) -> Self::Outcome;
}

/// Something that went wrong in the world, or that was put right. The system is not told; it sees the consequences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fault {
    /// What kind it is, in one or two words.
    pub kind: Cow<'static, str>,
    /// Whom it struck and how, for a reader; part of the history all the same.
    pub detail: String,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.detail)
    }
}

/// One step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<C> {
    /// The system is asked something.
    Command(C),
    /// Something happens to the world.
    Fault(Fault),
}

/// Where commands and faults come from.
pub trait World<S: System> {
    /// What happens next, and when (ms); nothing once the run is over.
    fn next(&mut self) -> Option<(u64, Step<S::Command>)>;

    /// Hears what a command of this world was answered.
    #[expect(unused_variables, reason = "names for who implements it")]
    fn answered(&mut self, at: u64, command: &S::Command, outcome: &S::Outcome) {}

    /// Faults too frequent to be steps of their own, such as lost messages, by kind.
    fn counted(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// What a judge says of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// Nothing is wrong with it.
    Right,
    /// Nothing is wrong with it, and all that the run was for has been seen: it may end.
    Over,
    /// Something is wrong: the run ends.
    Wrong(Box<Finding>),
}

impl From<Option<Finding>> for Ruling {
    fn from(finding: Option<Finding>) -> Ruling {
        finding.map_or(Ruling::Right, |finding| Ruling::Wrong(Box::new(finding)))
    }
}

/// Who says whether what was answered is right.
pub trait Judge<S: System> {
    /// Judges one command and its outcome. The system is shown as it is after the step, for judges that compare what it
    /// says of itself; what decides on correctness should not look at it.
    fn command(&mut self, at: u64, command: &S::Command, outcome: &S::Outcome, system: &S) -> Ruling;

    /// Hears of a fault.
    fn fault(&mut self, at: u64, fault: &Fault, system: &S) -> Ruling {
        let _ = (at, fault, system);
        Ruling::Right
    }

    /// Judges the run as a whole, at its end.
    fn end(&mut self, system: &S) -> Option<Finding> {
        let _ = system;
        None
    }

    /// What the run came to: reach and measures.
    fn account(&mut self) -> Account {
        Account::default()
    }
}

/// What one run adds to the account of a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Account {
    /// How often each of the scenario's marks was reached, by the mark's place.
    pub reach: Vec<u64>,
    /// What was measured against a bound.
    pub measures: Vec<Measure>,
}

/// Something measured, beside the bound that it must keep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Measure {
    /// What.
    pub name: Cow<'static, str>,
    /// How much of it was seen.
    pub seen: u64,
    /// How much it may be.
    pub bound: u64,
    /// Of which run.
    pub seed: u64,
}

impl Measure {
    /// Whether this comes closer to its bound than the other does; of two equally close, the lower seed.
    pub fn is_closer_than(&self, other: &Measure) -> bool {
        let mine = u128::from(self.seen) * u128::from(other.bound.max(1));
        let theirs = u128::from(other.seen) * u128::from(self.bound.max(1));
        mine > theirs || (mine == theirs && self.seed < other.seed)
    }
}

/// A way to set up runs, each from a seed.
pub trait Scenario: Sync {
    /// What is driven.
    type System: System;
    /// What drives it.
    type World: World<Self::System>;
    /// What judges it.
    type Judge: Judge<Self::System>;
    /// All that a replay needs beside the plan, so that an artifact stands alone.
    type Setup: Clone + Serialize + DeserializeOwned;

    /// Its name, for the artifact and for the reader.
    fn name(&self) -> String;

    /// What a run can reach, by name; a corpus reports what it missed. Empty where nothing is counted.
    fn marks(&self) -> &[String] {
        &[]
    }

    /// The kinds of fault that it promises; a corpus in which one never happened has failed.
    fn promised_faults(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Draws a setup; dimensions that are fixed keep their value.
    fn setup(&self, stream: Stream, fixed: &Fixed) -> Self::Setup;

    /// The world of a run.
    fn world(&self, setup: &Self::Setup, stream: Stream) -> Self::World;

    /// The system of a run.
    fn system(&self, setup: &Self::Setup) -> Self::System;

    /// The judge of a run. It is made for a replay, too, so it may depend on the setup and the stream alone.
    fn judge(&self, setup: &Self::Setup, stream: Stream) -> Self::Judge;

    /// Which faults a run may contain so that a failure means a bug.
    fn envelope(&self, setup: &Self::Setup) -> super::envelope::Envelope {
        let _ = setup;
        super::envelope::Envelope::open()
    }
}

/// Absorbs one step as it is asked, before it is answered.
pub(super) fn absorb_command<C: Absorb>(hash: &mut Hash128, at: u64, command: &C) {
    hash.word(1);
    hash.word(at);
    command.absorb(hash);
}

/// Absorbs one fault.
pub(super) fn absorb_fault(hash: &mut Hash128, at: u64, fault: &Fault) {
    hash.word(2);
    hash.word(at);
    hash.text(&fault.kind);
    hash.text(&fault.detail);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::Envelope;
    use crate::spine::toy::Setup;

    fn measure(seen: u64, bound: u64, seed: u64) -> Measure {
        Measure { name: "drain".into(), seen, bound, seed }
    }

    #[test]
    fn of_two_measures_the_closer_to_its_bound_is_kept_and_of_equals_the_lower_seed() {
        for (closer, other) in [
            (measure(5, 10, 9), measure(4, 10, 1)),
            (measure(3, 4, 9), measure(5, 10, 1)),
            (measure(5, 9, 9), measure(5, 10, 1)),
            (measure(1, 2, 1), measure(50, 100, 2)),
            (measure(50, 100, 1), measure(1, 2, 2)),
            (measure(1, 0, 9), measure(1, 2, 1)),
            (measure(u64::MAX, 1, 9), measure(u64::MAX, 2, 1)),
        ] {
            assert!(closer.is_closer_than(&other), "{closer:?} {other:?}");
            assert!(!other.is_closer_than(&closer), "{other:?} {closer:?}");
            assert!(!closer.is_closer_than(&closer));
        }
    }

    #[test]
    fn a_fault_says_its_kind_and_whom_it_struck() {
        let fault = Fault { kind: "stall".into(), detail: "of worker 3".to_owned() };
        assert_eq!(fault.to_string(), "stall of worker 3");
    }

    /// Says no more than it must.
    struct Terse;

    impl System for Terse {
        type Command = u64;
        type Outcome = u64;

        fn apply(&mut self, _at: u64, command: &u64) -> u64 {
            *command
        }
    }

    impl World<Terse> for Terse {
        fn next(&mut self) -> Option<(u64, Step<u64>)> {
            None
        }
    }

    impl Judge<Terse> for Terse {
        fn command(&mut self, _at: u64, _command: &u64, _outcome: &u64, _system: &Terse) -> Ruling {
            Ruling::Over
        }
    }

    impl Scenario for Terse {
        type System = Terse;
        type World = Terse;
        type Judge = Terse;
        type Setup = Setup;

        fn name(&self) -> String {
            "terse".to_owned()
        }

        fn setup(&self, _stream: Stream, _fixed: &Fixed) -> Setup {
            Setup { length: 0 }
        }

        fn world(&self, _setup: &Setup, _stream: Stream) -> Terse {
            Terse
        }

        fn system(&self, _setup: &Setup) -> Terse {
            Terse
        }

        fn judge(&self, _setup: &Setup, _stream: Stream) -> Terse {
            Terse
        }
    }

    #[test]
    fn a_scenario_that_says_nothing_more_counts_promises_and_forbids_nothing() {
        assert_eq!(World::counted(&Terse), []);
        assert_eq!(
            Judge::fault(&mut Terse, 1, &Fault { kind: "stall".into(), detail: String::new() }, &Terse),
            Ruling::Right
        );
        assert_eq!((Judge::end(&mut Terse, &Terse), Judge::account(&mut Terse)), (None, Account::default()));
        assert_eq!((Scenario::marks(&Terse), Scenario::promised_faults(&Terse)), (&[][..], vec![]));
        assert_eq!(Terse.envelope(&Setup { length: 0 }), Envelope::open());
    }
}
