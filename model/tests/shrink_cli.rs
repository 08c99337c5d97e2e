//! The verb `shrink`, and what `simulate` does with a finding, as a user sees them; and files that are none.

use model::simulate::Simulator;
use model::simulate::shrink::file;
use model::simulate::shrink::shrink_artifact;
use model::spine::artifact;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

struct Done {
    code: i32,
    out: String,
    err: String,
}

fn model(folder: &Path, arguments: &str) -> Done {
    let command = Command::new(env!("CARGO_BIN_EXE_model"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    Done {
        code: command.status.code().unwrap_or(-1),
        out: String::from_utf8(command.stdout).unwrap(),
        err: String::from_utf8(command.stderr).unwrap(),
    }
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("shrink-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A folder with an artifact `found.json` of a planted bug, not shrunk.
fn with_a_finding(name: &str) -> PathBuf {
    let folder = folder(name);
    let done = model(&folder, "simulate --seed 1 --runs 60 --plant effect-twice --profile steady --no-shrink");
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(!done.out.contains("shrunk"), "{}", done.out);
    let files = fs::read_dir(folder.join("findings")).unwrap().map(|entry| entry.unwrap().path());
    let first = files.filter(|path| path.extension().is_some_and(|end| end == "json")).min().unwrap();
    fs::copy(first, folder.join("found.json")).unwrap();
    folder
}

#[test]
fn a_finding_is_shrunk_at_once_and_told_as_check_tells_it() {
    let folder = folder("at-once");
    let done = model(&folder, "simulate --seed 1 --runs 60 --plant effect-twice --profile steady");
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    for line in [
        "    under window 1 ms, lease 1 ms, warm-up 0 ms, grace 0 ms, attempts 1, queue 1, pool 1; a: cap 1, quota 1; planted: effect-twice",
        "    0 ms  tenant a  submit a/1 cost 1                queued                                    D02",
        "minimal: every single removal and every pair was tried",
        "VERIFY WITH: cargo run --release -p model -- verify findings/",
    ] {
        assert!(done.out.contains(line), "`{line}` is not in {}", done.out);
    }
    let again = done.out.lines().find(|line| line.starts_with("REPRODUCE WITH") && line.ends_with(".shrunk.json"));
    let replay = again.unwrap().trim_start_matches("REPRODUCE WITH: cargo run --release -p model -- ");
    let replay = model(&folder, replay);
    assert_eq!(replay.code, 1, "{}{}", replay.out, replay.err);
    assert!(replay.out.contains("the same history and the same finding again, 4 events"), "{}", replay.out);
}

#[test]
fn an_artifact_shrinks_to_the_same_bytes_each_time_and_again_to_itself() {
    let folder = with_a_finding("twice");
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    for out in ["one.json", "other.json"] {
        let done = model(&folder, &format!("shrink found.json --out {out}"));
        assert_eq!(done.code, 1, "{}{}", done.out, done.err);
        assert_eq!(done.err.lines().count(), 1, "the identity, and no progress in a pipe: {}", done.err);
    }
    assert_eq!(bytes("one.json"), bytes("other.json"));
    assert_eq!(bytes("one.certificate.json"), bytes("other.certificate.json"));
    assert_eq!(model(&folder, "shrink one.json").code, 1);
    assert_eq!(bytes("one.shrunk.json"), bytes("one.json"));
}

#[test]
fn the_certificate_says_what_every_removal_comes_to() {
    let folder = with_a_finding("certificate");
    let done = model(&folder, "shrink found.json --json");
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let report: Value = serde_json::from_str(&done.out).unwrap();
    let written = fs::read_to_string(folder.join("found.shrunk.certificate.json")).unwrap();
    let certificate: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(report["certificate"], certificate);
    assert_eq!(report["story"].as_array().unwrap().len(), 4);
    assert_eq!((certificate["events"].as_u64(), certificate["found-at"].as_u64()), (Some(4), Some(4)));
    assert_eq!(certificate["signature"], "correctness/I5/applied");
    assert_eq!(certificate["singles"], serde_json::json!(["passes", "passes", "passes", "passes"]));
    assert_eq!(certificate["pairs"], serde_json::json!({ "tried": 6, "exceptions": [] }));
    let bytes = fs::read(folder.join("found.shrunk.json")).unwrap();
    let hash = model::spine::hash::show(model::spine::hash::of_bytes(0, &bytes));
    assert_eq!(certificate["file"], hash);
}

#[test]
fn a_budget_that_ends_first_is_said_and_is_incomplete() {
    let folder = with_a_finding("budget");
    let done = model(&folder, "shrink found.json --budget 5");
    assert_eq!(done.code, 3, "{}{}", done.out, done.err);
    assert!(done.out.contains("not minimal (budget): 5 plans were all that it allowed"), "{}", done.out);
    let certificate: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("found.shrunk.certificate.json")).unwrap()).unwrap();
    assert_eq!((certificate["minimal"].as_bool(), certificate["executions"].as_u64()), (Some(false), Some(5)));
    assert_eq!(model(&folder, "replay found.shrunk.json").code, 1);
}

#[test]
fn findings_that_are_kept_go_to_the_folder_of_the_corpus() {
    let folder = folder("kept");
    let done = model(&folder, "simulate --seed 1 --runs 60 --plant effect-twice --profile steady --corpus kept");
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let kept: Vec<PathBuf> = fs::read_dir(folder.join("kept")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let kept = model::simulate::shrink::corpus::read(&kept[0]).unwrap();
    assert_eq!(model::simulate::shrink::corpus::check(&kept), Ok(()));
    assert_eq!(model(&folder, "simulate --runs 1 --corpus kept --no-shrink").code, 2);
}

#[test]
fn a_result_that_is_merged_is_the_same_whether_or_not_anything_was_shrunk() {
    let folder = folder("merge");
    let run =
        |more: &str| model(&folder, &format!("simulate --seed 1 --runs 60 --plant effect-twice --json {more}")).out;
    let without = |text: &str| -> Value {
        let mut value: Value = serde_json::from_str(text).unwrap();
        value["identity"]["options"] = Value::Null;
        value
    };
    let (shrunk, plain) = (run(""), run("--no-shrink"));
    assert_eq!(without(&shrunk), without(&plain));
    fs::write(folder.join("one.json"), shrunk).unwrap();
    assert_eq!(model(&folder, "merge one.json").code, 1);
}

#[test]
fn files_that_are_none_are_refused_by_name() {
    let folder = with_a_finding("refused");
    let text = fs::read_to_string(folder.join("found.json")).unwrap();
    let refused = |name: &str, text: &str, says: &str| {
        fs::write(folder.join(name), text).unwrap();
        for verb in ["shrink", "replay"] {
            let done = model(&folder, &format!("{verb} {name}"));
            assert_eq!(done.code, 2, "{verb} {name}: {}{}", done.out, done.err);
            assert!(done.err.contains(name) && done.err.contains(says), "{verb} {name}: {}", done.err);
            assert!(done.err.contains("model simulate"), "what to do is said: {}", done.err);
        }
    };
    refused("version.json", &text.replacen("\"version\": 1", "\"version\": 7", 1), "version 7");
    refused("unknown.json", &text.replacen("\"seed\"", "\"sed\"", 1), "unknown field `sed`");
    refused("empty.json", "", "EOF");
    refused("list.json", "[1, 2]", "failed to read the artifact");
    refused("other.json", "{\"version\": 1}", "missing field");
    refused("lease.json", &replaced(&text, "lease", "0"), "`lease` must be at least 1");
    refused("pool.json", &replaced(&text, "pool", "4000000000"), "`pool` must be at most");
    let missing = model(&folder, "shrink nothing.json");
    assert!(missing.code == 2 && missing.err.contains("nothing.json"), "{}", missing.err);
}

/// The text with the first number of this name replaced.
fn replaced(text: &str, name: &str, number: &str) -> String {
    let at = text.find(&format!("\"{name}\": ")).unwrap() + name.len() + 4;
    let end = at + text[at..].find([',', '\n']).unwrap();
    format!("{}{number}{}", &text[..at], &text[end..])
}

#[test]
fn an_edited_outcome_is_seen_by_the_program_that_wrote_it() {
    let folder = with_a_finding("edited");
    let text = fs::read_to_string(folder.join("found.json")).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    let events = value["events"].as_array_mut().unwrap();
    let place = events.iter().position(|event| event["outcome"]["answer"].get("granted").is_some()).unwrap();
    events[place]["outcome"]["charged"] = 17.into();
    fs::write(folder.join("edited.json"), serde_json::to_string(&value).unwrap()).unwrap();
    let done = model(&folder, "shrink edited.json");
    assert_eq!(done.code, 2, "{}{}", done.out, done.err);
    assert!(done.err.contains(&format!("edited.json: event {} was edited", place + 1)), "{}", done.err);
    value["events"][place]["outcome"]["charged"] =
        serde_json::from_str::<Value>(&text).unwrap()["events"][place]["outcome"]["charged"].clone();
    value["finding"]["rule"] = "I1".into();
    fs::write(folder.join("finding.json"), serde_json::to_string(&value).unwrap()).unwrap();
    let done = model(&folder, "shrink finding.json");
    assert!(done.code == 2 && done.err.contains("its finding was edited"), "{}{}", done.out, done.err);
}

/// The text of an artifact, as small as one that was not shrunk can be.
fn artifact_text() -> String {
    fs::read_to_string(with_a_finding(&format!("text-{:?}", std::thread::current().id())).join("found.json")).unwrap()
}

#[test]
fn an_artifact_that_is_cut_off_anywhere_is_refused() {
    let text = artifact_text();
    for length in (0..text.trim_end().len()).step_by(7) {
        assert!(file::parse::<ballast::ControlPlane>(&text[..length]).is_err(), "cut off after {length} bytes");
    }
    assert!(file::parse::<ballast::ControlPlane>(&text).is_ok());
}

#[test]
fn no_number_however_large_makes_anything_hang_or_panic() {
    let text = artifact_text();
    let value: Value = serde_json::from_str(&text).unwrap();
    let mut places = Vec::new();
    numbers(&value, &mut Vec::new(), &mut places);
    let (mut refused, mut run) = (0, 0);
    for place in places.iter().step_by(3) {
        for large in [u64::MAX, i64::MAX as u64, u64::from(u32::MAX)] {
            let mut changed = value.clone();
            *place.iter().fold(&mut changed, |value, step| match step {
                Step::Key(key) => &mut value[key],
                Step::Place(place) => &mut value[place],
            }) = large.into();
            let changed = serde_json::to_string(&changed).unwrap();
            let Ok(artifact) = file::parse::<ballast::ControlPlane>(&changed) else {
                refused += 1;
                continue;
            };
            run += 1;
            let simulator = Simulator::new(&[], Arc::new(model::simulate::start));
            let _ = artifact::replay(&simulator, &artifact);
            let _ = shrink_artifact(&simulator, &artifact, 20, &mut |_| {});
        }
    }
    assert!(refused > 20 && run > 20, "{refused} refused, {run} run");
}

#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Place(usize),
}

/// Where the numbers are.
fn numbers(value: &Value, here: &mut Vec<Step>, places: &mut Vec<Vec<Step>>) {
    match value {
        Value::Number(_) => places.push(here.clone()),
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                here.push(Step::Place(place));
                numbers(item, here, places);
                here.pop();
            }
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                here.push(Step::Key(key.clone()));
                numbers(item, here, places);
                here.pop();
            }
        }
        _ => {}
    }
}
