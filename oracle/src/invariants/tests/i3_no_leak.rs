//! I3 no-leak.

use super::{InvariantId::I3, breaks, keeps, observe, start};

#[test]
fn i3_fires_when_a_sweep_ends_nothing_as_under_d23_never() {
    breaks(
        start(&[("D23", "never")]),
        I3,
        "the lease of a/1 under fence 1.1 survived the sweep at 5; its deadline was 5",
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         5 sweep => swept",
    );
}

#[test]
fn i3_is_silent_when_a_sweep_leaves_what_is_not_past_its_deadline() {
    keeps(
        start(&[]),
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         4 sweep => swept
         4 heartbeat w1 fence 1.1 => renewed until 9
         8 sweep => swept",
    );
    keeps(
        start(&[("D22", "alive")]),
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         5 sweep => swept",
    );
}

#[test]
fn i3_fires_when_a_claim_is_told_that_no_slot_is_free_and_one_is() {
    breaks(
        start(&[]),
        I3,
        "w2 was told that no slot is free, with 1 live leases and 0 resting slots of 2",
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         1 claim w2 => idle no-slot",
    );
}

#[test]
fn i3_fires_when_a_run_is_passed_over_that_could_start() {
    breaks(
        start(&[]),
        I3,
        "w1 was told that nothing is eligible while a/1 was queued at a cost of 4; tenant a held 0 of 1 leases and had \
         spent 0 of 4 credits",
        "0 submit a/1 cost 4 => queued
         1 claim w1 => idle nothing-eligible",
    );
}

#[test]
fn i3_sees_a_slot_that_leaked_with_the_fence_of_another_tenant() {
    // b/1's lease ended, so its place under b's cap is free; a control plane that lost count of it passes b/2 over.
    breaks(
        start(&[("D17", "strict")]),
        I3,
        "w3 was told that nothing is eligible while b/3 was queued at a cost of 1; tenant b held 1 of 2 leases and had \
         spent 2 of 4 credits",
        "0 submit b/1 cost 1 => queued
         0 submit b/2 cost 1 => queued
         0 submit b/3 cost 1 => queued
         0 claim w1 => granted b/1 fence 1.1 until 5, charged 1
         0 claim w2 => granted b/2 fence 1.2 until 5, charged 1
         1 complete b/1 fence 1.1 result x => applied, ended 1.1 b/1 completed
         1 claim w3 => idle nothing-eligible",
    );
}

#[test]
fn i3_is_silent_while_credit_does_not_suffice_and_looks_again_when_the_window_opens() {
    let history = "0 submit a/1 cost 4 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 4
        1 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed
        1 submit a/2 cost 3 => queued parked
        1 claim w1 => idle nothing-eligible
        9 claim w1 => idle nothing-eligible";
    let park = &[("D10", "park")];
    keeps(start(park), &format!("{history}\n10 claim w1 => granted a/2 fence 1.2 until 15, charged 3"));
    breaks(
        start(park),
        I3,
        "w1 was told that nothing is eligible while a/2 was queued at a cost of 3; tenant a held 0 of 1 leases and had \
         spent 0 of 4 credits",
        &format!("{history}\n10 claim w1 => idle nothing-eligible"),
    );
    keeps(start(&[("D10", "park"), ("D01", "rolling")]), &format!("{history}\n9 claim w2 => idle nothing-eligible"));
}

#[test]
fn i3_knows_when_a_charge_leaves_the_rolling_window() {
    let history = "5 submit a/1 cost 4 => queued
        5 claim w1 => granted a/1 fence 1.1 until 10, charged 4
        6 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed
        6 submit a/2 cost 3 => queued parked
        6 claim w1 => idle nothing-eligible
        14 claim w1 => idle nothing-eligible";
    let rolling = &[("D10", "park"), ("D01", "rolling")];
    keeps(start(rolling), &format!("{history}\n15 claim w1 => granted a/2 fence 1.2 until 20, charged 3"));
    breaks(
        start(rolling),
        I3,
        "w1 was told that nothing is eligible while a/2 was queued at a cost of 3; tenant a held 0 of 1 leases and had \
         spent 0 of 4 credits",
        &format!("{history}\n15 claim w1 => idle nothing-eligible"),
    );
}

