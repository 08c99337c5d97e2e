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

/// A watchdog at work. It ends its thread when it is dismissed or dropped.
#[derive(Debug)]
pub struct Guard {
    watched: Vec<Arc<Watched>>,
    dismissed: Arc<AtomicBool>,
}

/// One thread that runs seeds.
#[derive(Debug, Default)]
pub struct Watched {
    /// 1 more than the milliseconds, since the guard began, at which the current run began; 0 between runs.
    began: AtomicU64,
    /// Counts up with every run, so that two runs are not taken for one.
    seed: AtomicU64,
    stop: AtomicBool,
    clock: Clock,
}

#[derive(Debug, Clone, Copy)]
struct Clock(Instant);

impl Default for Clock {
    fn default() -> Clock {
        Clock(Instant::now())
    }
}

impl Clock {
    fn milliseconds(self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }
}

impl Watched {
    /// A run begins.
    pub fn begin(&self, seed: u64) {
        self.seed.store(seed, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
        self.began.store(self.clock.milliseconds() + 1, Ordering::Release);
    }

    /// The run ended.
    pub fn end(&self) {
        self.began.store(0, Ordering::Release);
    }

    /// Whether the run is to stop.
    pub const fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn look(&self, watchdog: Watchdog) {
        let began = self.began.load(Ordering::Acquire);
        if began == 0 {
            return;
        }
        let taken = self.clock.milliseconds().saturating_sub(began - 1);
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
        let watched: Vec<Arc<Watched>> = (0..threads).map(|_| Arc::default()).collect();
        let dismissed = Arc::new(AtomicBool::new(false));
        let (watching, over) = (watched.clone(), Arc::clone(&dismissed));
        scope.spawn(move || {
            while !over.load(Ordering::Relaxed) {
                watching.iter().for_each(|thread| thread.look(self));
                thread::sleep(PATROL);
            }
        });
        Guard { watched, dismissed }
    }
}

impl Guard {
    /// The account of one thread, by its number.
    pub fn watched(&self, number: usize) -> Arc<Watched> {
        Arc::clone(&self.watched[number])
    }

    /// Ends the watch.
    pub fn dismiss(&self) {
        self.dismissed.store(true, Ordering::Relaxed);
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.dismiss();
    }
}
