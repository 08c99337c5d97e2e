//! A finding of the simulator shrunk as a whole: the artifact, its certificate, and what it took.

use super::given::{lines, plan};
use crate::planted::{self, Bug, Planted};
use crate::shrink::certificate::PairLine;
use crate::shrink::{Certificate, PASSES, ShrinkError, UNTRIED};
use crate::simulate::plane::Plane;
use crate::simulate::shrink::execute::execute;
use crate::simulate::shrink::plan::plan_of;
use crate::simulate::shrink::{NotShrunk, ShrunkFinding, corpus, driven, pairs, shrink_artifact};
use crate::simulate::{Depth, Profile, Simulator};
use crate::spine::artifact::replay;
use crate::spine::{Class, Fault, Finding, Recording, hash};
use crate::verify::fixture::{Artifact, Case, PADDED, SHORTEST, SIGNATURE, artifact, simulator};
use crate::verify::hashes::{of_file, of_plan, seal_of};
use crate::verify::{Files, Verdict, verify};
use spec::{Answer, Fence, Outcome};
use std::path::Path;

fn shrunk(original: &Artifact, budget: u64) -> ShrunkFinding {
    shrink_artifact(&simulator(), original, budget, &mut |_| {}).unwrap()
}

/// What is sent, as a reader sees it.
fn asked(artifact: &Artifact) -> Vec<String> {
    artifact.events.iter().map(|event| format!("{} {}", event.at, event.command.unwrap())).collect()
}

#[test]
fn a_finding_shrinks_to_the_shortest_plan_under_the_simplest_settings_and_is_certified() {
    let original = artifact(&PADDED);
    let mut told = Vec::new();
    let shrunk = shrink_artifact(&simulator(), &original, 100, &mut |pass| told.push(pass.name.to_owned())).unwrap();
    let Artifact { setup, finding, hash, events, .. } = &shrunk.artifact;
    assert_eq!(
        asked(&shrunk.artifact),
        ["0 submit a/1 cost 1", "0 claim w1", "0 complete a/1 fence 1.1 result x", "0 complete a/1 fence 1.1 result x"]
    );
    assert!(shrunk.bytes.ends_with("}\n"));
    assert!(replay(&simulator(), &shrunk.artifact).same);
    let certificate = &shrunk.certificate;
    let expected = Certificate {
        version: 1,
        signature: SIGNATURE.to_owned(),
        original: of_plan(&original.setup, &original.events).unwrap(),
        plan: of_plan(setup, events).unwrap(),
        history: hash.clone(),
        file: of_file(&shrunk.bytes),
        events: 4,
        found_at: finding.event,
        minimal: true,
        budget: 100,
        executions: certificate.passes.iter().map(|pass| pass.executions).sum(),
        passes: certificate.passes.clone(),
        singles: vec![PASSES.to_owned(); 4],
        pairs: Some(pairs(vec![(0, 0, PASSES.to_owned()); 6])),
        seal: seal_of(certificate).unwrap(),
    };
    assert_eq!(*certificate, expected);
    assert_eq!(told, certificate.passes.iter().map(|pass| pass.name.clone()).collect::<Vec<_>>());
    assert_eq!((certificate.executions, shrunk.executions_before_pairs), (59, 25));
    let files = Files {
        path: "x.shrunk.json".into(),
        shrunk: shrunk.bytes.clone(),
        certificate: serde_json::to_string(certificate).unwrap(),
        original: Some(serde_json::to_string(&original).unwrap()),
    };
    assert_eq!(verify(&simulator(), &files).unwrap().verdict, Verdict::Verified);
}

#[test]
fn the_reference_judges_all_of_a_shrunk_plan_whose_finding_it_agrees_with() {
    let mut original = artifact(&SHORTEST);
    original.setup.depth = Depth::Off;
    original.setup.profile = Profile::Zombies;
    original.setup.dimensions.events = 60;
    let setup = shrunk(&original, 0).artifact.setup;
    assert_eq!((setup.depth, setup.profile, setup.dimensions.events), (Depth::Every, Profile::Steady, 0));
}

#[test]
fn where_the_budget_ends_first_what_was_not_tried_is_said_and_what_was_not_sent_is_left_out() {
    let whole = shrunk(&artifact(&SHORTEST), 0).certificate;
    assert_eq!((whole.minimal, whole.executions, whole.singles), (false, 0, vec![UNTRIED.to_owned(); 4]));
    assert_eq!(whole.pairs.map(|pairs| (pairs.tried, pairs.exceptions.len())), Some((6, 6)));
    let mut original =
        artifact(&[&SHORTEST[..2], &["1 claim w2", "1 heartbeat w2 fence 7.7"], &SHORTEST[2..]].concat());
    let (run, fence) = ("a/1".parse().unwrap(), Fence { term: 7, grant: 7 });
    original.events[2].outcome = Some(Outcome::just(Answer::Granted { run, fence, deadline: 101 }));
    let part = shrunk(&original, 0);
    assert_eq!(asked(&part.artifact)[2..], ["1 claim w2", SHORTEST[2], SHORTEST[3]]);
    let certificate = part.certificate;
    assert_eq!((certificate.events, certificate.singles.len(), certificate.pairs), (5, 5, None));
}

