//! Bugs that answer without carrying anything out.

use super::{Bug, Planted};
use spec::{Answer, Command, ControlPlane, Idle, Millis, Outcome, Refusal, RunId, Status, View};

impl Planted {
    /// What is answered without asking the control plane; `None` where it is asked.
    pub(super) fn instead(&self, at: Millis, command: Command) -> Option<Outcome> {
        let memory = &self.memory;
        let answer = match (self.bug?, command) {
            (Bug::LoserShutOut, Command::Claim { worker }) if memory.losers.contains_key(&worker) => {
                Answer::Refused(Refusal::AlreadyHolding)
            }
            (Bug::CancelledRunGranted, Command::Cancel { run }) if self.status(at, run) == Some(Status::Queued) => {
                Answer::Cancelled
            }
            (Bug::TombstoneForgotten, Command::Cancel { run }) if self.status(at, run).is_none() => Answer::Cancelled,
            (Bug::LastSlotWithheld, Command::Claim { worker })
                if memory.live.len() as i64 + 1 >= memory.slots && !memory.holds(worker) =>
            {
                Answer::Idle(Idle::NoSlot)
            }
            (Bug::LoweredCapIgnored, Command::SetCap { tenant, cap })
                if memory.caps.get(tenant.0 as usize).is_some_and(|known| (0..*known).contains(&cap)) =>
            {
                Answer::Set
            }
            (Bug::ShrunkPoolIgnored, Command::Resize { slots }) if (0..memory.slots).contains(&slots) => Answer::Set,
            (Bug::EndedLeaseRepeated, Command::Claim { worker }) if !memory.holds(worker) => {
                let (fence, lease) = memory.losers.get(&worker)?;
                let answer = Answer::Granted { run: lease.run, fence: *fence, deadline: lease.deadline };
                return Some(Outcome { repeated: true, ..Outcome::just(answer) });
            }
            _ => return None,
        };
        Some(Outcome::just(answer))
    }

    /// The status of a run, as the control plane has it.
    pub(super) fn status(&self, at: Millis, run: RunId) -> Option<Status> {
        let mut view = View::default();
        ControlPlane::view(&self.plane, at, &mut view);
        let found = view.runs.iter().find(|known| known.run == run).map(|known| known.status);
        found.or_else(|| view.tombstones.contains(&run).then_some(Status::Cancelled))
    }
}
