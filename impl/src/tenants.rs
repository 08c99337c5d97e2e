//! Tenants: their limits as set, what counts against them, and what a limit of 0 means (D09).

use crate::keys::Root;
use crate::plane::ControlPlane;
use crate::queue::Queue;
use crate::runs::NONE;
use spec::decisions::{ChargePoint, ExpiryEffect, QuotaHold, RetryCharge, SilentHolder, ZeroLimit};
use spec::{Credits, Limits, TenantId};

/// One tenant.
#[derive(Debug)]
pub(crate) struct Tenant {
    /// As set.
    pub(crate) cap: i64,
    /// As set.
    pub(crate) quota: Credits,
    /// Configured with a cap or quota of 0, so that under D09 invalid it does not exist.
    pub(crate) configured_zero: bool,
    /// Whether anything was ever charged to it, so that D01 can bear on it.
    pub(crate) ever_charged: bool,
    /// The tree of its runs' keys.
    pub(crate) keys: Root,
    pub(crate) queue: Queue,
    /// Its live leases.
    pub(crate) held: u32,
    /// The newest of them; [`NONE`] without one.
    pub(crate) newest_lease: u32,
    /// Slots that rest after a silent end of one of its leases (D27).
    pub(crate) resting: u32,
    /// Charges less refunds: fixed windows (D01) in the window `window`, rolling ones since those that have lapsed.
    pub(crate) spent: Credits,
    /// None yet: [`u64::MAX`].
    pub(crate) window: u64,
    /// The cost of its queued runs that are not parked and were never charged.
    pub(crate) queued_fresh: Credits,
    /// The cost of its queued runs that are not parked and were charged before.
    pub(crate) queued_charged: Credits,
    /// The cost of its held runs that were never charged.
    pub(crate) held_fresh: Credits,
    /// How many of its queued runs are parked.
    pub(crate) parked: u32,
}

impl Tenant {
    pub(crate) fn new(limits: &Limits) -> Tenant {
        Tenant {
            cap: limits.cap,
            quota: limits.quota,
            configured_zero: limits.cap == 0 || limits.quota == 0,
            ever_charged: false,
            keys: Root::default(),
            queue: Queue::default(),
            held: 0,
            newest_lease: NONE,
            resting: 0,
            spent: 0,
            window: u64::MAX,
            queued_fresh: 0,
            queued_charged: 0,
            held_fresh: 0,
            parked: 0,
        }
    }

    /// Makes it as new, keeping its buffers.
    pub(crate) fn reset(&mut self, limits: &Limits) {
        let mut queue = std::mem::take(&mut self.queue);
        queue.clear();
        *self = Tenant::new(limits);
        self.queue = queue;
    }

    /// Everything that an option may count as reserved.
    pub(crate) fn most_reserved(&self) -> Credits {
        self.queued_fresh.saturating_add(self.queued_charged).saturating_add(self.held_fresh)
    }
}

impl Clone for Tenant {
    fn clone(&self) -> Tenant {
        Tenant { queue: self.queue.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, source: &Tenant) {
        let mut queue = std::mem::take(&mut self.queue);
        queue.clone_from(&source.queue);
        *self = Tenant { queue, ..*source };
    }
}

impl ControlPlane {
    /// Whether there is such a tenant: one that was configured with a 0 does not exist under D09 invalid.
    #[inline]
    pub(crate) fn exists(&self, tenant: TenantId) -> bool {
        self.state.tenants.get(tenant.0 as usize).is_some_and(|tenant| self.is_valid(tenant))
    }

    /// Whether the tenant may have the limits that it was configured with (D09).
    #[inline]
    pub(crate) fn is_valid(&self, tenant: &Tenant) -> bool {
        !tenant.configured_zero
            || match self.decisions.zero_limit() {
                ZeroLimit::Blocked | ZeroLimit::Unlimited => true,
                ZeroLimit::Invalid => false,
            }
    }

    /// Whether the tenant is suspended by a limit of 0 (D09 blocked).
    #[inline]
    pub(crate) fn is_blocked(&self, tenant: usize) -> bool {
        let tenant = &self.state.tenants[tenant];
        (tenant.cap == 0 || tenant.quota == 0)
            && match self.decisions.zero_limit() {
                ZeroLimit::Blocked => true,
                ZeroLimit::Unlimited | ZeroLimit::Invalid => false,
            }
    }

