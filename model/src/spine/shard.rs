//! Shards: a range of seeds cut into parts, run apart, and their results merged again.

use super::corpus::Corpus;
use super::identity::Identity;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The version of the result format.
pub const RESULT_VERSION: u32 = 1;

/// A range of seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Seeds {
    /// The first.
    pub first: u64,
    /// How many.
    pub count: u64,
}

/// Part `part` of `of`, counted from 1. Written `2/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: u64,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// This part of a range. The parts of a range cover it without overlap; their sizes differ by at most 1.
    pub fn part_of(self, seeds: Seeds) -> Seeds {
        let cut = |part: u64| (u128::from(seeds.count) * u128::from(part) / u128::from(self.of)) as u64;
        let start = cut(self.part - 1);
        Seeds { first: seeds.first.wrapping_add(start), count: cut(self.part) - start }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let error = || format!("expected a shard k/n with k from 1 to n, such as `2/8`, found `{text}`");
        let (part, of) = text.split_once('/').ok_or_else(error)?;
        let (part, of) = (part.parse().map_err(|_| error())?, of.parse().map_err(|_| error())?);
        if part == 0 || part > of { Err(error()) } else { Ok(Shard { part, of }) }
    }
}

/// The result of a corpus, as `--json` prints it and `merge` reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShardResult {
    /// [`RESULT_VERSION`] of its writer.
    pub version: u32,
    /// Who ran it.
    pub identity: Identity,
    /// The scenarios of the corpus.
    pub scenario: String,
    /// The seeds of the whole, before it was cut.
    pub asked: Seeds,
    /// The seeds that were run, in order, without overlap.
    pub covered: Vec<Seeds>,
    /// The kinds of fault that were promised.
    pub promised: Vec<String>,
    /// How the runs were judged, where that is not the same for all.
    pub judged: String,
    /// What they came to.
    pub corpus: Corpus,
}

/// Results that do not belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadMerge {
    /// There are none.
    Nothing,
    /// One is of a version that this program does not know.
    Version(u32),
    /// Two are of different things.
    Different {
        /// In what they differ.
        what: &'static str,
        /// As the first has it.
        first: String,
        /// As another has it.
        other: String,
    },
    /// Two hold the same seed.
    Overlap(u64),
}

impl fmt::Display for BadMerge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadMerge::Nothing => f.write_str("there is nothing to merge: name the results of at least one shard"),
            BadMerge::Version(version) => {
                write!(f, "a result is of version {version}; this program reads version {RESULT_VERSION}")
            }
            BadMerge::Different { what, first, other } => {
                write!(f, "the results differ in {what}: `{first}` and `{other}`; merge shards of one corpus only")
            }
            BadMerge::Overlap(seed) => write!(f, "seed {seed} is in two of the results; name each shard once"),
        }
    }
}

impl std::error::Error for BadMerge {}

/// Merges the results of shards of one corpus, in whatever order they come.
pub fn merge(results: Vec<ShardResult>) -> Result<ShardResult, BadMerge> {
    let mut results = results.into_iter();
    let mut whole = results.next().ok_or(BadMerge::Nothing)?;
    check_version(&whole)?;
    for result in results {
        check_version(&result)?;
        same("code", &whole.identity.code, &result.identity.code)?;
        same("spec", &whole.identity.spec, &result.identity.spec)?;
        same("scenario", &whole.scenario, &result.scenario)?;
        same("judging", &whole.judged, &result.judged)?;
        let text = |seeds: Seeds| format!("{} seeds from {}", seeds.count, seeds.first);
        same("seeds asked for", &text(whole.asked), &text(result.asked))?;
        whole.covered.extend(result.covered);
        whole.corpus.merge(result.corpus);
    }
    whole.covered = joined(whole.covered)?;
    Ok(whole)
}

impl ShardResult {
    /// How many of the seeds asked for no result holds.
    pub fn missing(&self) -> u64 {
        self.covered.iter().fold(self.asked.count, |missing, seeds| missing.saturating_sub(seeds.count))
    }
}

fn check_version(result: &ShardResult) -> Result<(), BadMerge> {
    if result.version == RESULT_VERSION { Ok(()) } else { Err(BadMerge::Version(result.version)) }
}

fn same(what: &'static str, first: &str, other: &str) -> Result<(), BadMerge> {
    if first == other {
        return Ok(());
    }
    Err(BadMerge::Different { what, first: first.to_owned(), other: other.to_owned() })
}

