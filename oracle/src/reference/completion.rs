//! `complete`: unknown run, then cancelled or final, then stale, then expired (R11), and what counts in spite of
//! that (D28 to D32, D34).

use super::ends::Manner;
use super::facts::{Completion, LeaseFate, Newest, Run};
use super::moment::Moment;
use spec::decisions::{
    CompletionAfterCancel, CompletionReleases, DedupMemory, DuplicateCompletion, LateCompletion, RefusedResubmit,
    SupersededCompletion,
};
use spec::{Answer, Digest, Ended, Fate, Fence, Few, Outcome, Refusal, RunId, Status};

/// How a completion's fence stands to its run's grants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// The newest grant's, whose lease is live, or ended by expiry.
    Newest {
        /// Whether the lease ended by expiry.
        expired: bool,
    },
    /// The newest grant's, but its lease ended otherwise.
    EndedOtherwise,
    /// An older grant of this run.
    Superseded,
    /// Never granted to this run.
    Foreign,
}

/// The grounds for not applying a completion, by rank (R11).
#[derive(Debug, Clone, Copy)]
struct Grounds {
    unknown: bool,
    settled: Option<Answer>,
    stale: bool,
    expired: bool,
}

impl Moment<'_> {
    /// The expected outcome of `complete`.
    pub(super) fn complete(&self, run: RunId, fence: Fence, result: Digest) -> Outcome {
        let Some(run) = self.facts.run(run) else { return Outcome::refused(Refusal::UnknownRun) };
        let grounds = self.completion_grounds(run, fence, result);
        let ranked = [
            grounds.unknown.then_some(Answer::Refused(Refusal::UnknownRun)),
            grounds.settled,
            grounds.stale.then_some(Answer::Refused(Refusal::Stale)),
            grounds.expired.then_some(Answer::Refused(Refusal::Expired)),
        ];
        match ranked.into_iter().flatten().next() {
            Some(answer) => answer.into(),
            None if run.status == Status::Held && run.cancel_requested => self.complete_a_requested_cancel(run),
            None => self.apply(run),
        }
    }

    /// Which grounds hold. Whether a fence is good enough is a question for a run that is still open, or completes anew.
    fn completion_grounds(&self, run: &Run, fence: Fence, result: Digest) -> Grounds {
        let mut grounds = Grounds { unknown: false, settled: None, stale: false, expired: false };
        let standing = self.standing(run, fence);
        match run.status {
            Status::Queued | Status::Held => {
                grounds.stale = self.is_stale(standing);
                grounds.expired = self.is_too_late(run, standing);
            }
            Status::Completed => match run.completion {
                Some(first) if self.is_remembered(&first) => grounds.settled = Some(self.duplicate(&first, result)),
                Some(_) | None => match self.decisions.dedup_memory() {
                    DedupMemory::OneWindowRefuse => grounds.unknown = true,
                    DedupMemory::OneWindowApply | DedupMemory::Forever => grounds.stale = !Self::is_good_anew(standing),
                },
            },
            Status::Cancelled => {
                let newest = run.newest.is_some_and(|newest| newest.fence == fence);
                let applies = newest && self.cancelled_run_completes();
                grounds.settled = if applies { None } else { Some(Answer::Refused(Refusal::Cancelled)) };
            }
            Status::Failed | Status::Shed => grounds.settled = Some(Answer::Refused(Refusal::Final)),
            // Never granted, so no fence of its is good; terminal only under D13 repeat-refusal.
            Status::Rejected => match self.decisions.refused_resubmit() {
                RefusedResubmit::JudgeAfresh => grounds.stale = true,
                RefusedResubmit::RepeatRefusal => grounds.settled = Some(Answer::Refused(Refusal::Final)),
            },
        }
        grounds
    }

    fn standing(&self, run: &Run, fence: Fence) -> Standing {
        match run.newest {
            Some(Newest { fence: newest, lease }) if newest == fence => match lease {
                LeaseFate::Live => Standing::Newest { expired: false },
                LeaseFate::Expired => Standing::Newest { expired: true },
                LeaseFate::EndedOtherwise => Standing::EndedOtherwise,
            },
            Some(_) if self.facts.grants.contains(&(fence, run.run)) => Standing::Superseded,
            Some(_) | None => Standing::Foreign,
        }
    }

    /// D30, of a run that is still open.
    fn is_stale(&self, standing: Standing) -> bool {
        match standing {
            Standing::Newest { .. } => false,
            Standing::EndedOtherwise | Standing::Foreign => true,
            Standing::Superseded => !self.superseded_fence_is_good(),
        }
    }

    /// D32 one-window-apply: the newest fence is good, however its lease ended, and no other, whatever D30 says.
    fn is_good_anew(standing: Standing) -> bool {
        match standing {
            Standing::Newest { .. } | Standing::EndedOtherwise => true,
            Standing::Foreign | Standing::Superseded => false,
        }
    }

    /// D30.
    fn superseded_fence_is_good(&self) -> bool {
        match self.decisions.superseded_completion() {
            SupersededCompletion::Refuse => false,
            SupersededCompletion::Accept => true,
        }
    }

    /// D29: under the newest fence, after the deadline, with no new grant.
    fn is_too_late(&self, run: &Run, standing: Standing) -> bool {
        let ended = match standing {
            Standing::Newest { expired } => expired,
            Standing::EndedOtherwise | Standing::Superseded | Standing::Foreign => return false,
        };
        let deadline = self.facts.lease_of_run(run.run).map(|lease| lease.deadline);
        if !ended && deadline.is_none_or(|deadline| self.now < deadline) {
            return false;
        }
        match self.decisions.late_completion() {
            LateCompletion::Accept => false,
            LateCompletion::Refuse => ended || deadline.is_some_and(|deadline| self.is_past(deadline)),
        }
    }

    /// D32: for ever, or through the window in which it completed (D01).
    pub(super) fn is_remembered(&self, completion: &Completion) -> bool {
        let window = self.settings.window;
        let same_period = self.now.checked_div(window) == completion.instant.checked_div(window);
        same_period
            || match self.decisions.dedup_memory() {
                DedupMemory::Forever => true,
                DedupMemory::OneWindowRefuse | DedupMemory::OneWindowApply => self.in_window(completion.instant),
            }
    }

    /// D31: what a completed run that is remembered answers, whatever the fence.
    fn duplicate(&self, first: &Completion, result: Digest) -> Answer {
        match self.decisions.duplicate_completion() {
            DuplicateCompletion::ReportConflict if first.result != result => Answer::Conflict { first: first.result },
            DuplicateCompletion::ReportConflict | DuplicateCompletion::Acknowledge => Answer::Duplicate,
            DuplicateCompletion::Refuse => Answer::Refused(Refusal::Final),
        }
    }

    /// D34: whether a cancelled run completes, under its newest fence.
    fn cancelled_run_completes(&self) -> bool {
        match self.decisions.completion_after_cancel() {
            CompletionAfterCancel::ApplyWhileRequested | CompletionAfterCancel::Refuse => false,
            CompletionAfterCancel::ApplyAlways => true,
        }
    }

    /// D34: a valid completion while a cancel is requested.
    fn complete_a_requested_cancel(&self, run: &Run) -> Outcome {
        match self.decisions.completion_after_cancel() {
            CompletionAfterCancel::ApplyWhileRequested | CompletionAfterCancel::ApplyAlways => self.apply(run),
            CompletionAfterCancel::Refuse => {
                let refunded = self.refund_on_cancel(run.net_charge);
                let ended = self.end_by_completion(run);
                Outcome { refunded, ended, ..Outcome::refused(Refusal::Cancelled) }
            }
        }
    }

    /// The completion counts: charged under D02 completion, its lease ended under D28 releases.
    fn apply(&self, run: &Run) -> Outcome {
        let charged = self.charge_at_completion(run);
        let completed = |ended: &Ended| Ended { fate: Fate::Completed, refunded: 0, ..*ended };
        let ended = self.end_by_completion(run).iter().map(completed).collect();
        Outcome { charged, ended, ..Outcome::just(Answer::Applied) }
    }

    /// D28: the live lease of the run, if a completion ends it.
    fn end_by_completion(&self, run: &Run) -> Few<Ended> {
        let Some(lease) = self.facts.lease_of_run(run.run) else { return Few::new() };
        match self.decisions.completion_releases() {
            CompletionReleases::Releases => [self.end(lease, Manner::Completed)].into_iter().collect(),
            CompletionReleases::KeepsSlot => Few::new(),
        }
    }
}
