//! The parts of an edit by themselves: which bytes change in each layout, and what is found when others do.

use super::splice::splice;
use super::{Because, Change, only_as_intended};
use crate::DecisionId;
use crate::yaml::SpecFile;
use crate::yaml::diagnostics::Problems;
use crate::yaml::tests::support::sound;
use crate::yaml::tree::{self, Node};

fn zero_limit() -> DecisionId {
    DecisionId::find("D09").unwrap()
}

fn settle() -> Change {
    Change::Settle { option: 1, because: Because::new("to see it").unwrap(), on: "2026-11-29".parse().unwrap() }
}

/// A list of one decision after a change; `None` where its layout is not understood.
fn spliced(source: &str, change: &Change) -> Option<String> {
    let root = tree::parse(source, "a list", &mut Problems::new("list.yaml", source))
        .unwrap_or_else(|| panic!("not YAML: {source}"));
    splice(source, &root.items()[0], zero_limit(), change)
}

#[test]
fn an_open_decision_in_any_layout_is_settled_and_reopened_to_the_byte() {
    let name = zero_limit().info().options[1];
    for (open, settled) in [
        (
            "- id: D09\n  open: true\n  reason: so\n",
            "- id: D09\n  choice: NAME\n  settled: 2026-11-29\n  because: to see it\n  reason: so\n",
        ),
        (
            "# all\n-   id: D09\n    open: true # not yet\n    reason: so",
            "# all\n-   id: D09\n    choice: NAME # not yet\n    settled: 2026-11-29\n    because: to see it\n    reason: so",
        ),
        (
            "- id: D09\r\n  open: true\r\n  reason: so\r\n",
            "- id: D09\r\n  choice: NAME\r\n  settled: 2026-11-29\r\n  because: to see it\r\n  reason: so\r\n",
        ),
        (
            "- id: D09\r  open: true\r  reason: so\r",
            "- id: D09\r  choice: NAME\r  settled: 2026-11-29\r  because: to see it\r  reason: so\r",
        ),
        (
            "- id: D09\n  open:\n    true\n\n  # why\n  reason: so\n",
            "- id: D09\n  choice:\n    NAME\n  settled: 2026-11-29\n  because: to see it\n\n  # why\n  reason: so\n",
        ),
        (
            "- id: D09\n  'open' : true\n  reason: so\n",
            "- id: D09\n  'choice' : NAME\n  settled: 2026-11-29\n  because: to see it\n  reason: so\n",
        ),
        (
            "- id: D09\n  \"open\":  true\n  reason: so\n",
            "- id: D09\n  \"choice\":  NAME\n  settled: 2026-11-29\n  because: to see it\n  reason: so\n",
        ),
        (
            "- id: D09\n  reason: so\n  open: true",
            "- id: D09\n  reason: so\n  choice: NAME\n  settled: 2026-11-29\n  because: to see it",
        ),
        ("- id: D09\r\n  open: true", "- id: D09\r\n  choice: NAME\r\n  settled: 2026-11-29\r\n  because: to see it"),
        (
            "[{ id: D09, open: true , reason: so }]",
            "[{ id: D09, choice: NAME, settled: 2026-11-29, because: 'to see it' , reason: so }]",
        ),
    ] {
        let settled = settled.replace("NAME", name);
        assert_eq!(spliced(open, &settle()).as_deref(), Some(settled.as_str()));
        assert_eq!(spliced(&settled, &Change::Reopen).as_deref(), Some(open));
    }
}

