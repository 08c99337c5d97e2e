//! docs/open-questions.md lays out the open decisions with the evidence that `compare` gives.
//!
//! The recorded tables take 200 seeds; here the digest of their first five seeds is computed again, and the verdicts, so
//! that tables of another simulator, control plane or meter are seen. `BLESS=1 cargo test -p model --test open_questions`
//! records them anew, beside the file and renamed into place. A question that is settled keeps what was recorded of it.

use serde_json::Value;
use spec::yaml::SpecFile;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SEEDS: &str = "200";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn page() -> PathBuf {
    root().join("docs/open-questions.md")
}

/// What a program prints in the repository.
fn printed(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn model(arguments: &[&str]) -> String {
    printed(env!("CARGO_BIN_EXE_model"), arguments)
}

/// The text between the marks of a block.
fn block<'page>(page: &'page str, name: &str) -> &'page str {
    let (begin, end) = (format!("<!-- begin: {name} -->\n"), format!("<!-- end: {name} -->"));
    let inside = page.split_once(&begin).and_then(|(_, rest)| rest.split_once(&end));
    inside.unwrap_or_else(|| panic!("docs/open-questions.md has no block {name}")).0
}

fn bless(ids: &[String]) {
    let mut text = fs::read_to_string(page()).unwrap();
    let when = printed("git", &["log", "-1", "--format=commit %h of %cs"]);
    for id in ids {
        let command = ["compare", id, "--seed", "1", "--runs", SEEDS, "--markdown"];
        let tables = model(&command);
        let line = format!("cargo run --release -p model -- {}", command.join(" "));
        let new = format!("Recorded at {}, and again by\n\n```\n{line}\n```\n\n{tables}", when.trim());
        // With its mark, as a block may be empty.
        let begin = format!("<!-- begin: {id} -->\n");
        let old = format!("{begin}{}", block(&text, id));
        text = text.replacen(&old, &format!("{begin}{new}"), 1);
    }
    let beside = page().with_extension("md.new");
    fs::write(&beside, text).unwrap();
    fs::rename(&beside, page()).unwrap();
}

#[test]
fn the_recorded_evidence_on_the_open_decisions_is_what_compare_gives() {
    let path = root().join("spec/spec.yaml");
    if SpecFile::read(&path).unwrap().open().is_empty() {
        // Everything is settled; what was recorded of it stays as it was.
        return;
    }
    let report: Value = serde_json::from_str(&model(&["compare", "--seed", "1", "--runs", "5", "--json"])).unwrap();
    let decisions = report["decisions"].as_array().unwrap();
    assert!(!decisions.is_empty(), "nothing is open, and nothing was looked at");
    let ids: Vec<String> = decisions.iter().map(|decision| decision["decision"].as_str().unwrap().to_owned()).collect();
    if std::env::var_os("BLESS").is_some() {
        bless(&ids);
    }
    let page = fs::read_to_string(page()).unwrap();
    for (id, decision) in ids.iter().zip(decisions) {
        let recorded = block(&page, id);
        let digest = decision["digest_of_five"].as_str().unwrap();
        assert!(recorded.contains(&format!("of five seeds `{digest}`")), "{id} is stale; BLESS=1 records it anew");
        assert!(recorded.contains(&format!("{SEEDS} seeds from 1, profiles")), "{id} has other seeds");
        for option in decision["options"].as_array().unwrap() {
            let exhaustive = &option["exhaustive"];
            assert_eq!((&exhaustive["complete"], &exhaustive["drains"]), (&Value::Bool(true), &Value::Bool(true)));
            let verdict = format!(
                "| `{}` | keeps all eight, drains; {} scopes, {} states |",
                option["option"].as_str().unwrap(),
                exhaustive["scopes"],
                exhaustive["states"]
            );
            assert!(recorded.contains(&verdict), "{id} has no `{verdict}`; BLESS=1 records it anew");
        }
    }
}
