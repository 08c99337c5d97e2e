//! Finds a shortest history that tells two options apart plainly.
//!
//! All scopes are searched level by level, together, so that no scope is taken further than the shortest history is
//! long, and the first level with a plain difference ends it. Where the first difference is not plain, the search goes
//! on for a few commands more, and takes it after all if nothing plain comes. Of equally many commands, the least time
//! wins, then the plainest difference, then the fewest letters, then the scope that the spec names first. Only if no
//! history at all is found under the spec as it stands are other decisions changed: one of those that a scope sets for
//! its own purposes, then two, and so on.

use super::Pair;
use super::plain::Plainness;
use crate::abreast::Field;
use crate::abreast::search::{Cost, Parting, Search};
use crate::subject::Subject;
use crate::world::Move;
use spec::yaml::Scope;
use spec::{DecisionId, Explorable, Outcome};

/// A shortest history.
#[derive(Debug, Clone)]
pub struct Found {
    /// The scope that it was found in, by its place among the subject's.
    pub scope: usize,
    /// Decisions that had to be changed, with the index of the option.
    pub with: Vec<(DecisionId, usize)>,
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
        match level_by_level(subject, pair, &mut searches) {
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
    Field::new(scope, sides.collect())
}

struct Attempt<P> {
    scope: usize,
    with: Vec<(DecisionId, usize)>,
    search: Search<P>,
}

/// How many commands more than the first difference a history may have for the sake of a plain one.
pub const FURTHER: u32 = 2;

/// Takes all attempts to the first level at which one of them finds a plain difference, or [`FURTHER`] levels past the
/// first difference; `None` when all have come to their ends without any.
fn level_by_level<P: Explorable>(
    subject: &Subject,
    pair: Pair,
    attempts: &mut [Attempt<P>],
) -> Option<Result<Found, NotFound>> {
    let mut best: Option<(Rank, Found)> = None;
    let mut further = 0;
    while attempts.iter().any(|attempt| !attempt.search.is_done()) && further <= FURTHER {
        for attempt in attempts.iter_mut() {
            let plain = best.as_ref().filter(|(rank, _)| rank.is_plain());
            let clock = plain.map_or(u32::MAX, |(_, best)| best.cost.clock);
            for parting in attempt.search.level_until(clock, &|parting| is_enough(pair, parting), &mut |_| {}) {
                let then = match parting.answers {
                    Ok(outcomes) => outcomes,
                    Err(message) => {
                        let scope = subject.scopes[attempt.scope].name.clone();
                        return Some(Err(NotFound::Panic { scope, message }));
                    }
                };
                let Ok(then) = then.try_into() else { continue };
                let rank = Rank::of(pair, parting.cost, &parting.moves, &then);
                if best.as_ref().is_none_or(|(best, _)| rank < *best) {
                    let (scope, with) = (attempt.scope, attempt.with.clone());
                    let found = Found { scope, with, cost: parting.cost, moves: parting.moves, then };
                    best = Some((rank, found));
                }
            }
        }
        match &best {
            Some((rank, _)) if rank.is_plain() => break,
            Some(_) => further += 1,
            None => {}
        }
    }
    best.map(|(_, found)| Ok(found))
}

/// Whether a difference ends the search: a panic does, and what is plain.
fn is_enough(pair: Pair, parting: &Parting) -> bool {
    match parting.answers.as_deref() {
        Ok([first, second]) => Plainness::of(pair.decision, &[first.clone(), second.clone()]).is_plain(),
        Ok(_) | Err(_) => true,
    }
}

/// Which of two histories is the better witness: the one whose difference is plain; then the one that costs less, whose
/// difference is the plainer, and that takes fewer letters to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_not_plain: bool,
    cost: Cost,
    plainness: Plainness,
    letters: usize,
}

impl Rank {
    fn of(pair: Pair, cost: Cost, moves: &[Move], then: &[Outcome; 2]) -> Rank {
        let plainness = Plainness::of(pair.decision, then);
        let letters = |next: &Move| if let Move::Send(command) = next { command.to_string().len() } else { 0 };
        Rank { is_not_plain: !plainness.is_plain(), cost, plainness, letters: moves.iter().map(letters).sum() }
    }

    fn is_plain(&self) -> bool {
        !self.is_not_plain
    }
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
