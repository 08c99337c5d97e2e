//! Reach is asserted: the suites together come by everything, and docs/reach.md says what each alone comes by.

use model::cli::SpecArgs;
use model::progress::Silent;
use mutants::reach::{self, Account};
use mutants::{cli, files};
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

static ACCOUNT: LazyLock<Account> = LazyLock::new(|| {
    let spec = Some(files::in_workspace("spec/spec.yaml"));
    let subject = cli::subject(&SpecArgs { spec, set: Vec::new() }).expect("spec.yaml is sound");
    reach::account(&subject, &[], &Silent)
});

#[test]
fn every_decision_option_command_outcome_refusal_status_change_fault_and_clock_edge_is_reached() {
    assert_eq!(ACCOUNT.missing, Vec::<String>::new());
    let counts: Vec<usize> = ACCOUNT.sorts.iter().map(|sort| sort.things.len()).collect();
    assert!(counts.iter().all(|count| *count >= 7), "some sort of thing was not looked for: {counts:?}");
}

#[test]
fn the_committed_page_says_what_each_suite_alone_reaches() {
    let committed = fs::read_to_string(files::in_workspace("docs/reach.md")).unwrap_or_default();
    let stale = files::stale(&committed, &reach::page(&ACCOUNT));
    assert_eq!(stale, None, "docs/reach.md is stale; `cargo run -p mutants -- reach --write` writes it anew");
}

#[test]
fn what_only_the_seeds_reach_is_missed_without_them() {
    let (code, said) = without(&["check", "generated-tests"]);
    assert_eq!(code, Some(1), "{said}");
    let (code, said) = without(&["fixed-seeds"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("FOUND: reached by none of the suites: ") && said.contains("message-lost"), "{said}");
}

#[test]
fn each_of_the_things_that_have_to_be_reached_is_missed_where_no_suite_is_run() {
    let (code, said) = without(&["check", "fixed-seeds", "generated-tests"]);
    assert_eq!(code, Some(1), "{said}");
    let missing = said.lines().last().unwrap();
    for thing in ACCOUNT.sorts.iter().flat_map(|sort| sort.things.keys()) {
        assert!(missing.contains(thing.as_str()), "{thing} is not asked for");
    }
}

/// What the command prints where these suites are left out.
fn without(suites: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mutants"));
    command.arg("reach").args(suites.iter().flat_map(|suite| ["--without", suite]));
    let output = command.output().expect("it can be started");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}
