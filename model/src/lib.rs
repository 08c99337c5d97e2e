//! BALLAST's pipeline: explores every state of small configurations, and says what it found.
//!
//! [`world`] is what the outside can send next. [`explore`] takes a control plane through all of it, with the eight
//! invariants and the oracle judging every step. [`check`] does so for every scope, variant and option of the spec, and
//! tells the findings as stories. [`simulate`] runs the same at scale, from a seed, on [`spine`].

pub mod changes;
pub mod check;
pub mod cli;
pub mod explore;
pub mod planted;
pub mod progress;
pub mod reach;
pub mod scenarios;
pub mod simulate;
pub mod spine;
pub mod start;
pub mod story;
pub mod subject;
pub mod world;