    /// A limit as it is in force; `None` where there is none (D09 unlimited).
    #[inline]
    pub(crate) fn in_force(&self, limit: i64) -> Option<i64> {
        if limit != 0 {
            return Some(limit);
        }
        match self.decisions.zero_limit() {
            ZeroLimit::Unlimited => None,
            ZeroLimit::Blocked | ZeroLimit::Invalid => Some(0),
        }
    }

    /// Its live leases that take no place under its cap: those past their deadline, under D23 uncounted.
    pub(crate) fn uncounted(&self, tenant: usize) -> u32 {
        let now = self.clock.last;
        if self.state.tenants[tenant].held == 0 || !self.any_due(now) {
            return 0;
        }
        match self.decisions.expiry_effect() {
            ExpiryEffect::Uncounted => self
                .state
                .leases
                .of_tenant(&self.state.tenants[tenant])
                .filter(|lease| self.is_due(*lease, now))
                .count() as u32,
            ExpiryEffect::AtSweep | ExpiryEffect::AtDeadline | ExpiryEffect::Never => 0,
        }
    }

    /// Whether a grant keeps the tenant within its cap, as a claim judges it, D08 apart.
    #[inline]
    pub(crate) fn is_below_cap(&self, tenant: usize) -> bool {
        let Tenant { cap, held, resting, .. } = self.state.tenants[tenant];
        let (held, resting) = (i64::from(held), i64::from(resting));
        if held + resting < cap {
            return true;
        }
        let Some(cap) = self.in_force(cap) else { return true };
        let counted = held - i64::from(self.uncounted(tenant));
        if counted >= cap {
            return false;
        }
        counted + resting < cap
            || match self.decisions.silent_holder() {
                SilentHolder::PoolOnly => true,
                SilentHolder::PoolAndCap => false,
            }
    }

    /// The credit that the tenant's queued work holds back from new work (D11 reserve).
    pub(crate) fn reserved(&self, tenant: usize) -> Credits {
        let tenant = &self.state.tenants[tenant];
        if tenant.most_reserved() == 0 {
            return 0;
        }
        match self.decisions.quota_hold() {
            QuotaHold::Recheck | QuotaHold::Neither => 0,
            QuotaHold::Reserve => {
                let mut reserved = tenant.queued_fresh;
                if tenant.queued_charged > 0 && self.charges_again() {
                    reserved = reserved.saturating_add(tenant.queued_charged);
                }
                if tenant.held_fresh > 0 {
                    match self.decisions.charge_point() {
                        ChargePoint::Completion => reserved = reserved.saturating_add(tenant.held_fresh),
                        ChargePoint::Claim | ChargePoint::Submit => {}
                    }
                }
                reserved
            }
        }
    }

    /// Whether a grant of a run that was charged before charges again (D03, where grants charge at all: D02 claim).
    pub(crate) fn charges_again(&self) -> bool {
        match self.decisions.retry_charge() {
            RetryCharge::OncePerRun => false,
            RetryCharge::PerAttempt => match self.decisions.charge_point() {
                ChargePoint::Claim => true,
                ChargePoint::Submit | ChargePoint::Completion => false,
            },
        }
    }

    /// What is left of the tenant's quota for new work; `None` where there is no limit (D09 unlimited).
    pub(crate) fn left(&self, tenant: usize) -> Option<Credits> {
        let quota = self.in_force(self.state.tenants[tenant].quota)?;
        Some(quota.saturating_sub(self.spent(tenant)).saturating_sub(self.reserved(tenant)))
    }

    /// Whether a new cost is covered by what is left.
    pub(crate) fn is_covered(&self, tenant: usize, cost: u32) -> bool {
        let cost = Credits::from(cost);
        let row = &self.state.tenants[tenant];
        if row.quota != 0 {
            let room = row.quota.saturating_sub(self.spent(tenant));
            if cost <= room.saturating_sub(row.most_reserved()) {
                return true;
            }
            if cost > room {
                return false;
            }
        }
        self.left(tenant).is_none_or(|left| cost <= left)
    }
}
