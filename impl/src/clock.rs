//! The control plane's own clock (D38).
//!
//! It follows the instants that commands carry and never goes back: its time is the greater of the last command's
//! instant and the new one plus an offset. Both live outside the journal and survive every restart.

use crate::plane::ControlPlane;
use spec::Millis;
use spec::decisions::ClockStepBack;

/// Where the clock stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Clock {
    /// The control plane's instant of the last command that was not refused for the clock or a halt.
    pub(crate) last: Millis,
    /// What is added to the outside's instants; grows with each step back under D38 rebase.
    pub(crate) offset: Millis,
}

impl Clock {
    /// The control plane's time at an instant of the outside's clock.
    pub(crate) fn reading(&self, at: Millis) -> Millis {
        self.last.max(at.saturating_add(self.offset))
    }

    /// How far an instant of the outside's clock lies before the last command's.
    pub(crate) fn behind(&self, at: Millis) -> Millis {
        self.last.saturating_sub(at.saturating_add(self.offset))
    }
}

impl ControlPlane {
    /// Moves the clock to a command's instant and reads it; `None` where the command is refused for it. A `recovery` never
    /// is: under D38 refuse its time stands still instead.
    pub(crate) fn tick(&mut self, at: Millis, recovery: bool) -> Option<Millis> {
        if self.clock.behind(at) > 0 {
            match self.decisions.clock_step_back() {
                // D38: no underflow, since at + offset is less than the last instant and the offset is not negative.
                ClockStepBack::Rebase => self.clock.offset = self.clock.last.saturating_sub(at),
                ClockStepBack::Clamp => {}
                ClockStepBack::Refuse if recovery => {}
                ClockStepBack::Refuse => return None,
            }
        }
        self.clock.last = self.clock.reading(at);
        Some(self.clock.last)
    }
}
