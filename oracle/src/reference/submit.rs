//! `submit`: every ground for a refusal is looked for, and the first by rank is reported (D15).

use super::facts::Run;
use super::moment::Moment;
use spec::decisions::{
    CapGate, ChargePoint, FullQueue, QuotaGate, RefusalPrecedence, RefusedResubmit, RefusedSubmit, Resubmit,
};
use spec::{Answer, Credits, Outcome, Refusal, RunId, Shed, Status};

/// A ground for not queueing a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    UnknownTenant,
    CancelledEarly,
    /// An earlier answer stands (D12, D13).
    Known,
    Blocked,
    AtCap,
    NoCredit,
    QueueFull,
}

/// D15 permanent-first.
const PERMANENT_FIRST: [Ground; 7] = [
    Ground::UnknownTenant,
    Ground::CancelledEarly,
    Ground::Known,
    Ground::Blocked,
    Ground::AtCap,
    Ground::NoCredit,
    Ground::QueueFull,
];

/// D15 transient-first.
const TRANSIENT_FIRST: [Ground; 7] = [
    Ground::UnknownTenant,
    Ground::QueueFull,
    Ground::NoCredit,
    Ground::AtCap,
    Ground::Blocked,
    Ground::Known,
    Ground::CancelledEarly,
];

/// The grounds that hold at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Grounds(u8);

impl Grounds {
    fn add(&mut self, ground: Ground, holds: bool) {
        self.0 |= u8::from(holds) << ground as u8;
    }

    pub(super) fn contains(self, ground: Ground) -> bool {
        self.0 & (1 << ground as u8) != 0
    }

    fn first(self, ranking: &[Ground; 7]) -> Option<Ground> {
        ranking.iter().copied().find(|ground| self.contains(*ground))
    }
}

