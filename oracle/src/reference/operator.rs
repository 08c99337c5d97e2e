//! The operator's commands: `set_cap`, `set_quota`, `resize` (D09, D21).

use super::ends::Manner;
use super::facts::Lease;
use super::moment::{Moment, total_refund};
use spec::decisions::{LimitLowered, ZeroLimit};
use spec::{Answer, Ended, Few, Outcome, Refusal, TenantId};

impl Moment<'_> {
    /// The expected outcome of `set_cap`.
    pub(super) fn set_cap(&self, tenant: TenantId, cap: i64) -> Outcome {
        if let Some(refusal) = self.cannot_be_set(tenant, cap) {
            return Outcome::refused(refusal);
        }
        let bound = self.limit(cap).map_or(u64::MAX, |cap| u64::try_from(cap).unwrap_or(0));
        self.set(|| self.facts.leases_of(tenant), bound)
    }

    /// The expected outcome of `set_quota`. A lowered quota undoes no charge (R7).
    pub(super) fn set_quota(&self, tenant: TenantId, quota: i64) -> Outcome {
        self.cannot_be_set(tenant, quota).map_or(Answer::Set.into(), Outcome::refused)
    }

    /// The expected outcome of `resize`. 0 is valid under every option of D09.
    pub(super) fn resize(&self, slots: i64) -> Outcome {
        match u64::try_from(slots) {
            Ok(slots) if slots <= spec::SLOTS_MAX.into() => self.set(|| self.facts.leases.iter(), slots),
            Ok(_) | Err(_) => Outcome::refused(Refusal::Invalid),
        }
    }

    /// Unknown tenant, then invalid: a negative value, or 0 under D09 invalid.
    fn cannot_be_set(&self, tenant: TenantId, value: i64) -> Option<Refusal> {
        if !self.exists(tenant) {
            return Some(Refusal::UnknownTenant);
        }
        let invalid = value < 0
            || value == 0
                && match self.decisions.zero_limit() {
                    ZeroLimit::Invalid => true,
                    ZeroLimit::Blocked | ZeroLimit::Unlimited => false,
                };
        invalid.then_some(Refusal::Invalid)
    }

    /// A bound was set; D21 says what of the live leases above it.
    fn set<'a, Leases>(&'a self, leases: impl Fn() -> Leases, bound: u64) -> Outcome
    where
        Leases: DoubleEndedIterator<Item = &'a Lease>,
    {
        let above = (leases().count() as u64).saturating_sub(bound);
        if above == 0 {
            return Answer::Set.into();
        }
        match self.decisions.limit_lowered() {
            LimitLowered::Drain => Answer::Set.into(),
            LimitLowered::RevokeNewest => {
                let newest_first = leases().rev().take(usize::try_from(above).unwrap_or(usize::MAX));
                let ended: Few<Ended> = newest_first.map(|lease| self.end(lease, Manner::Revoked)).collect();
                Outcome { refunded: total_refund(&ended), ended, ..Outcome::just(Answer::Set) }
            }
        }
    }
}
