//! What a plan is: what depends on an answer, what it is called, in which order, and when two are the same.

use super::given::{command_of, lines, plan, setup};
use crate::simulate::setup::Dimensions;
use crate::simulate::shrink::names::{in_order, order_of, renumbered};
use crate::simulate::shrink::plan::{
    granted, hash_of, number_of, plan_of, run_of, simplest, tenant_of, under, worker_of,
};
use crate::simulate::shrink::{Event, Plan, What};
use crate::spine::Fault;
use crate::spine::record::Event as Recorded;
use crate::verify::fixture::artifact;
use spec::{Answer, Fence, Idle, Limits, Outcome, RunId, TenantId};

/// Every kind of command, and the worker, the tenant and the run that it names.
const NAMED: [(&str, &str, &str, &str); 13] = [
    ("set-cap b 2", "", "b", ""),
    ("set-quota b 3", "", "b", ""),
    ("resize 4", "", "", ""),
    ("submit b/2 cost 1", "", "b", "b/2"),
    ("cancel b/3", "", "b", "b/3"),
    ("claim w5", "w5", "", ""),
    ("heartbeat w6 fence 1.2", "w6", "", ""),
    ("complete b/7 fence 1.3 result x", "", "b", "b/7"),
    ("fail w8 fence 1.4", "w8", "", ""),
    ("release w9 fence 1.5", "w9", "", ""),
    ("sweep", "", "", ""),
    ("restart lost 2", "", "", ""),
    ("acknowledge", "", "", ""),
];

#[test]
fn every_command_names_its_worker_its_tenant_and_its_run() {
    for (text, worker, tenant, run) in NAMED {
        let command = command_of(text);
        let found = [
            worker_of(command).map(|worker| worker.to_string()),
            tenant_of(command).map(|tenant| tenant.to_string()),
            run_of(command).map(|run| run.to_string()),
        ];
        assert_eq!(found.map(Option::unwrap_or_default), [worker, tenant, run], "{text}");
    }
    assert_eq!(number_of("b/3".parse().unwrap()), 4_294_967_299);
}

