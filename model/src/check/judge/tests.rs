//! What is made of hand-made results: every kind of finding, what is none, and the verdict.

use super::*;
use crate::check::plan::Job;
use crate::explore::progress::Progress;
use crate::explore::testing::{decisions, next, outcome, scope};
use crate::explore::{Finding, Found, Searched};
use crate::planted::{self, Bug, Planted};
use crate::reach::Reach;
use crate::subject::default_spec;
use spec::ReadSet;
use spec::yaml::{Scope, ScopeCommand, SpecFile};
use std::sync::OnceLock;
use std::time::Duration;

/// The spec without its scenarios, which are a matter of their own.
fn file() -> SpecFile {
    static FILE: OnceLock<SpecFile> = OnceLock::new();
    let read = || {
        let mut file = SpecFile::read(&default_spec()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        file.decisions
            .iter_mut()
            .flat_map(|decision| &mut decision.options)
            .for_each(|option| option.scenarios.clear());
        file
    };
    FILE.get_or_init(read).clone()
}

fn subject_of(file: SpecFile) -> Subject {
    let small = scope(&[ScopeCommand::Submit, ScopeCommand::Claim, ScopeCommand::Complete, ScopeCommand::Sweep]);
    let scopes = vec![small.clone(), Scope { name: "other".to_owned(), ..small }];
    Subject::new(file, " --spec mine.yaml".to_owned(), scopes)
}

fn subject() -> Subject {
    subject_of(file())
}

/// Asks for one scope, or for all; the control plane applies a result twice, if anybody should look.
fn request(scopes: &[&str]) -> Request<Planted> {
    Request {
        start: planted::start(Bug::EffectTwice),
        scopes: scopes.iter().map(ToString::to_string).collect(),
        deep: false,
        jobs: 1,
        states: 10_000,
    }
}

fn option(name: &str) -> (DecisionId, usize) {
    let (decision, option) = name.split_once('=').unwrap();
    let decision = DecisionId::find(decision).unwrap();
    (decision, decision.option(option).unwrap())
}

/// A complete exploration of ten states, without a finding.
fn ran(decisions: &Decisions, purpose: Purpose) -> Outcome {
    let searched = Searched { unique: 10, transitions: 20, depth: 3, complete: true, found: None, bytes: 250 };
    Outcome {
        job: Job { scope: 0, decisions: decisions.clone(), purpose },
        searched,
        reach: Reach::default(),
        second_opinion: None,
        progress: None,
        took: Duration::from_millis(500),
    }
}

fn found(mut outcome: Outcome, moves: &[&str], finding: Finding) -> Outcome {
    outcome.searched.found = Some(Found { moves: moves.iter().map(|text| next(text)).collect(), finding });
    outcome.searched.complete = false;
    outcome
}

fn broken(invariant: InvariantId) -> Finding {
    Finding::Invariant { invariant, message: "so it is".to_owned() }
}

fn disagreement() -> Finding {
    Finding::Outcome { expected: Box::new(outcome("swept")) }
}

fn results(outcomes: Vec<Outcome>) -> Results {
    Results { outcomes, ..Results::default() }
}

/// The verdict, and of each finding its title, its scope and how it is reproduced.
fn judged(subject: &Subject, request: &Request<Planted>, results: &Results) -> (Verdict, Vec<String>) {
    let report = report(subject, request, results);
    let told = report.findings.iter().map(|row| {
        let options = row.reproduce.strip_prefix("cargo run -p model -- check --spec mine.yaml").expect("the verb");
        format!("{}|{}|{}", row.title, row.scope.as_deref().unwrap_or("-"), options.trim())
    });
    (report.verdict, told.collect())
}

#[test]
fn a_complete_check_without_a_finding_holds_and_is_told_in_figures() {
    let subject = subject();
    let outcome = Outcome { second_opinion: Some(10), ..ran(&subject.base, Purpose::Variant) };
    let results = Results { same_graph: 4, ..results(vec![outcome]) };
    // The wrong control plane is looked at by nobody, as nothing was found.
    let report = report(&subject, &request(&["small"]), &results);
    assert_eq!((report.verdict, report.findings.len(), report.options.len()), (Verdict::Holds, 0, 0));
    let [row] = &report.scopes[..] else { panic!("one scope was explored") };
    assert_eq!((row.name.as_str(), row.base), ("small", true));
    assert_eq!(row.variant, "D09=blocked D19=unusable D27=pool-only");
    assert_eq!((row.unique, row.transitions, row.depth, row.complete), (10, 20, 3, true));
    assert_eq!((row.stateright, row.drains, row.core_states), (Some(10), None, None));
    assert_eq!((row.seconds, row.bytes_per_state), (0.5, 25.0));
    assert_eq!((report.spec.decisions, report.spec.variants), (38, 18));
    assert_eq!(report.spec.open, ["D09", "D19", "D27"]);
    assert!(report.spec.set.is_empty() && report.spec.file.ends_with("spec.yaml"));
    let totals = report.totals;
    assert_eq!((totals.explorations, totals.unique, totals.transitions), (1, 10, 20));
    assert_eq!((totals.skipped, totals.same_graph, totals.seconds), (0, 4, 0.5));
}

#[test]
fn what_a_bound_ended_is_incomplete_and_so_is_a_check_that_looked_at_nothing() {
    let subject = subject();
    let mut bounded = ran(&subject.base, Purpose::Variant);
    bounded.searched.complete = false;
    let bounded = results(vec![bounded, ran(&decisions("D19=claimable"), Purpose::Variant)]);
    for scopes in [&["small"][..], &[]] {
        assert_eq!(judged(&subject, &request(scopes), &bounded), (Verdict::Incomplete, vec![]));
    }
    assert_eq!(judged(&subject, &request(&["small"]), &results(vec![])), (Verdict::Incomplete, vec![]));
}

#[test]
fn what_no_scope_reached_is_a_finding_of_a_whole_complete_and_clean_check_alone() {
    let subject = subject();
    let mut complete = ran(&subject.base, Purpose::Variant);
    complete.reach.reads.insert(DecisionId::find("D24").unwrap());
    let report = report(&subject, &request(&[]), &results(vec![complete]));
    assert_eq!((report.verdict, report.findings.len()), (Verdict::Finding, 1));
    assert!(report.findings[0].title.ends_with(" things were never reached, so nothing is known of them"));
    assert!(report.findings[0].message.contains("D24=refuse") && !report.findings[0].message.contains("D24=revive"));
    assert_eq!((report.reach.decisions, report.reach.options), (vec!["D24".to_owned()], vec!["D24=revive".to_owned()]));
}

#[test]
fn a_finding_under_the_spec_as_it_stands_is_told_once_by_its_shortest_history() {
    let subject = subject();
    let base = || ran(&subject.base, Purpose::Variant);
    let [submit, claim] = ["submit a/1 cost 1", "claim w1"];
    let mut first = found(base(), &[submit, claim, "tick"], broken(InvariantId::I2));
    first.job.scope = 1;
    let second = found(base(), &[submit, claim], broken(InvariantId::I2));
    let results = results(vec![first, second]);
    let report = report(&subject, &request(&[]), &results);
    assert_eq!(report.verdict, Verdict::Finding);
    let [row] = &report.findings[..] else { panic!("{:?}", report.findings) };
    assert_eq!((row.title.as_str(), row.scope.as_deref()), ("the spec as it stands: I2 pool", Some("small")));
    assert_eq!(row.message, "I2 pool is broken: so it is");
    let said: Vec<&str> = row.story.iter().map(|line| line.command.as_str()).collect();
    assert_eq!((said, row.decisions.len()), (vec![submit, claim], 0));
    assert_eq!(row.reproduce, "cargo run -p model -- check --spec mine.yaml --scope small");
}

#[test]
fn a_finding_under_a_variant_names_what_differs_from_the_spec_as_it_stands() {
    let subject = subject();
    let variant = found(ran(&decisions("D19=claimable"), Purpose::Variant), &["tick"], broken(InvariantId::I2));
    let (verdict, told) =
        judged(&subject, &request(&[]), &results(vec![ran(&subject.base, Purpose::Variant), variant]));
    let expected = "the variant D19=claimable: I2 pool|small|--set D19=claimable --scope small";
    assert_eq!((verdict, told), (Verdict::Finding, vec![expected.to_owned()]));
}

#[test]
fn where_the_engines_disagree_the_invariants_are_asked_alone_once_they_have_said_nothing() {
    let subject = subject();
    let disagree = || found(ran(&subject.base, Purpose::Variant), &["sweep"], disagreement());
    let outcome = "the spec as it stands: disagreement on the outcome|small|--scope small".to_owned();
    let alone = "the spec as it stands, by the invariants alone: I5 effect-once|small|--scope small".to_owned();
    let (verdict, told) = judged(&subject, &request(&[]), &results(vec![disagree()]));
    assert_eq!((verdict, told), (Verdict::Finding, vec![outcome.clone(), alone]));
    // Told already.
    let broken_too = found(ran(&subject.base, Purpose::Variant), &["sweep", "sweep"], broken(InvariantId::I5));
    let (_, told) = judged(&subject, &request(&[]), &results(vec![disagree(), broken_too]));
    assert_eq!(told, [outcome.clone(), "the spec as it stands: I5 effect-once|small|--scope small".to_owned()]);
    // A variant is not the spec as it stands.
    let variant = found(ran(&decisions("D19=claimable"), Purpose::Variant), &["sweep"], disagreement());
    let (_, told) = judged(&subject, &request(&[]), &results(vec![ran(&subject.base, Purpose::Variant), variant]));
    let expected = "the variant D19=claimable: disagreement on the outcome|small|--set D19=claimable --scope small";
    assert_eq!(told, [expected]);
}

#[test]
fn another_count_by_stateright_is_a_finding() {
    let subject = subject();
    let outcome = Outcome { second_opinion: Some(11), ..ran(&decisions("D19=claimable"), Purpose::Variant) };
    let report = report(&subject, &request(&["small"]), &results(vec![outcome]));
    let [row] = &report.findings[..] else { panic!("{:?}", report.findings) };
    assert_eq!(row.title, "the two searches disagree on the number of unique states");
    assert_eq!(row.message, "our exact search counted 10, stateright 11");
    assert_eq!((row.decisions.as_slice(), report.verdict), (&["D19=claimable".to_owned()][..], Verdict::Finding));
}

#[test]
fn a_state_that_the_core_cannot_bring_to_an_end_is_a_finding_l1_l2_l3() {
    let subject = subject();
    let with = |stuck: Option<Vec<spec::Command>>| {
        let moves = stuck.map(|commands| commands.into_iter().map(crate::world::Move::Send).collect());
        let progress = Some(Progress { states: 10, core_states: 6, done: 2, stuck: moves });
        let outcome = Outcome { progress, ..ran(&subject.base, Purpose::Variant) };
        report(&subject, &request(&["small"]), &results(vec![outcome]))
    };
    let drained = with(None);
    assert_eq!(
        (drained.verdict, drained.scopes[0].drains, drained.scopes[0].core_states),
        (Verdict::Holds, Some(true), Some(6))
    );
    let stuck = with(Some(vec![spec::Command::Sweep]));
    assert_eq!((stuck.verdict, stuck.scopes[0].drains), (Verdict::Finding, Some(false)));
    let [row] = &stuck.findings[..] else { panic!("{:?}", stuck.findings) };
    assert_eq!((row.title.as_str(), row.story.len()), ("the spec as it stands: no progress", 1));
}

#[test]
fn a_scenario_that_comes_out_otherwise_is_a_finding() {
    let mut file = SpecFile::read(&default_spec()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let mut kept = 0;
    for option in file.decisions.iter_mut().flat_map(|decision| &mut decision.options) {
        option.scenarios.truncate(usize::from(kept < 2));
        kept += option.scenarios.len();
    }
    let first = &mut file.decisions[0].options[0].scenarios[0];
    first.then = outcome("refused halted");
    let expected = crate::scenarios::name(DecisionId::new(0).unwrap(), 0, first);
    let subject = subject_of(file);
    let results = results(vec![ran(&subject.base, Purpose::Variant)]);
    let report = report(&subject, &request(&["small"]), &results);
    let [row] = &report.findings[..] else { panic!("{:?}", report.findings) };
    assert_eq!(row.title, format!("a scenario of the spec does not hold: {expected}"));
    assert!(row.message.ends_with(" states: refused halted") && !row.story.is_empty());
    assert_eq!((report.scenarios, report.verdict), (2, Verdict::Finding));
}

/// The rows of the options after these runs of D23=never, which the spec says breaks I3, and the findings.
fn of_never(subject: &Subject, request: &Request<Planted>, results: &Results) -> (OptionRow, Verdict, Vec<String>) {
    let report = report(subject, request, results);
    let titles = report.findings.into_iter().map(|row| row.title).collect();
    let [row] = &report.options[..] else { panic!("{:?}", report.options) };
    assert_eq!((row.decision.as_str(), row.option.as_str()), ("D23", "never"));
    assert_eq!(row.claim, "breaks I3 no-leak");
    (row.clone(), report.verdict, titles)
}

fn never() -> Outcome {
    let (decision, place) = option("D23=never");
    ran(&decisions("D23=never"), Purpose::RuledOut(decision, place, InvariantId::I3))
}

#[test]
fn an_option_that_breaks_what_it_is_said_to_break_bears_the_claim_out() {
    let subject = subject();
    let long = found(never(), &["tick", "sweep"], broken(InvariantId::I3));
    let mut short = found(never(), &["sweep"], broken(InvariantId::I3));
    short.job.scope = 1;
    let (row, verdict, titles) = of_never(&subject, &request(&["small"]), &results(vec![long, short, never()]));
    assert_eq!((row.verdict, verdict, titles), (Verdict::Holds, Verdict::Holds, vec![]));
    assert_eq!((row.chosen, row.explorations, row.transitions, row.skipped), (false, 3, 60, 0));
    assert_eq!((row.steps, row.scope.as_deref()), (Some(1), Some("other")));
    assert_eq!(row.breach.as_deref(), Some("I3 no-leak is broken: so it is"));
}

#[test]
fn a_disagreement_under_a_ruled_out_option_says_that_an_engine_is_wrong() {
    let subject = subject();
    let wrong = found(never(), &["tick", "tick", "sweep"], disagreement());
    let rightly = found(never(), &["sweep"], broken(InvariantId::I3));
    let (row, verdict, titles) = of_never(&subject, &request(&["small"]), &results(vec![rightly, wrong]));
    assert_eq!((row.verdict, verdict), (Verdict::Finding, Verdict::Finding));
    assert_eq!(titles, ["under D23=never: disagreement on the outcome"]);
}

#[test]
fn a_ruled_out_option_that_is_chosen_is_a_finding() {
    let mut file = file();
    file.set("D23=never").unwrap();
    let subject = subject_of(file);
    let variant = found(ran(&subject.base, Purpose::Variant), &["sweep"], broken(InvariantId::I3));
    let ruled_out = found(never(), &["sweep"], broken(InvariantId::I3));
    let (row, verdict, titles) = of_never(&subject, &request(&["small"]), &results(vec![variant, ruled_out]));
    assert_eq!((row.verdict, row.chosen, verdict), (Verdict::Finding, true, Verdict::Finding));
    assert_eq!(titles, ["D23=never is chosen, and it breaks I3 no-leak"], "and it is not told twice");
}

#[test]
fn a_ruled_out_option_that_breaks_nothing_or_something_else_is_a_finding_of_a_whole_check() {
    let subject = subject();
    let title = "the spec says that D23=never breaks I3 no-leak, and it does not in any scope";
    // What it breaks instead is looked for: here the control plane applies a result twice.
    let (row, verdict, titles) = of_never(&subject, &request(&[]), &results(vec![never()]));
    assert_eq!((row.verdict, verdict), (Verdict::Finding, Verdict::Finding));
    assert_eq!(titles[0], format!("{title}; it breaks something else"));
    // Within three states there is nothing to be found.
    let (_, _, titles) = of_never(&subject, &Request { states: 3, ..request(&[]) }, &results(vec![never()]));
    assert_eq!(titles[0], title);
    // Where only some scopes were asked for, the others may hold the history.
    let (row, verdict, titles) = of_never(&subject, &request(&["small"]), &results(vec![never()]));
    assert_eq!((row.verdict, verdict, titles), (Verdict::Holds, Verdict::Holds, vec![]));
    // Where the work is incomplete nothing is known, whatever was asked for.
    let mut bounded = never();
    bounded.searched.complete = false;
    let (row, verdict, titles) = of_never(&subject, &request(&[]), &results(vec![bounded]));
    assert_eq!((row.verdict, verdict, titles), (Verdict::Incomplete, Verdict::Incomplete, vec![]));
}

#[test]
fn an_option_that_was_skipped_in_every_scope_is_judged_too() {
    let subject = subject();
    let mut results = results(vec![ran(&decisions("D24=refuse"), {
        let (decision, option) = option("D24=refuse");
        Purpose::Viable(decision, option)
    })]);
    results.skipped.insert(option("D23=never"), 2);
    let report = report(&subject, &request(&[]), &results);
    let told: Vec<String> = report
        .options
        .iter()
        .map(|row| format!("{}={} {} {} {}", row.decision, row.option, row.claim, row.explorations, row.skipped))
        .collect();
    assert_eq!(told, ["D23=never breaks I3 no-leak 0 2", "D24=refuse keeps all 1 0"]);
    assert_eq!(report.totals.skipped, 2);
    let row = &report.findings[0];
    assert!(row.message.starts_with("0 explorations were complete and 2 were skipped because nothing read D23;"));
}

#[test]
fn an_option_that_is_said_to_keep_all_and_does_not_is_a_finding() {
    let subject = subject();
    let (decision, place) = option("D24=refuse");
    let viable =
        found(ran(&decisions("D24=refuse"), Purpose::Viable(decision, place)), &["sweep"], broken(InvariantId::I6));
    let (verdict, told) = judged(&subject, &request(&["small"]), &results(vec![viable]));
    let expected =
        "the spec says that D24=refuse keeps all eight invariants: I6 fenced|small|--set D24=refuse --scope small";
    assert_eq!((verdict, told), (Verdict::Finding, vec![expected.to_owned()]));
}

#[test]
fn of_an_open_decision_each_option_has_the_explorations_in_which_it_mattered_d19() {
    let subject = subject();
    let warming = DecisionId::find("D19").unwrap();
    let reading = |decisions: &Decisions, unique: usize| {
        let mut outcome = ran(decisions, Purpose::Variant);
        outcome.reach.reads = ReadSet::default();
        outcome.reach.reads.insert(warming);
        outcome.searched.unique = unique;
        outcome
    };
    let claimable = decisions("D19=claimable");
    let both = claimable.with(option("D09=unlimited").0, option("D09=unlimited").1).unwrap();
    let outcomes = vec![
        reading(&subject.base, 7),
        ran(&subject.base, Purpose::Variant),
        reading(&claimable, 100),
        found(reading(&both, 1000), &["sweep"], broken(InvariantId::I2)),
    ];
    let report = report(&subject, &request(&["small"]), &results(outcomes));
    let row = report.open.iter().find(|row| row.decision == "D19").unwrap();
    assert_eq!((row.key.as_str(), row.question.is_empty()), ("warming-slot", false));
    let told: Vec<(&str, usize, usize, usize)> = row
        .options
        .iter()
        .map(|option| (option.option.as_str(), option.explorations, option.unique, option.findings))
        .collect();
    assert_eq!(told, [("unusable", 1, 7, 0), ("claimable", 2, 100, 1), ("claimable-lease-when-warm", 0, 0, 0)]);
}
