//! The gate over cargo-mutants: what it found, and whether that may pass.
//!
//! A mutation score lies easily: a suite that is red before anything is mutated catches everything, a busy machine turns
//! survivors into time-outs, and mutants that do not compile look caught. So the gate refuses a baseline that is not green or
//! not there, any survivor, any time-out, a run that was cut short, and fewer real mutants than a recorded floor. Mutants that
//! do not compile are counted apart, as nothing was learned from them.

pub mod cli;
mod read;
mod result;

pub use read::{Outcome, Shard, Summary, read};
pub use result::page;

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How many mutants of one crate came to which end.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Counts {
    /// A test failed: what it should do.
    pub caught: usize,
    /// No test failed.
    pub missed: usize,
    /// The tests did not come to an end in time: nothing is known.
    pub timeout: usize,
    /// It did not compile: nothing is known.
    pub unviable: usize,
    /// Seconds of building and testing.
    pub seconds: f64,
}

impl Counts {
    /// Mutants that were really tried.
    pub const fn tried(&self) -> usize {
        self.caught + self.missed + self.timeout
    }

    /// Those and the ones that did not compile.
    pub const fn ended(&self) -> usize {
        self.tried() + self.unviable
    }

    fn add(&mut self, outcome: &Outcome) {
        match outcome.summary {
            Summary::CaughtMutant => self.caught += 1,
            Summary::MissedMutant => self.missed += 1,
            Summary::Timeout => self.timeout += 1,
            Summary::Unviable => self.unviable += 1,
            Summary::Success | Summary::Failure => {}
        }
        self.seconds += outcome.seconds;
    }
}

/// Why a file cannot be judged at all. Exit code 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GateError {
    /// It is not what cargo-mutants writes.
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
}

impl fmt::Display for GateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GateError::Unreadable { file, message } = self;
        write!(f, "error: {file} is not an outcomes.json of cargo-mutants 27: {message}")
    }
}

impl std::error::Error for GateError {}

/// Why the gate does not pass. Exit code 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// Nothing was said of the tests without a mutant.
    NoBaseline {
        /// The file.
        file: String,
    },
    /// The tests fail without any mutant, so they would catch everything.
    RedBaseline {
        /// The file.
        file: String,
    },
    /// The run did not come to its end.
    Unfinished {
        /// The file.
        file: String,
    },
    /// The file's own counts are not those of its outcomes.
    Miscounted {
        /// The file.
        file: String,
        /// Which count.
        what: String,
    },
    /// The same mutant was counted before.
    Twice {
        /// The mutant.
        mutant: String,
    },
    /// No test caught it.
    Missed {
        /// The mutant.
        mutant: String,
    },
    /// The tests did not end in time, which proves nothing.
    TimedOut {
        /// The mutant.
        mutant: String,
    },
    /// It came to an end that says nothing, such as a mutant that was built and not tested.
    Untested {
        /// The mutant.
        mutant: String,
    },
    /// A crate that decides was not mutated at all.
    NoMutants {
        /// The crate.
        package: String,
    },
    /// Fewer mutants had an end than were to be tried.
    FewerThanListed {
        /// How many had one.
        ended: usize,
        /// How many were listed.
        listed: usize,
    },
    /// Too few mutants were really tried.
    BelowFloor {
        /// How many were.
        tried: usize,
        /// How many have to be.
        floor: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoBaseline { file } => {
                write!(
                    f,
                    "{file} has no baseline: nobody knows whether the tests were green; run without --baseline=skip"
                )
            }
            Refusal::RedBaseline { file } => {
                write!(f, "the baseline of {file} is not green: a suite that fails anyway catches every mutant")
            }
            Refusal::Unfinished { file } => write!(f, "{file} is of a run that was cut short: it has no end_time"),
            Refusal::Miscounted { file, what } => {
                write!(f, "the counts of {file} are not those of its outcomes: {what}")
            }
            Refusal::Twice { mutant } => write!(f, "counted twice, so the shards overlap: {mutant}"),
            Refusal::Missed { mutant } => write!(f, "missed: {mutant}"),
            Refusal::TimedOut { mutant } => write!(f, "timed out, which is no catch: {mutant}"),
            Refusal::Untested { mutant } => write!(f, "not tested: {mutant}"),
            Refusal::NoMutants { package } => write!(f, "no mutant of {package} was tried, though it decides"),
            Refusal::FewerThanListed { ended, listed } => {
                write!(f, "{ended} mutants came to an end; {listed} were listed")
            }
            Refusal::BelowFloor { tried, floor } => {
                write!(
                    f,
                    "{tried} mutants were really tried; at least {floor} have to be, or something no longer gets mutated"
                )
            }
        }
    }
}

