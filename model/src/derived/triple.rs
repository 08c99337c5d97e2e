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
    /// The decision that was read, and the index of the option in force; `None` whatever was read, for outcomes that
    /// rest on no decision.
    pub option: Option<(DecisionId, u8)>,
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

/// The triples of one graph, as what was read for each command and sort of outcome that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Met {
    reads: Vec<Option<ReadSet>>,
}

impl Default for Met {
    fn default() -> Met {
        Met { reads: vec![None; VERBS.len() * SORTS] }
    }
}

impl Met {
    /// Notes one answered command.
    pub fn note(&mut self, command: Command, outcome: &Outcome, reads: ReadSet) {
        let row = verb(command) * SORTS;
        sorts(outcome, |sort| {
            let before = &mut self.reads[row + sort];
            *before = Some(before.unwrap_or_default().union(reads));
        });
    }

    /// The triples, given the decisions that were in force.
    pub fn triples<'m>(&'m self, decisions: &'m Decisions) -> impl Iterator<Item = Triple> + 'm {
        let came = self.reads.iter().enumerate().filter_map(|(place, reads)| reads.map(|reads| (place, reads)));
        came.flat_map(move |(place, reads)| with_reads(place / SORTS, place % SORTS, reads, decisions))
    }
}

/// One outcome, by itself and with each option that was read.
fn with_reads(verb: usize, sort: usize, reads: ReadSet, decisions: &Decisions) -> impl Iterator<Item = Triple> {
    let options = reads.iter().map(|decision| Some((decision, decisions.option(decision) as u8)));
    [None].into_iter().chain(options).map(move |option| Triple { verb: verb as u8, sort: sort as u8, option })
}

/// The triples of one answered command.
pub fn of_step(command: Command, outcome: &Outcome, reads: ReadSet, decisions: &Decisions) -> Vec<Triple> {
    let mut triples = Vec::new();
    sorts(outcome, |sort| triples.extend(with_reads(verb(command), sort, reads, decisions)));
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
    let options: BTreeSet<(DecisionId, u8)> = met.iter().filter_map(|triple| triple.option).collect();
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
        write!(f, "{}: {}", VERBS[usize::from(self.verb)], sort_name(self.sort.into()))?;
        let Some((decision, option)) = self.option else { return Ok(()) };
        write!(f, " by {decision}={}", decision.info().options[usize::from(option)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_meets_its_answer_and_whatever_else_happened_with_each_option_that_was_read() {
        let decisions = Decisions::chosen();
        let _ = decisions.late_completion();
        let outcome = "applied, charged 1, ended 1.1 a/1 completed".parse().unwrap();
        let triples =
            of_step("complete a/1 fence 1.1 result x".parse().unwrap(), &outcome, decisions.reads(), &decisions);
        let told: Vec<String> = triples.iter().map(ToString::to_string).collect();
        let sorts = ["applied", "ended: completed", "charged"];
        let expected = sorts.map(|sort| [format!("complete: {sort}"), format!("complete: {sort} by D29=accept")]);
        assert_eq!(told, expected.concat());
    }

    #[test]
    fn all_is_missing_where_nothing_was_met() {
        let all: usize = DecisionId::all().map(|decision| decision.info().options.len()).sum();
        assert_eq!(missing(&BTreeSet::new()).len(), crate::reach::possible().len() + all);
    }
}
