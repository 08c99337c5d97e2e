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
    reached: [AtomicU64; METERED / 64],
}

/// Of how many marks a display counts those that were reached.
const METERED: usize = 512;

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
        guard.dismiss();
    });
    whole
}

fn take_batch(next: &AtomicU64, count: u64) -> Option<std::ops::Range<u64>> {
    let start = next.fetch_add(BATCH, Ordering::Relaxed);
    (start < count).then(|| start..start.saturating_add(BATCH).min(count))
}

/// The share of one thread: marks are still places, not names.
#[derive(Default)]
struct Part {
    corpus: Corpus,
    reach: Vec<u64>,
}

impl Part {
    fn add(&mut self, run: Run, meter: &Meter) {
        if self.reach.len() < run.account.reach.len() {
            self.reach.resize(run.account.reach.len(), 0);
        }
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
        self.runs += other.runs;
        self.events += other.events;
        self.hash = self.hash.wrapping_add(other.hash);
        for (mine, theirs) in [(&mut self.faults, other.faults), (&mut self.reach, other.reach)] {
            for (name, count) in theirs {
                *mine.entry(name).or_default() += count;
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
                let place = self.measures.partition_point(|known| known.name < measure.name);
                self.measures.insert(place, measure);
            }
        }
    }

    fn group(&mut self, signature: Signature, group: Group) {
        let key = |group: &Group| (group.finding.event, group.fastest_seed);
        match self.findings.get_mut(&signature) {
            Some(known) => {
                let count = known.count + group.count;
                if key(&group) < key(known) {
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
