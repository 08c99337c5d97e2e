//! Settling and reopening a decision in the text: only what has to change changes, and an undo leaves no trace.

use super::support::{at_two_lengths, changed, sound};
use crate::DecisionId;
use crate::yaml::SpecFile;
use crate::yaml::edit::{Because, BecauseError, Change, EditError, Edited, edit};

const REAL: &str = include_str!("../../../spec.yaml");
const WHY: &str = "Operators type 0 to suspend a tenant";

fn decision(id: &str) -> DecisionId {
    DecisionId::find(id).unwrap()
}

fn settle(option: usize, because: &str) -> Change {
    Change::Settle { option, because: Because::new(because).unwrap(), on: "2026-11-29".parse().unwrap() }
}

fn edited(text: &str, id: &str, change: &Change) -> Edited {
    match edit("spec.yaml", text, decision(id), change) {
        Ok(Some(edited)) => edited,
        Ok(None) => panic!("nothing to do"),
        Err(error) => panic!("{error}"),
    }
}

/// The lines that are only in one of two texts, as `git diff` shows them.
fn difference(before: &str, after: &str) -> Vec<String> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let longest = before.len().min(after.len()) - start;
    let end = before.iter().rev().zip(after.iter().rev()).take(longest).take_while(|(one, other)| one == other).count();
    let gone = before[start..before.len() - end].iter().map(|line| format!("-{line}"));
    let new = after[start..after.len() - end].iter().map(|line| format!("+{line}"));
    gone.chain(new).collect()
}

/// Settles the first open decision that is `id`, looks at the difference, and takes it back.
fn there_and_back(text: &str, id: &str, option: usize, because: &str) -> Vec<String> {
    let settled = edited(text, id, &settle(option, because));
    let found = settled.after.decision(decision(id)).unwrap();
    assert_eq!(found.choice, Some(option));
    assert_eq!(found.settled.as_ref().and_then(|settled| settled.because.clone()).as_deref(), Some(because));
    let reopened = edited(&settled.text, id, &Change::Reopen);
    assert_eq!(difference(text, &reopened.text), [""; 0], "{id} was settled and reopened");
    assert!(reopened.text == text, "{id} was settled and reopened, and its line ends are not what they were");
    difference(text, &settled.text)
}

fn each_open_question_of_the_real_spec_can_be_settled_and_reopened_without_a_trace(every: usize) {
    let open = SpecFile::parse("spec.yaml", REAL).unwrap().open();
    // When all are settled there is nothing open to try it on, so each settled one is reopened first.
    for id in ["D09", "D19", "D27"].into_iter().step_by(every) {
        let was_open = open.contains(&decision(id));
        let text = if was_open { REAL.to_owned() } else { edited(REAL, id, &Change::Reopen).text };
        for option in (0..decision(id).info().options.len()).step_by(every) {
            let name = decision(id).info().options[option];
            let lines = there_and_back(&text, id, option, WHY);
            let choice = format!("+    choice: {name}");
            assert_eq!(
                lines,
                ["-    open: true", &choice, "+    settled: 2026-11-29", &format!("+    because: {WHY}")]
            );
        }
    }
}

fn every_layout_that_the_loader_reads_comes_back_to_the_byte(every: usize) {
    let layouts = [
        sound(),
        sound().replace('\n', "\r\n"),
        format!("\u{feff}{}", sound()),
        format!("\u{feff}{}", sound().replace('\n', "\r\n")),
        changed("    open: true\n", "    open: true   # not yet\n"),
        changed("    open: true\n", "    open:    true\n\n    # a comment between\n\n"),
        changed("    open: true\n", "    open:\n      true\n"),
        changed("    open: true\n", "    'open': true # so\n"),
        changed("    open: true\n", "    \"open\": true\n"),
        changed("    open: true\n    reason: so\n", "    reason: >-\n      so\n\n      and so\n\n    open: true\n"),
        changed("decisions:\n", "decisions: # all\n\n\n"),
        sound().trim_end().to_owned(),
        sound() + "\n\n# the end",
    ];
    for (number, text) in layouts.iter().enumerate().step_by(every) {
        assert!(SpecFile::parse("spec.yaml", text).is_ok(), "layout {number} is no sound spec");
        let long = "é word ".repeat(40);
        let reasons = [WHY, "it's so: # all \"of\" it", "- a list, they said", long.trim_end()];
        for because in reasons.into_iter().step_by(every.min(3)) {
            let lines = there_and_back(text, "D09", 1, because);
            assert!(lines.len() <= 14, "more changed than has to: {lines:#?}");
        }
    }
}

