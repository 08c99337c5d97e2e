//! I8 final.

use super::{InvariantId::I8, breaks, keeps, last_of, start};

const CANCELLED: &str = "0 submit a/1 cost 1 => queued
    0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
    1 cancel a/1 => cancel-requested
    6 sweep => swept, ended 1.1 a/1 cancelled";

const COMPLETED: &str = "0 submit a/1 cost 1 => queued
    0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
    1 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed";

#[test]
fn i8_fires_when_a_cancelled_run_completes_as_under_d34_apply_always() {
    breaks(
        start(&[("D34", "apply-always")]),
        I8,
        "a/1 was completed after it was cancelled",
        &format!("{CANCELLED}\n7 complete a/1 fence 1.1 result x => applied"),
    );
}

#[test]
fn i8_is_silent_when_what_is_cancelled_stays_cancelled() {
    keeps(
        start(&[]),
        &format!(
            "{CANCELLED}
             7 complete a/1 fence 1.1 result x => refused cancelled
             7 cancel a/1 => unchanged cancelled
             7 submit a/1 cost 1 => queued, repeated
             8 claim w1 => idle nothing-eligible"
        ),
    );
}

#[test]
fn i8_fires_when_records_are_lost_without_a_word_as_under_d37_truncate_silently() {
    breaks(
        start(&[("D37", "truncate-silently")]),
        I8,
        "1 acknowledged records were lost, and no alarm was raised",
        &format!("{COMPLETED}\n2 restart lost 1 => recovered term 2"),
    );
    breaks(
        start(&[]),
        I8,
        "1 acknowledged records were lost, and no alarm was raised",
        &format!("{COMPLETED}\n2 restart lost 1 => halted\n3 acknowledge => recovered term 2"),
    );
}

#[test]
fn i8_is_silent_when_nothing_was_there_to_be_lost_or_an_alarm_says_so() {
    keeps(start(&[]), "0 claim w1 => idle nothing-eligible\n1 restart lost 1 => recovered term 2");
    keeps(start(&[]), &format!("{COMPLETED}\n2 restart => recovered term 2\n2 claim w1 => idle nothing-eligible"));
    keeps(
        start(&[]),
        &format!(
            "{COMPLETED}
             2 restart lost 2 => halted
             3 submit a/1 cost 1 => refused halted
             4 acknowledge => recovered term 2 alarm
             5 claim w1 => granted a/1 fence 2.2 until 10, charged 1"
        ),
    );
}

#[test]
fn i8_fires_when_a_final_run_goes_on() {
    for (line, word) in
        [("2 submit a/1 cost 1 => queued", "queued"), ("2 claim w1 => granted a/1 fence 1.2 until 7", "granted")]
    {
        breaks(start(&[]), I8, &format!("a/1 was {word} after it was completed"), &format!("{COMPLETED}\n{line}"));
    }
}

#[test]
fn i8_fires_when_a_tombstone_was_forgotten() {
    breaks(
        start(&[]),
        I8,
        "a/1 was queued after it was cancelled",
        "0 cancel a/1 => cancelled\n1 submit a/1 cost 1 => queued",
    );
}

#[test]
fn i8_lets_a_kept_lease_be_renewed_and_expire_under_d28_keeps_slot_and_never_be_requeued() {
    let kept = "0 submit a/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        1 complete a/1 fence 1.1 result x => applied
        2 heartbeat w1 fence 1.1 => renewed until 7";
    let judge = || start(&[("D28", "keeps-slot")]);
    keeps(judge(), &format!("{kept}\n8 sweep => swept, ended 1.1 a/1 already-final"));
    breaks(
        judge(),
        I8,
        "a/1 was queued again after it was completed",
        &format!("{kept}\n8 sweep => swept, ended 1.1 a/1 requeued"),
    );
    breaks(
        judge(),
        I8,
        "a/1 was failed after it was completed",
        &format!("{kept}\n8 fail w1 fence 1.1 => failed, ended 1.1 a/1 failed"),
    );
    breaks(start(&[]), I8, "a/1 was renewed after it was completed", kept);
}

#[test]
fn i8_knows_that_a_refused_completion_cancelled_the_run_under_d34_refuse() {
    let refused = "0 submit a/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        1 cancel a/1 => cancel-requested
        2 complete a/1 fence 1.1 result x => refused cancelled";
    let judge = || start(&[("D34", "refuse"), ("D28", "keeps-slot")]);
    keeps(judge(), &format!("{refused}\n8 sweep => swept, ended 1.1 a/1 already-final"));
    breaks(
        judge(),
        I8,
        "a/1 was completed after it was cancelled",
        &format!("{refused}\n3 complete a/1 fence 1.1 result x => applied"),
    );
}

#[test]
fn i8_takes_a_rejected_run_as_d13_has_it() {
    let history = "0 submit a/1 cost 5 => refused no-credit
        1 set-quota a 9 => set
        2 submit a/1 cost 5 => queued";
    keeps(start(&[]), history);
    breaks(start(&[("D13", "repeat-refusal")]), I8, "a/1 was queued after it was rejected", history);
}

#[test]
fn i8_fires_when_a_final_run_is_shed_cancelled_or_completed_by_an_end_alone() {
    for (line, word) in [
        ("2 submit a/2 cost 1 => queued, shed a/1", "shed"),
        ("2 cancel a/1 => cancelled", "cancelled"),
        ("2 sweep => swept, ended 1.1 a/1 failed", "failed"),
    ] {
        breaks(start(&[]), I8, &format!("a/1 was {word} after it was completed"), &format!("{COMPLETED}\n{line}"));
    }
    breaks(
        start(&[]),
        I8,
        "a/1 was completed after it was cancelled",
        &format!("{CANCELLED}\n7 sweep => swept, ended 1.1 a/1 completed"),
    );
}

#[test]
fn i8_takes_a_run_for_completed_of_which_only_an_end_says_so() {
    breaks(
        start(&[]),
        I8,
        "a/1 was granted after it was completed",
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         5 sweep => swept, ended 1.1 a/1 completed
         6 claim w1 => granted a/1 fence 1.2 until 11",
    );
}

#[test]
fn i8_takes_a_refused_completion_for_a_cancel_only_where_one_was_asked_for() {
    keeps(
        start(&[("D34", "refuse")]),
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         1 complete a/1 fence 1.1 result x => refused cancelled
         2 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed",
    );
    keeps(
        start(&[("D34", "refuse")]),
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         5 sweep => swept, ended 1.1 a/1 requeued
         5 claim w1 => granted a/1 fence 1.2 until 10
         6 cancel a/1 => cancel-requested
         6 complete a/1 fence 1.1 result x => refused cancelled
         7 complete a/1 fence 1.2 result x => applied, ended 1.2 a/1 completed",
    );
}

#[test]
fn i8_sees_that_a_completion_brings_another_run_to_an_end_that_had_its_end() {
    let said = last_of(
        start(&[("D34", "refuse"), ("D28", "keeps-slot")]),
        "0 submit a/1 cost 1 => queued
         0 submit b/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         0 claim w2 => granted b/1 fence 1.2 until 5, charged 1
         1 cancel b/1 => cancel-requested
         2 complete b/1 fence 1.2 result x => refused cancelled
         3 complete a/1 fence 1.1 result x => applied, ended 1.2 b/1 completed",
    );
    let said: Vec<_> = said.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "I6 fenced: b/1 was completed under fence 1.1, which is a/1's",
            "I8 final: b/1 was completed after it was cancelled",
        ]
    );
}
