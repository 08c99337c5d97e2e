//! Every viable option of every decision, and all variants of the open ones, in every profile: the simulator finds nothing.
//! Every option that is ruled out breaks its invariant there, too.
//!
//! `BALLAST_OPTION_SEEDS` says how many seeds of each profile; the issue that asked for this was closed with 1,000.

use model::cli::SpecArgs;
use model::simulate::{Profile, Simulator};
use model::spine::{Class, Meter, Options, Seeds, run_corpus};
use model::subject::{self, Subject};
use spec::Decisions;
use std::sync::Arc;

fn subject() -> Subject {
    subject::load(&SpecArgs { spec: None, set: Vec::new() }, &[], false).unwrap()
}

fn seeds() -> u64 {
    std::env::var("BALLAST_OPTION_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

/// What is found under these decisions: signatures, each with its profile and fastest seed.
fn found(decisions: &Decisions, profile: Profile, count: u64) -> Vec<(Class, String)> {
    let simulator = Simulator::new(&[profile], Arc::new(model::simulate::start)).with_decisions(decisions.clone());
    let options = Options { seeds: Seeds { first: 1, count }, threads: 2, ..Options::seeds(0) };
    let corpus = run_corpus(&simulator, &options, &Meter::default());
    assert_eq!(corpus.runs, count);
    let text = |group: &model::spine::Group| format!("{profile} seed {}: {}", group.fastest_seed, group.finding);
    corpus.findings.values().map(|group| (group.finding.class, text(group))).collect()
}

#[test]
fn every_viable_option_and_every_variant_survives_every_profile() {
    let subject = subject();
    let mut all: Vec<(String, Decisions)> = Vec::new();
    for (number, variant) in subject.file.variants().enumerate() {
        all.push((format!("variant {number} of the open decisions"), variant));
    }
    for claim in subject.claims.iter().filter(|claim| claim.breaks.is_none()) {
        let decisions = subject.base.with(claim.decision, claim.option).unwrap();
        all.push((format!("{}={}", claim.decision, decisions.option_name(claim.decision)), decisions));
    }
    assert!(all.len() > 40, "only {} sets of decisions", all.len());
    let mut failures = Vec::new();
    for (name, decisions) in &all {
        for profile in Profile::ALL {
            let found = found(decisions, profile, seeds());
            failures.extend(
                found
                    .into_iter()
                    .filter(|(class, _)| *class != Class::Excused)
                    .map(|(_, text)| format!("{name}: {text}")),
            );
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_option_that_is_ruled_out_breaks_an_invariant_in_some_profile() {
    let subject = subject();
    let ruled_out: Vec<_> = subject.claims.iter().filter(|claim| claim.breaks.is_some()).collect();
    assert!(ruled_out.len() >= 8);
    for claim in ruled_out {
        let decisions = subject.base.with(claim.decision, claim.option).unwrap();
        let broken = Profile::ALL
            .into_iter()
            .any(|profile| found(&decisions, profile, 100).iter().any(|(class, _)| *class == Class::Correctness));
        assert!(broken, "{}={} breaks nothing", claim.decision, decisions.option_name(claim.decision));
    }
}
