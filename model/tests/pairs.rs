//! Pairs of options: the record that is committed is good, and a conflict that is planted is found.

use ballast::ControlPlane as Plane;
use model::pairs::kept::{self, Kept};
use model::pairs::plan::Request;
use model::pairs::{PairResult, Standing, page, run};
use model::progress::Silent;
use model::start::{self, Start};
use model::subject::Subject;
use spec::yaml::SpecFile;
use spec::{DecisionId, Decisions, Explorable, Settings};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn spec_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml")
}

/// The spec, with all scopes of every day, or these.
fn subject(scopes: &[&str]) -> Subject {
    let file = SpecFile::read(&spec_path()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let wanted = |name: &str, deep: bool| if scopes.is_empty() { !deep } else { scopes.contains(&name) };
    let wanted = file.scopes.iter().filter(|scope| wanted(&scope.name, scope.deep)).cloned().collect();
    Subject::new(file, String::new(), wanted)
}

fn decision(id: &str) -> DecisionId {
    DecisionId::find(id).unwrap_or_else(|| panic!("there is no {id}"))
}

fn pairs(subject: &Subject, of: &[&str], start: Start<Plane>) -> Vec<PairResult> {
    let of = of.iter().map(|id| decision(id)).collect();
    let results = run::all(subject, &Request { start, jobs: 2, states: 40_000, of }, &|_, _| None, &|_| {}, &Silent);
    assert!(results.alone.is_empty(), "{:?}", results.alone);
    results.pairs
}

fn record() -> Kept {
    Kept::read(&kept::path_beside(&spec_path())).unwrap_or_else(|error| panic!("{error}"))
}

const STALE: &str = "stale: cargo run --release -p model -- pairs --write";

#[test]
fn the_record_of_conflicts_was_made_from_this_spec_and_the_page_from_the_record() {
    let record = record();
    assert_eq!(record.made_from, kept::digest(&subject(&[])), "spec/conflicts.json is {STALE}");
    let page = std::fs::read_to_string(spec_path().with_file_name("../docs/conflicts.md")).expect("the page");
    assert!(page == page::render(&record), "docs/conflicts.md is {STALE}");
    let runs = record.count(Standing::Together) + record.count(Standing::CutOff) + record.count(Standing::Conflict);
    assert!(runs > 1_000, "the record tells of {runs} pairs that were run");
    assert_eq!(record.count(Standing::Conflict), record.conflicts.len());
    assert_eq!(record.count(Standing::CutOff), record.cut_off.len());
}

#[test]
fn every_conflict_of_the_record_is_seen_again() {
    let record = record();
    let disagreements = record.conflicts.iter().filter(|kept| !kept.conflict.breaks.starts_with('I'));
    assert_eq!(disagreements.count(), 0, "a disagreement of the engines is mended, not recorded");
    for kept in &record.conflicts {
        let of = [page::id(&kept.first), page::id(&kept.second)];
        let again = pairs(&subject(&[&kept.conflict.scope]), &of, start::plain());
        let pair = again.iter().find(|pair| (&pair.first, &pair.second) == (&kept.first, &kept.second));
        assert_eq!(pair.and_then(|pair| pair.conflict.as_ref()), Some(&kept.conflict), "{STALE}");
    }
}

#[test]
fn pairs_of_a_small_scope_stand_as_the_record_says_at_least() {
    let record = record();
    let some = pairs(&subject(&["memory", "suspended"]), &["D09"], start::plain());
    assert!(some.iter().any(|pair| pair.met > 0), "nothing met");
    for pair in some {
        let whole = record.standing(&pair.first, &pair.second).expect("the record knows every pair");
        assert!(pair.standing() <= whole, "{} with {}: {STALE}", pair.first, pair.second);
    }
}

/// A control plane in which D24 refuse and D29 refuse do not go together: then it takes late completions after all.
fn conflicting(settings: &Settings, decisions: &Decisions) -> Plane {
    let (d24, d29) = (decision("D24"), decision("D29"));
    let both = decisions.option(d24) == 1 && decisions.option(d29) == 1;
    let followed = if both { decisions.with(d29, 0) } else { Ok(decisions.clone()) };
    Plane::start(settings, &followed.expect("D29 has an option"))
}

#[test]
fn d24_d29_a_planted_conflict_is_found_by_a_shortest_history_and_only_in_that_pair() {
    let subject = subject(&["bill", "completion", "silence"]);
    let found = pairs(&subject, &["D24", "D29"], Arc::new(conflicting));
    let [pair] = found.as_slice() else { panic!("one pair, not {}", found.len()) };
    assert_eq!(pair.standing(), Standing::Conflict);
    let conflict = pair.conflict.as_ref().expect("it conflicts");
    assert_eq!(conflict.message, "the oracle expected: refused expired");
    assert_eq!(conflict.story.len(), 3, "submit, claim, and a late completion: {:?}", conflict.story);
    assert_eq!(pairs(&subject, &["D24", "D29"], start::plain())[0].standing(), Standing::Together);
    let others = pairs(&subject, &["D24", "D31"], Arc::new(conflicting));
    assert!(others.iter().all(|pair| pair.conflict.is_none()));
}

#[test]
fn d33_d05_two_options_that_no_scope_brings_together_are_told_apart_from_two_that_go_together() {
    let found = pairs(&subject(&["memory"]), &["D05", "D33"], start::plain());
    assert!(found.iter().all(|pair| pair.standing() == Standing::Apart), "{found:?}");
}

#[test]
fn d08_d23_d30_d32_d34_the_pairs_by_which_a_fault_of_the_oracle_was_found_hold() {
    for (scope, of) in [("quota", ["D08", "D23"]), ("order", ["D30", "D32"]), ("cancel", ["D30", "D34"])] {
        for pair in pairs(&subject(&[scope]), &of, start::plain()) {
            assert!(pair.conflict.is_none(), "{pair:?}");
        }
    }
}

fn model(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_model")).args(arguments).output().expect("the binary runs");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
    )
}

#[test]
fn a_run_is_taken_up_again_where_it_was_left_and_a_foreign_file_is_left_alone() {
    let folder = std::env::temp_dir().join(format!("ballast-pairs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("state");
    let path = file.to_str().expect("a path");
    let arguments = ["pairs", "--of", "D22", "--of", "D29", "--scope", "bill", "--state", path];
    let (code, said) = model(&arguments);
    assert_eq!(code, Some(0), "{said}");
    let whole = std::fs::read_to_string(&file).expect("the state");
    assert_eq!(whole.lines().count(), 2, "{whole}");
    // A line that was cut short is done again; one that is whole is believed.
    let half = &whole[..whole.len() - 20];
    std::fs::write(&file, half).expect("a file");
    assert_eq!(model(&arguments), (Some(0), said.clone()));
    let told: String = whole.replace("\"met\":1", "\"met\":7");
    assert_ne!(told, whole);
    std::fs::write(&file, &told).expect("a file");
    assert!(model(&arguments).1.contains("7 explorations"), "what is known is not explored again");
    std::fs::write(&file, "my notes\n").expect("a file");
    let (code, said) = model(&arguments);
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "my notes\n");
    std::fs::remove_dir_all(&folder).expect("it was made here");
}
