//! The gate over cargo-mutants: what it lets pass, and each of its red paths.

mod outcomes;

use mutants::gate::{Asked, Judged, Refusal, judge, page, read};
use outcomes::{CAUGHT, result, with};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn judged(texts: &[String], asked: &Asked) -> Judged {
    let shards: Vec<_> = texts.iter().map(|text| read("outcomes.json", text).unwrap()).collect();
    judge(&shards, asked)
}

fn asked(floor: usize) -> Asked {
    Asked { floor, ..Asked::default() }
}

fn refused(text: String, floor: usize) -> Vec<String> {
    judged(&[text], &asked(floor)).refusals.iter().map(ToString::to_string).collect()
}

#[test]
fn a_green_baseline_with_every_mutant_caught_passes_and_is_counted_by_crate() {
    let judged = judged(&[with(&[("model", "Unviable")])], &asked(4));
    assert_eq!(judged.refusals, []);
    assert_eq!((judged.total.caught, judged.total.unviable, judged.total.tried()), (4, 1, 4));
    assert_eq!(
        (judged.crates["spec"].caught, judged.crates["oracle"].caught, judged.crates["model"].caught),
        (2, 2, 0)
    );
    assert_eq!((judged.wall_seconds, &*judged.date), (150.5, "2026-02-01"));
}

#[test]
fn survivors_time_outs_and_mutants_that_were_only_built_are_refused_by_name() {
    for (summary, said) in
        [("MissedMutant", "missed: "), ("Timeout", "timed out, which is no catch: "), ("Success", "not tested: ")]
    {
        let refusals = refused(with(&[("model", summary)]), 1);
        assert_eq!(refusals, [format!("{said}model/src/lib.rs:4:1: replace == with !=")]);
    }
}

#[test]
fn a_run_that_was_cut_short_or_whose_counts_are_wrong_is_refused() {
    let cut = with(&[]).replace("\"end_time\":\"2026-02-01T00:01:30.5Z\"", "\"end_time\":null");
    assert_eq!(refused(cut, 1), ["outcomes.json is of a run that was cut short: it has no end_time"]);
    let wrong = with(&[]).replace("\"missed\":0", "\"missed\":3");
    let said = "the counts of outcomes.json are not those of its outcomes: it says 3 missed, and there are 0";
    assert_eq!(refused(wrong, 1), [said]);
}

#[test]
fn fewer_mutants_than_were_listed_are_refused_and_a_change_of_which_none_compiles_is_not() {
    let unviable = || result(Some("Success"), &[("spec", "Unviable"), ("model", "Unviable")]);
    let refusals = |floor, listed| {
        let judged = judged(&[unviable()], &Asked { floor, listed, ..Asked::default() });
        judged.refusals.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(refusals(0, Some(2)), [""; 0]);
    assert_eq!(refusals(0, Some(3)), ["2 mutants came to an end; 3 were listed"]);
    let none_tried = "0 mutants were really tried; at least 1 have to be, or something no longer gets mutated";
    assert_eq!(refusals(1, Some(2)), [none_tried]);
    assert_eq!(refusals(0, None), [none_tried]);
    let nothing = judged(&[result(Some("Success"), &[])], &Asked { listed: Some(0), ..Asked::default() });
    assert_eq!(nothing.refusals, [Refusal::FewerThanListed { ended: 0, listed: 1 }]);
    let (passes, _) = gate("unviable", &unviable(), &["--floor", "0", "--listed", "2"]);
    assert_eq!(passes.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&passes.stdout).contains("none of the mutants compiles, so nothing was learned"));
}

#[test]
fn a_red_baseline_is_not_made_good_by_a_green_one_after_it() {
    let mut both: serde_json::Value = serde_json::from_str(&with(&[])).unwrap();
    let outcomes = both["outcomes"].as_array_mut().unwrap();
    let mut red = outcomes[0].clone();
    red["summary"] = "Failure".into();
    outcomes.insert(0, red);
    let said = "the baseline of outcomes.json is not green: a suite that fails anyway catches every mutant";
    assert_eq!(refused(both.to_string(), 1), [said]);
}

