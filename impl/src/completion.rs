//! `complete`: which completions count (D28 to D32, D34), in the order unknown run, cancelled or final, stale, expired
//! (R11), each said only where it is so (R14).

use crate::ends::End;
use crate::plane::ControlPlane;
use crate::runs::{NONE, Stage};
use spec::decisions::{
    ChargePoint, CompletionAfterCancel, CompletionReleases, DedupMemory, DuplicateCompletion, LateCompletion,
    RefusedResubmit, SupersededCompletion, WindowShape,
};
use spec::{Answer, Credits, Digest, Fence, Millis, Outcome, Refusal, RunId};

/// Whether a completed run's first completion still answers for it (D32).
enum Memory {
    Remembered,
    Unknown,
    AsFirst,
}

impl ControlPlane {
    /// `complete`.
    pub(crate) fn complete(
        &mut self,
        now: Millis,
        run: RunId,
        fence: Fence,
        result: Digest,
        outcome: &mut Outcome,
    ) -> Answer {
        let Some(run) = self.find(run) else {
            return Answer::Refused(Refusal::UnknownRun);
        };
        let row = &self.state.runs.row[run as usize];
        let is_newest = row.newest_fence() == Some(fence);
        match row.stage {
            Stage::Tombstone => Answer::Refused(Refusal::UnknownRun),
            // A rejected run is terminal only where its refusal stands for ever (D13).
            Stage::Rejected => match self.decisions.refused_resubmit() {
                RefusedResubmit::JudgeAfresh => Answer::Refused(Refusal::Stale),
                RefusedResubmit::RepeatRefusal => Answer::Refused(Refusal::Final),
            },
            Stage::Failed | Stage::Shed => Answer::Refused(Refusal::Final),
            Stage::Completed => match self.memory(now, self.state.runs.past[run as usize].completed_at) {
                Memory::Remembered => self.answer_completed(run, result),
                Memory::Unknown => Answer::Refused(Refusal::UnknownRun),
                Memory::AsFirst if is_newest => self.apply_result(now, run, result, outcome),
                Memory::AsFirst => Answer::Refused(Refusal::Stale),
            },
            Stage::Cancelled if is_newest => match self.decisions.completion_after_cancel() {
                CompletionAfterCancel::ApplyWhileRequested | CompletionAfterCancel::Refuse => {
                    Answer::Refused(Refusal::Cancelled)
                }
                CompletionAfterCancel::ApplyAlways => self.apply_result(now, run, result, outcome),
            },
            Stage::Cancelled => Answer::Refused(Refusal::Cancelled),
            Stage::Queued | Stage::Held => match self.fence_refusal(now, run, fence) {
                Some(refusal) => Answer::Refused(refusal),
                None => self.complete_valid(now, run, result, outcome),
            },
        }
    }

    /// Why a completion of a run that is queued or held does not count under this fence (D29, D30).
    fn fence_refusal(&self, now: Millis, run: u32, fence: Fence) -> Option<Refusal> {
        let row = &self.state.runs.row[run as usize];
        if row.newest_fence() != Some(fence) {
            if self.state.runs.older_fences(run).all(|older| older != fence) {
                return Some(Refusal::Stale);
            }
            return match self.decisions.superseded_completion() {
                SupersededCompletion::Refuse => Some(Refusal::Stale),
                SupersededCompletion::Accept => None,
            };
        }
        let late = if row.lease != NONE { self.is_due(row.lease, now) } else { row.expired };
        if !late {
            return (row.lease == NONE).then_some(Refusal::Stale);
        }
        match self.decisions.late_completion() {
            LateCompletion::Accept => None,
            LateCompletion::Refuse => Some(Refusal::Expired),
        }
    }

    /// D34: a valid completion, where a cancel may have been requested.
    fn complete_valid(&mut self, now: Millis, run: u32, result: Digest, outcome: &mut Outcome) -> Answer {
        let row = &self.state.runs.row[run as usize];
        if row.cancel_requested {
            match self.decisions.completion_after_cancel() {
                CompletionAfterCancel::ApplyWhileRequested | CompletionAfterCancel::ApplyAlways => {}
                CompletionAfterCancel::Refuse => {
                    let lease = row.lease;
                    if self.releases() {
                        self.end_lease(now, lease, End::Released, outcome);
                    } else {
                        let refunded = self.cancel_open(now, run);
                        outcome.refunded = outcome.refunded.saturating_add(refunded);
                    }
                    return Answer::Refused(Refusal::Cancelled);
                }
            }
        }
        self.apply_result(now, run, result, outcome)
    }

    /// The result counts: the run is completed, and charged if that is due now (D02 completion).
    fn apply_result(&mut self, now: Millis, run: u32, result: Digest, outcome: &mut Outcome) -> Answer {
        self.close(run, Stage::Completed);
        let past = &mut self.state.runs.past[run as usize];
        past.result = result;
        past.completed_at = now;
        let row = &mut self.state.runs.row[run as usize];
        row.parked = false;
        let lease = row.lease;
        if !row.charged {
            match self.decisions.charge_point() {
                ChargePoint::Completion => {
                    let charge = self.completion_charge(run);
                    if charge > 0 {
                        self.charge_run(now, run, charge);
                        outcome.charged = outcome.charged.saturating_add(charge);
                    }
                }
                ChargePoint::Claim | ChargePoint::Submit => {}
            }
        }
        if lease != NONE && self.releases() {
            self.end_lease(now, lease, End::Completed, outcome);
        }
        self.changed = true;
        Answer::Applied
    }

    /// D02 completion: what of the cost is charged, if it is more than 0, never refused for credit; all of it under D11
    /// neither.
    fn completion_charge(&self, run: u32) -> Credits {
        let row = &self.state.runs.row[run as usize];
        let (tenant, cost) = (row.tenant(), Credits::from(row.cost));
        let Some(quota) = self.in_force(self.state.tenants[tenant].quota) else { return cost };
        let room = quota.saturating_sub(self.spent(tenant));
        if cost <= room || self.ignores_credit() { cost } else { room }
    }

    /// D28.
    fn releases(&self) -> bool {
        match self.decisions.completion_releases() {
            CompletionReleases::Releases => true,
            CompletionReleases::KeepsSlot => false,
        }
    }

    /// D31: a completed run completes again.
    fn answer_completed(&self, run: u32, result: Digest) -> Answer {
        let first = self.state.runs.past[run as usize].result;
        match self.decisions.duplicate_completion() {
            DuplicateCompletion::Acknowledge => Answer::Duplicate,
            DuplicateCompletion::ReportConflict if first == result => Answer::Duplicate,
            DuplicateCompletion::ReportConflict => Answer::Conflict { first },
            DuplicateCompletion::Refuse => Answer::Refused(Refusal::Final),
        }
    }

    /// D32: remembered through the window (D01) in which it was completed, or for ever.
    fn memory(&self, now: Millis, completed_at: Millis) -> Memory {
        let window = self.setup.window;
        // The fixed window lies within the rolling one.
        if completed_at / window == now / window {
            return Memory::Remembered;
        }
        let forgotten = match self.decisions.dedup_memory() {
            DedupMemory::Forever => return Memory::Remembered,
            DedupMemory::OneWindowRefuse => Memory::Unknown,
            DedupMemory::OneWindowApply => Memory::AsFirst,
        };
        let within = now.saturating_sub(completed_at) < window
            && match self.decisions.window_shape() {
                WindowShape::Fixed => false,
                WindowShape::Rolling => true,
            };
        if within { Memory::Remembered } else { forgotten }
    }
}
