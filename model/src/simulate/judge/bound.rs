//! How long a drain may take, computed from the settings and from the work that was there when the calm began.
//!
//! It is a sum of worst cases, each of which can happen:
//!
//! - **settle**: a lease granted at the last moment on a slot that is still warming runs out, is swept, and its slot rests;
//! - **turns**: with `k` servers (slots and core workers, whichever are fewer) all busy, R runs take R/k turns; while a
//!   tenant is at its cap c, its own runs take R/c turns (Graham's argument for list scheduling: at every instant before a
//!   run is granted, one of the two, or the next, is the case);
//! - **waits**: a tenant's credit is used up until its window ends. While it waits for a run that costs at most m, more than
//!   quota - m is charged, so runs that cost C let it wait at most C / (quota - m + 1) times, rounded up: the first time
//!   for what was charged before. Rolling windows give credit back bit by bit, and cost one more. And it waits at most
//!   once for each run, because each that fits the quota at all fits an untouched window.
//!
//! A bound that is too generous proves nothing: over a corpus the longest drain must reach half of it.

use crate::simulate::world::Calm;
use spec::decisions::WindowShape;
use spec::{Millis, Settings};

/// What one tenant has still to get.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Runs that may have to be granted: queued, or under a lease that may be lost.
    pub runs: u64,
    /// What they cost together, in credits.
    pub cost: u64,
    /// What the most expensive of them costs.
    pub largest: u64,
    /// The tenant's cap; `None` for no limit.
    pub cap: Option<u64>,
    /// The credits per window that they can have; `None` for no limit.
    pub quota: Option<u64>,
}

/// The bound on a drain, part by part, ms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// Until every slot of a vanished worker is back.
    pub settle: Millis,
    /// Until everything is granted, while servers and caps are what is short.
    pub turns: Millis,
    /// While credit is what is short.
    pub waits: Millis,
}

impl Bound {
    /// The whole.
    pub const fn total(self) -> Millis {
        self.settle.saturating_add(self.turns).saturating_add(self.waits)
    }

    /// The name of a drain of which this is the bound: by its largest part, because a bound that is tight where slots
    /// settle may still be far too generous where credit is short.
    pub const fn drain(self) -> &'static str {
        if self.waits > self.turns && self.waits > self.settle {
            "drain-for-credit"
        } else if self.turns > self.settle {
            "drain-for-turns"
        } else {
            "drain-for-slots"
        }
    }
}

/// The bound on a drain.
pub fn bound(settings: &Settings, calm: Calm, shape: WindowShape, servers: u64, backlogs: &[Backlog]) -> Bound {
    let settle = settings.warm_up + settings.lease + settings.grace + calm.sweep + calm.poll + 1;
    let turn = 6 * calm.latency + calm.work;
    let runs: u64 = backlogs.iter().map(|backlog| backlog.runs).sum();
    let own = |backlog: &Backlog| backlog.cap.map_or(0, |cap| backlog.runs.div_ceil(cap.max(1)));
    let turns = 1 + runs.div_ceil(servers.max(1)) + backlogs.iter().map(own).max().unwrap_or(0);
    let waits = backlogs.iter().map(|backlog| windows(backlog, shape)).max().unwrap_or(0);
    let waits = waits.saturating_mul(settings.window.saturating_add(calm.poll));
    Bound { settle, turns: turns.saturating_mul(turn), waits }
}

/// D01: how often a tenant waits for its window to end.
fn windows(backlog: &Backlog, shape: WindowShape) -> u64 {
    let Some(quota) = backlog.quota else { return 0 };
    let bit_by_bit = match shape {
        WindowShape::Fixed => 0,
        WindowShape::Rolling => 1,
    };
    match quota.checked_sub(backlog.largest) {
        Some(rest) => backlog.runs.min(backlog.cost.div_ceil(rest + 1) + bit_by_bit),
        None => backlog.runs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_grows_with_what_there_is_to_do_and_shrinks_with_who_does_it() {
        let settings = Settings {
            window: 100,
            lease: 41,
            warm_up: 0,
            grace: 7,
            attempts: 1,
            queue: 1,
            pool: 1,
            tenants: Vec::new(),
        };
        let calm = Calm::of(&settings);
        let backlog = |runs, quota| Backlog { runs, cost: runs, largest: 1, cap: Some(1), quota };
        let bound =
            |servers, backlogs: &[Backlog]| bound(&settings, calm, WindowShape::Fixed, servers, backlogs).total();
        let nothing = bound(1, &[]);
        assert_eq!(nothing, 41 + 7 + calm.sweep + calm.poll + 1 + 50);
        assert_eq!(bound(1, &[backlog(2, None)]), nothing + 4 * 50);
        assert_eq!(bound(2, &[backlog(2, None)]), nothing + 3 * 50);
        assert_eq!(bound(1, &[backlog(2, Some(1))]), nothing + 4 * 50 + 2 * (100 + calm.poll));
    }
}
