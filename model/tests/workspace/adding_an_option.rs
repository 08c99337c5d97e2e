//! Adding an option to spec.yaml fails to compile until both engines say what they do under it.
//!
//! The compiler is asked: options are planted in copies of the crates, and each engine must refuse to build because a
//! match does not cover the planted variant.

use super::copies::{Copy, Verdict};
use super::naming_every_option::enum_name;
use spec::DecisionId;

/// The option that is planted, and its variant.
const PLANTED: (&str, &str) = ("planted-option", "PlantedOption");

/// The two engines: folder and package.
const ENGINES: [(&str, &str); 2] = [("impl", "ballast"), ("oracle", "oracle")];

/// Adds an option to a decision of the copy's spec.yaml, as a person would.
fn plant(copy: &Copy, decision: DecisionId) {
    let id = decision.info().id;
    copy.edit("spec/spec.yaml", |before| {
        let start = before.find(&format!("- id: {id}")).unwrap_or_else(|| panic!("spec.yaml has {id}"));
        let options = "\n    options:\n";
        let at = start + before[start..].find(options).expect("a decision has options") + options.len();
        let option = format!("      {}:\n        means: Planted.\n        so: Planted.\n", PLANTED.0);
        format!("{}{option}{}", &before[..at], &before[at..])
    });
}

/// Whether a build failed because a match in this folder does not cover the planted variant of a decision.
fn names_the_variant(verdict: &Verdict, folder: &str, decision: DecisionId) -> bool {
    let variant = format!("{}::{}", enum_name(decision.info().key), PLANTED.1);
    let sources = format!("{folder}/src/");
    let errors = verdict.errors.iter();
    errors
        .filter(|error| error.code == "E0004" && error.file.starts_with(&sources))
        .any(|error| error.rendered.contains(&variant))
}

#[test]
fn an_untouched_copy_of_the_crates_compiles() {
    let copy = Copy::new("untouched");
    for (_, package) in ENGINES {
        let verdict = copy.cargo("check", package);
        assert!(verdict.success && verdict.errors.is_empty(), "{package} does not compile:\n{}", verdict.log);
    }
}

#[test]
fn one_more_option_of_d22_stops_both_engines_from_compiling() {
    let decision = DecisionId::find("D22").expect("D22 is a decision");
    let copy = Copy::new("one-option");
    plant(&copy, decision);
    for (folder, package) in ENGINES {
        let verdict = copy.cargo("check", package);
        assert!(!verdict.success, "{package} compiles although it does not handle the planted option of D22");
        assert!(names_the_variant(&verdict, folder, decision), "{package} failed otherwise:\n{}", verdict.log);
    }
}

#[test]
fn one_more_option_of_any_decision_stops_both_engines_from_compiling() {
    let copy = Copy::new("every-option");
    let decisions: Vec<DecisionId> = DecisionId::all().collect();
    assert!(!decisions.is_empty(), "there are no decisions to plant an option in");
    for decision in &decisions {
        plant(&copy, *decision);
    }
    for (folder, package) in ENGINES {
        let verdict = copy.cargo("check", package);
        assert!(!verdict.success, "{package} compiles although it handles no planted option");
        let unnoticed: Vec<&DecisionId> =
            decisions.iter().filter(|decision| !names_the_variant(&verdict, folder, **decision)).collect();
        assert!(unnoticed.is_empty(), "{package} would not notice another option of {unnoticed:?}:\n{}", verdict.log);
    }
}
