//! Each metric on a short history whose answer can be worked out by hand.

use super::Meter;
use crate::compare::metric::Metric;
use crate::simulate::world::Change;
use spec::{Decisions, Limits, Settings};

/// A history as it is told: lines of `instant command => outcome`, or of `instant w1 works at a/1 1.1` and `instant w1 stops`.
fn measured(settings: &Settings, horizon: u64, told: &[&str]) -> Meter {
    let mut meter = Meter::new(settings, &Decisions::chosen(), horizon, true);
    for line in told {
        let (at, rest) = line.split_once(' ').unwrap();
        let at: u64 = at.parse().unwrap();
        match rest.split_once(" => ") {
            Some((command, outcome)) => {
                meter.step(at, at, &command.parse().unwrap(), &outcome.parse().unwrap());
            }
            None => meter.change(change(at, rest)),
        }
    }
    meter
}

fn change(at: u64, text: &str) -> Change {
    let words: Vec<&str> = text.split(' ').collect();
    let worker = words[0].parse::<spec::WorkerId>().unwrap().0;
    let works_at = match words[1..] {
        ["works", "at", run, fence] => Some((run.parse().unwrap(), fence.parse().unwrap())),
        _ => None,
    };
    Change { at, worker, works_at }
}

fn settings() -> Settings {
    Settings {
        window: 100,
        lease: 10,
        warm_up: 4,
        grace: 3,
        attempts: 3,
        queue: 9,
        pool: 2,
        tenants: vec![Limits { cap: 1, quota: 9 }, Limits { cap: 2, quota: 9 }],
    }
}

/// The value of a metric, in thousandths, so that it can be compared.
fn value(metric: Metric, horizon: u64, told: &[&str]) -> Option<i64> {
    value_under(&settings(), metric, horizon, told)
}

fn value_under(settings: &Settings, metric: Metric, horizon: u64, told: &[&str]) -> Option<i64> {
    let value = measured(settings, horizon, told).values()[metric as usize];
    value.map(|value| (value * 1_000.0).round() as i64)
}

#[test]
fn where_nothing_happens_nothing_is_measured_but_an_idle_pool() {
    for metric in Metric::ALL {
        let expected = (metric == Metric::Utilisation).then_some(0);
        assert_eq!(value(metric, 10, &[]), expected, "{}", metric.word());
    }
    let without_slots = Settings { pool: 0, ..settings() };
    assert_eq!(value_under(&without_slots, Metric::Utilisation, 10, &[]), None);
}

#[test]
fn utilisation_is_leased_slot_time_of_the_slot_time_present() {
    let told = [
        "0 submit a/1 cost 1 => queued",
        "2 claim w1 => granted a/1 fence 1.1 until 12, charged 1",
        "5 resize 4 => set",
        "8 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed",
    ];
    // Leased for 6; present 2 for 5, then 4 for 5, warm or not.
    assert_eq!(value(Metric::Utilisation, 10, &told), Some(20_000));
    // A lease that goes on is counted to the end of the stretch and no further.
    assert_eq!(value(Metric::Utilisation, 4, &told), Some(25_000));
}

#[test]
fn a_run_waits_from_its_acceptance_to_its_first_grant_and_one_that_still_waits_has_waited_until_the_end() {
    let told = [
        "0 submit a/1 cost 1 => queued",
        "1 submit b/1 cost 1 => queued",
        "2 submit b/2 cost 1 => queued",
        "3 submit b/3 cost 1 => queued",
        "4 claim w1 => granted a/1 fence 1.1 until 14, charged 1",
        "6 cancel b/3 => cancelled",
        "8 submit a/1 cost 1 => queued, repeated",
        "9 claim w2 => granted b/1 fence 1.2 until 19, charged 1",
        "14 sweep => swept, ended 1.1 a/1 requeued",
        "15 claim w3 => granted a/1 fence 1.3 until 25",
    ];
    // a/1 waited 4 (its second grant is none of this), b/1 8, b/2 18 so far; b/3 was taken back.
    assert_eq!(value(Metric::WaitMedian, 20, &told), Some(8_000));
    assert_eq!(value(Metric::WaitLongest, 20, &told), Some(18_000));
    assert_eq!(value(Metric::WaitLongest, 20, &told[5..6]), None);
}

#[test]
fn percentiles_are_by_nearest_rank() {
    let waits: Vec<u64> = (1..=200).collect();
    assert_eq!(super::percentile(&waits, 50), Some(100.0));
    assert_eq!(super::percentile(&waits, 99), Some(198.0));
    assert_eq!(super::percentile(&[7], 99), Some(7.0));
}

