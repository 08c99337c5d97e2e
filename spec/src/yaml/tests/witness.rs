//! Witnesses and histories beside the spec: what a sound one says, and what is said about an unsound one.

use super::support::sound;
use crate::yaml::{Diagnostics, Histories, SpecFile, Witness};
use std::sync::LazyLock;

const WITNESS: &str = "\
decision: D29
question: why?
between:
  accept: this
  refuse: that
differs: one does and one does not
matters: to somebody
settings: { lease: 1 }
with: { D26: at-once }
given:
  - 0 submit a/1 cost 1 => queued
  - 0 claim w1 => granted a/1 fence 1.1 until 1, charged 1
when: 1 complete a/1 fence 1.1 result x
then:
  accept: applied, ended 1.1 a/1 completed
  refuse: refused expired
";

const HISTORIES: &str = "\
scope: small
covers: 7
histories:
  - with: { D26: at-once }
    steps:
      - 0 submit a/1 cost 1 => queued
  - steps: 0 claim w1 => idle nothing-eligible
";

fn spec() -> &'static SpecFile {
    static SPEC: LazyLock<SpecFile> =
        LazyLock::new(|| SpecFile::parse("spec.yaml", &sound()).expect("the sound spec is sound"));
    &SPEC
}

fn parse(text: &str) -> Result<Witness, Diagnostics> {
    Witness::parse_bytes("D29-refuse.yaml", text.as_bytes(), spec())
}

/// Asserts that one change makes a witness unsound, and what is said first about it.
fn assert_complains(from: &str, to: &str, line: usize, message: &str) {
    assert!(WITNESS.contains(from), "the sound witness has no {from:?}");
    let diagnostics = parse(&WITNESS.replacen(from, to, 1)).expect_err("it is unsound");
    let first = &diagnostics.problems()[0];
    assert_eq!((first.line, first.message.as_str()), (line, message), "\n{diagnostics}");
}

#[test]
fn a_sound_witness_is_read_with_its_two_ends() {
    let witness = parse(WITNESS).unwrap();
    assert_eq!(witness.decision.info().id, "D29");
    assert_eq!(witness.options.map(|option| witness.decision.info().options[option]), ["accept", "refuse"]);
    assert_eq!(witness.settings.lease, 1);
    assert_eq!(witness.settings.window, 10, "what it does not say, the spec says");
    let ends = [0, 1].map(|side| witness.steps(side).last().unwrap());
    assert_eq!(ends.each_ref().map(|end| end.line), [15, 16]);
    assert_eq!(ends.map(|end| end.outcome.unwrap().to_string()), witness.then.each_ref().map(ToString::to_string));
    let decisions = [0, 1].map(|side| witness.decisions(&spec().decisions(), side));
    assert_ne!(decisions[0], decisions[1]);
    let grace = crate::DecisionId::find("D26").unwrap();
    assert!(decisions.iter().all(|decisions| decisions.option_name(grace) == "at-once"));
}

#[test]
fn an_unsound_witness_is_reported_where_it_is_wrong() {
    assert_complains("decision: D29", "decision: D92", 1, "there is no decision `D92`");
    assert_complains("  accept: this\n", "", 3, "`between` has only 1");
    assert_complains("  accept: this\n", "  acept: this\n", 4, "D29 has no option `acept`");
    assert_complains("then:\n  accept", "then:\n  acept", 15, "D29 has no option `acept`");
    assert_complains("  refuse: that\n", "  refuse: that\n  other: x\n", 3, "`between` names 3 options");
    assert_complains(" => queued", "", 11, "a step without its outcome");
    assert_complains("result x\n", "result x => applied\n", 13, "`when` has an outcome of its own");
    assert_complains(
        "  refuse: refused expired",
        "  refuse: refused expird",
        16,
        "`expird` does not read as part of an outcome",
    );
    assert_complains("differs: one does and one does not\n", "", 1, "missing from a witness: `differs`");
    assert_complains("D26: at-once", "D29: refuse", 9, "this scenario stands under an option of D29 already");
    let turned = "then:\n  refuse: refused expired\n  accept: applied, ended 1.1 a/1 completed\n";
    let ends = &WITNESS[WITNESS.find("then:").unwrap()..];
    assert_complains(ends, turned, 14, "`between` and `then` name different options");
}

#[test]
fn no_piece_of_a_witness_or_of_histories_panics() {
    for text in [WITNESS, HISTORIES] {
        for end in 0..=text.len() {
            let piece = &text.as_bytes()[..end];
            let witness = Witness::parse_bytes("piece", piece, spec());
            let histories = Histories::parse_bytes("piece", piece, spec());
            assert!(witness.is_err() || histories.is_err(), "nothing is both");
        }
    }
}

#[test]
fn a_file_that_is_not_there_is_reported_by_its_name() {
    let diagnostics = Witness::read(std::path::Path::new("no/such.yaml"), spec()).unwrap_err();
    assert!(diagnostics.problems()[0].message.starts_with("failed to read the witness: "), "{diagnostics}");
    let diagnostics = Histories::read(std::path::Path::new("no/such.yaml"), spec()).unwrap_err();
    assert!(diagnostics.problems()[0].message.starts_with("failed to read the histories: "), "{diagnostics}");
    let diagnostics = parse("").unwrap_err();
    assert!(diagnostics.to_string().contains("expected `decision: D29`, and the rest of a witness"), "{diagnostics}");
}

#[test]
fn sound_histories_are_read_with_their_scope() {
    let histories = Histories::parse_bytes("small.yaml", HISTORIES.as_bytes(), spec()).unwrap();
    assert_eq!((histories.scope.name.as_str(), histories.covers), ("small", 7));
    assert_eq!(histories.histories.iter().map(|history| history.line).collect::<Vec<_>>(), [6, 7]);
    let decisions = histories.histories[0].decisions(&spec().decisions());
    let grace = crate::DecisionId::find("D26").unwrap();
    assert_eq!(decisions, spec().decisions().with(grace, 1).unwrap());
}

#[test]
fn unsound_histories_are_reported_where_they_are_wrong() {
    for (from, to, line, message) in [
        ("scope: small", "scope: smal", 1, "the spec has no scope `smal`"),
        (" => queued", "", 6, "a step without its outcome"),
        ("at-once", "at-onc", 4, "D26 (slot-reuse) has no option `at-onc`"),
        ("  - steps: ", "  - stops: ", 7, "there is no `stops` in a history"),
    ] {
        let text = HISTORIES.replacen(from, to, 1);
        let diagnostics = Histories::parse_bytes("small.yaml", text.as_bytes(), spec()).unwrap_err();
        let first = &diagnostics.problems()[0];
        assert_eq!((first.line, first.message.as_str()), (line, message), "\n{diagnostics}");
    }
}
