//! Bugs in what is asked otherwise, done beside the command, or answered otherwise.

use super::memory::Lease;
use super::{Bug, Planted};
use spec::{Answer, Command, Ended, Fence, Idle, Millis, Outcome, Refusal, RunId, Shed, Status, TenantId};

/// Far above the keys of real runs.
const SHADOW: u32 = 5_000_000;

impl Planted {
    /// When the plane is asked to submit or to grant.
    pub(super) fn asked_at(&self, at: Millis) -> Millis {
        let memory = &self.memory;
        let crossed = at / memory.window > memory.at / memory.window;
        if self.bug == Some(Bug::WindowRolledByTraffic) && crossed { memory.end_of_last_window() } else { at }
    }

    /// What the plane is asked, and when.
    pub(super) fn rewritten(&self, at: Millis, command: Command) -> (Millis, Command) {
        match command {
            Command::Submit { .. } | Command::Claim { .. } => (self.asked_at(at), command),
            _ => (at, self.unshown(command)),
        }
    }

    /// The caps under which a claim is judged, where they are not those that were set.
    fn caps_for_claim(&self) -> Vec<(TenantId, i64)> {
        let memory = &self.memory;
        match self.bug {
            Some(Bug::CapOneCommandOld) => {
                let Some(tenant) = memory.just_granted else { return Vec::new() };
                let cap = memory.caps.get(tenant.0 as usize).copied().filter(|cap| *cap > 0);
                cap.map(|cap| (tenant, cap.saturating_add(1))).into_iter().collect()
            }
            Some(Bug::LaterTenantsPassedOver) => {
                (1..memory.caps.len()).map(|tenant| (TenantId(tenant as u32), 0)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Asks the plane; a claim under other caps where the bug has it so.
    pub(super) fn ask(&mut self, at: Millis, command: Command) -> Outcome {
        let caps = if matches!(command, Command::Claim { .. }) { self.caps_for_claim() } else { Vec::new() };
        for (tenant, cap) in &caps {
            let _ = self.plane.apply(at, Command::SetCap { tenant: *tenant, cap: *cap });
        }
        let outcome = self.plane.apply(at, command);
        self.reads = self.plane.reads();
        for (tenant, _) in &caps {
            let cap = self.memory.caps.get(tenant.0 as usize).copied().unwrap_or(0);
            let _ = self.plane.apply(at, Command::SetCap { tenant: *tenant, cap });
        }
        outcome
    }

    /// What is done beside the command, and answered in place of the outcome.
    pub(super) fn mistake(&mut self, at: Millis, command: Command, outcome: Outcome) -> Outcome {
        match command {
            Command::Submit { run, cost } => self.wrong_submit(at, run, Command::Submit { run, cost }, outcome),
            Command::Claim { .. } => self.wrong_claim(command, outcome),
            Command::Heartbeat { fence, .. } | Command::Fail { fence, .. } | Command::Release { fence, .. } => {
                self.wrong_word(at, command, fence, outcome)
            }
            Command::Complete { run, .. } if outcome.answer == Answer::Duplicate => match self.bug {
                Some(Bug::EffectTwice) => Outcome::just(Answer::Applied),
                Some(Bug::DedupLostAtRestart) if !self.memory.completed.contains(&run) => {
                    Outcome::just(Answer::Applied)
                }
                _ => outcome,
            },
            Command::Cancel { .. }
                if self.bug == Some(Bug::RefusedThenCancelledBilled)
                    && outcome.answer == (Answer::Unchanged { status: Status::Rejected }) =>
            {
                Outcome { charged: 1, ..outcome }
            }
            Command::Sweep if self.bug == Some(Bug::SlotLeakedOnExpiry) && !outcome.ended.is_empty() => {
                self.resize(at, -(outcome.ended.len() as i64));
                outcome
            }
            _ => outcome,
        }
    }

    fn wrong_submit(&mut self, at: Millis, run: RunId, command: Command, mut outcome: Outcome) -> Outcome {
        let queued = matches!(outcome.answer, Answer::Queued { .. });
        match self.bug {
            Some(Bug::RetriedSubmitTwice) if outcome.repeated => {
                if let Command::Submit { cost, .. } = command {
                    let run = RunId { key: run.key.saturating_add(SHADOW), ..run };
                    let _ = self.plane.apply(at, Command::Submit { run, cost });
                }
            }
            Some(Bug::SubmitAcknowledgedAndLost) if queued && !outcome.repeated => {
                let _ = self.plane.apply(at, Command::Cancel { run });
            }
            Some(Bug::CompletedRunQueuedAgain)
                if outcome.repeated && self.status(at, run) == Some(Status::Completed) =>
            {
                outcome.repeated = false;
            }
            _ => {}
        }
        outcome
    }

    fn wrong_claim(&self, command: Command, mut outcome: Outcome) -> Outcome {
        let Command::Claim { worker } = command else { return outcome };
        let given = |(fence, lease): (&Fence, &Lease)| Answer::Granted {
            run: lease.run,
            fence: *fence,
            deadline: lease.deadline,
        };
        let anothers = || self.memory.live.iter().find(|(_, lease)| lease.worker != worker).map(given);
        match self.bug {
            Some(Bug::ClaimRepeatsAnothersLease) if outcome.repeated => {
                outcome.answer = anothers().unwrap_or(outcome.answer);
            }
            Some(Bug::RunGrantedWhileHeld) if outcome.answer == Answer::Idle(Idle::NothingEligible) => {
                outcome.answer = anothers().unwrap_or(outcome.answer);
            }
            _ => {}
        }
        outcome
    }

    fn wrong_word(&mut self, at: Millis, command: Command, fence: Fence, outcome: Outcome) -> Outcome {
        if outcome.answer != Answer::Refused(Refusal::Stale) {
            return outcome;
        }
        if self.bug == Some(Bug::DoubleRelease)
            && matches!(command, Command::Release { .. })
            && self.memory.grants.contains_key(&fence)
        {
            self.resize(at, 1);
            return outcome;
        }
        let now = self.memory.what_it_has_now(fence).filter(|(newer, _)| *newer != fence);
        let Some((fence, Lease { worker, .. })) = now else { return outcome };
        let taken_for = match (self.bug, command) {
            (Some(Bug::StaleReleaseAccepted), Command::Release { .. }) => Command::Release { worker, fence },
            (Some(Bug::StaleFailAccepted), Command::Fail { .. }) => Command::Fail { worker, fence },
            (Some(Bug::StaleHeartbeatRenewed), Command::Heartbeat { .. }) => Command::Heartbeat { worker, fence },
            _ => return outcome,
        };
        self.plane.apply(at, taken_for)
    }

    /// What is wrong with a step whatever was asked.
    pub(super) fn ends(&mut self, at: Millis, mut outcome: Outcome) -> Outcome {
        match self.bug {
            Some(Bug::RequeueLost) => {
                let requeued = outcome.ended.iter().filter(|ended| ended.fate == spec::Fate::Requeued);
                for ended in requeued {
                    let _ = self.plane.apply(at, Command::Cancel { run: ended.run });
                }
            }
            Some(Bug::RefundedTwice) if outcome.refunded > 0 => {
                outcome.refunded *= 2;
                let twice = |ended: &Ended| Ended { refunded: ended.refunded * 2, ..*ended };
                outcome.ended = outcome.ended.iter().map(twice).collect();
                outcome.shed = outcome.shed.map(|shed| Shed { refunded: shed.refunded * 2, ..shed });
            }
            _ => {}
        }
        outcome
    }

    fn resize(&mut self, at: Millis, by: i64) {
        let slots = self.memory.slots.saturating_add(by).max(0);
        self.memory.slots = slots;
        let _ = self.plane.apply(at, Command::Resize { slots });
    }
}
