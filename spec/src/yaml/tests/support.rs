//! A sound spec file made from what is compiled in, so that a new decision or option needs no change here.

use crate::decisions::{ALL, COUNT};
use crate::yaml::{Diagnostics, SpecFile};
use std::fmt::Write as _;

/// What stands above the decisions; its line numbers are those that the tests name.
const HEAD: &str = "\
version: 1
settings:
  window: 10
  lease: 5
  warm-up: 3
  grace: 2
  attempts: 2
  queue: 3
  pool: 2
  tenants:
    a: { cap: 1, quota: 4 }
    b: { cap: 2, quota: 4 }
scopes:
  - name: small
    about: two tenants want more than the pool has
    settings: { pool: 1, tenants: { a: { cap: 1, quota: 4 }, b: { cap: 1, quota: 4 } } }
    workers: 2
    runs: { a: [1, 1], b: [2] }
    operator: { budget: 1, set-cap: { a: [0, 2] }, resize: [1, 3] }
    restarts: { budget: 1, lost: [0, 1] }
  - name: other
    about: the clock steps back
    workers: 1
    runs: { a: [1] }
    commands: [submit, claim]
    step-back: { budget: 1, by: 1 }
    with: { D26: at-once }
    deep: true
invariants:
";

/// A sound spec: the second option of each of the first eight decisions breaks an invariant; D09 is open.
pub fn sound() -> String {
    let mut text = HEAD.to_owned();
    for number in 1..=8 {
        let _ = writeln!(text, "  - {{ id: I{number}, name: name {number}, statement: always }}");
    }
    text += "decisions:\n";
    for (index, info) in ALL.iter().enumerate() {
        let choice = if info.id == "D09" { "open: true".to_owned() } else { format!("choice: {}", info.options[0]) };
        let _ = write!(
            text,
            "  - id: {}\n    key: {}\n    question: why?\n    {choice}\n    reason: so\n    evidence: [owner/repo#{}]\n    options:\n",
            info.id,
            info.key,
            index + 1
        );
        for (at, option) in info.options.iter().enumerate() {
            let breaks = if at == 1 && index < 8 { format!("        breaks: I{}\n", index + 1) } else { String::new() };
            text += &option_block(option, &breaks);
        }
    }
    text
}

/// An option of the sound spec; `breaks` is empty or a line of its own.
pub fn option_block(name: &str, breaks: &str) -> String {
    format!(
        "      {name}:\n        means: this\n        so: that\n{breaks}        scenarios:\n{}",
        scenario_block(name)
    )
}

/// The scenario of an option of the sound spec.
pub fn scenario_block(option: &str) -> String {
    format!(
        "          - name: {option} shows\n            given: [0 submit a/1 cost 1 => queued]\n            when: 1 claim w1\n            \
         then: granted a/1 fence 1.1 until 6, charged 1\n"
    )
}

/// The sound spec with one change.
pub fn changed(from: &str, to: &str) -> String {
    let text = sound();
    assert!(text.contains(from), "the sound spec has no {from:?}");
    text.replacen(from, to, 1)
}

/// Asserts what is said about a text. `{last}` and `{count}` stand for the last decision and how many there are.
pub fn assert_says(text: &str, expected: &str) {
    let said = problems(text).to_string();
    let expected = expected.replace("{last}", ALL[COUNT - 1].id).replace("{count}", &COUNT.to_string());
    assert_eq!(said.trim_end(), expected.trim(), "\n{said}");
}

/// The problems of a text that has some.
pub fn problems(text: &str) -> Diagnostics {
    match SpecFile::parse("spec.yaml", text) {
        Ok(_) => panic!("no problem was found"),
        Err(diagnostics) => diagnostics,
    }
}

/// The sound spec without one decision.
pub fn without_decision(id: &str) -> String {
    let text = sound();
    let (start, end) = decision(&text, id);
    text[..start].to_owned() + &text[end..]
}

/// The sound spec with two neighbouring decisions in each other's place.
pub fn swapped(first: &str, second: &str) -> String {
    let text = sound();
    let ((start, middle), (_, end)) = (decision(&text, first), decision(&text, second));
    format!("{}{}{}{}", &text[..start], &text[middle..end], &text[start..middle], &text[end..])
}

/// Where a decision starts and ends.
fn decision(text: &str, id: &str) -> (usize, usize) {
    let start = text.find(&format!("  - id: {id}\n")).expect("a decision of this id");
    (start, text[start + 1..].find("  - id: ").map_or(text.len(), |length| start + 1 + length))
}

/// The sound spec with an empty list for one of its sections.
pub fn without_items(section: &str) -> String {
    let text = sound();
    let start = text.find(&format!("\n{section}:\n")).expect("a section of this name") + 1;
    let body = start + section.len() + 2;
    let length =
        text[body..].lines().take_while(|line| line.starts_with(' ')).map(|line| line.len() + 1).sum::<usize>();
    format!("{}{section}: []\n{}", &text[..start], &text[body + length..])
}

/// A check that takes a step width, twice as a test: few of its cases in `quick`, all in `at_length`.
macro_rules! at_two_lengths {
    ($($name:ident, $every:expr;)+) => {
        mod quick {
            $(#[test] fn $name() { super::$name($every); })+
        }
        mod at_length {
            $(#[test] fn $name() { super::$name(1); })+
        }
    };
}
pub(crate) use at_two_lengths;