/// What the gate makes of all shards together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
    /// By crate.
    pub crates: BTreeMap<String, Counts>,
    /// Of all of them.
    pub total: Counts,
    /// Seconds from the beginning to the end of each shard, summed.
    pub wall_seconds: f64,
    /// The day on which the last shard ended, as `2026-01-31`.
    pub date: String,
    /// The version of cargo-mutants.
    pub version: String,
    /// How many mutants have to be tried.
    pub floor: usize,
    /// What keeps it from passing; empty where it passes.
    pub refusals: Vec<Refusal>,
}

/// What is asked of a result.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// How many mutants have to be tried at least.
    pub floor: usize,
    /// How many mutants have to have come to an end, those that do not compile among them: as many as were listed. Where this
    /// is asked, a floor of 0 lets a change pass of which no mutant compiles.
    pub listed: Option<usize>,
    /// Crates of which some mutant has to be tried.
    pub packages: Vec<String>,
    /// Files without a baseline pass, as whoever ran them has seen the tests green before. One that is there has to be green
    /// all the same.
    pub without_baseline: bool,
}

/// Judges shards that were read.
pub fn judge(shards: &[Shard], asked: &Asked) -> Judged {
    let Asked { floor, listed, packages, without_baseline } = asked;
    let mut judged = Judged {
        crates: BTreeMap::new(),
        total: Counts::default(),
        wall_seconds: shards.iter().map(|shard| shard.wall_seconds).sum(),
        date: shards.iter().map(|shard| shard.date.clone()).max().unwrap_or_default(),
        version: shards.first().map(|shard| shard.version.clone()).unwrap_or_default(),
        floor: *floor,
        refusals: Vec::new(),
    };
    let mut seen = BTreeSet::new();
    for shard in shards {
        judged.refusals.extend(shard.refusals(!without_baseline));
        for outcome in &shard.mutants {
            judged.crates.entry(outcome.package.clone()).or_default().add(outcome);
            judged.total.add(outcome);
            let mutant = outcome.name.clone();
            if !seen.insert(mutant.clone()) {
                judged.refusals.push(Refusal::Twice { mutant: mutant.clone() });
            }
            match outcome.summary {
                Summary::MissedMutant => judged.refusals.push(Refusal::Missed { mutant }),
                Summary::Timeout => judged.refusals.push(Refusal::TimedOut { mutant }),
                Summary::Success | Summary::Failure => judged.refusals.push(Refusal::Untested { mutant }),
                Summary::CaughtMutant | Summary::Unviable => {}
            }
        }
    }
    for package in packages {
        if judged.crates.get(package).is_none_or(|counts| counts.tried() == 0) {
            judged.refusals.push(Refusal::NoMutants { package: package.clone() });
        }
    }
    let (tried, ended) = (judged.total.tried(), judged.total.ended());
    if let Some(listed) = listed.map(|listed| listed.max(1)).filter(|listed| ended < *listed) {
        judged.refusals.push(Refusal::FewerThanListed { ended, listed });
    }
    let floor = if listed.is_some() { *floor } else { (*floor).max(1) };
    if tried < floor {
        judged.refusals.push(Refusal::BelowFloor { tried, floor });
    }
    judged
}