#[test]
fn a_reason_that_is_replaced_goes_as_a_whole_however_it_is_quoted_or_folded() {
    let name = zero_limit().info().options[1];
    for (before, reason) in [
        ("reason: ", "so"),
        ("reason:   ", "'it''s # so'"),
        ("reason: ", "'''so'' it is'"),
        ("'reason' : ", r##""it is \"so\" # there \\""##),
        ("reason: ", ">-\n    a line that is much longer than it is indented\n\n    and\n      one more"),
        ("reason : ", "|\n   a line that is much longer than it is indented\n     another"),
        ("reason:  ", "> # folded\n    so"),
        ("reason:\n    ", "so"),
    ] {
        for end in ["", "\n", "\n  rule: kept\n", "\n\n    \n# kept\n", " # kept\n"] {
            if end == " # kept\n" && reason.contains('\n') {
                continue;
            }
            let chosen = format!("- id: D09\n  choice: blocked\n  {before}{reason}{end}");
            let settled = format!("- id: D09\n  choice: {name}\n  settled: 2026-11-29\n  {before}to see it{end}");
            assert_eq!(spliced(&chosen, &settle()), Some(settled));
        }
    }
}

#[test]
fn what_is_between_the_lines_that_go_stays() {
    let settled = "- id: D09\n  settled: 2026-11-29\n  choice: blocked\n  reason: so\n  because: >-\n    to\n    see\n  rule: it\n";
    let open = "- id: D09\n  open: true\n  reason: so\n  rule: it\n";
    assert_eq!(spliced(settled, &Change::Reopen).as_deref(), Some(open));
    let settled = "[{ id: D09, settled: 2026-11-29, choice: blocked, reason: so, because: 'a, b' }]";
    assert_eq!(spliced(settled, &Change::Reopen).as_deref(), Some("[{ id: D09, open: true, reason: so }]"));
}

#[test]
fn a_layout_that_is_not_understood_is_left_alone() {
    for source in [
        "- id: D09\n  ? choice\n  : blocked\n",
        "- settled: 2026-11-29\n  choice: blocked\n  because: so\n",
        "- id: D09\n  reason: so\n",
    ] {
        assert_eq!(spliced(source, &Change::Reopen), None, "{source}");
    }
    assert_eq!(spliced("- id: D09\n  ? open\n  : true\n", &settle()), None);
    assert_eq!(spliced("- id: D09\n  choice: blocked\n", &settle()), None);
}

fn parse(text: &str) -> (SpecFile, Node) {
    SpecFile::parse_with_tree("spec.yaml", text.as_bytes()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

#[test]
fn a_slip_of_the_editor_would_be_noticed() {
    let open = sound();
    let choice = format!("choice: {}", zero_limit().info().options[1]);
    let answer = format!("{choice}\n    settled: 2026-11-29\n    because: to see it\n    reason: so");
    let settled = open.replacen("open: true\n    reason: so", &answer, 1);
    let (parsed_open, parsed_settled) = (parse(&open), parse(&settled));
    let settles = |after: &(SpecFile, Node)| only_as_intended(&parsed_open, after, zero_limit(), &settle());
    let reopens = |after: &(SpecFile, Node)| only_as_intended(&parsed_settled, after, zero_limit(), &Change::Reopen);
    assert!(settles(&parsed_settled) && reopens(&parsed_open));
    for (from, to) in [
        (choice.as_str(), "choice: blocked"),
        ("settled: 2026-11-29", "settled: 2026-11-28"),
        ("because: to see it\n    reason: so", "because: to see\n    reason: so"),
        ("because: to see it\n    reason: so", "because: to see it\n    reason: not so"),
        ("    because: to see it\n", ""),
        ("window: 10", "window: 11"),
        ("key: zero-limit\n    question: why?", "key: zero-limit\n    question: why not?"),
        ("key: zero-limit\n    question: why?", "key: zero-limit\n    question: 'why?'"),
        ("evidence: [owner/repo#1]", "evidence: [owner/repo#1, owner/repo#2]"),
        ("workers: 2", "workers: 2\n    unknown: false"),
        ("choice: fixed", "choice: rolling"),
    ] {
        assert!(settled.contains(from), "{from}");
        assert!(!settles(&parse(&settled.replacen(from, to, 1))), "{from:?} to {to:?}");
    }
    for (from, to) in [("open: true", "choice: blocked"), ("true\n    reason: so", "true\n    reason: ah")] {
        assert!(!reopens(&parse(&open.replacen(from, to, 1))), "{from:?} to {to:?}");
    }
}
