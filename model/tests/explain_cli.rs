//! `explain`, as a user runs it, and the page that is made of it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Exit code, standard output and standard error.
fn explain(arguments: &[&str]) -> (i32, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_model")).arg("explain").args(arguments).current_dir(root()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn topics(names: &[&str]) -> Vec<Value> {
    let (code, out, err) = explain(&[names, &["--json"]].concat());
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    report["topics"].as_array().unwrap().clone()
}

#[test]
fn the_page_of_all_decisions_is_what_the_spec_says_now() {
    let (code, now, err) = explain(&["--markdown"]);
    assert_eq!(code, 0, "{err}");
    let page = std::fs::read_to_string(root().join("docs/decisions.md")).unwrap();
    assert!(page == now, "docs/decisions.md is stale: `cargo run -p model -- explain --write` writes it anew");
}

#[test]
fn d29_is_explained_by_its_options_histories_code_and_tests() {
    let (code, text, _) = explain(&["D29"]);
    assert_eq!(code, 0);
    let said = ["D29 late-completion", "accept", "refuse", "Why", "Evidence", "In impl", "In oracle", "Guarded by"];
    for part in said {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(text.contains("=> refuse  refused expired"), "{text}");
    assert!(text.lines().all(|line| line.starts_with("  ") || line.chars().count() <= 110 || line.contains(".rs:")));
    assert!(!text.contains('\u{1b}'), "nothing is coloured in a pipe");
}

#[test]
fn every_decision_is_explained_as_data_with_the_code_that_reads_it() {
    let ids: Vec<&str> = spec::DecisionId::all().map(|decision| decision.info().id).collect();
    let topics = topics(&ids);
    assert_eq!(topics.len(), ids.len());
    for topic in &topics {
        let id = topic["id"].as_str().unwrap();
        for engine in ["control_plane", "oracle"] {
            let first = &topic["code"][engine][0];
            assert_eq!(first["what"], "reads", "{id} in {engine}");
            let file = std::fs::read_to_string(root().join(first["file"].as_str().unwrap())).unwrap();
            let line = file.lines().nth(first["line"].as_u64().unwrap() as usize - 1).unwrap();
            assert!(line.contains("()"), "{id}: {line}");
        }
        assert!(!topic["scenarios"].as_array().unwrap().is_empty() && !topic["question"].as_str().unwrap().is_empty());
    }
}

#[test]
fn an_option_an_invariant_and_a_rule_are_explained_by_any_of_their_names() {
    let found = topics(&["late-completion=refuse", "grant-another", "i3", "no-leak", "rule-8", "R8"]);
    let ids: Vec<&Value> = found.iter().map(|topic| &topic["id"]).collect();
    assert_eq!(ids[..4], [&Value::from("D29"), &Value::from("D20"), &Value::from("I3"), &Value::from("I3")]);
    assert_eq!(found[0]["options"].as_array().unwrap().len(), 1);
    assert_eq!((&found[4], &found[4]["id"]), (&found[5], &Value::from("R8")));
    assert_eq!(found[4]["code"]["oracle"].as_array().map(Vec::is_empty), Some(false));
    assert!(found[4]["statement"].as_str().unwrap().contains("compares fences"));
}

#[test]
fn what_is_set_for_this_run_is_said_to_be() {
    let (_, text, _) = explain(&["D29", "--set", "D29=refuse"]);
    assert!(text.contains("* refuse  (set for this run)") && text.contains("accept  (viable)"), "{text}");
}

#[test]
fn a_name_that_means_nothing_or_too_much_is_refused_with_what_it_could_be() {
    for (name, said) in [
        ("late-complet", "did you mean `late-completion`?"),
        ("D29=refus", "did you mean `D29=refuse`?"),
        ("refuse", "D12=refuse, D20=refuse"),
        ("rule-99", "no fixed rule 99"),
    ] {
        let (code, out, err) = explain(&[name]);
        assert_eq!((code, out.as_str()), (2, ""), "{name}");
        assert!(err.contains(said), "{name}: {err}");
    }
    assert_eq!(explain(&[]).0, 2);
}

#[test]
fn without_a_checkout_there_is_no_page_to_write() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("explain");
    std::fs::create_dir_all(&folder).unwrap();
    let spec = folder.join("other.yaml");
    std::fs::copy(root().join("spec/spec.yaml"), &spec).unwrap();
    let (code, _, err) = explain(&["--write", "--spec", spec.to_str().unwrap()]);
    assert_eq!((code, err.contains("--markdown prints it")), (2, true), "{err}");
}
