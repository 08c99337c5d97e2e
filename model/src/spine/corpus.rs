//! A corpus: many seeds, several threads, one result that depends on neither their number nor their order.
//!
//! Everything that is put together commutes: hashes are added, counts too, and of two findings of one signature the one
//! with fewer events stays. So threads, shards and machines can be merged in any order.

use super::failure::{Class, Finding, Signature};
use super::hash::Hash128;
use super::run::{Nothing, Run, run};
use super::shard::Seeds;
use super::swarm::Fixed;
use super::system::{Measure, Scenario};
use super::watchdog::Watchdog;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// How many seeds a thread takes at a time.
const BATCH: u64 = 16;

/// The seed of the hash that a run adds to its corpus.
const MEMBER: u32 = 5;

/// How a corpus is run.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which seeds.
    pub seeds: Seeds,
    /// On how many threads; at least 1.
    pub threads: usize,
    /// Dimensions that are not drawn.
    pub fixed: Fixed,
    /// Who ends runs that do not end by themselves.
    pub watchdog: Watchdog,
}

impl Options {
    /// Seeds 0 to `count` on one thread, everything drawn.
    pub fn seeds(count: u64) -> Options {
        let seeds = Seeds { first: 0, count };
        Options { seeds, threads: 1, fixed: Fixed::new(), watchdog: Watchdog::default() }
    }
}

/// How far a corpus is; read by a display while it runs.
#[derive(Debug, Default)]
pub struct Meter {
    /// Runs that ended.
    pub runs: AtomicU64,
    /// Their events.
    pub events: AtomicU64,
    /// Their findings.
    pub findings: AtomicU64,
    /// Which of the first marks were reached, one bit each.
    reached: [AtomicU64; METERED],
}

/// Of how many times 64 marks a display counts those that were reached.
const METERED: usize = 8;

impl Meter {
    /// How many marks were reached so far.
    pub fn reached(&self) -> u32 {
        self.reached.iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum()
    }

    fn count(&self, run: &Run) {
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.events.fetch_add(run.events, Ordering::Relaxed);
        self.findings.fetch_add(u64::from(run.finding.is_some()), Ordering::Relaxed);
    }

    /// Notes a mark that a thread reached for the first time.
    fn reach(&self, mark: usize) {
        if let Some(word) = self.reached.get(mark / 64) {
            word.fetch_or(1 << (mark % 64), Ordering::Relaxed);
        }
    }
}

/// What the runs of a corpus came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Corpus {
    /// Runs.
    pub runs: u64,
    /// Commands and faults.
    pub events: u64,
    /// The sum of the hashes of (seed, history), modulo 2^128; as 32 hexadecimal digits in JSON.
    #[serde(with = "hexadecimal")]
    pub hash: u128,
    /// Faults by kind.
    pub faults: BTreeMap<String, u64>,
    /// Marks by name, those never reached too.
    pub reach: BTreeMap<String, u64>,
    /// Of each measure the one that came closest to its bound.
    pub measures: Vec<Measure>,
    /// Findings by signature.
    pub findings: BTreeMap<Signature, Group>,
}

/// Findings of one signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Group {
    /// How many runs.
    pub count: u64,
    /// The seed that takes the fewest events to it; of several, the lowest.
    pub fastest_seed: u64,
    /// The finding of that seed.
    pub finding: Finding,
}

/// Runs a corpus.
pub fn run_corpus<X: Scenario>(scenario: &X, options: &Options, meter: &Meter) -> Corpus {
    let next = AtomicU64::new(0);
    let threads = options.threads.max(1);
    let mut whole = Corpus::default();
    thread::scope(|scope| {
        let guard = options.watchdog.guard(scope, threads);
        let workers: Vec<_> = (0..threads)
            .map(|number| {
                let (next, watched) = (&next, guard.watched(number));
                scope.spawn(move || {
                    let mut part = Part::default();
                    while let Some(batch) = take_batch(next, options.seeds.count) {
                        for offset in batch {
                            let seed = options.seeds.first.wrapping_add(offset);
                            watched.begin(seed);
                            let run = run(scenario, seed, &options.fixed, &mut Nothing, watched.stop());
                            watched.end();
                            meter.count(&run);
                            part.add(run, meter);
                        }
                    }
                    part.named(scenario.marks())
                })
            })
            .collect();
        for worker in workers {
            match worker.join() {
                Ok(part) => whole.merge(part),
                Err(payload) => std::panic::resume_unwind(payload),
            }
        }
        drop(guard);
    });
    whole
}

