//! How a lease ends, and what becomes of its run and its slot (D05, D06, D18, D23, D25, D26). Whatever ends a
//! lease is an [`End`]: nothing else does (R15).

use crate::plane::ControlPlane;
use crate::runs::Stage;
use spec::decisions::{CancelRefund, ExpiryEffect, LossAttempt, LossRefund, RequeuePlace};
use spec::{Answer, Credits, Ended, Fate, Millis, Outcome};

/// How a lease ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Its run was completed.
    Completed,
    /// The job itself failed.
    Failed,
    /// Given back unfinished by the platform.
    Released,
    /// Lost without a word; the slot rests from this instant on.
    Expired { rest_from: Millis },
    /// Taken away (D21, D33).
    Revoked,
}

impl ControlPlane {
    /// Ends a lease, and says so in the outcome.
    pub(crate) fn end_lease(&mut self, now: Millis, lease: u32, end: End, outcome: &mut Outcome) {
        let owner = &mut self.state.tenants[self.state.leases.get(lease).tenant as usize];
        let ended = self.state.leases.remove(&mut self.state.keys, owner, lease);
        let (run, tenant) = (ended.run, ended.tenant as usize);
        self.state.order.touch(tenant);
        let row = &mut self.state.runs.row[run as usize];
        row.lease = crate::runs::NONE;
        let id = row.id;
        let (fate, refunded) = self.settle_run(now, run, end);
        match end {
            End::Expired { rest_from } => self.rest(now, rest_from, tenant),
            End::Revoked => self.rest(now, now, tenant),
            End::Completed | End::Failed | End::Released => {}
        }
        outcome.refunded = outcome.refunded.saturating_add(refunded);
        outcome.ended.push(Ended { fence: ended.fence, run: id, fate, refunded });
        self.changed = true;
    }

    /// What becomes of the run of a lease that has ended (R3), and what goes back to its tenant.
    fn settle_run(&mut self, now: Millis, run: u32, end: End) -> (Fate, Credits) {
        let row = &mut self.state.runs.row[run as usize];
        row.expired = matches!(end, End::Expired { .. });
        if end == End::Completed {
            return (Fate::Completed, 0);
        }
        if row.stage != Stage::Held {
            return (Fate::AlreadyFinal, 0);
        }
        if row.cancel_requested {
            return (Fate::Cancelled, self.cancel_open(now, run));
        }
        let spends = match end {
            End::Failed => true,
            End::Released | End::Expired { .. } => match self.decisions.loss_attempt() {
                LossAttempt::Spends => true,
                LossAttempt::Free => false,
            },
            End::Revoked | End::Completed => false,
        };
        if spends {
            let past = &mut self.state.runs.past[run as usize];
            past.attempts = past.attempts.saturating_add(1);
            if past.attempts >= self.setup.attempts {
                self.close(run, Stage::Failed);
                // A failure by its own fault is the tenant's: no refund.
                let refunded = if end == End::Failed { 0 } else { self.refund_loss(now, run) };
                return (Fate::Failed, refunded);
            }
        }
        self.requeue(run, end == End::Revoked);
        (Fate::Requeued, 0)
    }

    /// D18: puts a held run into its tenant's queue again.
    fn requeue(&mut self, run: u32, revoked: bool) {
        let tenant = self.state.runs.row[run as usize].tenant();
        let alone = self.state.tenants[tenant].queue.len() == 0 && self.state.tenants.len() == 1;
        self.leave(run);
        let front = revoked
            || alone
            || match self.decisions.requeue_place() {
                RequeuePlace::Front => true,
                RequeuePlace::Back => false,
            };
        if !front {
            self.new_entry(run);
        }
        self.enqueue(run, front);
    }

    /// D06: a run that the platform lost for good, or that was shed.
    pub(crate) fn refund_loss(&mut self, now: Millis, run: u32) -> Credits {
        if self.state.runs.row[run as usize].net == 0 {
            return 0;
        }
        match self.decisions.loss_refund() {
            LossRefund::Refund => self.refund(now, run),
            LossRefund::Keep => 0,
        }
    }

