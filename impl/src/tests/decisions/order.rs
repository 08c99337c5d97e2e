//! D16 to D21.

use super::tell;

#[test]
fn d16_the_next_run_is_by_turns_by_age_or_by_what_a_tenant_holds() {
    let story = "0 set-cap a 2 -> set
        0 submit a/1 cost 1 -> queued
        0 submit a/2 cost 1 -> queued
        0 submit b/1 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1\n";
    tell("D16=round-robin", &(story.to_owned() + "0 claim w2 -> granted b/1 fence 1.2 until 5, charged 1"));
    tell("D16=fifo", &(story.to_owned() + "0 claim w2 -> granted a/2 fence 1.2 until 5, charged 1"));
    tell("D16=least-held", &(story.to_owned() + "0 claim w2 -> granted b/1 fence 1.2 until 5, charged 1"));
    let done = "0 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed\n";
    let turns = "0 claim w2 -> granted b/1 fence 1.2 until 5, charged 1";
    tell("D16=round-robin", &(story.to_owned() + done + turns));
    let least = "0 claim w2 -> granted a/2 fence 1.2 until 5, charged 1";
    tell("D16=least-held", &(story.to_owned() + done + least));
}

#[test]
fn d17_a_later_run_may_pass_a_head_that_cannot_start_or_not() {
    let story = "0 set-quota a 2 -> set
        0 submit a/1 cost 3 -> queued parked
        0 submit a/2 cost 1 -> queued
        0 submit b/1 cost 1 -> queued\n";
    let skip = "0 claim w1 -> granted a/2 fence 1.1 until 5, charged 1";
    tell("D10=park D17=skip", &(story.to_owned() + skip));
    let strict = "0 claim w1 -> granted b/1 fence 1.1 until 5, charged 1
        0 claim w2 -> idle nothing-eligible";
    tell("D10=park D17=strict", &(story.to_owned() + strict));
}

#[test]
fn d17_skip_a_parked_run_passes_another_that_asks_for_more() {
    tell(
        "D10=park D17=skip",
        "0 set-quota a 2 -> set
        0 submit a/1 cost 4 -> queued parked
        0 submit a/2 cost 3 -> queued parked
        0 claim w1 -> idle nothing-eligible
        0 set-quota a 3 -> set
        0 claim w1 -> granted a/2 fence 1.1 until 5, charged 3",
    );
}

#[test]
fn d18_a_requeued_run_goes_to_the_front_or_to_the_back() {
    let story = "0 submit a/1 cost 1 -> queued
        0 submit a/2 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
        0 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued\n";
    tell("D18=front", &(story.to_owned() + "0 claim w1 -> granted a/1 fence 1.2 until 5"));
    tell("D18=back", &(story.to_owned() + "0 claim w1 -> granted a/2 fence 1.2 until 5, charged 1"));
}

#[test]
fn d18_a_run_requeued_at_the_front_keeps_its_entry_and_at_the_back_gets_a_new_one() {
    let story = "0 submit a/1 cost 1 -> queued
        0 submit b/1 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
        0 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued\n";
    tell("D16=fifo D18=front", &(story.to_owned() + "0 claim w1 -> granted a/1 fence 1.2 until 5"));
    tell("D16=fifo D18=back", &(story.to_owned() + "0 claim w1 -> granted b/1 fence 1.2 until 5, charged 1"));
}

#[test]
fn d19_a_new_slot_is_usable_when_warm_or_at_once_with_a_lease_from_then_or_from_now() {
    let story = "0 submit a/1 cost 1 -> queued
        0 submit b/1 cost 1 -> queued
        0 submit b/2 cost 1 -> queued
        0 resize 3 -> set
        1 claim w1 -> granted a/1 fence 1.1 until 6, charged 1
        1 claim w2 -> granted b/1 fence 1.2 until 6, charged 1\n";
    let unusable = "2 claim w3 -> idle no-slot
        3 claim w3 -> granted b/2 fence 1.3 until 8, charged 1";
    tell("D19=unusable", &(story.to_owned() + unusable));
    tell("D19=claimable", &(story.to_owned() + "1 claim w3 -> granted b/2 fence 1.3 until 6, charged 1"));
    let when_warm = "1 claim w3 -> granted b/2 fence 1.3 until 8, charged 1
        2 heartbeat w3 fence 1.3 -> renewed until 8
        4 heartbeat w3 fence 1.3 -> renewed until 9";
    tell("D19=claimable-lease-when-warm", &(story.to_owned() + when_warm));
}

