//! D04, D08, D10 to D15: what becomes of a submit.

use super::*;
use crate::reference::submit::Ground;

/// Two grounds that hold at once, and what is reported of them under each option of D15.
struct Pair {
    grounds: [Ground; 2],
    changes: &'static str,
    before: &'static str,
    submit: &'static str,
    permanent_first: &'static str,
    transient_first: &'static str,
}

const PAIRS: &[Pair] = &[
    Pair {
        grounds: [Ground::UnknownTenant, Ground::CancelledEarly],
        changes: "",
        before: "0 cancel c/1 => cancelled",
        submit: "submit c/1 cost 1",
        permanent_first: "refused unknown-tenant",
        transient_first: "refused unknown-tenant",
    },
    Pair {
        grounds: [Ground::CancelledEarly, Ground::Blocked],
        changes: "",
        before: "0 cancel a/9 => cancelled\n0 set-cap a 0",
        submit: "submit a/9 cost 1",
        permanent_first: "refused cancelled-early",
        transient_first: "refused blocked",
    },
    Pair {
        grounds: [Ground::CancelledEarly, Ground::AtCap],
        changes: "D08 at-submit",
        before: "0 cancel a/9 => cancelled\n0 submit a/1 cost 1",
        submit: "submit a/9 cost 1",
        permanent_first: "refused cancelled-early",
        transient_first: "refused at-cap",
    },
    Pair {
        grounds: [Ground::CancelledEarly, Ground::NoCredit],
        changes: "",
        before: "0 cancel a/9 => cancelled",
        submit: "submit a/9 cost 5",
        permanent_first: "refused cancelled-early",
        transient_first: "refused no-credit",
    },
    Pair {
        grounds: [Ground::CancelledEarly, Ground::QueueFull],
        changes: "",
        before: "0 cancel a/9 => cancelled\n0 submit a/1 cost 1\n0 submit a/2 cost 1\n0 submit a/3 cost 1",
        submit: "submit a/9 cost 1",
        permanent_first: "refused cancelled-early",
        transient_first: "refused queue-full",
    },
    Pair {
        grounds: [Ground::Known, Ground::Blocked],
        changes: "",
        before: "0 submit a/9 cost 1\n0 set-cap a 0",
        submit: "submit a/9 cost 1",
        permanent_first: "queued, repeated",
        transient_first: "refused blocked",
    },
    Pair {
        grounds: [Ground::Known, Ground::AtCap],
        changes: "D08 at-submit",
        before: "0 submit a/9 cost 1",
        submit: "submit a/9 cost 1",
        permanent_first: "queued, repeated",
        transient_first: "refused at-cap",
    },
    Pair {
        grounds: [Ground::Known, Ground::NoCredit],
        changes: "",
        before: "0 submit a/9 cost 3",
        submit: "submit a/9 cost 3",
        permanent_first: "queued, repeated",
        transient_first: "refused no-credit",
    },
    Pair {
        grounds: [Ground::Known, Ground::QueueFull],
        changes: "D12 refuse",
        before: "0 submit a/9 cost 1\n0 submit a/2 cost 1\n0 submit a/3 cost 1",
        submit: "submit a/9 cost 1",
        permanent_first: "refused duplicate",
        transient_first: "refused queue-full",
    },
    Pair {
        grounds: [Ground::Blocked, Ground::AtCap],
        changes: "D08 at-submit",
        before: "0 set-cap a 0",
        submit: "submit a/9 cost 1",
        permanent_first: "refused blocked",
        transient_first: "refused at-cap",
    },
    Pair {
        grounds: [Ground::Blocked, Ground::NoCredit],
        changes: "",
        before: "0 set-quota a 0",
        submit: "submit a/9 cost 1",
        permanent_first: "refused blocked",
        transient_first: "refused no-credit",
    },
    Pair {
        grounds: [Ground::Blocked, Ground::QueueFull],
        changes: "",
        before: "0 submit a/1 cost 1\n0 submit a/2 cost 1\n0 submit a/3 cost 1\n0 set-cap a 0",
        submit: "submit a/9 cost 1",
        permanent_first: "refused blocked",
        transient_first: "refused queue-full",
    },
    Pair {
        grounds: [Ground::AtCap, Ground::NoCredit],
        changes: "D08 at-submit",
        before: "0 submit a/1 cost 3",
        submit: "submit a/9 cost 2",
        permanent_first: "refused at-cap",
        transient_first: "refused no-credit",
    },
    Pair {
        grounds: [Ground::AtCap, Ground::QueueFull],
        changes: "D08 at-submit",
        before: "0 set-cap a 3\n0 submit a/1 cost 1\n0 submit a/2 cost 1\n0 submit a/3 cost 1\n0 set-cap a 1",
        submit: "submit a/9 cost 1",
        permanent_first: "refused at-cap",
        transient_first: "refused queue-full",
    },
    Pair {
        grounds: [Ground::NoCredit, Ground::QueueFull],
        changes: "",
        before: "0 submit a/1 cost 1\n0 submit a/2 cost 1\n0 submit a/3 cost 1",
        submit: "submit a/9 cost 2",
        permanent_first: "refused no-credit",
        transient_first: "refused queue-full",
    },
];

