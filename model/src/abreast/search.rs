//! Every state of control planes abreast, in order of cost: fewest commands first, then least time.
//!
//! What is kept of a state is its key, its parent and the move that led to it; the states themselves only until they
//! have been expanded. Time costs no command, so a level holds whatever can be had with so many of them, and within it
//! goes by the clock.

use super::{Field, Scratch, State, Taken};
use crate::explore::key::Key;
use crate::world::Move;
use spec::{Command, Explorable, Outcome, ReadSet, View};
use std::collections::BTreeMap;

/// What a history costs: commands, then moves of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// How many commands it has.
    pub commands: u32,
    /// How many milliseconds pass in it, a step back counting as one.
    pub clock: u32,
}

/// A step of a history in which not all answered alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// What the history costs, this step included.
    pub cost: Cost,
    /// The moves, the last one included.
    pub moves: Vec<Move>,
    /// How many leases were live before it, as the first of the control planes says.
    pub leases: usize,
    /// What each answered to the last one; the words of a panic where one panicked.
    pub answers: Result<Vec<Outcome>, String>,
}

/// A step that all answered alike.
#[derive(Debug)]
pub struct Answered<'a> {
    /// The state that it was taken from, by its number.
    pub from: u32,
    /// What its history costs, this step included.
    pub cost: Cost,
    /// The command.
    pub command: Command,
    /// The answer.
    pub outcome: &'a Outcome,
    /// What the control planes read for it.
    pub reads: ReadSet,
}

/// A search that goes on level by level.
#[derive(Debug)]
pub struct Search<P> {
    field: Field,
    /// The best cost at which each key was met.
    known: BTreeMap<Key, Cost>,
    /// Parent and move of each state that was ever queued; the first is the start.
    visits: Vec<(u32, Move)>,
    level: Level<P>,
    next: Level<P>,
    commands: u32,
    /// Where a step is tried out; most lead to states that are known.
    to: State<P>,
    scratch: Scratch<P>,
}

/// The states of one level that are still to be expanded, by the clock.
type Level<P> = BTreeMap<u32, Vec<(u32, Key, State<P>)>>;

impl<P: Explorable> Search<P> {
    /// From the start of the field.
    pub fn new(field: Field) -> Search<P> {
        let start = field.start();
        Search::from(field, start)
    }

    /// From any state of the field; costs count from there.
    pub fn from(field: Field, start: State<P>) -> Search<P> {
        let mut scratch = Scratch::default();
        let key = field.key(&start, &mut scratch);
        Search {
            field,
            known: BTreeMap::from([(key, Cost { commands: 0, clock: 0 })]),
            visits: vec![(0, Move::Tick)],
            to: start.clone(),
            level: BTreeMap::from([(0, vec![(0, key, start)])]),
            next: BTreeMap::new(),
            commands: 0,
            scratch,
        }
    }

    /// Whether every state has been expanded.
    pub fn is_done(&self) -> bool {
        self.level.is_empty()
    }

    /// How many states it has met.
    pub fn states(&self) -> usize {
        self.known.len()
    }

    /// The field.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Expands all states of this level, unless not all answer alike: then every such step of the least cost, if its
    /// clock is at most `clock`, and none after it. `watch` sees every other step.
    pub fn level(&mut self, clock: u32, watch: &mut dyn FnMut(&Answered<'_>)) -> Vec<Parting> {
        let mut partings = Vec::new();
        let mut keep = |parting| {
            partings.push(parting);
            true
        };
        self.level_until(clock, &mut keep, watch);
        partings
    }

    /// The same, where `enough` is given every step in which not all answer alike, and says whether nothing later than
    /// that instant is worth a look.
    pub fn level_until(
        &mut self,
        clock: u32,
        enough: &mut dyn FnMut(Parting) -> bool,
        watch: &mut dyn FnMut(&Answered<'_>),
    ) {
        let mut moves = Vec::new();
        let mut last = false;
        while let Some((now, states)) = self.level.pop_first().filter(|(now, _)| *now <= clock && !last) {
            let here = Cost { commands: self.commands, clock: now };
            for (from, key, state) in states {
                if self.known.get(&key) != Some(&here) {
                    // It was met again on a cheaper way.
                    continue;
                }
                state.world.moves(&self.field.scope, &mut moves);
                for next in &moves {
                    if let Some(parting) = self.take(from, &state, *next, here, watch) {
                        last |= enough(parting);
                    }
                }
            }
        }
        self.level = std::mem::take(&mut self.next);
        self.commands += 1;
    }

    fn take(
        &mut self,
        from: u32,
        state: &State<P>,
        next: Move,
        here: Cost,
        watch: &mut dyn FnMut(&Answered<'_>),
    ) -> Option<Parting> {
        self.to.copy_from(state);
        let taken = self.field.take(&mut self.to, next, &mut self.scratch);
        let cost = match taken {
            Taken::Time => Cost { clock: here.clock + 1, ..here },
            _ => Cost { commands: here.commands + 1, ..here },
        };
        match taken {
            Taken::Apart(outcomes) => return Some(self.part(from, state, next, cost, Ok(outcomes))),
            Taken::Panic(message) => return Some(self.part(from, state, next, cost, Err(message))),
            Taken::Alike(outcome) => {
                if let Move::Send(command) = next {
                    watch(&Answered { from, cost, command, outcome: &outcome, reads: self.to.reads() });
                }
                // Whatever was spent of a budget, or said of the time: nothing more can come of it.
                if self.to.planes == state.planes {
                    return None;
                }
            }
            Taken::Time => {}
        }
        let key = self.field.key(&self.to, &mut self.scratch);
        if self.known.get(&key).is_none_or(|before| cost < *before) {
            self.known.insert(key, cost);
            let number = self.visits.len() as u32;
            self.visits.push((from, next));
            let level = if cost.commands == here.commands { &mut self.level } else { &mut self.next };
            level.entry(cost.clock).or_default().push((number, key, self.to.clone()));
        }
        None
    }

    fn part(
        &self,
        from: u32,
        state: &State<P>,
        next: Move,
        cost: Cost,
        answers: Result<Vec<Outcome>, String>,
    ) -> Parting {
        let mut view = View::default();
        let first = state.planes.first().filter(|plane| plane.view(state.world.now, &mut view));
        let leases = first.map_or(0, |_| view.leases.len());
        Parting { cost, moves: self.history(from, next), leases, answers }
    }

    /// The moves that lead to a state, and this one after them.
    pub fn history(&self, state: u32, last: Move) -> Vec<Move> {
        let mut moves = vec![last];
        let mut at = state;
        while at != 0 {
            let (parent, next) = self.visits[at as usize];
            moves.push(next);
            at = parent;
        }
        moves.reverse();
        moves
    }
}
