//! Progress, for all time: from every state of a scope, the healthy core alone can bring everything to an end.
//!
//! The core is one worker that has never been silent, sweeps, an operator who acknowledges a loss, and time; nobody else
//! says another word. From every state it must be able to reach one in which every queued run that can ever be granted
//! was granted (L1, and L3 for the parked ones), and every slot of a vanished worker came back (L2). A state from which it
//! cannot is stuck: no safety invariant need ever see it.
//!
//! First the scope's complete graph, then what the core makes of each of its states, then backwards from the states in
//! which all is done.

use super::key::Key;
use super::node::{Explorer, Node, Scratch};
use crate::world::Move;
use spec::decisions::{HeadOfLine, ZeroLimit};
use spec::{Command, Digest, Explorable, TenantView, View, WorkerId};
use std::collections::{BTreeMap, VecDeque};

/// What the analysis came to.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    /// States of the scope.
    pub states: usize,
    /// States that only the core's work leads to.
    pub core_states: usize,
    /// States in which all is done.
    pub done: usize,
    /// A shortest history to a state from which the core cannot bring everything to an end.
    pub stuck: Option<Vec<Move>>,
}

/// What is kept of a state: whether the scope itself leads to it, and then by which move from which state.
struct Visit {
    in_scope: bool,
    parent: usize,
    by: Move,
}

struct Analysis<'e, P> {
    explorer: &'e Explorer<P>,
    known: BTreeMap<Key, usize>,
    visits: Vec<Visit>,
    /// Of each state that the core has been let work on: whether all is done in it.
    done: Vec<Option<bool>>,
    /// Steps of the core, from and to.
    steps: Vec<(usize, usize)>,
    /// States of the scope that are still to be expanded, in order of their distance; concrete only for that long.
    open: VecDeque<(usize, Box<Node<P>>)>,
    /// States of the scope, in order of their distance.
    scope_states: Vec<usize>,
    /// How many states may be visited.
    bound: usize,
    scratch: Scratch<P>,
}

/// Analyses a scope; nothing is judged on the way. `None` where the scope and the
/// core together have more than `states` states.
pub fn progress<P: Explorable>(explorer: &Explorer<P>, states: usize) -> Option<Progress> {
    let mut analysis: Analysis<'_, P> = Analysis {
        explorer,
        known: BTreeMap::new(),
        visits: Vec::new(),
        done: Vec::new(),
        steps: Vec::new(),
        open: VecDeque::new(),
        scope_states: Vec::new(),
        bound: states,
        scratch: Scratch::default(),
    };
    let start = Box::new(explorer.start());
    let first = analysis.arrive(&start);
    analysis.enter_scope(first, start, first, Move::Tick);
    let mut moves = Vec::new();
    while let Some((from, node)) = analysis.open.pop_front() {
        explorer.moves(&node, &mut moves);
        for by in &moves {
            let to = analysis.next(&node, *by);
            let state = analysis.arrive(&to);
            analysis.enter_scope(state, to, from, *by);
        }
        analysis.let_the_core_work(from, node);
        if analysis.is_beyond() {
            return None;
        }
    }
    let done: Vec<bool> = analysis.done.iter().map(|done| *done == Some(true)).collect();
    let ends = reached_backwards(&done, std::mem::take(&mut analysis.steps));
    let stuck = analysis.scope_states.iter().find(|state| !ends[**state]).map(|state| analysis.history(*state));
    Some(Progress {
        states: analysis.scope_states.len(),
        core_states: analysis.visits.len() - analysis.scope_states.len(),
        done: done.into_iter().filter(|done| *done).count(),
        stuck,
    })
}

