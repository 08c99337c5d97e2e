//! Plays a witness against a control plane or against the oracle, under either of its options.

use crate::scenarios::Deviation;
use oracle::reference::Situation;
use spec::yaml::Witness;
use spec::{Command, Decisions, Explorable, Millis, Outcome};

/// The name of a witness as a test: the decision, and the options that it tells apart.
pub fn name(witness: &Witness) -> String {
    let info = witness.decision.info();
    let [first, second] = witness.options.map(|option| info.options[option]);
    format!("{}_{}__{first}_or_{second}", info.id, info.key).replace('-', "_")
}

/// Plays the steps of one side; every outcome must be the one that is told.
pub fn play(
    witness: &Witness,
    side: usize,
    mut answer: impl FnMut(Millis, Command) -> Outcome,
) -> Result<(), Box<Deviation>> {
    let mut told = Vec::new();
    for step in witness.steps(side) {
        let outcome = answer(step.at, step.command);
        told.push((step.at, step.command, outcome.clone()));
        if let Some(stated) = step.outcome.filter(|stated| *stated != outcome) {
            return Err(Box::new(Deviation { line: step.line, stated, told }));
        }
    }
    Ok(())
}

/// Plays one side against a control plane; `in_force` are the decisions of the spec.
pub fn play_plane<P: Explorable>(witness: &Witness, side: usize, in_force: &Decisions) -> Result<(), Box<Deviation>> {
    let mut plane = P::start(&witness.settings, &witness.decisions(in_force, side));
    play(witness, side, |at, command| plane.apply(at, command))
}

/// Plays one side against the oracle.
pub fn play_oracle(witness: &Witness, side: usize, in_force: &Decisions) -> Result<(), Box<Deviation>> {
    let decisions = witness.decisions(in_force, side);
    let mut situation = Situation::start(&witness.settings, &decisions);
    play(witness, side, |at, command| {
        let outcome = situation.expect(&decisions, at, command);
        situation.after(at, command, &outcome);
        outcome
    })
}

/// Plays both sides against a control plane and the oracle.
pub fn play_both<P: Explorable>(witness: &Witness, in_force: &Decisions) -> Result<(), Box<Deviation>> {
    for side in 0..witness.options.len() {
        play_plane::<P>(witness, side, in_force)?;
        play_oracle(witness, side, in_force)?;
    }
    Ok(())
}