    /// Cancels a run that is queued or held, and gives back what D05 says.
    pub(crate) fn cancel_open(&mut self, now: Millis, run: u32) -> Credits {
        self.close(run, Stage::Cancelled);
        self.changed = true;
        if self.state.runs.row[run as usize].net == 0 {
            return 0;
        }
        match self.decisions.cancel_refund() {
            CancelRefund::Keep => 0,
            CancelRefund::Refund => self.refund(now, run),
        }
    }

    /// Brings a run to its end, out of the queue or away from its lease.
    pub(crate) fn close(&mut self, run: u32, stage: Stage) {
        self.leave(run);
        self.state.runs.row[run as usize].stage = stage;
        self.state.runs.forget_older(run);
    }

    /// Takes a run out of what its stage counts in.
    pub(crate) fn leave(&mut self, run: u32) {
        let row = &mut self.state.runs.row[run as usize];
        let cost = Credits::from(row.cost);
        let tenant = row.tenant();
        let Some(owner) = self.state.tenants.get_mut(tenant) else { return };
        match row.stage {
            Stage::Queued => {
                owner.queue.remove(row.place);
                match (row.parked, row.charged) {
                    (true, _) => owner.parked -= 1,
                    (false, true) => owner.queued_charged = owner.queued_charged.saturating_sub(cost),
                    (false, false) => owner.queued_fresh = owner.queued_fresh.saturating_sub(cost),
                }
            }
            Stage::Held if !row.charged => owner.held_fresh = owner.held_fresh.saturating_sub(cost),
            Stage::Held
            | Stage::Tombstone
            | Stage::Rejected
            | Stage::Completed
            | Stage::Failed
            | Stage::Cancelled
            | Stage::Shed => {}
        }
        row.cancel_requested = false;
        self.state.order.touch(tenant);
    }

    /// Puts a run into its tenant's queue.
    pub(crate) fn enqueue(&mut self, run: u32, front: bool) {
        let row = &mut self.state.runs.row[run as usize];
        row.stage = Stage::Queued;
        let tenant = row.tenant();
        let owner = &mut self.state.tenants[tenant];
        let cost = Credits::from(row.cost);
        match (row.parked, row.charged) {
            (true, _) => owner.parked += 1,
            (false, true) => owner.queued_charged = owner.queued_charged.saturating_add(cost),
            (false, false) => owner.queued_fresh = owner.queued_fresh.saturating_add(cost),
        }
        let runs = &mut self.state.runs.row;
        if front {
            owner.queue.push_front(run, runs)
        } else {
            owner.queue.push_back(run, runs)
        }
        self.state.order.touch(tenant);
    }

    /// Gives a run the newest queue entry of all (D16 fifo, D18 back).
    pub(crate) fn new_entry(&mut self, run: u32) {
        self.state.runs.past[run as usize].entry = self.state.next_entry;
        self.state.next_entry += 1;
    }

    /// `sweep`: ends what is due (D23).
    pub(crate) fn sweep(&mut self, now: Millis, outcome: &mut Outcome) -> Answer {
        if self.any_due(now) {
            match self.decisions.expiry_effect() {
                ExpiryEffect::AtSweep | ExpiryEffect::Uncounted => self.end_due(now, outcome),
                ExpiryEffect::AtDeadline | ExpiryEffect::Never => {}
            }
        }
        Answer::Swept
    }

    /// Ends every lease that is past its deadline, in order of deadline and then of fence (R12).
    pub(crate) fn end_due(&mut self, now: Millis, outcome: &mut Outcome) {
        let mut due = std::mem::take(&mut self.due_buffer);
        let leases = &self.state.leases;
        due.extend(self.due(now).map(|lease| (leases.deadline(lease), leases.get(lease).fence, lease)));
        due.sort_unstable();
        for (deadline, _, lease) in due.drain(..) {
            self.end_lease(now, lease, End::Expired { rest_from: deadline }, outcome);
        }
        self.due_buffer = due;
    }
}