fn take_batch(next: &AtomicU64, count: u64) -> Option<Range<u64>> {
    let start = next.fetch_add(BATCH, Ordering::Relaxed);
    let left = NonZeroU64::new(count.saturating_sub(start))?;
    Some(start..start + BATCH.min(left.get()))
}

/// The share of one thread: marks are still places, not names.
#[derive(Default)]
struct Part {
    corpus: Corpus,
    reach: Vec<u64>,
}

impl Part {
    fn add(&mut self, run: Run, meter: &Meter) {
        self.reach.resize(self.reach.len().max(run.account.reach.len()), 0);
        for (mark, (total, count)) in self.reach.iter_mut().zip(&run.account.reach).enumerate() {
            if *total == 0 && *count > 0 {
                meter.reach(mark);
            }
            *total += count;
        }
        self.corpus.add(run);
    }

    fn named(mut self, marks: &[String]) -> Corpus {
        let counts = self.reach.iter().copied().chain(std::iter::repeat(0));
        // A mark without a name is one that is out of reach here.
        self.corpus.reach = marks.iter().cloned().zip(counts).filter(|(name, _)| !name.is_empty()).collect();
        self.corpus
    }
}

impl Corpus {
    fn add(&mut self, run: Run) {
        let mut member = Hash128::new(MEMBER);
        for word in [run.seed, run.hash as u64, (run.hash >> 64) as u64] {
            member.word(word);
        }
        self.runs += 1;
        self.events += run.events;
        self.hash = self.hash.wrapping_add(member.value());
        for (kind, count) in run.faults {
            *self.faults.entry(kind).or_default() += count;
        }
        for measure in run.account.measures {
            self.measure(measure);
        }
        if let Some(finding) = run.finding {
            self.group(finding.signature(), Group { count: 1, fastest_seed: run.seed, finding });
        }
    }

    /// Adds another corpus, of other seeds.
    pub fn merge(&mut self, other: Corpus) {
        // Another corpus may come from a file, and its numbers from anywhere.
        self.runs = self.runs.saturating_add(other.runs);
        self.events = self.events.saturating_add(other.events);
        self.hash = self.hash.wrapping_add(other.hash);
        for (mine, theirs) in [(&mut self.faults, other.faults), (&mut self.reach, other.reach)] {
            for (name, count) in theirs {
                let total = mine.entry(name).or_default();
                *total = total.saturating_add(count);
            }
        }
        other.measures.into_iter().for_each(|measure| self.measure(measure));
        other.findings.into_iter().for_each(|(signature, group)| self.group(signature, group));
    }

    fn measure(&mut self, measure: Measure) {
        match self.measures.iter_mut().find(|known| known.name == measure.name) {
            Some(known) if measure.is_closer_than(known) => *known = measure,
            Some(_) => {}
            None => {
                self.measures.push(measure);
                self.measures.sort_by(|one, other| one.name.cmp(&other.name));
            }
        }
    }

    fn group(&mut self, signature: Signature, group: Group) {
        let key = |group: &Group| (group.finding.event, group.fastest_seed);
        match self.findings.get_mut(&signature) {
            Some(known) => {
                let count = known.count.saturating_add(group.count);
                if key(&group).cmp(&key(known)).is_lt() {
                    *known = group;
                }
                known.count = count;
            }
            None => {
                self.findings.insert(signature, group);
            }
        }
    }