const GROUNDS: [Ground; 7] = [
    Ground::UnknownTenant,
    Ground::CancelledEarly,
    Ground::Known,
    Ground::Blocked,
    Ground::AtCap,
    Ground::NoCredit,
    Ground::QueueFull,
];

#[test]
fn every_reachable_pair_of_submit_refusals_is_ranked_by_d15_both_ways() {
    for pair in PAIRS {
        for (order, reported) in [("permanent-first", pair.permanent_first), ("transient-first", pair.transient_first)]
        {
            let changes = format!("{}, D15 {order}", pair.changes);
            let before = tell(&changes, pair.before);
            let (at, command, _) = step(&format!("1 {}", pair.submit));
            let decisions = decisions(&changes);
            assert_eq!(before.expect(&decisions, at, command).to_string(), reported, "{:?} {order}", pair.grounds);
            let Command::Submit { run, cost } = command else { panic!("a submit") };
            let grounds = before.moment(&decisions, at).grounds(run, cost.get().into());
            let holding: Vec<Ground> = GROUNDS.into_iter().filter(|ground| grounds.contains(*ground)).collect();
            assert_eq!(holding, pair.grounds);
        }
    }
}

#[test]
fn the_pairs_that_are_not_built_for_d15_cannot_come_about() {
    let built = |pair: [Ground; 2]| PAIRS.iter().any(|built| built.grounds == pair);
    for (index, first) in GROUNDS.into_iter().enumerate() {
        for second in GROUNDS.into_iter().skip(index + 1) {
            // An unknown tenant has no limits, no queue and no runs; a known run is never tombstoned, nor the reverse.
            let unreachable = first == Ground::UnknownTenant && second != Ground::CancelledEarly
                || first == Ground::CancelledEarly && second == Ground::Known;
            assert_ne!(built([first, second]), unreachable, "{first:?} and {second:?}");
        }
    }
}

#[test]
fn a_known_run_is_never_rejected_charged_or_shed_for_whatever_d15_reports() {
    let changes = "D15 transient-first, D04 charged, D08 at-submit, D14 shed-oldest";
    let situation = tell(
        changes,
        "0 submit a/1 cost 1 => queued
         1 submit a/1 cost 1 => refused at-cap
         1 submit a/2 cost 1 => refused at-cap, charged 1
         2 cancel a/1 => cancelled
         3 cancel a/1 => unchanged cancelled",
    );
    assert_eq!(view(&situation, 3).tenants[0].spent, 1);
}

#[test]
fn the_fee_of_d04_is_the_lesser_of_the_cost_and_what_is_left_and_never_goes_back() {
    let situation = tell(
        "D04 charged",
        "0 submit a/1 cost 3 => queued
         0 submit a/2 cost 3 => refused no-credit, charged 1
         1 submit a/2 cost 3 => refused no-credit
         2 cancel a/2 => unchanged rejected
         10 submit a/2 cost 5 => refused no-credit, charged 1",
    );
    let seen = view(&situation, 10);
    assert_eq!((seen.tenants[0].spent, seen.runs[1].net_charge), (1, 0));
}

