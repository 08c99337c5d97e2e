//! The control plane's own clock (D38).
//!
//! It follows the instants that commands carry, and never goes back. Its last instant and its offset live outside the
//! journal and are never lost.

use spec::decisions::ClockStepBack;
use spec::{Command, Decisions, Millis};

/// The clock: time = max(last, at + offset).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Clock {
    last: Millis,
    offset: Millis,
}

impl Clock {
    /// The control plane's time at the outside's instant `at`, in ms.
    pub(super) fn reading(self, at: Millis) -> Millis {
        self.last.max(at.saturating_add(self.offset))
    }

    /// By how much the outside's instant `at` lies before the last one, in ms; 0 where it does not.
    pub(super) fn lag(self, at: Millis) -> Millis {
        self.last.saturating_sub(at.saturating_add(self.offset))
    }

    /// By how much the outside's instant `at` lies after the last one, in ms; 0 where it does not.
    pub(super) fn lead(self, at: Millis) -> Millis {
        self.reading(at).saturating_sub(self.last)
    }

    /// Whether a command is refused for its clock (D38). Restart and acknowledge never are.
    pub(super) fn refuses(self, decisions: &Decisions, at: Millis, command: &Command) -> bool {
        let excused = matches!(command, Command::Restart { .. } | Command::Acknowledge);
        if excused || self.lag(at) == 0 {
            return false;
        }
        match decisions.clock_step_back() {
            ClockStepBack::Refuse => true,
            ClockStepBack::Rebase | ClockStepBack::Clamp => false,
        }
    }

    /// Follows a command that was not refused as halted or for its clock; gives the instant of its step (D38).
    pub(super) fn advance(&mut self, decisions: &Decisions, at: Millis) -> Millis {
        if self.lag(at) > 0 {
            match decisions.clock_step_back() {
                ClockStepBack::Rebase => self.offset = self.last.saturating_sub(at),
                ClockStepBack::Clamp | ClockStepBack::Refuse => {}
            }
        }
        self.last = self.reading(at);
        self.last
    }
}