#[test]
fn shards_are_added_up_and_may_not_overlap() {
    let other = result(Some("Success"), &[("model", "CaughtMutant")]);
    let both = judged(&[with(&[]), other], &asked(5));
    assert_eq!((both.refusals, both.total.caught, both.wall_seconds), (vec![], 5, 301.0));
    let twice = judged(&[with(&[]), with(&[])], &asked(1)).refusals;
    assert_eq!(twice.len(), CAUGHT.len());
    assert!(twice.iter().all(|refusal| matches!(refusal, Refusal::Twice { .. })));
}

#[test]
fn what_is_not_a_result_of_cargo_mutants_27_cannot_be_judged() {
    let newer = with(&[]).replace("27.1.0", "31.0.0");
    let bad_time = with(&[]).replace("2026-01-31T23:59:00Z", "yesterday");
    let backwards = with(&[]).replace("2026-01-31T23:59:00Z", "2027-01-31T23:59:00Z");
    let endless = with(&[]).replace("\"duration\":", "\"duration\":-");
    let bad_word = with(&[("model", "Vanished")]);
    for text in ["", "{}", "[]", "{\"outcomes\": 1}", &*newer, &*bad_time, &*backwards, &*endless, &*bad_word] {
        let error = read("outcomes.json", text).unwrap_err().to_string();
        assert!(error.starts_with("error: outcomes.json is not an outcomes.json of cargo-mutants 27: "), "{error}");
    }
}

fn gate(name: &str, text: &str, arguments: &[&str]) -> (Output, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let (file, result) = (folder.join("outcomes.json"), folder.join("RESULT.md"));
    fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mutants"));
    let command = command.arg("gate").arg(&file).args(["--commit", "abc", "--result"]).arg(&result).args(arguments);
    (command.output().unwrap(), result)
}

#[test]
fn the_command_says_the_verdict_in_its_exit_code_and_writes_the_result() {
    let (passes, result) = gate("passes", &with(&[]), &["--floor", "4"]);
    assert_eq!(passes.status.code(), Some(0), "{}", String::from_utf8_lossy(&passes.stderr));
    let expected = page(&judged(&[with(&[])], &asked(4)), "abc");
    assert_eq!(fs::read_to_string(result).unwrap(), expected);
    assert!(
        expected.contains("The gate passes.") && expected.contains("| oracle | 2 | 2 | 0 | 0 | 0 | 1.5 | 37.6 |"),
        "{expected}"
    );
    let (refused, result) = gate("refused", &with(&[]), &["--floor", "5"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(fs::read_to_string(result).unwrap().contains("4 mutants were really tried; at least 5 have to be"));
    let (unreadable, _) = gate("unreadable", "{", &["--floor", "5"]);
    assert_eq!(unreadable.status.code(), Some(2));
    let (json, _) = gate("json", &with(&[("model", "Timeout")]), &["--floor", "1", "--json"]);
    assert_eq!(json.status.code(), Some(1));
    let said: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(said["total"]["timeout"], 1);
    assert!(said["refusals"][0]["timed-out"]["mutant"].is_string(), "{said}");
}

#[test]
fn arguments_that_would_be_ignored_or_would_record_another_spec_are_refused() {
    for line in [
        "--json bug effect-twice",
        "--set D20=grant-another bug effect-twice",
        "--write gate outcomes.json --floor 1",
        "--write --set D20=grant-another",
        "--write --spec other.yaml",
        "reach --write --set D20=grant-another",
    ] {
        let done = Command::new(env!("CARGO_BIN_EXE_mutants")).args(line.split(' ')).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.code() == Some(2) && said.contains("cannot be used with"), "{line}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn the_script_takes_nothing_for_a_share_that_is_none_and_no_setting_that_is_no_number() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ci/mutants");
    let refused = |argument: &str, setting: &str| {
        let done = Command::new(&script).arg(argument).env("BALLAST_MUTANTS_MAX", setting).output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    for (argument, setting, said) in [
        ("target/mutants.out/outcomes.json", "40", "is neither `all`, `merge` nor a share such as 0/8"),
        ("8/8", "40", "is neither `all`, `merge` nor a share such as 0/8"),
        ("1/2/3", "40", "is neither `all`, `merge` nor a share such as 0/8"),
        ("changes", "0", "has to be a positive number, not `0`"),
        ("changes", "-1", "has to be a positive number, not `-1`"),
    ] {
        let (code, text) = refused(argument, setting);
        assert!(code == Some(2) && text.contains(said) && text.contains("ci/mutants K/N"), "{argument}: {text}");
    }
}
