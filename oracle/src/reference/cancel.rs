//! `cancel` (D05, D33, D35, R4).

use super::ends::Manner;
use super::facts::Run;
use super::moment::Moment;
use spec::decisions::{CancelBeforeSubmit, CancelHeld};
use spec::{Answer, Outcome, Refusal, RunId, Status};

impl Moment<'_> {
    /// The expected outcome of `cancel`.
    pub(super) fn cancel(&self, run: RunId) -> Outcome {
        let Some(known) = self.facts.run(run) else { return self.cancel_before_submit(run) };
        match known.status {
            Status::Queued => {
                let refunded = self.refund_on_cancel(known.net_charge);
                Outcome { refunded, ..Outcome::just(Answer::Cancelled) }
            }
            Status::Held if known.cancel_requested => Answer::Unchanged { status: Status::Held }.into(),
            Status::Held => self.cancel_held(known),
            status @ (Status::Completed | Status::Failed | Status::Cancelled | Status::Shed | Status::Rejected) => {
                Answer::Unchanged { status }.into()
            }
        }
    }

    /// D35. An unknown tenant's run can be tombstoned too.
    fn cancel_before_submit(&self, run: RunId) -> Outcome {
        if self.facts.is_tombstoned(run) {
            return Answer::Unchanged { status: Status::Cancelled }.into();
        }
        match self.decisions.cancel_before_submit() {
            CancelBeforeSubmit::Tombstone => Answer::Cancelled.into(),
            CancelBeforeSubmit::Refuse => Outcome::refused(Refusal::UnknownRun),
        }
    }

    /// D33.
    fn cancel_held(&self, run: &Run) -> Outcome {
        match self.decisions.cancel_held() {
            CancelHeld::AwaitWorker => Answer::CancelRequested.into(),
            CancelHeld::Revoke => {
                let Some(lease) = self.facts.lease_of_run(run.run) else { return Answer::Cancelled.into() };
                let refunded = self.refund_on_cancel(run.net_charge);
                let ended = spec::Ended { fate: spec::Fate::Cancelled, refunded, ..self.end(lease, Manner::Revoked) };
                Outcome { refunded, ended: [ended].into_iter().collect(), ..Outcome::just(Answer::Cancelled) }
            }
        }
    }
}
