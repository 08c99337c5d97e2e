//! A sound spec file made from what is compiled in, so that a new decision or option needs no change here.

use spec::decisions::ALL;
use spec::yaml::{Diagnostics, SpecFile};
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
            let _ = write!(
                text,
                "      {option}:\n        means: this\n        so: that\n{breaks}        scenarios:\n          - name: it shows\n            \
                 given: [0 submit a/1 cost 1 => queued]\n            when: 1 claim w1\n            \
                 then: granted a/1 fence 1.1 until 6, charged 1\n"
            );
        }
    }
    text
}

/// The sound spec with one change.
#[allow(dead_code, reason = "each test file is a crate of its own")]
pub fn changed(from: &str, to: &str) -> String {
    let text = sound();
    assert!(text.contains(from), "the sound spec has no {from:?}");
    text.replacen(from, to, 1)
}

/// The problems of a text that has some.
#[allow(dead_code, reason = "each test file is a crate of its own")]
pub fn problems(text: &str) -> Diagnostics {
    match SpecFile::parse("spec.yaml", text) {
        Ok(_) => panic!("no problem was found"),
        Err(diagnostics) => diagnostics,
    }
}
