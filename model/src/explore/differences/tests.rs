//! Two views that differ in everything, and what is told of it.

use super::*;
use spec::{Digest, Status, TenantId};

/// A view in which nothing is as in an empty one.
fn full() -> View {
    let queued = |run: &str, parked| QueuedView { run: run.parse().unwrap(), parked };
    let tenant = TenantView {
        tenant: TenantId(1),
        cap: 2,
        quota: 3,
        spent: 4,
        reserved: 5,
        held: 6,
        queue: vec![queued("b/1", false), queued("b/2", true)],
    };
    let run = RunView {
        run: "b/3".parse().unwrap(),
        status: Status::Held,
        attempts: 7,
        net_charge: 8,
        fence: "1.9".parse().ok(),
        cancel_requested: true,
        result: Some(Digest(1)),
    };
    let lease = LeaseView {
        fence: "1.9".parse().unwrap(),
        run: "b/3".parse().unwrap(),
        worker: "w1".parse().unwrap(),
        deadline: 2,
    };
    View {
        tenants: vec![tenant],
        runs: vec![run],
        leases: vec![lease],
        resting: vec![3, 4],
        warming: vec![5],
        last_granted: Some(TenantId(1)),
        tombstones: vec!["a/1".parse().unwrap()],
        term: 1,
        halted: true,
    }
}

fn lines(expected: &View, shown: &View) -> String {
    told(expected, shown, usize::MAX).replace("; ", "\n")
}

#[test]
fn every_part_of_a_view_is_told_by_its_name() {
    let told = "halted yes, not no\n\
                lease 1.9 of b/3 by w1 until 2, not none\n\
                resting until 3, 4, not none\n\
                run b/3 status held, not none\n\
                tenant b cap 2, not none\n\
                tenant b held 6, not none\n\
                tenant b queue b/1, b/2 parked, not none\n\
                tenant b quota 3, not none\n\
                tenant b reserved 5, not none\n\
                tenant b spent 4, not none\n\
                tenant of the last grant b, not none\n\
                term 1, not 0\n\
                tombstones a/1, not none\n\
                warming until 5, not none";
    assert_eq!(lines(&full(), &View::default()), told);
}

#[test]
fn of_what_both_have_only_what_differs_is_told() {
    assert_eq!(lines(&full(), &full()), "");
    let mut shown = full();
    shown.tenants[0].queue[1].parked = false;
    shown.tenants[0].held = 0;
    shown.runs[0] = RunView {
        attempts: 1,
        net_charge: 2,
        fence: None,
        cancel_requested: false,
        result: None,
        ..shown.runs[0].clone()
    };
    shown.leases[0].deadline = 3;
    let told = "lease 1.9 of b/3 by w1 until 2, not of b/3 by w1 until 3\n\
                run b/3 attempts 7, not 1\n\
                run b/3 cancel requested yes, not no\n\
                run b/3 fence 1.9, not none\n\
                run b/3 net charge 8, not 2\n\
                run b/3 result y, not none\n\
                tenant b held 6, not 0\n\
                tenant b queue b/1, b/2 parked, not b/1, b/2";
    assert_eq!(lines(&full(), &shown), told);
}

#[test]
fn what_only_the_shown_view_has_is_told_too_and_of_a_run_its_status() {
    let mut expected = full();
    expected.runs.clear();
    expected.leases.clear();
    let told = "lease 1.9 none, not of b/3 by w1 until 2\nrun b/3 status none, not held";
    assert_eq!(lines(&expected, &full()), told);
}

#[test]
fn of_more_than_was_asked_for_the_rest_is_counted() {
    let shown = View { resting: vec![1], term: 2, halted: true, ..View::default() };
    let told = |most| told(&View::default(), &shown, most);
    assert_eq!(told(3), "halted no, not yes; resting until none, not 1; term 0, not 2");
    assert_eq!(told(2), "halted no, not yes; resting until none, not 1; and 1 more");
    assert_eq!(told(1), "halted no, not yes; and 2 more");
}