/// Puts ranges in order, and those that touch together.
fn joined(mut ranges: Vec<Seeds>) -> Result<Vec<Seeds>, BadMerge> {
    ranges.retain(|seeds| seeds.count > 0);
    ranges.sort_unstable();
    let mut joined: Vec<Seeds> = Vec::new();
    for seeds in ranges {
        match joined.last_mut() {
            Some(last) if seeds.first < last.first.saturating_add(last.count) => {
                return Err(BadMerge::Overlap(seeds.first));
            }
            Some(last) if seeds.first == last.first.saturating_add(last.count) => {
                last.count = last.count.saturating_add(seeds.count);
            }
            _ => joined.push(seeds),
        }
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::{Class, Finding, Group, toy};

    #[test]
    fn the_parts_of_a_range_cover_it_without_overlap() {
        for (count, of) in [(10, 3), (2, 5), (0, 4), (10_000, 7), (u64::MAX, 3)] {
            let seeds = Seeds { first: 0, count };
            let parts: Vec<Seeds> = (1..=of).map(|part| Shard { part, of }.part_of(seeds)).collect();
            assert_eq!(joined(parts).unwrap(), joined(vec![seeds]).unwrap());
        }
    }

    fn seeds(first: u64, count: u64) -> Seeds {
        Seeds { first, count }
    }

    #[test]
    fn every_seed_is_in_exactly_one_part_and_no_part_is_larger_than_another_by_more_than_one() {
        let parts = |of: u64| (1..=of).map(move |part| Shard { part, of }.part_of(seeds(7, 10)));
        assert_eq!(parts(3).collect::<Vec<_>>(), [seeds(7, 3), seeds(10, 3), seeds(13, 4)]);
        assert_eq!(parts(4).map(|part| part.count).collect::<Vec<_>>(), [2, 3, 2, 3]);
        assert_eq!(Shard::WHOLE.part_of(seeds(7, 10)), seeds(7, 10));
    }

    #[test]
    fn ranges_that_touch_become_one_and_gaps_stay() {
        let ranges = vec![seeds(9, 1), seeds(3, 2), seeds(0, 3), seeds(4, 0)];
        assert_eq!(joined(ranges), Ok(vec![seeds(0, 5), seeds(9, 1)]));
        assert_eq!(joined(vec![seeds(5, 5), seeds(0, 6)]), Err(BadMerge::Overlap(5)));
        assert_eq!(joined(vec![seeds(5, 0)]), Ok(vec![]));
    }

    fn result(covered: Seeds) -> ShardResult {
        ShardResult {
            version: RESULT_VERSION,
            identity: toy::identity(),
            scenario: "toy".to_owned(),
            asked: seeds(7, 10),
            covered: vec![covered],
            promised: vec![],
            judged: "everything".to_owned(),
            corpus: Corpus { runs: covered.count, ..Corpus::default() },
        }
    }

    #[test]
    fn shards_merge_in_any_order_and_what_is_missing_is_counted() {
        let parts = [result(seeds(13, 4)), result(seeds(7, 3)), result(seeds(10, 3))];
        let part = merge(parts[..2].to_vec()).unwrap();
        assert_eq!((part.covered.as_slice(), part.missing()), (&[seeds(7, 3), seeds(13, 4)][..], 3));
        let whole = merge(parts.to_vec()).unwrap();
        assert_eq!((whole.covered.as_slice(), whole.missing(), whole.corpus.runs), (&[seeds(7, 10)][..], 0, 10));
    }

    #[test]
    fn results_with_numbers_that_nobody_can_have_counted_do_not_panic() {
        let absurd = |covered| {
            let group = Group { count: u64::MAX, fastest_seed: 7, finding: Finding::new(Class::Panic, "", "") };
            let mut result = result(covered);
            let corpus = &mut result.corpus;
            (corpus.runs, corpus.events, corpus.hash) = (u64::MAX, u64::MAX, u128::MAX);
            corpus.faults.insert("stall".to_owned(), u64::MAX);
            corpus.reach.insert("command".to_owned(), u64::MAX);
            corpus.findings.insert(group.finding.signature(), group);
            result
        };
        let merged = merge(vec![absurd(seeds(0, u64::MAX)), absurd(seeds(u64::MAX, u64::MAX))]).unwrap();
        assert_eq!((merged.missing(), merged.corpus.runs, merged.corpus.events), (0, u64::MAX, u64::MAX));
        assert_eq!((merged.corpus.faults["stall"], merged.corpus.reach["command"]), (u64::MAX, u64::MAX));
        assert_eq!(merged.corpus.findings.values().map(|group| group.count).collect::<Vec<_>>(), [u64::MAX]);
    }

    #[test]
    fn results_that_do_not_belong_together_are_refused_and_the_reason_is_said() {
        let changed = |change: &dyn Fn(&mut ShardResult)| {
            let mut other = result(seeds(10, 3));
            change(&mut other);
            merge(vec![result(seeds(7, 3)), other]).map(drop).unwrap_err().to_string()
        };
        let differ = |what: &str| format!("the results differ in {what}; merge shards of one corpus only");
        assert_eq!(changed(&|other| other.identity.code = "x".to_owned()), differ("code: `built` and `x`"));
        assert_eq!(changed(&|other| other.identity.spec = "x".to_owned()), differ("spec: `read` and `x`"));
        assert_eq!(changed(&|other| other.scenario = "x".to_owned()), differ("scenario: `toy` and `x`"));
        assert_eq!(changed(&|other| other.judged = "x".to_owned()), differ("judging: `everything` and `x`"));
        assert_eq!(
            changed(&|other| other.asked = seeds(7, 11)),
            differ("seeds asked for: `10 seeds from 7` and `11 seeds from 7`")
        );
        assert_eq!(changed(&|other| other.version = 3), "a result is of version 3; this program reads version 1");
        assert_eq!(
            changed(&|other| other.covered = vec![seeds(9, 2)]),
            "seed 9 is in two of the results; name each shard once"
        );
        let nothing = merge(vec![]).map(drop).unwrap_err().to_string();
        assert_eq!(nothing, "there is nothing to merge: name the results of at least one shard");
    }

    #[test]
    fn a_shard_is_read_from_text_and_a_wrong_one_is_refused() {
        for good in ["1/8", "2/8", "8/8", "1/1"] {
            assert_eq!(good.parse::<Shard>().unwrap().to_string(), good);
        }
        for bad in ["0/8", "9/8", "1/0", "x/8", "3", "-1/8"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
