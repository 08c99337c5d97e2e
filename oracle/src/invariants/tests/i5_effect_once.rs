//! I5 effect-once.

use super::{InvariantId::I5, breaks, keeps, start};

const COMPLETED: &str = "0 submit a/1 cost 1 => queued
    0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
    1 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed";

#[test]
fn i5_fires_when_a_late_duplicate_counts_as_first_as_under_d32_one_window_apply() {
    breaks(
        start(&[("D32", "one-window-apply")]),
        I5,
        "the completion of a/1 was applied a second time, under fence 1.1",
        &format!("{COMPLETED}\n20 complete a/1 fence 1.1 result x => applied"),
    );
}

#[test]
fn i5_is_silent_however_a_duplicate_is_answered_that_is_not_applied() {
    for answer in ["duplicate", "conflict x", "refused final", "refused unknown-run"] {
        keeps(start(&[]), &format!("{COMPLETED}\n20 complete a/1 fence 1.1 result y => {answer}"));
    }
}

#[test]
fn i5_forgets_an_application_that_was_lost_with_an_alarm() {
    keeps(
        start(&[("D37", "truncate-alarmed")]),
        &format!(
            "{COMPLETED}
             2 restart lost 1 => recovered term 2 alarm
             3 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed"
        ),
    );
}
