//! `check`: every scope, explored completely, under the spec as it stands, every variant of its open decisions, every
//! ruled-out option and every other one.
//!
//! [`plan`] says what is to be run, [`run`] runs it on every core, [`judge`] holds the results against the spec's
//! claims, and [`report`] and [`table`] say it.

pub mod judge;
pub mod plan;
pub mod report;
pub mod run;
pub mod table;

use crate::progress::Progress;
use crate::start::Start;
use crate::subject::Subject;
use plan::{Job, Purpose};
use report::Report;
use run::Outcome;
use spec::{DecisionId, Explorable};
use std::collections::BTreeMap;

/// The most unique states of one exploration, unless the user says otherwise.
pub const STATES_MAX: usize = 20_000_000;

/// What is asked of `check`.
pub struct Request<P> {
    /// Makes the control plane that is checked.
    pub start: Start<P>,
    /// Only these scopes; all where empty.
    pub scopes: Vec<String>,
    /// The large scopes too, and every variant counted twice.
    pub deep: bool,
    /// How many threads.
    pub jobs: usize,
    /// The most unique states of one exploration, those of its core among them; beyond it the check is incomplete.
    pub states: usize,
}

/// Everything that the runs came to, by scope and decisions.
#[derive(Debug, Default)]
pub struct Results {
    /// In the order of the plan.
    pub outcomes: Vec<Outcome>,
    /// Jobs that were not run because their decision was never read in the scope, by option.
    pub skipped: BTreeMap<(DecisionId, usize), usize>,
    /// Variants that were not run because they have the same graph as one that was.
    pub same_graph: usize,
}

/// Runs the check of the control plane `P`.
pub fn check<P: Explorable + Send + Sync + 'static>(
    subject: &Subject,
    request: &Request<P>,
    progress: &dyn Progress,
) -> Report {
    let mut results = Results::default();
    for wave in plan::variants(subject) {
        let jobs: Vec<Job> = plan::not_yet_explored(subject, wave, &mut results);
        results.outcomes.extend(run::all(subject, request, jobs, progress));
    }
    let broken = results.outcomes.iter().any(|outcome| outcome.searched.found.is_some());
    let jobs = if broken {
        // Whatever the options were found to break, it might be this. Only what the spec chooses to break is looked at.
        plan::chosen_to_break(subject, &mut results)
    } else {
        plan::options(subject, &mut results)
    };
    // Ruled-out options stop at the first violation: a shortest one over all scopes needs no more than each one's own.
    results.outcomes.extend(run::all(subject, request, jobs, progress));
    judge::report(subject, request, &results)
}

impl Results {
    /// The outcomes of the spec as it stands and of its variants.
    pub fn variants(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| matches!(outcome.job.purpose, Purpose::Variant))
    }
}
