//! I3 no-leak: nothing is withheld without cause.
//!
//! "No slot" needs the pool to be at I2's bound. "Nothing eligible" needs every tenant that is not blocked to be at I1's
//! bound, or to have nothing queued that could start: under D17 strict only the head could, and a run could whose grant
//! would charge nothing, or a charge that fits I7's bound (less reservations, if it is parked). And no lease that is
//! past its deadline survives a sweep.
//!
//! Only tenants that changed since a claim was last told "nothing eligible" are looked at: what kept the others from
//! starting then keeps them still.

use super::facts::{Facts, RunFacts, TenantFacts};
use super::id::InvariantId;
use super::limits::{over_cap, over_quota, short_of_slots};
use super::silence::is_due;
use super::step::{Invariant, Report, Step};
use spec::decisions::{ChargePoint, HeadOfLine, QuotaHold, RetryCharge, ZeroLimit};
use spec::{Answer, Command, Credits, Idle, TenantId, WorkerId};

/// I3.
pub(super) struct NoLeak;

impl Invariant for NoLeak {
    fn id(&self) -> InvariantId {
        InvariantId::I3
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        match (step.command, step.answer) {
            (Command::Claim { worker }, Answer::Idle(Idle::NoSlot)) => judge_no_slot(facts, step, worker, report),
            (Command::Claim { worker }, Answer::Idle(Idle::NothingEligible)) => {
                for tenant in &facts.stirred {
                    judge_nothing_eligible(facts, step, worker, *tenant, report);
                }
            }
            (Command::Sweep, Answer::Swept) => {
                for lease in facts.leases.iter().filter(|lease| is_due(step, lease)) {
                    let (run, fence, deadline, now) = (lease.run, lease.fence, lease.deadline, step.now);
                    report.broken(format!(
                        "the lease of {run} under fence {fence} survived the sweep at {now}; its deadline was {deadline}"
                    ));
                }
            }
            _ => {}
        }
    }
}

fn judge_no_slot(facts: &Facts, step: &Step<'_>, worker: WorkerId, report: &mut Report<'_>) {
    if short_of_slots(step, facts, facts.occupied() + 1).is_none() {
        let (live, resting, present) = (facts.leases.len(), facts.pool.resting(), facts.pool.present);
        report.broken(format!(
            "{worker} was told that no slot is free, with {live} live leases and {resting} resting slots of {present}"
        ));
    }
}

fn judge_nothing_eligible(facts: &Facts, step: &Step<'_>, worker: WorkerId, name: TenantId, report: &mut Report<'_>) {
    let Some(tenant) = facts.tenant(name).filter(|tenant| !tenant.queue.is_empty()) else { return };
    let is_zero = tenant.cap == 0 || tenant.quota == 0;
    if (is_zero && step.decisions().zero_limit() != ZeroLimit::Unlimited)
        || over_cap(step, tenant, tenant.live.saturating_add(1)).is_some()
    {
        return;
    }
    let mut queued = tenant.queue.iter().map(|place| &facts.runs[*place as usize]);
    let Some(index) = queued.position(|run| could_start(facts, step, tenant, run)) else { return };
    if index > 0 && step.decisions().head_of_line() == HeadOfLine::Strict {
        return;
    }
    let RunFacts { id: run, cost, .. } = facts.runs[tenant.queue[index] as usize];
    let (live, cap, quota) = (tenant.live, tenant.cap, tenant.quota);
    let net = tenant.ledger.net(step.now, step.rules);
    report.broken(format!(
        "{worker} was told that nothing is eligible while {run} was queued at a cost of {cost}; tenant {name} held \
         {live} of {cap} leases and had spent {net} of {quota} credits"
    ));
}

/// Whether credit lets this queued run start.
fn could_start(facts: &Facts, step: &Step<'_>, tenant: &TenantFacts, run: &RunFacts) -> bool {
    let net = tenant.ledger.net(step.now, step.rules).saturating_add(Credits::from(run.cost));
    let fits = over_quota(step, tenant, net).is_none();
    if run.parked {
        return fits && fits_beside_reservations(facts, step, tenant, run, net);
    }
    fits || !needs_credit(step, run)
}

/// Whether the grant of this run, which is not parked, asks for credit.
fn needs_credit(step: &Step<'_>, run: &RunFacts) -> bool {
    match step.decisions().charge_point() {
        _ if is_to_be_charged_by_grant(step, run) => true,
        // Such a claim asks for credit though it charges nothing (D02).
        ChargePoint::Completion => !run.charged && step.decisions().quota_hold() == QuotaHold::Recheck,
        ChargePoint::Claim | ChargePoint::Submit => false,
    }
}

/// Whether the next grant of this run, which is not parked, charges it.
fn is_to_be_charged_by_grant(step: &Step<'_>, run: &RunFacts) -> bool {
    if run.charged && step.decisions().retry_charge() == RetryCharge::OncePerRun {
        return false;
    }
    // A run that was parked is charged by its grants, whatever D02 says.
    run.was_parked || step.decisions().charge_point() == ChargePoint::Claim
}

/// Whether `net`, which counts this parked run's cost already, fits the quota beside what is reserved (D11).
fn fits_beside_reservations(
    facts: &Facts,
    step: &Step<'_>,
    tenant: &TenantFacts,
    parked: &RunFacts,
    net: Credits,
) -> bool {
    let name = parked.id.tenant;
    let queued = tenant.queue.iter().map(|place| &facts.runs[*place as usize]).filter(|run| !run.parked);
    let held = facts.leases.iter().filter(|lease| lease.run.tenant == name).filter_map(|lease| facts.run(lease.run));
    let to_pay: Credits = queued.clone().chain(held.clone()).map(|run| Credits::from(run.cost)).sum();
    if over_quota(step, tenant, net.saturating_add(to_pay)).is_none()
        || step.decisions().quota_hold() != QuotaHold::Reserve
    {
        return true;
    }
    let at_completion =
        |run: &&RunFacts| !run.is_final() && !run.charged && step.decisions().charge_point() == ChargePoint::Completion;
    let reserved: Credits = queued
        .filter(|run| is_to_be_charged_by_grant(step, run) || at_completion(run))
        .chain(held.filter(at_completion))
        .map(|run| Credits::from(run.cost))
        .sum();
    over_quota(step, tenant, net.saturating_add(reserved)).is_none()
}
