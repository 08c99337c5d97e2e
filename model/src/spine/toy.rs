//! A system of a few lines on the spine, for the tests of the spine: a counter that is asked to add.
//!
//! A plan of `length` events, one every 10 ms: each fourth is a stall, the others add their number. What is wrong with the
//! counter is said by the scenario: the event that it loses, the one at which it panics, the one from which on it answers
//! otherwise each time it is made.

use super::failure::{Class, Finding};
use super::identity::Identity;
use super::record::Recording;
use super::run::Run;
use super::self_check::recorded;
use super::system::{Account, Fault, Judge, Measure, Ruling, Scenario, Step, System, World};
use super::{Envelope, Fixed, Stream};
use serde::{Deserialize, Serialize};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The scenario.
#[derive(Debug, Default)]
pub(crate) struct Toy {
    /// The number that is not added, in the runs whose length is odd.
    pub loses: u64,
    /// The number at which it panics.
    pub panics: u64,
    /// The number from which on it counts how often it was made.
    pub unsteady: u64,
    /// The number after which the judge has seen enough.
    pub enough: u64,
    /// How often it was made.
    pub made: AtomicU64,
}

/// What a run is set up with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Setup {
    /// How many events.
    pub length: u64,
}

pub(crate) struct Counter {
    total: u64,
    loses: u64,
    panics: u64,
    unsteady: u64,
    made: u64,
}

impl System for Counter {
    type Command = u64;
    type Outcome = u64;

    fn apply(&mut self, _at: u64, number: &u64) -> u64 {
        assert!(*number != self.panics, "{number} is too many");
        self.total += if *number == self.loses { 0 } else { *number };
        self.total + if self.unsteady != 0 && *number >= self.unsteady { self.made } else { 0 }
    }
}

pub(crate) struct Plan {
    length: u64,
    number: u64,
    began: Instant,
}

/// Where nobody ends an endless plan, it ends itself: a test may fail, but not hang.
const PATIENCE: Duration = Duration::from_secs(3);

impl World<Counter> for Plan {
    fn next(&mut self) -> Option<(u64, Step<u64>)> {
        self.number += 1;
        let step = match self.number % 4 {
            0 => Step::Fault(Fault { kind: "stall".into(), detail: format!("of {}", self.number) }),
            _ => Step::Command(self.number),
        };
        let given_up = self.number.is_multiple_of(1024) && self.began.elapsed() > PATIENCE;
        (self.number <= self.length && !given_up).then_some((10 * self.number, step))
    }

    fn counted(&self) -> Vec<(&'static str, u64)> {
        vec![("lost message", 2), ("stall", 1), ("echo", 0)]
    }
}

/// It adds the numbers itself, and wants a total of more than 20 in the end.
pub(crate) struct Adder {
    total: u64,
    commands: u64,
    enough: u64,
}

impl Judge<Counter> for Adder {
    fn command(&mut self, _at: u64, number: &u64, total: &u64, _system: &Counter) -> Ruling {
        self.total += number;
        self.commands += 1;
        if *total != self.total {
            let finding = Finding::new(Class::Correctness, "sum", format!("{total} is not {}", self.total));
            return Some(finding.answered("short")).into();
        }
        if *number == self.enough { Ruling::Over } else { Ruling::Right }
    }

    fn end(&mut self, _system: &Counter) -> Option<Finding> {
        (self.total <= 20).then(|| Finding::new(Class::Progress, "more", format!("only {}", self.total)))
    }

    fn account(&mut self) -> Account {
        let total = Measure { name: "total".into(), seen: self.total, bound: 100, seed: 0 };
        let count = Measure { name: "commands".into(), seen: self.commands, bound: 100, seed: 0 };
        Account { reach: vec![self.commands, 0, u64::from(self.total > 40), 7], measures: vec![total, count] }
    }
}

static MARKS: LazyLock<Vec<String>> =
    LazyLock::new(|| ["command", "never", "more than 40", ""].map(str::to_owned).into());

impl Scenario for Toy {
    type System = Counter;
    type World = Plan;
    type Judge = Adder;
    type Setup = Setup;

    fn name(&self) -> String {
        "toy".to_owned()
    }

    fn marks(&self) -> &[String] {
        &MARKS
    }

    fn setup(&self, stream: Stream, fixed: &Fixed) -> Setup {
        let drawn = stream.child("length").draws().between(5, 12);
        Setup { length: fixed.get("length").copied().unwrap_or(drawn) }
    }

    fn world(&self, setup: &Setup, _stream: Stream) -> Plan {
        Plan { length: setup.length, number: 0, began: Instant::now() }
    }

    fn system(&self, setup: &Setup) -> Counter {
        Counter {
            total: 0,
            loses: if setup.length.is_multiple_of(2) { 0 } else { self.loses },
            panics: self.panics,
            unsteady: self.unsteady,
            made: self.made.fetch_add(1, Ordering::Relaxed),
        }
    }

    fn judge(&self, _setup: &Setup, _stream: Stream) -> Adder {
        Adder { total: 0, commands: 0, enough: self.enough }
    }

    fn envelope(&self, _setup: &Setup) -> Envelope {
        Envelope::open().at_most("stall", 0)
    }
}

/// The dimensions with this length.
pub(crate) fn of_length(length: u64) -> Fixed {
    Fixed::from([("length".to_owned(), length)])
}

/// A recorded run of seed 1, of this length.
pub(crate) fn run_of(toy: &Toy, length: u64) -> (Run, Recording<Counter>) {
    recorded(toy, 1, &of_length(length))
}

/// Somebody who ran it.
pub(crate) fn identity() -> Identity {
    let word = str::to_owned;
    Identity {
        seed: 7,
        commit: word("0123456789ab"),
        dirty: true,
        code: word("built"),
        spec: word("read"),
        toolchain: word("rustc-1.95.0"),
        profile: word("release"),
        target: word("somewhere"),
        options: word("simulate --seeds 9"),
    }
}

/// What runs one test, given its path, in a process of its own; nothing where this is that process.
pub(crate) fn alone(test: &str) -> Option<Command> {
    const ALONE: &str = "SPINE_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return None;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(ALONE, "1");
    Some(command)
}
