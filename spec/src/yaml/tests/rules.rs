//! What is said about it: fixed rules, and the kinds of ambiguity that they settle.

use super::support::{problems, sound};
use crate::yaml::SpecFile;

/// The sound spec with two rules; the second settles these.
fn with_rules(settles: &str) -> String {
    format!(
        "{}rules:\n  - {{ id: R1, name: one-step, statement: at once }}\n  - id: R2\n    name: order\n    statement: first come\n    \
         settles:\n{settles}",
        sound()
    )
}

/// All that is said about the spec in which the second rule settles this.
fn said(settles: &str) -> String {
    problems(&with_rules(settles)).to_string()
}

#[test]
fn rules_are_read_with_what_they_settle() {
    let text = with_rules("      - \"claim *: granted -> *\"\n      - \"*: * -> refused clock\"\n");
    let file = SpecFile::parse("spec.yaml", &text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let names: Vec<(&str, &str)> = file.rules.iter().map(|rule| (rule.id.as_str(), rule.name.as_str())).collect();
    assert_eq!(names, [("R1", "one-step"), ("R2", "order")]);
    assert!(file.rules[0].settles.is_empty());
    let settles: Vec<&str> = file.rules[1].settles.iter().map(|settles| settles.pattern.as_str()).collect();
    assert_eq!(settles, ["claim *: granted -> *", "*: * -> refused clock"]);
    let line = text.lines().position(|line| line.contains("claim *")).expect("it stands there") + 1;
    assert_eq!(file.rules[1].settles[0].line, line);
}

#[test]
fn a_spec_needs_no_rules() {
    let file = SpecFile::parse("spec.yaml", &sound()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    assert!(file.rules.is_empty());
}

#[test]
fn a_rule_out_of_order_is_reported() {
    let text = with_rules("      - \"claim *: granted -> *\"\n").replace("id: R2", "id: R3");
    let said = problems(&text).to_string();
    assert!(said.contains("the rule here is `R3`"), "{said}");
    assert!(said.contains("expected `R2`"), "{said}");
}

#[test]
fn a_kind_of_an_unknown_command_is_reported_with_the_nearest_one() {
    let said = said("      - \"clam without a lease: granted -> *\"\n");
    assert!(said.contains("there is no command `clam`"), "{said}");
    assert!(said.contains("did you mean `claim`?"), "{said}");
}

#[test]
fn what_is_no_kind_of_ambiguity_is_reported() {
    for text in ["claim granted", "claim: granted", "claim without a lease -> granted"] {
        let said = said(&format!("      - \"{text}\"\n"));
        assert!(said.contains("is not a kind of ambiguity"), "{text}: {said}");
    }
    let said = said("      - \"claim *:  -> granted\"\n");
    assert!(said.contains("leaves a side of the arrow empty"), "{said}");
}

#[test]
fn a_kind_that_is_cited_twice_is_reported() {
    let said = said("      - \"claim *: granted -> *\"\n      - \"claim *: granted -> *\"\n");
    assert!(said.contains("this kind is cited twice"), "{said}");
}
