//! I7 ledger.

use super::{InvariantId::I7, breaks, keeps, settings, start};
use crate::invariants::Judge;
use spec::{Limits, Settings};

#[test]
fn i7_fires_when_no_claim_looks_at_credit_as_under_d11_neither() {
    breaks(
        start(&[("D11", "neither")]),
        I7,
        "b/2 was charged 3 credits, which makes 6 for tenant b in this window; its quota is 4",
        "0 submit b/1 cost 3 => queued
         0 submit b/2 cost 3 => queued
         0 claim w1 => granted b/1 fence 1.1 until 5, charged 3
         1 claim w2 => granted b/2 fence 1.2 until 6, charged 3",
    );
}

#[test]
fn i7_is_silent_when_credit_is_refused_and_comes_back_with_the_window() {
    keeps(
        start(&[]),
        "8 submit b/1 cost 4 => queued
         8 claim w1 => granted b/1 fence 1.1 until 13, charged 4
         9 submit b/2 cost 4 => refused no-credit
         10 submit b/2 cost 4 => queued
         10 claim w2 => granted b/2 fence 1.2 until 15, charged 4",
    );
}

#[test]
fn i7_sees_a_burst_across_an_edge_where_the_window_is_rolling() {
    breaks(
        start(&[("D01", "rolling")]),
        I7,
        "b/2 was charged 4 credits, which makes 8 for tenant b in this window; its quota is 4",
        "8 submit b/1 cost 4 => queued
         8 claim w1 => granted b/1 fence 1.1 until 13, charged 4
         10 submit b/2 cost 4 => queued
         10 claim w2 => granted b/2 fence 1.2 until 15, charged 4",
    );
}

const CHARGED_AGAIN: &str = "0 submit a/1 cost 1 => queued
    0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
    1 fail w1 fence 1.1 => failed, ended 1.1 a/1 requeued
    2 claim w1 => granted a/1 fence 1.2 until 7, charged 1";

#[test]
fn i7_counts_the_charges_of_a_run_as_d03_has_it() {
    breaks(start(&[]), I7, "a/1 was charged 1 credits, and had been charged before", CHARGED_AGAIN);
    keeps(start(&[("D03", "per-attempt")]), CHARGED_AGAIN);
    breaks(
        start(&[("D03", "per-attempt")]),
        I7,
        "a/1 was charged 1 credits, and had been charged before",
        &format!("{CHARGED_AGAIN}\n3 complete a/1 fence 1.2 result x => applied, charged 1, ended 1.2 a/1 completed"),
    );
}

#[test]
fn i7_fires_when_a_run_gets_back_more_than_it_was_charged() {
    breaks(
        start(&[("D05", "refund")]),
        I7,
        "a/1 was refunded 3 credits; it had been charged 0",
        "0 submit a/1 cost 3 => queued
         1 cancel a/1 => cancelled, refunded 3",
    );
    breaks(
        start(&[]),
        I7,
        "a/1 was refunded 2 credits; it had been charged 1",
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         5 sweep => swept, refunded 2, ended 1.1 a/1 failed refunded 2",
    );
    breaks(start(&[]), I7, "1 credits were refunded that no run had been charged", "5 sweep => swept, refunded 1");
}

#[test]
fn i7_is_silent_when_all_charges_of_a_run_go_back() {
    let judge = Judge::start(
        &Settings { tenants: vec![Limits { cap: 1, quota: 4 }], ..settings() },
        &super::decisions(&[("D03", "per-attempt")]),
    );
    keeps(judge, &format!("{CHARGED_AGAIN}\n9 sweep => swept, refunded 2, ended 1.2 a/1 failed refunded 2"));
}

const REFUNDED: &str = "8 submit b/1 cost 4 => queued
    8 claim w1 => granted b/1 fence 1.1 until 13, charged 4
    10 submit b/2 cost 4 => queued
    10 claim w2 => granted b/2 fence 1.2 until 15, charged 4
    14 sweep => swept, refunded 4, ended 1.1 b/1 failed refunded 4
    15 submit b/3 cost 4 => queued
    15 claim w3 => granted b/3 fence 1.3 until 20, charged 4";

#[test]
fn i7_books_a_refund_in_the_window_that_d07_says() {
    keeps(start(&[("D07", "current-window")]), REFUNDED);
    breaks(
        start(&[]),
        I7,
        "b/3 was charged 4 credits, which makes 8 for tenant b in this window; its quota is 4",
        REFUNDED,
    );
}

#[test]
fn i7_counts_fees_of_d04_for_the_tenant_and_not_for_the_run() {
    let history = "0 submit a/1 cost 3 => queued
        0 submit a/2 cost 2 => refused no-credit, charged 1
        10 submit a/2 cost 2 => refused no-credit, charged 1
        10 claim w1 => granted a/1 fence 1.1 until 15, charged 3
        11 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed";
    keeps(
        start(&[("D04", "charged")]),
        &format!("{history}\n20 submit a/2 cost 2 => queued\n20 claim w1 => granted a/2 fence 1.2 until 25, charged 2"),
    );
    breaks(
        start(&[("D04", "charged")]),
        I7,
        "a/3 was charged 1 credits, which makes 5 for tenant a in this window; its quota is 4",
        &format!("{history}\n12 submit a/3 cost 1 => refused no-credit, charged 1"),
    );
}