#[test]
fn events_of_one_instant_come_in_the_order_of_their_kinds_and_then_of_their_names() {
    let kinds = NAMED.map(|(text, ..)| order_of(&What::Command(command_of(text))));
    let second = [1, 1, 0, 4_294_967_298, 4_294_967_299, 5, 6, 4_294_967_303, 8, 9, 0, 0, 0];
    assert_eq!(kinds.map(|(kind, _)| kind), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(kinds.map(|(_, name)| name), second);
    let fault = What::Fault(Fault { kind: "stall".into(), detail: String::new() });
    assert_eq!([order_of(&fault), order_of(&What::Drive(Vec::new()))], [(13, 0), (14, 0)]);
    let mixed = plan(&["0 sweep", "0 claim w2", "0 claim w1", "1 sweep", "1 submit a/1 cost 1", "0 resize 1"]);
    let expected = ["0 claim w1", "0 claim w2", "0 sweep", "1 submit a/1 cost 1", "1 sweep", "0 resize 1"];
    assert_eq!(lines(&in_order(&mixed)), expected);
}

#[test]
fn a_command_is_sent_under_the_fence_and_a_completion_for_the_run_that_is_granted() {
    let (run, fence): (RunId, Fence) = ("b/9".parse().unwrap(), Fence { term: 7, grant: 8 });
    let sent = NAMED.map(|(text, ..)| under(command_of(text), run, fence).to_string());
    let mut expected = NAMED.map(|(text, ..)| text.to_owned());
    for (place, text) in [
        (6, "heartbeat w6 fence 7.8"),
        (7, "complete b/9 fence 7.8 result x"),
        (8, "fail w8 fence 7.8"),
        (9, "release w9 fence 7.8"),
    ] {
        expected[place] = text.to_owned();
    }
    assert_eq!(sent, expected);
}

#[test]
fn only_a_grant_grants() {
    let (run, fence) = ("b/9".parse().unwrap(), Fence { term: 7, grant: 8 });
    assert_eq!(granted(&Outcome::just(Answer::Granted { run, fence, deadline: 3 })), Some((run, fence)));
    assert_eq!(granted(&Outcome::just(Answer::Idle(Idle::NoSlot))), None);
}

#[test]
fn what_is_said_under_a_fence_is_under_the_claim_that_was_granted_it() {
    let artifact = artifact(&[
        "0 submit a/1 cost 1",
        "0 submit a/2 cost 1",
        "1 claim w1",
        "1 claim w2",
        "2 claim w2",
        "3 heartbeat w2 fence 1.2",
        "3 complete a/1 fence 1.1 result x",
        "4 fail w2 fence 1.2",
        "5 release w2 fence 9.9",
    ]);
    let mut recorded = artifact.events;
    recorded[0].command = None;
    recorded.insert(
        1,
        Recorded { fault: Some(Fault { kind: "stall".into(), detail: String::new() }), ..recorded[0].clone() },
    );
    let plan = plan_of(&artifact.setup, &recorded);
    assert_eq!(plan.setup, artifact.setup);
    assert_eq!(
        lines(&plan),
        [
            "0 -- stall",
            "0 submit a/2 cost 1",
            "1 claim w1",
            "1 claim w2",
            "2 claim w2",
            "3 under 4 heartbeat w2 fence 1.2",
            "3 under 3 complete a/1 fence 1.1 result x",
            "4 under 4 fail w2 fence 1.2",
            "5 release w2 fence 9.9",
        ]
    );
    assert_eq!(plan.events.iter().map(|event| event.name).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn of_two_claims_that_were_answered_with_one_fence_the_workers_own_is_meant() {
    let artifact = artifact(&["0 submit a/1 cost 1", "1 claim w1", "1 claim w2", "2 fail w1 fence 1.1"]);
    let mut recorded = artifact.events;
    recorded[2].outcome = recorded[1].outcome.clone();
    assert_eq!(lines(&plan_of(&artifact.setup, &recorded))[3], "2 under 1 fail w1 fence 1.1");
}

#[test]
fn names_are_given_anew_in_the_order_in_which_they_are_first_used() {
    let mut plan = plan(&[
        "0 submit c/7 cost 1",
        "1 set-quota a 5",
        "1 submit c/4 cost 1",
        "2 submit a/9 cost 2",
        "2 claim w8",
        "3 under 4 complete c/5 fence 1.1 result z",
        "3 under 4 heartbeat w8 fence 1.1",
        "4 under 4 complete c/7 fence 1.1 result x",
        "4 release w5 fence 9.9",
        "5 complete c/4 fence 9.9 result z",
        "5 set-cap c 3",
        "5 cancel c/7",
        "5 fail w8 fence 9.9",
        "6 -- calm",
        "6 drive w5 w2",
        "6 resize 3",
    ]);
    plan.setup.settings.tenants.push(Limits { cap: 4, quota: 70 });
    let renumbered = renumbered(&plan);
    assert_eq!(
        lines(&renumbered),
        [
            "0 submit a/1 cost 1",
            "1 set-quota b 5",
            "1 submit a/2 cost 1",
            "2 submit b/1 cost 2",
            "2 claim w1",
            "3 under 4 complete a/5 fence 1.1 result x",
            "3 under 4 heartbeat w1 fence 1.1",
            "4 under 4 complete a/1 fence 1.1 result y",
            "4 release w2 fence 9.9",
            "5 complete a/2 fence 9.9 result x",
            "5 set-cap a 3",
            "5 cancel a/1",
            "5 fail w1 fence 9.9",
            "6 -- calm",
            "6 drive w2 w3",
            "6 resize 3",
        ]
    );
    let limits: Vec<i64> = renumbered.setup.settings.tenants.iter().map(|limits| limits.cap).collect();
    assert_eq!(limits, [4, 2], "tenant b, whom nothing names, is gone");
    assert_eq!(tenant_of(command_of("cancel c/1")), Some(TenantId(2)));
}

#[test]
fn what_no_replay_looks_at_is_as_simple_as_can_be() {
    let mut drawn = setup();
    drawn.dimensions.events = 9;
    drawn.plant = Some(crate::verify::fixture::BUG);
    let simplest = simplest(&drawn);
    assert_eq!(simplest.dimensions, Dimensions::default());
    drawn.dimensions = Dimensions::default();
    assert_eq!(simplest, drawn);
}

#[test]
fn plans_are_the_same_whatever_their_events_are_called_and_differ_by_all_else() {
    let first = plan(&[
        "0 submit a/1 cost 1",
        "1 claim w1",
        "1 claim w2",
        "1 claim w3",
        "2 under 2 heartbeat w2 fence 1.2",
        "3 -- stall",
        "4 drive w1 w2",
    ]);
    let mut renamed = first.clone();
    for event in &mut renamed.events {
        event.name += 5;
        if let What::Under(grant, _) = &mut event.what {
            *grant += 5;
        }
    }
    assert_eq!(hash_of(&renamed), hash_of(&first));
    let with = |place: usize, line: &str| {
        let mut lines = lines(&first);
        lines[place] = line.to_owned();
        plan(&lines.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let mut others = vec![
        with(0, "0 submit a/1 cost 2"),
        with(0, "1 submit a/1 cost 1"),
        with(4, "2 under 1 heartbeat w2 fence 1.2"),
        with(4, "2 under 3 heartbeat w2 fence 1.2"),
        with(4, "2 under 9 heartbeat w2 fence 1.2"),
        with(4, "2 under 2 heartbeat w3 fence 1.2"),
        with(4, "2 heartbeat w2 fence 1.2"),
        with(5, "3 -- crash"),
        with(6, "4 drive w1 w3"),
        with(6, "4 drive w1"),
        Plan { events: first.events[..6].to_vec(), ..first.clone() },
    ];
    let mut longer_lease = first.clone();
    longer_lease.setup.settings.lease += 1;
    let mut detailed = first.clone();
    let fault = Fault { kind: "stall".into(), detail: "w1".to_owned() };
    detailed.events[5] = Event { what: What::Fault(fault), ..detailed.events[5].clone() };
    others.extend([longer_lease, detailed]);
    let mut hashes: Vec<u128> = others.iter().chain([&first]).map(hash_of).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), others.len() + 1);
    assert_eq!(hash_of(&with(4, "2 under 2 heartbeat w2 fence 7.7")), hash_of(&first), "what was granted is no part");
}
