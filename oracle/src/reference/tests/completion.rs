//! D28 to D32 and R11: which completions count, and what the others hear.

use super::*;

const HELD: &str = "0 submit a/1 cost 1\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 1";

#[test]
fn a_completion_hears_of_the_run_before_the_fence_and_of_the_fence_before_the_deadline() {
    each(
        &settings(),
        HELD,
        &[
            ("D29 refuse", "6 complete a/2 fence 1.1 result x => refused unknown-run"),
            ("D29 refuse", "6 complete a/1 fence 1.2 result x => refused stale"),
            ("D29 refuse", "6 complete a/1 fence 1.1 result x => refused expired"),
            ("D29 refuse", "1 fail w1 fence 1.1\n6 complete a/1 fence 1.1 result x => refused stale"),
            ("D29 refuse", "6 sweep\n6 complete a/1 fence 1.1 result x => refused expired"),
            ("D29 refuse, D25 free", "6 sweep\n6 cancel a/1\n7 complete a/1 fence 1.1 result x => refused cancelled"),
        ],
    );
}

#[test]
fn a_completion_of_a_rejected_run_is_stale_or_final_by_d13_and_of_a_tombstoned_one_unknown() {
    let beginning = "0 submit a/1 cost 5 => refused no-credit\n0 cancel a/2 => cancelled";
    each(
        &settings(),
        beginning,
        &[
            ("D13 judge-afresh", "1 complete a/1 fence 1.1 result x => refused stale"),
            ("D13 repeat-refusal", "1 complete a/1 fence 1.1 result x => refused final"),
            ("D35 tombstone", "1 complete a/2 fence 1.1 result x => refused unknown-run"),
        ],
    );
}

#[test]
fn d28_keeps_slot_leaves_a_lease_that_counts_until_it_ends_and_then_brings_nothing() {
    let beginning = format!("{HELD}\n0 submit a/2 cost 1\n1 complete a/1 fence 1.1 result x => applied");
    each(
        &settings(),
        &beginning,
        &[
            ("D28 keeps-slot", "2 claim w2 => idle nothing-eligible\n2 cancel a/1 => unchanged completed"),
            (
                "D28 keeps-slot",
                "2 heartbeat w1 fence 1.1 => renewed until 7\n7 sweep => swept, ended 1.1 a/1 already-final",
            ),
            ("D28 keeps-slot", "2 release w1 fence 1.1 => released, ended 1.1 a/1 already-final"),
            ("D28 keeps-slot", "2 fail w1 fence 1.1 => failed, ended 1.1 a/1 already-final"),
            (
                "D28 keeps-slot, D20 forfeit",
                "2 claim w1 => granted a/2 fence 1.2 until 7, charged 1, ended 1.1 a/1 already-final",
            ),
        ],
    );
}

#[test]
fn d29_accept_takes_the_run_out_of_the_queue_and_ends_an_unswept_lease() {
    each(
        &settings(),
        HELD,
        &[
            ("D29 accept", "6 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed"),
            (
                "D29 accept",
                "6 sweep\n7 complete a/1 fence 1.1 result x => applied\n7 claim w2 => idle nothing-eligible",
            ),
            ("D29 accept, D28 keeps-slot", "6 complete a/1 fence 1.1 result x => applied"),
            ("D29 refuse, D22 alive", "5 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed"),
        ],
    );
    told(
        &Settings { attempts: 1, ..settings() },
        "D29 accept",
        &format!("{HELD}\n6 sweep\n7 complete a/1 fence 1.1 result x => refused final"),
    );
}

#[test]
fn d30_accept_takes_only_fences_that_this_run_was_granted() {
    let beginning = format!(
        "{HELD}\n0 submit b/1 cost 1\n0 claim w2\n1 fail w1 fence 1.1\n1 claim w1 => granted a/1 fence 1.3 until 6"
    );
    each(
        &settings(),
        &beginning,
        &[
            ("D30 refuse", "2 complete a/1 fence 1.1 result x => refused stale"),
            ("D30 accept", "2 complete a/1 fence 1.2 result x => refused stale"),
            ("D30 accept", "2 complete a/1 fence 1.1 result x => applied, ended 1.3 a/1 completed"),
            ("D30 accept, D28 keeps-slot", "2 complete a/1 fence 1.1 result x => applied"),
        ],
    );
}

#[test]
fn d31_answers_a_completed_run_whatever_the_fence() {
    let beginning = format!("{HELD}\n1 complete a/1 fence 1.1 result x");
    each(
        &settings(),
        &beginning,
        &[
            ("D31 acknowledge", "2 complete a/1 fence 9.9 result y => duplicate"),
            (
                "D31 report-conflict",
                "2 complete a/1 fence 9.9 result y => conflict x\n2 complete a/1 fence 1.1 result x => duplicate",
            ),
            ("D31 refuse", "2 complete a/1 fence 1.1 result x => refused final"),
        ],
    );
}

#[test]
fn d32_remembers_through_the_window_of_the_completion() {
    let beginning = format!("{HELD}\n3 complete a/1 fence 1.1 result x");
    each(
        &settings(),
        &beginning,
        &[
            ("D32 forever", "99 complete a/1 fence 1.1 result y => duplicate"),
            (
                "D32 one-window-refuse",
                "9 complete a/1 fence 1.1 result x => duplicate\n10 complete a/1 fence 1.1 result x => refused unknown-run",
            ),
            (
                "D32 one-window-refuse, D01 rolling",
                "12 complete a/1 fence 1.1 result x => duplicate\n13 complete a/1 fence 1.1 result x => refused unknown-run",
            ),
            (
                "D32 one-window-apply",
                "10 complete a/1 fence 1.2 result y => refused stale
                 10 complete a/1 fence 1.1 result y => applied
                 11 complete a/1 fence 1.1 result x => duplicate",
            ),
            ("D32 one-window-refuse", "10 submit a/1 cost 1 => queued, repeated\n10 cancel a/1 => unchanged completed"),
        ],
    );
}

#[test]
fn d34_a_completion_that_is_applied_while_a_cancel_is_requested_refunds_nothing() {
    tell(
        "D34 apply-while-requested, D05 refund",
        &format!(
            "{HELD}\n1 cancel a/1 => cancel-requested\n2 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed"
        ),
    );
}
