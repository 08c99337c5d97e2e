//! A state of the exploration, and one judged step from it.
//!
//! A [`Node`] is concrete: the control plane, what the judges know and the outside's world, with real identifiers and
//! times. Only its key is relative and renumbered. Every step, also one into a state that is known already, is judged:
//! the outcome against the reference, all eight invariants, and the view before time goes on.

use super::finding::{Finding, apply_caught};
use super::key::{Forgets, Key, Keyer};
use super::symmetry::Symmetry;
use crate::changes::When;
use crate::reach::Reach;
use crate::start::{self, Start};
use crate::world::{Move, World};
use oracle::invariants::{ALL, Invariant, InvariantId, Judge, Violation};
use oracle::reference::Situation;
use spec::canon::Describe;
use spec::yaml::Scope;
use spec::{Answer, Command, Decisions, Explorable, Millis, Outcome, Refusal, View};
use std::fmt;

/// What is explored: a control plane under one set of decisions, in one scope.
pub struct Explorer<P> {
    /// The scope.
    pub scope: Scope,
    /// The decisions in force.
    pub decisions: Decisions,
    /// The only invariant that is asked for, disagreements apart; `None` for all eight.
    pub target: Option<InvariantId>,
    /// Invariants that are known to be broken here, and not asked for.
    pub excused: Vec<InvariantId>,
    start: Start<P>,
    invariants: &'static [&'static dyn Invariant],
    asks_oracle: bool,
    symmetry: Symmetry,
    forgets: Option<Forgets>,
}

impl<P> Clone for Explorer<P> {
    fn clone(&self) -> Explorer<P> {
        Explorer {
            scope: self.scope.clone(),
            decisions: self.decisions.clone(),
            target: self.target,
            excused: self.excused.clone(),
            start: self.start.clone(),
            invariants: self.invariants,
            asks_oracle: self.asks_oracle,
            symmetry: self.symmetry.clone(),
            forgets: self.forgets,
        }
    }
}

impl<P> fmt::Debug for Explorer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explorer").field("scope", &self.scope.name).field("decisions", &self.decisions).finish()
    }
}

/// One state.
#[derive(Debug, Clone)]
pub struct Node<P> {
    /// The outside.
    pub world: World,
    /// The control plane.
    pub plane: P,
    /// The invariants and the facts that they know.
    pub judge: Judge,
    /// What the history amounts to, for the reference.
    pub situation: Situation,
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Nothing changed, and rightly so.
    Same,
    /// There is a new state.
    Moved,
    /// The step is a finding.
    Found(Finding),
}

/// Buffers, and what was reached; one for each thread.
#[derive(Debug)]
pub struct Scratch<P> {
    keyer: Keyer,
    shown: View,
    expected: View,
    violations: Vec<Violation>,
    /// A node to try out recoveries on.
    spare: Option<Box<Node<P>>>,
    /// What the judged steps have reached.
    pub reach: Reach,
}

impl<P: Explorable> Explorer<P> {
    /// Explores `scope` under these decisions, the scope's own laid over them.
    pub fn new(scope: &Scope, base: &Decisions) -> Explorer<P>
    where
        P: 'static,
    {
        Explorer::starting(start::plain(), scope, base)
    }

    /// The same for the control planes that `start` makes.
    pub fn starting(start: Start<P>, scope: &Scope, base: &Decisions) -> Explorer<P> {
        Explorer {
            start,
            invariants: &ALL,
            asks_oracle: true,
            decisions: scope.decisions(base),
            symmetry: Symmetry::of(scope),
            scope: scope.clone(),
            target: None,
            excused: Vec::new(),
            forgets: None,
        }
    }

    /// The same without renaming: every name counts as itself.
    #[must_use]
    pub fn without_symmetry(mut self) -> Explorer<P> {
        self.symmetry = Symmetry::none();
        self
    }

    /// The same with a key that leaves some facts out: a wrong one, for seeing that it is caught.
    #[must_use]
    pub fn forgetting(mut self, forgets: Forgets) -> Explorer<P> {
        self.forgets = Some(forgets);
        self
    }

    /// The same, asking for one invariant only, and for disagreements.
    #[must_use]
    pub fn looking_for(mut self, target: InvariantId) -> Explorer<P> {
        self.target = Some(target);
        self
    }

    /// The same, not asking for these invariants, and going on where they are broken.
    #[must_use]
    pub fn excusing(mut self, excused: &[InvariantId]) -> Explorer<P> {
        self.excused = excused.to_vec();
        self
    }

    /// The same under these decisions, taken as they are.
    #[must_use]
    pub fn under(&self, decisions: &Decisions) -> Explorer<P> {
        Explorer { decisions: decisions.clone(), ..self.clone() }
    }

