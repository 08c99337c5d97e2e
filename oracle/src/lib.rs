//! The judges.

pub mod reference;
