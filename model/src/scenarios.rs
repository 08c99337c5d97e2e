//! The scenarios of spec.yaml, played against a control plane or against the oracle.
//!
//! `check` plays them all under the choices of the file; `cargo test` makes each a test of its own name.

use crate::start::Start;
use oracle::reference::Situation;
use spec::yaml::{Scenario, SpecFile, Step};
use spec::{Command, ControlPlane, DecisionId, Decisions, Millis, Outcome};

/// A scenario that came out otherwise than spec.yaml states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// The line of spec.yaml that states the outcome.
    pub line: usize,
    /// What it states.
    pub stated: Outcome,
    /// What came, and what came before it: instant, command and outcome of each step.
    pub told: Vec<(Millis, Command, Outcome)>,
}

/// The name of a scenario as a test: decision, option and what it shows.
pub fn name(decision: DecisionId, option: usize, scenario: &Scenario) -> String {
    let info = decision.info();
    format!("{}_{}__{}__{}", info.id, info.key, info.options[option], scenario.name).replace([' ', '-'], "_")
}

/// Plays the steps; every outcome that the scenario states must be the one that comes.
pub fn play(scenario: &Scenario, mut answer: impl FnMut(Millis, Command) -> Outcome) -> Result<(), Box<Deviation>> {
    let last = scenario.steps().count();
    let mut told = Vec::new();
    for (index, Step { at, command, outcome: stated, line }) in scenario.steps().enumerate() {
        let outcome = answer(at, command);
        told.push((at, command, outcome.clone()));
        if let Some(stated) = stated.filter(|stated| *stated != outcome) {
            let line = if index + 1 == last { scenario.then_line } else { line };
            return Err(Box::new(Deviation { line, stated, told }));
        }
    }
    Ok(())
}

/// Plays a scenario against a control plane.
pub fn play_plane<P: ControlPlane>(
    scenario: &Scenario,
    decisions: &Decisions,
    start: &Start<P>,
) -> Result<(), Box<Deviation>> {
    let mut plane = start(&scenario.settings, decisions);
    play(scenario, |at, command| plane.apply(at, command))
}

/// Plays a scenario against the oracle.
pub fn play_oracle(scenario: &Scenario, decisions: &Decisions) -> Result<(), Box<Deviation>> {
    let mut situation = Situation::start(&scenario.settings, decisions);
    play(scenario, |at, command| {
        let outcome = situation.expect(decisions, at, command);
        situation.after(at, command, &outcome);
        outcome
    })
}

/// Plays every scenario under the choices of the file, whatever was set for this run: how many there are, and those that
/// do not hold, with their names.
pub fn play_all<P: ControlPlane>(file: &SpecFile, start: &Start<P>) -> (usize, Vec<(String, Box<Deviation>)>) {
    let mut file = file.clone();
    file.forget_overrides();
    let (mut count, mut deviations) = (0, Vec::new());
    for (decision, option, scenario) in file.scenarios() {
        count += 1;
        let decisions = file.scenario_decisions(decision, option, scenario);
        let played = play_plane(scenario, &decisions, start).and_then(|()| play_oracle(scenario, &decisions));
        if let Err(deviation) = played {
            deviations.push((name(decision, option, scenario), deviation));
        }
    }
    (count, deviations)
}
