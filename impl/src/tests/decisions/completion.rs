//! D28 to D32.

use super::tell;

const HELD: &str = "0 submit a/1 cost 1 -> queued
    0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1\n";

#[test]
fn d28_a_completion_frees_the_slot_or_keeps_it_until_the_lease_ends() {
    let releases = "1 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed
        1 claim w1 -> idle nothing-eligible";
    tell("D28=releases", &(HELD.to_owned() + releases));
    let keeps = "1 complete a/1 fence 1.1 result x -> applied
        1 claim w1 -> refused already-holding
        1 heartbeat w1 fence 1.1 -> renewed until 6
        6 sweep -> swept, ended 1.1 a/1 already-final";
    tell("D28=keeps-slot", &(HELD.to_owned() + keeps));
}

#[test]
fn d29_a_late_completion_that_nobody_superseded_counts_or_has_expired() {
    let unswept = "9 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed";
    tell("D29=accept", &(HELD.to_owned() + unswept));
    let swept = "5 sweep -> swept, ended 1.1 a/1 requeued
        9 complete a/1 fence 1.1 result x -> applied
        9 claim w1 -> idle nothing-eligible";
    tell("D29=accept", &(HELD.to_owned() + swept));
    let refuse = "5 complete a/1 fence 1.1 result x -> refused expired
        5 sweep -> swept, ended 1.1 a/1 requeued
        9 complete a/1 fence 1.1 result x -> refused expired
        9 claim w1 -> granted a/1 fence 1.2 until 14";
    tell("D29=refuse", &(HELD.to_owned() + refuse));
}

#[test]
fn d29_a_lease_that_ended_otherwise_than_by_expiry_is_stale() {
    let released = "1 release w1 fence 1.1 -> released, ended 1.1 a/1 requeued
        9 complete a/1 fence 1.1 result x -> refused stale";
    tell("D29=accept", &(HELD.to_owned() + released));
    let forfeited = "1 submit b/1 cost 1 -> queued
        1 claim w1 -> granted b/1 fence 1.2 until 6, charged 1, ended 1.1 a/1 requeued
        1 complete a/1 fence 1.1 result x -> applied";
    tell("D29=accept D20=forfeit", &(HELD.to_owned() + forfeited));
}

#[test]
fn d30_a_completion_under_an_older_fence_is_stale_or_counts_if_the_run_had_it() {
    let story = "1 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued
        1 claim w2 -> granted a/1 fence 1.2 until 6\n";
    let refuse = "2 complete a/1 fence 1.1 result x -> refused stale";
    tell("D30=refuse", &(HELD.to_owned() + story + refuse));
    let accept = "2 complete a/1 fence 1.9 result x -> refused stale
        2 complete a/1 fence 1.1 result x -> applied, ended 1.2 a/1 completed";
    tell("D30=accept", &(HELD.to_owned() + story + accept));
}

#[test]
fn d31_a_completed_run_that_completes_again_is_acknowledged_compared_or_refused() {
    let story = HELD.to_owned() + "1 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed\n";
    tell("D31=acknowledge", &(story.clone() + "2 complete a/1 fence 9.9 result y -> duplicate"));
    let report = "2 complete a/1 fence 9.9 result x -> duplicate
        2 complete a/1 fence 1.1 result y -> conflict x";
    tell("D31=report-conflict", &(story.clone() + report));
    tell("D31=refuse", &(story + "2 complete a/1 fence 1.1 result x -> refused final"));
}

#[test]
fn d32_a_completion_is_remembered_for_ever_or_through_its_window() {
    let story = HELD.to_owned()
        + "4 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed
        9 complete a/1 fence 1.1 result x -> duplicate\n";
    tell("D32=forever", &(story.clone() + "99 complete a/1 fence 1.1 result x -> duplicate"));
    tell("D32=one-window-refuse", &(story.clone() + "10 complete a/1 fence 1.1 result x -> refused unknown-run"));
    let rolling = "13 complete a/1 fence 1.1 result x -> duplicate
        14 complete a/1 fence 1.1 result x -> refused unknown-run
        14 submit a/1 cost 1 -> queued, repeated";
    tell("D32=one-window-refuse D01=rolling", &(story.clone() + rolling));
    let apply = "10 complete a/1 fence 9.9 result y -> refused stale
        10 complete a/1 fence 1.1 result y -> applied
        11 complete a/1 fence 1.1 result y -> duplicate";
    tell("D32=one-window-apply", &(story + apply));
}

#[test]
fn a_completion_of_a_run_that_was_never_heard_of_or_is_at_its_end_is_refused() {
    tell(
        "",
        "0 complete a/1 fence 1.1 result x -> refused unknown-run
        0 submit a/1 cost 5 -> refused no-credit
        0 complete a/1 fence 1.1 result x -> refused stale
        0 submit a/2 cost 1 -> queued
        0 complete a/2 fence 1.1 result x -> refused stale
        0 claim w1 -> granted a/2 fence 1.1 until 5, charged 1
        0 fail w1 fence 1.1 -> failed, ended 1.1 a/2 requeued
        0 claim w1 -> granted a/2 fence 1.2 until 5
        0 fail w1 fence 1.2 -> failed, ended 1.2 a/2 failed
        0 complete a/2 fence 1.2 result x -> refused final",
    );
}

#[test]
fn d02_a_completion_for_which_nothing_is_left_is_no_charge_so_one_that_counts_again_is_charged() {
    tell(
        "D02=completion D32=one-window-apply",
        "0 submit a/1 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5
        0 set-quota a 0 -> set
        0 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed
        0 set-quota a 4 -> set
        10 complete a/1 fence 1.1 result x -> applied, charged 1",
    );
}
