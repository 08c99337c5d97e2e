//! D08 to D15.

use super::tell;

#[test]
fn d08_the_cap_is_judged_at_the_claim_or_at_the_submit_too() {
    tell(
        "D08=at-claim",
        "0 submit a/1 cost 1 -> queued
        0 submit a/2 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
        0 claim w2 -> idle nothing-eligible",
    );
    tell(
        "D08=at-submit",
        "0 submit a/1 cost 1 -> queued
        0 submit a/2 cost 1 -> refused at-cap
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
        0 submit a/2 cost 1 -> refused at-cap",
    );
}

#[test]
fn d08_at_submit_only_looks_at_held_runs_and_never_again() {
    tell(
        "D08=at-submit-only",
        "0 submit a/1 cost 1 -> queued
        0 submit a/2 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
        0 submit a/3 cost 1 -> refused at-cap
        0 claim w2 -> granted a/2 fence 1.2 until 5, charged 1",
    );
}

#[test]
fn d08_at_submit_a_cap_that_was_lowered_below_what_waits_refuses_too() {
    tell(
        "D08=at-submit",
        "0 submit b/1 cost 1 -> queued
        0 submit b/2 cost 1 -> queued
        0 set-cap b 1 -> set
        0 submit b/3 cost 1 -> refused at-cap",
    );
}

#[test]
fn d08_a_lease_that_d23_does_not_count_does_not_count_at_the_submit_either() {
    for options in ["D08=at-submit D23=uncounted", "D08=at-submit-only D23=uncounted"] {
        tell(
            options,
            "0 submit a/1 cost 1 -> queued
            0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
            4 submit a/2 cost 1 -> refused at-cap
            5 submit a/2 cost 1 -> queued",
        );
    }
}

#[test]
fn d09_a_limit_of_zero_blocks_is_none_or_is_refused() {
    tell(
        "D09=blocked",
        "0 submit a/1 cost 1 -> queued
        0 set-cap a 0 -> set
        0 submit a/2 cost 1 -> refused blocked
        0 claim w1 -> idle nothing-eligible
        0 set-cap a 1 -> set
        0 set-quota a 0 -> set
        0 claim w1 -> idle nothing-eligible
        0 set-quota a 1 -> set
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1",
    );
    tell(
        "D09=unlimited",
        "0 set-cap a 0 -> set
        0 set-quota a 0 -> set
        0 submit a/1 cost 90 -> queued
        0 submit a/2 cost 90 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 90
        0 claim w2 -> granted a/2 fence 1.2 until 5, charged 90",
    );
    tell(
        "D09=invalid",
        "0 set-cap a 0 -> refused invalid
        0 set-quota a 0 -> refused invalid
        0 resize 0 -> set",
    );
}

#[test]
fn d09_a_negative_limit_is_invalid_under_every_option() {
    for options in ["D09=blocked", "D09=unlimited", "D09=invalid"] {
        tell(
            options,
            "0 set-cap a -1 -> refused invalid
            0 set-quota a -1 -> refused invalid
            0 resize -1 -> refused invalid
            0 set-cap c -1 -> refused unknown-tenant",
        );
    }
}

#[test]
fn d10_a_submit_beyond_the_credit_is_rejected_or_parked_until_it_is_covered() {
    tell("D10=reject", "0 submit a/1 cost 5 -> refused no-credit");
    tell(
        "D10=park",
        "0 submit a/1 cost 3 -> queued
        0 submit a/2 cost 2 -> queued parked
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 3
        0 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed
        9 claim w1 -> idle nothing-eligible
        10 claim w1 -> granted a/2 fence 1.2 until 15, charged 2",
    );
}

#[test]
fn d10_a_parked_run_is_charged_at_its_first_claim_whatever_d02_says() {
    for options in ["D10=park D02=submit", "D10=park D02=completion"] {
        tell(
            options,
            "0 set-quota a 1 -> set
            0 submit a/1 cost 2 -> queued parked
            0 set-quota a 2 -> set
            0 claim w1 -> granted a/1 fence 1.1 until 5, charged 2
            0 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued
            0 claim w1 -> granted a/1 fence 1.2 until 5
            0 complete a/1 fence 1.2 result x -> applied, ended 1.2 a/1 completed",
        );
    }
}

#[test]
fn d11_queued_work_reserves_its_credit_is_checked_again_or_neither() {
    tell(
        "D11=reserve",
        "0 submit a/1 cost 3 -> queued
        0 submit a/2 cost 3 -> refused no-credit",
    );
    let story = "0 submit a/1 cost 3 -> queued
        0 submit a/2 cost 3 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 3
        0 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed\n";
    let recheck = "0 claim w1 -> idle nothing-eligible
        10 claim w1 -> granted a/2 fence 1.2 until 15, charged 3";
    tell("D11=recheck", &(story.to_owned() + recheck));
    tell("D11=neither", &(story.to_owned() + "0 claim w1 -> granted a/2 fence 1.2 until 5, charged 3"));
}

#[test]
fn d11_recheck_bounds_claims_even_where_completion_charges() {
    tell(
        "D11=recheck D02=completion",
        "0 submit a/1 cost 3 -> queued
        0 set-quota a 2 -> set
        0 claim w1 -> idle nothing-eligible
        0 set-quota a 3 -> set
        0 claim w1 -> granted a/1 fence 1.1 until 5",
    );
}

