//! D36 to D38, and an embedder who keeps the journal.

use super::{decisions, go_on, settings, tell};
use crate::ControlPlane;
use spec::View;

const HELD: &str = "0 submit a/1 cost 1 -> queued
    0 claim w1 -> granted a/1 fence 1.1 until 5, charged 1\n";

#[test]
fn d36_after_a_restart_live_leases_are_extended_kept_or_lost() {
    let extend = "3 restart -> recovered term 2
        7 sweep -> swept
        8 sweep -> swept, ended 1.1 a/1 requeued
        8 claim w1 -> granted a/1 fence 2.2 until 13";
    tell("D36=extend", &(HELD.to_owned() + extend));
    let keep = "3 restart -> recovered term 2
        4 heartbeat w1 fence 1.1 -> renewed until 9
        9 sweep -> swept, ended 1.1 a/1 requeued";
    tell("D36=keep", &(HELD.to_owned() + keep));
    let expire = "3 restart -> recovered term 2, ended 1.1 a/1 requeued
        3 complete a/1 fence 1.1 result x -> applied";
    tell("D36=expire-all", &(HELD.to_owned() + expire));
}

#[test]
fn d37_lost_records_halt_raise_an_alarm_or_go_unsaid() {
    let halt = "1 restart lost 1 -> halted
        1 claim w1 -> refused halted
        1 restart -> refused halted
        2 acknowledge -> recovered term 2 alarm
        2 acknowledge -> refused nothing-to-acknowledge
        2 heartbeat w1 fence 1.1 -> refused stale
        2 claim w1 -> granted a/1 fence 2.2 until 7, charged 1";
    tell("D37=halt", &(HELD.to_owned() + halt));
    let alarmed = "1 restart lost 9 -> recovered term 2 alarm
        1 submit a/1 cost 1 -> queued";
    tell("D37=truncate-alarmed", &(HELD.to_owned() + alarmed));
    let silently = "1 restart lost 1 -> recovered term 2
        1 claim w1 -> granted a/1 fence 2.2 until 6, charged 1";
    tell("D37=truncate-silently", &(HELD.to_owned() + silently));
}

#[test]
fn d37_nothing_is_lost_where_there_is_no_record() {
    tell("D37=halt", "0 sweep -> swept\n1 restart lost 3 -> recovered term 2");
}

#[test]
fn d37_while_halted_the_view_shows_the_state_before_the_restart() {
    let plane = tell("D37=halt", &(HELD.to_owned() + "1 restart lost 1 -> halted"));
    let mut view = View::default();
    plane.view(1, &mut view);
    assert_eq!((view.halted, view.term, view.leases.len(), view.tenants[0].spent), (true, 1, 1, 1));
}

#[test]
fn d38_a_step_back_is_rebased_waited_out_or_refused() {
    let story = "5 submit a/1 cost 1 -> queued\n";
    let rebase = "3 claim w1 -> granted a/1 fence 1.1 until 10, charged 1
        4 heartbeat w1 fence 1.1 -> renewed until 11";
    tell("D38=rebase", &(story.to_owned() + rebase));
    let clamp = "3 claim w1 -> granted a/1 fence 1.1 until 10, charged 1
        4 heartbeat w1 fence 1.1 -> renewed until 10
        6 heartbeat w1 fence 1.1 -> renewed until 11";
    tell("D38=clamp", &(story.to_owned() + clamp));
    let refuse = "3 claim w1 -> refused clock
        3 restart -> recovered term 2
        4 claim w1 -> refused clock
        5 claim w1 -> granted a/1 fence 2.1 until 10, charged 1";
    tell("D38=refuse", &(story.to_owned() + refuse));
}

#[test]
fn an_embedder_recovers_from_the_records_that_it_kept() {
    let options = "D36=keep";
    let mut plane = tell(options, HELD);
    let mut kept: Vec<_> = plane.drain_journal().collect();
    go_on(&mut plane, options, "2 heartbeat w1 fence 1.1 -> renewed until 7\n2 restart lost 1 -> refused invalid");
    kept.extend(plane.drain_journal());
    assert!(plane.journal().is_empty());
    let (anchor, choices) = (plane.anchor(), decisions(options));
    let (mut recovered, outcome) =
        ControlPlane::recover(&settings(), &choices, anchor, &kept, 0, 3).expect("the settings are good");
    assert_eq!(outcome.to_string(), "recovered term 2");
    assert_eq!(plane.apply(3, spec::Command::Restart { lost: 0 }), outcome);
    assert_eq!(recovered.drain_journal().collect::<Vec<_>>(), plane.drain_journal().collect::<Vec<_>>());
    assert!(recovered == plane, "the recovered one goes on as the one that was there");
    let go = "3 heartbeat w1 fence 1.1 -> renewed until 8";
    go_on(&mut recovered, options, go);
    go_on(&mut plane, options, go);
}

#[test]
fn an_embedder_who_lost_records_is_halted_until_an_operator_accepts_it() {
    let plane = tell("", HELD);
    let (anchor, kept) = (plane.anchor(), &plane.journal()[..1]);
    let (mut recovered, outcome) =
        ControlPlane::recover(&settings(), &decisions(""), anchor, kept, 1, 1).expect("the settings are good");
    assert_eq!(outcome.to_string(), "halted");
    let story = "1 sweep -> refused halted
        2 acknowledge -> recovered term 2 alarm
        2 claim w1 -> granted a/1 fence 2.2 until 7, charged 1";
    go_on(&mut recovered, "", story);
}

#[test]
fn who_asks_for_records_where_there_are_none_has_taken_none_away() {
    let mut plane = tell("D37=truncate-alarmed", "0 sweep -> swept");
    assert_eq!(plane.drain_journal().count(), 0);
    let story = HELD.to_owned() + "1 restart lost 1 -> recovered term 2 alarm";
    go_on(&mut plane, "D37=truncate-alarmed", &story);
}
