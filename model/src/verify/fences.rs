//! What a fence means in a plan from which events have been taken away.

use super::fixture::{asked, setup, simulator};
use super::reduced::{Recorded, Reducible};
use crate::spine::{Fault, Recording};

/// What is recorded as these are carried out without some of them.
fn carried_out(events: &[Recorded], without: &[usize]) -> Vec<Recorded> {
    let mut recording = Recording::default();
    Reducible::new(&simulator(), 1, &setup(), events).without(without, &mut recording);
    recording.events
}

/// What is left without some events, as a reader sees it.
fn left(lines: &[&str], without: &[usize]) -> Vec<String> {
    let events = carried_out(&asked(lines), &[]);
    carried_out(&events, without).iter().map(|event| event.to_string().trim().to_owned()).collect()
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

#[test]
fn of_two_claims_that_were_answered_with_one_fence_the_senders_own_is_meant() {
    let lines = ["0 submit a/1 cost 1", "0 submit a/2 cost 1", "1 claim w1", "2 claim w2", "3 fail w1 fence 1.1"];
    let mut events = carried_out(&asked(&lines), &[]);
    events[3].outcome = events[2].outcome.clone();
    let again = carried_out(&events, &[]);
    assert_eq!(again[4].command, events[4].command);
    assert_eq!(carried_out(&events, &[2]).len(), 3, "it goes with that claim, not with the other");
}

#[test]
fn a_fault_is_carried_out_as_it_stands_and_a_step_that_is_neither_is_passed_over() {
    let mut events = asked(&["0 submit a/1 cost 1", "1 claim w1", "2 sweep", "3 release w1 fence 1.1"]);
    events[2].command = None;
    events.insert(
        1,
        Recorded { fault: Some(Fault { kind: "stall".into(), detail: "w1".to_owned() }), ..events[2].clone() },
    );
    let events = carried_out(&events, &[]);
    let shown: Vec<String> = events.iter().map(|event| event.to_string().trim().to_owned()).collect();
    assert_eq!(
        shown,
        [
            "0  submit a/1 cost 1 -> queued",
            "2  -- stall w1",
            "1  claim w1 -> granted a/1 fence 1.1 until 101, charged 1",
            "3  release w1 fence 1.1 -> released, ended 1.1 a/1 requeued",
        ]
    );
    assert_eq!(carried_out(&events, &[1]).len(), 3, "a fault can be left out, too");
}
