//! Histories as texts, and what the judge says of them.
//!
//! Each invariant has a history that makes exactly it fire, and one that keeps it silent where a control plane refuses
//! as it should. They run under the settings that spec.yaml's scenarios run under, unless they say otherwise.

mod describe;
mod i1_cap;
mod i2_pool;
mod i3_no_leak;
mod i4_exclusive;
mod i5_effect_once;
mod i6_fenced;
mod i7_ledger;
mod i8_final;
mod judge;

use super::{InvariantId, Judge, Violation};
use spec::{Command, DecisionId, Decisions, Limits, Millis, Outcome, Settings};

/// The settings of spec.yaml's scenarios.
fn settings() -> Settings {
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
const TOLD_UNDER: [(&str, &str); 3] = [("D09", "blocked"), ("D19", "unusable"), ("D27", "pool-only")];

/// The chosen options, but for these.
fn decisions(with: &[(&str, &str)]) -> Decisions {
    let mut decisions = Decisions::chosen();
    for (id, option) in TOLD_UNDER.iter().chain(with) {
        let decision = DecisionId::find(id).expect("a decision's id");
        decisions.set(decision, decision.option(option).expect("an option's name")).unwrap();
    }
    decisions
}

fn start(with: &[(&str, &str)]) -> Judge {
    Judge::start(&settings(), &decisions(with))
}

/// A line such as `5 claim w1 => idle no-slot`.
fn step(line: &str) -> (Millis, Command, Outcome) {
    let (asked, answered) = line.split_once("=>").expect("a command, `=>`, an outcome");
    let (at, command) = asked.trim().split_once(' ').expect("an instant and a command");
    (at.parse().unwrap(), command.parse().unwrap(), answered.trim().parse().unwrap())
}

/// Lets the judge observe a line, and returns what it says.
fn observe(judge: &mut Judge, line: &str) -> Vec<Violation> {
    let (at, command, outcome) = step(line);
    let mut violations = Vec::new();
    judge.observe(at, command, &outcome, &mut violations);
    violations
}

/// Judges a history of which only the last line may break anything, and returns what that breaks.
fn last_of(mut judge: Judge, history: &str) -> Vec<Violation> {
    let lines: Vec<&str> = history.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (last, before) = lines.split_last().expect("at least one line");
    for line in before {
        assert_eq!(observe(&mut judge, line), [], "{line}");
    }
    observe(&mut judge, last)
}

/// The history's last line breaks exactly this invariant, and it is said so in these words.
#[track_caller]
fn breaks(judge: Judge, invariant: InvariantId, message: &str, history: &str) {
    let expected = Violation { invariant, message: message.to_owned() };
    assert_eq!(last_of(judge, history), [expected]);
}

/// The history breaks nothing.
#[track_caller]
fn keeps(judge: Judge, history: &str) {
    assert_eq!(last_of(judge, history), []);
}
