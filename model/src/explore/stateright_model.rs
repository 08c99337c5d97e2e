//! The same states and steps as a [`stateright::Model`]: the definition of what is explored, for stateright's checkers
//! and its Explorer.
//!
//! Its one property, that no step is a finding, is never discovered in a correct control plane; were there none,
//! stateright would stop at once.

use super::key::Key;
use super::node::{Explorer, Node, Scratch, Step};
use crate::world::Move;
use spec::Explorable;
use stateright::{Model, Property};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An [`Explorer`] over a control plane, for stateright.
#[derive(Debug)]
pub struct Exploration<P> {
    explorer: Explorer<P>,
    /// stateright gives the model by shared reference, and one checker thread uses it.
    scratch: Mutex<Scratch<P>>,
}

/// A state: the concrete node, and the key that stands for it.
#[derive(Clone)]
pub struct State<P> {
    node: Box<Node<P>>,
    key: Key,
    finding: Option<String>,
}

impl<P> Exploration<P> {
    /// Over this control plane, scope and decisions.
    pub fn new(explorer: Explorer<P>) -> Exploration<P> {
        Exploration { explorer, scratch: Mutex::default() }
    }

    fn scratch(&self) -> MutexGuard<'_, Scratch<P>> {
        self.scratch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Explorable> Model for Exploration<P> {
    type State = State<P>;
    type Action = Move;

    fn init_states(&self) -> Vec<State<P>> {
        let node = Box::new(self.explorer.start());
        let key = self.explorer.key(&node, false, &mut self.scratch());
        vec![State { node, key, finding: None }]
    }

    fn actions(&self, state: &State<P>, actions: &mut Vec<Move>) {
        if state.finding.is_none() {
            self.explorer.moves(&state.node, actions);
        }
    }

    fn next_state(&self, last: &State<P>, action: Move) -> Option<State<P>> {
        let scratch = &mut *self.scratch();
        let mut node = last.node.clone();
        let finding = match self.explorer.step(&last.node, action, &mut node, scratch) {
            Step::Same => return None,
            Step::Moved => None,
            Step::Found(finding) => Some(finding.to_string()),
        };
        let key = self.explorer.key(&node, finding.is_some(), scratch);
        Some(State { node, key, finding })
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("no step is a finding", |_, state: &State<P>| state.finding.is_none())]
    }

    fn format_action(&self, action: &Move) -> String {
        match action {
            Move::Tick => "1 ms passes".to_owned(),
            Move::StepBack => "the clock is stepped back".to_owned(),
            Move::Send(command) => command.to_string(),
        }
    }
}

impl<P> PartialEq for State<P> {
    fn eq(&self, other: &State<P>) -> bool {
        self.key == other.key
    }
}

impl<P> Eq for State<P> {}

impl<P> Hash for State<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl<P: Explorable> fmt::Debug for State<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut view = spec::View::default();
        self.node.plane.view(self.node.world.now, &mut view);
        f.debug_struct("State")
            .field("now", &self.node.world.now)
            .field("finding", &self.finding)
            .field("view", &view)
            .finish()
    }
}

#[cfg(test)]
mod tests;
