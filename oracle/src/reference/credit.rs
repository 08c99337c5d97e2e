//! Credit: what was spent, what is reserved, what is left, and what a run is still to be charged (D01 to D03, D07, D09
//! to D11).

use super::facts::Run;
use super::ledger::Charge;
use super::moment::Moment;
use spec::decisions::{ChargePoint, QuotaHold, RefundWindow, RetryCharge, WindowShape, ZeroLimit};
use spec::{Credits, Millis, Status, TenantId};

impl Moment<'_> {
    /// Whether an earlier instant lies in the window of now (D01): fixed [kW, (k+1)W), rolling (now − W, now].
    pub(super) fn in_window(&self, instant: Millis) -> bool {
        let window = self.settings.window;
        if self.now.saturating_sub(instant) >= window {
            // So long ago that it lies outside either window.
            return false;
        }
        let same_period = self.now.checked_div(window) == instant.checked_div(window);
        same_period
            || match self.decisions.window_shape() {
                WindowShape::Fixed => false,
                WindowShape::Rolling => true,
            }
    }

    /// Charges less refunds in the window of now (R9).
    pub(super) fn spent(&self, tenant: TenantId) -> Credits {
        let charges = self.facts.ledger.iter().filter(|charge| charge.tenant == tenant);
        charges.fold(0, |total: Credits, charge| total.saturating_add(self.weight(charge)))
    }

    /// What one charge, with its refund, adds to the window of now (D07).
    fn weight(&self, charge: &Charge) -> Credits {
        let charged = self.in_window(charge.instant);
        let Some(refunded) = charge.refunded else { return if charged { charge.amount } else { 0 } };
        if charged == self.in_window(refunded) {
            return 0;
        }
        match self.decisions.refund_window() {
            RefundWindow::ChargedWindow => 0,
            // A refund is never earlier than its charge: only the refund lies in the window.
            RefundWindow::CurrentWindow => charge.amount.saturating_neg(),
        }
    }

    /// The quota in force; `None` is no limit (D09 unlimited).
    pub(super) fn quota(&self, tenant: TenantId) -> Option<Credits> {
        self.limit(self.facts.limits.get(tenant.0 as usize)?.quota)
    }

    /// A limit as it bears on work; `None` is no limit. What a 0 means is D09; blocked tenants are told apart before.
    pub(super) fn limit(&self, limit: i64) -> Option<i64> {
        if limit != 0 {
            return Some(limit);
        }
        match self.decisions.zero_limit() {
            ZeroLimit::Unlimited => None,
            ZeroLimit::Blocked | ZeroLimit::Invalid => Some(0),
        }
    }

    /// Whether the next grant of a queued run charges it (D02, D03). The first claim of a parked run does whatever D02
    /// says, and no later one unless D02 has claims charge (D10).
    fn grant_charges(&self, run: &Run) -> bool {
        run.parked
            || match self.decisions.charge_point() {
                ChargePoint::Claim => !run.charged || self.charges_each_attempt(),
                ChargePoint::Submit | ChargePoint::Completion => false,
            }
    }

    fn charges_each_attempt(&self) -> bool {
        match self.decisions.retry_charge() {
            RetryCharge::OncePerRun => false,
            RetryCharge::PerAttempt => true,
        }
    }

    /// Whether a run, queued or held and not parked, is still to be charged (D02, D03).
    fn is_still_to_be_charged(&self, run: &Run) -> bool {
        match self.decisions.charge_point() {
            ChargePoint::Claim => run.status == Status::Queued && (!run.charged || self.charges_each_attempt()),
            ChargePoint::Submit => false,
            ChargePoint::Completion => !run.charged,
        }
    }

    /// A tenant's queued and held runs, parked ones apart.
    fn open_runs(&self, tenant: TenantId) -> impl Iterator<Item = &Run> {
        let queued = self.facts.queue_of(tenant).iter();
        let held = self.facts.leases_of(tenant).map(|lease| &lease.run);
        let runs = queued.chain(held).filter_map(|run| self.facts.run(*run));
        runs.filter(|run| matches!(run.status, Status::Queued | Status::Held) && !run.parked)
    }

    /// The most that could be reserved.
    fn cost_of_open_runs(&self, tenant: TenantId) -> Credits {
        self.open_runs(tenant).fold(0, |total: Credits, run| total.saturating_add(run.cost))
    }

    /// The cost of a tenant's queued runs that are not parked and still to be charged; with D02 completion, of its held
    /// ones too.
    fn outstanding(&self, tenant: TenantId) -> Credits {
        let outstanding = self.open_runs(tenant).filter(|run| self.is_still_to_be_charged(run));
        outstanding.fold(0, |total: Credits, run| total.saturating_add(run.cost))
    }

    /// What is held back for queued, uncharged work (D11).
    pub(super) fn reserved(&self, tenant: TenantId) -> Credits {
        let outstanding = self.outstanding(tenant);
        if outstanding == 0 {
            return 0;
        }
        match self.decisions.quota_hold() {
            QuotaHold::Reserve => outstanding,
            QuotaHold::Recheck | QuotaHold::Neither => 0,
        }
    }

    /// Quota less spent, in the window of now; `None` is without limit.
    pub(super) fn headroom(&self, tenant: TenantId) -> Option<Credits> {
        Some(self.quota(tenant)?.saturating_sub(self.spent(tenant)))
    }

    /// Whether a cost fits what is left: quota − spent − reserved.
    pub(super) fn is_covered(&self, tenant: TenantId, cost: Credits) -> bool {
        let Some(headroom) = self.headroom(tenant) else { return true };
        if cost > headroom {
            return false;
        }
        // What is reserved is asked for only where it could matter.
        let fits_beside = |reserved: Credits| cost <= headroom.saturating_sub(reserved);
        fits_beside(self.cost_of_open_runs(tenant)) || fits_beside(self.reserved(tenant))
    }

    /// The lesser of a cost and what is left, never negative: a fee (D04).
    pub(super) fn lesser_of_cost_and_left(&self, tenant: TenantId, cost: Credits) -> Credits {
        match self.headroom(tenant) {
            Some(headroom) if headroom > 0 => cost.min(headroom.saturating_sub(self.reserved(tenant))).max(0),
            Some(_) => 0,
            None => cost,
        }
    }

    /// Whether credit lets a queued run start (R2, D02, D10, D11).
    pub(super) fn credit_allows(&self, run: &Run) -> bool {
        let tenant = run.run.tenant;
        if run.parked {
            // D10: once its cost is covered.
            return self.is_covered(tenant, run.cost);
        }
        if self.headroom(tenant).is_none_or(|headroom| run.cost <= headroom) {
            return true;
        }
        match self.decisions.quota_hold() {
            QuotaHold::Neither => true,
            QuotaHold::Reserve => !self.grant_charges(run),
            QuotaHold::Recheck => !self.is_still_to_be_charged(run),
        }
    }

    /// What a grant of this queued run charges.
    pub(super) fn charge_at_grant(&self, run: &Run) -> Credits {
        if self.grant_charges(run) { run.cost } else { 0 }
    }

    /// What an applied completion of this run charges (D02 completion, D11): never refused for credit.
    pub(super) fn charge_at_completion(&self, run: &Run) -> Credits {
        if run.charged {
            return 0;
        }
        match self.decisions.charge_point() {
            ChargePoint::Claim | ChargePoint::Submit => 0,
            ChargePoint::Completion => match self.headroom(run.run.tenant) {
                Some(headroom) if headroom < run.cost => match self.decisions.quota_hold() {
                    QuotaHold::Neither => run.cost,
                    QuotaHold::Reserve | QuotaHold::Recheck => headroom.max(0),
                },
                Some(_) | None => run.cost,
            },
        }
    }
}
