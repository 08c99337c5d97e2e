//! The watchdog: outside of the runs, with a clock of its own. It is the one part of the spine that looks at one.
//!
//! A run that takes longer than its limit is told to stop and counts as inconclusive, never as a pass or a fail: a busy
//! machine must not change a verdict. A run that does not even stop is stuck inside one step; then only the process can
//! end, which is for the caller to say.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// How often the watchdog looks.
const PATROL: Duration = Duration::from_millis(20);

/// What the watchdog allows, and what it does about a run that does not stop.
#[derive(Debug, Clone, Copy)]
pub struct Watchdog {
    /// How long one run may take.
    pub limit: Duration,
    /// Called with the seed of a run that has not stopped after twice the limit.
    pub stuck: fn(u64),
}

impl Default for Watchdog {
    fn default() -> Watchdog {
        Watchdog { limit: Duration::from_secs(600), stuck: |_| {} }
    }
}

/// A watchdog at work, until it is dropped.
#[derive(Debug)]
pub struct Guard {
    /// The watching thread has a weak reference, and ends once this one is gone.
    watched: Arc<Vec<Arc<Watched>>>,
}

/// When a run began that has not begun.
const NEVER: u64 = u64::MAX;

/// One thread that runs seeds.
#[derive(Debug)]
pub struct Watched {
    /// When the current run began, in milliseconds since the guard began; `NEVER` between runs.
    began: AtomicU64,
    /// The seed of the current run.
    seed: AtomicU64,
    stop: AtomicBool,
    clock: Instant,
}

impl Watched {
    fn new(clock: Instant) -> Watched {
        Watched { began: AtomicU64::new(NEVER), seed: AtomicU64::new(0), stop: AtomicBool::new(false), clock }
    }

    /// A run begins.
    pub fn begin(&self, seed: u64) {
        self.begin_at(seed, milliseconds_since(self.clock));
    }

    fn begin_at(&self, seed: u64, now: u64) {
        self.seed.store(seed, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
        self.began.store(now, Ordering::Release);
    }

    /// The run ended.
    pub fn end(&self) {
        self.began.store(NEVER, Ordering::Release);
    }

    /// Whether the run is to stop.
    pub const fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn look(&self, watchdog: Watchdog, now: u64) {
        let taken = now.saturating_sub(self.began.load(Ordering::Acquire));
        let limit = watchdog.limit.as_millis() as u64;
        if taken > limit {
            self.stop.store(true, Ordering::Relaxed);
        }
        if taken > limit.saturating_mul(2).saturating_add(1000) {
            (watchdog.stuck)(self.seed.load(Ordering::Relaxed));
        }
    }
}

impl Watchdog {
    /// Sets the watchdog to watch so many threads of a scope.
    pub fn guard<'scope>(self, scope: &'scope Scope<'scope, '_>, threads: usize) -> Guard {
        let clock = Instant::now();
        let watched: Arc<Vec<_>> = Arc::new((0..threads).map(|_| Arc::new(Watched::new(clock))).collect());
        let watching = Arc::downgrade(&watched);
        scope.spawn(move || {
            while let Some(threads) = watching.upgrade() {
                threads.iter().for_each(|thread| thread.look(self, milliseconds_since(clock)));
                drop(threads);
                thread::sleep(PATROL);
            }
        });
        Guard { watched }
    }
}

impl Guard {
    /// The account of one thread, by its number.
    pub fn watched(&self, number: usize) -> Arc<Watched> {
        Arc::clone(&self.watched[number])
    }
}

fn milliseconds_since(clock: Instant) -> u64 {
    clock.elapsed().as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::toy::{Toy, of_length};
    use crate::spine::{Class, Meter, Options, run_corpus};

    static STUCK: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn a_run_beyond_its_limit_is_told_to_stop_and_one_far_beyond_is_reported_as_stuck() {
        let stuck = |seed| STUCK.store(seed, Ordering::Relaxed);
        let watchdog = Watchdog { limit: Duration::from_millis(50), stuck };
        let watched = Watched::new(Instant::now());
        let look = |now| {
            watched.look(watchdog, now);
            (watched.stop().load(Ordering::Relaxed), STUCK.swap(0, Ordering::Relaxed))
        };
        assert_eq!(look(10_000), (false, 0), "no run has begun");
        watched.begin_at(7, 100);
        // Twice the limit and one second more.
        for (now, expected) in
            [(99, (false, 0)), (150, (false, 0)), (151, (true, 0)), (1_200, (true, 0)), (1_201, (true, 7))]
        {
            assert_eq!(look(now), expected, "at {now} ms");
        }
        watched.end();
        watched.begin_at(8, 2_000);
        assert_eq!(look(2_050), (false, 0), "a new run is not told to stop for the one before it");
        watched.end();
        assert_eq!(look(10_000), (false, 0), "the run has ended");
    }

    #[test]
    fn a_run_without_end_is_ended_and_is_neither_a_pass_nor_a_fail() {
        let watchdog = Watchdog { limit: Duration::from_millis(5), ..Watchdog::default() };
        let options = Options { threads: 2, fixed: of_length(u64::MAX), watchdog, ..Options::seeds(1) };
        let corpus = run_corpus(&Toy::default(), &options, &Meter::default());
        assert_eq!((corpus.runs, corpus.gravest()), (1, Some(Class::Inconclusive)));
    }
}
