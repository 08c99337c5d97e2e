//! What is tried in a plan's place: each list in its order, as what it changes.

use super::given::{all_changed, plan};
use crate::simulate::shrink::Plan;
use crate::simulate::shrink::simpler::{coarser, fewer_runs, fewer_tenants, fewer_workers, plainer, simpler, swapped};
use crate::simulate::shrink::traded::{
    allowed_more, dearer, ended_otherwise, failed_instead, joined, set_from_the_start, traded, tried_again,
};
use spec::Limits;

/// What a list has in place of a plan of these lines.
fn are(list: impl Fn(&Plan) -> Vec<Plan>, lines: &[&str], expected: &[&str]) {
    let plan = plan(lines);
    assert_eq!(all_changed(&plan, &list(&plan)), expected);
}

#[test]
fn all_times_and_lengths_are_given_in_larger_units_up_to_the_last_instant() {
    let mut timed = plan(&["7 sweep", "50 sweep"]);
    timed.setup.settings.lease = 30;
    assert_eq!(
        all_changed(&timed, &coarser(&timed)),
        [
            "window 20; lease 1; warm-up 1; grace 1; 0 sweep; 1 sweep",
            "window 50; lease 2; warm-up 2; grace 1; 0 sweep; 2 sweep",
            "window 100; lease 3; warm-up 3; grace 2; 0 sweep; 5 sweep",
            "window 200; lease 6; warm-up 6; grace 4; 1 sweep; 10 sweep",
            "window 334; lease 10; warm-up 10; grace 7; 2 sweep; 16 sweep",
            "window 500; lease 15; warm-up 15; grace 10; 3 sweep; 25 sweep",
            "window 34; lease 1; warm-up 1; grace 1; 0 sweep; 1 sweep"
        ]
    );
    are(coarser, &["1 sweep"], &[]);
}

#[test]
fn every_two_tenants_are_tried_as_one_with_the_limits_of_both_and_with_its_own() {
    are(
        fewer_tenants,
        &["0 submit a/3 cost 1", "0 submit b/2 cost 1", "1 cancel b/5", "2 set-cap b 4"],
        &[
            "queue 10; tenants 5/170 3/80; 0 submit a/7 cost 1; 1 cancel a/10; 2 set-cap a 4",
            "0 submit a/7 cost 1; 1 cancel a/10; 2 set-cap a 4",
        ],
    );
    are(fewer_tenants, &["0 submit a/3 cost 1", "0 submit c/2 cost 1"], &["0 submit a/5 cost 1"]);
    are(fewer_tenants, &["0 submit a/3 cost 1"], &[]);
}

#[test]
fn every_two_workers_are_tried_as_one_and_a_core_without_each_of_its_own() {
    are(
        fewer_workers,
        &["0 claim w1", "0 claim w3", "1 drive w1 w3"],
        &["0 claim w1; 1 drive w1", "1 drive w3", "1 drive w1"],
    );
    are(fewer_workers, &["0 claim w1", "1 drive w1"], &[]);
}

#[test]
fn every_two_runs_of_one_tenant_are_tried_as_one() {
    are(
        fewer_runs,
        &["0 submit a/1 cost 1", "0 submit b/1 cost 1", "0 submit a/2 cost 1", "1 cancel a/4"],
        &["0 submit a/1 cost 1", "1 cancel a/1", "1 cancel a/2"],
    );
}

#[test]
fn a_command_is_tried_as_a_plainer_one_and_under_an_earlier_grant() {
    are(
        plainer,
        &[
            "0 submit b/2 cost 1",
            "0 claim w1",
            "0 claim w2",
            "0 heartbeat w9 fence 8.8",
            "1 under 2 release w2 fence 1.1",
            "1 under 2 heartbeat w2 fence 1.1",
            "2 under 7 fail w2 fence 1.1",
            "3 restart lost 2",
            "4 acknowledge",
        ],
        &[
            "0 claim w1",
            "1 under 2 heartbeat w2 fence 0.0",
            "1 under 2 complete b/2 fence 0.0 result x",
            "1 under 2 fail w2 fence 0.0",
            "1 under 1 release w2 fence 1.1",
            "1 under 1 heartbeat w2 fence 1.1",
            "3 sweep",
            "4 sweep",
        ],
    );
}

