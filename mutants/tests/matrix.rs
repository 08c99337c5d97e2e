//! The matrix as it is committed: up to date, and with every demand met. And each of the eight invariants is missed where it is
//! left out or always passes.

use model::cli::SpecArgs;
use model::planted::{self, Bug};
use model::progress::Silent;
use model::subject::Subject;
use mutants::hunt::{self, JudgedBy};
use mutants::judges::{self, Invariants, WrongJudge};
use mutants::matrix::{self, Matrix};
use mutants::{cli, demands, files, table};
use oracle::invariants::{ALL, InvariantId};
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

static SUBJECT: LazyLock<Subject> = LazyLock::new(|| {
    let spec = Some(files::in_workspace("spec/spec.yaml"));
    cli::subject(&SpecArgs { spec, set: Vec::new() }).expect("spec.yaml is sound")
});

static MATRIX: LazyLock<Matrix> = LazyLock::new(|| matrix::compute(&SUBJECT, &ALL, cli::jobs(None), &Silent));

#[test]
fn the_committed_matrix_is_what_it_comes_to_now() {
    let committed = fs::read_to_string(files::in_workspace("mutants/MATRIX.md")).unwrap_or_default();
    let stale = files::stale(&committed, &table::page(&MATRIX));
    assert_eq!(stale, None, "mutants/MATRIX.md is stale; `cargo run -p mutants -- --write` writes it anew");
}

#[test]
fn every_demand_is_met() {
    assert_eq!(MATRIX.unmet, Vec::<String>::new());
    assert!(MATRIX.bugs.len() >= demands::BUGS_LEAST && MATRIX.judges.len() >= demands::JUDGES_LEAST);
}

/// The matrix as it would be with these invariants, as far as the bugs go that only the given one catches.
fn judged_by(invariants: Invariants, id: InvariantId) -> Matrix {
    let mut matrix = MATRIX.clone();
    let mut looked_at = 0;
    for row in matrix.bugs.iter_mut().filter(|row| row.only == Some(id.id())) {
        let bug: Bug = row.bug.parse().expect("a row names its bug");
        let place = row.search.caught.as_ref().map(|catch| catch.place.clone());
        let scope = SUBJECT.scopes.iter().position(|scope| Some(&scope.name) == place.as_ref());
        let hunt = hunt::any(&SUBJECT, &planted::start(bug), JudgedBy::Invariants(invariants), scope);
        assert!(hunt.complete && hunt.states > 1, "{bug} was not looked for");
        if hunt.caught.is_none() {
            (row.search.caught, row.only) = (None, None);
        }
        looked_at += 1;
    }
    assert!(looked_at > 0, "no bug is caught by {id} alone");
    matrix
}

#[test]
fn without_any_one_of_the_eight_the_demands_are_not_met_and_the_page_is_another() {
    for id in InvariantId::ALL {
        let matrix = judged_by(judges::without(id), id);
        let unmet = demands::unmet(&matrix);
        assert!(unmet.iter().any(|sentence| sentence.contains(&format!("caught by {id} alone"))), "{id}: {unmet:?}");
        assert!(files::stale(&table::page(&MATRIX), &table::page(&matrix)).is_some(), "{id}");
    }
}

#[test]
fn with_any_one_of_the_eight_always_passing_the_demands_are_not_met_either() {
    for id in InvariantId::ALL {
        let word = format!("never-broken-{}", id.id().to_lowercase());
        let judge: &WrongJudge = word.parse::<&'static WrongJudge>().unwrap();
        let unmet = demands::unmet(&judged_by(judge.invariants, id));
        assert!(unmet.iter().any(|sentence| sentence.contains(&format!("caught by {id} alone"))), "{id}: {unmet:?}");
    }
}

#[test]
fn a_bug_that_one_kind_alone_catches_and_a_judge_that_nothing_exposes_are_told() {
    let mut matrix = MATRIX.clone();
    (matrix.bugs[0].oracle.caught, matrix.bugs[0].scenarios.caught, matrix.bugs[0].agreed.caught) = (None, None, None);
    matrix.judges[0].exposed = mutants::exposure::Exposed::Not;
    let (bug, judge) = (matrix.bugs[0].bug, matrix.judges[0].judge);
    let told = demands::unmet(&matrix);
    assert_eq!(
        told,
        [
            format!("{bug} is caught by the invariants only; two kinds of checks are needed that fail differently"),
            format!("the wrong judge {judge} is exposed by nothing")
        ]
    );
    matrix.bugs.truncate(3);
    matrix.judges.truncate(3);
    let told = demands::unmet(&matrix);
    assert!(told.iter().any(|sentence| sentence.starts_with("there are only 3 planted bugs")), "{told:?}");
    assert!(told.iter().any(|sentence| sentence.starts_with("there are only 3 wrong judges")), "{told:?}");
}

fn mutants(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mutants")).args(arguments).output().expect("it can be started");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn one_command_shows_a_bug_caught_and_a_judge_exposed() {
    let (code, text, _) = mutants(&["bug", "superseded-completion-applied"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("I6 fenced is broken: a/1 was applied under fence 1.1; its newest is 1.2"), "{text}");
    let (code, text, _) = mutants(&["judge", "compares-with-itself"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("With the wrong one, nothing is found in any of the"), "{text}");
    let (code, text, _) = mutants(&["judge", "acknowledged-is-applied", "--json"]);
    assert_eq!(code, Some(1), "{text}");
    let row: serde_json::Value = serde_json::from_str(&text).expect("--json prints JSON and nothing else");
    assert!(row["exposed"]["false-alarm"]["commands"].is_u64(), "{row}");
}

#[test]
fn a_name_that_there_is_not_gets_the_nearest_one() {
    for (verb, name, near) in [("bug", "efect-twice", "effect-twice"), ("judge", "never-broken-i9", "never-broken-i")] {
        let (code, _, error) = mutants(&[verb, name]);
        assert_eq!(code, Some(2));
        assert!(error.contains(&format!("did you mean `{near}")), "{error}");
    }
}
