//! Judges that are wrong on purpose, each in a way in which checks have really stopped checking.
//!
//! A wrong judge stands in the place of one of the eight invariants. Most of them are a [`Lens`]: the right judge, but shown
//! something else than what happened, or nothing. Each has to be exposed: by a planted bug that goes uncaught with it, or by
//! a false alarm on the control plane as it is.

mod lens;
mod own;
mod wrong;

pub use wrong::WrongJudge;

use oracle::invariants::{ALL, Invariant, InvariantId};
use std::sync::LazyLock;

/// Invariants to judge by.
pub type Invariants = &'static [&'static dyn Invariant];

/// Lists of invariants live as long as the program: a judge keeps a reference to its own, and there are few of them.
fn kept(list: Vec<&'static dyn Invariant>) -> Invariants {
    Box::leak(list.into_boxed_slice())
}

/// All eight but this one.
pub fn without(id: InvariantId) -> Invariants {
    static LISTS: LazyLock<Vec<Invariants>> = LazyLock::new(|| {
        let but = |id: InvariantId| ALL.into_iter().filter(|invariant| invariant.id() != id).collect();
        InvariantId::ALL.map(|id| kept(but(id))).to_vec()
    });
    LISTS[id as usize]
}

/// The right judge of this invariant; none where somebody has taken it out of [`ALL`], which the matrix has to say.
fn right(id: InvariantId) -> Option<&'static dyn Invariant> {
    ALL.into_iter().find(|invariant| invariant.id() == id)
}

/// All eight, with this wrong one in its place.
fn with(wrong: &'static dyn Invariant) -> Invariants {
    kept(ALL.into_iter().map(|right| if right.id() == wrong.id() { wrong } else { right }).collect())
}
