//! What the unit tests explore: one tenant, one run, one worker, one slot; each test adds what it is about.

use crate::explore::search::Bounds;
use crate::world::Move;
use spec::yaml::{Operator, Restarts, Scope, ScopeCommand, StepBack};
use spec::{Command, DecisionId, Decisions, Limits, Outcome, Settings};
use std::num::NonZeroU32;

/// More states than anything here has: an exploration that would not end, as of a key that is never the same, ends.
pub(crate) const STATES: usize = 10_000;

/// [`STATES`], and no bound on the depth.
pub(crate) const BOUNDS: Bounds = Bounds { states: STATES, ..Bounds::NONE };

/// Tenant `a` with cap 1 and quota 2, one run of cost 1, worker `w1`, one slot, windows of 2 ms and leases of 1; nobody
/// says anything but these commands.
pub(crate) fn scope(commands: &[ScopeCommand]) -> Scope {
    let settings = Settings {
        window: 2,
        lease: 1,
        warm_up: 0,
        grace: 1,
        attempts: 2,
        queue: 2,
        pool: 1,
        tenants: vec![Limits { cap: 1, quota: 2 }],
    };
    Scope {
        name: "small".to_owned(),
        about: String::new(),
        settings,
        workers: 1,
        runs: vec![costs(&[1])],
        results: 1,
        other_cost: false,
        commands: commands.to_vec(),
        unknown: false,
        operator: Operator::default(),
        restarts: Restarts::default(),
        step_back: StepBack::default(),
        with: Vec::new(),
        deep: false,
        line: 0,
    }
}

/// A tenant's runs.
pub(crate) fn costs(costs: &[u32]) -> Vec<NonZeroU32> {
    costs.iter().map(|cost| NonZeroU32::new(*cost).expect("a cost is at least 1")).collect()
}

/// Moves as text, one on a line.
pub(crate) fn told(moves: &[Move]) -> String {
    let told = moves.iter().map(|next| match next {
        Move::Tick => "tick".to_owned(),
        Move::StepBack => "step back".to_owned(),
        Move::Send(command) => command.to_string(),
    });
    told.collect::<Vec<_>>().join("\n")
}

/// The move that is written so.
pub(crate) fn next(text: &str) -> Move {
    match text {
        "tick" => Move::Tick,
        "step back" => Move::StepBack,
        _ => Move::Send(command(text)),
    }
}

/// The command that is written so.
pub(crate) fn command(text: &str) -> Command {
    text.parse().expect("the text is a command")
}

/// The outcome that is written so.
pub(crate) fn outcome(text: &str) -> Outcome {
    text.parse().expect("the text is an outcome")
}

/// The decisions as the spec chooses them, but for one: `D23=never`.
pub(crate) fn decisions(but: &str) -> Decisions {
    let (decision, option) = but.split_once('=').expect("the text is DECISION=OPTION");
    let decision = DecisionId::find(decision).expect("there is such a decision");
    let option = decision.option(option).expect("the decision has such an option");
    Decisions::default().with(decision, option).expect("the option was just looked up")
}
