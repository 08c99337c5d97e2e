//! Finds a shortest history that tells two options apart plainly.
//!
//! All scopes are searched level by level, together, so that no scope is taken further than need be: the first level
//! with a history that [shows the point](super::rank) ends it. Where a difference was found that does not, the search
//! goes on for a few commands more, in those scopes that could show it, and takes the best that it has met. Of equally
//! good ones, that in the scope that the spec names first. Only if no history at all is found under the spec as it
//! stands are other decisions changed: one of those that a scope sets for its own purposes, then two, and so on.

use super::Pair;
use super::rank::{Guide, History, Rank};
use crate::abreast::Field;
use crate::abreast::search::{Cost, Parting, Search};
use crate::subject::Subject;
use crate::world::Move;
use spec::yaml::Scope;
use spec::{Command, DecisionId, Explorable, Outcome};

/// A shortest history.
#[derive(Debug, Clone)]
pub struct Found {
    /// The scope that it was found in, by its place among the subject's.
    pub scope: usize,
    /// Decisions that had to be changed, with the index of the option.
    pub with: Vec<(DecisionId, usize)>,
    /// How good a witness it is.
    pub rank: Rank,
    /// What it costs.
    pub cost: Cost,
    /// The moves.
    pub moves: Vec<Move>,
    /// What the last of them is answered under the two options.
    pub then: [Outcome; 2],
}

/// Why there is no such history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotFound {
    /// Every state of every scope was looked at, and the two options answer alike in all of them.
    Vacuous {
        /// How many states were met.
        states: usize,
    },
    /// A control plane panicked on the way.
    Panic {
        /// The scope.
        scope: String,
        /// What it said.
        message: String,
    },
}

/// Finds a shortest history for this pair.
pub fn find<P: Explorable>(subject: &Subject, pair: Pair) -> Result<Found, NotFound> {
    let guide = Guide::new(subject, pair);
    let most = subject.scopes.iter().map(|scope| changes(scope, pair).len()).max().unwrap_or(0);
    let mut states = 0;
    for number in 0..=most {
        let mut searches = Vec::new();
        for (scope, world) in subject.scopes.iter().enumerate() {
            for with in subsets(&changes(world, pair), number) {
                let search = Search::<P>::new(field(subject, world, pair, &with));
                searches.push(Attempt { scope, with, search });
            }
        }
        match level_by_level(subject, &guide, &mut searches) {
            Some(end) => return end,
            None => states += searches.iter().map(|attempt| attempt.search.states()).sum::<usize>(),
        }
    }
    Err(NotFound::Vacuous { states })
}

/// The two control planes of a pair in one scope.
pub fn field(subject: &Subject, scope: &Scope, pair: Pair, with: &[(DecisionId, usize)]) -> Field {
    let mut base = subject.base.clone();
    for (decision, option) in with {
        // The loader looked the option up when it read the scope.
        let _ = base.set(*decision, *option);
    }
    let sides = pair.options.iter().filter_map(|option| base.with(pair.decision, *option).ok());
    Field::new(scope, sides.collect()).without_symmetry()
}

struct Attempt<P> {
    scope: usize,
    with: Vec<(DecisionId, usize)>,
    search: Search<P>,
}

/// How many commands more than the first difference a history may have for the sake of one that shows the point.
pub const FURTHER: u32 = 2;

/// Takes all attempts to the first level at which one of them finds a history that shows the point, or [`FURTHER`]
/// levels past the first difference; `None` when all have come to their ends without any.
fn level_by_level<P: Explorable>(
    subject: &Subject,
    guide: &Guide,
    attempts: &mut [Attempt<P>],
) -> Option<Result<Found, NotFound>> {
    let mut best = Best { guide, found: None, panic: None };
    let mut further = 0;
    while attempts.iter().any(|attempt| !attempt.search.is_done()) && further <= FURTHER {
        for attempt in attempts.iter_mut() {
            let scope = &subject.scopes[attempt.scope];
            let Some(clock) = best.clock_in(scope) else { continue };
            let (place, with) = (attempt.scope, attempt.with.clone());
            let mut enough = |parting: Parting| best.judge(scope, place, &with, parting);
            attempt.search.level_until(clock, &mut enough, &mut |_| {});
            if let Some(panic) = best.panic {
                return Some(Err(panic));
            }
        }
        match &best.found {
            Some(found) if found.rank.is_enough() => break,
            Some(_) => further += 1,
            None => {}
        }
    }
    best.found.map(Ok)
}

/// The best history so far.
struct Best<'g> {
    guide: &'g Guide,
    found: Option<Found>,
    panic: Option<NotFound>,
}

impl Best<'_> {
    /// How many milliseconds may pass in a better history of this scope; none where there can be no better one.
    fn clock_in(&self, scope: &Scope) -> Option<u32> {
        match &self.found {
            Some(found) if found.rank.is_soon_enough() => Some(found.cost.clock),
            Some(found) if !found.rank.is_enough() && !self.guide.is_worth_going_on(&found.rank, scope) => None,
            _ => Some(u32::MAX),
        }
    }

    /// Takes a history if it is better, and says whether no later one of this level can be better still.
    fn judge(&mut self, scope: &Scope, place: usize, with: &[(DecisionId, usize)], parting: Parting) -> bool {
        let Parting { cost, moves, leases, answers } = parting;
        let outcomes = match answers {
            Ok(outcomes) => outcomes,
            Err(message) => {
                self.panic = Some(NotFound::Panic { scope: scope.name.clone(), message });
                return true;
            }
        };
        let Ok(then) = <[Outcome; 2]>::try_from(outcomes) else { return false };
        let settings = &scope.settings;
        let rank = self.guide.rank(&History { settings, cost, commands: &commands(&moves), leases, then: &then });
        if self.found.as_ref().is_none_or(|found| rank < found.rank) {
            self.found = Some(Found { scope: place, with: with.to_vec(), rank, cost, moves, then });
        }
        rank.is_soon_enough()
    }
}

/// The commands of these moves.
fn commands(moves: &[Move]) -> Vec<Command> {
    let command = |next: &Move| if let Move::Send(command) = next { Some(*command) } else { None };
    moves.iter().filter_map(command).collect()
}

/// The decisions that a scope sets for its own purposes, that of the pair apart.
fn changes(scope: &Scope, pair: Pair) -> Vec<(DecisionId, usize)> {
    scope.with.iter().copied().filter(|(decision, _)| *decision != pair.decision).collect()
}

/// All ways of taking so many of them, in a fixed order.
fn subsets<T: Copy>(items: &[T], number: usize) -> Vec<Vec<T>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let mut taken = Vec::new();
    for (index, item) in items.iter().enumerate() {
        for mut rest in subsets(&items[index + 1..], number - 1) {
            rest.insert(0, *item);
            taken.push(rest);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::subsets;

    #[test]
    fn every_way_of_taking_two_of_three_comes_once() {
        assert_eq!(subsets(&[1, 2, 3], 0), [Vec::<i32>::new()]);
        assert_eq!(subsets(&[1, 2, 3], 2), [[1, 2], [1, 3], [2, 3]]);
        assert!(subsets(&[1], 2).is_empty());
    }
}
