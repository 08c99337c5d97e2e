//! I2 pool.

use super::{
    InvariantId::{I2, I3},
    breaks, keeps, settings,
};
use crate::invariants::Judge;
use spec::{Limits, Settings};

fn one_slot(with: &[(&str, &str)]) -> Judge {
    let tenants = vec![Limits { cap: 2, quota: 9 }, Limits { cap: 2, quota: 9 }];
    Judge::start(&Settings { pool: 1, tenants, ..settings() }, &super::decisions(with))
}

#[test]
fn i2_fires_when_an_expired_lease_takes_no_slot_as_under_d23_uncounted() {
    breaks(
        one_slot(&[("D23", "uncounted")]),
        I2,
        "b/1 was granted as the 2nd live lease, with 0 slots resting; the pool has 1 usable slots",
        "0 submit a/1 cost 1 => queued
         0 submit b/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         5 claim w2 => granted b/1 fence 1.2 until 10, charged 1",
    );
}

#[test]
fn i2_is_silent_when_an_expired_lease_keeps_its_slot_until_the_sweep_and_its_grace() {
    keeps(
        one_slot(&[]),
        "0 submit a/1 cost 1 => queued
         0 submit b/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         5 claim w2 => idle no-slot
         6 sweep => swept, ended 1.1 a/1 requeued
         6 claim w2 => idle no-slot
         7 claim w2 => granted b/1 fence 1.2 until 12, charged 1",
    );
}

#[test]
fn i2_fires_when_a_slot_is_given_away_while_it_rests() {
    breaks(
        one_slot(&[]),
        I2,
        "b/1 was granted as the 1st live lease, with 1 slots resting; the pool has 1 usable slots",
        "0 submit a/1 cost 1 => queued
         0 submit b/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         6 sweep => swept, ended 1.1 a/1 requeued
         6 claim w2 => granted b/1 fence 1.2 until 11, charged 1",
    );
}

const GRANT_ON_A_COLD_SLOT: &str = "0 submit a/1 cost 1 => queued
    0 submit b/1 cost 1 => queued
    0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
    0 resize 2 => set
    2 claim w2 => granted b/1 fence 1.2 until 7, charged 1";

#[test]
fn i2_counts_a_warming_slot_as_d19_has_it() {
    let message = "b/1 was granted as the 2nd live lease, with 0 slots resting; the pool has 1 usable slots";
    breaks(one_slot(&[("D19", "unusable")]), I2, message, GRANT_ON_A_COLD_SLOT);
    keeps(one_slot(&[("D19", "claimable")]), GRANT_ON_A_COLD_SLOT);
    keeps(one_slot(&[("D19", "claimable-lease-when-warm")]), GRANT_ON_A_COLD_SLOT);
}

#[test]
fn i2_counts_a_slot_from_exactly_the_instant_at_which_it_is_warm() {
    keeps(
        one_slot(&[("D19", "unusable")]),
        "0 submit a/1 cost 1 => queued
         0 submit b/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         0 resize 2 => set
         2 claim w2 => idle no-slot
         3 claim w2 => granted b/1 fence 1.2 until 8, charged 1",
    );
}

#[test]
fn i2_takes_away_the_slots_that_would_be_warm_last_when_the_pool_shrinks() {
    keeps(
        one_slot(&[("D19", "unusable")]),
        "0 submit a/1 cost 1 => queued
         0 resize 3 => set
         1 resize 4 => set
         2 resize 1 => set
         2 claim w1 => granted a/1 fence 1.1 until 7, charged 1
         2 resize 2 => set
         4 claim w2 => idle no-slot
         5 claim w2 => idle nothing-eligible",
    );
}

#[test]
fn i2_lets_a_forfeited_slot_rest_from_the_forfeit_and_a_swept_one_from_its_deadline() {
    let judge = Judge::start(&Settings { pool: 2, ..settings() }, &super::decisions(&[("D20", "forfeit")]));
    keeps(
        judge,
        "0 submit a/1 cost 1 => queued
         1 claim w1 => granted a/1 fence 1.1 until 6, charged 1
         2 claim w1 => granted a/1 fence 1.2 until 7, ended 1.1 a/1 requeued
         3 claim w2 => idle no-slot
         4 claim w2 => idle nothing-eligible
         8 sweep => swept, ended 1.2 a/1 failed
         8 submit b/1 cost 1 => queued
         8 claim w1 => granted b/1 fence 1.3 until 13, charged 1
         8 claim w2 => idle no-slot
         9 claim w2 => idle nothing-eligible",
    );
}

#[test]
fn i2_asks_no_decision_where_all_slots_are_warm() {
    let mut judge = super::start(&[]);
    super::observe(&mut judge, "0 submit a/1 cost 1 => queued");
    super::observe(&mut judge, "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1");
    assert_eq!(judge.reads(), spec::ReadSet::default());
}