impl Moment<'_> {
    /// The expected outcome of `submit`.
    pub(super) fn submit(&self, run: RunId, cost: Credits) -> Outcome {
        let grounds = self.grounds(run, cost);
        let Some(ground) = self.foremost(grounds) else { return self.queued(run, cost) };
        let refusal = match ground {
            Ground::UnknownTenant => return Outcome::refused(Refusal::UnknownTenant),
            Ground::CancelledEarly => return Outcome::refused(Refusal::CancelledEarly),
            Ground::Known => return self.known(run, cost),
            Ground::Blocked => return Outcome::refused(Refusal::Blocked),
            Ground::AtCap => Refusal::AtCap,
            Ground::NoCredit => Refusal::NoCredit,
            Ground::QueueFull => Refusal::QueueFull,
        };
        // A known or tombstoned run is never charged, whatever is reported.
        let is_new = !grounds.contains(Ground::Known) && !grounds.contains(Ground::CancelledEarly);
        let charged = if is_new { self.fee(run, cost) } else { 0 };
        Outcome { charged, ..Outcome::refused(refusal) }
    }

    /// All grounds that hold. They count the run's own place and reservation.
    pub(super) fn grounds(&self, run: RunId, cost: Credits) -> Grounds {
        let tenant = run.tenant;
        let mut grounds = Grounds::default();
        grounds.add(Ground::CancelledEarly, self.facts.is_tombstoned(run));
        if !self.exists(tenant) {
            grounds.add(Ground::UnknownTenant, true);
            return grounds;
        }
        grounds.add(Ground::Known, self.facts.run(run).is_some_and(|known| self.answer_stands(known)));
        grounds.add(Ground::Blocked, self.is_blocked(tenant));
        grounds.add(Ground::AtCap, self.is_at_cap_for_submits(run));
        grounds.add(Ground::NoCredit, !self.is_covered(tenant, cost) && self.uncovered_is_refused());
        grounds.add(Ground::QueueFull, self.queue_is_at_its_bound(run) && !self.full_queue_sheds());
        grounds
    }

    /// D15: which ground is reported.
    fn foremost(&self, grounds: Grounds) -> Option<Ground> {
        let permanent = grounds.first(&PERMANENT_FIRST);
        let transient = grounds.first(&TRANSIENT_FIRST);
        if permanent == transient {
            return permanent;
        }
        match self.decisions.refusal_precedence() {
            RefusalPrecedence::PermanentFirst => permanent,
            RefusalPrecedence::TransientFirst => transient,
        }
    }

    /// Whether an earlier answer stands: an accepted run's always, a rejected one's under D13 repeat-refusal.
    pub(super) fn answer_stands(&self, known: &Run) -> bool {
        known.status != Status::Rejected
            || match self.decisions.refused_resubmit() {
                RefusedResubmit::JudgeAfresh => false,
                RefusedResubmit::RepeatRefusal => true,
            }
    }

    /// D08: whether the cap refuses submits now.
    fn is_at_cap_for_submits(&self, run: RunId) -> bool {
        let tenant = run.tenant;
        let Some(limits) = self.facts.limits.get(tenant.0 as usize) else { return false };
        let (held, queued) = (self.facts.held(tenant), self.facts.queue_of(tenant).len() as u64);
        let reaches = |count: u64| count >= u64::try_from(limits.cap).unwrap_or(0);
        if !reaches(queued.saturating_add(held)) || self.limit(limits.cap).is_none() {
            return false;
        }
        // D23 uncounted: what takes no place under the cap is not held here either.
        let counted = self.facts.leases_of(tenant).filter(|lease| self.counts(lease)).count() as u64;
        reaches(queued.saturating_add(counted))
            && match self.decisions.cap_gate() {
                CapGate::AtClaim => false,
                CapGate::AtSubmit => true,
                CapGate::AtSubmitOnly => reaches(counted),
            }
    }

    /// D10.
    fn uncovered_is_refused(&self) -> bool {
        match self.decisions.quota_gate() {
            QuotaGate::Reject => true,
            QuotaGate::Park => false,
        }
    }

    fn queue_is_at_its_bound(&self, run: RunId) -> bool {
        self.facts.queue_of(run.tenant).len() >= self.settings.queue as usize
    }

    /// D14.
    fn full_queue_sheds(&self) -> bool {
        match self.decisions.full_queue() {
            FullQueue::RefuseNewest => false,
            FullQueue::ShedOldest => true,
        }
    }

    /// The answer to a run that is known (D12, D13).
    fn known(&self, run: RunId, cost: Credits) -> Outcome {
        let Some(known) = self.facts.run(run) else { return Outcome::refused(Refusal::Duplicate) };
        if let (Status::Rejected, Some(rejection)) = (known.status, known.rejection) {
            return Outcome { repeated: true, ..Outcome::refused(rejection) };
        }
        let again = Outcome { repeated: true, ..Outcome::just(Answer::Queued { parked: known.first_parked }) };
        match self.decisions.resubmit() {
            Resubmit::RepeatIfEqual if known.cost == cost => again,
            Resubmit::RepeatIfEqual => Outcome::refused(Refusal::Conflict),
            Resubmit::Repeat => again,
            Resubmit::Refuse => Outcome::refused(Refusal::Duplicate),
        }
    }

    /// D04: what a refused submit of a new run costs.
    fn fee(&self, run: RunId, cost: Credits) -> Credits {
        match self.decisions.refused_submit() {
            RefusedSubmit::Free => 0,
            RefusedSubmit::Charged => self.lesser_of_cost_and_left(run.tenant, cost),
        }
    }

    /// A run is queued: parked if it is not covered (D10), charged under D02 submit, and, where the queue is at its
    /// bound, after the head was shed (D14).
    fn queued(&self, run: RunId, cost: Credits) -> Outcome {
        let parked = !self.is_covered(run.tenant, cost);
        let charged = match self.decisions.charge_point() {
            ChargePoint::Submit if !parked => cost,
            ChargePoint::Submit | ChargePoint::Claim | ChargePoint::Completion => 0,
        };
        let head = self.facts.queue_of(run.tenant).first().filter(|_| self.queue_is_at_its_bound(run));
        let shed = head
            .and_then(|head| self.facts.run(*head))
            .map(|oldest| Shed { run: oldest.run, refunded: self.refund_on_loss(oldest.net_charge) });
        let refunded = shed.map_or(0, |shed| shed.refunded);
        Outcome { charged, refunded, shed, ..Outcome::just(Answer::Queued { parked }) }
    }
}
