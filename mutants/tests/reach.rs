//! Reach is asserted: the suites together come by everything, and docs/reach.md says what each alone comes by.

use model::cli::SpecArgs;
use model::progress::Silent;
use mutants::reach::{self, Account, SUITES};
use mutants::{cli, files};
use std::fs;
use std::sync::LazyLock;

static ACCOUNT: LazyLock<Account> = LazyLock::new(|| {
    let spec = Some(files::in_workspace("spec/spec.yaml"));
    let subject = cli::subject(&SpecArgs { spec, set: Vec::new() }).expect("spec.yaml is sound");
    reach::account(&subject, &Silent)
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
    let seeds = SUITES.iter().position(|suite| *suite == "fixed seeds").unwrap();
    let lost = reach::missing_without(&ACCOUNT, seeds);
    assert!(lost.contains(&"message-lost".to_owned()) && lost.len() >= 20, "{lost:?}");
    let all_but: Vec<usize> = (0..SUITES.len()).filter(|suite| *suite != seeds).collect();
    assert!(all_but.iter().all(|suite| reach::missing_without(&ACCOUNT, *suite).len() < lost.len()));
}
