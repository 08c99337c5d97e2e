//! BALLAST's pipeline: explores every state of small configurations, and says what it found.
//!
//! [`world`] is what the outside can send next. [`explore`] takes a control plane through all of it, with the eight
//! invariants and the oracle judging every step. [`check`] does so for every scope, variant and option of the spec, and
//! tells the findings as stories. [`simulate`] runs the same at scale, from a seed, on [`spine`]; [`shrink`] makes what
//! that finds small, and [`verify`] finds out whether it did.
//!
//! For whoever settles a question: [`witness`] tells options apart, by control planes [`abreast`] of each other until they
//! part; [`compare`] measures what the options bring; [`explain`] gathers what is known of a decision; [`resolve`] settles
//! one in the text of the spec. [`derived`] makes tests of what was explored.

pub mod abreast;
pub mod ambiguity;
pub mod changes;
pub mod check;
pub mod cli;
pub mod compare;
pub mod derived;
pub mod explain;
pub mod explore;
pub mod kept;
pub mod output;
pub mod pairs;
pub mod parallel;
pub mod planted;
pub mod progress;
pub mod reach;
pub mod resolve;
pub mod scenarios;
pub mod shrink;
pub mod simulate;
pub mod spine;
pub mod start;
pub mod story;
pub mod subject;
pub mod verify;
pub mod witness;
pub mod world;
