//! A sound certificate, claim by claim, and each claim refuted by one edit.

use super::Verdict;
use super::claims::{SINGLES_UP_TO, incomplete, signature, too_many};
use super::fixture::{Artifact, Case, PADDED, SIGNATURE, artifact, line, texts};
use super::hashes::{of_file, of_plan, seal_of};
use super::report::{Claim, Report};
use crate::planted::{self, Planted};
use crate::shrink::certificate::Certificate;
use crate::simulate::Simulator;
use crate::spine::{Class, Finding};
use crate::start::Start;
use spec::{Decisions, Explorable as _, Settings};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The claims that do not hold, with what is said of them.
fn wrong(report: &Report) -> Vec<(&'static str, &str)> {
    let wrong = report.claims.iter().filter(|claim| claim.holds == Some(false));
    wrong.map(|claim| (claim.name, claim.found.as_str())).collect()
}

fn claims(report: &Report) -> Vec<(&'static str, Option<bool>, &str)> {
    report.claims.iter().map(|claim| (claim.name, claim.holds, claim.found.as_str())).collect()
}

const FOUND: &str = "correctness I5: `complete a/1 fence 1.1 result x` was answered `applied`: the completion of a/1 was \
                     applied a second time, under fence 1.1 (event 4, at 3 ms)";

#[test]
fn a_sound_certificate_is_verified_claim_by_claim() {
    let case = Case::shortest();
    let report = case.judged().unwrap();
    let (certificate, bytes) = (&case.certificate, format!("{} bytes", case.text.len()));
    let expected = [
        ("the certificate is as it was written", certificate.seal.as_str()),
        ("the file is as it was written", &certificate.file),
        ("nothing in the file goes unread", &bytes),
        ("the plan", &certificate.plan),
        ("the history, as the file has it", &certificate.history),
        ("the finding, as the file has it", SIGNATURE),
        ("where it is seen", "4"),
        ("every removal is spoken of", "4 events"),
        ("it is minimal", "every pass was carried out to its end, by its own account"),
        ("three runs agree with the file", FOUND),
        ("the same with every fence looked up", &certificate.history),
        ("without any one event", "none of 4 fails in the same way"),
        ("without any two events", "none of 6 fails in the same way"),
        ("the original is the one that was shrunk", &certificate.original),
        ("the original fails in the same way", SIGNATURE),
    ];
    assert_eq!(claims(&report), expected.map(|(name, found)| (name, Some(true), found)));
    assert_eq!((report.verdict, report.verdict.exit_code()), (Verdict::Verified, 0));
    assert_eq!((report.file.as_str(), report.signature.as_str(), report.events), ("x.shrunk.json", SIGNATURE, 4));
    assert_eq!(report.executions, 3 + 1 + 4 + 6 + 1, "three runs, one with fences, singles, pairs, the original");
}

#[test]
fn without_the_original_a_finding_is_no_less_verified() {
    let report = Case { original: None, ..Case::shortest() }.judged().unwrap();
    let last = ("the original is the one that was shrunk", None, "it is not beside the file");
    assert_eq!(claims(&report).last(), Some(&last));
    assert_eq!((report.verdict, report.executions), (Verdict::Verified, 14));
}

#[test]
fn one_that_is_not_minimal_is_incomplete_and_still_held_to_what_it_says() {
    let case = Case::padded();
    let report = case.judged_sealed();
    let open = ("it is minimal", None, "not minimal: the budget of 1000 executions ended first");
    assert_eq!(claims(&report)[8], open);
    assert_eq!(claims(&report)[11], ("without any one event", Some(true), "none of 6 fails in the same way"));
    assert_eq!((report.verdict, report.executions), (Verdict::Incomplete, 3 + 1 + 6 + 15 + 1));
    let mut untried = case.clone();
    untried.certificate.singles[0] = "untried".to_owned();
    untried.certificate.singles[5] = "untried".to_owned();
    let report = untried.judged_sealed();
    assert_eq!(claims(&report)[11], ("without any one event", None, "2 of 6 were not tried when it was shrunk"));
    assert_eq!((report.verdict, report.executions), (Verdict::Incomplete, 3 + 1 + 4 + 15 + 1));
}