#[test]
fn d19_slots_added_one_after_the_other_are_warm_one_after_the_other() {
    let story = "0 set-cap b 3 -> set
        0 submit a/1 cost 1 -> queued
        0 submit b/1 cost 1 -> queued
        0 submit b/2 cost 1 -> queued
        0 submit b/3 cost 1 -> queued
        0 resize 3 -> set
        1 resize 4 -> set
        2 claim w1 -> granted a/1 fence 1.1 until 7, charged 1
        2 claim w2 -> granted b/1 fence 1.2 until 7, charged 1\n";
    let unusable = "2 claim w3 -> idle no-slot
        3 claim w3 -> granted b/2 fence 1.3 until 8, charged 1
        3 claim w4 -> idle no-slot
        4 claim w4 -> granted b/3 fence 1.4 until 9, charged 1";
    tell("D19=unusable", &(story.to_owned() + unusable));
    let when_warm = "2 claim w3 -> granted b/2 fence 1.3 until 8, charged 1
        2 claim w4 -> granted b/3 fence 1.4 until 9, charged 1";
    tell("D19=claimable-lease-when-warm", &(story.to_owned() + when_warm));
}

#[test]
fn d19_a_shrink_takes_away_the_slots_that_would_be_warm_last() {
    tell(
        "D19=unusable",
        "0 submit a/1 cost 1 -> queued
        0 submit b/1 cost 1 -> queued
        0 submit b/2 cost 1 -> queued
        0 resize 4 -> set
        0 resize 2 -> set
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
        0 claim w2 -> granted b/1 fence 1.2 until 5, charged 1
        4 claim w3 -> idle no-slot",
    );
}

#[test]
fn d19_a_shrink_takes_no_more_than_it_must_and_no_less() {
    let queued = "0 set-cap b 3 -> set
        0 submit a/1 cost 1 -> queued
        0 submit b/1 cost 1 -> queued
        0 submit b/2 cost 1 -> queued
        0 submit b/3 cost 1 -> queued
        0 resize 3 -> set\n";
    let half_of_the_last = "1 resize 5 -> set
        1 resize 4 -> set
        3 claim w1 -> granted a/1 fence 1.1 until 8, charged 1
        3 claim w2 -> granted b/1 fence 1.2 until 8, charged 1
        3 claim w3 -> granted b/2 fence 1.3 until 8, charged 1
        3 claim w4 -> idle no-slot
        4 claim w4 -> granted b/3 fence 1.4 until 9, charged 1";
    tell("D19=unusable", &(queued.to_owned() + half_of_the_last));
    let all_that_warm = "1 resize 5 -> set
        1 resize 2 -> set
        4 claim w1 -> granted a/1 fence 1.1 until 9, charged 1
        4 claim w2 -> granted b/1 fence 1.2 until 9, charged 1
        9 claim w3 -> idle no-slot";
    tell("D19=unusable", &(queued.to_owned() + all_that_warm));
    let a_warm_one_too = "1 resize 1 -> set
        4 claim w1 -> granted a/1 fence 1.1 until 9, charged 1
        9 claim w2 -> idle no-slot";
    tell("D19=unusable", &(queued.to_owned() + a_warm_one_too));
}

#[test]
fn d20_a_worker_that_holds_and_claims_gets_its_lease_again_a_refusal_or_loses_it() {
    let story = "0 submit a/1 cost 1 -> queued
        0 submit b/1 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1\n";
    let repeat = "1 claim w1 -> granted a/1 fence 1.1 until 5, repeated
        5 claim w1 -> refused already-holding";
    tell("D20=repeat-lease", &(story.to_owned() + repeat));
    tell("D20=refuse", &(story.to_owned() + "1 claim w1 -> refused already-holding"));
    let forfeit = "1 claim w1 -> granted b/1 fence 1.2 until 6, charged 1, ended 1.1 a/1 requeued
        1 claim w2 -> idle no-slot
        3 claim w2 -> granted a/1 fence 1.3 until 8";
    tell("D20=forfeit", &(story.to_owned() + forfeit));
    let another = "1 claim w1 -> granted b/1 fence 1.2 until 6, charged 1
        1 heartbeat w1 fence 1.1 -> renewed until 6
        1 heartbeat w1 fence 1.2 -> renewed until 6
        1 release w1 fence 1.1 -> released, ended 1.1 a/1 requeued
        1 heartbeat w1 fence 1.2 -> renewed until 6
        1 heartbeat w1 fence 1.1 -> refused stale";
    tell("D20=grant-another", &(story.to_owned() + another));
}

#[test]
fn d21_a_lowered_limit_drains_or_revokes_the_newest_leases_to_the_front() {
    let story = "0 submit b/1 cost 1 -> queued
        0 submit b/2 cost 1 -> queued
        0 submit b/3 cost 1 -> queued
        0 claim w1 -> granted b/1 fence 1.1 until 5, charged 1
        0 claim w2 -> granted b/2 fence 1.2 until 5, charged 1\n";
    let drain = "1 set-cap b 1 -> set
        1 resize 0 -> set";
    tell("D21=drain", &(story.to_owned() + drain));
    let revoke = "1 set-cap b 1 -> set, ended 1.2 b/2 requeued
        2 claim w2 -> idle no-slot
        3 set-cap b 2 -> set
        3 claim w2 -> granted b/2 fence 1.3 until 8
        3 resize 0 -> set, ended 1.3 b/2 requeued, ended 1.1 b/1 requeued
        3 resize 3 -> set
        9 claim w1 -> granted b/1 fence 1.4 until 14";
    tell("D21=revoke-newest", &(story.to_owned() + revoke));
}
