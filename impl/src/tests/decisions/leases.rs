//! D22 to D27.

use super::tell;

const HELD: &str = "0 resize 1 -> set
    0 submit a/1 cost 1 -> queued
    0 submit b/1 cost 1 -> queued
    0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1\n";

#[test]
fn d22_at_exactly_its_deadline_a_lease_is_expired_or_alive() {
    tell("D22=expired", &(HELD.to_owned() + "5 sweep -> swept, ended 1.1 a/1 requeued"));
    let alive = "5 sweep -> swept
        5 claim w1 -> granted a/1 fence 1.1 until 5, repeated
        6 sweep -> swept, ended 1.1 a/1 requeued";
    tell("D22=alive", &(HELD.to_owned() + alive));
}

#[test]
fn d23_an_expired_lease_ends_at_the_sweep_at_its_deadline_uncounted_or_never() {
    let at_sweep = "5 claim w2 -> idle no-slot
        5 sweep -> swept, ended 1.1 a/1 requeued";
    tell("D23=at-sweep", &(HELD.to_owned() + at_sweep));
    let at_deadline = "6 heartbeat w1 fence 1.1 -> refused stale, ended 1.1 a/1 requeued
        6 claim w2 -> idle no-slot
        7 claim w2 -> granted b/1 fence 1.2 until 12, charged 1";
    tell("D23=at-deadline", &(HELD.to_owned() + at_deadline));
    let uncounted = "5 claim w2 -> granted b/1 fence 1.2 until 10, charged 1
        6 heartbeat w1 fence 1.1 -> renewed until 11
        10 sweep -> swept, ended 1.2 b/1 requeued";
    tell("D23=uncounted", &(HELD.to_owned() + uncounted));
    let never = "50 sweep -> swept
        50 claim w2 -> idle no-slot
        50 release w1 fence 1.1 -> released, ended 1.1 a/1 requeued";
    tell("D23=never", &(HELD.to_owned() + never));
}

#[test]
fn d24_a_late_heartbeat_revives_the_lease_or_is_refused() {
    tell("D24=revive", &(HELD.to_owned() + "9 heartbeat w1 fence 1.1 -> renewed until 14"));
    let refuse = "5 heartbeat w1 fence 1.1 -> refused expired
        5 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued";
    tell("D24=refuse", &(HELD.to_owned() + refuse));
}

#[test]
fn d25_a_lease_lost_by_the_platform_uses_up_an_attempt_or_not() {
    let story = "0 submit a/1 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
        0 release w1 fence 1.1 -> released, ended 1.1 a/1 requeued
        0 claim w1 -> granted a/1 fence 1.2 until 5\n";
    let spends = "5 sweep -> swept, refunded 1, ended 1.2 a/1 failed refunded 1";
    tell("D25=spends", &(story.to_owned() + spends));
    tell("D25=free", &(story.to_owned() + "5 sweep -> swept, ended 1.2 a/1 requeued"));
}

#[test]
fn d26_a_slot_rests_one_grace_length_after_a_silent_end_or_not_at_all() {
    let swept = HELD.to_owned() + "5 sweep -> swept, ended 1.1 a/1 requeued\n";
    let grace = "6 claim w2 -> idle no-slot
        7 claim w2 -> granted b/1 fence 1.2 until 12, charged 1";
    tell("D26=after-grace", &(swept.clone() + grace));
    tell("D26=at-once", &(swept + "5 claim w2 -> granted b/1 fence 1.2 until 10, charged 1"));
}

#[test]
fn d26_a_sweep_that_comes_late_rests_the_slot_from_the_deadline_on() {
    let swept = "6 sweep -> swept, ended 1.1 a/1 requeued
        6 claim w2 -> idle no-slot
        7 claim w2 -> granted b/1 fence 1.2 until 12, charged 1";
    tell("D26=after-grace", &(HELD.to_owned() + swept));
    let later = "7 sweep -> swept, ended 1.1 a/1 requeued
        7 claim w2 -> granted b/1 fence 1.2 until 12, charged 1";
    tell("D26=after-grace", &(HELD.to_owned() + later));
}

#[test]
fn d27_a_resting_slot_counts_against_the_cap_of_its_tenant_or_not() {
    let story = "0 submit a/1 cost 1 -> queued
        0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1
        5 sweep -> swept, ended 1.1 a/1 requeued\n";
    tell("D27=pool-only", &(story.to_owned() + "5 claim w2 -> granted a/1 fence 1.2 until 10"));
    let cap = "6 claim w2 -> idle nothing-eligible
        7 claim w2 -> granted a/1 fence 1.2 until 12";
    tell("D27=pool-and-cap", &(story.to_owned() + cap));
}

#[test]
fn d23_uncounted_leases_take_no_place_under_the_cap_even_where_d27_counts_resting_slots() {
    let story = "0 submit b/1 cost 1 -> queued
        0 submit b/2 cost 1 -> queued
        0 submit b/3 cost 1 -> queued
        0 claim w1 -> granted b/1 fence 1.1 until 5, charged 1
        0 claim w2 -> granted b/2 fence 1.2 until 5, charged 1
        4 claim w3 -> idle no-slot
        5 claim w3 -> granted b/3 fence 1.3 until 10, charged 1";
    for options in ["D23=uncounted D27=pool-and-cap", "D23=uncounted D27=pool-only"] {
        tell(options, story);
    }
}

#[test]
fn d27_pool_and_cap_a_tenant_with_more_resting_slots_than_its_cap_waits_for_them() {
    let story = "0 submit b/1 cost 1 -> queued
        0 submit b/2 cost 1 -> queued
        0 claim w1 -> granted b/1 fence 1.1 until 5, charged 1
        0 claim w2 -> granted b/2 fence 1.2 until 5, charged 1
        0 resize 9 -> set
        5 sweep -> swept, ended 1.1 b/1 requeued, ended 1.2 b/2 requeued
        5 set-cap b 1 -> set\n";
    tell("D27=pool-and-cap", &(story.to_owned() + "6 claim w3 -> idle nothing-eligible"));
    tell("D27=pool-only", &(story.to_owned() + "6 claim w3 -> granted b/2 fence 1.3 until 11"));
}