#[test]
fn every_edit_is_refuted_by_the_claim_that_it_breaks_and_by_no_other() {
    let sound = Case::shortest();
    let edited = |edit: &dyn Fn(&mut Certificate)| {
        let mut case = sound.clone();
        edit(&mut case.certificate);
        case.judged_sealed()
    };
    let differs = |claimed: &str, found: &str| format!("the certificate says {claimed}, it is {found}");
    let certificate = &sound.certificate;
    let mut other_seal = sound.clone();
    other_seal.certificate.seal = "0".to_owned();
    let mut other_text = sound.clone();
    other_text.text.push('\n');
    let unwritten =
        sound.text.replacen("\"answer\": \"applied\",", "\"answer\": \"applied\", \"last-fault\": \"\",", 1);
    assert_ne!(unwritten, sound.text);
    let singles = |place: usize| move |it: &mut Certificate| it.singles[place] = "progress/L1".to_owned();
    let cases: Vec<(Report, &str, String, u64)> = vec![
        (other_seal.judged().unwrap(), "the certificate is as it was written", differs("0", &certificate.seal), 0),
        (
            other_text.judged_sealed(),
            "the file is as it was written",
            differs(&certificate.file, &of_file(&other_text.text)),
            0,
        ),
        (
            sound.judged_with_text(&unwritten),
            "nothing in the file goes unread",
            "it has a field that this program does not know, or not as it would write it".to_owned(),
            0,
        ),
        (edited(&|it| it.plan = "p".to_owned()), "the plan", differs("p", &certificate.plan), 0),
        (
            edited(&|it| it.history = "h".to_owned()),
            "the history, as the file has it",
            differs("h", &certificate.history),
            0,
        ),
        (edited(&|it| it.signature = "s".to_owned()), "the finding, as the file has it", differs("s", SIGNATURE), 0),
        (edited(&|it| it.found_at = 3), "where it is seen", differs("3", "4"), 0),
        (edited(&|it| it.events = 5), "every removal is spoken of", "it speaks of 5 events, there are 4".to_owned(), 0),
        (
            edited(&singles(1)),
            "without any one event",
            "without 2, it says `progress/L1`, it is `passes`".to_owned(),
            3 + 1 + 2,
        ),
        (
            edited(&|it| it.pairs.as_mut().unwrap().exceptions = vec![line(2, 3, SIGNATURE)]),
            "without any two events",
            format!("without 2 and 3, it says `{SIGNATURE}`, it is `passes`"),
            3 + 1 + 4 + 4,
        ),
        (
            edited(&|it| it.original = "o".to_owned()),
            "the original is the one that was shrunk",
            differs("o", &certificate.original),
            14,
        ),
    ];
    for (report, name, found, executions) in cases {
        assert_eq!(wrong(&report), [(name, found.as_str())]);
        assert_eq!((report.verdict, report.verdict.exit_code()), (Verdict::Refuted, 1), "{report}");
        assert_eq!(report.executions, executions, "{report}");
    }
}

#[test]
fn an_event_that_could_be_left_out_refutes_a_certificate_that_calls_itself_minimal() {
    let mut case = Case::padded();
    case.certificate.minimal = true;
    let report = case.judged_sealed();
    assert_eq!(wrong(&report), [("without any one event", "without 1 it still fails in the same way")]);
    assert_eq!(report.executions, 3 + 1 + 1);
}

#[test]
fn an_original_that_does_not_fail_in_the_same_way_refutes() {
    let mut case = Case::shortest();
    let original = artifact(&PADDED[..3]);
    case.certificate.original = of_plan(&original.setup, &original.events).unwrap();
    case.original = Some(original);
    let report = case.judged_sealed();
    let found = "the certificate says correctness/I5/applied, it is passes";
    assert_eq!(wrong(&report), [("the original fails in the same way", found)]);
    assert_eq!(report.executions, 15);
}

/// A case of an artifact that was edited, and everything hashed anew.
fn hashed_anew(shrunk: Artifact) -> Case {
    let case = Case::shortest();
    let text = serde_json::to_string(&shrunk).unwrap();
    let certificate = Certificate {
        plan: of_plan(&shrunk.setup, &shrunk.events).unwrap(),
        history: shrunk.hash.clone(),
        file: of_file(&text),
        found_at: shrunk.finding.event,
        ..case.certificate
    };
    Case { shrunk, text, certificate, ..case }
}

#[test]
fn a_history_or_a_finding_that_is_not_what_a_run_comes_to_is_refuted() {
    let name = "three runs agree with the file";
    let sound = Case::shortest();
    let other_history = Artifact { hash: "0".repeat(32), ..sound.shrunk.clone() };
    let report = hashed_anew(other_history).judged_sealed();
    assert_eq!(wrong(&report), [(name, format!("run 1 came to {FOUND}, history {}", sound.shrunk.hash).as_str())]);
    assert_eq!(report.executions, 1);
    let nothing_found = artifact(&["0 submit a/1 cost 1", "1 claim w1", "2 sweep", "3 sweep"]);
    let history = nothing_found.hash.clone();
    let report = hashed_anew(nothing_found).judged_sealed();
    assert_eq!(wrong(&report), [(name, format!("run 1 came to no finding, history {history}").as_str())]);
}