#[test]
fn d11_recheck_a_submit_is_covered_by_all_that_is_not_spent() {
    tell(
        "D11=recheck",
        "0 submit a/1 cost 3 -> queued
        0 submit a/2 cost 5 -> refused no-credit
        0 submit a/3 cost 4 -> queued",
    );
}

#[test]
fn d11_neither_a_second_attempt_is_charged_again_whatever_is_left() {
    tell(
        "D11=neither D03=per-attempt",
        "0 submit a/1 cost 3 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 3
        0 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued
        0 claim w1 -> granted a/1 fence 1.2 until 5, charged 3",
    );
}

#[test]
fn d11_reserve_a_claim_asks_for_no_credit_where_completion_charges() {
    tell(
        "D11=reserve D02=completion",
        "0 submit a/1 cost 3 -> queued
        0 set-quota a 2 -> set
        0 claim w1 -> granted a/1 fence 1.1 until 5",
    );
}

#[test]
fn d12_an_accepted_run_submitted_again_gets_its_first_answer_or_a_refusal() {
    let story = "0 submit a/1 cost 1 -> queued
        0 cancel a/1 -> cancelled\n";
    let equal = "1 submit a/1 cost 1 -> queued, repeated
        1 submit a/1 cost 2 -> refused conflict";
    tell("D12=repeat-if-equal", &(story.to_owned() + equal));
    tell("D12=repeat", &(story.to_owned() + "1 submit a/1 cost 2 -> queued, repeated"));
    tell("D12=refuse", &(story.to_owned() + "1 submit a/1 cost 1 -> refused duplicate"));
    tell(
        "D12=repeat D10=park",
        "0 submit a/1 cost 5 -> queued parked
        0 set-quota a 5 -> set
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 5
        1 submit a/1 cost 5 -> queued parked, repeated",
    );
}

#[test]
fn d13_a_refused_run_is_judged_afresh_or_refused_for_ever() {
    let story = "0 submit a/1 cost 5 -> refused no-credit
        0 cancel a/1 -> unchanged rejected
        0 set-quota a 9 -> set\n";
    let afresh = "0 complete a/1 fence 1.1 result x -> refused stale
        0 submit a/1 cost 6 -> queued";
    tell("D13=judge-afresh", &(story.to_owned() + afresh));
    let for_ever = "0 complete a/1 fence 1.1 result x -> refused final
        0 submit a/1 cost 6 -> refused no-credit, repeated";
    tell("D13=repeat-refusal", &(story.to_owned() + for_ever));
}

#[test]
fn d14_a_full_queue_refuses_the_newest_or_sheds_the_oldest() {
    let story = "0 submit a/1 cost 1 -> queued
        0 submit a/2 cost 1 -> queued
        0 submit a/3 cost 1 -> queued\n";
    tell("D14=refuse-newest", &(story.to_owned() + "0 submit a/4 cost 1 -> refused queue-full"));
    let shed = "0 submit a/4 cost 1 -> queued, shed a/1
        0 submit a/1 cost 1 -> queued, repeated
        0 cancel a/1 -> unchanged shed
        0 submit a/5 cost 3 -> refused no-credit";
    tell("D14=shed-oldest", &(story.to_owned() + shed));
}

#[test]
fn d14_a_run_that_was_shed_after_its_charge_is_refunded_by_d06() {
    tell(
        "D14=shed-oldest D02=submit",
        "0 set-quota a 9 -> set
        0 submit a/1 cost 2 -> queued, charged 2
        0 submit a/2 cost 1 -> queued, charged 1
        0 submit a/3 cost 1 -> queued, charged 1
        0 submit a/4 cost 1 -> queued, charged 1, refunded 2, shed a/1 refunded 2",
    );
}

#[test]
fn d15_of_several_refusals_the_permanent_or_the_passing_one_is_reported() {
    let blocked = "0 set-cap a 0 -> set\n";
    tell("D15=permanent-first", &(blocked.to_owned() + "0 submit a/1 cost 5 -> refused blocked"));
    tell("D15=transient-first", &(blocked.to_owned() + "0 submit a/1 cost 5 -> refused no-credit"));
    let full = "0 submit a/1 cost 1 -> queued
        0 submit a/2 cost 1 -> queued
        0 submit a/3 cost 1 -> queued
        0 cancel a/9 -> cancelled\n";
    let permanent = "0 submit a/1 cost 1 -> queued, repeated
        0 submit a/9 cost 1 -> refused cancelled-early
        0 submit a/4 cost 2 -> refused no-credit";
    tell("D15=permanent-first", &(full.to_owned() + permanent));
    let transient = "0 submit a/1 cost 1 -> refused queue-full
        0 submit a/9 cost 1 -> refused queue-full
        0 submit a/4 cost 2 -> refused queue-full
        0 cancel a/2 -> cancelled
        0 submit a/1 cost 1 -> queued, repeated";
    tell("D15=transient-first D04=charged", &(full.to_owned() + transient.split("0 submit a/4").next().unwrap_or("")));
    tell("D15=transient-first", &(full.to_owned() + transient));
}
