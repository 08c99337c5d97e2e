//! Walks through few graphs until everything is met.
//!
//! The graphs of the spec as it stands come before all others, and of those the one that holds most of what is unmet. In it a history goes on to the nearest step that meets
//! something new, again and again, until it is long enough or nothing new is in its reach; then another one begins. At
//! the end, what other histories meet too is left out: whole histories first, then last steps.

use super::gather::Graph;
use super::triple::{Triple, of_step};
use crate::abreast::search::{Cost, Search};
use crate::abreast::{Field, Scratch, State, Taken};
use crate::subject::Subject;
use crate::world::Move;
use spec::yaml::{History, Step};
use spec::{Command, DecisionId, Decisions, Explorable};
use std::collections::{BTreeMap, BTreeSet};

/// A history that is this long, in commands, is not gone on with.
const LONG: usize = 12;

/// A history, and what each of its steps meets.
#[derive(Debug, Clone)]
pub struct Tour {
    /// The scope, by its place among the subject's.
    pub scope: usize,
    /// The history.
    pub history: History,
    /// Of each step, the triples.
    pub met: Vec<Vec<Triple>>,
}

/// Histories that meet all triples of these graphs. What the spec as it stands can show is shown by it, however much more
/// some other option would show on the way.
pub fn tours<P: Explorable>(subject: &Subject, graphs: &[Graph]) -> Vec<Tour> {
    let (as_it_stands, others): (Vec<&Graph>, Vec<&Graph>) = graphs.iter().partition(|graph| graph.as_it_stands);
    let mut tours = Vec::new();
    for graphs in [as_it_stands, others] {
        let mut unmet: BTreeSet<Triple> = graphs.iter().flat_map(|graph| graph.triples.iter().copied()).collect();
        for triple in tours.iter().flat_map(|tour: &Tour| tour.met.iter().flatten()) {
            unmet.remove(triple);
        }
        let first = tours.len();
        while let Some((graph, here)) = richest(&graphs, &unmet) {
            tours.extend(walk::<P>(subject, graph, &mut unmet));
            if graph.triples.intersection(&unmet).count() == here {
                // Nothing was met although it is there: it will be reported as missing.
                break;
            }
        }
        without_repetition(&mut tours, first);
    }
    tours
}

/// The first of the graphs that hold most of this, and how much.
fn richest<'g>(graphs: &[&'g Graph], unmet: &BTreeSet<Triple>) -> Option<(&'g Graph, usize)> {
    let mut best: Option<(&Graph, usize)> = None;
    for graph in graphs {
        let count = graph.triples.intersection(unmet).count();
        if count > best.map_or(0, |(_, before)| before) {
            best = Some((graph, count));
        }
    }
    best
}

/// Histories that meet all that this graph holds of what is unmet.
fn walk<P: Explorable>(subject: &Subject, graph: &Graph, unmet: &mut BTreeSet<Triple>) -> Vec<Tour> {
    let field = graph.field(subject);
    let mut tours = Vec::new();
    while graph.triples.intersection(unmet).next().is_some() {
        let mut state: State<P> = field.start();
        let mut scratch = Scratch::default();
        let mut tour = Tour {
            scope: graph.scope,
            history: History { with: changes(subject, &graph.decisions), steps: Vec::new(), line: 0 },
            met: Vec::new(),
        };
        while tour.history.steps.len() < LONG && graph.triples.intersection(unmet).next().is_some() {
            let Some(moves) = nearest(&field, &state, &graph.decisions, unmet) else { break };
            for next in moves {
                go(&field, &mut state, next, &graph.decisions, &mut tour, &mut scratch);
            }
            for triple in tour.met.iter().flatten() {
                unmet.remove(triple);
            }
        }
        if tour.history.steps.is_empty() {
            break;
        }
        tours.push(tour);
    }
    tours
}

/// The moves to the nearest step that meets something new; of those equally near, the one that meets most.
fn nearest<P: Explorable>(
    field: &Field,
    from: &State<P>,
    decisions: &Decisions,
    unmet: &BTreeSet<Triple>,
) -> Option<Vec<Move>> {
    let mut search = Search::from(field.clone(), from.clone());
    let mut best: Option<(Cost, usize, u32, Command)> = None;
    while best.is_none() && !search.is_done() {
        search.level(u32::MAX, &mut |answered| {
            let triples = of_step(answered.command, answered.outcome, answered.reads, decisions);
            let new = triples.iter().filter(|triple| unmet.contains(triple)).count();
            let better = match best {
                None => new > 0,
                Some((cost, most, ..)) => cost == answered.cost && new > most,
            };
            if better {
                best = Some((answered.cost, new, answered.from, answered.command));
            }
        });
    }
    best.map(|(_, _, state, command)| search.history(state, Move::Send(command)))
}

/// Makes one move of a tour.
fn go<P: Explorable>(
    field: &Field,
    state: &mut State<P>,
    next: Move,
    decisions: &Decisions,
    tour: &mut Tour,
    scratch: &mut Scratch<P>,
) {
    let at = state.world.now;
    if let (Move::Send(command), Taken::Alike(outcome)) = (next, field.take(state, next, scratch)) {
        tour.met.push(of_step(command, &outcome, state.reads(), decisions));
        tour.history.steps.push(Step { at, command, outcome: Some(outcome), line: 0 });
    }
}

/// The decisions that differ from the spec as it stands.
fn changes(subject: &Subject, decisions: &Decisions) -> Vec<(DecisionId, usize)> {
    let all = DecisionId::all().map(|decision| (decision, decisions.option(decision)));
    all.filter(|(decision, option)| subject.base.option(*decision) != *option).collect()
}

/// Leaves out what other histories meet too, in those from `first` on.
fn without_repetition(tours: &mut Vec<Tour>, first: usize) {
    let mut count: BTreeMap<Triple, usize> = BTreeMap::new();
    for triple in tours.iter().flat_map(|tour| tour.met.iter().flatten()) {
        *count.entry(*triple).or_default() += 1;
    }
    // The shortest first: the longer ones were walked earlier, and meet more.
    let mut order: Vec<usize> = (first..tours.len()).collect();
    order.sort_by_key(|index| (tours[*index].history.steps.len(), usize::MAX - index));
    for index in order {
        let tour = &mut tours[index];
        let mut own: BTreeMap<Triple, usize> = BTreeMap::new();
        for triple in tour.met.iter().flatten() {
            *own.entry(*triple).or_default() += 1;
        }
        let needless = own.iter().all(|(triple, number)| count[triple] > *number);
        let keep = if needless { 0 } else { needed(tour, &count) };
        for triple in tour.met[keep..].iter().flatten() {
            count.entry(*triple).and_modify(|number| *number -= 1);
        }
        tour.met.truncate(keep);
        tour.history.steps.truncate(keep);
    }
    tours.retain(|tour| !tour.history.steps.is_empty());
}

/// How many steps of a tour are needed: up to the last one that meets something that nothing else does.
fn needed(tour: &Tour, count: &BTreeMap<Triple, usize>) -> usize {
    let mut left = count.clone();
    let mut keep = tour.met.len();
    while let Some(last) = tour.met[..keep].last() {
        for triple in last {
            left.entry(*triple).and_modify(|number| *number -= 1);
        }
        if last.iter().any(|triple| left[triple] == 0) {
            break;
        }
        keep -= 1;
    }
    keep
}
