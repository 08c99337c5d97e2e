//! D19, D21, D26, D27: which slots are usable, and what a shrinking limit takes away.

use super::*;

fn pool(slots: u32) -> Settings {
    Settings { pool: slots, ..alone(9, 9) }
}

const THREE_RUNS: &str = "0 submit a/1 cost 1\n0 submit a/2 cost 1\n0 submit a/3 cost 1";

#[test]
fn d19_a_slot_is_warm_at_exactly_one_warm_up_after_the_resize() {
    let beginning = format!("{THREE_RUNS}\n0 resize 1");
    each(
        &pool(0),
        &beginning,
        &[
            ("D19 unusable", "2 claim w1 => idle no-slot\n3 claim w1 => granted a/1 fence 1.1 until 8, charged 1"),
            ("D19 claimable", "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1"),
            ("D19 claimable-lease-when-warm", "0 claim w1 => granted a/1 fence 1.1 until 8, charged 1"),
        ],
    );
}

#[test]
fn d19_claimable_lease_when_warm_counts_from_the_slot_after_those_that_are_taken_or_rest() {
    told(
        &pool(1),
        "D19 claimable-lease-when-warm",
        &format!(
            "{THREE_RUNS}
             1 resize 2
             2 resize 3
             2 claim w1 => granted a/1 fence 1.1 until 7, charged 1
             2 claim w2 => granted a/2 fence 1.2 until 9, charged 1
             2 claim w3 => granted a/3 fence 1.3 until 10, charged 1
             2 claim w4 => idle no-slot"
        ),
    );
    told(
        &pool(1),
        "D19 claimable-lease-when-warm, D20 forfeit",
        &format!(
            "{THREE_RUNS}\n0 claim w1\n1 resize 2\n1 claim w1 => granted a/1 fence 1.2 until 9, ended 1.1 a/1 requeued"
        ),
    );
}

#[test]
fn d19_a_shrink_takes_the_slots_that_would_be_warm_last() {
    let situation = told(&pool(2), "", "0 resize 4\n1 resize 5\n2 resize 3");
    assert_eq!(view(&situation, 2).warming, [3]);
    let situation = told(&pool(2), "", "0 resize 4\n1 resize 1");
    assert!(view(&situation, 2).warming.is_empty());
}

#[test]
fn d21_drains_or_revokes_the_newest_first_to_the_front_without_an_attempt() {
    let beginning = format!("{THREE_RUNS}\n0 claim w1\n0 claim w2");
    each(
        &pool(3),
        &beginning,
        &[
            ("D21 drain", "1 resize 1 => set\n1 claim w3 => idle no-slot"),
            (
                "D21 revoke-newest, D18 back, D26 at-once",
                "1 resize 1 => set, ended 1.2 a/2 requeued
                 2 complete a/2 fence 1.2 result x => refused stale
                 2 release w1 fence 1.1 => released, ended 1.1 a/1 requeued
                 2 claim w1 => granted a/2 fence 1.3 until 7",
            ),
            ("D21 revoke-newest", "1 set-cap a 0 => set, ended 1.2 a/2 requeued, ended 1.1 a/1 requeued"),
            ("D21 revoke-newest, D09 unlimited", "1 set-cap a 0 => set"),
            (
                "D21 revoke-newest, D05 refund",
                "1 cancel a/2\n1 set-cap a 1 => set, refunded 1, ended 1.2 a/2 cancelled refunded 1",
            ),
        ],
    );
}

#[test]
fn d26_a_slot_rests_one_grace_length_after_the_deadline_or_after_the_end_itself() {
    let beginning = "0 submit a/1 cost 1\n0 claim w1";
    for (changes, ending, resting) in [
        ("", "6 sweep", vec![7]),
        ("", "7 sweep", vec![]),
        ("D26 at-once", "6 sweep", vec![]),
        ("D23 at-deadline", "6 cancel b/9", vec![7]),
        ("D20 forfeit", "6 claim w1", vec![8]),
        ("D33 revoke", "6 cancel a/1", vec![8]),
        ("D36 expire-all", "6 restart", vec![8]),
        ("D21 revoke-newest", "6 resize 0", vec![8]),
        ("", "6 release w1 fence 1.1", vec![]),
        ("", "6 fail w1 fence 1.1", vec![]),
    ] {
        let situation = told(&pool(1), changes, &format!("{beginning}\n{ending}"));
        assert_eq!(view(&situation, 6).resting, resting, "{changes} {ending}");
        assert!(view(&situation, 8).resting.is_empty());
    }
}

#[test]
fn d26_a_shrink_lifts_no_rest_and_usable_slots_are_never_below_none() {
    told(
        &pool(2),
        "",
        &format!(
            "{THREE_RUNS}
             0 claim w1
             0 claim w2
             5 sweep => swept, ended 1.1 a/1 requeued, ended 1.2 a/2 requeued
             5 resize 1
             6 claim w1 => idle no-slot
             7 claim w1 => granted a/2 fence 1.3 until 12"
        ),
    );
}

#[test]
fn d27_a_resting_slot_counts_against_the_pool_only_or_against_the_cap_too() {
    let settings = Settings { pool: 2, ..alone(1, 4) };
    let beginning = "0 submit a/1 cost 1\n0 claim w1\n5 sweep => swept, ended 1.1 a/1 requeued";
    each(
        &settings,
        beginning,
        &[
            ("D27 pool-only", "6 claim w2 => granted a/1 fence 1.2 until 11"),
            ("D27 pool-and-cap", "6 claim w2 => idle nothing-eligible\n7 claim w2 => granted a/1 fence 1.2 until 12"),
        ],
    );
}
