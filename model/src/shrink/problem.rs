//! What the shrinker knows of what it shrinks: a plan can be cut and simplified, and running it fails in some way or not.
//!
//! Two promises make that work. The executor is **total**: every subsequence of a plan's events is a plan. And it is
//! **pure**: one plan, one result, always; the shrinker finds out where that is broken, and says so.

use std::fmt::Debug;

/// What is shrunk: a setup, and events in the order in which they happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan<S, E> {
    /// What the events happen to.
    pub setup: S,
    /// What happens.
    pub events: Vec<E>,
}

/// The plans of a problem.
pub type PlanOf<P> = Plan<<P as Problem>::Setup, <P as Problem>::Event>;

/// How a plan fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Plans that fail with the same signature fail in the same way.
    pub signature: String,
    /// The number, from 1, of the event at which that was seen: all after it can be cut off. Where it takes the end of
    /// the plan to see it, or there are no events, it is the number of events.
    pub event: usize,
}

/// Something that an event belongs to, so that all of it can be tried away at once: a tenant, a worker, a fault with its
/// healing. Events share a span where both its fields are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Spans of lower rank are tried first: they should be the larger ones.
    pub rank: u8,
    /// Which of this rank.
    pub id: u64,
}

/// A number in a plan that may be simplified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// What it is.
    pub now: u64,
    /// What it is at its simplest. The nearer to that, the simpler.
    pub simplest: u64,
}

impl Value {
    /// How far it is from its simplest.
    pub const fn distance(self) -> u64 {
        self.now.abs_diff(self.simplest)
    }

    /// The number so far from its simplest, on the side on which it is; above, if it is there.
    pub const fn at(self, distance: u64) -> u64 {
        if self.now < self.simplest {
            self.simplest.saturating_sub(distance)
        } else {
            self.simplest.saturating_add(distance)
        }
    }
}

/// A way in which plans can fail.
pub trait Problem {
    /// What the events happen to.
    type Setup: Clone + Debug;
    /// One event.
    type Event: Clone + Debug;

    /// Carries a plan out. `None` where nothing is wrong with it.
    fn run(&mut self, plan: &PlanOf<Self>) -> Option<Failure>;

    /// A hash of all that [`run`](Problem::run) looks at: plans of one hash are carried out once.
    fn hash(&self, plan: &PlanOf<Self>) -> u128;

    /// What an event belongs to.
    fn spans(&self, event: &Self::Event) -> Vec<Span> {
        let _ = event;
        Vec::new()
    }

    /// The numbers of a plan: those of the setup first, then those of the events in order. A change of one of them changes
    /// neither how many there are nor what the others are.
    fn values(&self, plan: &PlanOf<Self>) -> Vec<Value> {
        let _ = plan;
        Vec::new()
    }

    /// The plan with some of its numbers changed: (place in [`values`](Problem::values), new number). `None` where that
    /// is no plan.
    fn with_values(&self, plan: &PlanOf<Self>, changes: &[(usize, u64)]) -> Option<PlanOf<Self>> {
        let _ = (plan, changes);
        None
    }

    /// The plan with names in the order in which they are first used, and none left out.
    fn renumbered(&self, plan: &PlanOf<Self>) -> PlanOf<Self> {
        plan.clone()
    }

    /// The plan with events of one instant in an order that does not depend on how it came about.
    fn canonical_order(&self, plan: &PlanOf<Self>) -> PlanOf<Self> {
        plan.clone()
    }

    /// Plans that are simpler in ways that only the problem knows: another kind of event in an event's place, a part of
    /// the setup left out. Each is tried, in order. None of them may be one that leads back here.
    fn simpler(&self, plan: &PlanOf<Self>) -> Vec<PlanOf<Self>> {
        let _ = plan;
        Vec::new()
    }

    /// Plans in which one thing is given for another: an event less for a larger number, say. They are tried once little is
    /// left, with everything else that takes two changes at once.
    fn traded(&self, plan: &PlanOf<Self>) -> Vec<PlanOf<Self>> {
        let _ = plan;
        Vec::new()
    }
}
