//! `submit`: what is known already, what is refused and why (D15), and what is queued. A refusal is given only where
//! its reason holds (R14), and changes nothing but what D04 and D13 say (R1).

use crate::plane::ControlPlane;
use crate::runs::Stage;
use spec::decisions::{
    CapGate, ChargePoint, FullQueue, QuotaGate, RefusalPrecedence, RefusedResubmit, RefusedSubmit, Resubmit,
};
use spec::{Answer, Credits, Millis, Outcome, Refusal, RunId, Shed};
use std::num::NonZeroU32;

/// What is known of a run that keeps a submit of it from being judged as new.
#[derive(Debug, Clone, Copy)]
enum Known {
    /// It was cancelled before it was submitted (D35).
    CancelledEarly,
    /// It was accepted (D12).
    Accepted(u32),
    /// It was refused, for ever (D13 repeat-refusal).
    Rejected(Refusal),
}

impl ControlPlane {
    /// `submit`.
    pub(crate) fn submit(&mut self, now: Millis, run: RunId, cost: NonZeroU32, outcome: &mut Outcome) -> Answer {
        if !self.exists(run.tenant) {
            return Answer::Refused(Refusal::UnknownTenant);
        }
        let tenant = run.tenant.0 as usize;
        let found = self.find(run);
        if let Some(known) = found.and_then(|found| self.known(found)) {
            // D15: both orders put this below whether the tenant is there, and part over a passing reason.
            if let Some(passing) = self.passing_refusal_last_first(tenant, cost.get()) {
                match self.decisions.refusal_precedence() {
                    RefusalPrecedence::PermanentFirst => {}
                    RefusalPrecedence::TransientFirst => return Answer::Refused(passing),
                }
            }
            return self.answer_known(known, cost.get(), outcome);
        }
        match self.passing_refusal(tenant, cost.get()) {
            Some(refusal) => self.reject(now, (run, found), cost.get(), refusal, outcome),
            None => self.accept(now, (run, found), cost.get(), outcome),
        }
    }

    fn known(&self, run: u32) -> Option<Known> {
        let row = &self.state.runs.row[run as usize];
        match row.stage {
            Stage::Tombstone => Some(Known::CancelledEarly),
            Stage::Rejected => match self.decisions.refused_resubmit() {
                RefusedResubmit::JudgeAfresh => None,
                RefusedResubmit::RepeatRefusal => Some(Known::Rejected(row.refusal)),
            },
            Stage::Queued | Stage::Held | Stage::Completed | Stage::Failed | Stage::Cancelled | Stage::Shed => {
                Some(Known::Accepted(run))
            }
        }
    }

    /// D12, D13: the first answer again, charging nothing, or a refusal.
    fn answer_known(&self, known: Known, cost: u32, outcome: &mut Outcome) -> Answer {
        match known {
            Known::CancelledEarly => Answer::Refused(Refusal::CancelledEarly),
            Known::Rejected(refusal) => {
                outcome.repeated = true;
                Answer::Refused(refusal)
            }
            Known::Accepted(run) => {
                let row = &self.state.runs.row[run as usize];
                match self.decisions.resubmit() {
                    Resubmit::RepeatIfEqual if row.cost != cost => return Answer::Refused(Refusal::Conflict),
                    Resubmit::RepeatIfEqual | Resubmit::Repeat => {}
                    Resubmit::Refuse => return Answer::Refused(Refusal::Duplicate),
                }
                outcome.repeated = true;
                Answer::Queued { parked: row.first_parked }
            }
        }
    }

    /// The passing reason to refuse a new run that is reported (D15), if there is one.
    fn passing_refusal(&self, tenant: usize, cost: u32) -> Option<Refusal> {
        let first = self
            .blocked(tenant)
            .or_else(|| self.at_cap(tenant))
            .or_else(|| self.no_credit(tenant, cost))
            .or_else(|| self.queue_full(tenant))?;
        let last = self.passing_refusal_last_first(tenant, cost);
        if last == Some(first) {
            return last;
        }
        match self.decisions.refusal_precedence() {
            RefusalPrecedence::PermanentFirst => Some(first),
            RefusalPrecedence::TransientFirst => last,
        }
    }

    /// D15 transient-first: the reason that passes soonest.
    fn passing_refusal_last_first(&self, tenant: usize, cost: u32) -> Option<Refusal> {
        self.queue_full(tenant)
            .or_else(|| self.no_credit(tenant, cost))
            .or_else(|| self.at_cap(tenant))
            .or_else(|| self.blocked(tenant))
    }

    fn blocked(&self, tenant: usize) -> Option<Refusal> {
        self.is_blocked(tenant).then_some(Refusal::Blocked)
    }