#[test]
fn a_decision_that_is_written_in_braces_is_edited_within_them() {
    let text = in_braces();
    let lines = there_and_back(&text, "D09", 0, "it's so, they say");
    assert_eq!(lines.len(), 2);
    let expected = "choice: blocked, settled: 2026-11-29, because: 'it''s so, they say', reason: so";
    assert!(lines[1].contains(expected), "{lines:#?}");
}

/// The sound spec with D09's keys up to its options in braces, on one line.
fn in_braces() -> String {
    let text = sound();
    let start = text.find("  - id: D09\n").unwrap();
    let end = start + text[start + 1..].find("  - id: D10\n").unwrap() + 1;
    let options: Vec<String> = decision("D09")
        .info()
        .options
        .iter()
        .map(|option| {
            let scenario = "{ name: one, given: [0 submit a/1 cost 1 => queued], when: 1 claim w1, then: 'granted a/1 \
                            fence 1.1 until 6, charged 1' }";
            format!("{option}: {{ means: this, so: that, scenarios: [{scenario}] }}")
        })
        .collect();
    let item = format!(
        "  - {{ id: D09, key: zero-limit, question: why, open: true, reason: so, evidence: [], options: {{ {} }} }}\n",
        options.join(", ")
    );
    format!("{}{item}{}", &text[..start], &text[end..])
}

#[test]
fn another_choice_replaces_the_choice_and_its_reason_and_notes_the_day() {
    let text = changed(
        "choice: fixed\n    reason: so\n",
        "choice: fixed # for now\n    reason: >-\n      it was\n      so then\n\n    # kept\n",
    );
    let edited = edited(&text, "D01", &settle(1, "a burst hurt us"));
    assert_eq!(
        difference(&text, &edited.text),
        [
            "-    choice: fixed # for now",
            "-    reason: >-",
            "-      it was",
            "-      so then",
            "+    choice: rolling # for now",
            "+    settled: 2026-11-29",
            "+    reason: a burst hurt us",
        ]
    );
    let again = self::edited(&edited.text, "D01", &settle(0, "an invoice names the window"));
    let found = again.after.decision(decision("D01")).unwrap();
    assert_eq!((found.choice, found.reason.as_str()), (Some(0), "an invoice names the window"));
}

#[test]
fn a_second_thought_on_a_settled_question_replaces_the_first_and_keeps_what_was_weighed() {
    let first = edited(&sound(), "D09", &settle(0, "the first thought"));
    let second = edited(&first.text, "D09", &settle(2, "the second thought, which is longer"));
    let found = second.after.decision(decision("D09")).unwrap();
    assert_eq!(found.reason, "so");
    assert_eq!(
        difference(&first.text, &second.text),
        [
            "-    choice: blocked",
            "-    settled: 2026-11-29",
            "-    because: the first thought",
            "+    choice: invalid",
            "+    settled: 2026-11-29",
            "+    because: the second thought, which is longer",
        ]
    );
    assert_eq!(edited(&second.text, "D09", &Change::Reopen).text, sound());
}

#[test]
fn what_stands_already_is_left_alone() {
    let text = sound();
    assert_eq!(edit("spec.yaml", &text, decision("D01"), &settle(0, "so")), Ok(None));
    assert_eq!(edit("spec.yaml", &text, decision("D09"), &Change::Reopen), Ok(None));
    let no_such = EditError::NoSuchOption { decision: decision("D09"), option: 9 };
    assert_eq!(edit("spec.yaml", &text, decision("D09"), &settle(9, "so")), Err(no_such));
}

