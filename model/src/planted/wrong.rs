//! The mistakes themselves: what is asked otherwise, done beside, or answered otherwise.

use super::{Bug, Planted};
use spec::{Answer, Command, Fence, Millis, Outcome, Refusal, RunId, Status};

/// Far above the keys of real runs.
const SHADOW: u32 = 5_000_000;

impl Planted {
    /// What the plane is asked, and when.
    pub(super) fn rewritten(&self, at: Millis, command: Command) -> (Millis, Command) {
        let memory = &self.memory;
        let Some(bug) = self.bug else { return (at, command) };
        match (bug, command) {
            (Bug::WindowRolledByTraffic, Command::Submit { .. } | Command::Claim { .. })
                if at / memory.window > memory.at / memory.window =>
            {
                ((memory.at / memory.window + 1) * memory.window - 1, command)
            }
            // A command that changes nothing in place of the claim.
            (Bug::LoserShutOut, Command::Claim { worker }) if memory.losers.contains(&worker) => {
                (at, Command::Heartbeat { worker, fence: Fence::default() })
            }
            (Bug::FenceReusedAfterRestart, command) => (at, self.unshown(command)),
            _ => (at, command),
        }
    }

    /// What is done before the command.
    pub(super) fn before(&mut self, at: Millis, command: Command) {
        if self.bug != Some(Bug::CapOneCommandOld) || !matches!(command, Command::Claim { .. }) {
            return;
        }
        let Some(tenant) = self.memory.just_granted else { return };
        let Some(cap) = self.memory.caps.get(tenant.0 as usize).copied().filter(|cap| *cap > 0) else { return };
        let _ = self.plane.apply(at, Command::SetCap { tenant, cap: cap.saturating_add(1) });
    }

    /// What is done beside the command, and answered in place of the outcome.
    pub(super) fn mistake(&mut self, at: Millis, command: Command, mut outcome: Outcome) -> Outcome {
        let stale = outcome.answer == Answer::Refused(Refusal::Stale);
        let Some(bug) = self.bug else { return outcome };
        match (bug, command) {
            (Bug::StaleReleaseAccepted, Command::Release { fence, .. }) if stale => {
                self.release_what_it_has_now(at, fence).unwrap_or(outcome)
            }
            (Bug::DoubleRelease, Command::Release { fence, .. })
                if stale && self.memory.grants.contains_key(&fence) =>
            {
                self.resize(at, 1);
                outcome
            }
            (Bug::SlotLeakedOnExpiry, Command::Sweep) if !outcome.ended.is_empty() => {
                self.resize(at, -(outcome.ended.len() as i64));
                outcome
            }
            (Bug::EffectTwice, Command::Complete { .. }) if outcome.answer == Answer::Duplicate => {
                Outcome::just(Answer::Applied)
            }
            (Bug::RefusedThenCancelledBilled, Command::Cancel { .. })
                if outcome.answer == (Answer::Unchanged { status: Status::Rejected }) =>
            {
                outcome.charged = 1;
                outcome
            }
            (Bug::RetriedSubmitTwice, Command::Submit { run, cost }) if outcome.repeated => {
                let run = RunId { key: run.key.saturating_add(SHADOW), ..run };
                let _ = self.plane.apply(at, Command::Submit { run, cost });
                outcome
            }
            (Bug::ClaimRepeatsAnothersLease, Command::Claim { worker }) if outcome.repeated => {
                let other = self.memory.live.iter().find(|(_, lease)| lease.worker != worker);
                if let Some((fence, lease)) = other {
                    outcome.answer = Answer::Granted { run: lease.run, fence: *fence, deadline: lease.deadline };
                }
                outcome
            }
            (Bug::CapOneCommandOld, Command::Claim { .. }) => {
                if let Some(tenant) = self.memory.just_granted {
                    let cap = self.memory.caps.get(tenant.0 as usize).copied().unwrap_or(0);
                    let _ = self.plane.apply(at, Command::SetCap { tenant, cap });
                }
                outcome
            }
            (Bug::LoserShutOut, Command::Heartbeat { fence, .. }) if fence == Fence::default() => {
                Outcome::refused(Refusal::AlreadyHolding)
            }
            (Bug::RequeueLost, _) => {
                let requeued = outcome.ended.iter().filter(|ended| ended.fate == spec::Fate::Requeued);
                for ended in requeued {
                    let _ = self.plane.apply(at, Command::Cancel { run: ended.run });
                }
                outcome
            }
            _ => outcome,
        }
    }

    fn release_what_it_has_now(&mut self, at: Millis, old: Fence) -> Option<Outcome> {
        let run = self.memory.grants.get(&old)?;
        let (fence, lease) = self.memory.live.iter().find(|(_, lease)| lease.run == *run)?;
        let command = Command::Release { worker: lease.worker, fence: *fence };
        Some(self.plane.apply(at, command))
    }

    fn resize(&mut self, at: Millis, by: i64) {
        let slots = self.memory.slots.saturating_add(by).max(0);
        self.memory.slots = slots;
        let _ = self.plane.apply(at, Command::Resize { slots });
    }

    /// The outcome as it is shown: with the fences that the bug gives out.
    pub(super) fn shown(&mut self, mut outcome: Outcome) -> Outcome {
        if self.bug != Some(Bug::FenceReusedAfterRestart) {
            return outcome;
        }
        let base = self.memory.base;
        let mut known: Vec<(Fence, Fence)> = self.memory.shown.iter().map(|(shown, fence)| (*shown, *fence)).collect();
        if let Answer::Granted { fence, .. } = &mut outcome.answer {
            let shown = match known.iter().find(|(_, real)| real == fence) {
                Some((shown, _)) => *shown,
                None => Fence { term: 1, grant: fence.grant.saturating_sub(base) },
            };
            self.memory.shown.insert(shown, *fence);
            known.push((shown, *fence));
            *fence = shown;
        }
        outcome.ended = outcome
            .ended
            .iter()
            .map(|ended| {
                let shown = known.iter().find(|(_, real)| *real == ended.fence).map(|(shown, _)| *shown);
                spec::Ended { fence: shown.unwrap_or(ended.fence), ..*ended }
            })
            .collect();
        outcome
    }

    /// A command as the plane knows its fence.
    fn unshown(&self, command: Command) -> Command {
        let real = |fence: Fence| self.memory.shown.get(&fence).copied().unwrap_or(fence);
        match command {
            Command::Heartbeat { worker, fence } => Command::Heartbeat { worker, fence: real(fence) },
            Command::Complete { run, fence, result } => Command::Complete { run, fence: real(fence), result },
            Command::Fail { worker, fence } => Command::Fail { worker, fence: real(fence) },
            Command::Release { worker, fence } => Command::Release { worker, fence: real(fence) },
            other => other,
        }
    }
}
