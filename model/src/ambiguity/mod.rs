//! `ambiguities`: outcomes that nothing explains.
//!
//! The oracle only sees where two engines differ. What both settle alike, and nobody ever decided, it cannot see. So on
//! every explored transition this asks: is there another outcome of that command which would keep all eight invariants
//! just as well, and which no option of any decision gives here? Then no decision says why the one that is given is
//! right, and it has to be a fixed rule.
//!
//! **Alternatives** ([`alternatives`]) come from the vocabulary: every other answer of that command, and the same answer
//! with or without a charge, a refund, an ended or shed run, and so on. Amounts are 0, the run's cost, or what it was
//! charged; deadlines are a full lease from now. What an alternative leaves behind is not followed any further.
//!
//! **Judged** by the invariants alone, on a copy of what they know.
//!
//! **Explained** by a decision if flipping one, with all else as it is, gives what the alternative has instead: its
//! answer, or else the part in which it differs, such as whether something is charged or what becomes of a lease
//! ([`parts`]). That is asking more than whether flipping any decision changes the outcome in any way; what passes here
//! for that reason alone is counted too.
//!
//! **Kinds.** Alternatives are gathered by command, case, given answer, and what the alternative has instead. Every kind
//! must be cited by a fixed rule of spec.yaml (`rules`, each with the kinds that it `settles`); [`cite`] holds the two
//! against each other. A kind that no rule cites is a finding, and so is a citation of nothing.
//!
//! [`flips`] asks the other question: does flipping a decision change the control plane's outcome and not the
//! reference's, or the reverse?

pub mod alternatives;
pub mod cases;
pub mod cite;
pub mod cli;
pub mod flips;
pub mod parts;
pub mod walk;

use crate::reach::{self, VERBS};
use crate::world::Move;
use cases::Case;
use parts::Instead;
use spec::Decisions;
use std::collections::BTreeMap;
use std::fmt;

/// A kind of alternative that no decision explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// The command, by its place in [`VERBS`].
    pub command: usize,
    /// In which case it was given: what is known of the run, the lease or the value that it names.
    pub case: Case,
    /// The answer that is given, by its place in [`reach::answer`], and whether it is an earlier one again.
    pub given: (usize, bool),
    /// What the alternative has instead.
    pub instead: Instead,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let again = if self.given.1 { " repeated" } else { "" };
        let (command, given) = (VERBS[self.command], reach::answer_word(self.given.0));
        write!(f, "{command} {}: {given}{again} -> {}", self.case, self.instead)
    }
}

/// Where a kind was seen.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Transitions with such an alternative.
    pub count: u64,
    /// Of these, how many have an outcome that flipping no decision changes in any way.
    pub unmoved: u64,
    /// A shortest history; its last move is the transition.
    pub moves: Vec<Move>,
    /// The alternative there.
    pub alternative: spec::Outcome,
    /// The scope, by its place among the subject's.
    pub scope: usize,
    /// The decisions, before the scope's own.
    pub decisions: Decisions,
}

/// All kinds that were seen.
pub type Kinds = BTreeMap<Kind, Seen>;

/// Adds what was seen elsewhere; the shorter history stays, of equal ones the one that was there.
pub fn merge(kinds: &mut Kinds, others: Kinds) {
    for (kind, other) in others {
        match kinds.get_mut(&kind) {
            None => {
                kinds.insert(kind, other);
            }
            Some(seen) => {
                let (count, unmoved) = (seen.count + other.count, seen.unmoved + other.unmoved);
                if (other.moves.len(), other.scope) < (seen.moves.len(), seen.scope) {
                    *seen = other;
                }
                (seen.count, seen.unmoved) = (count, unmoved);
            }
        }
    }
}
