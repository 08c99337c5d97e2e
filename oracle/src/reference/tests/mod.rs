//! The reference against histories written out by hand.
//!
//! A history is told a step a line, `instant command => outcome`; every outcome is expected as it stands, and the next
//! step follows from it. On the way each history checks what holds of all of them: the fold step by step gives what the
//! fold at once gives, a reused clone equals what it was cloned from, and describing or viewing changes nothing.

use super::{Situation, Step};
use spec::canon::{Canon, Describe};
use spec::{Command, DecisionId, Decisions, Limits, Millis, Outcome, Settings, View};

mod cancel;
mod completion;
mod credit;
mod describe;
mod operator;
mod order;
mod reads;
mod recovery;
mod silence;
mod slots;
mod submit;
mod whole;

/// The settings of spec.yaml.
fn settings() -> Settings {
    let tenants = vec![Limits { cap: 1, quota: 4 }, Limits { cap: 2, quota: 4 }];
    Settings { window: 10, lease: 5, warm_up: 3, grace: 2, attempts: 2, queue: 3, pool: 2, tenants }
}

/// One tenant, with this cap and quota.
fn alone(cap: i64, quota: i64) -> Settings {
    Settings { tenants: vec![Limits { cap, quota }], ..settings() }
}

/// The options that these stories are told under, of the questions that were open when they were written. To settle one
/// of them otherwise is the spec's owner's right, and turns no story wrong.
const TOLD_UNDER: &str = "D09 blocked, D19 unusable, D27 pool-only";

/// The chosen options but for these, e.g. `D29 refuse, D28 keeps-slot`.
fn decisions(changes: &str) -> Decisions {
    let mut decisions = Decisions::chosen();
    for change in TOLD_UNDER.split(',').chain(changes.split(',')).map(str::trim).filter(|change| !change.is_empty()) {
        let (decision, option) = change.split_once(' ').expect("an id and an option");
        let decision = DecisionId::find(decision).expect("an id");
        decisions.set(decision, decision.option(option).expect("an option")).expect("in range");
    }
    decisions
}

/// A step that is told in a line; the outcome is absent where the line does not say.
fn step(line: &str) -> (Millis, Command, Option<Outcome>) {
    let (asked, outcome) = match line.split_once("=>") {
        Some((asked, outcome)) => {
            (asked, Some(outcome.trim().parse().unwrap_or_else(|error| panic!("{line}: {error}"))))
        }
        None => (line, None),
    };
    let (at, command) = asked.trim().split_once(' ').expect("an instant and a command");
    let command = command.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    (at.parse().expect("an instant"), command, outcome)
}

/// Tells a history under these settings and decisions; gives the situation that it leads to.
#[track_caller]
fn told(settings: &Settings, changes: &str, history: &str) -> Situation {
    let decisions = decisions(changes);
    let mut situation = Situation::start(settings, &decisions);
    let mut reused = situation.clone();
    let mut steps = Vec::new();
    for line in history.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (at, command, expected) = step(line);
        let outcome = situation.expect(&decisions, at, command);
        if let Some(expected) = expected {
            assert_eq!(outcome.to_string(), expected.to_string(), "under `{changes}` at `{line}`");
        }
        situation.view(at, &mut View::default());
        situation.describe(at, &mut Canon::default());
        situation.after(at, command, &outcome);
        reused.clone_from(&situation);
        assert_eq!(reused, situation);
        steps.push(Step { at, command, outcome });
        assert_eq!(Situation::of(settings, &decisions, &steps), situation, "at `{line}`");
    }
    situation
}

/// Tells one history under the settings of spec.yaml.
#[track_caller]
fn tell(changes: &str, history: &str) -> Situation {
    told(&settings(), changes, history)
}

/// Tells the same beginning under each option, and then what differs.
#[track_caller]
fn each(settings: &Settings, beginning: &str, endings: &[(&str, &str)]) {
    for (changes, ending) in endings {
        told(settings, changes, &format!("{beginning}\n{ending}"));
    }
}

fn view(situation: &Situation, at: Millis) -> View {
    let mut view = View::default();
    situation.view(at, &mut view);
    view
}
