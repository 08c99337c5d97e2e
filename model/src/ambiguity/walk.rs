//! Walks through a scope's complete graph, level by level, and asks of each transition what else it could have been.

use super::alternatives;
use super::cases::Scene;
use super::parts::Instead;
use super::{Kind, Kinds, Seen};
use crate::explore::key::Key;
use crate::explore::{Explorer, Finding, Node, Scratch, Step};
use crate::reach::{answer, verb};
use crate::world::{self, Move};
use oracle::invariants::{Judge, Violation};
use spec::{Command, DecisionId, Decisions, Explorable, Outcome, ReadSet, RunId, View};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What a walk came to.
#[derive(Debug, Default)]
pub struct Walked {
    /// Kinds of alternatives that no decision explains.
    pub kinds: Kinds,
    /// Decisions that were read, for the outcomes and for judging the alternatives.
    pub reads: ReadSet,
    /// Unique states.
    pub states: usize,
    /// Transitions by a command.
    pub transitions: u64,
    /// Alternatives that were judged.
    pub judged: u64,
    /// Whether the whole graph was walked through.
    pub complete: bool,
    /// The first step that is wrong in itself: nothing is asked of a graph that `check` finds something in.
    pub finding: Option<Finding>,
}

/// Where and under what a walk goes on.
#[derive(Debug, Clone)]
pub struct Place {
    /// The scope, by its place among the subject's.
    pub scope: usize,
    /// The decisions, before the scope's own.
    pub decisions: Decisions,
}

struct Walk<'e, P> {
    explorer: &'e Explorer<P>,
    place: Place,
    /// Every option of every decision, alone in place of the one in force.
    flips: Vec<(DecisionId, Decisions)>,
    costs: Vec<(RunId, i64)>,
    visits: Vec<(usize, Move)>,
    result: Walked,
    /// Buffers.
    view: View,
    judge: Judge,
    outcomes: Vec<Outcome>,
    violations: Vec<Violation>,
}

/// Walks through the graph; gives up beyond so many states.
pub fn walk<P: Explorable>(explorer: &Explorer<P>, place: Place, states: usize) -> Walked {
    let mut scratch = Scratch::default();
    let start = Box::new(explorer.start());
    let mut walk = Walk {
        explorer,
        flips: flips(&explorer.decisions),
        costs: world::runs(&explorer.scope).map(|(run, cost)| (run, cost.get().into())).collect(),
        place,
        visits: vec![(0, Move::Tick)],
        result: Walked::default(),
        view: View::default(),
        judge: start.judge.clone(),
        outcomes: Vec::new(),
        violations: Vec::new(),
    };
    let mut known: BTreeSet<Key> = BTreeSet::from([explorer.key(&start, false, &mut scratch)]);
    let mut open = VecDeque::from([(0, start)]);
    let mut moves = Vec::new();
    while let Some((state, node)) = open.pop_front() {
        if known.len() > states {
            return walk.end(&scratch, known.len(), false);
        }
        explorer.moves(&node, &mut moves);
        node.situation.view(node.world.now, &mut walk.view);
        for by in &moves {
            let mut to = node.clone();
            let step = explorer.step(&node, *by, &mut to, &mut scratch);
            if let Step::Found(finding) = step {
                walk.result.finding = Some(finding);
                return walk.end(&scratch, known.len(), false);
            }
            if let Move::Send(command) = *by {
                walk.ask(state, &node, command);
            }
            if step == Step::Moved && known.insert(explorer.key(&to, false, &mut scratch)) {
                open.push_back((walk.visits.len(), to));
                walk.visits.push((state, *by));
            }
        }
    }
    walk.end(&scratch, known.len(), true)
}

/// Every option of every decision but the one in force.
pub fn flips(decisions: &Decisions) -> Vec<(DecisionId, Decisions)> {
    DecisionId::all()
        .flat_map(|decision| (0..decision.info().options.len()).map(move |option| (decision, option)))
        .filter(|(decision, option)| decisions.option(*decision) != *option)
        .filter_map(|(decision, option)| Some((decision, decisions.with(decision, option).ok()?)))
        .collect()
}

impl<P: Explorable> Walk<'_, P> {
    /// What else could this command have been answered?
    fn ask(&mut self, state: usize, node: &Node<P>, command: Command) {
        self.result.transitions += 1;
        let now = node.world.now;
        let decisions = &self.explorer.decisions;
        decisions.forget_reads();
        let given = node.situation.expect(decisions, now, command);
        let reads = decisions.reads();
        decisions.forget_reads();
        let flipped: Vec<Outcome> = self
            .flips
            .iter()
            .filter(|(decision, _)| reads.contains(*decision))
            .map(|(_, flipped)| node.situation.expect(flipped, now, command))
            .filter(|outcome| *outcome != given)
            .collect();
        let (view, costs) = (&self.view, &self.costs);
        let highest = node.world.highest_fence();
        let scene = Scene { view, now, lease: self.explorer.scope.settings.lease, highest, costs };
        let mut outcomes = std::mem::take(&mut self.outcomes);
        alternatives::outcomes(&scene, command, &given, &mut outcomes);
        let case = scene.case(command);
        let mut told: Vec<Instead> = Vec::new();
        for outcome in &outcomes {
            let Some(instead) = Instead::of(&given, outcome, |run| scene.is_queued(run)) else { continue };
            // One sound alternative shows the kind.
            if told.contains(&instead) || flipped.iter().any(|flip| instead.explained_by(flip, outcome)) {
                continue;
            }
            self.result.judged += 1;
            self.judge.clone_from(&node.judge);
            self.violations.clear();
            self.judge.observe(now, command, outcome, &mut self.violations);
            self.result.reads = self.result.reads.union(self.judge.reads());
            if !self.violations.is_empty() {
                continue;
            }
            told.push(instead);
            let given = (answer(given.answer), given.repeated);
            note(
                &mut self.result.kinds,
                Kind { command: verb(command), case, given, instead },
                flipped.is_empty(),
                || Seen {
                    count: 0,
                    unmoved: 0,
                    moves: history(&self.visits, state, Move::Send(command)),
                    alternative: outcome.clone(),
                    scope: self.place.scope,
                    decisions: self.place.decisions.clone(),
                },
            );
        }
        self.outcomes = outcomes;
    }

    fn end(mut self, scratch: &Scratch<P>, states: usize, complete: bool) -> Walked {
        self.result.reads = self.result.reads.union(scratch.reach.reads);
        self.result.states = states;
        self.result.complete = complete;
        self.result
    }
}

fn note(kinds: &mut BTreeMap<Kind, Seen>, kind: Kind, unmoved: bool, first: impl FnOnce() -> Seen) {
    let seen = kinds.entry(kind).or_insert_with(first);
    seen.count += 1;
    seen.unmoved += u64::from(unmoved);
}

/// The moves to a state, and one more.
pub fn history(visits: &[(usize, Move)], mut state: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    while state != 0 {
        let (parent, by) = visits[state];
        moves.push(by);
        state = parent;
    }
    moves.reverse();
    moves
}
