//! What the end of a lease brings: which leases are due (D22, D23), and what becomes of their runs (R3, D05, D06,
//! D25). Whatever ends a lease is a [`Manner`]: nothing else does (R15).

use super::facts::Lease;
use super::moment::Moment;
use spec::decisions::{CancelRefund, DeadlineInstant, ExpiryEffect, LossAttempt, LossRefund};
use spec::{Credits, Ended, Fate, Few, Millis, Status};

/// How a lease ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// The run was completed, or a completion found its cancel requested (D34 refuse).
    Completed,
    /// The job itself failed.
    Failed,
    /// The platform gave it back.
    Released,
    /// It expired and was ended at a sweep or at its deadline (D23).
    Lapsed,
    /// Forfeit (D20) and expire-all (D36): an expiry at this instant.
    Forfeited,
    /// Revoked: a limit was lowered (D21), or its run was cancelled (D33).
    Revoked,
}

impl Manner {
    /// Without its worker's word: the worker may still be running (D26).
    pub(super) fn is_silent(self) -> bool {
        match self {
            Manner::Lapsed | Manner::Forfeited | Manner::Revoked => true,
            Manner::Completed | Manner::Failed | Manner::Released => false,
        }
    }

    /// An expiry, so that a late completion is still D29's question.
    pub(super) fn is_expiry(self) -> bool {
        match self {
            Manner::Lapsed | Manner::Forfeited => true,
            Manner::Completed | Manner::Failed | Manner::Released | Manner::Revoked => false,
        }
    }

    /// Lost by the platform, so that the attempt is D25's question and a refund D06's.
    pub(super) fn is_loss(self) -> bool {
        match self {
            Manner::Lapsed | Manner::Forfeited | Manner::Released => true,
            Manner::Completed | Manner::Failed | Manner::Revoked => false,
        }
    }
}

impl Moment<'_> {
    /// Whether a deadline has passed (D22).
    pub(super) fn is_past(&self, deadline: Millis) -> bool {
        self.now > deadline
            || self.now == deadline
                && match self.decisions.deadline_instant() {
                    DeadlineInstant::Expired => true,
                    DeadlineInstant::Alive => false,
                }
    }

    /// D23 at-deadline: the leases that are ended before a command is judged.
    pub(super) fn ends_before_any_command(&self) -> Few<Ended> {
        if self.facts.leases.iter().all(|lease| lease.deadline > self.now) {
            return Few::new();
        }
        match self.decisions.expiry_effect() {
            ExpiryEffect::AtDeadline => self.end_what_is_due(),
            ExpiryEffect::AtSweep | ExpiryEffect::Uncounted | ExpiryEffect::Never => Few::new(),
        }
    }

    /// D23: the leases that a sweep ends.
    pub(super) fn ends_at_a_sweep(&self) -> Few<Ended> {
        if self.facts.leases.iter().all(|lease| lease.deadline > self.now) {
            return Few::new();
        }
        match self.decisions.expiry_effect() {
            ExpiryEffect::AtSweep | ExpiryEffect::AtDeadline | ExpiryEffect::Uncounted => self.end_what_is_due(),
            ExpiryEffect::Never => Few::new(),
        }
    }

    /// Whether a lease takes a slot and a place under its tenant's cap (D23 uncounted).
    pub(super) fn counts(&self, lease: &Lease) -> bool {
        lease.deadline > self.now
            || match self.decisions.expiry_effect() {
                ExpiryEffect::Uncounted => !self.is_past(lease.deadline),
                ExpiryEffect::AtSweep | ExpiryEffect::AtDeadline | ExpiryEffect::Never => true,
            }
    }

    /// In (deadline, fence) order (R12).
    fn end_what_is_due(&self) -> Few<Ended> {
        let mut due: Vec<&Lease> = self.facts.leases.iter().filter(|lease| self.is_past(lease.deadline)).collect();
        due.sort_by_key(|lease| (lease.deadline, lease.fence));
        due.into_iter().map(|lease| self.end(lease, Manner::Lapsed)).collect()
    }

    /// What becomes of a lease's run when the lease ends in this manner (R3).
    pub(super) fn end(&self, lease: &Lease, manner: Manner) -> Ended {
        let (fate, refunded) = self.fate(lease, manner);
        Ended { fence: lease.fence, run: lease.run, fate, refunded }
    }

    fn fate(&self, lease: &Lease, manner: Manner) -> (Fate, Credits) {
        let Some(run) = self.facts.run(lease.run) else { return (Fate::AlreadyFinal, 0) };
        if run.status != Status::Held {
            // D28 keeps-slot: only the lease was left.
            return (Fate::AlreadyFinal, 0);
        }
        if run.cancel_requested {
            // However such a lease ends, the run is cancelled and no attempt is used.
            return (Fate::Cancelled, self.refund_on_cancel(run.net_charge));
        }
        match manner {
            Manner::Completed => (Fate::Completed, 0),
            Manner::Revoked => (Fate::Requeued, 0),
            Manner::Failed if self.uses_up(run.failures.saturating_add(1), run.losses) => (Fate::Failed, 0),
            Manner::Lapsed | Manner::Forfeited | Manner::Released
                if self.uses_up(run.failures, run.losses.saturating_add(1)) =>
            {
                (Fate::Failed, self.refund_on_loss(run.net_charge))
            }
            Manner::Failed | Manner::Lapsed | Manner::Forfeited | Manner::Released => (Fate::Requeued, 0),
        }
    }

    /// Whether so many ends use up a run's attempts (D25).
    fn uses_up(&self, failures: u32, losses: u32) -> bool {
        let most = self.settings.attempts;
        failures >= most || failures.saturating_add(losses) >= most && self.attempts_used(failures, losses) >= most
    }

    /// The attempts that so many ends have used up (D25).
    pub(super) fn attempts_used(&self, failures: u32, losses: u32) -> u32 {
        if losses == 0 {
            return failures;
        }
        match self.decisions.loss_attempt() {
            LossAttempt::Spends => failures.saturating_add(losses),
            LossAttempt::Free => failures,
        }
    }

    /// What goes back when a run is cancelled: all of its charges, or nothing (D05).
    pub(super) fn refund_on_cancel(&self, net_charge: Credits) -> Credits {
        if net_charge == 0 {
            return 0;
        }
        match self.decisions.cancel_refund() {
            CancelRefund::Keep => 0,
            CancelRefund::Refund => net_charge,
        }
    }

    /// What goes back when the platform lost a run's last attempt, or shed it: all of its charges, or nothing (D06).
    pub(super) fn refund_on_loss(&self, net_charge: Credits) -> Credits {
        if net_charge == 0 {
            return 0;
        }
        match self.decisions.loss_refund() {
            LossRefund::Refund => net_charge,
            LossRefund::Keep => 0,
        }
    }
}