    /// The same, judged by these invariants in place of all eight: fewer, or ones that are wrong on purpose.
    #[must_use]
    pub fn judged_by(mut self, invariants: &'static [&'static dyn Invariant]) -> Explorer<P> {
        self.invariants = invariants;
        self
    }

    /// The same without the oracle: neither outcomes nor views are compared, and nothing of it is in the key.
    #[must_use]
    pub fn without_oracle(mut self) -> Explorer<P> {
        self.asks_oracle = false;
        self
    }

    /// The state before anything has happened.
    pub fn start(&self) -> Node<P> {
        Node {
            world: World::start(&self.scope),
            plane: (self.start)(&self.scope.settings, &self.decisions),
            judge: Judge::start(&self.scope.settings, &self.decisions).with(self.invariants),
            situation: Situation::start(&self.scope.settings, &self.decisions),
        }
    }

    /// What can happen next.
    pub fn moves(&self, node: &Node<P>, moves: &mut Vec<Move>) {
        node.world.moves(&self.scope, moves);
    }

    /// Takes one step from `from` into `to` and judges it.
    pub fn step(&self, from: &Node<P>, next: Move, to: &mut Node<P>, scratch: &mut Scratch<P>) -> Step {
        let mut found = None;
        to.plane.clone_from(&from.plane);
        to.judge.clone_from(&from.judge);
        if let Move::Send(command) = next {
            let outcome = match apply_caught(&mut to.plane, from.world.now, command) {
                Ok(outcome) => outcome,
                Err(message) => {
                    to.copy_from(from);
                    return Step::Found(Finding::Panic { message });
                }
            };
            found = self.judge(from, command, &outcome, to, scratch);
            let first_at_this_instant = from.world.last_at != Some(from.world.now);
            if found.is_none() && !first_at_this_instant && changes_nothing(&outcome) && to.plane == from.plane {
                return Step::Same;
            }
            to.copy_outside(from);
            self.fold(command, &outcome, to, &mut scratch.shown);
            // What the fold decides shows only later (D18).
            scratch.reach.reads = scratch.reach.reads.union(to.situation.reads());
        } else {
            to.copy_outside(from);
            self.pass_time(next, to);
        }
        if found.is_none() && self.asks_oracle {
            found = Self::compare_views(to, scratch);
        }
        found.map_or(Step::Moved, Step::Found)
    }

    fn judge(
        &self,
        from: &Node<P>,
        command: Command,
        outcome: &Outcome,
        to: &mut Node<P>,
        scratch: &mut Scratch<P>,
    ) -> Option<Finding> {
        let now = from.world.now;
        scratch.violations.clear();
        to.judge.observe(now, command, outcome, &mut scratch.violations);
        let expected = self.asks_oracle.then(|| from.situation.expect(&self.decisions, now, command));
        let reads = to.plane.reads().union(self.decisions.reads()).union(to.judge.reads());
        self.decisions.forget_reads();
        scratch.reach.note(command, outcome, reads);
        let when = When { at: now, last: from.world.last_at, window: self.scope.settings.window };
        scratch.reach.changes.note(when, command, outcome, from.judge.facts(), to.judge.facts());
        if let Some(expected) = expected.filter(|expected| expected != outcome) {
            return Some(Finding::Outcome { expected: Box::new(expected) });
        }
        let wanted = |violation: &Violation| {
            self.target.is_none_or(|target| violation.invariant == target)
                && !self.excused.contains(&violation.invariant)
        };
        let Violation { invariant, message } = scratch.violations.drain(..).find(wanted)?;
        Some(Finding::Invariant { invariant, message })
    }

    /// Takes the recorded step into everything that follows the history, apart from the judge's facts.
    fn fold(&self, command: Command, outcome: &Outcome, to: &mut Node<P>, shown: &mut View) {
        let now = to.world.now;
        if self.asks_oracle {
            to.situation.after(now, command, outcome);
        }
        to.world.sent(&self.scope, command, outcome);
        if let Answer::Recovered { .. } = outcome.answer
            && to.plane.view(now, shown)
        {
            to.world.recovered(&self.scope, shown);
        }
    }

    fn compare_views(to: &Node<P>, scratch: &mut Scratch<P>) -> Option<Finding> {
        if !to.plane.view(to.world.now, &mut scratch.shown) {
            return None;
        }
        to.situation.view(to.world.now, &mut scratch.expected);
        if scratch.shown == scratch.expected {
            return None;
        }
        Some(Finding::View { expected: Box::new(scratch.expected.clone()), shown: Box::new(scratch.shown.clone()) })
    }

    /// Takes a step that was judged before, once more; `None` where no command was answered, as time passed or as the
    /// control plane panicked, and then the node is of no more use.
    pub fn replay(&self, node: &mut Node<P>, next: Move, scratch: &mut Scratch<P>) -> Option<Outcome> {
        let Move::Send(command) = next else {
            self.pass_time(next, node);
            return None;
        };
        let outcome = apply_caught(&mut node.plane, node.world.now, command).ok()?;
        scratch.violations.clear();
        node.judge.observe(node.world.now, command, &outcome, &mut scratch.violations);
        self.fold(command, &outcome, node, &mut scratch.shown);
        Some(outcome)
    }

    fn pass_time(&self, next: Move, node: &mut Node<P>) {
        match next {
            Move::Tick => node.world.tick(),
            Move::StepBack => node.world.step_back(&self.scope),
            Move::Send(_) => {}
        }
    }

    /// The canonical key of a state; one that a finding led to is a state of its own.
    pub fn key(&self, node: &Node<P>, found: bool, scratch: &mut Scratch<P>) -> Key {
        let keyer = &mut scratch.keyer;
        keyer.start();
        node.world.describe(&self.scope, &mut keyer.canon);
        keyer.part(&self.symmetry, self.forgets);
        // Where the clock can be stepped back, what has passed may be yet to come.
        for at in [Some(node.world.now), node.world.stepped_back(&self.scope)].into_iter().flatten() {
            self.describe(node, at, keyer);
            let mut spare = scratch.spare.take().unwrap_or_else(|| Box::new(node.clone()));
            self.describe_losses(node, at, &mut spare, &mut scratch.shown, keyer);
            scratch.spare = Some(spare);
        }
        keyer.finish(&self.symmetry) ^ u128::from(found)
    }

    fn describe(&self, node: &Node<P>, now: Millis, keyer: &mut Keyer) {
        node.plane.describe(now, &mut keyer.canon);
        keyer.part(&self.symmetry, self.forgets);
        if self.asks_oracle {
            Describe::describe(&node.situation, now, &mut keyer.canon);
        }
        keyer.part(&self.symmetry, self.forgets);
        Describe::describe(&node.judge, now, &mut keyer.canon);
        keyer.part(&self.symmetry, self.forgets);
    }

    /// Where records can be lost, what is left after losing them belongs to the state too. One loss is looked ahead: a
    /// scope in which records can be lost has a budget of one restart.
    fn describe_losses(&self, node: &Node<P>, at: Millis, spare: &mut Node<P>, shown: &mut View, keyer: &mut Keyer) {
        if node.world.is_halted() {
            spare.copy_from(node);
            spare.world.now = at;
            self.describe_recovery(Command::Acknowledge, spare, shown, keyer);
        }
        if !node.world.may_restart() {
            return;
        }
        for lost in self.scope.restarts.lost.iter().filter(|lost| **lost != 0) {
            spare.copy_from(node);
            spare.world.now = at;
            if !self.describe_recovery(Command::Restart { lost: *lost }, spare, shown, keyer) {
                self.describe_recovery(Command::Acknowledge, spare, shown, keyer);
            }
        }
    }

    /// Carries out a recovery on a copy, unjudged, and describes what it leads to; false where it does not recover.
    fn describe_recovery(&self, command: Command, spare: &mut Node<P>, shown: &mut View, keyer: &mut Keyer) -> bool {
        let now = spare.world.now;
        let outcome = spare.plane.apply(now, command);
        spare.judge.observe(now, command, &outcome, &mut Vec::new());
        self.fold(command, &outcome, spare, shown);
        let recovered = matches!(outcome.answer, Answer::Recovered { .. });
        if recovered {
            spare.world.describe(&self.scope, &mut keyer.canon);
            keyer.part(&self.symmetry, self.forgets);
            self.describe(spare, now, keyer);
        }
        recovered
    }
}

