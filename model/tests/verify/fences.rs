//! What a fence means in a plan from which events have been taken away.

use super::fixture::{Artifact, found, simulator};
use model::planted::{Bug, Planted};
use model::simulate::Simulator;
use model::spine::Recording;
use model::verify::reduced::{Recorded, Reducible};
use spec::{Limits, Settings};

/// A control plane, its bug out of reach, and settings under which two workers work at once.
fn stage() -> (Simulator<Planted>, Artifact) {
    let bug = Bug::LoserShutOut;
    let mut artifact = found(bug, 1);
    artifact.setup.settings = Settings {
        window: 1_000,
        lease: 100,
        warm_up: 0,
        grace: 0,
        attempts: 3,
        queue: 5,
        pool: 2,
        tenants: vec![Limits { cap: 2, quota: 100 }],
    };
    (simulator(bug), artifact)
}

/// Carries out commands, written as `at command`, and gives the events as recorded.
fn recorded(lines: &[&str]) -> (Simulator<Planted>, Artifact, Vec<Recorded>) {
    let (simulator, artifact) = stage();
    let events = lines.iter().map(|line| {
        let (at, command) = line.split_once(' ').unwrap();
        Recorded { at: at.parse().unwrap(), command: Some(command.parse().unwrap()), outcome: None, fault: None }
    });
    let events: Vec<Recorded> = events.collect();
    let mut recording = Recording::default();
    Reducible::new(&simulator, 1, &artifact.setup, &events).without(&[], &mut recording);
    (simulator, artifact, recording.events)
}

/// What is left without some events, as a reader sees it.
fn left(lines: &[&str], without: &[usize]) -> Vec<String> {
    let (simulator, artifact, events) = recorded(lines);
    let mut recording = Recording::default();
    Reducible::new(&simulator, 1, &artifact.setup, &events).without(without, &mut recording);
    recording.events.iter().map(|event| event.to_string().trim().to_owned()).collect()
}

const TWO_AT_WORK: [&str; 6] = [
    "0 submit a/1 cost 1",
    "0 submit a/2 cost 1",
    "1 claim w1",
    "2 claim w2",
    "3 heartbeat w2 fence 1.2",
    "4 complete a/2 fence 1.2 result x",
];

#[test]
fn a_command_carries_what_its_claim_is_granted_now_and_a_completion_the_run_too() {
    let whole = left(&TWO_AT_WORK, &[]);
    assert_eq!(
        whole[3..],
        [
            "2  claim w2 -> granted a/2 fence 1.2 until 102, charged 1",
            "3  heartbeat w2 fence 1.2 -> renewed until 103",
            "4  complete a/2 fence 1.2 result x -> applied, ended 1.2 a/2 completed",
        ]
    );
    assert_eq!(
        left(&TWO_AT_WORK, &[2])[2..],
        [
            "2  claim w2 -> granted a/1 fence 1.1 until 102, charged 1",
            "3  heartbeat w2 fence 1.1 -> renewed until 103",
            "4  complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed",
        ]
    );
}

#[test]
fn a_command_of_a_claim_that_is_gone_or_granted_nothing_is_not_sent() {
    assert_eq!(left(&TWO_AT_WORK, &[3]).len(), 3, "heartbeat and completion go with the claim");
    let without_a_run = left(&TWO_AT_WORK, &[0]);
    assert_eq!(
        without_a_run[1..],
        ["1  claim w1 -> granted a/2 fence 1.1 until 101, charged 1", "2  claim w2 -> idle nothing-eligible",]
    );
}

#[test]
fn a_fence_that_nobody_was_granted_is_sent_as_it_stands() {
    let lines = ["0 submit a/1 cost 1", "1 claim w1", "2 heartbeat w1 fence 7.7", "3 complete a/1 fence 7.7 result x"];
    let left = left(&lines, &[1]);
    assert_eq!(
        left[1..],
        ["2  heartbeat w1 fence 7.7 -> refused stale", "3  complete a/1 fence 7.7 result x -> refused stale",]
    );
}

#[test]
fn of_a_grant_and_its_repetition_the_grant_is_meant() {
    let lines = ["0 submit a/1 cost 1", "1 claim w1", "2 claim w1", "3 heartbeat w1 fence 1.1"];
    assert!(left(&lines, &[])[2].ends_with("repeated"));
    assert_eq!(left(&lines, &[2])[2], "3  heartbeat w1 fence 1.1 -> renewed until 103");
    assert_eq!(left(&lines, &[1]).len(), 2, "the repetition is the grant now, and nothing was said under it");
}

#[test]
fn a_fence_that_is_only_granted_later_is_no_reference() {
    let lines = ["0 submit a/1 cost 1", "1 heartbeat w1 fence 1.1", "2 claim w1"];
    assert_eq!(left(&lines, &[2])[1], "1  heartbeat w1 fence 1.1 -> refused stale");
}