#[test]
fn neighbours_are_tried_the_other_way_round_where_that_is_the_more_usual_order() {
    are(
        swapped,
        &["1 claim w1", "3 submit a/1 cost 1", "7 set-cap a 1"],
        &[
            "1 submit a/1 cost 1; 3 claim w1",
            "3 submit a/1 cost 1; 3 claim w1",
            "queue 6; 1 submit a/1 cost 1; 3 claim w1",
            "3 set-cap a 1; 7 submit a/1 cost 1",
            "7 set-cap a 1; 7 submit a/1 cost 1",
        ],
    );
    are(swapped, &["1 sweep", "3 sweep"], &[]);
    are(swapped, &["1 submit a/1 cost 1", "3 claim w1"], &[]);
}

#[test]
fn what_an_operator_sets_is_tried_as_set_from_the_start() {
    are(
        set_from_the_start,
        &[
            "0 set-cap b 7",
            "1 set-quota a 8",
            "2 resize 9",
            "3 sweep",
            "4 set-cap c 1",
            "5 set-cap a -1",
            "6 resize -1",
        ],
        &[
            "tenants 2/90 7/80; 1 set-quota a 8; 2 resize 9; 3 sweep; 4 set-cap c 1; 5 set-cap a -1; 6 resize -1",
            "tenants 2/8 3/80; 0 set-cap b 7; 2 resize 9; 3 sweep; 4 set-cap c 1; 5 set-cap a -1; 6 resize -1",
            "pool 9; 0 set-cap b 7; 1 set-quota a 8; 3 sweep; 4 set-cap c 1; 5 set-cap a -1; 6 resize -1",
        ],
    );
}

#[test]
fn a_submit_is_tried_as_a_part_of_the_next_one() {
    are(
        joined,
        &["0 sweep", "1 submit a/1 cost 2", "2 claim w1", "3 submit a/2 cost 3", "4 submit b/1 cost 4"],
        &[
            "0 sweep; 2 claim w1; 3 submit a/2 cost 5; 4 submit b/1 cost 4",
            "0 sweep; 1 submit a/1 cost 2; 2 claim w1; 4 submit b/1 cost 7",
        ],
    );
}

#[test]
fn a_sweep_is_tried_as_the_word_of_each_worker_that_claimed_before_it_at_once() {
    are(
        ended_otherwise,
        &["1 claim w1", "5 sweep", "6 claim w2", "8 sweep", "7 sweep"],
        &[
            "1 under 0 fail w1 fence 0.0; 2 claim w2; 4 sweep; 3 sweep",
            "1 under 0 release w1 fence 0.0; 2 claim w2; 4 sweep; 3 sweep",
            "6 under 0 fail w1 fence 0.0; 5 sweep",
            "6 under 0 release w1 fence 0.0; 5 sweep",
            "6 under 2 fail w2 fence 0.0; 5 sweep",
            "6 under 2 release w2 fence 0.0; 5 sweep",
        ],
    );
}

#[test]
fn an_event_is_given_for_one_more_of_every_setting_or_for_a_tenant_that_is_allowed_nothing() {
    let allowed = [
        "attempts 5",
        "queue 6",
        "pool 7",
        "grace 21",
        "warm-up 31",
        "tenants 3/90 3/80",
        "tenants 2/91 3/80",
        "tenants 0/90 3/80",
        "tenants 2/0 3/80",
        "tenants 2/90 4/80",
        "tenants 2/90 3/81",
        "tenants 2/90 0/80",
        "tenants 2/90 3/0",
    ];
    let without = ["1 acknowledge", "0 sweep"];
    let expected: Vec<String> =
        allowed.iter().flat_map(|allowed| without.iter().map(move |event| format!("{allowed}; {event}"))).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    are(allowed_more, &["0 sweep", "1 acknowledge"], &expected);
}

