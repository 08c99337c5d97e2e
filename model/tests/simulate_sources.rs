//! What decides on a history is pure: a rule over the sources of the spine and the simulator, and a fixture that breaks it.
//!
//! Clippy's list of disallowed types holds for a whole package, and this package also holds displays and a watchdog, which
//! need a clock. So the rule is kept here, by file.

use std::fs;
use std::path::{Path, PathBuf};

/// What must not be named, since it differs from run to run or from machine to machine.
const FORBIDDEN: [&str; 13] = [
    "HashMap",
    "HashSet",
    "RandomState",
    "DefaultHasher",
    "Instant",
    "SystemTime",
    "thread_rng",
    "rand::random",
    "getrandom",
    "thread::current",
    ".ln()",
    ".exp()",
    ".powf(",
];

/// Files that may look at a clock: none of them decides what happens in a run. The toys are for tests alone, and give up
/// where a run has no end.
const WITH_A_CLOCK: [&str; 3] = ["spine/watchdog.rs", "simulate/display.rs", "spine/toy.rs"];

/// The file names no vocabulary of admission.
const VOCABULARY: [&str; 4] = ["use spec", "use ballast", "use oracle", "crate::simulate"];

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let text = fs::read_to_string(&entry).unwrap();
                found.push((entry, text));
            }
        }
    }
    found
}

/// The lines, up to the tests, that name something forbidden.
fn offences<'text>(text: &'text str, forbidden: &[&str]) -> Vec<&'text str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.filter(|line| forbidden.iter().any(|word| line.contains(word))).collect()
}

#[test]
fn nothing_that_differs_from_run_to_run_is_named_in_the_spine_the_shrinker_or_the_simulator() {
    let mut seen = 0;
    for (path, text) in ["spine", "shrink", "simulate"].iter().flat_map(|folder| sources(folder)) {
        seen += 1;
        if WITH_A_CLOCK.iter().any(|excepted| path.ends_with(excepted)) {
            continue;
        }
        assert_eq!(offences(&text, &FORBIDDEN), Vec::<&str>::new(), "in {}", path.display());
    }
    assert!(seen >= 15, "only {seen} source files were found");
}

#[test]
fn the_spine_and_the_shrinker_name_nothing_of_admission() {
    for (path, text) in ["spine", "shrink"].iter().flat_map(|folder| sources(folder)) {
        assert_eq!(offences(&text, &VOCABULARY), Vec::<&str>::new(), "in {}", path.display());
    }
}

#[test]
fn the_rule_is_seen_to_refuse_every_line_of_its_fixture() {
    let fixture = include_str!("fixtures/unordered.rs.txt");
    assert_eq!(offences(fixture, &FORBIDDEN).len(), fixture.lines().count() - 1);
}
