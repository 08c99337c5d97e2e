//! The state of a search for a smaller plan: the best so far, what is known of others, and what that has cost.

use super::problem::{Failure, PlanOf, Problem};
use super::{Outcome, UNTRIED, outcome};
use std::collections::{BTreeMap, BTreeSet};

/// Plans of up to so many events are tried two by two.
pub const PAIRS_UP_TO: usize = 24;

/// One pass that carried something out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// How many plans it carried out.
    pub executions: u64,
    /// How many events were left after it.
    pub events: usize,
}

/// The budget is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfBudget;

/// A search.
pub(super) struct Search<'search, P: Problem> {
    problem: &'search mut P,
    /// The best so far.
    pub(super) current: PlanOf<P>,
    /// Where the best so far is seen to fail.
    failure: Failure,
    /// How it must fail.
    pub(super) signature: String,
    pub(super) passes: Vec<Pass>,
    pub(super) executions: u64,
    /// How many executions there had been when things were first tried two by two.
    pub(super) before_pairs: Option<u64>,
    /// Whether a smaller plan was found since that was last looked at.
    pub(super) changed: bool,
    pub(super) budget: u64,
    /// What is known, by the hash of the plan.
    known: BTreeMap<u128, Option<Failure>>,
    /// Plans that were the best once. None is so twice: no two passes can undo each other for ever.
    been: BTreeSet<u128>,
    tell: &'search mut dyn FnMut(&Pass),
}

impl<'search, P: Problem> Search<'search, P> {
    pub(super) fn new(
        problem: &'search mut P,
        plan: PlanOf<P>,
        failure: Failure,
        budget: u64,
        tell: &'search mut dyn FnMut(&Pass),
    ) -> Search<'search, P> {
        let hash = problem.hash(&plan);
        Search {
            problem,
            current: plan,
            signature: failure.signature.clone(),
            failure,
            passes: Vec::new(),
            executions: 0,
            before_pairs: None,
            changed: true,
            budget,
            known: BTreeMap::new(),
            been: BTreeSet::from([hash]),
            tell,
        }
    }

    pub(super) fn problem(&self) -> &P {
        self.problem
    }

    /// The hash of the best so far.
    pub(super) fn hash(&self) -> u128 {
        self.problem.hash(&self.current)
    }

    /// Where the best so far is seen to fail.
    pub(super) const fn found_at(&self) -> usize {
        self.failure.event
    }

    /// Carries out one pass and notes what it came to.
    pub(super) fn pass(
        &mut self,
        name: &'static str,
        body: impl FnOnce(&mut Self) -> Result<(), OutOfBudget>,
    ) -> Result<(), OutOfBudget> {
        let before = self.executions;
        let done = body(self);
        let pass = Pass { name, executions: self.executions - before, events: self.current.events.len() };
        if pass.executions > 0 {
            (self.tell)(&pass);
            self.passes.push(pass);
        }
        done
    }

    /// What a plan comes to.
    fn result(&mut self, plan: &PlanOf<P>, hash: u128) -> Result<Option<Failure>, OutOfBudget> {
        if let Some(known) = self.known.get(&hash) {
            return Ok(known.clone());
        }
        if self.executions >= self.budget {
            return Err(OutOfBudget);
        }
        self.executions += 1;
        let result = self.problem.run(plan);
        self.known.insert(hash, result.clone());
        Ok(result)
    }

    /// Takes a plan as the best so far, if it fails as it must, and cuts off what comes after the failure.
    pub(super) fn adopt(&mut self, plan: PlanOf<P>) -> Result<bool, OutOfBudget> {
        let hash = self.problem.hash(&plan);
        if self.been.contains(&hash) {
            return Ok(false);
        }
        let Some(failure) = self.result(&plan, hash)?.filter(|failure| failure.signature == self.signature) else {
            return Ok(false);
        };
        self.been.insert(hash);
        self.current = plan;
        self.failure = failure;
        self.changed = true;
        super::cut::after_the_failure(self)?;
        Ok(true)
    }

    /// The same without some events.
    pub(super) fn without(&self, removed: impl Fn(usize) -> bool) -> PlanOf<P> {
        let events = self.current.events.iter().enumerate();
        let events = events.filter(|(place, _)| !removed(*place)).map(|(_, event)| event.clone()).collect();
        super::Plan { setup: self.current.setup.clone(), events }
    }

    /// For every event, what becomes of the plan without it, as far as the budget suffices.
    pub(super) fn singles(&mut self) -> Vec<Outcome> {
        (0..self.current.events.len()).map(|place| self.outcome_without(&[place])).collect()
    }

    /// For every two events, what becomes of the plan without both.
    pub(super) fn pairs(&mut self) -> Option<Vec<(usize, usize, Outcome)>> {
        let events = self.current.events.len();
        let pairs = (1..=events).flat_map(|one| (one + 1..=events).map(move |other| (one, other)));
        let outcome = |(one, other)| (one, other, self.outcome_without(&[one - 1, other - 1]));
        (events <= PAIRS_UP_TO).then(|| pairs.map(outcome).collect())
    }

    fn outcome_without(&mut self, places: &[usize]) -> Outcome {
        let plan = self.without(|place| places.contains(&place));
        let hash = self.problem.hash(&plan);
        match self.result(&plan, hash) {
            Ok(result) => outcome(result.as_ref()),
            Err(OutOfBudget) => UNTRIED.to_owned(),
        }
    }
}
