//! A decision is read only where its options part ways: an early read costs the explorer a graph that comes out the same.

use super::*;

/// What is read while a command is answered after a history, by id.
fn reads(history: &str, command: &str) -> String {
    let situation = tell("", history);
    let (at, command, _) = step(command);
    let decisions = decisions("");
    situation.expect(&decisions, at, command);
    let read: Vec<&str> = decisions.reads().iter().map(|decision| decision.info().id).collect();
    read.join(" ")
}

const HELD: &str = "0 submit a/1 cost 1\n0 claim w1";

#[test]
fn decisions_are_read_only_where_their_options_part_ways() {
    for (history, command, expected) in [
        ("", "0 submit a/1 cost 1", "D02"),
        ("", "0 submit a/1 cost 5", "D04 D10"),
        ("0 submit a/1 cost 1", "0 submit a/1 cost 1", "D08 D12"),
        ("0 submit a/1 cost 3", "0 submit a/2 cost 2", "D02 D04 D08 D10 D11"),
        ("", "0 submit c/1 cost 1", ""),
        ("0 cancel a/1", "0 submit a/1 cost 1", ""),
        ("0 submit a/1 cost 1", "0 cancel a/1", ""),
        (HELD, "0 cancel a/1", "D33"),
        ("", "0 cancel a/1", "D35"),
        ("", "0 claim w1", ""),
        ("0 submit a/1 cost 1", "0 claim w1", "D02"),
        ("0 submit a/1 cost 1\n0 submit b/1 cost 1", "0 claim w1", "D02"),
        ("0 submit b/1 cost 1\n0 submit a/1 cost 1", "0 claim w1", "D02 D16"),
        (HELD, "1 claim w1", "D20"),
        (HELD, "5 claim w1", "D20 D22 D23"),
        (HELD, "4 heartbeat w1 fence 1.1", ""),
        (HELD, "5 heartbeat w1 fence 1.1", "D23 D24"),
        (HELD, "1 complete a/1 fence 1.1 result x", "D28"),
        (HELD, "6 complete a/1 fence 1.1 result x", "D23 D28 D29"),
        (HELD, "1 fail w1 fence 1.1", ""),
        (HELD, "1 release w1 fence 1.1", ""),
        ("0 submit a/1 cost 1\n0 claim w1\n1 release w1 fence 1.1\n1 claim w1", "2 release w1 fence 1.2", "D06 D25"),
        (HELD, "4 sweep", ""),
        (HELD, "6 sweep", "D23"),
        (HELD, "5 sweep", "D22 D23"),
        (HELD, "1 set-cap a 1", ""),
        (HELD, "1 set-cap a 0", "D09 D21"),
        (HELD, "1 resize 0", "D21"),
        ("", "1 restart", ""),
        (HELD, "1 restart", "D36"),
        (HELD, "1 restart lost 1", "D37"),
        ("9 sweep", "8 sweep", "D38"),
    ] {
        assert_eq!(reads(history, command), expected, "`{command}` after `{history}`");
    }
}

#[test]
fn the_fold_notes_what_it_reads_too() {
    let read = |history| tell("", history).reads().contains(DecisionId::find("D18").unwrap());
    assert!(!read("0 submit a/1 cost 1\n0 claim w1\n1 fail w1 fence 1.1"));
    assert!(read("0 submit a/1 cost 1\n0 submit a/2 cost 1\n0 claim w1\n1 fail w1 fence 1.1"));
}

#[test]
fn a_situation_tells_under_which_decisions_it_was_folded() {
    assert_eq!(*tell("D18 back", "").decisions(), decisions("D18 back"));
    assert_ne!(*tell("D18 back", "").decisions(), decisions("D18 front"));
}

#[test]
fn viewing_and_describing_note_no_reads() {
    let situation = tell("", &format!("{HELD}\n0 submit a/2 cost 1\n6 sweep"));
    let before = situation.reads();
    let _ = view(&situation, 6);
    situation.describe(6, &mut Canon::default());
    assert_eq!(situation.reads(), before);
}
