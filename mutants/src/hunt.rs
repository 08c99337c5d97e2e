//! The exhaustive search for something wrong, over the scopes that `check` explores, by chosen judges.

use crate::judges::Invariants;
use model::explore::{Bounds, Explorer, Finding, Scratch, search};
use model::start::Start;
use model::subject::Subject;
use model::world::Move;
use oracle::invariants::InvariantId;
use spec::Explorable;

/// More states than a scope has with any of the planted bugs; one that had more would be said to be incomplete.
pub const STATES: usize = 60_000;

/// Who judges.
#[derive(Clone, Copy)]
pub enum JudgedBy {
    /// These invariants, without the oracle.
    Invariants(Invariants),
    /// The oracle, without any invariant.
    Oracle,
}

/// Something wrong, by a shortest history.
#[derive(Debug, Clone)]
pub struct Caught {
    /// The place of its scope.
    pub scope: usize,
    /// The history, passing time included.
    pub moves: Vec<Move>,
    /// What its last step is found guilty of.
    pub finding: Finding,
    /// Unique states of the scope until then.
    pub states: usize,
}

/// What a hunt came to.
#[derive(Debug, Clone, Default)]
pub struct Hunt {
    /// The catch.
    pub caught: Option<Caught>,
    /// Unique states of all the scopes, as far as they were explored.
    pub states: usize,
    /// Whether all of every scope was explored.
    pub complete: bool,
}

impl Caught {
    /// How many commands the history has.
    pub fn commands(&self) -> usize {
        self.moves.iter().filter(|next| matches!(next, Move::Send(_))).count()
    }

    /// The invariant that was broken, if it was one.
    pub fn invariant(&self) -> Option<InvariantId> {
        match self.finding {
            Finding::Invariant { invariant, .. } => Some(invariant),
            _ => None,
        }
    }
}

/// An explorer of this scope with these judges.
pub fn explorer<P: Explorable>(subject: &Subject, start: &Start<P>, scope: usize, judged_by: JudgedBy) -> Explorer<P> {
    let explorer = Explorer::starting(start.clone(), &subject.scopes[scope], &subject.base);
    match judged_by {
        JudgedBy::Invariants(invariants) => explorer.judged_by(invariants).without_oracle(),
        JudgedBy::Oracle => explorer.judged_by(&[]),
    }
}

/// The shortest history over all scopes that is found wrong. No scope is searched deeper than what was found before.
pub fn shortest<P: Explorable>(subject: &Subject, start: &Start<P>, judged_by: JudgedBy) -> Hunt {
    let mut hunt = Hunt { complete: true, ..Hunt::default() };
    for scope in 0..subject.scopes.len() {
        let depth = hunt.caught.as_ref().map_or(usize::MAX, |caught| caught.moves.len().saturating_sub(1));
        one(subject, start, judged_by, scope, Bounds { states: STATES, depth }, &mut hunt);
    }
    hunt
}

/// Any history that is found wrong, looked for in these scopes, one after the other.
pub fn any<P: Explorable>(
    subject: &Subject,
    start: &Start<P>,
    judged_by: JudgedBy,
    scopes: impl IntoIterator<Item = usize>,
) -> Hunt {
    let mut hunt = Hunt { complete: true, ..Hunt::default() };
    for scope in scopes {
        one(subject, start, judged_by, scope, Bounds { states: STATES, depth: usize::MAX }, &mut hunt);
        if hunt.caught.is_some() {
            break;
        }
    }
    hunt
}

fn one<P: Explorable>(
    subject: &Subject,
    start: &Start<P>,
    judged_by: JudgedBy,
    scope: usize,
    bounds: Bounds,
    hunt: &mut Hunt,
) {
    let explorer = explorer(subject, start, scope, judged_by);
    let searched = search(&explorer, bounds, &mut Scratch::default(), &mut |_, _| {});
    hunt.states += searched.unique;
    hunt.complete &= searched.complete;
    if let Some(found) = searched.found {
        hunt.caught = Some(Caught { scope, moves: found.moves, finding: found.finding, states: searched.unique });
    }
}
