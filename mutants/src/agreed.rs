//! The recorded histories on which both engines agree, `spec/histories/agreed.txt`, played against another control plane.

#[path = "../../spec/histories/read.rs"]
mod read;

use model::start::Start;
use spec::{Command, ControlPlane, Decisions, Millis, Settings, View};

/// What came out otherwise than was agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played {
    /// Histories.
    pub histories: usize,
    /// Those in which an outcome or a view is another.
    pub otherwise: usize,
    /// The line at which the first of them begins, and its steps up to the other one.
    pub first: Option<(usize, usize)>,
}

/// Plays all of them.
pub fn play<P: ControlPlane>(start: &Start<P>) -> Played {
    let mut played = Played::default();
    let mut view = View::default();
    for history in read::histories() {
        let mut plane = start(&history.settings, &history.decisions);
        let mut differs = |step: &read::Step| {
            let outcome = plane.apply(step.at, step.command);
            outcome != step.outcome || (plane.view(step.at, &mut view) && read::sum(&view) != step.view)
        };
        played.histories += 1;
        if let Some(place) = history.steps.iter().position(&mut differs) {
            played.otherwise += 1;
            played.first.get_or_insert((history.line, place + 1));
        }
    }
    played
}

/// A history to be followed: what holds in it, and what comes when.
pub type Plan = (Settings, Decisions, Vec<(Millis, Command)>);

/// All of them, without their outcomes.
pub fn plans() -> impl Iterator<Item = Plan> {
    read::histories().into_iter().map(|history| {
        let steps = history.steps.iter().map(|step| (step.at, step.command)).collect();
        (history.settings, history.decisions, steps)
    })
}
