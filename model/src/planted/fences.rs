//! Bugs in the fences that are given out: what is shown is not what the control plane knows.

use super::{Bug, Planted};
use spec::{Answer, Command, ControlPlane, Ended, Fence, Millis, Outcome, View};

impl Planted {
    fn shows_other_fences(&self) -> bool {
        matches!(self.bug, Some(Bug::FenceReusedAfterRestart | Bug::FenceLostWithItsRecord))
    }

    /// The outcome as it is shown: with the fences that the bug gives out.
    pub(super) fn shown(&mut self, mut outcome: Outcome) -> Outcome {
        if !self.shows_other_fences() {
            return outcome;
        }
        let base = self.memory.base;
        let mut known: Vec<(Fence, Fence)> = self.memory.shown.iter().map(|(shown, fence)| (*shown, *fence)).collect();
        if let Answer::Granted { fence, .. } = &mut outcome.answer {
            let shown = match known.iter().find(|(_, real)| real == fence) {
                Some((shown, _)) => *shown,
                None if base == 0 => *fence,
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
                Ended { fence: shown.unwrap_or(ended.fence), ..*ended }
            })
            .collect();
        outcome
    }

    /// After a loss: the highest fence that is left counts as the highest that there ever was.
    pub(super) fn read_fences_back(&mut self, at: Millis) {
        if self.bug == Some(Bug::FenceLostWithItsRecord) {
            let mut view = View::default();
            ControlPlane::view(&self.plane, at, &mut view);
            let left = view.runs.iter().filter_map(|run| run.fence).map(|fence| fence.grant).max().unwrap_or(0);
            self.memory.base = self.memory.last_grant.saturating_sub(left);
        }
    }

    /// A command as the control plane knows its fence.
    pub(super) fn unshown(&self, command: Command) -> Command {
        if !self.shows_other_fences() {
            return command;
        }
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
