//! I1 cap.

use super::{InvariantId::I1, breaks, keeps, start};

#[test]
fn i1_fires_when_a_claim_does_not_look_at_the_cap_as_under_d08_at_submit_only() {
    breaks(
        start(&[("D08", "at-submit-only")]),
        I1,
        "a/2 was granted as tenant a's 2nd live lease; its cap is 1",
        "0 submit a/1 cost 1 => queued
         0 submit a/2 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         1 claim w2 => granted a/2 fence 1.2 until 6, charged 1",
    );
}

#[test]
fn i1_is_silent_when_a_tenant_at_its_cap_is_granted_nothing() {
    keeps(
        start(&[]),
        "0 submit a/1 cost 1 => queued
         0 submit a/2 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         1 claim w2 => idle nothing-eligible
         2 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed
         2 claim w2 => granted a/2 fence 1.2 until 7, charged 1",
    );
}

const GRANT_IN_GRACE: &str = "0 submit a/1 cost 1 => queued
    0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
    6 sweep => swept, ended 1.1 a/1 requeued
    6 claim w2 => granted a/1 fence 1.2 until 11";

#[test]
fn i1_counts_the_resting_slots_of_its_tenant_under_d27_pool_and_cap() {
    breaks(
        start(&[("D27", "pool-and-cap")]),
        I1,
        "a/1 was granted as tenant a's 1st live lease while 1 of its slots rested; its cap is 1",
        GRANT_IN_GRACE,
    );
}

#[test]
fn i1_counts_no_resting_slot_under_d27_pool_only() {
    keeps(start(&[("D27", "pool-only")]), GRANT_IN_GRACE);
}

const GRANT_AT_ZERO: &str = "0 submit a/1 cost 1 => queued
    0 set-cap a 0 => set
    1 claim w1 => granted a/1 fence 1.1 until 6, charged 1";

#[test]
fn i1_takes_a_cap_of_zero_as_d09_has_it() {
    keeps(start(&[("D09", "unlimited")]), GRANT_AT_ZERO);
    let message = "a/1 was granted as tenant a's 1st live lease; its cap is 0";
    breaks(start(&[("D09", "blocked")]), I1, message, GRANT_AT_ZERO);
    breaks(start(&[("D09", "invalid")]), I1, message, GRANT_AT_ZERO);
}

#[test]
fn i1_says_nothing_of_leases_that_a_lowered_cap_lets_run_on() {
    keeps(
        start(&[]),
        "0 submit b/1 cost 1 => queued
         0 submit b/2 cost 1 => queued
         0 claim w1 => granted b/1 fence 1.1 until 5, charged 1
         0 claim w2 => granted b/2 fence 1.2 until 5, charged 1
         1 set-cap b 1 => set
         1 heartbeat w1 fence 1.1 => renewed until 6",
    );
}
