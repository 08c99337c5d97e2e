//! What a hundred seeds come to.

use super::choices::Choices;
use super::problems::Challenge;
use model::shrink::{Minimal, shrink};
use std::collections::BTreeMap;

/// The most values that a seed draws before it counts as one that finds nothing.
const TRIES: u64 = 1_000_000;

/// The most plans that a shrink carries out.
const BUDGET: u64 = 100_000;

/// The results of many seeds.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// The seeds that failed at all.
    pub runs: u64,
    /// The results, and how many seeds came to each.
    pub results: BTreeMap<String, u64>,
    /// Evaluations, in sum, before and with what certifies the result.
    evaluations: (u64, u64),
}

impl Measured {
    /// Counts one seed's result.
    pub fn note(&mut self, result: String, shrinking: u64, all: u64) {
        self.runs += 1;
        *self.results.entry(result).or_default() += 1;
        self.evaluations = (self.evaluations.0 + shrinking, self.evaluations.1 + all);
    }

    /// The mean evaluations of a seed: before anything is tried two by two, and all.
    pub fn means(&self) -> (f64, f64) {
        let mean = |sum: u64| sum as f64 / self.runs.max(1) as f64;
        (mean(self.evaluations.0), mean(self.evaluations.1))
    }

    /// The result of the most seeds.
    pub fn commonest(&self) -> &str {
        let commonest = self.results.iter().max_by_key(|(_, count)| **count);
        commonest.map_or("", |(result, _)| result)
    }
}

/// Shrinks so many seeds by our passes.
///
/// # Errors
///
/// A text that says which seed could not be shrunk, or of which the result no longer fails.
pub fn measure(challenge: Challenge, seeds: u64) -> Result<Measured, String> {
    let mut measured = Measured::default();
    for seed in 0..seeds {
        let mut problem = Choices::new(challenge);
        let Some(plan) = problem.failing(seed, TRIES) else { continue };
        let name = challenge.name;
        let shrunk = shrink(&mut problem, plan, BUDGET).map_err(|error| format!("{name}, seed {seed}: {error}"))?;
        if shrunk.minimal != Minimal::Yes {
            return Err(format!("{name}, seed {seed}: the budget of {BUDGET} evaluations ended first"));
        }
        let result =
            problem.text(&shrunk.plan).ok_or_else(|| format!("{name}, seed {seed}: the result has no value"))?;
        measured.note(result, shrunk.executions_before_pairs, problem.evaluations);
    }
    Ok(measured)
}
