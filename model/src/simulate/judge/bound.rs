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
    let until_back = [settings.warm_up, settings.lease, settings.grace, calm.sweep, calm.poll, 1];
    let settle = until_back.into_iter().fold(0, Millis::saturating_add);
    let turn = calm.latency.saturating_mul(6).saturating_add(calm.work);
    let runs = backlogs.iter().map(|backlog| backlog.runs).fold(0, u64::saturating_add);
    let own = |backlog: &Backlog| backlog.cap.map_or(0, |cap| backlog.runs.div_ceil(cap.max(1)));
    let alone = backlogs.iter().map(own).max().unwrap_or(0);
    let turns = runs.div_ceil(servers.max(1)).saturating_add(alone).saturating_add(1);
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

    fn settings(warm_up: Millis) -> Settings {
        Settings { window: 100, lease: 41, warm_up, grace: 7, attempts: 1, queue: 1, pool: 1, tenants: Vec::new() }
    }

    #[test]
    fn a_bound_is_the_sum_of_its_worst_cases() {
        let settings = settings(3);
        let calm = Calm { latency: 5, work: 20, poll: 12, sweep: 10 };
        let some = Backlog { runs: 5, cost: 11, largest: 4, cap: Some(2), quota: Some(6) };
        let bound = |shape, backlogs: &[Backlog]| bound(&settings, calm, shape, 2, backlogs);
        // A lease, a warm-up, a rest, a sweep, a poll and the ms after them. A turn: six messages and a work; one is going
        // on, three for two servers, three for a cap of 2. Eleven credits, while more than two of six are charged.
        let (settle, turn, window) = (3 + 41 + 7 + 10 + 12 + 1, 6 * 5 + 20, 100 + 12);
        let fixed = bound(WindowShape::Fixed, &[some]);
        assert_eq!(fixed, Bound { settle, turns: 7 * turn, waits: 4 * window });
        assert_eq!(fixed.total(), 74 + 350 + 448);
        assert_eq!(bound(WindowShape::Rolling, &[some]).waits, 5 * window, "D01: one more, as credit comes bit by bit");
        let waits = |backlog: Backlog| bound(WindowShape::Fixed, &[Backlog::default(), backlog]).waits / window;
        assert_eq!(waits(Backlog { runs: 3, ..some }), 3, "no run waits for two windows");
        assert_eq!(
            waits(Backlog { largest: 7, ..some }),
            5,
            "what costs more than the quota waits as often as there are runs"
        );
        assert_eq!(waits(Backlog { largest: 6, runs: 99, ..some }), 11, "one credit at a time");
        assert_eq!(waits(Backlog { quota: None, ..some }), 0);
        let turns = |backlogs: &[Backlog]| bound(WindowShape::Fixed, backlogs).turns / turn;
        assert_eq!(turns(&[]), 1);
        assert_eq!(turns(&[Backlog { cap: None, ..some }]), 4);
        assert_eq!(turns(&[some, Backlog { cap: Some(1), runs: 4, ..some }]), 1 + 5 + 4);
    }

    #[test]
    fn settings_without_measure_have_a_bound_that_is_never_reached() {
        let settings = Settings { lease: Millis::MAX, window: Millis::MAX, ..settings(Millis::MAX) };
        let backlog = Backlog { runs: u64::MAX, cost: u64::MAX, largest: u64::MAX, cap: Some(0), quota: Some(0) };
        let bound = bound(&settings, Calm::of(&settings), WindowShape::Fixed, 1, &[backlog]);
        assert_eq!(
            (bound.settle, bound.turns, bound.waits, bound.total()),
            (Millis::MAX, Millis::MAX, Millis::MAX, Millis::MAX)
        );
    }

    #[test]
    fn a_drain_is_named_by_the_largest_part_of_its_bound() {
        for (settle, turns, waits, name) in [
            (1, 2, 3, "drain-for-credit"),
            (2, 1, 3, "drain-for-credit"),
            (1, 3, 2, "drain-for-turns"),
            (1, 2, 2, "drain-for-turns"),
            (2, 3, 1, "drain-for-turns"),
            (3, 1, 2, "drain-for-slots"),
            (2, 1, 2, "drain-for-slots"),
            (2, 2, 1, "drain-for-slots"),
            (3, 2, 1, "drain-for-slots"),
        ] {
            assert_eq!(Bound { settle, turns, waits }.drain(), name, "{settle} {turns} {waits}");
        }
    }

    #[test]
    fn the_bound_grows_with_what_there_is_to_do_and_shrinks_with_who_does_it() {
        let settings = settings(0);
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
