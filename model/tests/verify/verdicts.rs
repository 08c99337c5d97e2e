//! What is verified, what is refuted, and what is neither.

use super::fixture::{Case, outcome_without, wrong};
use model::planted::{self, Bug, Planted};
use model::shrink::certificate::{Certificate, PairLine};
use model::simulate::Simulator;
use model::simulate::shrink::{BUDGET, shrink_artifact};
use model::start::Start;
use model::verify::{Files, Verdict};
use spec::{Decisions, Explorable as _, Settings};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const BUGS: [Bug; 4] =
    [Bug::EffectTwice, Bug::StaleReleaseAccepted, Bug::RefusedThenCancelledBilled, Bug::FenceReusedAfterRestart];

#[test]
fn a_finding_minimised_by_hand_is_verified_claim_by_claim() {
    for bug in BUGS {
        let case = Case::of(bug);
        let report = case.judge(&case.files()).unwrap();
        assert_eq!(report.verdict, Verdict::Verified, "{report}");
        assert!(report.claims.iter().all(|claim| claim.holds == Some(true)), "{report}");
        let events = case.shrunk.events.len() as u64;
        assert_eq!(report.executions, 4 + events + events * (events - 1) / 2 + 1, "every removal was carried out");
    }
}

#[test]
fn what_our_shrinker_says_of_every_planted_bug_is_verified() {
    for bug in Bug::ALL {
        let original = super::fixture::found(*bug, 1);
        let simulator = super::fixture::simulator(*bug);
        let shrunk = shrink_artifact(&simulator, &original, BUDGET, &mut |_| {})
            .unwrap_or_else(|error| panic!("{bug}: {error}"));
        let files = Files {
            path: PathBuf::from("x.shrunk.json"),
            shrunk: shrunk.bytes,
            certificate: serde_json::to_string_pretty(&shrunk.certificate).unwrap(),
            original: Some(serde_json::to_string_pretty(&original).unwrap()),
        };
        let report = model::verify::verify(&simulator, &files).unwrap();
        assert_eq!(report.verdict, Verdict::Verified, "{bug}: {report}");
    }
}

#[test]
fn an_event_that_could_be_left_out_refutes_a_certificate_that_says_so_and_one_that_does_not() {
    let case = Case::of(Bug::EffectTwice);
    let mut events = case.shrunk.events.clone();
    events.insert(0, events[0].clone());
    let padded = case.with_events(events);
    assert!(padded.certificate.singles.contains(&padded.certificate.signature), "the padding is not needed");
    let report = padded.judge(&padded.files()).unwrap();
    assert!(wrong(&report).contains("still fails in the same way"), "{report}");
    let singles = padded.certificate.singles.iter().map(|_| "passes".to_owned()).collect();
    let report = padded.judge_certificate(Certificate { singles, ..padded.certificate.clone() });
    assert!(wrong(&report).contains("it says `passes`, it is `correctness/I5/applied`"), "{report}");
}

#[test]
fn two_events_that_could_be_left_out_together_refute_a_certificate() {
    let case = Case::of(Bug::EffectTwice);
    let with = |pairs| Certificate { pairs: Some(pairs), ..case.certificate.clone() };
    let mut pairs = case.certificate.pairs.clone().unwrap();
    let signature = case.certificate.signature.clone();
    pairs.exceptions = vec![PairLine { without: [1, 2], outcome: signature }];
    let report = case.judge_certificate(with(pairs));
    assert!(wrong(&report).starts_with("without any two events: without 1 and 2, it says"), "{report}");
}

#[test]
fn a_certificate_that_leaves_a_removal_out_is_refuted() {
    let case = Case::of(Bug::EffectTwice);
    let certificate = &case.certificate;
    let events = certificate.events;
    let mut fewer = certificate.clone();
    fewer.singles.pop();
    let mut uncounted = certificate.clone();
    uncounted.pairs.as_mut().unwrap().tried -= 1;
    let mut untried = certificate.clone();
    untried.singles[0] = "untried".to_owned();
    let mut unordered = certificate.clone();
    let line = |one, other| PairLine { without: [one, other], outcome: "correctness/I1".to_owned() };
    unordered.pairs.as_mut().unwrap().exceptions = vec![line(2, 3), line(1, 2)];
    let mut beyond = certificate.clone();
    beyond.pairs.as_mut().unwrap().exceptions = vec![line(1, events + 1)];
    let mut idle = certificate.clone();
    idle.pairs.as_mut().unwrap().exceptions = vec![PairLine { without: [1, 2], outcome: "passes".to_owned() }];
    let cases = [
        (fewer, "single removals, there are"),
        (Certificate { singles: Vec::new(), ..certificate.clone() }, "0 single removals"),
        (Certificate { events: events + 1, ..certificate.clone() }, "events, there are"),
        (Certificate { pairs: None, ..certificate.clone() }, "nothing of pairs"),
        (uncounted, "pairs, there are"),
        (untried, "not everything was tried"),
        (unordered, "out of order"),
        (beyond, "no pair of"),
        (idle, "and to pass"),
        (Certificate { executions: certificate.budget + 1, ..certificate.clone() }, "do not fit"),
        (Certificate { executions: 399, ..certificate.clone() }, "do not fit"),
        (Certificate { found_at: 0, ..certificate.clone() }, "where it is seen"),
    ];
    for (certificate, expected) in cases {
        let report = case.judge_certificate(certificate);
        assert_eq!(report.verdict, Verdict::Refuted);
        assert!(report.to_string().contains(expected), "{expected}: {report}");
        assert_eq!(report.executions, 0, "nothing need be carried out for that: {report}");
    }
}

