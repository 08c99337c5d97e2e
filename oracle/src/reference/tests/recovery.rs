//! D36 to D38: restarts, lost records, halts, and a clock that is stepped back.

use super::*;

const HELD: &str = "0 submit a/1 cost 1\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 1";

#[test]
fn with_nothing_lost_a_restart_changes_the_term_and_the_deadlines_of_d36() {
    each(
        &settings(),
        HELD,
        &[
            (
                "D36 extend",
                "3 restart => recovered term 2\n7 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed
                 7 submit a/2 cost 1\n7 claim w1 => granted a/2 fence 2.2 until 12, charged 1",
            ),
            ("D36 keep", "3 restart => recovered term 2\n5 sweep => swept, ended 1.1 a/1 requeued"),
            (
                "D36 expire-all",
                "3 restart => recovered term 2, ended 1.1 a/1 requeued\n4 heartbeat w1 fence 1.1 => refused stale",
            ),
        ],
    );
}

#[test]
fn d37_loses_the_newest_records_halts_first_or_says_nothing() {
    each(
        &settings(),
        HELD,
        &[
            (
                "D37 halt",
                "2 restart lost 1 => halted
                 3 claim w1 => refused halted
                 3 restart => refused halted
                 4 acknowledge => recovered term 2 alarm
                 4 acknowledge => refused nothing-to-acknowledge
                 4 claim w1 => granted a/1 fence 2.2 until 9, charged 1",
            ),
            (
                "D37 truncate-alarmed",
                "2 restart lost 1 => recovered term 2 alarm\n2 heartbeat w1 fence 1.1 => refused stale",
            ),
            (
                "D37 truncate-silently",
                "2 restart lost 2 => recovered term 2\n2 complete a/1 fence 1.1 result x => refused unknown-run",
            ),
            ("D37 halt", "2 restart lost 0 => recovered term 2"),
        ],
    );
    tell("D37 halt", "2 restart lost 9 => recovered term 2");
}

#[test]
fn d37_only_steps_that_left_a_record_can_be_lost() {
    let without_records = "1 claim w1 => granted a/1 fence 1.1 until 5, repeated
        1 submit a/1 cost 1 => queued, repeated
        1 submit c/1 cost 1 => refused unknown-tenant
        1 sweep => swept
        1 heartbeat w2 fence 1.1 => refused stale
        1 claim w2 => idle nothing-eligible
        1 cancel b/1 => refused unknown-run
        1 acknowledge => refused nothing-to-acknowledge";
    let lost = tell("D37 truncate-alarmed, D35 refuse", &format!("{HELD}\n{without_records}\n2 restart lost 1"));
    assert_eq!(view(&lost, 2).tenants[0].queue.len(), 1);
    assert!(view(&lost, 2).leases.is_empty());
}

#[test]
fn d37_every_step_that_changed_something_left_one_record() {
    for (changes, beginning, with_record) in [
        ("", "", "submit a/1 cost 1"),
        ("", "", "submit a/1 cost 5"),
        ("", "0 submit a/1 cost 5", "submit a/1 cost 6"),
        ("", "0 submit a/1 cost 1", "claim w1"),
        ("", "", "cancel a/1"),
        ("", HELD, "heartbeat w1 fence 1.1"),
        ("", HELD, "fail w1 fence 1.1"),
        ("", HELD, "release w1 fence 1.1"),
        ("", HELD, "complete a/1 fence 1.1 result x"),
        ("", "0 submit a/1 cost 1", "cancel a/1"),
        ("", HELD, "cancel a/1"),
        (
            "D34 refuse, D28 keeps-slot",
            "0 submit a/1 cost 1\n0 claim w1\n0 cancel a/1",
            "complete a/1 fence 1.1 result x",
        ),
        ("", "", "set-cap a 2"),
        ("", "", "set-quota a 2"),
        ("", "", "resize 3"),
        ("", "", "restart"),
        ("", HELD, "sweep"),
        ("D20 forfeit", HELD, "claim w1"),
        ("D23 at-deadline", HELD, "heartbeat w2 fence 1.1"),
    ] {
        let records = |history: &str| tell(changes, history).journal.lost(u32::MAX);
        let before = records(beginning);
        assert_eq!(records(&format!("{beginning}\n9 {with_record}")), before + 1, "{changes} {with_record}");
    }
}

#[test]
fn d37_a_known_run_leaves_no_record_whatever_is_reported_of_it() {
    let history = "0 submit a/1 cost 1\n0 submit a/2 cost 1\n0 submit a/3 cost 1";
    let before = tell("D15 transient-first", history).journal.lost(u32::MAX);
    let after = tell("D15 transient-first", &format!("{history}\n1 submit a/1 cost 1 => refused queue-full"));
    assert_eq!(after.journal.lost(u32::MAX), before);
}

#[test]
fn the_grant_number_and_the_clock_are_never_lost() {
    tell(
        "D37 truncate-alarmed",
        "0 submit a/1 cost 1
         8 claim w1 => granted a/1 fence 1.1 until 13, charged 1
         9 restart lost 1 => recovered term 2 alarm
         9 restart lost 1 => recovered term 3 alarm
         3 claim w1 => granted a/1 fence 3.2 until 14, charged 1",
    );
}

#[test]
fn a_second_restart_can_lose_what_a_first_one_recovered() {
    let situation = tell(
        "D37 truncate-alarmed, D36 extend",
        &format!(
            "{HELD}
             2 restart lost 9 => recovered term 2 alarm
             2 submit a/1 cost 1 => queued
             3 claim w1 => granted a/1 fence 2.2 until 8, charged 1
             6 restart => recovered term 3
             7 restart lost 1 => recovered term 4 alarm"
        ),
    );
    assert_eq!(view(&situation, 7).leases[0].deadline, 12);
    assert_eq!(view(&situation, 7).term, 4);
    let kept = tell(
        "D37 truncate-alarmed, D36 keep",
        &format!("{HELD}\n1 heartbeat w1 fence 1.1 => renewed until 6\n2 restart lost 1"),
    );
    assert_eq!(view(&kept, 2).leases[0].deadline, 5);
}