#[test]
fn i2_counts_slots_that_were_added_at_one_instant_and_at_another_each_from_when_they_are_warm() {
    let history = "0 submit a/1 cost 1 => queued
        0 submit a/2 cost 1 => queued
        0 submit b/1 cost 1 => queued
        0 submit b/2 cost 1 => queued
        0 resize 2 => set
        0 resize 3 => set
        1 resize 4 => set
        2 claim w1 => granted a/1 fence 1.1 until 7, charged 1
        3 claim w2 => granted a/2 fence 1.2 until 8, charged 1
        3 claim w3 => granted b/1 fence 1.3 until 8, charged 1";
    let judge = || one_slot(&[("D19", "unusable")]);
    keeps(
        judge(),
        &format!("{history}\n3 claim w4 => idle no-slot\n4 claim w4 => granted b/2 fence 1.4 until 9, charged 1"),
    );
    breaks(
        judge(),
        I2,
        "b/2 was granted as the 4th live lease, with 0 slots resting; the pool has 3 usable slots",
        &format!("{history}\n3 claim w4 => granted b/2 fence 1.4 until 8, charged 1"),
    );
    breaks(
        judge(),
        I3,
        "w4 was told that no slot is free, with 3 live leases and 0 resting slots of 4",
        &format!("{history}\n4 claim w4 => idle no-slot"),
    );
}

#[test]
fn i2_keeps_of_the_slots_that_warm_up_those_that_a_shrink_leaves() {
    let history = "0 submit a/1 cost 1 => queued
        0 submit b/1 cost 1 => queued
        0 resize 4 => set
        1 resize 2 => set
        1 claim w1 => granted a/1 fence 1.1 until 6, charged 1";
    let judge = || one_slot(&[("D19", "unusable")]);
    keeps(
        judge(),
        &format!("{history}\n3 claim w2 => granted b/1 fence 1.2 until 8, charged 1\n3 claim w3 => idle no-slot"),
    );
    breaks(
        judge(),
        I2,
        "b/1 was granted as the 2nd live lease, with 0 slots resting; the pool has 1 usable slots",
        &format!("{history}\n2 claim w2 => granted b/1 fence 1.2 until 7, charged 1"),
    );
    breaks(
        judge(),
        I3,
        "w2 was told that no slot is free, with 1 live leases and 0 resting slots of 2",
        &format!("{history}\n3 claim w2 => idle no-slot"),
    );
}

#[test]
fn i2_lets_a_slot_rest_whose_lease_was_due_when_another_ones_word_came_in_the_same_step() {
    let history = "0 submit a/1 cost 1 => queued
        0 submit b/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        1 claim w2 => granted b/1 fence 1.2 until 6, charged 1
        6 fail w2 fence 1.2 => failed, ended 1.1 a/1 requeued, ended 1.2 b/1 requeued
        6 claim w1 => granted a/1 fence 1.3 until 11";
    let judge = || super::start(&[("D23", "at-deadline")]);
    keeps(judge(), &format!("{history}\n6 claim w2 => idle no-slot\n7 claim w2 => granted b/1 fence 1.4 until 12"));
    breaks(
        judge(),
        I2,
        "b/1 was granted as the 2nd live lease, with 1 slots resting; the pool has 2 usable slots",
        &format!("{history}\n6 claim w2 => granted b/1 fence 1.4 until 11"),
    );
}

#[test]
fn i2_lets_a_slot_rest_from_when_a_smaller_pool_took_its_lease_away_under_d21_revoke_newest() {
    let history = "0 submit b/1 cost 1 => queued
        0 submit b/2 cost 1 => queued
        0 claim w1 => granted b/1 fence 1.1 until 5, charged 1
        0 claim w2 => granted b/2 fence 1.2 until 5, charged 1
        1 resize 1 => set, ended 1.2 b/2 requeued
        2 fail w1 fence 1.1 => failed, ended 1.1 b/1 requeued
        2 claim w1 => idle no-slot";
    let judge = || super::start(&[("D21", "revoke-newest")]);
    keeps(judge(), &format!("{history}\n3 claim w1 => granted b/1 fence 1.3 until 8"));
    breaks(
        judge(),
        I3,
        "w1 was told that no slot is free, with 0 live leases and 0 resting slots of 1",
        &format!("{history}\n3 claim w1 => idle no-slot"),
    );
}

#[test]
fn i2_takes_away_no_more_of_the_slots_that_warm_up_than_a_shrink_says() {
    let history = "0 submit a/1 cost 1 => queued
        0 submit a/2 cost 1 => queued
        0 submit b/1 cost 1 => queued
        0 resize 3 => set
        1 resize 5 => set
        1 resize 4 => set
        1 resize 3 => set
        1 claim w1 => granted a/1 fence 1.1 until 6, charged 1";
    keeps(
        one_slot(&[("D19", "unusable")]),
        &format!(
            "{history}
             2 claim w2 => idle no-slot
             3 claim w2 => granted a/2 fence 1.2 until 8, charged 1
             3 claim w3 => granted b/1 fence 1.3 until 8, charged 1
             4 claim w4 => idle no-slot"
        ),
    );
    breaks(
        one_slot(&[("D19", "unusable")]),
        I2,
        "a/2 was granted as the 2nd live lease, with 0 slots resting; the pool has 1 usable slots",
        &format!("{history}\n2 claim w2 => granted a/2 fence 1.2 until 7, charged 1"),
    );
}
