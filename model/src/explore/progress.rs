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
use std::collections::BTreeMap;

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

struct Visit<P> {
    node: Box<Node<P>>,
    parent: usize,
    by: Move,
}

struct Analysis<'e, P> {
    explorer: &'e Explorer,
    known: BTreeMap<Key, usize>,
    visits: Vec<Visit<P>>,
    scratch: Scratch<P>,
}

/// Analyses a scope; nothing is judged on the way. `None` where it has more than `states` states.
pub fn progress<P: Explorable>(explorer: &Explorer, states: usize) -> Option<Progress> {
    let mut analysis: Analysis<'_, P> =
        Analysis { explorer, known: BTreeMap::new(), visits: Vec::new(), scratch: Scratch::default() };
    analysis.arrive(Box::new(explorer.start()), 0, Move::Tick);
    let mut moves = Vec::new();
    let mut next = 0;
    while next < analysis.visits.len() {
        if next > states {
            return None;
        }
        explorer.moves(&analysis.visits[next].node, &mut moves);
        for step in &moves {
            analysis.step(next, *step);
        }
        next += 1;
    }
    let scope_states = analysis.visits.len();
    let (done, before) = analysis.let_the_core_work();
    let ends = reached_backwards(&done, &before);
    let stuck = (0..scope_states).find(|state| !ends[*state]).map(|state| analysis.history(state));
    Some(Progress {
        states: scope_states,
        core_states: analysis.visits.len() - scope_states,
        done: done.iter().filter(|done| **done).count(),
        stuck,
    })
}

impl<P: Explorable> Analysis<'_, P> {
    fn arrive(&mut self, node: Box<Node<P>>, parent: usize, by: Move) -> usize {
        let key = self.explorer.key(&node, false, &mut self.scratch);
        let visits = &mut self.visits;
        *self.known.entry(key).or_insert_with(|| {
            visits.push(Visit { node, parent, by });
            visits.len() - 1
        })
    }

    fn step(&mut self, from: usize, by: Move) -> usize {
        let mut node = self.visits[from].node.clone();
        self.explorer.replay(&mut node, by, &mut self.scratch);
        self.arrive(node, from, by)
    }

    /// Goes on from every state with the core alone: which states are done, and where each can have come from.
    fn let_the_core_work(&mut self) -> (Vec<bool>, Vec<Vec<usize>>) {
        let core = WorkerId(self.explorer.scope.workers + 1);
        let (mut done, mut before) = (Vec::new(), Vec::new());
        let mut view = View::default();
        let mut state = 0;
        while state < self.visits.len() {
            let node = &self.visits[state].node;
            node.situation.view(node.world.now, &mut view);
            done.push(self.is_done(node, &view));
            for step in core_moves(core, &view) {
                let to = self.step(state, step);
                before.resize_with(self.visits.len(), Vec::new);
                before[to].push(state);
            }
            state += 1;
        }
        before.resize_with(self.visits.len(), Vec::new);
        (done, before)
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
        if (tenant.cap == 0 && !unlimited(tenant.cap)) || (tenant.quota == 0 && !unlimited(tenant.quota)) {
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
        while state != 0 {
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

fn reached_backwards(done: &[bool], before: &[Vec<usize>]) -> Vec<bool> {
    let mut ends = done.to_vec();
    let mut open: Vec<usize> = (0..done.len()).filter(|state| done[*state]).collect();
    while let Some(state) = open.pop() {
        for from in &before[state] {
            if !std::mem::replace(&mut ends[*from], true) {
                open.push(*from);
            }
        }
    }
    ends
}
