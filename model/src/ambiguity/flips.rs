//! Does flipping a decision change the control plane's outcome where it does not change the reference's, or the reverse?
//!
//! A control plane's state carries its decisions, so it cannot be asked what it would answer under another option. But
//! where a history has the same outcomes under both, a second control plane that was under the other option all along
//! stands in the same place, and can. So for every state of a scope's graph, by a shortest history, and every option of
//! a decision that its graph reads: the history is replayed under that option, and if nothing went otherwise, every next
//! command is asked of both engines.
//!
//! What this does not cover: a state is reached by many histories, and one is replayed. `check` runs every option in a
//! graph of its own and compares both engines on all of its transitions; this here says the same of the spec's own
//! histories, step by step.

use super::walk::{self, Place};
use crate::explore::finding::apply_caught;
use crate::explore::key::Key;
use crate::explore::{Explorer, Node, Scratch};
use crate::world::Move;
use oracle::reference::Situation;
use spec::{Decisions, Explorable, Outcome, ReadSet};
use std::collections::{BTreeSet, VecDeque};

/// A step at which the two differ.
#[derive(Debug, Clone)]
pub struct Differs {
    /// The flipped option, as `D29=refuse`.
    pub flipped: String,
    /// Where.
    pub place: Place,
    /// The history, and the command that is asked.
    pub moves: Vec<Move>,
    /// What the control plane answers.
    pub control_plane: Outcome,
    /// What the reference expects.
    pub reference: Outcome,
}

/// What asking came to.
#[derive(Debug, Default)]
pub struct Asked {
    /// Steps asked of both engines under a flipped option.
    pub asked: u64,
    /// States, by option, whose history goes otherwise under it.
    pub parted: u64,
    /// The first difference under each option.
    pub differs: Vec<Differs>,
}

/// One option in the place of the one in force, carried along a history: the control plane and the reference under it.
#[derive(Clone)]
struct Flipped<P> {
    plane: P,
    situation: Situation,
}

/// A state of the graph, and beside it every flipped option under which its history has the same outcomes.
struct Open<P> {
    state: usize,
    node: Node<P>,
    beside: Vec<Option<Box<Flipped<P>>>>,
}

/// Asks under every option of the decisions that this graph reads; gives up beyond so many states.
pub fn ask<P: Explorable>(explorer: &Explorer<P>, place: &Place, reads: ReadSet, states: usize) -> Asked {
    let mut scratch = Scratch::default();
    let options: Vec<(String, Decisions)> = walk::flips(&explorer.decisions)
        .into_iter()
        .filter(|(decision, _)| reads.contains(*decision))
        .map(|(decision, flipped)| (format!("{decision}={}", flipped.option_name(decision)), flipped))
        .collect();
    let node = explorer.start();
    let settings = &explorer.scope.settings;
    let beside = options.iter().map(|(_, decisions)| {
        let plane = explorer.under(decisions).start().plane;
        Some(Box::new(Flipped { plane, situation: Situation::start(settings, decisions) }))
    });
    let mut known: BTreeSet<Key> = BTreeSet::from([explorer.key(&node, false, &mut scratch)]);
    let mut visits: Vec<(usize, Move)> = vec![(0, Move::Tick)];
    let mut open = VecDeque::from([Open { state: 0, beside: beside.collect(), node }]);
    let mut result = Asked::default();
    let mut moves = Vec::new();
    while let Some(from) = open.pop_front() {
        if known.len() > states {
            break;
        }
        result.parted += from.beside.iter().filter(|beside| beside.is_none()).count() as u64;
        explorer.moves(&from.node, &mut moves);
        for by in &moves {
            let mut to = from.node.clone();
            let given = explorer.replay(&mut to, *by, &mut scratch);
            let beside: Vec<Option<Box<Flipped<P>>>> = from
                .beside
                .iter()
                .zip(&options)
                .map(|(beside, option)| {
                    let beside = beside.as_ref()?;
                    let told = |planes: (Outcome, Outcome)| Differs {
                        flipped: option.0.clone(),
                        place: place.clone(),
                        moves: walk::history(&visits, from.state, *by),
                        control_plane: planes.0,
                        reference: planes.1,
                    };
                    carry(beside, option, &from.node, (*by, given.as_ref()), &mut result, told)
                })
                .collect();
            if known.insert(explorer.key(&to, false, &mut scratch)) {
                open.push_back(Open { state: visits.len(), node: to, beside });
                visits.push((from.state, *by));
            }
        }
    }
    result
}

/// Asks both engines under a flipped option for one step, and goes along with it if its outcome is the same as without.
fn carry<P: Explorable>(
    beside: &Flipped<P>,
    (name, decisions): &(String, Decisions),
    from: &Node<P>,
    (by, given): (Move, Option<&Outcome>),
    result: &mut Asked,
    told: impl FnOnce((Outcome, Outcome)) -> Differs,
) -> Option<Box<Flipped<P>>> {
    let Move::Send(command) = by else { return Some(Box::new(beside.clone())) };
    let given = given?;
    let now = from.world.now;
    let mut plane = beside.plane.clone();
    let outcome = apply_caught(&mut plane, now, command).ok()?;
    let expected = beside.situation.expect(decisions, now, command);
    result.asked += 1;
    if outcome != expected && result.differs.iter().all(|differs| differs.flipped != *name) {
        result.differs.push(told((outcome.clone(), expected)));
    }
    if outcome != *given {
        return None;
    }
    let mut situation = beside.situation.clone();
    situation.after(now, command, &outcome);
    Some(Box::new(Flipped { plane, situation }))
}
