//! The seam: all that an explorer, a simulator or a judge knows of a control plane.

use crate::canon::Describe;
use crate::command::Command;
use crate::decisions::{Decisions, ReadSet};
use crate::ids::Millis;
use crate::outcome::Outcome;
use crate::settings::Settings;
use crate::view::View;

/// A control plane: commands in, outcomes out, one atomic step each.
pub trait ControlPlane {
    /// Carries out one command at its instant, on the caller's clock, in ms (D38 says how the control plane's own clock
    /// follows it). Total: no input panics, and a refused command changes nothing but what a decision says it does.
    fn apply(&mut self, at: Millis, command: Command) -> Outcome;

    /// The decisions that the last [`ControlPlane::apply`] read; empty where a control plane does not say.
    fn reads(&self) -> ReadSet {
        ReadSet::default()
    }

    /// Writes its state at an instant into `view`, changing nothing; false where it has none to show.
    fn view(&self, at: Millis, view: &mut View) -> bool {
        let _ = (at, view);
        false
    }
}

/// A control plane that the explorer can take through all of its states.
pub trait Explorable: ControlPlane + Describe + Clone + PartialEq {
    /// A new one, at instant 0, with its settings (which have been [validated](Settings::validate)) and decisions.
    fn start(settings: &Settings, decisions: &Decisions) -> Self;
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Taciturn;

    impl ControlPlane for Taciturn {
        fn apply(&mut self, _: Millis, _: Command) -> Outcome {
            Outcome::just(crate::Answer::Swept)
        }
    }

    #[test]
    fn a_control_plane_that_says_nothing_of_itself_has_no_state_to_show_and_no_reads() {
        let mut view = View { term: 7, ..View::default() };
        assert!(!Taciturn.view(0, &mut view));
        assert_eq!(view.term, 7);
        assert_eq!(Taciturn.reads(), ReadSet::default());
    }
}
