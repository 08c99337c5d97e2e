//! The fold of an end: how the lease ended, which its record does not say, and what that leaves of its run.

use crate::reference::ends::Manner;
use crate::reference::facts::{Facts, LeaseFate, SilentEnd};
use spec::decisions::{DeadlineInstant, ExpiryEffect, RequeuePlace, TenantOrder};
use spec::{Command, Decisions, Ended, Fate, Millis, RunId, Settings, Status, TenantId};

impl Facts {
    /// How a lease ended, which its record does not say: by the command that it is recorded with, or, under D23
    /// at-deadline, before that, because it was due.
    pub(super) fn manner(&self, decisions: &Decisions, now: Millis, command: &Command, ended: &Ended) -> Manner {
        let by_command = match command {
            Command::Sweep | Command::Submit { .. } | Command::Heartbeat { .. } | Command::SetQuota { .. } => {
                return Manner::Lapsed;
            }
            Command::Restart { .. } | Command::Acknowledge => return Manner::Forfeited,
            Command::Complete { .. } => Manner::Completed,
            Command::Fail { .. } => Manner::Failed,
            Command::Release { .. } => Manner::Released,
            Command::Claim { .. } => Manner::Forfeited,
            Command::Cancel { .. } | Command::SetCap { .. } | Command::Resize { .. } => Manner::Revoked,
        };
        let lease = self.leases.iter().find(|lease| lease.fence == ended.fence);
        let Some(deadline) = lease.map(|lease| lease.deadline).filter(|deadline| *deadline <= now) else {
            return by_command;
        };
        let ends_first = match decisions.expiry_effect() {
            ExpiryEffect::AtDeadline => true,
            ExpiryEffect::AtSweep | ExpiryEffect::Uncounted | ExpiryEffect::Never => false,
        };
        let was_due = ends_first
            && (deadline < now
                || match decisions.deadline_instant() {
                    DeadlineInstant::Expired => true,
                    DeadlineInstant::Alive => false,
                });
        if was_due { Manner::Lapsed } else { by_command }
    }

    /// A lease ended in this manner, with this fate for its run.
    pub(in crate::reference) fn lease_ended(
        &mut self,
        settings: &Settings,
        decisions: &Decisions,
        now: Millis,
        ended: &Ended,
        manner: Manner,
    ) {
        let mut silent_since = now;
        if let Some(index) = self.leases.iter().position(|lease| lease.fence == ended.fence) {
            let lease = self.leases.remove(index);
            if manner == Manner::Lapsed {
                silent_since = lease.deadline;
            }
        }
        let until = silent_since.saturating_add(settings.grace);
        let silent_end = SilentEnd { tenant: ended.run.tenant, until };
        if manner.is_silent() && silent_end.is_recent(now) {
            self.silent_ends.push(silent_end);
        }
        let Some(run) = self.run_mut(ended.run) else { return };
        if let Some(newest) = run.newest.as_mut().filter(|newest| newest.fence == ended.fence) {
            newest.lease = if manner.is_expiry() { LeaseFate::Expired } else { LeaseFate::EndedOtherwise };
        }
        if matches!(ended.fate, Fate::Requeued | Fate::Failed) {
            run.losses = run.losses.saturating_add(u32::from(manner.is_loss()));
            run.failures = run.failures.saturating_add(u32::from(manner == Manner::Failed));
        }
        match ended.fate {
            Fate::Requeued => {
                run.status = Status::Queued;
                self.requeued(decisions, ended.run, manner);
            }
            Fate::Failed => run.status = Status::Failed,
            Fate::Cancelled => run.status = Status::Cancelled,
            Fate::Completed | Fate::AlreadyFinal => {}
        }
        self.refunded(settings, now, ended.run, ended.refunded);
    }

    /// D18, and D21: a revoked run goes to the front. At the front it keeps its entry, at the back it gets a new one.
    fn requeued(&mut self, decisions: &Decisions, run: RunId, manner: Manner) {
        let start = self.queue.partition_point(|queued| queued.tenant < run.tenant);
        let front = match manner {
            Manner::Revoked => true,
            _ if !self.queue_place_matters(decisions, run.tenant) => true,
            _ => match decisions.requeue_place() {
                RequeuePlace::Front => true,
                RequeuePlace::Back => false,
            },
        };
        if front {
            self.queue.insert(start, run);
        } else {
            self.queued_at_the_back(run);
        }
    }

    /// Whether front and back differ: another run of the tenant waits, or entries are compared across tenants (D16).
    fn queue_place_matters(&self, decisions: &Decisions, tenant: TenantId) -> bool {
        !self.queue_of(tenant).is_empty()
            || self.limits.len() > 1
                && match decisions.tenant_order() {
                    TenantOrder::Fifo => true,
                    TenantOrder::RoundRobin | TenantOrder::LeastHeld => false,
                }
    }
}