#[test]
fn an_artifact_without_events_has_nothing_to_check_and_is_refuted() {
    let case = Case::of(Bug::EffectTwice);
    let mut empty = case.clone();
    empty.shrunk.events.clear();
    (empty.text, empty.certificate) = super::fixture::certified(case.bug, &case.original, &empty.shrunk);
    let report = empty.judge(&empty.files()).unwrap();
    assert!(report.to_string().contains("nothing to check"), "{report}");
    assert_eq!(report.verdict, Verdict::Refuted);
}

#[test]
fn one_that_ran_out_of_budget_is_incomplete_and_still_held_to_what_it_says() {
    let case = Case::of(Bug::EffectTwice);
    let mut certificate = Certificate { minimal: false, ..case.certificate.clone() };
    certificate.singles[0] = "untried".to_owned();
    let report = case.judge_certificate(certificate.clone());
    assert_eq!(report.verdict, Verdict::Incomplete, "{report}");
    assert!(report.to_string().contains("not minimal: the budget of 1000 executions ended first"), "{report}");
    assert!(report.to_string().contains("1 of"), "{report}");
    certificate.singles[1] = "progress/L1".to_owned();
    assert_eq!(case.judge_certificate(certificate).verdict, Verdict::Refuted);
}

#[test]
fn a_signature_that_is_not_found_refutes() {
    let case = Case::of(Bug::EffectTwice);
    let report =
        case.judge_certificate(Certificate { signature: "correctness/I1".to_owned(), ..case.certificate.clone() });
    assert!(wrong(&report).starts_with("the finding, as the file has it"), "{report}");
}

#[test]
fn a_file_that_is_not_what_its_own_plan_comes_to_is_refuted_however_it_is_hashed() {
    let case = Case::of(Bug::EffectTwice);
    let mut edited = case.clone();
    edited.shrunk.events[0].outcome = None;
    (edited.text, edited.certificate) = super::fixture::certified(case.bug, &case.original, &edited.shrunk);
    let report = edited.judge(&edited.files()).unwrap();
    assert!(wrong(&report).starts_with("three runs agree with the file: run 1 parts at event 1"), "{report}");
    let mut edited = case.clone();
    edited.shrunk.finding.text.push('!');
    (edited.text, edited.certificate) = super::fixture::certified(case.bug, &case.original, &edited.shrunk);
    let report = edited.judge(&edited.files()).unwrap();
    assert!(wrong(&report).starts_with("three runs agree with the file: run 1 came to"), "{report}");
}

#[test]
fn the_original_is_checked_if_it_is_there_and_said_to_be_missing_if_not() {
    let case = Case::of(Bug::EffectTwice);
    let report = case.judge(&Files { original: None, ..case.files() }).unwrap();
    assert_eq!(report.verdict, Verdict::Verified, "{report}");
    assert!(
        report.to_string().contains("open   the original is the one that was shrunk: it is not beside the file"),
        "{report}"
    );
    let another = super::fixture::found(case.bug, case.original.seed + 1);
    let original = Some(serde_json::to_string(&another).unwrap());
    let report = case.judge(&Files { original, ..case.files() }).unwrap();
    assert!(wrong(&report).starts_with("the original is the one that was shrunk"), "{report}");
}

#[test]
fn an_original_that_does_not_fail_in_the_same_way_refutes() {
    let case = Case::of(Bug::EffectTwice);
    let mut other = case.original.clone();
    other.events.truncate(1);
    let plan = model::verify::hashes::of_plan(&other.setup, &other.events).unwrap();
    let certificate = super::fixture::sealed(Certificate { original: plan, ..case.certificate.clone() });
    let certificate = serde_json::to_string(&certificate).unwrap();
    let original = Some(serde_json::to_string(&other).unwrap());
    let report = case.judge(&Files { original, certificate, ..case.files() }).unwrap();
    assert!(wrong(&report).starts_with("the original fails in the same way"), "{report}");
}

/// The canary of the three runs: control planes that have their bug only so many times.
#[test]
fn a_finding_that_is_not_seen_every_time_is_refuted_whenever_it_goes_away() {
    let case = Case::of(Bug::EffectTwice);
    let started = Arc::new(AtomicUsize::new(0));
    let with_the_bug = planted::start(case.bug);
    let mut refuted = Vec::new();
    for last in 0..8 {
        started.store(0, Ordering::Relaxed);
        let (started, with_the_bug) = (started.clone(), with_the_bug.clone());
        let start: Start<Planted> = Arc::new(move |settings: &Settings, decisions: &Decisions| {
            let has_it = started.fetch_add(1, Ordering::Relaxed) < last;
            if has_it { with_the_bug(settings, decisions) } else { Planted::start(settings, decisions) }
        });
        let report = model::verify::verify(&Simulator::new(&[], start), &case.files()).unwrap();
        assert_eq!(report.verdict, Verdict::Refuted, "the first {last} have the bug: {report}");
        refuted.push(wrong(&report));
    }
    for run in ["run 1", "run 2", "run 3"] {
        assert!(refuted.iter().any(|text| text.contains(run)), "{run}: {refuted:?}");
    }
}

#[test]
fn the_outcomes_of_removals_are_not_all_alike_so_that_comparing_them_means_something() {
    let mut seen: Vec<String> = Vec::new();
    for bug in BUGS {
        let case = Case::of(bug);
        let original = &case.original;
        seen.extend((0..original.events.len()).map(|place| outcome_without(bug, original, &[place])));
    }
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 2, "{seen:?}");
}
