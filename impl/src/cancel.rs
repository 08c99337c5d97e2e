//! `cancel`: a tenant takes a run back (D33, D35; R4).

use crate::ends::End;
use crate::plane::ControlPlane;
use crate::runs::Stage;
use spec::decisions::{CancelBeforeSubmit, CancelHeld};
use spec::{Answer, Millis, Outcome, Refusal, RunId, Status};

impl ControlPlane {
    /// `cancel`.
    pub(crate) fn cancel(&mut self, now: Millis, run: RunId, outcome: &mut Outcome) -> Answer {
        let Some(index) = self.find(run) else { return self.cancel_unknown(Some(run)) };
        let row = &self.state.runs.row[index as usize];
        match row.stage {
            Stage::Tombstone => self.cancel_unknown(None),
            Stage::Queued => {
                let refunded = self.cancel_open(now, index);
                outcome.refunded = outcome.refunded.saturating_add(refunded);
                Answer::Cancelled
            }
            Stage::Held => self.cancel_held(now, index, outcome),
            Stage::Rejected => Answer::Unchanged { status: Status::Rejected },
            Stage::Completed => Answer::Unchanged { status: Status::Completed },
            Stage::Failed => Answer::Unchanged { status: Status::Failed },
            Stage::Cancelled => Answer::Unchanged { status: Status::Cancelled },
            Stage::Shed => Answer::Unchanged { status: Status::Shed },
        }
    }

    /// D35: a run that was never heard of (`unheard`), or of which only a cancel was.
    fn cancel_unknown(&mut self, unheard: Option<RunId>) -> Answer {
        match self.decisions.cancel_before_submit() {
            CancelBeforeSubmit::Refuse => Answer::Refused(Refusal::UnknownRun),
            CancelBeforeSubmit::Tombstone => match unheard {
                None => Answer::Unchanged { status: Status::Cancelled },
                Some(run) => {
                    self.add_run(run);
                    self.changed = true;
                    Answer::Cancelled
                }
            },
        }
    }

    /// D33: a held run.
    fn cancel_held(&mut self, now: Millis, run: u32, outcome: &mut Outcome) -> Answer {
        let row = &mut self.state.runs.row[run as usize];
        if row.cancel_requested {
            return Answer::Unchanged { status: Status::Held };
        }
        row.cancel_requested = true;
        self.changed = true;
        match self.decisions.cancel_held() {
            CancelHeld::AwaitWorker => Answer::CancelRequested,
            CancelHeld::Revoke => {
                let lease = row.lease;
                self.end_lease(now, lease, End::Revoked, outcome);
                Answer::Cancelled
            }
        }
    }
}