    /// The gravest class among the findings.
    pub fn gravest(&self) -> Option<Class> {
        let found = |class: &Class| self.findings.values().any(|group| group.finding.class == *class);
        Class::ALL.into_iter().find(found)
    }

    /// Marks that no run reached.
    pub fn unreached(&self) -> Vec<&str> {
        self.reach.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name.as_str()).collect()
    }

    /// Promised kinds of fault that never happened.
    pub fn broken_promises<'promised>(&self, promised: &[&'promised str]) -> Vec<&'promised str> {
        promised.iter().copied().filter(|kind| self.faults.get(*kind).copied().unwrap_or(0) == 0).collect()
    }
}

/// A 128-bit number as 32 hexadecimal digits.
mod hexadecimal {
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(hash: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{hash:032x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::hash::of_bytes;
    use crate::spine::self_check::recorded;
    use crate::spine::toy::{Toy, of_length};

    const SEEDS: Seeds = Seeds { first: 7, count: 40 };

    /// A counter that loses the fifth, where the run is of an odd length.
    fn broken() -> Toy {
        Toy { loses: 5, ..Toy::default() }
    }

    fn corpus(seeds: Seeds, threads: usize) -> Corpus {
        run_corpus(&broken(), &Options { seeds, threads, ..Options::seeds(0) }, &Meter::default())
    }

    #[test]
    fn a_corpus_is_the_sum_of_its_runs() {
        let corpus = corpus(SEEDS, 1);
        let runs: Vec<Run> = (7..47).map(|seed| recorded(&broken(), seed, &Fixed::new()).0).collect();
        assert_eq!((corpus.runs, corpus.events), (40, runs.iter().map(|run| run.events).sum()));
        let member = |run: &Run| {
            let words = [run.seed, run.hash as u64, (run.hash >> 64) as u64].map(u64::to_le_bytes);
            of_bytes(5, words.as_flattened())
        };
        assert_eq!(corpus.hash, runs.iter().map(member).fold(0, u128::wrapping_add));
        let stalls = runs.iter().map(|run| run.faults["stall"]).sum();
        assert_eq!(corpus.faults, BTreeMap::from([("lost message".to_owned(), 80), ("stall".to_owned(), stalls)]));
        let reach = |place: usize| runs.iter().map(|run| run.account.reach[place]).sum();
        let named = ["command", "more than 40", "never"].map(str::to_owned);
        assert_eq!(corpus.reach, named.into_iter().zip([reach(0), reach(2), 0]).collect());
        assert_eq!(corpus.unreached(), ["never"]);
        assert_eq!(corpus.broken_promises(&["stall", "crash"]), ["crash"]);
    }

    #[test]
    fn findings_of_one_signature_are_one_with_the_seed_that_comes_to_it_first() {
        let corpus = corpus(SEEDS, 1);
        let found: Vec<Run> = (7..47)
            .map(|seed| recorded(&broken(), seed, &Fixed::new()).0)
            .filter(|run| run.finding.as_ref().is_some_and(|finding| finding.class == Class::Correctness))
            .collect();
        assert!((10..30).contains(&found.len()));
        let group = &corpus.findings[&Signature("correctness/sum/short/stall".to_owned())];
        assert_eq!((group.count, group.fastest_seed), (found.len() as u64, found[0].seed));
        assert_eq!(Some(&group.finding), found[0].finding.as_ref());
        assert_eq!(corpus.gravest(), Some(Class::Correctness));
        assert_eq!(Corpus::default().gravest(), None);
    }

    #[test]
    fn a_corpus_is_the_same_on_any_number_of_threads_and_of_parts_in_any_order() {
        let whole = corpus(SEEDS, 1);
        assert_eq!(corpus(SEEDS, 3), whole);
        let part = |first, count| corpus(Seeds { first, count }, 2);
        let mut merged = part(30, 17);
        for other in [part(7, 5), part(12, 18), part(0, 0)] {
            merged.merge(other);
        }
        assert_eq!(merged, whole);
        let read: Corpus = serde_json::from_str(&serde_json::to_string(&whole).unwrap()).unwrap();
        assert_eq!(read, whole);
    }

    fn finding(class: Class, event: u64) -> Finding {
        Finding { event, ..Finding::new(class, "rule", "text") }
    }

    #[test]
    fn of_findings_alike_the_fastest_is_kept_then_the_lowest_seed_whichever_comes_first() {
        let group = |event, seed| Group { count: 1, fastest_seed: seed, finding: finding(Class::Progress, event) };
        let groups = [group(5, 3), group(4, 9), group(4, 8), group(6, 1)];
        for order in [[0, 1, 2, 3], [2, 1, 0, 3], [3, 2, 1, 0]] {
            let mut corpus = Corpus::default();
            for place in order {
                corpus.group(Signature("one".to_owned()), groups[place].clone());
            }
            let kept = &corpus.findings[&Signature("one".to_owned())];
            assert_eq!((kept.count, kept.fastest_seed, kept.finding.event), (4, 8, 4));
        }
    }

    #[test]
    fn the_gravest_class_is_named_whatever_else_was_found() {
        let mut corpus = Corpus::default();
        for class in [Class::Excused, Class::Inconclusive, Class::Progress, Class::Panic] {
            let finding = finding(class, 1);
            corpus.group(finding.signature(), Group { count: 1, fastest_seed: 1, finding });
            assert_eq!(corpus.gravest(), Some(class));
        }
    }

    #[test]
    fn of_each_measure_the_one_closest_to_its_bound_is_kept_by_name() {
        let mut corpus = Corpus::default();
        let all =
            [("slots", 5, 1), ("credit", 3, 2), ("slots", 7, 3), ("slots", 6, 4), ("turns", 1, 5), ("credit", 3, 1)];
        for (name, seen, seed) in all {
            corpus.measure(Measure { name: name.into(), seen, bound: 10, seed });
        }
        let kept: Vec<_> = corpus.measures.iter().map(|measure| (&*measure.name, measure.seen, measure.seed)).collect();
        assert_eq!(kept, [("credit", 3, 1), ("slots", 7, 3), ("turns", 1, 5)]);
    }

    #[test]
    fn a_meter_counts_while_the_corpus_runs() {
        let meter = Meter::default();
        let corpus = run_corpus(&broken(), &Options { fixed: of_length(9), ..Options::seeds(20) }, &meter);
        let counted = [&meter.runs, &meter.events, &meter.findings].map(|count| count.load(Ordering::Relaxed));
        assert_eq!(counted, [20, 100, 20]);
        assert_eq!((corpus.runs, corpus.events), (20, 100));
        // The commands, and the mark without a name.
        assert_eq!(meter.reached(), 2);
    }

    #[test]
    fn a_mark_is_counted_once_and_those_beyond_what_a_display_counts_not_at_all() {
        let meter = Meter::default();
        for (mark, reached) in [(0, 1), (63, 2), (64, 3), (64, 3), (70, 4), (511, 5), (512, 5), (usize::MAX, 5)] {
            meter.reach(mark);
            assert_eq!(meter.reached(), reached, "mark {mark}");
        }
        let once = Meter::default();
        run_corpus(&Toy::default(), &Options { fixed: of_length(12), ..Options::seeds(1) }, &once);
        assert_eq!(once.reached(), 3);
    }

    #[test]
    fn each_seed_is_in_one_batch_and_the_last_may_be_short() {
        let next = AtomicU64::new(0);
        assert_eq!([0; 4].map(|_| take_batch(&next, 40)), [Some(0..16), Some(16..32), Some(32..40), None]);
        assert_eq!(take_batch(&AtomicU64::new(0), 0), None);
        let next = AtomicU64::new(0);
        assert_eq!([0; 2].map(|_| take_batch(&next, 16)), [Some(0..16), None]);
    }
}