#[test]
fn a_completion_of_a_run_that_its_fence_is_not_for_is_no_plan_that_can_be_reduced() {
    let mut case = Case::of(&[
        "0 submit a/1 cost 1",
        "0 submit a/2 cost 1",
        "0 claim w1",
        "0 claim w2",
        "0 complete a/3 fence 1.2 result y",
        "1 complete a/1 fence 1.1 result x",
        "2 complete a/1 fence 1.1 result x",
    ]);
    case.certificate.minimal = false;
    let report = case.judged_sealed();
    let [(name, found)] = wrong(&report)[..] else { panic!("{report}") };
    assert_eq!(name, "the same with every fence looked up");
    let finding = case.shrunk.finding.to_string();
    assert!(found.starts_with(&format!("it came to {finding}, history ")), "{report}");
    assert!(!found.ends_with(&case.certificate.history), "another history: {report}");
    assert_eq!(report.executions, 4);
}

/// The canary of the three runs: control planes that have their bug only so many times.
#[test]
fn a_finding_that_is_not_seen_every_time_is_refuted_whenever_it_goes_away() {
    let judged = |with_the_bug: usize| {
        let (started, planted) = (AtomicUsize::new(0), planted::start(super::fixture::BUG));
        let start: Start<Planted> = Arc::new(move |settings: &Settings, decisions: &Decisions| {
            let has_it = started.fetch_add(1, Ordering::Relaxed) < with_the_bug;
            if has_it { planted(settings, decisions) } else { Planted::start(settings, decisions) }
        });
        super::verify(&Simulator::new(&[], start), &Case::shortest().files()).unwrap()
    };
    let parted = |run: u64| {
        format!(
            "run {run} parts at event 4: then          3  complete a/1 fence 1.1 result x -> applied, now          3  \
             complete a/1 fence 1.1 result x -> duplicate"
        )
    };
    // Every run starts one to be judged and one for the judge.
    for (run, with_the_bug) in [(1, 0), (2, 2), (3, 4)] {
        let report = judged(with_the_bug);
        assert_eq!(wrong(&report), [("three runs agree with the file", parted(run).as_str())]);
        assert_eq!(report.executions, run);
    }
    let report = judged(6);
    assert_eq!(wrong(&report)[0].0, "the same with every fence looked up");
}

#[test]
fn whether_every_removal_is_spoken_of_is_exact_at_every_bound() {
    let sound = Case::shortest().certificate;
    let of_five = Certificate {
        events: 5,
        singles: texts(&["passes"; 5]),
        pairs: Some(crate::shrink::certificate::Pairs { tried: 10, exceptions: Vec::new() }),
        ..sound.clone()
    };
    let edited = |edit: &dyn Fn(&mut Certificate)| {
        let mut certificate = of_five.clone();
        edit(&mut certificate);
        incomplete(&certificate, 5)
    };
    let with_pairs = |exceptions: &[[u64; 2]]| {
        edited(&|it| {
            let lines = exceptions.iter().map(|[one, other]| line(*one, *other, "progress/L1"));
            it.pairs.as_mut().unwrap().exceptions = lines.collect();
        })
    };
    let untried = "it is said to be minimal, and not everything was tried";
    let misfit = |passes, all| format!("{passes} executions in passes, {all} in all and a budget of 1000 do not fit");
    let no_pair = |one, other| format!("{one} and {other} are no pair of 5 events, or out of order");
    let cases: Vec<(Option<String>, Option<&str>)> = vec![
        (edited(&|_| {}), None),
        (incomplete(&of_five, 0), Some("there are no events, so there is nothing to check")),
        (edited(&|it| it.events = 4), Some("it speaks of 4 events, there are 5")),
        (edited(&|it| it.singles.truncate(4)), Some("it speaks of 4 single removals, there are 5")),
        (edited(&|it| it.found_at = 0), Some("the failure is said to be seen at event 0 of 5")),
        (edited(&|it| it.found_at = 1), None),
        (edited(&|it| it.found_at = 5), None),
        (edited(&|it| it.found_at = 6), Some("the failure is said to be seen at event 6 of 5")),
        (edited(&|it| it.executions = 1_000), None),
        (edited(&|it| it.singles[2] = "untried".to_owned()), Some(untried)),
        (edited(&|it| it.pairs.as_mut().unwrap().exceptions = vec![line(1, 2, "untried")]), Some(untried)),
        (edited(&|it| (it.minimal, it.singles[2]) = (false, "untried".to_owned())), None),
        (edited(&|it| it.pairs = None), Some("it says nothing of pairs, as it must up to 24 events")),
        (edited(&|it| (it.pairs, it.minimal) = (None, false)), None),
        (edited(&|it| it.pairs.as_mut().unwrap().tried = 9), Some("it speaks of 9 pairs, there are 10")),
        (with_pairs(&[[1, 2], [1, 5], [2, 3], [4, 5]]), None),
        (
            edited(&|it| it.pairs.as_mut().unwrap().exceptions = vec![line(1, 2, "passes")]),
            Some("1 and 2 are said to be an exception, and to pass"),
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found.as_deref(), expected);
    }
    assert_eq!(edited(&|it| it.executions = 1_001), Some(misfit(400, 1_001)));
    assert_eq!(edited(&|it| it.executions = 400), None);
    assert_eq!(edited(&|it| it.executions = 399), Some(misfit(400, 399)));
    for [one, other] in [[0, 1], [1, 1], [3, 2], [1, 6], [0, 6]] {
        assert_eq!(with_pairs(&[[one, other]]), Some(no_pair(one, other)));
    }
    assert_eq!(with_pairs(&[[1, 2], [1, 2]]), Some(no_pair(1, 2)), "the same pair twice");
    assert_eq!(with_pairs(&[[2, 3], [1, 2]]), Some(no_pair(1, 2)), "out of order");
}

