//! The worker's word on its own lease: `heartbeat`, `fail`, `release`; and `sweep`, when there was no word.
//!
//! Each compares fences (R8); `fail` and `release` are taken after the deadline too (R10).

use super::ends::Manner;
use super::moment::{Moment, total_refund};
use spec::decisions::LateHeartbeat;
use spec::{Answer, Fence, Millis, Outcome, Refusal, Status, WorkerId};

impl Moment<'_> {
    /// The expected outcome of `heartbeat`: stale, then expired (R11, D24).
    pub(super) fn heartbeat(&self, worker: WorkerId, fence: Fence) -> Outcome {
        let Some(lease) = self.facts.lease(worker, fence) else { return Outcome::refused(Refusal::Stale) };
        if self.now >= lease.deadline {
            match self.decisions.late_heartbeat() {
                LateHeartbeat::Refuse if self.is_past(lease.deadline) => return Outcome::refused(Refusal::Expired),
                LateHeartbeat::Refuse | LateHeartbeat::Revive => {}
            }
        }
        let run = self.facts.run(lease.run);
        let cancel_requested = run.is_some_and(|run| run.status == Status::Held && run.cancel_requested);
        Answer::Renewed { deadline: self.renewed(lease.deadline), cancel_requested }.into()
    }

    /// A full lease from now; never earlier than the deadline was (R17).
    pub(super) fn renewed(&self, deadline: Millis) -> Millis {
        deadline.max(self.now.saturating_add(self.settings.lease))
    }

    /// The expected outcome of `fail`.
    pub(super) fn fail(&self, worker: WorkerId, fence: Fence) -> Outcome {
        self.given_back(worker, fence, Manner::Failed, Answer::Failed)
    }

    /// The expected outcome of `release`.
    pub(super) fn release(&self, worker: WorkerId, fence: Fence) -> Outcome {
        self.given_back(worker, fence, Manner::Released, Answer::Released)
    }

    fn given_back(&self, worker: WorkerId, fence: Fence, manner: Manner, answer: Answer) -> Outcome {
        let Some(lease) = self.facts.lease(worker, fence) else { return Outcome::refused(Refusal::Stale) };
        let ended = self.end(lease, manner);
        Outcome { refunded: ended.refunded, ended: [ended].into_iter().collect(), ..Outcome::just(answer) }
    }

    /// The expected outcome of `sweep`.
    pub(super) fn sweep(&self) -> Outcome {
        let ended = self.ends_at_a_sweep();
        Outcome { refunded: total_refund(&ended), ended, ..Outcome::just(Answer::Swept) }
    }
}