#[test]
fn what_became_of_two_events_is_an_exception_unless_it_passes() {
    let all = [(1, 2, PASSES), (1, 3, "progress/L1"), (2, 3, UNTRIED)];
    let pairs = pairs(all.iter().map(|(one, other, outcome)| (*one, *other, (*outcome).to_owned())).collect());
    let line = |without, outcome: &str| PairLine { without, outcome: outcome.to_owned() };
    assert_eq!((pairs.tried, pairs.exceptions), (3, vec![line([1, 3], "progress/L1"), line([2, 3], UNTRIED)]));
}

/// The kept lack of progress: a worker that lost its lease is shut out for ever.
fn kept() -> corpus::Kept {
    let file = "corpus/loser-shut-out-progress-L1-ae8280c6.json";
    corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

#[test]
fn a_lack_of_progress_is_driven_by_a_core_of_the_workers_that_were_heard_of_after_the_calm() {
    let Artifact { setup, finding, mut events, .. } = kept().artifact;
    events[4].command = Some("claim w3".parse().unwrap());
    let recorded = plan_of(&setup, &events);
    let driven_by = |finding: &Finding| driven(&recorded, finding, &events).map(|plan| lines(&plan));
    let expected = ["0 submit a/1 cost 1", "0 claim w1", "0 drive w1 w3"];
    assert_eq!(driven_by(&finding).unwrap(), expected);
    assert_eq!(driven_by(&Finding { class: Class::Correctness, ..finding.clone() }), None);
    events[2].fault = Some(Fault { kind: "stall".into(), detail: String::new() });
    assert_eq!(driven(&recorded, &finding, &events), None, "it never was calm");
}

#[test]
fn a_lack_of_progress_that_no_core_of_its_own_comes_to_shrinks_as_it_was_recorded() {
    let simulator: Simulator<Planted> = Simulator::new(&[], planted::start(Bug::LoserShutOut));
    let shrunk = shrink_artifact(&simulator, &kept().artifact, 0, &mut |_| {}).unwrap();
    assert_eq!((shrunk.certificate.signature.as_str(), shrunk.certificate.events), ("progress/L1", 16));
}

#[test]
fn a_lack_of_progress_shrinks_with_a_core_at_work_and_then_event_by_event() {
    let simulator: Simulator<Planted> = Simulator::new(&[], planted::start(Bug::LoserShutOut));
    let lines = ["0 submit a/1 cost 1", "0 claim w1", "2 sweep", "3 sweep", "4 submit a/2 cost 1", "5 drive w1"];
    let mut plan = plan(&lines);
    plan.setup = super::carried_out::tight();
    let mut recording = Recording::<Plane<Planted>>::default();
    let run = execute(&simulator, 1, &plan, &mut recording).run;
    let finding = run.finding.clone().unwrap();
    assert_eq!(finding.cause().0, "progress/L1");
    let original = Artifact {
        setup: plan.setup,
        finding,
        hash: hash::show(run.hash),
        events: recording.events,
        ..artifact(&SHORTEST)
    };
    let shrunk = shrink_artifact(&simulator, &original, 150, &mut |_| {}).unwrap();
    let certificate = &shrunk.certificate;
    assert_eq!((certificate.signature.as_str(), certificate.minimal), ("progress/L1", false));
    assert_eq!(shrunk.artifact.setup.depth, Depth::ProgressOnly, "to the reference it is something else");
    assert_eq!((certificate.events, certificate.executions, shrunk.executions_before_pairs), (19, 150, 84));
    assert_eq!(certificate.executions, certificate.passes.iter().map(|pass| pass.executions).sum::<u64>());
}

#[test]
fn a_plan_that_comes_to_something_else_than_was_recorded_is_not_shrunk() {
    let refused = |artifact: &Artifact| shrink_artifact(&simulator(), artifact, 100, &mut |_| {}).err().unwrap();
    let mut other = artifact(&SHORTEST);
    other.finding.rule = "I1".to_owned();
    let error = refused(&other);
    assert!(matches!(error, NotShrunk::Another(Some(_))));
    let found = &Case::shortest().shrunk.finding;
    assert_eq!(error.to_string(), format!("the recorded plan comes to another finding now: {found}"));
    let error = refused(&artifact(&SHORTEST[..3]));
    assert_eq!(error.to_string(), "nothing is found in the recorded plan any more");
    let nothing = NotShrunk::Shrink(ShrinkError::NothingToShrink).to_string();
    assert_eq!(nothing, ShrinkError::NothingToShrink.to_string());
    let json = NotShrunk::Json(serde_json::from_str::<bool>("x").unwrap_err()).to_string();
    assert_eq!(json, "failed to write the artifact as JSON: expected value at line 1 column 1");
}
