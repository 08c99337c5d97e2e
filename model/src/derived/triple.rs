//! What is to be met: a command, a sort of outcome, and an option that was read for it.

use crate::reach::{ANSWERS, VERBS, answer, answer_word, verb};
use spec::{Command, DecisionId, Decisions, Fate, Outcome, ReadSet};
use std::collections::BTreeSet;
use std::fmt;

/// A command had this sort of outcome while this option was in force and read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Triple {
    /// The command, by its place in [`VERBS`].
    pub verb: u8,
    /// The sort of outcome; see [`sort_name`].
    pub sort: u8,
    /// The decision.
    pub decision: DecisionId,
    /// The option, by its index.
    pub option: u8,
}

/// How many sorts of outcomes there are: of answers, of fates of leases that ended, and what else can happen.
pub const SORTS: usize = ANSWERS + Fate::ALL.len() + EXTRAS.len();

const EXTRAS: [&str; 4] = ["charged", "refunded", "repeated", "shed"];

/// A sort of outcome in the words of [`crate::reach::possible`].
pub fn sort_name(sort: usize) -> String {
    if sort < ANSWERS {
        answer_word(sort)
    } else if sort < ANSWERS + Fate::ALL.len() {
        format!("ended: {}", Fate::ALL[sort - ANSWERS])
    } else {
        EXTRAS[sort - ANSWERS - Fate::ALL.len()].to_owned()
    }
}

/// Every sort that an outcome is of: its answer, and each other thing that happened.
pub fn sorts(outcome: &Outcome, mut each: impl FnMut(usize)) {
    each(answer(outcome.answer));
    for ended in &outcome.ended {
        each(ANSWERS + ended.fate as usize);
    }
    let happened = [outcome.charged != 0, outcome.refunded != 0, outcome.repeated, outcome.shed.is_some()];
    for (extra, _) in happened.iter().enumerate().filter(|(_, happened)| **happened) {
        each(ANSWERS + Fate::ALL.len() + extra);
    }
}

/// The triples of one graph, as what was read for each command and sort of outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Met {
    reads: Vec<ReadSet>,
}

impl Default for Met {
    fn default() -> Met {
        Met { reads: vec![ReadSet::default(); VERBS.len() * SORTS] }
    }
}

impl Met {
    /// Notes one answered command.
    pub fn note(&mut self, command: Command, outcome: &Outcome, reads: ReadSet) {
        let row = verb(command) * SORTS;
        sorts(outcome, |sort| self.reads[row + sort] = self.reads[row + sort].union(reads));
    }

    /// The triples, given the decisions that were in force.
    pub fn triples<'m>(&'m self, decisions: &'m Decisions) -> impl Iterator<Item = Triple> + 'm {
        self.reads.iter().enumerate().flat_map(move |(place, reads)| {
            reads.iter().map(move |decision| Triple {
                verb: (place / SORTS) as u8,
                sort: (place % SORTS) as u8,
                decision,
                option: decisions.option(decision) as u8,
            })
        })
    }
}

/// The triples of one answered command.
pub fn of_step(command: Command, outcome: &Outcome, reads: ReadSet, decisions: &Decisions) -> Vec<Triple> {
    let mut triples = Vec::new();
    sorts(outcome, |sort| {
        triples.extend(reads.iter().map(|decision| Triple {
            verb: verb(command) as u8,
            sort: sort as u8,
            decision,
            option: decisions.option(decision) as u8,
        }));
    });
    triples
}

/// What is missing of all that `check` reaches: outcomes in the words of [`crate::reach::possible`], and options.
pub fn missing(met: &BTreeSet<Triple>) -> Vec<String> {
    let names: BTreeSet<String> = met
        .iter()
        .map(|triple| {
            let sort = usize::from(triple.sort);
            if sort < ANSWERS {
                format!("{}: {}", VERBS[usize::from(triple.verb)], sort_name(sort))
            } else {
                sort_name(sort)
            }
        })
        .collect();
    let mut missing: Vec<String> = crate::reach::possible().into_iter().filter(|name| !names.contains(name)).collect();
    let options: BTreeSet<(DecisionId, u8)> = met.iter().map(|triple| (triple.decision, triple.option)).collect();
    for decision in DecisionId::all() {
        for (option, name) in decision.info().options.iter().enumerate() {
            if !options.contains(&(decision, option as u8)) {
                missing.push(format!("{decision}={name}"));
            }
        }
    }
    missing
}

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let option = self.decision.info().options[usize::from(self.option)];
        write!(f, "{}: {} by {}={option}", VERBS[usize::from(self.verb)], sort_name(self.sort.into()), self.decision)
    }
}
