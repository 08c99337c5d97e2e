//! The exhaustive explorer: every state of a scope, for all time, and every transition judged.
//!
//! [`node`] is the one definition of a state and of a judged step. Two searches use it: stateright's breadth-first
//! checker through [`stateright_model`], the definition that everyone can trust, and our own level-by-level search in
//! [`search`], whose counterexamples are shortest. Both must report the same number of unique states.

pub mod bisimulation;
pub(crate) mod differences;
pub mod finding;
pub mod key;
pub mod node;
pub mod progress;
pub mod search;
pub mod shortest;
pub mod stateright_model;
pub mod symmetry;
#[cfg(test)]
pub(crate) mod testing;

pub use finding::Finding;
pub use node::{Explorer, Node, Scratch, Step};
pub use search::{Bounds, Found, Searched, search};
