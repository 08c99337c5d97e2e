//! I7 ledger: no charge takes a tenant over its quota, no run is charged twice, and none gets back more than it paid.
//!
//! At each charge, the tenant's net charges in the window of now are held against the quota in force; refunds, passing
//! time and a changed quota are no charge. Fees of refused submits (D04) count for the tenant, but are not its run's.

use super::facts::Facts;
use super::id::InvariantId;
use super::limits::over_quota;
use super::step::{Invariant, Report, Step};
use spec::decisions::RetryCharge;
use spec::{Credits, Ended, RunId, Shed};

/// I7.
pub(super) struct Ledger;

impl Invariant for Ledger {
    fn id(&self) -> InvariantId {
        InvariantId::I7
    }

    fn judge_end(&self, facts: &Facts, _: &Step<'_>, end: &Ended, report: &mut Report<'_>) {
        judge_refund(facts, end.run, end.refunded, report);
    }

    fn judge_shed(&self, facts: &Facts, _: &Step<'_>, shed: &Shed, report: &mut Report<'_>) {
        judge_refund(facts, shed.run, shed.refunded, report);
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        let apart = step.refunded_apart();
        if apart > 0 {
            match step.run() {
                Some(run) => judge_refund(facts, run, apart, report),
                None => report.broken(format!("{apart} credits were refunded that no run had been charged")),
            }
        }
        if step.charged > 0
            && let Some(run) = step.run()
        {
            judge_charge(facts, step, run, report);
        }
    }
}

fn judge_refund(facts: &Facts, run: RunId, amount: Credits, report: &mut Report<'_>) {
    if amount <= 0 {
        return;
    }
    let net = facts.run(run).map_or(0, |run| run.net);
    if amount > net {
        report.broken(format!("{run} was refunded {amount} credits; it had been charged {net}"));
    }
}

fn judge_charge(facts: &Facts, step: &Step<'_>, run: RunId, report: &mut Report<'_>) {
    let amount = step.charged;
    if let Some(tenant) = facts.tenant(run.tenant) {
        let net = tenant.ledger.net(step.now, step.rules).saturating_add(amount);
        if let Some(quota) = over_quota(step, tenant, net) {
            let name = run.tenant;
            report.broken(format!(
                "{run} was charged {amount} credits, which makes {net} for tenant {name} in this window; its quota is \
                 {quota}"
            ));
        }
    }
    if !step.is_fee() && facts.run(run).is_some_and(|run| run.charged) {
        let by_new_grant = step.new_grant(facts).is_some();
        if !(by_new_grant && step.decisions().retry_charge() == RetryCharge::PerAttempt) {
            report.broken(format!("{run} was charged {amount} credits, and had been charged before"));
        }
    }
}
