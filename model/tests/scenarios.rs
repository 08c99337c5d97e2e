//! Every scenario of spec.yaml as a test of its own name, against the control plane and against the oracle.
//!
//! `cargo test -p model --test scenarios D29` runs those of one decision.

use ballast::ControlPlane as Plane;
use libtest_mimic::{Arguments, Failed, Trial};
use oracle::reference::Situation;
use spec::yaml::{Scenario, SpecFile, Step};
use spec::{Command, ControlPlane, Decisions, Explorable, Millis, Outcome};
use std::path::Path;

fn main() {
    let arguments = Arguments::from_args();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml");
    let spec = match SpecFile::read(&path) {
        Ok(spec) => spec,
        Err(diagnostics) => {
            eprintln!("{diagnostics}");
            std::process::exit(2);
        }
    };
    let trials = trials(&spec);
    assert!(!trials.is_empty(), "spec.yaml has no scenario, so there is nothing to test");
    libtest_mimic::run(&arguments, trials).exit();
}

fn trials(spec: &SpecFile) -> Vec<Trial> {
    let mut trials = Vec::new();
    for decision in &spec.decisions {
        for (option, said) in decision.options.iter().enumerate() {
            for scenario in &said.scenarios {
                let mut decisions = spec.decisions();
                decisions.set(decision.id, option).expect("the loader knows the option");
                for (other, option) in &scenario.with {
                    decisions.set(*other, *option).expect("the loader knows the option");
                }
                let info = decision.id.info();
                let name =
                    format!("{}_{}__{}__{}", info.id, info.key, said.name, scenario.name).replace([' ', '-'], "_");
                let (with_plane, with_oracle) = (scenario.clone(), scenario.clone());
                let for_oracle = decisions.clone();
                trials.push(Trial::test(format!("{name}::control_plane"), move || {
                    let mut plane = Plane::start(&with_plane.settings, &decisions);
                    play(&with_plane, |at, command| plane.apply(at, command))
                }));
                trials.push(Trial::test(format!("{name}::oracle"), move || {
                    let mut situation = Situation::start(&with_oracle.settings, &for_oracle);
                    play(&with_oracle, |at, command| expected(&mut situation, &for_oracle, at, command))
                }));
            }
        }
    }
    trials
}

fn expected(situation: &mut Situation, decisions: &Decisions, at: Millis, command: Command) -> Outcome {
    let outcome = situation.expect(decisions, at, command);
    situation.after(at, command, &outcome);
    outcome
}

/// Plays the steps; every outcome that the scenario states must be the one that comes.
fn play(scenario: &Scenario, mut answer: impl FnMut(Millis, Command) -> Outcome) -> Result<(), Failed> {
    let mut told = String::new();
    for Step { at, command, outcome: stated, line } in scenario.steps() {
        let outcome = answer(at, command);
        told.push_str(&format!("  {at:>4} {command} => {outcome}\n"));
        if let Some(stated) = stated.filter(|stated| *stated != outcome) {
            return Err(format!("spec.yaml:{line} states `{stated}`, but it came to\n{told}").into());
        }
    }
    Ok(())
}