#[test]
fn pairs_are_spoken_of_up_to_24_events_and_not_beyond() {
    let sound = Case::shortest().certificate;
    let of = |events: usize, tried: Option<u64>| {
        let pairs = tried.map(|tried| crate::shrink::certificate::Pairs { tried, exceptions: Vec::new() });
        let singles = vec!["passes".to_owned(); events];
        incomplete(&Certificate { events: events as u64, singles, pairs, ..sound.clone() }, events)
    };
    assert_eq!(of(24, Some(276)), None);
    assert_eq!(of(24, None).as_deref(), Some("it says nothing of pairs, as it must up to 24 events"));
    assert_eq!(of(25, None), None);
    assert_eq!(of(25, Some(300)).as_deref(), Some("it speaks of pairs, as it must not beyond 24 events"));
}

#[test]
fn single_removals_of_up_to_two_thousand_events_are_tried() {
    assert_eq!(too_many(SINGLES_UP_TO), None);
    let expected = "2001 events are too many to try: up to 2000 are";
    assert_eq!(too_many(SINGLES_UP_TO + 1).as_deref(), Some(expected));
}

#[test]
fn a_signature_leaves_out_what_is_not_said() {
    let finding = Finding::new(Class::Progress, "L1", "nothing is granted");
    assert_eq!(signature(&finding), "progress/L1");
    assert_eq!(signature(&finding.answered("idle")), "progress/L1/idle");
}

#[test]
fn a_plan_is_hashed_by_what_was_asked_and_not_by_what_was_answered() {
    let Artifact { setup, mut events, .. } = artifact(&PADDED);
    let hash = of_plan(&setup, &events).unwrap();
    assert!(hash.len() == 32 && hash.chars().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
    events.iter_mut().for_each(|event| event.outcome = None);
    assert_eq!(of_plan(&setup, &events).unwrap(), hash);
    events[0].at += 1;
    assert_ne!(of_plan(&setup, &events).unwrap(), hash);
    assert_eq!(of_file(""), "0".repeat(32), "MurmurHash3 of nothing");
    assert_ne!(of_file("a"), of_file("b"));
}

#[test]
fn a_seal_is_over_everything_but_itself() {
    let certificate = Case::shortest().certificate;
    let resealed = Certificate { seal: "0".to_owned(), ..certificate.clone() };
    assert_eq!(seal_of(&resealed).unwrap(), certificate.seal);
    let rebudgeted = Certificate { budget: 1_001, ..certificate.clone() };
    assert_ne!(seal_of(&rebudgeted).unwrap(), certificate.seal);
}

#[test]
fn a_report_reads_as_one_line_for_each_claim_and_the_verdict() {
    let claim = |holds| Claim { name: "it is so", holds, found: "as said".to_owned() };
    let report = |verdict| Report {
        file: "x.json".to_owned(),
        signature: "progress/L1".to_owned(),
        events: 4,
        executions: 15,
        claims: [Some(true), Some(false), None].map(claim).to_vec(),
        verdict,
    };
    let lines = "x.json: progress/L1, 4 events\n  holds  it is so: as said\n  WRONG  it is so: as said\n  \
                 open   it is so: as said\n";
    for (verdict, code, last) in [
        (Verdict::Verified, 0, "VERIFIED: 15 plans were carried out."),
        (Verdict::Refuted, 1, "REFUTED: the certificate says what is not so."),
        (Verdict::Incomplete, 3, "INCOMPLETE: what it says holds, but not that nothing can be left out."),
    ] {
        assert_eq!(report(verdict).to_string(), format!("{lines}{last}"));
        assert_eq!(verdict.exit_code(), code);
    }
}