#[test]
fn an_unsound_spec_is_reported_and_not_edited() {
    for (from, to) in [("window: 10", "window: ten"), ("open: true", "open: true\n    open: true"), ("D09", "&a D09")] {
        let found = edit("spec.yaml", &changed(from, to), decision("D09"), &settle(0, "so"));
        assert!(matches!(found, Err(EditError::Unsound(_))), "{to}: {found:?}");
    }
}

#[test]
fn a_layout_that_cannot_be_edited_safely_is_refused_with_what_to_write_by_hand() {
    let text = changed("    open: true\n", "    ? open\n    : true\n");
    let error = edit("spec.yaml", &text, decision("D09"), &settle(0, "so it is")).unwrap_err().to_string();
    assert!(error.contains("nothing was changed") && error.contains("`choice: blocked`"), "{error}");
    assert!(error.starts_with("spec.yaml:"), "{error}");
}

fn any_reason_reads_back_as_it_was_given(every: usize) {
    let words = [
        "a", "b:", "#c", "-", "'", "\"", "{", "}", "[", "]", ",", "&x", "*y", "!z", "|", ">", "%", "@", "`", "\\n",
        "~", "null", "true", "1.5", "é", "日本", "🦀", ": ", "=>", "...", "---", "?",
    ];
    for (number, first) in words.iter().enumerate().step_by(every) {
        for length in [1, 5, 60].into_iter().step_by(every.min(2)) {
            let picked = (0..length).map(|at| words[(number + at * 7) % words.len()].trim());
            let because: Vec<&str> = std::iter::once(first.trim()).chain(picked).collect();
            there_and_back(&sound(), "D09", 1, &because.join(" "));
        }
    }
    assert_eq!(Because::new(" \n "), Err(BecauseError::Empty));
}

#[test]
fn settled_and_because_go_with_a_choice_and_a_day() {
    for (to, message) in [
        ("open: true\n    settled: 2026-11-29", "D09 is open, and has `settled`"),
        ("open: true\n    because: so", "D09 is open, and has `because`"),
        ("choice: blocked\n    because: so", "D09 has a `because` and no `settled`"),
        ("choice: blocked\n    settled: 2026-02-29", "`2026-02-29` is not a day"),
    ] {
        let problems = super::support::problems(&changed("open: true", to));
        let messages: Vec<&str> = problems.problems().iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(messages, [message]);
    }
}

fn whatever_a_slip_of_the_finger_makes_of_a_decision_it_comes_back_to_the_byte_or_is_refused(every: usize) {
    let text = sound();
    let start = text.find("  - id: D09\n").unwrap();
    let end = start + text[start..].find("    options:\n").unwrap();
    let (mut edited_and_back, mut refused, mut unsound) = (0, 0, 0);
    for at in (start..end).step_by(every) {
        for slip in ["", " ", "\t", "\n", "'", "\"", "#", " #", ":", "{", "&", "|", "\r\n", "é", "- "] {
            // An empty slip is a letter that is missing; all others are one too many.
            let rest = if slip.is_empty() { at + 1 } else { at };
            let slipped = format!("{}{slip}{}", &text[..at], &text[rest..]);
            match edit("spec.yaml", &slipped, decision("D09"), &settle(1, WHY)) {
                Ok(Some(settled)) => {
                    let back = edited(&settled.text, "D09", &Change::Reopen);
                    assert!(back.text == slipped, "{slip:?} at {at}: {:#?}", difference(&slipped, &back.text));
                    edited_and_back += 1;
                }
                Ok(None) => panic!("{slip:?} at {at} settled D09"),
                Err(EditError::Unsound(_)) => unsound += 1,
                Err(error) => {
                    assert!(matches!(error, EditError::Layout { .. }), "{slip:?} at {at}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(edited_and_back > 100 / every && unsound > 400 / every, "{edited_and_back} {refused} {unsound}");
}

at_two_lengths! {
    each_open_question_of_the_real_spec_can_be_settled_and_reopened_without_a_trace, 3;
    every_layout_that_the_loader_reads_comes_back_to_the_byte, 7;
    any_reason_reads_back_as_it_was_given, 30;
    whatever_a_slip_of_the_finger_makes_of_a_decision_it_comes_back_to_the_byte_or_is_refused, 60;
}
