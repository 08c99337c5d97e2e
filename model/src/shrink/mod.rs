//! The shrinker: from a plan that fails to the smallest that it can find which fails in the same way.
//!
//! It knows nothing of admission, and imports nothing that does. What it shrinks is a [`Problem`]: events that can be left
//! out, numbers that can be lowered, names that can be given anew. What must stay is the **signature** of the failure:
//! "it still fails" would slip from one bug to another.
//!
//! [`shrink()`] carries out deterministic passes until none of them changes anything: cut off what comes after the
//! failure, whole spans, chunks, numbers, names, order; and, once at most [`PAIRS_UP_TO`] events are left, everything two
//! by two, since commands that must go together hide each other from any pass that removes one at a time. The budget
//! counts executions, never time, so a result depends on nothing but the plan. How the result was reached, and what became
//! of every single removal, is in [`Shrunk`], from which a [`Certificate`] is made.

pub mod certificate;
mod cut;
mod names;
mod numbers;
mod pairs;
#[cfg(test)]
mod passes;
mod problem;
mod search;
#[cfg(test)]
mod tests;

pub use certificate::Certificate;
pub use problem::{Failure, Plan, PlanOf, Problem, Span, Value};
pub use search::{PAIRS_UP_TO, Pass};

use search::{OutOfBudget, Search};
use std::fmt;

/// Whether nothing is left to be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimal {
    /// Every pass was carried out, and none of them changes anything any more.
    Yes,
    /// The budget ended first.
    Budget,
}

/// What became of a plan with something removed: `passes`, or the signature of how it failed.
pub type Outcome = String;

/// The outcome of a plan with which nothing is wrong.
pub const PASSES: &str = "passes";

/// The outcome of a removal for which the budget did not suffice.
pub const UNTRIED: &str = "untried";

/// A plan, shrunk.
#[derive(Debug, Clone)]
pub struct Shrunk<S, E> {
    /// The plan.
    pub plan: Plan<S, E>,
    /// How it fails: as the original does.
    pub signature: String,
    /// The number, from 1, of the event at which that is seen.
    pub found_at: usize,
    /// Whether nothing is left to be tried.
    pub minimal: Minimal,
    /// The passes that carried anything out, in order.
    pub passes: Vec<Pass>,
    /// How many plans were carried out.
    pub executions: u64,
    /// How many of those before anything was tried two by two.
    pub executions_before_pairs: u64,
    /// For every event, what becomes of the plan without it.
    pub singles: Vec<Outcome>,
    /// For every two events (numbers from 1), what becomes of the plan without both; `None` where the plan is too large
    /// for that.
    pub pairs: Option<Vec<(usize, usize, Outcome)>>,
}

/// The result of shrinking a problem's plan.
pub type ShrunkOf<P> = Shrunk<<P as Problem>::Setup, <P as Problem>::Event>;

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShrinkError {
    /// Nothing is wrong with the plan.
    NothingToShrink,
    /// One plan, carried out three times, did not come to the same every time.
    Flaky {
        /// Which: `the original plan` or `the shrunk plan`.
        plan: &'static str,
        /// What it came to, each time.
        outcomes: Vec<Outcome>,
    },
}

impl fmt::Display for ShrinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShrinkError::NothingToShrink => {
                f.write_str("nothing is wrong with this plan any more, so there is nothing to shrink")
            }
            ShrinkError::Flaky { plan, outcomes } => {
                write!(f, "not reproducible: {plan} was carried out {} times, and came to ", outcomes.len())?;
                f.write_str(&outcomes.join(", then "))
            }
        }
    }
}

impl std::error::Error for ShrinkError {}

/// Shrinks a plan, carrying out at most about so many plans.
///
/// # Errors
///
/// Where nothing is wrong with the plan, or where it does not fail in the same way every time.
pub fn shrink<P: Problem>(problem: &mut P, plan: PlanOf<P>, budget: u64) -> Result<ShrunkOf<P>, ShrinkError> {
    shrink_telling(problem, plan, budget, &mut |_| {})
}

/// The same, telling of every pass as it ends.
///
/// # Errors
///
/// As [`shrink()`].
pub fn shrink_telling<P: Problem>(
    problem: &mut P,
    plan: PlanOf<P>,
    budget: u64,
    tell: &mut dyn FnMut(&Pass),
) -> Result<ShrunkOf<P>, ShrinkError> {
    let failure = steady(problem, &plan, "the original plan")?.ok_or(ShrinkError::NothingToShrink)?;
    let mut search = Search::new(problem, plan, failure, budget, tell);
    let minimal = match to_a_fixpoint(&mut search) {
        Ok(()) => Minimal::Yes,
        Err(OutOfBudget) => Minimal::Budget,
    };
    let (singles, pairs) = (search.singles(), search.pairs());
    let Search { current: plan, signature, passes, executions, before_pairs, .. } = search;
    let found = steady(problem, &plan, "the shrunk plan")?;
    let Some(failure) = found.filter(|failure| failure.signature == signature) else {
        let outcomes = vec![signature, outcome(problem.run(&plan).as_ref())];
        return Err(ShrinkError::Flaky { plan: "the shrunk plan", outcomes });
    };
    Ok(Shrunk {
        found_at: failure.event,
        executions_before_pairs: before_pairs.unwrap_or(executions),
        plan,
        signature,
        minimal,
        passes,
        executions,
        singles,
        pairs,
    })
}

/// Carries a plan out three times, not looking at what is known of it.
fn steady<P: Problem>(problem: &mut P, plan: &PlanOf<P>, name: &'static str) -> Result<Option<Failure>, ShrinkError> {
    let failures = [problem.run(plan), problem.run(plan), problem.run(plan)];
    let [first, second, third] = &failures;
    if first != second || second != third {
        let outcomes = failures.iter().map(|failure| outcome(failure.as_ref())).collect();
        return Err(ShrinkError::Flaky { plan: name, outcomes });
    }
    let [first, ..] = failures;
    Ok(first)
}

fn outcome(failure: Option<&Failure>) -> Outcome {
    failure.map_or_else(|| PASSES.to_owned(), |failure| failure.signature.clone())
}

/// All passes, again and again, until none changes anything.
fn to_a_fixpoint<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    // No plan is the best twice, so this ends.
    while std::mem::take(&mut search.changed) {
        search.pass("cut", cut::after_the_failure)?;
        search.pass("spans", cut::spans)?;
        search.pass("chunks", cut::chunks)?;
        search.pass("simpler", names::simpler)?;
        search.pass("numbers", numbers::one_by_one)?;
        search.pass("names", names::names)?;
        search.pass("order", names::order)?;
        if search.changed {
            continue;
        }
        search.before_pairs.get_or_insert(search.executions);
        search.pass("neighbours", pairs::neighbours)?;
        if search.changed || search.current.events.len() > PAIRS_UP_TO {
            continue;
        }
        search.pass("pairs", pairs::removed)?;
        search.pass("traded", names::traded)?;
        search.pass("numbers two by two", pairs::numbers)?;
        search.pass("events with numbers", pairs::removed_with_a_number)?;
    }
    Ok(())
}
