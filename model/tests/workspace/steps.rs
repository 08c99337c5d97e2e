//! The steps of continuous integration: the local run and the hosted one call the same scripts.

use super::files::{File, below, read};

/// The scripts below ci/; what else stands there is data for them.
fn scripts_of_ci() -> Vec<File> {
    below("ci").into_iter().filter(|file| !file.name.ends_with(".yaml")).collect()
}

/// Off the gate: fresh seeds have a workflow of their own, and what only measures is for whoever wants to know.
const OFF_THE_GATE: [(&str, &str); 2] =
    [("ci/seeds", ".github/workflows/seeds.yml"), ("ci/measure-simulate", "docs/performance.md")];

#[test]
fn the_local_run_and_the_hosted_one_call_every_step() {
    let steps = scripts_of_ci();
    assert!(steps.len() >= 6, "found only {} steps below ci/", steps.len());
    let local = read(".ci/run");
    let hosted = read(".github/workflows/ci.yml");
    for step in &steps {
        if let Some((_, caller)) = OFF_THE_GATE.iter().find(|(name, _)| *name == step.name) {
            assert!(read(caller).contains(&step.name), "{caller} does not name {}", step.name);
            continue;
        }
        let name = step.name.rsplit('/').next().unwrap_or_default();
        assert!(local.contains(&format!("step {name}")), ".ci/run does not call {}", step.name);
        assert!(hosted.contains(&format!("run: {}", step.name)), "the hosted workflow does not call {}", step.name);
    }
}

#[test]
fn every_step_stops_at_its_first_failure_and_says_what_it_is_for() {
    let scripts: Vec<_> = scripts_of_ci().into_iter().chain(below(".ci")).collect();
    assert!(!scripts.is_empty(), "no script was found");
    for script in scripts {
        let mut lines = script.text.lines();
        assert_eq!(lines.next(), Some("#!/usr/bin/env bash"), "{} begins otherwise", script.name);
        assert!(lines.next().is_some_and(|line| line.starts_with("# ")), "{} does not say what it is for", script.name);
        assert!(script.text.contains("\nset -euo pipefail\n"), "{} goes on after a failure", script.name);
    }
}

#[cfg(unix)]
#[test]
fn every_step_can_be_executed() {
    use std::os::unix::fs::PermissionsExt;
    let scripts: Vec<_> = scripts_of_ci().into_iter().chain(below(".ci")).collect();
    assert!(!scripts.is_empty(), "no script was found");
    for script in scripts {
        let mode = super::files::root().join(&script.name).metadata().expect("the script exists").permissions().mode();
        assert_ne!(mode & 0o111, 0, "{} is not executable", script.name);
    }
}
