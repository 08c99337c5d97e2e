//! A worker's word on its lease: heartbeat, fail, release (D24; R8, R10, R14).

use crate::ends::End;
use crate::plane::ControlPlane;
use spec::decisions::LateHeartbeat;
use spec::{Answer, Fence, Millis, Outcome, Refusal, WorkerId};

impl ControlPlane {
    /// `heartbeat`: the lease goes on for a full length (R17); refused as stale, then as expired (R11).
    pub(crate) fn heartbeat(&mut self, now: Millis, worker: WorkerId, fence: Fence) -> Answer {
        let Some(lease) = self.lease_of(worker, fence) else {
            return Answer::Refused(Refusal::Stale);
        };
        if self.is_due(lease, now) {
            match self.decisions.late_heartbeat() {
                LateHeartbeat::Revive => {}
                LateHeartbeat::Refuse => return Answer::Refused(Refusal::Expired),
            }
        }
        let deadline = self.state.leases.renew(lease, now.saturating_add(self.setup.lease));
        self.changed = true;
        let run = self.state.leases.get(lease).run as usize;
        Answer::Renewed { deadline, cancel_requested: self.state.runs.row[run].cancel_requested }
    }

    /// `fail`: the job itself failed. Taken after the deadline too, until the sweep.
    pub(crate) fn fail(&mut self, now: Millis, worker: WorkerId, fence: Fence, outcome: &mut Outcome) -> Answer {
        match self.lease_of(worker, fence) {
            None => Answer::Refused(Refusal::Stale),
            Some(lease) => {
                self.end_lease(now, lease, End::Failed, outcome);
                Answer::Failed
            }
        }
    }

    /// `release`: given back unfinished. Taken after the deadline too, until the sweep.
    pub(crate) fn release(&mut self, now: Millis, worker: WorkerId, fence: Fence, outcome: &mut Outcome) -> Answer {
        match self.lease_of(worker, fence) {
            None => Answer::Refused(Refusal::Stale),
            Some(lease) => {
                self.end_lease(now, lease, End::Released, outcome);
                Answer::Released
            }
        }
    }
}
