//! The editor's schema: up to date, and of one mind with the loader. An editor reads YAML with a reader of its own, so
//! here yaml_serde reads it, which shares no code with the loader's.

use super::support::{at_two_lengths, changed, sound};
use super::validator;
use crate::yaml::{SpecFile, schema};
use serde_json::Value;

fn complaints(text: &str) -> Vec<String> {
    let value: Value = serde_yaml::from_str(text).expect("well-formed YAML");
    validator::complaints(&schema(), &value)
}

#[test]
fn the_schema_in_the_folder_is_the_one_that_this_build_makes() {
    let printed: Value = serde_json::from_str(include_str!("../../../spec.schema.json")).expect("JSON");
    assert!(
        printed == schema(),
        "spec.schema.json is stale: cargo run -p spec --features yaml --example schema > spec/spec.schema.json"
    );
}

#[test]
fn an_editor_has_nothing_to_say_about_the_real_spec() {
    assert_eq!(complaints(include_str!("../../../spec.yaml")), [""; 0]);
    assert_eq!(complaints(&sound()), [""; 0]);
}

fn an_editor_complains_where_the_loader_does(every: usize) {
    let changes = [
        ("version: 1", "version: 2"),
        ("window: 10", "window: 0"),
        ("window: 10", "window: ten"),
        ("  lease: 5\n", ""),
        ("    reason: so\n", "    reasons: so\n"),
        ("question: why?", "question: ' '"),
        ("id: D01", "id: D39"),
        ("key: window-shape", "key: charge-point"),
        ("choice: fixed", "choice: roling"),
        ("    choice: fixed\n", ""),
        ("choice: fixed", "choice: fixed\n    open: true"),
        ("open: true", "open: false"),
        ("open: true", "open: true\n    settled: 2026-11-29"),
        ("open: true", "choice: blocked\n    settled: yesterday"),
        ("open: true", "choice: blocked\n    settled: 2026-13-29"),
        ("open: true", "choice: blocked\n    because: it is so"),
        ("open: true", "choice: blocked\n    settled: 2026-11-29\n    because: ''"),
        ("      rolling:\n", "      sliding:\n"),
        ("breaks: I1", "breaks: I9"),
        ("[owner/repo#1]", "[owner/repo]"),
        ("when: 1 claim w1", "when: 1 clam w1"),
        ("when: 1 claim w1", "when: claim w1"),
        ("when: 1 claim w1", "when: 1 claim w1 =>"),
        ("when: 1 claim w1", "when: []"),
        ("when: 1 claim w1", "with: { D26: at-onc }\n            when: 1 claim w1"),
        ("when: 1 claim w1", "with: { D62: x }\n            when: 1 claim w1"),
        ("then: granted a/1 fence 1.1 until 6, charged 1", "then: granted a/1 fence 1.1 until 6, chraged 1"),
        ("then: granted a/1 fence 1.1 until 6, charged 1", "then: refused at-cpa"),
        ("workers: 2", "workers: 0"),
        ("runs: { a: [1] }", "runs: { A: [1] }"),
        ("[submit, claim]", "[submit, clam]"),
        ("deep: true", "deep: yes"),
    ];
    for (from, to) in changes.into_iter().step_by(every) {
        let text = changed(from, to);
        assert!(!complaints(&text).is_empty(), "{from:?} to {to:?}");
        assert!(SpecFile::parse("spec.yaml", &text).is_err(), "{from:?} to {to:?}");
    }
}

#[test]
fn every_command_and_outcome_of_the_real_spec_reads_back_from_the_tree_as_the_other_reader_has_it() {
    let text = include_str!("../../../spec.yaml");
    let value: Value = serde_yaml::from_str(text).expect("well-formed YAML");
    let file = SpecFile::parse("spec.yaml", text).expect("a sound spec");
    for (decision, option, scenario) in file.scenarios() {
        let content = &value["decisions"][decision.index()]["options"][decision.info().options[option]];
        let found = content["scenarios"].as_array().expect("a list").iter();
        let other = found.filter(|other| other["name"] == scenario.name.as_str()).collect::<Vec<_>>();
        let [other] = other.as_slice() else { panic!("one scenario `{}`", scenario.name) };
        assert_eq!(other["then"], scenario.then.to_string(), "line {}", scenario.then_line);
        let given: Vec<String> = scenario.given.iter().map(written).collect();
        assert_eq!(items(&other["given"]), given, "line {}", scenario.line);
        let when: Vec<String> = scenario.when.iter().map(written).collect();
        assert_eq!(items(&other["when"]), when, "line {}", scenario.line);
    }
}

fn items(steps: &Value) -> Vec<String> {
    match steps {
        Value::Array(items) => items.iter().map(|item| item.as_str().expect("a text").to_owned()).collect(),
        Value::String(step) => vec![step.clone()],
        _ => Vec::new(),
    }
}

fn written(step: &crate::yaml::Step) -> String {
    let outcome = step.outcome.as_ref().map(|outcome| format!(" => {outcome}")).unwrap_or_default();
    format!("{} {}{outcome}", step.at, step.command)
}

at_two_lengths! {
    an_editor_complains_where_the_loader_does, 8;
}