#[test]
fn d04_takes_no_fee_for_a_blocked_submit() {
    tell("D04 charged", "0 set-cap a 0\n0 submit a/1 cost 1 => refused blocked");
}

#[test]
fn d08_at_submit_counts_queued_and_held_runs_and_at_submit_only_held_ones() {
    let beginning = "0 submit b/1 cost 1 => queued\n0 claim w1 => granted b/1 fence 1.1 until 5, charged 1
        0 submit b/2 cost 1 => queued";
    each(
        &settings(),
        beginning,
        &[
            ("D08 at-claim", "1 submit b/3 cost 1 => queued"),
            ("D08 at-submit", "1 submit b/3 cost 1 => refused at-cap"),
            ("D08 at-submit-only", "1 submit b/3 cost 1 => queued"),
        ],
    );
}

#[test]
fn d10_park_holds_no_reservation_and_the_first_answer_is_repeated_by_d12() {
    let situation = tell(
        "D10 park",
        "0 submit a/1 cost 3 => queued
         0 submit a/2 cost 2 => queued parked
         0 submit a/3 cost 1 => queued
         1 submit a/2 cost 2 => queued parked, repeated
         1 claim w1 => granted a/1 fence 1.1 until 6, charged 3
         2 complete a/1 fence 1.1 result x
         10 claim w1 => granted a/2 fence 1.2 until 15, charged 2
         11 submit a/2 cost 2 => queued parked, repeated",
    );
    assert!(!view(&situation, 11).tenants[0].queue[0].parked);
}

#[test]
fn d10_parked_runs_are_claimable_once_their_cost_is_left_under_every_option_of_d11() {
    let beginning = "0 submit a/1 cost 3 => queued\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 3
        1 complete a/1 fence 1.1 result x\n1 submit a/2 cost 2 => queued parked";
    let ending = "2 claim w1 => idle nothing-eligible\n10 claim w1 => granted a/2 fence 1.2 until 15, charged 2";
    let endings: Vec<(&str, &str)> = ["D10 park, D11 reserve", "D10 park, D11 recheck", "D10 park, D11 neither"]
        .map(|changes| (changes, ending))
        .to_vec();
    each(&settings(), beginning, &endings);
}

#[test]
fn d12_tells_an_equal_cost_from_another_one() {
    let beginning = "0 submit a/1 cost 1 => queued\n0 cancel a/1 => cancelled";
    each(
        &settings(),
        beginning,
        &[
            ("D12 repeat-if-equal", "1 submit a/1 cost 1 => queued, repeated\n1 submit a/1 cost 2 => refused conflict"),
            ("D12 repeat", "1 submit a/1 cost 2 => queued, repeated"),
            ("D12 refuse", "1 submit a/1 cost 1 => refused duplicate"),
        ],
    );
}

#[test]
fn d13_repeats_the_first_refusal_for_ever_or_judges_afresh() {
    let beginning = "0 submit a/1 cost 5 => refused no-credit\n1 set-quota a 9";
    each(
        &settings(),
        beginning,
        &[
            ("D13 judge-afresh", "2 submit a/1 cost 5 => queued\n2 submit a/1 cost 5 => queued, repeated"),
            ("D13 repeat-refusal", "2 submit a/1 cost 5 => refused no-credit, repeated"),
        ],
    );
}

#[test]
fn d14_sheds_the_head_after_the_parking_was_judged_with_its_reservation_counted() {
    told(
        &Settings { queue: 1, ..alone(1, 4) },
        "D14 shed-oldest, D10 park",
        "0 submit a/1 cost 4 => queued
         0 submit a/2 cost 1 => queued parked, shed a/1
         1 submit a/1 cost 4 => queued, repeated
         1 cancel a/1 => unchanged shed",
    );
}

#[test]
fn d14_bounds_submits_only_so_that_a_requeue_may_exceed_it() {
    told(
        &Settings { queue: 1, ..alone(1, 4) },
        "",
        "0 submit a/1 cost 1
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         0 submit a/2 cost 1 => queued
         1 fail w1 fence 1.1 => failed, ended 1.1 a/1 requeued
         1 submit a/3 cost 1 => refused queue-full",
    );
}