    /// D08.
    fn at_cap(&self, tenant: usize) -> Option<Refusal> {
        let row = &self.state.tenants[tenant];
        let (held, queued) = (i64::from(row.held), i64::from(row.queue.len()));
        if queued + held < row.cap {
            return None;
        }
        let cap = self.in_force(row.cap)?;
        let counted = held - i64::from(self.uncounted(tenant));
        let at_cap = queued + counted >= cap
            && match self.decisions.cap_gate() {
                CapGate::AtClaim => false,
                CapGate::AtSubmit => true,
                CapGate::AtSubmitOnly => counted >= cap,
            };
        at_cap.then_some(Refusal::AtCap)
    }

    /// D10.
    fn no_credit(&self, tenant: usize, cost: u32) -> Option<Refusal> {
        if self.is_covered(tenant, cost) {
            return None;
        }
        match self.decisions.quota_gate() {
            QuotaGate::Reject => Some(Refusal::NoCredit),
            QuotaGate::Park => None,
        }
    }

    /// D14.
    fn queue_full(&self, tenant: usize) -> Option<Refusal> {
        if !self.is_queue_at_bound(tenant) {
            return None;
        }
        match self.decisions.full_queue() {
            FullQueue::RefuseNewest => Some(Refusal::QueueFull),
            FullQueue::ShedOldest => None,
        }
    }

    fn is_queue_at_bound(&self, tenant: usize) -> bool {
        self.state.tenants[tenant].queue.len() >= self.setup.queue.max(1)
    }

    /// Records the refusal of a new run, and takes its fee (D04).
    fn reject(
        &mut self,
        now: Millis,
        (run, found): (RunId, Option<u32>),
        cost: u32,
        refusal: Refusal,
        outcome: &mut Outcome,
    ) -> Answer {
        let tenant = run.tenant.0 as usize;
        let fee = match refusal {
            Refusal::AtCap | Refusal::NoCredit | Refusal::QueueFull => {
                let cost = Credits::from(cost);
                self.left(tenant).map_or(cost, |left| left.min(cost))
            }
            _ => 0,
        };
        if fee > 0 {
            match self.decisions.refused_submit() {
                RefusedSubmit::Free => {}
                RefusedSubmit::Charged => {
                    self.charge_fee(now, tenant, fee);
                    outcome.charged = outcome.charged.saturating_add(fee);
                }
            }
        }
        let index = found.unwrap_or_else(|| self.add_run(run));
        let row = &mut self.state.runs.row[index as usize];
        row.stage = Stage::Rejected;
        row.cost = cost;
        row.refusal = refusal;
        self.changed = true;
        Answer::Refused(refusal)
    }

    /// Queues a new run, parked where its cost is not covered (D10 park).
    fn accept(&mut self, now: Millis, (run, found): (RunId, Option<u32>), cost: u32, outcome: &mut Outcome) -> Answer {
        let tenant = run.tenant.0 as usize;
        let parked = !self.is_covered(tenant, cost);
        if self.is_queue_at_bound(tenant) {
            self.shed_head(now, tenant, outcome);
        }
        let index = found.unwrap_or_else(|| self.add_run(run));
        let row = &mut self.state.runs.row[index as usize];
        row.cost = cost;
        row.parked = parked;
        row.first_parked = parked;
        if !parked {
            match self.decisions.charge_point() {
                ChargePoint::Submit => {
                    self.charge_run(now, index, Credits::from(cost));
                    outcome.charged = outcome.charged.saturating_add(Credits::from(cost));
                }
                ChargePoint::Claim | ChargePoint::Completion => {}
            }
        }
        self.new_entry(index);
        self.enqueue(index, false);
        self.changed = true;
        Answer::Queued { parked }
    }

    /// D14 shed-oldest: the head of the queue makes room.
    fn shed_head(&mut self, now: Millis, tenant: usize, outcome: &mut Outcome) {
        let Some(head) = self.state.tenants[tenant].queue.head() else { return };
        self.close(head, Stage::Shed);
        let refunded = self.refund_loss(now, head);
        outcome.refunded = outcome.refunded.saturating_add(refunded);
        outcome.shed = Some(Shed { run: self.state.runs.row[head as usize].id, refunded });
        self.changed = true;
    }

    /// The run with this name, if it is known.
    #[inline]
    pub(crate) fn find(&self, run: RunId) -> Option<u32> {
        let root = self.state.tenants.get(run.tenant.0 as usize).map(|tenant| tenant.keys);
        self.state.runs.find(&self.state.keys, root, run)
    }

    /// Adds a run that is not known yet.
    pub(crate) fn add_run(&mut self, run: RunId) -> u32 {
        let root = self.state.tenants.get_mut(run.tenant.0 as usize).map(|tenant| &mut tenant.keys);
        self.state.runs.add(&mut self.state.keys, root, run)
    }
}
