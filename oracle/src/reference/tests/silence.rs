//! D22 to D25: deadlines, and what becomes of a worker's word or of its silence.

use super::*;

const HELD: &str = "0 submit a/1 cost 1\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 1";

#[test]
fn d22_is_one_comparison_for_heartbeat_completion_claim_and_sweep() {
    let late = "D24 refuse, D29 refuse";
    for (ending, expired, alive) in [
        ("heartbeat w1 fence 1.1", "refused expired", "renewed until 10"),
        ("complete a/1 fence 1.1 result x", "refused expired", "applied, ended 1.1 a/1 completed"),
        ("claim w1", "refused already-holding", "granted a/1 fence 1.1 until 5, repeated"),
        ("sweep", "swept, ended 1.1 a/1 requeued", "swept"),
    ] {
        tell(&format!("{late}, D22 expired"), &format!("{HELD}\n5 {ending} => {expired}"));
        tell(&format!("{late}, D22 alive"), &format!("{HELD}\n5 {ending} => {alive}"));
    }
}

#[test]
fn d23_at_deadline_ends_what_is_due_before_any_command_even_one_that_is_refused() {
    each(
        &settings(),
        HELD,
        &[
            ("D23 at-deadline", "6 complete c/1 fence 9.9 result x => refused unknown-run, ended 1.1 a/1 requeued"),
            ("D23 at-deadline", "6 heartbeat w1 fence 1.1 => refused stale, ended 1.1 a/1 requeued"),
            ("D23 at-deadline", "6 fail w1 fence 1.1 => refused stale, ended 1.1 a/1 requeued"),
            ("D23 at-deadline", "6 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 requeued"),
            ("D23 at-deadline", "6 sweep => swept, ended 1.1 a/1 requeued"),
            ("D23 at-deadline", "6 restart => recovered term 2\n6 heartbeat w1 fence 1.1 => renewed until 11"),
            ("D23 at-deadline, D38 refuse", "6 sweep\n5 heartbeat w1 fence 1.1 => refused clock"),
        ],
    );
}

#[test]
fn d23_at_deadline_judges_the_command_on_what_the_ends_leave_behind() {
    told(
        &Settings { pool: 1, ..alone(1, 4) },
        "D23 at-deadline, D26 at-once, D18 back",
        "0 submit a/1 cost 1
         0 claim w1
         1 submit a/2 cost 1
         1 submit a/3 cost 1
         6 submit a/4 cost 1 => refused queue-full, ended 1.1 a/1 requeued
         7 claim w1 => granted a/2 fence 1.2 until 12, charged 1",
    );
}

#[test]
fn d23_uncounted_takes_no_slot_and_no_place_under_the_cap_but_lives_until_the_sweep() {
    let settings = Settings { pool: 1, ..alone(1, 4) };
    let beginning = format!("{HELD}\n0 submit a/2 cost 1");
    each(
        &settings,
        &beginning,
        &[
            ("D23 at-sweep", "5 claim w2 => idle no-slot"),
            (
                "D23 uncounted",
                "4 claim w2 => idle no-slot
                 5 claim w2 => granted a/2 fence 1.2 until 10, charged 1
                 5 heartbeat w1 fence 1.1 => renewed until 10",
            ),
            ("D23 never", "9 sweep => swept\n9 release w1 fence 1.1 => released, ended 1.1 a/1 requeued"),
        ],
    );
}

#[test]
fn a_sweep_ends_what_is_due_by_deadline_and_then_by_fence() {
    told(
        &Settings { pool: 3, ..alone(3, 9) },
        "",
        "0 submit a/1 cost 1
         0 submit a/2 cost 1
         0 submit a/3 cost 1
         0 claim w1
         0 claim w2
         0 claim w3
         1 heartbeat w1 fence 1.1
         9 sweep => swept, ended 1.2 a/2 requeued, ended 1.3 a/3 requeued, ended 1.1 a/1 requeued",
    );
}

#[test]
fn d24_a_late_heartbeat_revives_or_is_refused_and_a_stale_one_is_stale() {
    each(
        &settings(),
        HELD,
        &[
            ("D24 revive", "8 heartbeat w1 fence 1.1 => renewed until 13"),
            ("D24 refuse", "8 heartbeat w1 fence 1.1 => refused expired"),
            ("D24 revive", "8 heartbeat w2 fence 1.1 => refused stale\n8 heartbeat w1 fence 1.2 => refused stale"),
        ],
    );
}

#[test]
fn a_renewal_never_makes_a_deadline_earlier() {
    told(
        &Settings { pool: 0, ..alone(1, 4) },
        "D19 claimable-lease-when-warm",
        "0 submit a/1 cost 1
         0 resize 1
         0 claim w1 => granted a/1 fence 1.1 until 8, charged 1
         1 heartbeat w1 fence 1.1 => renewed until 8
         4 heartbeat w1 fence 1.1 => renewed until 9
         4 restart => recovered term 2",
    );
}

#[test]
fn the_word_of_a_worker_is_taken_after_the_deadline_too_until_the_sweep() {
    each(
        &settings(),
        HELD,
        &[
            ("", "9 fail w1 fence 1.1 => failed, ended 1.1 a/1 requeued"),
            ("", "9 release w1 fence 1.1 => released, ended 1.1 a/1 requeued\n9 release w1 fence 1.1 => refused stale"),
            ("", "9 fail w2 fence 1.1 => refused stale"),
        ],
    );
}

#[test]
fn d25_says_whether_a_loss_uses_up_an_attempt_and_a_failure_always_does() {
    let beginning = format!("{HELD}\n1 release w1 fence 1.1 => released, ended 1.1 a/1 requeued\n1 claim w1");
    each(
        &settings(),
        &beginning,
        &[
            ("D25 spends", "2 release w1 fence 1.2 => released, refunded 1, ended 1.2 a/1 failed refunded 1"),
            ("D25 spends", "2 fail w1 fence 1.2 => failed, ended 1.2 a/1 failed"),
            ("D25 free", "2 release w1 fence 1.2 => released, ended 1.2 a/1 requeued"),
            (
                "D25 free",
                "2 fail w1 fence 1.2 => failed, ended 1.2 a/1 requeued
                 2 claim w1
                 3 fail w1 fence 1.3 => failed, ended 1.3 a/1 failed",
            ),
        ],
    );
    assert_eq!(view(&tell("D25 spends", &beginning), 1).runs[0].attempts, 1);
    assert_eq!(view(&tell("D25 free", &beginning), 1).runs[0].attempts, 0);
}
