//! D01 to D07.

use super::tell;

#[test]
fn d01_a_fixed_window_forgets_all_at_its_edge_and_a_rolling_one_each_charge_at_its_age() {
    let story = "0 submit a/1 cost 4 -> queued
        9 claim w1 -> granted a/1 fence 1.1 until 14, charged 4
        9 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed
        9 submit a/2 cost 4 -> refused no-credit\n";
    tell("D01=fixed", &(story.to_owned() + "10 submit a/2 cost 4 -> queued"));
    let rolling = "18 submit a/2 cost 4 -> refused no-credit
        19 submit a/2 cost 4 -> queued";
    tell("D01=rolling", &(story.to_owned() + rolling));
}

#[test]
fn d02_a_run_is_charged_at_its_claim_at_its_submit_or_at_its_completion() {
    tell(
        "D02=claim",
        "0 submit a/1 cost 3 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 3
        0 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed",
    );
    tell(
        "D02=submit",
        "0 submit a/1 cost 3 -> queued, charged 3
        0 claim w1 -> granted a/1 fence 1.1 until 5
        0 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed",
    );
    tell(
        "D02=completion",
        "0 submit a/1 cost 3 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5
        0 submit a/2 cost 2 -> refused no-credit
        0 set-quota a 2 -> set
        0 complete a/1 fence 1.1 result x -> applied, charged 2, ended 1.1 a/1 completed",
    );
}

#[test]
fn d02_with_completion_and_d11_neither_the_charge_is_made_in_full() {
    tell(
        "D02=completion D11=neither",
        "0 submit a/1 cost 3 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5
        0 set-quota a 2 -> set
        0 complete a/1 fence 1.1 result x -> applied, charged 3, ended 1.1 a/1 completed",
    );
}

#[test]
fn d03_a_second_attempt_is_charged_again_per_attempt_only() {
    let story = "0 submit a/1 cost 2 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 2
        0 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued\n";
    tell("D03=once-per-run", &(story.to_owned() + "1 claim w1 -> granted a/1 fence 1.2 until 6"));
    tell("D03=per-attempt", &(story.to_owned() + "1 claim w1 -> granted a/1 fence 1.2 until 6, charged 2"));
}

#[test]
fn d03_per_attempt_a_requeued_run_is_reserved_again_and_waits_for_credit() {
    tell(
        "D03=per-attempt",
        "0 submit a/1 cost 3 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 3
        0 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued
        0 submit a/2 cost 1 -> refused no-credit
        1 claim w1 -> idle nothing-eligible
        10 claim w1 -> granted a/1 fence 1.2 until 15, charged 3",
    );
}

#[test]
fn d04_a_refused_submit_costs_what_is_left_up_to_its_cost_or_nothing() {
    let story = "0 submit a/1 cost 3 -> queued\n";
    tell("D04=free", &(story.to_owned() + "0 submit a/2 cost 2 -> refused no-credit"));
    let charged = "0 submit a/2 cost 2 -> refused no-credit, charged 1
        0 submit a/2 cost 2 -> refused no-credit
        0 submit c/1 cost 1 -> refused unknown-tenant";
    tell("D04=charged", &(story.to_owned() + charged));
}

#[test]
fn d05_a_charged_run_that_is_cancelled_is_refunded_or_not() {
    let story = "0 submit a/1 cost 3 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 3
        1 cancel a/1 -> cancel-requested\n";
    tell("D05=keep", &(story.to_owned() + "1 fail w1 fence 1.1 -> failed, ended 1.1 a/1 cancelled"));
    let refund = "1 fail w1 fence 1.1 -> failed, refunded 3, ended 1.1 a/1 cancelled refunded 3";
    tell("D05=refund", &(story.to_owned() + refund));
}

const LOST_TWICE: &str = "0 submit a/1 cost 3 -> queued
    0 claim w1 -> granted a/1 fence 1.1 until 5, charged 3
    5 sweep -> swept, ended 1.1 a/1 requeued
    6 claim w1 -> granted a/1 fence 1.2 until 11\n";

#[test]
fn d06_a_run_whose_last_attempt_the_platform_lost_is_refunded_or_not() {
    let refund = "11 sweep -> swept, refunded 3, ended 1.2 a/1 failed refunded 3";
    tell("D06=refund", &(LOST_TWICE.to_owned() + refund));
    tell("D06=keep", &(LOST_TWICE.to_owned() + "11 sweep -> swept, ended 1.2 a/1 failed"));
}

#[test]
fn d06_a_run_that_failed_by_its_own_fault_is_never_refunded() {
    tell("D06=refund", &(LOST_TWICE.to_owned() + "7 fail w1 fence 1.2 -> failed, ended 1.2 a/1 failed"));
}

#[test]
fn d07_a_refund_goes_to_the_window_of_its_charge_or_to_the_current_one() {
    for (options, last) in [
        ("D07=charged-window", "refused no-credit"),
        ("D07=current-window", "queued"),
        ("D01=rolling D07=charged-window", "refused no-credit"),
        ("D01=rolling D07=current-window", "queued"),
    ] {
        let refunded = format!(
            "12 sweep -> swept, refunded 3, ended 1.2 a/1 failed refunded 3
            12 submit a/2 cost 4 -> queued
            12 submit a/3 cost 3 -> {last}"
        );
        tell(options, &(LOST_TWICE.to_owned() + &refunded));
    }
}

#[test]
fn d07_a_refund_in_the_window_of_its_charge_gives_the_credit_back_at_once() {
    for options in ["D01=fixed D05=refund", "D01=rolling D05=refund"] {
        tell(
            options,
            "0 submit a/1 cost 4 -> queued
            0 claim w1 -> granted a/1 fence 1.1 until 5, charged 4
            1 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued
            2 submit a/2 cost 4 -> refused no-credit
            2 cancel a/1 -> cancelled, refunded 4
            2 submit a/2 cost 4 -> queued",
        );
    }
}

#[test]
fn d03_per_attempt_the_charges_of_the_window_go_back_to_it_and_those_of_earlier_ones_do_not() {
    for first in [0, 9] {
        let second = first + first % 2;
        let story = format!(
            "{first} submit a/1 cost 1 -> queued
            {first} claim w1 -> granted a/1 fence 1.1 until {}, charged 1
            {first} fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued
            {second} claim w1 -> granted a/1 fence 1.2 until {}, charged 1
            {second} cancel a/1 -> cancel-requested
            {second} release w1 fence 1.2 -> released, refunded 2, ended 1.2 a/1 cancelled refunded 2
            {second} submit a/2 cost 5 -> refused no-credit
            {second} submit a/2 cost 4 -> queued",
            first + 5,
            second + 5
        );
        tell("D03=per-attempt D05=refund", &story);
    }
}