#[test]
fn i7_says_nothing_of_charges_that_a_lowered_quota_undoes_not() {
    keeps(
        start(&[]),
        "0 submit a/1 cost 3 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 3
         1 set-quota a 2 => set
         1 fail w1 fence 1.1 => failed, ended 1.1 a/1 requeued
         2 claim w1 => granted a/1 fence 1.2 until 7",
    );
}

#[test]
fn i7_fires_when_a_shed_run_gets_back_more_than_it_was_charged() {
    let history = "0 submit a/1 cost 1 => queued
        0 submit a/2 cost 1 => queued
        0 submit a/3 cost 1 => queued
        0 submit a/4 cost 1 => queued";
    keeps(start(&[("D14", "shed-oldest")]), &format!("{history}, shed a/1"));
    breaks(
        start(&[("D14", "shed-oldest")]),
        I7,
        "a/1 was refunded 2 credits; it had been charged 0",
        &format!("{history}, refunded 2, shed a/1 refunded 2"),
    );
}

#[test]
fn i7_counts_what_went_back_without_a_charge_as_given_back_now() {
    let mut judge = start(&[]);
    for line in [
        "0 submit a/1 cost 1 => queued",
        "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1",
        "5 sweep => swept, refunded 3, ended 1.1 a/1 failed refunded 3",
        "6 submit a/2 cost 8 => queued",
    ] {
        super::observe(&mut judge, line);
    }
    breaks(
        judge,
        I7,
        "a/2 was charged 8 credits, which makes 6 for tenant a in this window; its quota is 4",
        "7 claim w1 => granted a/2 fence 1.2 until 12, charged 8",
    );
}

#[test]
fn i7_takes_a_refund_out_of_the_newest_charges_first_and_asks_d07_only_for_those_of_an_earlier_window() {
    let mut judge = start(&[("D03", "per-attempt")]);
    for line in [
        "8 submit a/1 cost 1 => queued",
        "8 claim w1 => granted a/1 fence 1.1 until 13, charged 1",
        "9 release w1 fence 1.1 => released, ended 1.1 a/1 requeued",
        "11 claim w1 => granted a/1 fence 1.2 until 16, charged 1",
    ] {
        assert_eq!(super::observe(&mut judge, line), [], "{line}");
    }
    let asked = |judge: &Judge| judge.reads().contains(spec::DecisionId::find("D07").unwrap());
    let mut one = judge.clone();
    super::observe(&mut one, "12 release w1 fence 1.2 => released, refunded 1, ended 1.2 a/1 failed refunded 1");
    assert!(!asked(&one));
    super::observe(&mut judge, "12 release w1 fence 1.2 => released, refunded 2, ended 1.2 a/1 failed refunded 2");
    assert!(asked(&judge));
}

#[test]
fn i7_takes_what_goes_back_out_of_each_charge_at_its_own_instant() {
    // Of what was charged at 8 and at 11 only half of the former did not go back; under D01 rolling it leaves at 18.
    let mut judge = start(&[("D03", "per-attempt"), ("D01", "rolling")]);
    for line in [
        "8 submit a/1 cost 2 => queued",
        "8 claim w1 => granted a/1 fence 1.1 until 13, charged 2",
        "9 release w1 fence 1.1 => released, ended 1.1 a/1 requeued",
        "11 claim w1 => granted a/1 fence 1.2 until 16, charged 2",
        "12 release w1 fence 1.2 => released, refunded 1, ended 1.2 a/1 requeued refunded 1",
        "12 claim w1 => granted a/1 fence 1.3 until 17",
        "13 release w1 fence 1.3 => released, refunded 2, ended 1.3 a/1 failed refunded 2",
        "13 submit a/2 cost 9 => queued",
    ] {
        assert_eq!(super::observe(&mut judge, line), [], "{line}");
    }
    for (at, net) in [(17, 10), (18, 9)] {
        breaks(
            judge.clone(),
            I7,
            &format!("a/2 was charged 9 credits, which makes {net} for tenant a in this window; its quota is 4"),
            &format!("{at} claim w1 => granted a/2 fence 1.4 until 30, charged 9"),
        );
    }
}

#[test]
fn i7_books_a_refund_at_an_instant_of_which_nothing_is_left_apart_from_later_charges() {
    // What was charged at 5 was wiped out by what went back there without a charge; its own refund counts there too.
    let mut judge = start(&[("D01", "rolling"), ("D05", "refund")]);
    for line in [
        "5 submit b/1 cost 2 => queued",
        "5 claim w1 => granted b/1 fence 1.1 until 10, charged 2",
        "5 cancel b/9 => cancelled, refunded 2",
        "8 submit b/2 cost 2 => queued",
        "8 claim w2 => granted b/2 fence 1.2 until 13, charged 2",
        "9 release w1 fence 1.1 => released, refunded 2, ended 1.1 b/1 requeued refunded 2",
        "9 submit b/3 cost 9 => queued",
    ] {
        super::observe(&mut judge, line);
    }
    for (at, net) in [(14, 9), (15, 11), (18, 9)] {
        breaks(
            judge.clone(),
            I7,
            &format!("b/3 was charged 9 credits, which makes {net} for tenant b in this window; its quota is 4"),
            &format!("{at} claim w3 => granted b/3 fence 1.3 until 30, charged 9"),
        );
    }
}
