//! Room for one more lease: slots present, warm and not resting (R2, D19, D23, D26), and places under a cap (D08,
//! D09, D23, D27).

use super::facts::Warming;
use super::moment::Moment;
use spec::decisions::{CapGate, SilentHolder, SlotReuse, WarmingSlot, ZeroLimit};
use spec::{Millis, TenantId};

impl Moment<'_> {
    /// Slots that are warm now.
    fn slots_warm(&self) -> u64 {
        let warm = self.facts.slots_warming.iter().filter(|warming| warming.instant <= self.now);
        warm.fold(self.facts.slots_warm, |total, warming| total.saturating_add(warming.count))
    }

    /// Slots that are not warm yet, by warm instant.
    pub(super) fn slots_warming(&self) -> impl Iterator<Item = &Warming> {
        self.facts.slots_warming.iter().filter(|warming| warming.instant > self.now)
    }

    /// The silent ends whose slots rest, if D26 lets them.
    fn silent_ends(&self, tenant: Option<TenantId>) -> u64 {
        let ends = self.facts.silent_ends.iter().filter(|end| end.is_recent(self.now));
        ends.filter(|end| tenant.is_none_or(|tenant| end.tenant == tenant)).count() as u64
    }

    /// Whether a slot rests after a silent end (D26).
    pub(super) fn slots_rest(&self) -> bool {
        match self.decisions.slot_reuse() {
            SlotReuse::AfterGrace => true,
            SlotReuse::AtOnce => false,
        }
    }

    /// The instant from which a lease granted now counts, if a usable slot is free (R2): now, or, under D19
    /// claimable-lease-when-warm, when its slot is warm.
    pub(super) fn free_slot(&self) -> Option<Millis> {
        let (warm, present) = (self.slots_warm(), self.facts.slots_present());
        let live = self.facts.leases.iter().filter(|lease| self.counts(lease)).count() as u64;
        let silent_ends = self.silent_ends(None);
        if present <= live {
            return None;
        }
        if warm > live.saturating_add(silent_ends) {
            return Some(self.now);
        }
        let resting = if silent_ends > 0 && self.slots_rest() { silent_ends } else { 0 };
        let taken = live.saturating_add(resting);
        if warm > taken {
            return Some(self.now);
        }
        if present <= taken {
            return None;
        }
        match self.decisions.warming_slot() {
            WarmingSlot::Unusable => None,
            WarmingSlot::Claimable => Some(self.now),
            WarmingSlot::ClaimableLeaseWhenWarm => Some(self.warm_instant(taken.saturating_sub(warm))),
        }
    }

    /// When the slot that comes after so many other warming ones is warm.
    fn warm_instant(&self, mut before: u64) -> Millis {
        for warming in self.slots_warming() {
            if before < warming.count {
                return warming.instant;
            }
            before = before.saturating_sub(warming.count);
        }
        self.now
    }

    /// Whether a tenant is below its cap, for one more lease (R2).
    pub(super) fn is_below_cap(&self, tenant: TenantId) -> bool {
        let Some(limits) = self.facts.limits.get(tenant.0 as usize) else { return false };
        let Some(cap) = self.limit(limits.cap) else { return true };
        let cap = u64::try_from(cap).unwrap_or(0);
        let counted = self.facts.leases_of(tenant).filter(|lease| self.counts(lease)).count() as u64;
        let silent_ends = self.silent_ends(Some(tenant));
        if counted.saturating_add(silent_ends) < cap {
            return true;
        }
        // Where the live leases leave room, it is the silent ends that take it.
        let full = counted >= cap || self.slots_rest() && self.resting_slots_count_under_the_cap();
        !full
            || match self.decisions.cap_gate() {
                CapGate::AtClaim | CapGate::AtSubmit => false,
                CapGate::AtSubmitOnly => true,
            }
    }

    /// D27.
    pub(super) fn resting_slots_count_under_the_cap(&self) -> bool {
        match self.decisions.silent_holder() {
            SilentHolder::PoolOnly => false,
            SilentHolder::PoolAndCap => true,
        }
    }

    /// Whether a tenant exists: one configured with a limit of 0 does not under D09 invalid.
    pub(super) fn exists(&self, tenant: TenantId) -> bool {
        let Some(configured) = self.settings.tenants.get(tenant.0 as usize) else { return false };
        (configured.cap != 0 && configured.quota != 0)
            || match self.decisions.zero_limit() {
                ZeroLimit::Blocked | ZeroLimit::Unlimited => true,
                ZeroLimit::Invalid => false,
            }
    }

    /// Whether a tenant is suspended: a limit of its is 0 (D09 blocked).
    pub(super) fn is_blocked(&self, tenant: TenantId) -> bool {
        let Some(limits) = self.facts.limits.get(tenant.0 as usize) else { return false };
        (limits.cap == 0 || limits.quota == 0)
            && match self.decisions.zero_limit() {
                ZeroLimit::Blocked => true,
                ZeroLimit::Unlimited | ZeroLimit::Invalid => false,
            }
    }
}
