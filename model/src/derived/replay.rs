//! Plays derived histories against a control plane or against the oracle.

use super::triple::{Triple, of_step};
use crate::scenarios::Deviation;
use oracle::reference::Situation;
use spec::yaml::{Histories, History};
use spec::{Command, Decisions, Explorable, Millis, Outcome};
use std::collections::BTreeSet;

/// The name of a history as a test: its scope, its place in the file, and what is changed in it.
pub fn name(histories: &Histories, index: usize) -> String {
    let history = &histories.histories[index];
    let with =
        history.with.iter().map(|(decision, option)| format!("__{decision}_{}", decision.info().options[*option]));
    let with: String = with.collect();
    format!("{}_{:02}{with}", histories.scope.name, index + 1).replace('-', "_")
}

/// Plays the steps; every outcome must be the one that is told.
fn play(history: &History, mut answer: impl FnMut(Millis, Command) -> Outcome) -> Result<(), Box<Deviation>> {
    let mut told = Vec::new();
    for step in &history.steps {
        let outcome = answer(step.at, step.command);
        told.push((step.at, step.command, outcome.clone()));
        if let Some(stated) = step.outcome.clone().filter(|stated| *stated != outcome) {
            return Err(Box::new(Deviation { line: step.line, stated, told }));
        }
    }
    Ok(())
}

/// Plays a history against a control plane, and gives what it met; `in_force` are the decisions of the spec.
pub fn play_plane<P: Explorable>(
    histories: &Histories,
    index: usize,
    in_force: &Decisions,
) -> Result<BTreeSet<Triple>, Box<Deviation>> {
    let history = &histories.histories[index];
    let decisions = history.decisions(in_force);
    let mut plane = P::start(&histories.scope.settings, &decisions);
    let mut met = BTreeSet::new();
    play(history, |at, command| {
        let outcome = plane.apply(at, command);
        met.extend(of_step(command, &outcome, plane.reads(), &decisions));
        outcome
    })?;
    Ok(met)
}

/// Plays a history against the oracle.
pub fn play_oracle(histories: &Histories, index: usize, in_force: &Decisions) -> Result<(), Box<Deviation>> {
    let history = &histories.histories[index];
    let decisions = history.decisions(in_force);
    let mut situation = Situation::start(&histories.scope.settings, &decisions);
    play(history, |at, command| {
        let outcome = situation.expect(&decisions, at, command);
        situation.after(at, command, &outcome);
        outcome
    })
}
