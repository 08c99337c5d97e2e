//! The documentation: its links lead somewhere, and its examples are what the code reads and writes.

use super::files::{File, below, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// The book and the pages at the root.
fn pages() -> Vec<File> {
    let pages: Vec<File> = below("").into_iter().filter(|file| file.is(".md")).collect();
    assert!(pages.iter().any(|page| page.name.starts_with("docs/")), "no page of the book was found");
    pages
}

#[test]
fn every_link_to_a_file_leads_to_one() {
    let mut links = 0;
    for page in pages() {
        let folder = root().join(&page.name).parent().expect("a page has a folder").to_owned();
        for (number, line) in page.lines() {
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let path = target.split('#').next().unwrap_or_default();
                if path.is_empty() || path.contains("://") {
                    continue;
                }
                links += 1;
                assert!(folder.join(path).exists(), "{}:{number} links to {target}, which is not there", page.name);
            }
        }
    }
    assert!(links > 0, "no link was found");
}

#[test]
fn every_page_of_the_book_is_in_its_index() {
    let index = super::files::read("docs/README.md");
    let pages = below("docs");
    assert!(pages.len() > 1, "the book has no pages");
    for page in pages.iter().filter(|page| page.is(".md") && page.name != "docs/README.md") {
        let name = page.name.trim_start_matches("docs/");
        assert!(index.contains(&format!("]({name})")), "docs/README.md does not lead to {name}");
    }
}

#[test]
fn every_example_of_a_record_is_read_and_written_back_as_it_stands() {
    let page = super::files::read("docs/records.md");
    let mut examples = 0;
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```json" => inside = true,
            "```" => inside = false,
            example if inside => {
                examples += 1;
                let record: spec::Record = serde_json::from_str(example)
                    .unwrap_or_else(|error| panic!("docs/records.md: {error} in {example}"));
                assert_eq!(serde_json::to_string(&record).expect("a record is JSON"), example);
            }
            _ => {}
        }
    }
    assert!(examples > 0, "docs/records.md has no example");
}

#[test]
fn the_book_counts_as_many_decisions_as_the_spec_has() {
    let decisions = spec::DecisionId::all().len().to_string();
    let mut words = 0;
    for page in pages() {
        for (number, line) in page.lines() {
            let all: Vec<&str> = line.split_whitespace().collect();
            words += all.len();
            for pair in all.windows(2).filter(|pair| pair[1].starts_with("decisions")) {
                let count = pair[0].trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
                let counts = !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit());
                assert!(!counts || count == decisions, "{}:{number} counts {count} decisions", page.name);
            }
        }
    }
    assert!(words > 0, "the pages are empty");
}

/// Every name that stands for a field in some JSON.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                found.insert(key.clone());
                keys(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

/// The names that a page does not explain.
fn unexplained(page: &str, names: BTreeSet<String>) -> Vec<String> {
    let page = super::files::read(page);
    assert!(!names.is_empty(), "there is nothing to explain");
    names
        .into_iter()
        .filter(|name| !page.contains(&format!("`{name}`")) && !page.contains(&format!("`{name}[]`")))
        .collect()
}

#[test]
fn every_key_of_the_report_of_check_is_explained() {
    let mut names = BTreeSet::new();
    // One that holds, and one with a finding, as they fill different lists.
    for arguments in [["--scope", "bill"].as_slice(), &["--scope", "quota", "--set", "D23=never"]] {
        let mut check = Command::new(env!("CARGO_BIN_EXE_model"));
        let output = check.current_dir(root()).args(["check", "--json"]).args(arguments).output();
        let output = output.expect("the command line can be started");
        let report: Value = serde_json::from_slice(&output.stdout).expect("--json prints JSON and nothing else");
        keys(&report, &mut names);
    }
    assert!(names.contains("story") && names.contains("reproduce"), "no finding was reported: {names:?}");
    let unexplained = unexplained("docs/json.md", names);
    assert!(unexplained.is_empty(), "docs/json.md does not explain {unexplained:?}");
}

#[test]
fn every_key_of_the_spec_is_explained() {
    let mut names = BTreeSet::new();
    properties(&spec::yaml::schema(), &mut names);
    let unexplained = unexplained("docs/spec-format.md", names);
    assert!(unexplained.is_empty(), "docs/spec-format.md does not explain {unexplained:?}");
}

/// Every fixed name of a mapping that a schema allows: not the names of tenants, decisions and options, which are data.
fn properties(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                if let (true, Value::Object(names)) = (key == "properties", value) {
                    let is_data = |name: &str| spec::DecisionId::find(name).is_some() || is_option(name);
                    found.extend(names.keys().filter(|name| !is_data(name)).cloned());
                }
                properties(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| properties(item, found)),
        _ => {}
    }
}

fn is_option(name: &str) -> bool {
    spec::DecisionId::all().any(|decision| decision.option(name).is_some())
}

#[test]
fn every_answer_that_refuses_and_every_status_is_in_the_semantics() {
    let page = super::files::read("docs/semantics.md").to_lowercase();
    let refusals = spec::Refusal::ALL.iter().map(|refusal| refusal.word());
    let statuses = spec::Status::ALL.iter().map(|status| status.word());
    let fates = spec::Fate::ALL.iter().map(|fate| fate.word());
    let words: Vec<String> = refusals.chain(statuses).chain(fates).map(|word| word.replace('-', " ")).collect();
    assert!(!words.is_empty(), "there are no words");
    for word in words {
        assert!(page.contains(&word), "docs/semantics.md never says {word}");
    }
}

#[test]
fn the_invariants_of_the_semantics_are_those_of_the_spec() {
    let spec = spec::yaml::SpecFile::read(&root().join("spec/spec.yaml")).expect("spec.yaml is sound");
    let page = super::files::read("docs/semantics.md");
    assert!(!spec.invariants.is_empty(), "there are no invariants");
    for invariant in &spec.invariants {
        let row = format!("| {} | {} |", invariant.id, invariant.name);
        assert!(page.contains(&row), "docs/semantics.md has no row {row}");
    }
}
