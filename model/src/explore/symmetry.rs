//! Which names of a scope are interchangeable, and the ways of renaming them.
//!
//! Workers are; so are results, and runs of equal tenant and cost. Each set of interchangeable names is a class. Tenants
//! of equal limits and runs are a matter of the order in which tenants are served (D16), and are left as they are.

use crate::world;
use spec::RunId;
use spec::canon::Token;
use spec::yaml::Scope;

/// The classes of interchangeable names of a scope.
#[derive(Debug, Clone, Default)]
pub struct Symmetry {
    workers: u32,
    results: u64,
    /// Class and member of each run that is interchangeable with another.
    runs: Vec<(RunId, (u8, u8))>,
    /// The number of members of each class; workers first, then results, then the runs.
    sizes: Vec<u8>,
}

const WORKERS: u8 = 0;
const RESULTS: u8 = 1;

impl Symmetry {
    /// No name is interchangeable with any other.
    pub fn none() -> Symmetry {
        Symmetry { sizes: vec![0, 0], ..Symmetry::default() }
    }

    /// What the scope allows.
    pub fn of(scope: &Scope) -> Symmetry {
        let mut symmetry = Symmetry::none();
        if scope.workers > 1 {
            symmetry.workers = scope.workers;
            symmetry.sizes[WORKERS as usize] = scope.workers as u8;
        }
        if scope.results > 1 {
            symmetry.results = u64::from(scope.results);
            symmetry.sizes[RESULTS as usize] = scope.results as u8;
        }
        let mut kinds: Vec<((u32, u32), Vec<RunId>)> = Vec::new();
        for (run, cost) in world::runs(scope) {
            let kind = (run.tenant.0, cost.get());
            match kinds.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, runs)) => runs.push(run),
                None => kinds.push((kind, vec![run])),
            }
        }
        for (_, runs) in kinds.into_iter().filter(|(_, runs)| runs.len() > 1) {
            let class = symmetry.sizes.len() as u8;
            symmetry.sizes.push(runs.len() as u8);
            let members = runs.into_iter().enumerate().map(|(member, run)| (run, (class, member as u8)));
            symmetry.runs.extend(members);
        }
        symmetry
    }

    /// Class and member of a token that is interchangeable with others.
    #[inline]
    pub fn name(&self, token: Token) -> Option<(u8, u8)> {
        match token {
            Token::Worker(worker) if worker.0 >= 1 && worker.0 <= self.workers => Some((WORKERS, worker.0 as u8 - 1)),
            Token::Digest(digest) if digest.0 < self.results => Some((RESULTS, digest.0 as u8)),
            Token::Run(run) => self.runs.iter().find(|(other, _)| *other == run).map(|(_, name)| *name),
            _ => None,
        }
    }

    /// Whether the token is interchangeable with others.
    #[inline]
    pub fn is_name(&self, token: Token) -> bool {
        self.name(token).is_some()
    }
}

/// The names of one state: their signatures, and the renaming that is being tried.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// By class, then member.
    members: Vec<Member>,
    starts: Vec<u8>,
    /// The members by class and signature; permuted within ties.
    order: Vec<u8>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Member {
    signature: u64,
    rank: u8,
}

impl Names {
    /// Forgets all signatures.
    pub fn reset(&mut self, symmetry: &Symmetry) {
        self.members.clear();
        self.starts.clear();
        for size in &symmetry.sizes {
            self.starts.push(self.members.len() as u8);
            self.members.extend((0..*size).map(|_| Member::default()));
        }
    }

    /// Adds to the signature of a name.
    pub fn sign(&mut self, class: u8, member: u8, hash: u64) {
        let place = self.place(usize::from(class), member);
        let signature = &mut self.members[place].signature;
        *signature = signature.wrapping_add(hash);
    }

    /// Ranks the names of each class by their signatures: the first renaming to try.
    pub fn sort(&mut self, symmetry: &Symmetry) {
        self.order.clear();
        self.order.extend(0..self.members.len() as u8);
        for (class, size) in symmetry.sizes.iter().enumerate() {
            let (start, end) = (self.place(class, 0), self.place(class, *size));
            let members = &self.members;
            self.order[start..end].sort_unstable_by_key(|index| (members[usize::from(*index)].signature, *index));
        }
        self.rerank();
    }

    fn rerank(&mut self) {
        for (rank, index) in self.order.iter().enumerate() {
            self.members[*index as usize].rank = rank as u8;
        }
    }

    /// The name that this name is given.
    #[inline]
    pub fn rank(&self, class: u8, member: u8) -> u8 {
        self.members[self.place(usize::from(class), member)].rank
    }

    /// How many renamings there are that only permute names of equal signature. Names that no fact mentions (signature
    /// 0) need no permuting.
    pub fn renamings(&self, symmetry: &Symmetry) -> u64 {
        let mut renamings = 1;
        for (class, size) in symmetry.sizes.iter().enumerate() {
            let ties = self.order[self.place(class, 0)..self.place(class, *size)]
                .chunk_by(|one, other| self.tie(*one, *other));
            for tied in ties.filter(|tied| self.is_mentioned(tied[0])) {
                renamings = (1..=tied.len() as u64).fold(renamings, u64::saturating_mul);
            }
        }
        renamings
    }

    /// Goes on to the next of these renamings; after the last, to the first again.
    ///
    /// Ties are stepped through like the digits of a number: the first tie that has a next permutation takes it, those
    /// before it start again.
    pub fn next(&mut self, symmetry: &Symmetry) {
        let mut order = std::mem::take(&mut self.order);
        'digits: for (class, size) in symmetry.sizes.iter().enumerate() {
            let of_class = &mut order[self.place(class, 0)..self.place(class, *size)];
            for tied in of_class.chunk_by_mut(|one, other| self.tie(*one, *other)) {
                if self.is_mentioned(tied[0]) && next_permutation(tied) {
                    break 'digits;
                }
            }
        }
        self.order = order;
        self.rerank();
    }

    fn place(&self, class: usize, member: u8) -> usize {
        usize::from(self.starts[class] + member)
    }

    fn tie(&self, one: u8, other: u8) -> bool {
        self.members[usize::from(one)].signature == self.members[usize::from(other)].signature
    }

    fn is_mentioned(&self, index: u8) -> bool {
        self.members[usize::from(index)].signature != 0
    }
}

/// The next permutation in lexical order; after the last one, the first again and false.
fn next_permutation(items: &mut [u8]) -> bool {
    let Some(pivot) = (1..items.len()).rev().find(|place| items[place - 1] < items[*place]) else {
        items.reverse();
        return false;
    };
    let swap = (pivot..items.len()).rev().find(|place| items[*place] > items[pivot - 1]).expect("the pivot is smaller");
    items.swap(pivot - 1, swap);
    items[pivot..].reverse();
    true
}

#[cfg(test)]
mod tests;
