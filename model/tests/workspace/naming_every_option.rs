//! An engine names every option of a decision where it reads it, so that another option has to be thought about there.
//!
//! The compiler asks for that in a `match` without a wildcard. A comparison with one option, or a wildcard arm, would
//! take a new option for one of the others without a word, so neither engine uses them.

use super::files::{File, rust_below};
use spec::DecisionId;

/// `late-completion` as the name of its enum, `LateCompletion`.
pub fn enum_name(key: &str) -> String {
    let capitalised = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    key.split('-').map(capitalised).collect()
}

/// The code of both engines, tests left out.
fn engines() -> Vec<File> {
    let mut files = rust_below(&["impl/src", "oracle/src"]);
    files.retain(|file| !file.name.contains("/tests/") && !file.name.ends_with("/tests.rs"));
    for file in &mut files {
        if let Some(tests) = file.text.find("#[cfg(test)]\nmod tests {") {
            file.text.truncate(tests);
        }
    }
    files
}

#[test]
fn no_engine_compares_a_decision_with_one_of_its_options() {
    let mut named = 0;
    let enums: Vec<String> = DecisionId::all().map(|decision| enum_name(decision.info().key)).collect();
    for file in engines() {
        for (number, line) in file.lines() {
            for name in &enums {
                named += usize::from(line.contains(&format!("{name}::")));
                for comparison in ["== ", "!= ", "let "] {
                    let found = line.contains(&format!("{comparison}{name}::"));
                    assert!(!found, "{}:{number} compares with one option of {name}; match on all", file.name);
                }
                let found = line.contains("matches!(") && line.contains(&format!(" {name}::"));
                assert!(!found, "{}:{number} asks for one option of {name}; match on all", file.name);
            }
        }
    }
    assert!(named > 0, "no option was named anywhere");
}

#[test]
fn no_engine_matches_on_a_decision_with_a_wildcard() {
    let mut matches = 0;
    let accessors: Vec<String> =
        DecisionId::all().map(|decision| format!(".{}()", decision.info().key.replace('-', "_"))).collect();
    for file in engines() {
        let lines: Vec<&str> = file.text.lines().collect();
        for (start, line) in lines.iter().enumerate() {
            let header = line.find("match ").map_or("", |at| &line[at..]);
            if !header.ends_with(" {") || !accessors.iter().any(|accessor| header.contains(accessor)) {
                continue;
            }
            matches += 1;
            // rustfmt puts the arms one step in from the line that opens the match, and the end where that line began.
            let indent = line.len() - line.trim_start().len();
            let (arm, end) = (format!("{}_ ", " ".repeat(indent + 4)), format!("{}}}", " ".repeat(indent)));
            let body = lines[start + 1..].iter().take_while(|line| !line.starts_with(&end));
            for (offset, line) in body.enumerate() {
                let place = start + 2 + offset;
                assert!(!line.starts_with(&arm), "{}:{place} takes options together without naming them", file.name);
            }
        }
    }
    assert!(matches > 0, "no match on a decision was found");
}

#[test]
fn no_engine_names_an_option_in_a_string() {
    let mut options = 0;
    let files = engines();
    for option in DecisionId::all().flat_map(|decision| decision.info().options) {
        options += 1;
        let literal = format!("\"{option}\"");
        for file in &files {
            assert!(!file.text.contains(&literal), "{} names the option {literal} in a string", file.name);
        }
    }
    assert!(options > 0, "there are no options");
}