const RESERVED: &str = "0 submit a/1 cost 3 => queued
    0 submit a/2 cost 3 => queued parked
    0 set-cap a 2 => set
    1 claim w1 => granted a/1 fence 1.1 until 6, charged 3
    1 fail w1 fence 1.1 => failed, ended 1.1 a/1 requeued
    10 claim w1 => granted a/1 fence 1.2 until 15";

#[test]
fn i3_lets_a_parked_run_wait_beside_a_reservation_of_d11_reserve() {
    // In the window that opens at 10 a/1 was charged already, so it reserves nothing and a/2 could start.
    breaks(
        start(&[("D10", "park")]),
        I3,
        "w2 was told that nothing is eligible while a/2 was queued at a cost of 3; tenant a held 1 of 2 leases and had \
         spent 0 of 4 credits",
        &format!("{RESERVED}\n10 claim w2 => idle nothing-eligible"),
    );
    let at_completion = "0 submit a/1 cost 3 => queued
        0 submit a/2 cost 3 => queued parked
        0 set-cap a 2 => set
        1 claim w1 => granted a/1 fence 1.1 until 6
        1 claim w2 => idle nothing-eligible";
    keeps(start(&[("D10", "park"), ("D02", "completion")]), at_completion);
}

#[test]
fn i3_takes_a_later_run_of_a_queue_as_d17_has_it() {
    let history = "0 submit a/1 cost 4 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 4
        1 fail w1 fence 1.1 => failed, ended 1.1 a/1 requeued
        9 submit a/2 cost 1 => queued parked
        10 claim w1 => granted a/1 fence 1.2 until 15, charged 4
        11 fail w1 fence 1.2 => failed, ended 1.2 a/1 requeued
        11 set-quota a 7 => set";
    let skip = &[("D10", "park"), ("D11", "recheck"), ("D03", "per-attempt")];
    let strict = &[("D10", "park"), ("D11", "recheck"), ("D03", "per-attempt"), ("D17", "strict")];
    let last = format!("{history}\n11 claim w1 => idle nothing-eligible");
    keeps(start(strict), &last);
    breaks(
        start(skip),
        I3,
        "w1 was told that nothing is eligible while a/2 was queued at a cost of 1; tenant a held 0 of 1 leases and had \
         spent 4 of 7 credits",
        &last,
    );
}

#[test]
fn i3_lets_a_blocked_tenant_wait_and_an_unlimited_one_not() {
    let history = "0 submit a/1 cost 4 => queued
        0 set-quota a 0 => set
        1 claim w1 => idle nothing-eligible";
    keeps(start(&[("D09", "blocked")]), history);
    breaks(
        start(&[("D09", "unlimited")]),
        I3,
        "w1 was told that nothing is eligible while a/1 was queued at a cost of 4; tenant a held 0 of 1 leases and had \
         spent 0 of 0 credits",
        history,
    );
}

#[test]
fn i3_lets_a_tenant_wait_out_its_grace_under_d27_pool_and_cap_and_no_longer() {
    let history = "0 submit a/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        5 sweep => swept, ended 1.1 a/1 requeued
        6 claim w2 => idle nothing-eligible";
    keeps(start(&[("D27", "pool-and-cap")]), history);
    breaks(
        start(&[("D27", "pool-and-cap")]),
        I3,
        "w2 was told that nothing is eligible while a/1 was queued at a cost of 1; tenant a held 0 of 1 leases and had \
         spent 1 of 4 credits",
        &format!("{history}\n7 claim w2 => idle nothing-eligible"),
    );
}

#[test]
fn i3_looks_again_when_a_later_window_opens() {
    let history = "13 submit a/1 cost 4 => queued
        13 claim w1 => granted a/1 fence 1.1 until 18, charged 4
        14 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed
        14 submit a/2 cost 3 => queued parked
        14 claim w1 => idle nothing-eligible
        19 claim w1 => idle nothing-eligible";
    breaks(
        start(&[("D10", "park")]),
        I3,
        "w1 was told that nothing is eligible while a/2 was queued at a cost of 3; tenant a held 0 of 1 leases and had \
         spent 0 of 4 credits",
        &format!("{history}\n20 claim w1 => idle nothing-eligible"),
    );
}

