//! What is to be explored: which decisions, in which scope, and why.

use super::Results;
use crate::explore::Explorer;
use crate::start::Start;
use crate::subject::{Claim, Subject};
use oracle::invariants::InvariantId;
use spec::{DecisionId, Decisions, Explorable};

/// Why something is explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The spec as it stands, or a variant of its open decisions.
    Variant,
    /// An option that is said to keep all eight invariants.
    Viable(DecisionId, usize),
    /// An option that is said to break this invariant.
    RuledOut(DecisionId, usize, InvariantId),
}

/// One exploration.
#[derive(Debug, Clone)]
pub struct Job {
    /// The scope, by its place among the subject's.
    pub scope: usize,
    /// The decisions, before the scope's own.
    pub decisions: Decisions,
    /// Why.
    pub purpose: Purpose,
}

impl Job {
    /// What explores it.
    pub fn explorer<P: Explorable>(&self, subject: &Subject, start: &Start<P>) -> Explorer<P> {
        let explorer = Explorer::starting(start.clone(), &subject.scopes[self.scope], &self.decisions);
        match self.purpose {
            Purpose::RuledOut(_, _, invariant) => explorer.looking_for(invariant),
            _ => explorer,
        }
    }
}

/// All variants of the open decisions, in waves: the spec as it stands, then those that differ from it in one decision,
/// then in two, and so on. So when a wave begins, all that may have the same graph has been explored.
pub fn variants(subject: &Subject) -> Vec<Vec<Decisions>> {
    let mut waves = vec![Vec::new(); subject.open.len() + 1];
    let mut indices = vec![0; subject.open.len()];
    loop {
        let mut decisions = subject.base.clone();
        for (decision, option) in subject.open.iter().zip(&indices) {
            decisions.set(*decision, *option).expect("the index is below the number of options");
        }
        waves[indices.iter().filter(|index| **index != 0).count()].push(decisions);
        let next =
            indices.iter().zip(&subject.open).rposition(|(index, decision)| index + 1 < decision.info().options.len());
        let Some(place) = next else { return waves };
        indices[place] += 1;
        indices[place + 1..].fill(0);
    }
}

/// The jobs of a wave, but for those whose graph is known: two sets of decisions that agree on all that the complete
/// graph of one has read have the same graph.
pub fn not_yet_explored(subject: &Subject, wave: Vec<Decisions>, results: &mut Results) -> Vec<Job> {
    let mut jobs = Vec::new();
    for decisions in wave {
        for scope in 0..subject.scopes.len() {
            let effective = subject.scopes[scope].decisions(&decisions);
            let known = results.variants().any(|outcome| {
                let before = subject.scopes[scope].decisions(&outcome.job.decisions);
                outcome.job.scope == scope
                    && outcome.searched.complete
                    && outcome.reach.reads.iter().all(|read| before.option(read) == effective.option(read))
            });
            if known {
                results.same_graph += 1;
            } else {
                jobs.push(Job { scope, decisions: decisions.clone(), purpose: Purpose::Variant });
            }
        }
    }
    jobs
}

/// Every option that is not chosen, in each scope whose graph under the spec as it stands has read its decision.
pub fn options(subject: &Subject, results: &mut Results) -> Vec<Job> {
    let claims = subject.claims.clone();
    claims.iter().flat_map(|claim| jobs_of(subject, results, *claim)).collect()
}

/// The options that the spec chooses although it says itself that they break something.
pub fn chosen_to_break(subject: &Subject, results: &mut Results) -> Vec<Job> {
    let chosen = DecisionId::all().map(|decision| (decision, subject.base.option(decision)));
    let broken = chosen.filter_map(|(decision, option)| {
        let breaks = subject.breaks(decision, option)?;
        Some(Claim { decision, option, breaks: Some(breaks) })
    });
    let claims: Vec<Claim> = broken.collect();
    claims.into_iter().flat_map(|claim| jobs_of(subject, results, claim)).collect()
}

fn jobs_of(subject: &Subject, results: &mut Results, claim: Claim) -> Vec<Job> {
    let Claim { decision, option, breaks } = claim;
    let mut jobs = Vec::new();
    for scope in 0..subject.scopes.len() {
        let fixed = subject.scopes[scope].with.iter().any(|(other, _)| *other == decision);
        let read = results.outcomes.iter().any(|outcome| {
            outcome.job.scope == scope
                && outcome.job.decisions == subject.base
                && (outcome.reach.reads.contains(decision) || !outcome.searched.complete)
        });
        if fixed || !read {
            *results.skipped.entry((decision, option)).or_default() += 1;
            continue;
        }
        let decisions = subject.base.with(decision, option).expect("the claim names an option");
        let purpose = match breaks {
            Some(invariant) => Purpose::RuledOut(decision, option, invariant),
            None => Purpose::Viable(decision, option),
        };
        jobs.push(Job { scope, decisions, purpose });
    }
    jobs
}
