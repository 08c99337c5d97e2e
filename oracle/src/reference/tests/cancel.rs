//! D33 to D35 and R4: cancels of queued, held, final and unknown runs.

use super::*;

const HELD: &str = "0 submit a/1 cost 1\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 1";
const REQUESTED: &str = "0 submit a/1 cost 1\n0 claim w1\n1 cancel a/1 => cancel-requested";

#[test]
fn a_cancelled_queued_run_leaves_the_queue_at_once_and_cancelling_it_again_changes_nothing() {
    let history = "0 submit a/1 cost 1\n0 cancel a/1 => cancelled\n0 cancel a/1 => unchanged cancelled\n0 claim w1 => idle nothing-eligible";
    tell("", history);
    tell(
        "",
        "0 submit a/1 cost 5 => refused no-credit\n0 cancel a/1 => unchanged rejected\n0 submit a/1 cost 1 => queued",
    );
}

#[test]
fn d33_awaits_the_worker_or_revokes_at_once() {
    each(
        &settings(),
        HELD,
        &[
            (
                "D33 await-worker",
                "1 cancel a/1 => cancel-requested
                 1 cancel a/1 => unchanged held
                 2 heartbeat w1 fence 1.1 => renewed until 7 cancel-requested
                 2 claim w1 => granted a/1 fence 1.1 until 7, repeated
                 3 release w1 fence 1.1 => released, ended 1.1 a/1 cancelled",
            ),
            (
                "D33 revoke",
                "1 cancel a/1 => cancelled, ended 1.1 a/1 cancelled
                 2 heartbeat w1 fence 1.1 => refused stale
                 2 complete a/1 fence 1.1 result x => refused cancelled",
            ),
        ],
    );
}

#[test]
fn d33_however_a_requested_cancel_ends_its_lease_no_attempt_is_used_and_the_run_is_cancelled() {
    for (changes, ending) in [
        ("", "5 sweep => swept, ended 1.1 a/1 cancelled"),
        ("", "2 fail w1 fence 1.1 => failed, ended 1.1 a/1 cancelled"),
        ("D20 forfeit", "2 claim w1 => idle nothing-eligible, ended 1.1 a/1 cancelled"),
        ("D36 expire-all", "2 restart => recovered term 2, ended 1.1 a/1 cancelled"),
        ("D21 revoke-newest", "2 set-cap a 0 => set, ended 1.1 a/1 cancelled"),
        ("D23 at-deadline", "5 complete a/1 fence 1.1 result x => refused cancelled, ended 1.1 a/1 cancelled"),
    ] {
        let situation = tell(changes, &format!("{REQUESTED}\n{ending}"));
        assert_eq!(view(&situation, 5).runs[0].attempts, 0);
        assert!(!view(&situation, 5).runs[0].cancel_requested);
    }
}

#[test]
fn d34_says_whether_a_completion_beats_a_cancel() {
    each(
        &settings(),
        REQUESTED,
        &[
            ("D34 apply-while-requested", "2 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed"),
            (
                "D34 refuse, D05 refund",
                "2 complete a/1 fence 1.1 result x => refused cancelled, refunded 1, ended 1.1 a/1 cancelled refunded 1",
            ),
            ("D34 refuse, D29 refuse", "6 complete a/1 fence 1.1 result x => refused expired"),
            (
                "D34 refuse, D29 accept",
                "6 complete a/1 fence 1.1 result x => refused cancelled, ended 1.1 a/1 cancelled",
            ),
            (
                "D34 apply-always",
                "6 sweep\n7 complete a/1 fence 1.1 result x => applied\n7 cancel a/1 => unchanged completed",
            ),
            ("D34 apply-always", "6 sweep\n7 complete a/1 fence 1.2 result x => refused cancelled"),
        ],
    );
}

#[test]
fn d34_refuse_with_d28_keeps_slot_cancels_the_run_and_leaves_its_lease() {
    let situation = tell(
        "D34 refuse, D28 keeps-slot, D05 refund",
        &format!(
            "{REQUESTED}
             2 complete a/1 fence 1.1 result x => refused cancelled, refunded 1
             2 complete a/1 fence 1.1 result x => refused cancelled
             3 heartbeat w1 fence 1.1 => renewed until 8
             4 release w1 fence 1.1 => released, ended 1.1 a/1 already-final"
        ),
    );
    assert_eq!(view(&situation, 4).runs[0].net_charge, 0);
}

#[test]
fn d35_remembers_a_cancel_that_came_first_or_refuses_it() {
    tell(
        "D35 tombstone",
        "0 cancel a/1 => cancelled
         0 cancel a/1 => unchanged cancelled
         1 submit a/1 cost 1 => refused cancelled-early
         20 submit a/1 cost 1 => refused cancelled-early
         20 cancel z/1 => cancelled",
    );
    tell("D35 refuse", "0 cancel a/1 => refused unknown-run\n1 submit a/1 cost 1 => queued");
}
