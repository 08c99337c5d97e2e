//! The verb `compare`, as a user runs it.

use serde_json::Value;
use spec::yaml::SpecFile;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Done {
    code: i32,
    out: String,
    err: String,
}

fn compare(folder: &Path, arguments: &str) -> Done {
    let output = Command::new(env!("CARGO_BIN_EXE_model"))
        .arg("compare")
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    Done {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn the_open_decisions_are_compared_by_default_and_the_bytes_depend_on_no_thread() {
    let folder = folder("compare-default");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("spec").join("spec.yaml");
    let open: Vec<String> = SpecFile::read(&path).unwrap().open().iter().map(ToString::to_string).collect();
    if open.is_empty() {
        let nothing = compare(&folder, "--runs 2");
        assert_eq!((nothing.code, nothing.err.contains("no decision is open")), (2, true), "{}", nothing.err);
        return;
    }
    let one = compare(&folder, "--runs 2 --profile churn --no-check --jobs 1 --json");
    let two = compare(&folder, "--runs 2 --profile churn --no-check --jobs 2 --json");
    assert_eq!(one.out, two.out);
    assert_eq!(one.err, "", "a pipe sees no progress");
    let report: Value = serde_json::from_str(&one.out).unwrap();
    let ids: Vec<&str> =
        report["decisions"].as_array().unwrap().iter().filter_map(|row| row["decision"].as_str()).collect();
    assert_eq!(ids, open);
    assert_eq!(report["profiles"], serde_json::json!(["churn"]));
    assert_eq!(report["exit"], one.code);
}

#[test]
fn a_decision_is_named_by_id_or_key_and_an_unknown_one_gets_the_nearest_name() {
    let folder = folder("compare-names");
    for (name, near) in [("D39", "D38"), ("silent-holdr", "silent-holder"), ("d27", "D27")] {
        let done = compare(&folder, name);
        assert_eq!(done.code, 2, "{}", done.out);
        assert_eq!(done.err, format!("error: there is no decision `{name}`; did you mean `{near}`?\n"));
    }
    let done = compare(&folder, "silent-holder D27 --runs 8 --profile zombies --no-check");
    assert_eq!(done.out.matches("D27 silent-holder").count(), 1, "{}", done.out);
    let usage = compare(&folder, "--runs 0");
    assert_eq!(usage.code, 2);
    assert_eq!(compare(&folder, "--profile calm").code, 2);
}

#[test]
fn the_options_stand_beside_the_one_in_force_with_their_verdicts() {
    let done = compare(&folder("compare-set"), "D27 --set D27=pool-and-cap --runs 20 --profile boundary");
    assert_eq!(done.code, 0, "{}", done.out);
    assert!(done.out.contains("(decided)") && done.out.contains("with D27=pool-and-cap"), "{}", done.out);
    let rows: Vec<&str> = done.out.lines().filter(|line| line.contains("keeps all eight, drains")).collect();
    assert_eq!(rows.len(), 2, "{}", done.out);
    assert!(rows[0].trim_start().starts_with("pool-and-cap") && rows[1].trim_start().starts_with("pool-only"));
    assert!(done.out.contains("differences are real") && done.out.contains("are not shown"));
}

#[test]
fn options_that_no_seed_tells_apart_are_a_finding_not_a_row_of_zeros() {
    // Where nothing of an earlier window goes back, it is all the same which window would get it.
    let done = compare(&folder("compare-same"), "D07 --runs 1 --profile boundary --no-check");
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(done.out.contains("FINDING: no seed told current-window from charged-window"), "{}", done.out);
}

#[test]
fn a_bound_that_ends_the_exhaustive_part_first_makes_the_comparison_incomplete() {
    let done = compare(&folder("compare-bound"), "D27 --runs 20 --profile boundary --max-states 50");
    assert_eq!(done.code, 3, "{}", done.out);
    assert!(done.out.contains("incomplete; "), "{}", done.out);
}

#[test]
fn every_key_of_the_report_is_explained() {
    fn keys(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(key, value)| {
                found.insert(key.clone());
                keys(value, found);
            }),
            Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }
    let done = compare(&folder("compare-keys"), "D27 --runs 20 --profile boundary --max-states 50 --json");
    let mut names = BTreeSet::new();
    keys(&serde_json::from_str(&done.out).unwrap(), &mut names);
    assert!(names.contains("exhaustive") && names.contains("chance"), "{names:?}");
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/compare.md")).unwrap();
    let unexplained: Vec<String> = names
        .into_iter()
        .filter(|name| !page.contains(&format!("`{name}`")) && !page.contains(&format!("`{name}[]`")))
        .collect();
    assert!(unexplained.is_empty(), "docs/compare.md does not explain {unexplained:?}");
    for metric in model::compare::Metric::ALL {
        assert!(page.contains(&format!("`{}`", metric.word())), "docs/compare.md does not define {}", metric.word());
    }
}

/// Whether every element that is opened is closed, in order, and every attribute quoted. Gives how many there are of each.
fn elements(page: &str) -> Vec<String> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("the page says that it is one");
    while let Some((text, tag)) = rest.split_once('<') {
        assert!(!text.contains('>') || open.last().is_some_and(|name| name == "style"), "a bare > in {text}");
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        rest = after;
        assert_eq!(tag.matches('"').count() % 2, 0, "an open quote in {tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "</{name}> closes something else");
            continue;
        }
        let name = tag.split([' ', '\n', '/']).next().unwrap().to_owned();
        all.push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    all
}

#[test]
fn the_page_is_well_formed_stands_alone_and_takes_the_place_of_an_older_one_at_once() {
    let folder = folder("compare-page");
    fs::write(folder.join("page.html"), "an older page").unwrap();
    let done = compare(&folder, "D09 D27 --runs 8 --profile zombies --profile churn --no-check --html page.html");
    assert!(done.code <= 1, "{}", done.err);
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let all = elements(&page);
    let count = |name: &str| all.iter().filter(|element| *element == name).count();
    assert_eq!(count("svg"), 2 * model::compare::METRICS, "a plot for each metric of each decision");
    // Three rows, both profiles and all of them; three options of D09 and two of D27.
    // Each has its value, and each but the first its difference.
    assert!(count("circle") > count("svg") * 3 && count("circle") <= model::compare::METRICS * 3 * (5 + 3));
    for outside in ["http", "src=", "url(", "<script", "<link", "@import", "NaN", "inf"] {
        assert!(!page.contains(outside), "the page contains {outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    let done = compare(&folder, "D27 --runs 1 --profile zombies --no-check --html no-such-folder/page.html");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("failed to write no-such-folder/page.html"), "{}", done.err);
}

#[test]
fn markdown_holds_the_verdicts_the_figures_of_all_profiles_and_by_profile_what_is_real() {
    let folder = folder("compare-markdown");
    let done = compare(&folder, "D09 --runs 40 --profile steady --profile churn --no-check --markdown");
    assert_eq!(done.code, 0, "{}", done.out);
    for title in [
        "| `blocked` | not asked for |",
        "| all profiles | `blocked` | `unlimited` beside it |",
        "| by profile, where any is real |",
    ] {
        assert!(done.out.contains(title), "no `{title}` in {}", done.out);
    }
    let real = done.out.lines().skip_while(|line| !line.starts_with("| by profile")).filter(|line| line.contains(": "));
    let rows: Vec<&str> = real.take_while(|line| line.starts_with("| ")).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row.contains("**")), "{rows:?}");
    assert!(done.out.contains("40 seeds from 1, profiles steady, churn; digest `"));
}