#[test]
fn a_run_is_given_for_a_failure_and_one_more_attempt() {
    are(
        tried_again,
        &[
            "0 submit a/1 cost 1",
            "0 submit a/2 cost 1",
            "1 claim w1",
            "2 under 2 complete a/1 fence 1.1 result x",
            "3 under 2 heartbeat w1 fence 1.1",
            "4 under 2 release w1 fence 1.1",
        ],
        &[
            "attempts 5; 0 submit a/2 cost 1; 1 claim w1; 2 under 2 fail w1 fence 0.0; 3 under 2 heartbeat w1 fence 1.1; 4 under 2 release w1 fence 1.1",
            "attempts 5; 0 submit a/1 cost 1; 1 claim w1; 2 under 2 fail w1 fence 0.0; 3 under 2 heartbeat w1 fence 1.1; 4 under 2 release w1 fence 1.1",
            "attempts 5; 0 submit a/2 cost 1; 1 claim w1; 2 under 2 complete a/1 fence 1.1 result x; 3 under 2 heartbeat w1 fence 1.1; 4 under 2 fail w1 fence 0.0",
            "attempts 5; 0 submit a/1 cost 1; 1 claim w1; 2 under 2 complete a/1 fence 1.1 result x; 3 under 2 heartbeat w1 fence 1.1; 4 under 2 fail w1 fence 0.0",
        ],
    );
}

#[test]
fn a_run_or_what_a_restart_lost_is_given_for_a_failure_and_one_more_attempt() {
    are(
        failed_instead,
        &["0 submit a/1 cost 1", "1 claim w1", "2 restart lost 3", "3 acknowledge", "4 restart", "5 claim w2"],
        &[
            "attempts 5; 1 claim w1; 1 under 1 fail w1 fence 0.0",
            "attempts 5; 1 under 1 fail w1 fence 0.0; 2 restart",
            "attempts 5; 1 claim w1; 2 restart lost 3; 3 acknowledge; 4 restart; 5 claim w2; 5 under 5 fail w2 fence 0.0",
            "attempts 5; 2 restart; 4 restart; 5 claim w2; 5 under 5 fail w2 fence 0.0",
        ],
    );
}

#[test]
fn a_tenant_that_is_allowed_nothing_is_given_for_a_submit_that_costs_too_much() {
    let dearer_of = |cap, quota| {
        let mut plan = plan(&["0 submit a/1 cost 3", "1 sweep"]);
        plan.setup.settings.tenants[0] = Limits { cap, quota };
        all_changed(&plan, &dearer(&plan))
    };
    assert_eq!(dearer_of(0, 90), ["tenants 1/90 3/80; 0 submit a/1 cost 4"]);
    assert_eq!(dearer_of(2, 0), ["tenants 2/1 3/80; 0 submit a/1 cost 4"]);
    assert_eq!(dearer_of(2, 90), [""; 0]);
}

#[test]
fn up_to_forty_events_are_tried_in_all_these_ways_and_up_to_twelve_are_traded() {
    let of = |events: usize| plan(&vec!["0 restart lost 1"; events]);
    assert_eq!([simpler(&of(40)).len(), simpler(&of(41)).len()], [40, 0]);
    assert_eq!([traded(&of(12)).len(), traded(&of(13)).len()], [13 * 12, 0]);
}

#[test]
fn the_simpler_plans_are_none_of_them_the_plan_itself() {
    let lines = ["0 submit a/1 cost 1", "1 claim w1", "2 under 1 complete a/2 fence 1.1 result x"];
    are(fewer_runs, &lines, &["2 under 1 complete a/1 fence 1.1 result x"]);
    are(
        simpler,
        &lines,
        &[
            "window 500; lease 50; warm-up 15; grace 10; 0 claim w1; 1 under 1 complete a/2 fence 1.1 result x",
            "2 under 1 heartbeat w1 fence 0.0",
        ],
    );
}