/// Whether an outcome says that nothing happened but, perhaps, the passing of time. A refused submit may leave a
/// rejected run behind.
fn changes_nothing(outcome: &Outcome) -> bool {
    let quiet = match outcome.answer {
        Answer::Refused(refusal) => {
            !matches!(refusal, Refusal::Blocked | Refusal::AtCap | Refusal::NoCredit | Refusal::QueueFull)
        }
        Answer::Idle(_) | Answer::Unchanged { .. } | Answer::Duplicate | Answer::Conflict { .. } | Answer::Swept => {
            true
        }
        _ => outcome.repeated,
    };
    quiet && outcome.charged == 0 && outcome.refunded == 0 && outcome.ended.is_empty() && outcome.shed.is_none()
}

impl<P> Default for Scratch<P> {
    fn default() -> Scratch<P> {
        Scratch {
            keyer: Keyer::default(),
            shown: View::default(),
            expected: View::default(),
            violations: Vec::new(),
            spare: None,
            reach: Reach::default(),
        }
    }
}

impl<P: Clone> Node<P> {
    /// Takes over another node's state; buffers are kept.
    pub fn copy_from(&mut self, other: &Node<P>) {
        self.plane.clone_from(&other.plane);
        self.judge.clone_from(&other.judge);
        self.copy_outside(other);
    }

    /// Takes over what another node knows apart from its control plane and its invariants.
    fn copy_outside(&mut self, other: &Node<P>) {
        self.world.copy_from(&other.world);
        self.situation.clone_from(&other.situation);
    }
}

#[cfg(test)]
mod tests;
