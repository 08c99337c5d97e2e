//! Silent ambiguities: in small scopes every kind is settled by a rule, and each way of failing is seen to fail.

use ballast::ControlPlane as Plane;
use model::ambiguity::cli::{Report, report};
use model::progress::Silent;
use model::start::{self, Start};
use model::subject::Subject;
use spec::yaml::{Settles, SpecFile};
use spec::{DecisionId, Decisions, Explorable, Settings};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

const SCOPES: [&str; 4] = ["memory", "suspended", "bill", "silence"];

fn spec_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml")
}

fn subject(scopes: &[&str]) -> Subject {
    let file = SpecFile::read(&spec_path()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let wanted = file.scopes.iter().filter(|scope| scopes.contains(&scope.name.as_str())).cloned().collect();
    Subject::new(file, String::new(), wanted)
}

fn asked(subject: &Subject, start: &Start<Plane>) -> Report {
    report(subject, start, (2, 100_000), &Silent)
}

fn unsettled(report: &Report) -> Vec<&str> {
    report.kinds.iter().filter(|row| row.rules.is_empty()).map(|row| row.kind.as_str()).collect()
}

#[test]
fn in_small_scopes_every_kind_is_settled_by_a_rule_and_both_engines_follow_every_flip() {
    let report = asked(&subject(&SCOPES), &start::plain());
    assert_eq!(unsettled(&report), [""; 0]);
    assert!(report.flips.is_empty(), "{:?}", report.flips);
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert!(report.kinds.len() > 200, "only {} kinds: alternatives are missing", report.kinds.len());
    assert!(report.totals.flipped > 100_000, "{:?}", report.totals);
    for row in &report.kinds {
        assert!(!row.story.is_empty(), "{} has no history", row.kind);
        assert_ne!(row.story.last().map(|line| line.outcome.clone()), Some(row.alternative.clone()), "{}", row.kind);
    }
}

#[test]
fn a_kind_that_no_rule_settles_any_more_is_a_finding() {
    let mut subject = subject(&["bill"]);
    let rule = subject.file.rules.iter_mut().find(|rule| rule.id == "R2").expect("R2 says what a grant needs");
    rule.settles.clear();
    let report = asked(&subject, &start::plain());
    assert_eq!(report.verdict, "finding");
    assert!(
        unsettled(&report).contains(&"claim without a lease: granted -> granted a run that is not queued"),
        "{:?}",
        unsettled(&report)
    );
}

#[test]
fn a_rule_that_is_cited_for_nothing_is_a_finding() {
    let mut subject = subject(&["bill"]);
    let pattern = "claim *: granted -> swept".to_owned();
    subject.file.rules[0].settles.push(Settles { pattern: pattern.clone(), line: 7 });
    let report = asked(&subject, &start::plain());
    assert_eq!(report.verdict, "finding");
    assert!(report.stale.iter().any(|said| said.contains(&pattern) && said.contains(":7:")), "{:?}", report.stale);
}

/// A control plane that does not follow D29, whatever it is told.
fn deaf_to_d29(settings: &Settings, decisions: &Decisions) -> Plane {
    let d29 = DecisionId::find("D29").expect("D29 is late-completion");
    Plane::start(settings, &decisions.with(d29, 0).expect("D29 has an option"))
}

#[test]
fn d29_a_control_plane_that_does_not_follow_a_flipped_decision_is_found() {
    let report = asked(&subject(&["bill"]), &(Arc::new(deaf_to_d29) as Start<Plane>));
    assert_eq!(report.verdict, "finding");
    let flipped: Vec<&str> = report.flips.iter().map(|row| row.flipped.as_str()).collect();
    assert_eq!(flipped, ["D29=refuse"]);
    assert_eq!(report.flips[0].reference, "refused expired");
}

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_model")).args(arguments).output().expect("the binary runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_verb_exits_with_1_where_a_rule_has_lost_what_it_settles() {
    let (code, said) = run(&["ambiguities", "--scope", "bill", "--jobs", "1"]);
    assert_eq!(code, Some(0), "{said}");
    let text = std::fs::read_to_string(spec_path()).expect("the spec");
    let line = "      - \"submit *: queued* -> charged\"\n";
    assert!(text.contains(line), "spec.yaml settles this by a rule");
    let folder = std::env::temp_dir().join(format!("ballast-ambiguities-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("spec.yaml");
    std::fs::write(&file, text.replace(line, "")).expect("a file");
    let path = file.to_str().expect("a path");
    let (code, said) = run(&["ambiguities", "--spec", path, "--scope", "bill", "--jobs", "1"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("settled by no rule"), "{said}");
    std::fs::remove_dir_all(&folder).expect("it was made here");
}
