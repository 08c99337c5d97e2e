//! Every history that was derived from the model as a test of its own name, against the control plane and the oracle.
//!
//! `cargo test -p model --test derived recovery` runs those of one scope. Whether they still meet all that the explored
//! graphs hold, `model derive --check` says; here, that they meet what they met when they were written, and what `check`
//! demands to be reached.

use ballast::ControlPlane as Plane;
use libtest_mimic::{Arguments, Failed, Trial};
use model::derived::cli::FOLDER;
use model::derived::{replay, triple};
use model::kept::Kept;
use model::scenarios::Deviation;
use spec::yaml::{Histories, SpecFile};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml");
    match trials(&path) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn trials(path: &Path) -> Result<Vec<Trial>, String> {
    let spec = SpecFile::read(path).map_err(|diagnostics| diagnostics.to_string())?;
    let kept = Kept::read(path, FOLDER).map_err(|error| error.to_string())?;
    let base = Arc::new(spec.decisions());
    let mut trials = Vec::new();
    let mut all = Vec::new();
    for name in kept.names() {
        let file = kept.path(name).display().to_string();
        let histories = Histories::read(&kept.path(name), &spec).map_err(|diagnostics| diagnostics.to_string())?;
        let histories = Arc::new(histories);
        all.push((file.clone(), Arc::clone(&histories)));
        for index in 0..histories.histories.len() {
            let name = replay::name(&histories, index);
            let (on_plane, in_force, place) = (Arc::clone(&histories), Arc::clone(&base), file.clone());
            trials.push(Trial::test(format!("{name}::control_plane"), move || {
                let played = replay::play_plane::<Plane>(&on_plane, index, &in_force);
                played.map(drop).map_err(|deviation| failed(&place, &deviation))
            }));
            let (on_oracle, in_force, place) = (Arc::clone(&histories), Arc::clone(&base), file.clone());
            trials.push(Trial::test(format!("{name}::oracle"), move || {
                let played = replay::play_oracle(&on_oracle, index, &in_force);
                played.map_err(|deviation| failed(&place, &deviation))
            }));
        }
    }
    trials.push(Trial::test("together_they_meet_all_that_check_demands_to_be_reached", move || {
        let mut met = BTreeSet::new();
        for (file, histories) in &all {
            let mut of_file = BTreeSet::new();
            for index in 0..histories.histories.len() {
                let played = replay::play_plane::<Plane>(histories, index, &base);
                of_file.extend(played.map_err(|deviation| failed(file, &deviation))?);
            }
            if of_file.len() != histories.covers {
                let (met, said) = (of_file.len(), histories.covers);
                return Err(format!("{file} says that it covers {said}, and it covers {met}; {TO_DO}").into());
            }
            met.extend(of_file);
        }
        let missing = triple::missing(&met);
        if missing.is_empty() { Ok(()) } else { Err(format!("nothing meets {missing:?}; {TO_DO}").into()) }
    }));
    Ok(trials)
}

/// What helps.
const TO_DO: &str = "`model derive` writes the histories anew";

fn failed(file: &str, deviation: &Deviation) -> Failed {
    let told = deviation.told.iter().map(|(at, command, outcome)| format!("  {at:>4} {command} => {outcome}\n"));
    let told: String = told.collect();
    let line = deviation.line;
    let to_do = "if the spec was changed on purpose, `cargo run -p model -- derive` writes the histories anew";
    format!("{file}:{line} states `{}`, but it came to\n{told}{to_do}", deviation.stated).into()
}
