//! The output that README.md shows is what `check` prints, but for the times.
//!
//! `BLESS=1 cargo test -p model --test readme` writes it anew, beside the file and renamed into place.

use std::path::{Path, PathBuf};
use std::process::Command;

fn readme() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md")
}

/// What `model` prints with these arguments, and its exit code.
fn model(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_model"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .expect("the binary was built for this test");
    (String::from_utf8(output.stdout).expect("the output is UTF-8"), output.status.code())
}

/// The last column of the table of scopes is a time.
fn without_times(text: &str) -> String {
    let is_time =
        |word: &str| word.split_once('.').is_some_and(|(_, cents)| cents.len() == 2 && word.parse::<f64>().is_ok());
    let line = |line: &str| match line.rsplit_once("  ") {
        Some((before, last)) if is_time(last.trim()) => before.trim_end().to_owned(),
        _ => line.trim_end().to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Holds a block of README.md against `now`, or writes it there.
fn hold(name: &str, now: &str) {
    let readme_text = std::fs::read_to_string(readme()).expect("README.md can be read");
    let (begin, end) = (format!("<!-- begin: {name} -->\n```text\n"), format!("```\n<!-- end: {name} -->"));
    let (before, rest) = readme_text.split_once(&begin).unwrap_or_else(|| panic!("README.md has no block {name}"));
    let (shown, after) = rest.split_once(&end).unwrap_or_else(|| panic!("the block {name} of README.md has no end"));
    if std::env::var_os("BLESS").is_some() {
        let beside = readme().with_extension("md.new");
        std::fs::write(&beside, format!("{before}{begin}{}\n{end}{after}", now.trim_end())).expect("README.md.new");
        std::fs::rename(&beside, readme()).expect("README.md can be replaced");
        return;
    }
    assert_eq!(without_times(shown), without_times(now), "README.md is stale; BLESS=1 writes it anew");
}

#[test]
fn the_readme_shows_what_check_and_a_ruled_out_option_really_print() {
    let (check, code) = model(&["check"]);
    assert_eq!(code, Some(0), "{check}");
    hold("check", &check);
    let (broken, code) = model(&["check", "--set", "D20=grant-another"]);
    assert_eq!(code, Some(1), "{broken}");
    let story = broken.split("FINDING: ").nth(1).expect("a ruled-out option is a finding");
    hold("story", &format!("FINDING: {}", story.trim_end()));
}
