//! Our own exact search: level by level, so the first finding is a shortest one.
//!
//! What is kept of a state is its key, its parent and the number of the move that led to it. A state is rebuilt by
//! replaying its path; the nodes of the path before are kept, and as siblings stand next to each other in a level, a
//! rebuild seldom takes more than a step or two.

use super::Finding;
use super::key::Key;
use super::node::{Explorer, Node, Scratch, Step};
use crate::world::Move;
use spec::Explorable;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// When a search gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most unique states.
    pub states: usize,
    /// The longest history.
    pub depth: usize,
}

impl Bounds {
    /// No depth bound; as many states as an index can tell apart.
    pub const NONE: Bounds = Bounds { states: u32::MAX as usize, depth: usize::MAX };
}

/// What a search came to.
#[derive(Debug, Clone, Default)]
pub struct Searched {
    /// Unique states, the first and those of findings included.
    pub unique: usize,
    /// Judged steps.
    pub transitions: u64,
    /// The longest of the shortest histories to a state.
    pub depth: usize,
    /// Whether every state was expanded.
    pub complete: bool,
    /// The first finding, by a shortest history.
    pub found: Option<Found>,
    /// Bytes that the search kept of its states at the end.
    pub bytes: usize,
}

/// A finding, and the moves that lead to it.
#[derive(Debug, Clone)]
pub struct Found {
    /// The moves from the start.
    pub moves: Vec<Move>,
    /// What the last of them is found guilty of.
    pub finding: Finding,
}

#[derive(Clone, Copy)]
struct Visit {
    parent: u32,
    place: u16,
}

/// Explores until a finding, the bounds, or the end; `watch` sees the number of states after each level.
pub fn search<P: Explorable>(
    explorer: &Explorer<P>,
    bounds: Bounds,
    scratch: &mut Scratch<P>,
    watch: &mut dyn FnMut(usize, u64),
) -> Searched {
    let mut search = Search::<P>::new(explorer, scratch);
    let (mut level, mut next) = (0..1, 1);
    while !level.is_empty() {
        if search.result.depth >= bounds.depth {
            return search.end(false);
        }
        for index in level {
            if search.expand(index as u32, scratch) || search.visits.len() > bounds.states {
                return search.end(false);
            }
        }
        level = next..search.visits.len();
        next = level.end;
        if !level.is_empty() {
            search.result.depth += 1;
        }
        watch(search.visits.len(), search.result.transitions);
    }
    search.end(true)
}

struct Search<'e, P> {
    explorer: &'e Explorer<P>,
    known: HashSet<Key, BuildHasherDefault<KeyHasher>>,
    visits: Vec<Visit>,
    /// The path of the state that was expanded last: index, node and moves of each state on it.
    path: Vec<(u32, Node<P>, Vec<Move>)>,
    /// How much of the path holds.
    length: usize,
    to: Node<P>,
    chain: Vec<u32>,
    result: Searched,
}

impl<'e, P: Explorable> Search<'e, P> {
    fn new(explorer: &'e Explorer<P>, scratch: &mut Scratch<P>) -> Search<'e, P> {
        let start = explorer.start();
        let mut known = HashSet::default();
        known.insert(explorer.key(&start, false, scratch));
        let mut moves = Vec::new();
        explorer.moves(&start, &mut moves);
        Search {
            explorer,
            known,
            visits: vec![Visit { parent: 0, place: 0 }],
            to: start.clone(),
            path: vec![(0, start, moves)],
            length: 1,
            chain: Vec::new(),
            result: Searched::default(),
        }
    }

    /// Takes every step from a state; true when one of them is a finding.
    fn expand(&mut self, index: u32, scratch: &mut Scratch<P>) -> bool {
        self.go_to(index, scratch);
        let (_, from, moves) = &self.path[self.length - 1];
        for (place, next) in moves.iter().enumerate() {
            self.result.transitions += 1;
            let found = match self.explorer.step(from, *next, &mut self.to, scratch) {
                Step::Same => continue,
                Step::Moved => None,
                Step::Found(finding) => Some(finding),
            };
            let key = self.explorer.key(&self.to, found.is_some(), scratch);
            if self.known.insert(key) {
                self.visits.push(Visit { parent: index, place: place as u16 });
            }
            if let Some(finding) = found {
                let moves = self.path[1..self.length].iter().map(|(index, ..)| self.visits[*index as usize].place);
                let moves = moves.zip(&self.path).map(|(place, (_, _, moves))| moves[place as usize]);
                self.result.found = Some(Found { moves: moves.chain([*next]).collect(), finding });
                return true;
            }
        }
        false
    }

    /// Rebuilds a state at the end of `path`, from the last state that its path shares with the one before.
    fn go_to(&mut self, index: u32, scratch: &mut Scratch<P>) {
        self.chain.clear();
        let mut at = index;
        self.chain.push(at);
        // The states of a level are as many steps from the start as the search is deep.
        for _ in 0..self.result.depth {
            at = self.visits[at as usize].parent;
            self.chain.push(at);
        }
        self.chain.reverse();
        let old = &self.path[..self.length];
        let shared = old.iter().zip(&self.chain).take_while(|((old, ..), new)| old == *new).count();
        self.length = shared;
        for index in &self.chain[shared..] {
            if self.path.len() == self.length {
                let (_, node, _) = &self.path[self.length - 1];
                self.path.push((*index, node.clone(), Vec::new()));
            }
            let (before, after) = self.path.split_at_mut(self.length);
            let ((_, from, moves), (at, node, next_moves)) = (&before[self.length - 1], &mut after[0]);
            *at = *index;
            node.copy_from(from);
            self.explorer.replay(node, moves[self.visits[*index as usize].place as usize], scratch);
            self.explorer.moves(node, next_moves);
            self.length += 1;
        }
    }

    fn end(mut self, complete: bool) -> Searched {
        self.result.unique = self.visits.len();
        self.result.complete = complete;
        self.result.bytes =
            self.visits.capacity() * size_of::<Visit>() + self.known.capacity() * (size_of::<Key>() + 1);
        self.result
    }
}

/// A key is a hash already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 ^= u64::from_le_bytes(word);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

#[cfg(test)]
mod tests;
