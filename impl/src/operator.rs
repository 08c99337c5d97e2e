//! An operator's commands: `set_cap`, `set_quota`, `resize` (D09, D19, D21; R7).

use crate::ends::End;
use crate::plane::ControlPlane;
use spec::decisions::{LimitLowered, ZeroLimit};
use spec::{Answer, Credits, Millis, Outcome, Refusal, SLOTS_MAX, TenantId};
use std::cmp::Ordering;

impl ControlPlane {
    /// `set_cap`: unknown tenant, then invalid.
    pub(crate) fn set_cap(&mut self, now: Millis, tenant: TenantId, cap: i64, outcome: &mut Outcome) -> Answer {
        if !self.exists(tenant) {
            return Answer::Refused(Refusal::UnknownTenant);
        }
        if !self.can_be_set(cap) {
            return Answer::Refused(Refusal::Invalid);
        }
        let tenant = tenant.0 as usize;
        self.state.tenants[tenant].cap = cap;
        self.state.order.touch(tenant);
        self.changed = true;
        if i64::from(self.state.tenants[tenant].held) > cap
            && let Some(cap) = self.in_force(cap)
        {
            self.revoke_beyond(now, u64::try_from(cap).unwrap_or(0), Some(tenant), outcome);
        }
        Answer::Set
    }

    /// `set_quota`: unknown tenant, then invalid. No charge is undone.
    pub(crate) fn set_quota(&mut self, tenant: TenantId, quota: Credits) -> Answer {
        if !self.exists(tenant) {
            return Answer::Refused(Refusal::UnknownTenant);
        }
        if !self.can_be_set(quota) {
            return Answer::Refused(Refusal::Invalid);
        }
        let tenant = tenant.0 as usize;
        self.state.tenants[tenant].quota = quota;
        self.state.order.touch(tenant);
        self.changed = true;
        Answer::Set
    }

    /// `resize`: 0 is valid, a negative number and more than [`SLOTS_MAX`] are not.
    pub(crate) fn resize(&mut self, now: Millis, slots: i64, outcome: &mut Outcome) -> Answer {
        if !(0..=i64::from(SLOTS_MAX)).contains(&slots) {
            return Answer::Refused(Refusal::Invalid);
        }
        let slots = slots.unsigned_abs();
        let present = self.state.pool.present();
        match slots.cmp(&present) {
            Ordering::Less => self.state.pool.remove(present - slots),
            Ordering::Equal => {}
            Ordering::Greater => {
                let warm_at = now.saturating_add(self.setup.warm_up);
                self.state.pool.add(slots - present, warm_at);
                self.advance_pool(now);
            }
        }
        self.changed = true;
        if u64::from(self.state.leases.len()) > slots {
            self.revoke_beyond(now, slots, None, outcome);
        }
        Answer::Set
    }

    /// Whether a cap or quota can have this value (D09).
    fn can_be_set(&self, limit: i64) -> bool {
        limit > 0
            || limit == 0
                && match self.decisions.zero_limit() {
                    ZeroLimit::Blocked | ZeroLimit::Unlimited => true,
                    ZeroLimit::Invalid => false,
                }
    }

    /// D21: more is in use, by a tenant or in the whole pool, than a lowered limit allows.
    fn revoke_beyond(&mut self, now: Millis, limit: u64, tenant: Option<usize>, outcome: &mut Outcome) {
        match self.decisions.limit_lowered() {
            LimitLowered::Drain => return,
            LimitLowered::RevokeNewest => {}
        }
        let in_use = match tenant {
            None => self.state.leases.len(),
            Some(tenant) => self.state.tenants[tenant].held,
        };
        // Each ends one lease: a count, so that this comes to an end whatever an ending does.
        for _ in limit..u64::from(in_use) {
            let leases = &self.state.leases;
            let newest = match tenant {
                None => leases.newest(),
                Some(tenant) => leases.of_tenant(&self.state.tenants[tenant]).next(),
            };
            if let Some(newest) = newest {
                self.end_lease(now, newest, End::Revoked, outcome);
            }
        }
    }
}
