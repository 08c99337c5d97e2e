//! Findings as a problem: spans, and numbers that can be lowered.

use super::given::{changed, lines, plan, setup};
use crate::planted::Planted;
use crate::shrink::{Failure, Problem as _, Span, Value};
use crate::simulate::Simulator;
use crate::simulate::shrink::plan::plan_of;
use crate::simulate::shrink::{Admission, Plan};
use crate::verify::fixture::{PADDED, SIGNATURE, artifact, simulator};

fn asked<T>(ask: impl FnOnce(&mut Admission<'_, Planted>) -> T) -> T {
    let simulator: Simulator<Planted> = simulator();
    ask(&mut Admission { simulator: &simulator, seed: 1 })
}

#[test]
fn a_plan_fails_as_its_finding_does_and_at_the_event_that_it_is_found_at() {
    let artifact = artifact(&PADDED);
    let mut plan = plan_of(&artifact.setup, &artifact.events);
    let failure = |event| Some(Failure { signature: SIGNATURE.to_owned(), event });
    assert_eq!(asked(|problem| problem.run(&plan)), failure(6));
    plan.events.remove(0);
    assert_eq!(asked(|problem| problem.run(&plan)), failure(5));
    plan.events.truncate(4);
    assert_eq!(asked(|problem| problem.run(&plan)), None);
    assert_ne!(
        asked(|problem| problem.hash(&plan)),
        asked(|problem| problem.hash(&Plan { events: Vec::new(), ..plan }))
    );
}

#[test]
fn an_event_is_part_of_its_tenant_its_worker_its_kind_or_grant_and_its_run() {
    let all = [
        ("0 submit b/2 cost 1", vec![(0, 1), (3, 4_294_967_298), (2, 0)]),
        ("0 cancel b/2", vec![(0, 1), (3, 4_294_967_298), (2, 1)]),
        ("0 claim w5", vec![(1, 5), (4, 2)]),
        ("0 heartbeat w6 fence 1.1", vec![(1, 6), (2, 3)]),
        ("0 complete a/3 fence 1.1 result x", vec![(0, 0), (3, 3), (2, 4)]),
        ("0 fail w7 fence 1.1", vec![(1, 7), (2, 5)]),
        ("0 release w8 fence 1.1", vec![(1, 8), (2, 6)]),
        ("0 set-cap b 2", vec![(0, 1), (2, 7)]),
        ("0 set-quota b 2", vec![(0, 1), (2, 8)]),
        ("0 resize 2", vec![(2, 9)]),
        ("0 sweep", vec![(2, 10)]),
        ("0 restart lost 1", vec![(2, 11)]),
        ("0 acknowledge", vec![(2, 12)]),
        ("0 under 2 heartbeat w5 fence 1.1", vec![(1, 5), (4, 2)]),
        ("0 -- stall", vec![(0, u64::MAX)]),
        ("0 -- calm", vec![]),
        ("0 drive w1", vec![]),
    ];
    let plan = plan(&all.iter().map(|(line, _)| *line).collect::<Vec<_>>());
    for (event, (line, expected)) in plan.events.iter().zip(&all) {
        let spans: Vec<Span> = expected.iter().map(|(rank, id)| Span { rank: *rank, id: *id }).collect();
        assert_eq!(asked(|problem| problem.spans(event)), spans, "{line}");
    }
}

/// Every kind of number, and a step back of the clock.
fn numbered() -> Plan {
    plan(&[
        "10 submit a/1 cost 7",
        "4 complete a/1 fence 1.1 result z",
        "4 set-cap a -3",
        "9 set-quota a 8",
        "9 resize 2",
        "9 restart lost 5",
        "9 sweep",
    ])
}

#[test]
fn the_numbers_of_a_plan_are_those_of_its_settings_and_then_of_its_events_with_the_times_between_them() {
    let values = asked(|problem| problem.values(&numbered()));
    let settings = [(2, 1), (90, 1), (3, 1), (80, 1), (6, 1), (4, 1), (5, 1), (1_000, 1), (100, 1), (30, 0), (20, 0)];
    let events =
        [(10, 0), (7, 1), (6, 0), (2, 0), (0, 0), (3, 1), (5, 0), (8, 1), (0, 0), (2, 1), (0, 0), (5, 0), (0, 0)];
    let expected = settings.iter().chain(&events).map(|(now, simplest)| Value { now: *now, simplest: *simplest });
    assert_eq!(values, expected.collect::<Vec<_>>());
}

#[test]
fn numbers_are_set_where_they_stand_and_times_move_all_that_comes_after() {
    let first = numbered();
    let with = |changes: &[(usize, u64)]| asked(|problem| problem.with_values(&first, changes));
    let settings: Vec<(usize, u64)> = (0..11).zip([1, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]).collect();
    assert_eq!(
        changed(&first, &with(&settings).unwrap()),
        "window 18; lease 19; warm-up 20; grace 21; attempts 16; queue 17; pool 15; tenants 1/12 13/14"
    );
    let events = [(11, 20), (12, 2), (13, 5), (14, 1), (15, 3), (16, 2), (17, 6), (18, 9), (20, 1), (22, 4), (23, 2)];
    assert_eq!(
        lines(&with(&events).unwrap()),
        [
            "20 submit a/1 cost 2",
            "15 complete a/1 fence 1.1 result y",
            "18 set-cap a -2",
            "24 set-quota a 9",
            "24 resize 1",
            "24 restart lost 4",
            "26 sweep",
        ]
    );
    assert_eq!(lines(&with(&[]).unwrap()), lines(&first));
    let mut uncapped = plan(&["3 set-cap a 0"]);
    uncapped = asked(|problem| problem.with_values(&uncapped, &[(12, 4)])).unwrap();
    assert_eq!(lines(&uncapped), ["3 set-cap a 4"]);
    for (place, number, why) in [
        (24, 1, "there is no such number"),
        (8, 0, "a lease of nothing"),
        (12, 0, "a cost of nothing"),
        (12, 1 << 32, "a cost beyond all bounds"),
        (4, 1 << 32, "a pool beyond all bounds"),
        (16, 1 << 63, "a cap beyond all bounds"),
        (13, 11, "before the clock began"),
    ] {
        assert_eq!(with(&[(place, number)]), None, "{why}");
    }
}

#[test]
fn the_problem_knows_the_simpler_plans_the_names_and_the_order_of_admission() {
    let plan = plan(&["400 sweep", "400 submit b/2 cost 1", "400 submit a/1 cost 1"]);
    let (renumbered, ordered) = asked(|problem| (problem.renumbered(&plan), problem.canonical_order(&plan)));
    assert_eq!(lines(&renumbered), ["400 sweep", "400 submit a/1 cost 1", "400 submit b/1 cost 1"]);
    assert_eq!(lines(&ordered), ["400 submit a/1 cost 1", "400 submit b/2 cost 1", "400 sweep"]);
    let (simpler, traded) = asked(|problem| (problem.simpler(&plan), problem.traded(&plan)));
    assert_eq!(
        changed(&plan, &simpler[0]),
        "window 3; lease 1; warm-up 1; grace 1; 1 sweep; 1 submit b/2 cost 1; 1 submit a/1 cost 1"
    );
    assert_eq!(changed(&plan, &traded[0]), "attempts 5; 400 submit b/2 cost 1; 400 submit a/1 cost 1");
    assert_eq!(plan.setup, setup());
}
