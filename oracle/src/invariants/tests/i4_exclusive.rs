//! I4 exclusive.

use super::{InvariantId::I4, breaks, keeps, start};

#[test]
fn i4_fires_when_a_worker_that_holds_a_lease_gets_another_as_under_d20_grant_another() {
    breaks(
        start(&[("D20", "grant-another")]),
        I4,
        "w1 was granted b/1 under fence 1.2 while it held a/1 under 1.1",
        "0 submit a/1 cost 1 => queued
         0 submit b/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         1 claim w1 => granted b/1 fence 1.2 until 6, charged 1",
    );
}

#[test]
fn i4_fires_when_a_run_is_granted_that_is_held() {
    breaks(
        start(&[]),
        I4,
        "b/1 was granted to w2 under fence 1.2 while w1 held it under 1.1",
        "0 submit b/1 cost 1 => queued
         0 claim w1 => granted b/1 fence 1.1 until 5, charged 1
         1 claim w2 => granted b/1 fence 1.2 until 6",
    );
}

#[test]
fn i4_is_silent_when_a_lease_is_repeated_refused_or_forfeited() {
    let held = "0 submit a/1 cost 1 => queued
        0 submit b/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1";
    keeps(start(&[]), &format!("{held}\n1 claim w1 => granted a/1 fence 1.1 until 5, repeated"));
    keeps(start(&[("D20", "refuse")]), &format!("{held}\n1 claim w1 => refused already-holding"));
    keeps(
        start(&[("D20", "forfeit")]),
        &format!("{held}\n1 claim w1 => granted b/1 fence 1.2 until 6, charged 1, ended 1.1 a/1 requeued"),
    );
}

#[test]
fn i4_does_not_believe_that_a_grant_is_repeated_when_it_was_another_ones() {
    breaks(
        start(&[]),
        I4,
        "w1 was granted b/1 under fence 1.2 while it held a/1 under 1.1",
        "0 submit a/1 cost 1 => queued
         0 submit b/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         1 claim w1 => granted b/1 fence 1.2 until 6, repeated",
    );
}