#[test]
fn refused_is_of_submits_as_they_were_sent_and_delivered_of_runs_as_they_are() {
    let told = [
        "0 submit a/1 cost 1 => queued",
        "0 submit a/1 cost 1 => queued, repeated",
        "1 submit a/2 cost 9 => refused no-credit",
        "1 submit a/2 cost 9 => refused no-credit",
        "2 cancel a/9 => refused unknown-run",
        "2 claim w1 => granted a/1 fence 1.1 until 12, charged 1",
        "3 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed",
        "4 complete a/1 fence 1.1 result x => duplicate",
    ];
    assert_eq!(value(Metric::Refused, 10, &told), Some(50_000));
    assert_eq!(value(Metric::Delivered, 10, &told), Some(50_000));
}

#[test]
fn lease_time_is_wasted_unless_its_own_work_is_applied_even_late() {
    let told = [
        "0 submit a/1 cost 1 => queued",
        "0 submit b/1 cost 1 => queued",
        "0 submit b/2 cost 1 => queued",
        "0 claim w1 => granted a/1 fence 1.1 until 10, charged 1",
        "0 claim w2 => granted b/1 fence 1.2 until 10, charged 1",
        "10 sweep => swept, ended 1.1 a/1 requeued, ended 1.2 b/1 requeued",
        // b/1 was lost and nobody else has it: its work counts after all (D29).
        "11 complete b/1 fence 1.2 result x => applied",
        "14 claim w3 => granted a/1 fence 1.3 until 24",
        "14 complete a/1 fence 1.1 result x => refused stale",
        "15 claim w2 => granted b/2 fence 1.4 until 25, charged 1",
        "20 complete a/1 fence 1.3 result x => applied, ended 1.3 a/1 completed",
    ];
    // Of 10 + 10 + 6 the first 10; the lease of b/2 has not ended and is in neither.
    assert_eq!(value(Metric::Wasted, 22, &told), Some(38_462));
}

#[test]
fn credit_is_billed_for_nothing_where_a_run_ends_without_its_work() {
    let told = [
        "0 submit a/1 cost 2 => queued",
        "0 submit b/1 cost 3 => queued",
        "0 submit b/2 cost 1 => queued",
        "0 submit b/3 cost 8 => refused no-credit, charged 1",
        "0 claim w1 => granted a/1 fence 1.1 until 10, charged 2",
        "0 claim w2 => granted b/1 fence 1.2 until 10, charged 3",
        "4 complete b/1 fence 1.2 result x => applied, ended 1.2 b/1 completed",
        "5 fail w1 fence 1.1 => failed, ended 1.1 a/1 failed",
        "6 claim w1 => granted b/2 fence 1.3 until 16, charged 1",
    ];
    // 2 for a/1 and a fee of 1, of 6; what b/2 will come to is not known.
    assert_eq!(value(Metric::BilledUndelivered, 10, &told), Some(50_000));
    let mut refunded = told;
    refunded[7] = "5 sweep => swept, refunded 2, ended 1.1 a/1 failed refunded 2";
    assert_eq!(value(Metric::BilledUndelivered, 10, &refunded), Some(25_000));
    refunded[7] = "5 cancel a/1 => cancelled, refunded 1, ended 1.1 a/1 cancelled refunded 1";
    assert_eq!(value(Metric::BilledUndelivered, 10, &refunded), Some(40_000));
}

#[test]
fn a_zombie_is_counted_only_while_a_successor_has_a_live_lease_on_its_run() {
    let told = [
        "0 submit b/1 cost 1 => queued",
        "0 claim w1 => granted b/1 fence 1.1 until 10, charged 1",
        "0 w1 works at b/1 1.1",
        "10 sweep => swept, ended 1.1 b/1 requeued",
        "14 claim w2 => granted b/1 fence 1.2 until 24",
        "15 w2 works at b/1 1.2",
        "18 w1 stops",
        "19 complete b/1 fence 1.2 result x => applied, ended 1.2 b/1 completed",
        "19 w2 stops",
    ];
    // From 14 to 18, of 18 + 4 ms of work.
    assert_eq!(value(Metric::Zombies, 30, &told), Some(18_182));
    // On another run nobody is beside anybody, though the worker is a zombie.
    let mut elsewhere = told;
    elsewhere[4] = "14 claim w2 => idle nothing-eligible";
    elsewhere[5] = "15 w2 works at b/2 1.2";
    assert_eq!(value(Metric::Zombies, 30, &elsewhere), Some(0));
}

#[test]
fn workers_are_beyond_the_cap_whether_or_not_they_have_a_lease() {
    let told = [
        "0 submit a/1 cost 1 => queued",
        "0 submit a/2 cost 1 => queued",
        "0 claim w1 => granted a/1 fence 1.1 until 10, charged 1",
        "0 w1 works at a/1 1.1",
        "10 sweep => swept, ended 1.1 a/1 requeued",
        "10 claim w2 => granted a/1 fence 1.2 until 20",
        "12 w2 works at a/1 1.2",
        "17 w1 stops",
    ];
    // Two workers of a tenant with a cap of 1 from 12 to 17, of 17 + 8 ms.
    assert_eq!(value(Metric::OverCap, 20, &told), Some(20_000));
    let raised: Vec<&str> =
        told.iter().copied().take(6).chain(["11 set-cap a 2 => set"]).chain(told[6..].iter().copied()).collect();
    assert_eq!(value(Metric::OverCap, 20, &raised), Some(0));
    // What a cap of 0 allows is D09's question.
    let zero: Vec<&str> =
        raised.iter().map(|line| if line.contains("set-cap") { "11 set-cap a 0 => set" } else { line }).collect();
    assert_eq!(value(Metric::OverCap, 20, &zero), Some(0));
}

