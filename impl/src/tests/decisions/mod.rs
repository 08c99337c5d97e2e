//! Every option of every decision, as a short story of commands and the outcomes that semantics.md says they have.

mod admission;
mod cancel;
mod completion;
mod credit;
mod leases;
mod order;
mod recovery;

use crate::ControlPlane;
use spec::{Command, DecisionId, Decisions, Limits, Millis, Outcome, Settings};

/// The settings of the stories: tenant `a` with cap 1 and quota 4, `b` with cap 2 and quota 4.
pub fn settings() -> Settings {
    Settings {
        window: 10,
        lease: 5,
        warm_up: 3,
        grace: 2,
        attempts: 2,
        queue: 3,
        pool: 2,
        tenants: vec![Limits { cap: 1, quota: 4 }, Limits { cap: 2, quota: 4 }],
    }
}

/// The options that these stories are told under, of the questions that were open when they were written. To settle one
/// of them otherwise is the spec's owner's right, and turns no story wrong.
const TOLD_UNDER: &str = "D09=blocked D19=unusable D27=pool-only";

/// The chosen decisions but for some, written `D02=submit D10=park`.
pub fn decisions(options: &str) -> Decisions {
    let mut decisions = Decisions::default();
    for word in TOLD_UNDER.split_whitespace().chain(options.split_whitespace()) {
        let (id, option) = word.split_once('=').expect("an option is written D02=submit");
        let decision = DecisionId::find(id).expect("the decision exists");
        decisions.set(decision, decision.option(option).expect("the option exists")).expect("it can be set");
    }
    decisions
}

/// Tells a story: each line is an instant, a command, `->`, and the outcome that it must have.
#[track_caller]
pub fn tell(options: &str, story: &str) -> ControlPlane {
    let mut plane = ControlPlane::new(&settings(), &decisions(options)).expect("the settings are good");
    go_on(&mut plane, options, story);
    plane
}

/// Goes on with a story.
#[track_caller]
pub fn go_on(plane: &mut ControlPlane, options: &str, story: &str) {
    for line in story.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (asked, expected) = line.split_once(" -> ").expect("a line has an outcome");
        let (at, command) = asked.split_once(' ').expect("a line has an instant");
        let at: Millis = at.parse().expect("the instant is a number");
        let command: Command = command.parse().expect("the command reads");
        let expected: Outcome = expected.parse().expect("the outcome reads");
        let outcome = plane.apply(at, command);
        assert_eq!(outcome, expected, "with {options}, `{line}` had the outcome `{outcome}`");
    }
}
