//! The house style, as far as files show it.

use super::files::{File, below, rust_below};
use spec::DecisionId;

/// Where the workspace's Rust is.
const SOURCES: [&str; 5] = ["spec", "impl", "oracle", "model", "mutants"];

/// No file is longer.
const LINES_MAX: usize = 600;

/// Longer files are named, as a hint that two ideas may share a file.
const LINES_LONG: usize = 400;

/// No function is longer.
const FUNCTION_LINES_MAX: usize = 100;

fn all_rust() -> Vec<File> {
    let files: Vec<File> = below("").into_iter().filter(|file| file.is(".rs")).collect();
    let folders = SOURCES.iter().filter(|folder| files.iter().any(|file| file.name.starts_with(**folder)));
    assert_eq!(folders.count(), SOURCES.len(), "some crate has no Rust file: nothing was looked at there");
    files
}

#[test]
fn no_file_refers_to_what_is_not_in_the_repository() {
    let needles =
        [concat!("..", "/shared"), concat!("shared", "/design"), concat!("incidents", ".jsonl"), concat!("/work", "/")];
    let files = below("");
    assert!(files.iter().any(|file| file.name == "spec/spec.yaml"), "spec.yaml was not among the files");
    for file in &files {
        for (number, line) in file.lines() {
            for needle in needles {
                assert!(!line.contains(needle), "{}:{number} refers to {needle}", file.name);
            }
        }
    }
}

#[test]
fn nothing_is_left_to_be_done_and_no_test_is_switched_off() {
    let needles = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("dbg", "!("),
        concat!("#[", "ignore"),
    ];
    for file in all_rust() {
        for (number, line) in file.lines() {
            for needle in needles {
                assert!(!line.contains(needle), "{}:{number} contains {needle}", file.name);
            }
        }
    }
}

#[test]
fn no_file_is_longer_than_six_hundred_lines() {
    for file in all_rust() {
        let lines = file.text.lines().count();
        assert!(lines <= LINES_MAX, "{} has {lines} lines: split it where it has two ideas", file.name);
        if lines > LINES_LONG {
            println!("{} is long: {lines} lines", file.name);
        }
    }
}

#[test]
fn every_file_tells_its_story_at_its_head() {
    for file in all_rust() {
        let first = file.text.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! "), "{} does not begin by saying what it is for", file.name);
    }
}

#[test]
fn no_function_is_longer_than_a_hundred_lines() {
    let mut functions = 0;
    for file in all_rust() {
        let lines: Vec<&str> = file.text.lines().collect();
        for (start, line) in lines.iter().enumerate().filter(|(_, line)| begins_function(line)) {
            // rustfmt closes a function at the indentation at which it began.
            let indent = line.len() - line.trim_start().len();
            let closing = format!("{}}}", " ".repeat(indent));
            let length = lines[start..].iter().position(|line| *line == closing).map_or(1, |end| end + 1);
            functions += 1;
            assert!(length <= FUNCTION_LINES_MAX, "{}:{} is {length} lines long", file.name, start + 1);
        }
    }
    assert!(functions > 0, "no function was found");
}

/// Whether a line begins a function whose body does not end on that line.
fn begins_function(line: &str) -> bool {
    let text = line.trim_start();
    let signature = ["pub ", "pub(crate) ", "pub(super) ", "const ", "async "]
        .iter()
        .fold(text, |rest, prefix| rest.strip_prefix(prefix).unwrap_or(rest));
    signature.starts_with("fn ") && !line.ends_with('}') && !line.ends_with(';')
}

#[test]
fn every_decision_is_named_next_to_the_code_that_implements_it_in_both_engines() {
    for folder in ["impl/src", "oracle/src"] {
        let text: String = rust_below(&[folder]).into_iter().map(|file| file.text).collect();
        let unnamed: Vec<&str> =
            DecisionId::all().map(|decision| decision.info().id).filter(|id| !text.contains(id)).collect();
        assert!(unnamed.is_empty(), "{folder} never names {unnamed:?}");
    }
}

#[test]
fn every_rule_that_settles_an_ambiguity_is_cited_next_to_the_code_that_keeps_it_in_both_engines() {
    let path = super::files::root().join("spec/spec.yaml");
    let spec = spec::yaml::SpecFile::read(&path).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let settling: Vec<&str> =
        spec.rules.iter().filter(|rule| !rule.settles.is_empty()).map(|rule| rule.id.as_str()).collect();
    assert!(!settling.is_empty(), "no rule of spec.yaml settles anything");
    for folder in ["impl/src", "oracle/src"] {
        let text: String = rust_below(&[folder]).into_iter().map(|file| file.text).collect();
        let words: std::collections::BTreeSet<&str> =
            text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| word.starts_with('R')).collect();
        let uncited: Vec<&&str> = settling.iter().filter(|id| !words.contains(**id)).collect();
        assert!(uncited.is_empty(), "{folder} never cites {uncited:?}");
    }
}
