//! Every scenario of spec.yaml as a test of its own name, against the control plane and against the oracle.
//!
//! `cargo test -p model --test scenarios D29` runs those of one decision.

use ballast::ControlPlane as Plane;
use libtest_mimic::{Arguments, Failed, Trial};
use model::scenarios::{self, Deviation};
use model::start;
use spec::yaml::SpecFile;
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
    for (decision, option, scenario) in spec.scenarios() {
        let name = scenarios::name(decision, option, scenario);
        let decisions = spec.scenario_decisions(decision, option, scenario);
        let (for_plane, for_oracle) = ((scenario.clone(), decisions.clone()), (scenario.clone(), decisions));
        trials.push(Trial::test(format!("{name}::control_plane"), move || {
            scenarios::play_plane(&for_plane.0, &for_plane.1, &start::plain::<Plane>()).map_err(failed)
        }));
        trials.push(Trial::test(format!("{name}::oracle"), move || {
            scenarios::play_oracle(&for_oracle.0, &for_oracle.1).map_err(failed)
        }));
    }
    trials
}

#[expect(clippy::boxed_local, reason = "it is the error as it comes")]
fn failed(deviation: Box<Deviation>) -> Failed {
    let told = deviation.told.iter().map(|(at, command, outcome)| format!("  {at:>4} {command} => {outcome}\n"));
    let told: String = told.collect();
    format!("spec.yaml:{} states `{}`, but it came to\n{told}", deviation.line, deviation.stated).into()
}