#[test]
fn fairness_is_jains_index_of_what_each_tenant_got_of_what_it_could_have_used() {
    let told = [
        "0 submit a/1 cost 1 => queued",
        "0 submit a/2 cost 1 => queued",
        "0 submit b/1 cost 1 => queued",
        "0 claim w1 => granted a/1 fence 1.1 until 10, charged 1",
        "5 claim w2 => granted b/1 fence 1.2 until 15, charged 1",
    ];
    // a could have used one slot (its cap) for 10 and got 10: 1. b wanted one for 10 and got 5: 1/2. 2.25 / (2 * 1.25).
    assert_eq!(value(Metric::Fairness, 10, &told), Some(900));
    assert_eq!(value(Metric::Fairness, 10, &told[..2]), None, "one tenant alone cannot be treated unfairly");
    assert_eq!(value(Metric::Fairness, 10, &told[..3]), None, "nobody got anything");
    assert_eq!(value(Metric::Fairness, 5, &told), Some(500), "one got all that it could use, the other nothing");
}

#[test]
fn a_slot_idles_where_it_is_warm_and_empty_while_a_run_waits() {
    let told = [
        "2 submit a/1 cost 1 => queued",
        "2 submit a/2 cost 1 => queued",
        "4 claim w1 => granted a/1 fence 1.1 until 14, charged 1",
        "5 resize 1 => set",
        "6 resize 2 => set",
    ];
    // From 2 to 5 a slot is free while a run waits; at 5 the only slot is taken; from 6 there is another, warm at 10.
    assert_eq!(value(Metric::NoIdleSlot, 10, &told), Some(70_000));
    assert_eq!(value(Metric::NoIdleSlot, 12, &told), Some(58_333));
    // A slot in which a worker without a lease still works is not empty.
    let zombie: Vec<&str> = told.iter().copied().chain(["10 w3 works at b/7 1.0"]).collect();
    assert_eq!(value(Metric::NoIdleSlot, 12, &zombie), Some(75_000));
}

#[test]
fn a_grant_takes_a_warm_slot_while_there_is_one_and_then_the_first_to_be_warm() {
    let mut meter = measured(
        &settings(),
        50,
        &[
            "0 submit b/1 cost 1 => queued",
            "0 claim w1 => granted b/1 fence 1.1 until 10, charged 1",
            "1 resize 3 => set",
            "2 resize 4 => set",
            "10 sweep => swept, ended 1.1 b/1 requeued",
        ],
    );
    let mut grant = |at: u64, command: &str, outcome: &str| {
        meter.step(at, at, &command.parse().unwrap(), &outcome.parse().unwrap()).map(|(_, warm_at)| warm_at)
    };
    // One of four rests until 13; all are warm by 6.
    assert_eq!(grant(11, "claim w2", "granted b/1 fence 1.2 until 21"), Some(11));
    assert_eq!(grant(11, "resize 6", "set"), None);
    assert_eq!(grant(11, "claim w3", "granted b/2 fence 1.3 until 21"), Some(11));
    assert_eq!(grant(11, "claim w4", "granted b/3 fence 1.4 until 21"), Some(11));
    assert_eq!(grant(12, "claim w5", "granted b/4 fence 1.5 until 21"), Some(15), "the resting slot counts as taken");
    assert_eq!(grant(12, "claim w5", "granted b/4 fence 1.5 until 21, repeated"), None);
    assert_eq!(grant(14, "claim w6", "granted b/5 fence 1.6 until 24"), Some(15));
}

#[test]
fn after_a_loss_that_was_alarmed_the_books_say_what_the_remaining_records_say() {
    let told = [
        "0 submit b/1 cost 1 => queued",
        "0 submit b/2 cost 1 => queued",
        "0 claim w1 => granted b/1 fence 1.1 until 10, charged 1",
        "4 claim w2 => granted b/2 fence 1.2 until 14, charged 1",
        "6 restart lost 1 => halted",
        "6 acknowledge => recovered term 2 alarm",
    ];
    // The lease of b/2 is forgotten at 6: leased are 10 and 2, of 20.
    assert_eq!(value(Metric::Utilisation, 10, &told), Some(60_000));
    // It waits again, with a slot free, from 6 on; before it did so from 0 to 4.
    assert_eq!(value(Metric::NoIdleSlot, 10, &told), Some(20_000));
}