#[test]
fn i3_looks_again_at_a_tenant_without_a_cap_when_a_window_opens_under_d09_unlimited() {
    let history = "0 set-cap a 0 => set
        0 submit a/1 cost 4 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 4
        1 submit a/2 cost 3 => queued parked
        1 claim w2 => idle nothing-eligible";
    breaks(
        start(&[("D09", "unlimited"), ("D10", "park")]),
        I3,
        "w2 was told that nothing is eligible while a/2 was queued at a cost of 3; tenant a held 1 of 0 leases and had \
         spent 0 of 4 credits",
        &format!("{history}\n10 claim w2 => idle nothing-eligible"),
    );
}

#[test]
fn i3_lets_a_run_wait_for_credit_at_its_claim_under_d02_completion_with_d11_recheck_unless_it_was_charged() {
    let recheck = || start(&[("D02", "completion"), ("D11", "recheck"), ("D10", "park")]);
    keeps(
        recheck(),
        "0 submit a/1 cost 4 => queued
         0 submit a/2 cost 2 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5
         1 complete a/1 fence 1.1 result x => applied, charged 4, ended 1.1 a/1 completed
         1 claim w1 => idle nothing-eligible",
    );
    breaks(
        recheck(),
        I3,
        "w1 was told that nothing is eligible while a/2 was queued at a cost of 3; tenant a held 0 of 1 leases and had \
         spent 3 of 2 credits",
        "8 submit a/1 cost 2 => queued
         8 claim w1 => granted a/1 fence 1.1 until 13
         9 complete a/1 fence 1.1 result x => applied, charged 2, ended 1.1 a/1 completed
         9 submit a/2 cost 3 => queued parked
         10 claim w1 => granted a/2 fence 1.2 until 15, charged 3
         11 set-quota a 2 => set
         11 fail w1 fence 1.2 => failed, ended 1.2 a/2 requeued
         11 claim w1 => idle nothing-eligible",
    );
}

#[test]
fn i3_counts_among_reservations_what_a_grant_will_charge_and_not_what_a_final_run_never_will() {
    // a/1 can no longer start, but its cost is held back for it still.
    keeps(
        start(&[("D10", "park")]),
        "0 submit a/1 cost 3 => queued
         0 submit a/2 cost 2 => queued parked
         0 set-quota a 2 => set
         0 claim w1 => idle nothing-eligible",
    );
    // a/1 is cancelled and will never be charged, though its lease is kept.
    breaks(
        start(&[("D10", "park"), ("D02", "completion"), ("D28", "keeps-slot"), ("D34", "refuse")]),
        I3,
        "w2 was told that nothing is eligible while a/2 was queued at a cost of 3; tenant a held 1 of 2 leases and had \
         spent 0 of 4 credits",
        "0 set-cap a 2 => set
         0 submit a/1 cost 3 => queued
         0 submit a/2 cost 3 => queued parked
         0 claim w1 => granted a/1 fence 1.1 until 5
         1 cancel a/1 => cancel-requested
         2 complete a/1 fence 1.1 result x => refused cancelled
         2 claim w2 => idle nothing-eligible",
    );
}

#[test]
fn i3_does_not_take_a_run_for_queued_that_another_lease_holds_still() {
    let mut judge = start(&[("D20", "grant-another")]);
    for line in [
        "0 set-cap a 2 => set",
        "0 submit a/1 cost 1 => queued",
        "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1",
        "1 claim w2 => granted a/1 fence 1.2 until 6",
        "1 release w1 fence 1.1 => released, ended 1.1 a/1 requeued",
    ] {
        observe(&mut judge, line);
    }
    assert_eq!(observe(&mut judge, "1 claim w3 => idle nothing-eligible"), []);
    observe(&mut judge, "2 release w2 fence 1.2 => released, ended 1.2 a/1 requeued");
    assert_eq!(observe(&mut judge, "2 claim w3 => idle nothing-eligible").len(), 1);
}

#[test]
fn i3_is_silent_about_what_was_only_said_to_be_queued_again() {
    keeps(start(&[]), "0 submit a/1 cost 1 => queued, repeated\n0 claim w1 => idle nothing-eligible");
}
