//! D33 to D35.

use super::tell;

const HELD: &str = "0 submit a/1 cost 1 -> queued
    0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1\n";

#[test]
fn d33_cancelling_a_held_run_waits_for_the_worker_or_revokes_the_lease() {
    let awaits = "1 cancel a/1 -> cancel-requested
        1 cancel a/1 -> unchanged held
        1 heartbeat w1 fence 1.1 -> renewed until 6 cancel-requested
        6 sweep -> swept, ended 1.1 a/1 cancelled
        6 cancel a/1 -> unchanged cancelled";
    tell("D33=await-worker", &(HELD.to_owned() + awaits));
    let revoke = "1 resize 1 -> set
        1 submit b/1 cost 1 -> queued
        1 cancel a/1 -> cancelled, ended 1.1 a/1 cancelled
        2 claim w2 -> idle no-slot
        3 claim w2 -> granted b/1 fence 1.2 until 8, charged 1
        3 heartbeat w1 fence 1.1 -> refused stale";
    tell("D33=revoke", &(HELD.to_owned() + revoke));
}

#[test]
fn d34_a_completion_after_a_requested_cancel_counts_or_the_cancel_wins() {
    let requested = HELD.to_owned() + "1 cancel a/1 -> cancel-requested\n";
    let applied = "2 complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed";
    tell("D34=apply-while-requested", &(requested.clone() + applied));
    tell("D34=apply-always", &(requested.clone() + applied));
    let refused = "2 complete a/1 fence 1.1 result x -> refused cancelled, ended 1.1 a/1 cancelled
        2 complete a/1 fence 1.1 result x -> refused cancelled";
    tell("D34=refuse", &(requested.clone() + refused));
    let kept = "2 complete a/1 fence 1.1 result x -> refused cancelled
        2 heartbeat w1 fence 1.1 -> renewed until 7
        2 release w1 fence 1.1 -> released, ended 1.1 a/1 already-final";
    tell("D34=refuse D28=keeps-slot", &(requested + kept));
}

#[test]
fn d34_a_completion_of_a_run_that_is_cancelled_counts_under_apply_always_only() {
    let cancelled = HELD.to_owned()
        + "1 fail w1 fence 1.1 -> failed, ended 1.1 a/1 requeued
        1 cancel a/1 -> cancelled\n";
    for options in ["D34=apply-while-requested", "D34=refuse"] {
        tell(options, &(cancelled.clone() + "2 complete a/1 fence 1.1 result x -> refused cancelled"));
    }
    let always = "2 complete a/1 fence 1.9 result x -> refused cancelled
        2 complete a/1 fence 1.1 result x -> applied";
    tell("D34=apply-always", &(cancelled + always));
}

#[test]
fn d35_a_cancel_that_overtakes_its_submit_is_remembered_or_refused() {
    tell(
        "D35=tombstone",
        "0 cancel a/1 -> cancelled
        0 cancel a/1 -> unchanged cancelled
        0 submit a/1 cost 1 -> refused cancelled-early
        0 complete a/1 fence 1.1 result x -> refused unknown-run
        0 cancel z/4000000000 -> cancelled
        0 cancel z/4000000000 -> unchanged cancelled
        0 submit z/4000000000 cost 1 -> refused unknown-tenant",
    );
    tell(
        "D35=refuse",
        "0 cancel a/1 -> refused unknown-run
        0 submit a/1 cost 1 -> queued
        0 cancel a/1 -> cancelled
        0 claim w1 -> idle nothing-eligible",
    );
}