#[test]
fn d37_a_halted_control_plane_shows_the_state_before_the_restart() {
    let situation = tell("", &format!("{HELD}\n2 restart lost 1 => halted\n1 claim w1 => refused halted"));
    let seen = view(&situation, 3);
    assert!(seen.halted);
    assert_eq!((seen.term, seen.leases.len()), (1, 1));
}

#[test]
fn d36_expire_all_ends_the_surviving_leases_in_order_of_fence() {
    told(
        &Settings { pool: 2, attempts: 1, ..alone(2, 4) },
        "D36 expire-all, D37 halt",
        "0 submit a/1 cost 1
         0 submit a/2 cost 1
         0 claim w1
         0 claim w2
         1 complete a/1 fence 1.1 result x
         2 restart lost 1 => halted
         3 acknowledge => recovered term 2 alarm, refunded 2, ended 1.1 a/1 failed refunded 1, ended 1.2 a/2 failed refunded 1",
    );
}

#[test]
fn d38_rebases_clamps_or_refuses_a_clock_that_is_stepped_back() {
    let beginning = "10 submit a/1 cost 1";
    each(
        &settings(),
        beginning,
        &[
            (
                "D38 rebase",
                "4 claim w1 => granted a/1 fence 1.1 until 15, charged 1
                 5 heartbeat w1 fence 1.1 => renewed until 16",
            ),
            (
                "D38 clamp",
                "4 claim w1 => granted a/1 fence 1.1 until 15, charged 1
                 5 heartbeat w1 fence 1.1 => renewed until 15
                 11 heartbeat w1 fence 1.1 => renewed until 16",
            ),
            (
                "D38 refuse",
                "4 claim w1 => refused clock
                 9 sweep => refused clock
                 10 claim w1 => granted a/1 fence 1.1 until 15, charged 1
                 7 restart => recovered term 2
                 7 acknowledge => refused nothing-to-acknowledge",
            ),
        ],
    );
}

#[test]
fn a_command_that_was_refused_for_another_reason_moves_the_clock() {
    tell("D38 refuse", "10 heartbeat w1 fence 1.1 => refused stale\n9 sweep => refused clock");
}

#[test]
fn d37_a_word_that_was_taken_left_a_record_even_where_no_lease_is_said_to_have_ended() {
    for word in ["1 fail w1 fence 1.1 => failed", "1 release w1 fence 1.1 => released"] {
        let mut situation = tell("", HELD);
        let before = situation.journal.lost(u32::MAX);
        let (at, command, outcome) = step(word);
        situation.after(at, command, &outcome.expect("an outcome"));
        assert_eq!(situation.journal.lost(u32::MAX), before + 1, "{word}");
    }
}

#[test]
fn d37_a_completion_that_hears_of_an_old_cancel_leaves_no_record() {
    let cancelled = format!("{HELD}\n1 cancel a/1 => cancel-requested\n6 sweep => swept, ended 1.1 a/1 cancelled");
    let before = tell("", &cancelled).journal.lost(u32::MAX);
    let after = tell("", &format!("{cancelled}\n7 complete a/1 fence 1.1 result x => refused cancelled"));
    assert_eq!(after.journal.lost(u32::MAX), before);
}

#[test]
fn d38_a_situation_tells_the_time_and_how_long_ago_the_last_command_was() {
    let rebased = tell("D38 rebase", "5 sweep\n3 sweep");
    assert_eq!([2, 3, 4, 9].map(|at| rebased.since_last(at)), [0, 0, 1, 6]);
    assert_eq!([2, 3, 4, 9].map(|at| rebased.time(at)), [5, 5, 6, 11]);
    let clamped = tell("D38 clamp", "5 sweep\n3 sweep");
    assert_eq!([4, 5, 9].map(|at| clamped.since_last(at)), [0, 0, 4]);
    assert_eq!([4, 5, 9].map(|at| clamped.time(at)), [5, 5, 9]);
}

#[test]
fn d37_situations_that_differ_only_in_what_could_be_lost_are_not_equal() {
    let (once, twice) = ("0 set-cap a 1", "0 set-cap a 1\n0 set-cap a 1");
    assert_eq!(tell("", once), tell("", once));
    assert_ne!(tell("", once), tell("", twice));
    assert_ne!(tell("", once), tell("", "0 set-cap a 1\n0 set-cap b 2"));
}

#[test]
fn d37_a_journal_is_let_go_record_by_record_however_long_it_is() {
    let mut journal = crate::reference::journal::Journal::default();
    for now in 0..60_000 {
        journal.push(now, Command::Sweep, Outcome::just(spec::Answer::Swept));
    }
    let copy = journal.clone();
    journal.lose(u32::MAX);
    assert_eq!((journal.lost(9), copy.lost(9)), (0, 9));
    drop(copy);
}

#[test]
fn a_clone_into_a_situation_of_another_history_under_other_settings_is_as_good_as_a_fresh_one() {
    let source = tell("D38 clamp", &format!("{HELD}\n1 restart lost 1 => halted"));
    let mut reused = told(&alone(9, 9), "D36 keep", "7 submit a/2 cost 1\n8 restart");
    reused.clone_from(&source);
    assert_eq!(reused, source);
    assert_ne!(reused, tell("D38 clamp", HELD));
}
