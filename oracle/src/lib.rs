//! The judges.

pub mod invariants;