impl<P: Explorable> Analysis<'_, P> {
    /// The number of a state.
    fn arrive(&mut self, node: &Node<P>) -> usize {
        let key = self.explorer.key(node, false, &mut self.scratch);
        let number = self.visits.len();
        let known = *self.known.entry(key).or_insert(number);
        if known == number {
            self.visits.push(Visit { in_scope: false, parent: 0, by: Move::Tick });
            self.done.push(None);
        }
        known
    }

    /// The scope leads to this state; the core may have been there before.
    fn enter_scope(&mut self, state: usize, node: Box<Node<P>>, parent: usize, by: Move) {
        if !self.visits[state].in_scope {
            self.visits[state] = Visit { in_scope: true, parent, by };
            self.scope_states.push(state);
            self.open.push_back((state, node));
        }
    }

    fn next(&mut self, node: &Node<P>, by: Move) -> Box<Node<P>> {
        let mut to = Box::new(node.clone());
        self.explorer.replay(&mut to, by, &mut self.scratch);
        to
    }

    /// Whether more states were visited than may be.
    fn is_beyond(&self) -> bool {
        self.visits.len() > self.bound
    }

    /// Goes on from a state of the scope with the core alone, through all that it has not been let work on.
    fn let_the_core_work(&mut self, state: usize, node: Box<Node<P>>) {
        let core = WorkerId(self.explorer.scope.workers + 1);
        let mut view = View::default();
        let mut open = vec![(state, node)];
        while let Some((from, node)) = open.pop() {
            if self.is_beyond() {
                return;
            }
            if self.done[from].is_some() {
                continue;
            }
            node.situation.view(node.world.now, &mut view);
            self.done[from] = Some(self.is_done(&node, &view));
            for by in core_moves(core, &view) {
                let to = self.next(&node, by);
                let state = self.arrive(&to);
                self.steps.push((from, state));
                open.push((state, to));
            }
        }
    }

    /// No lease is left, no slot rests, and no run waits that could ever be granted.
    fn is_done(&self, node: &Node<P>, view: &View) -> bool {
        let slots = node.world.slots();
        !view.halted
            && view.leases.is_empty()
            && view.resting.is_empty()
            && (slots == 0 || view.tenants.iter().all(|tenant| !self.waits_in_vain(node, tenant)))
    }

    /// Whether the tenant has a queued run that its limits allow to be granted sooner or later.
    fn waits_in_vain(&self, node: &Node<P>, tenant: &TenantView) -> bool {
        let decisions = &self.explorer.decisions;
        // D09: what a limit of 0 allows.
        let unlimited = |limit: i64| match decisions.zero_limit() {
            ZeroLimit::Unlimited => limit == 0,
            ZeroLimit::Blocked | ZeroLimit::Invalid => false,
        };
        let fits = |cost: i64| unlimited(tenant.quota) || cost <= tenant.quota;
        if tenant.cap == 0 && !unlimited(tenant.cap) {
            return false;
        }
        let mut grantable = tenant.queue.iter().map(|place| fits(node.world.cost(&self.explorer.scope, place.run)));
        match decisions.head_of_line() {
            HeadOfLine::Skip => grantable.any(|fits| fits),
            HeadOfLine::Strict => grantable.next().unwrap_or(false),
        }
    }

    fn history(&self, mut state: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while state != self.scope_states[0] {
            moves.push(self.visits[state].by);
            state = self.visits[state].parent;
        }
        moves.reverse();
        moves
    }
}

/// What the core can do: wait, sweep, acknowledge a loss, claim, and complete what it holds.
fn core_moves(core: WorkerId, view: &View) -> impl Iterator<Item = Move> + use<> {
    let held = view.leases.iter().find(|lease| lease.worker == core);
    let completes = held.map(|lease| Command::Complete { run: lease.run, fence: lease.fence, result: Digest(0) });
    let acknowledges = view.halted.then_some(Command::Acknowledge);
    let sends = [Some(Command::Sweep), Some(Command::Claim { worker: core }), completes, acknowledges];
    std::iter::once(Move::Tick).chain(sends.into_iter().flatten().map(Move::Send))
}

/// The states from which these steps lead to one that is done.
fn reached_backwards(done: &[bool], mut steps: Vec<(usize, usize)>) -> Vec<bool> {
    steps.sort_unstable_by_key(|(_, to)| *to);
    let mut ends = vec![false; done.len()];
    let mut open: Vec<usize> = (0..done.len()).filter(|state| done[*state]).collect();
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut ends[state], true) {
            continue;
        }
        let first = steps.partition_point(|(_, to)| *to < state);
        open.extend(steps[first..].iter().take_while(|(_, to)| *to == state).map(|(from, _)| *from));
    }
    ends
}

#[cfg(test)]
mod tests;
