//! What bounds a grant: the cap, the pool and the quota, as the invariants state them.
//!
//! I1, I2 and I7 hold a grant against these bounds; I3 holds the lack of one against the same.

use super::facts::{Facts, TenantFacts};
use super::step::Step;
use spec::Credits;
use spec::decisions::{SilentHolder, WarmingSlot, ZeroLimit};

/// What is more than a tenant's cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OverCap {
    /// Its live leases alone.
    Live,
    /// Its live leases and its resting slots (D27 pool-and-cap).
    WithResting,
}

/// Holds a number of live leases of a tenant against its cap (I1); `None` where it fits.
pub(super) fn over_cap(step: &Step<'_>, tenant: &TenantFacts, live: i64) -> Option<OverCap> {
    if live.saturating_add(tenant.resting) <= tenant.cap {
        return None;
    }
    if tenant.cap == 0 && step.decisions().zero_limit() == ZeroLimit::Unlimited {
        return None;
    }
    if live > tenant.cap {
        return Some(OverCap::Live);
    }
    (step.decisions().silent_holder() == SilentHolder::PoolAndCap).then_some(OverCap::WithResting)
}

/// The slots that count as usable by D19 if that is fewer than are needed (I2); `None` where they suffice.
pub(super) fn short_of_slots(step: &Step<'_>, facts: &Facts, needed: i64) -> Option<i64> {
    let warm = facts.pool.present - facts.pool.cold;
    if needed <= warm {
        return None;
    }
    if needed > facts.pool.present {
        // Short whatever D19 says; where slots are warming, the number in the message is all that are present.
        return Some(facts.pool.present);
    }
    (step.decisions().warming_slot() == WarmingSlot::Unusable).then_some(warm)
}

/// The quota that bounds a tenant's net charges (I7), if they are more than it.
pub(super) fn over_quota(step: &Step<'_>, tenant: &TenantFacts, net: Credits) -> Option<Credits> {
    if net <= tenant.quota || (tenant.quota == 0 && step.decisions().zero_limit() == ZeroLimit::Unlimited) {
        return None;
    }
    Some(tenant.quota)
}
