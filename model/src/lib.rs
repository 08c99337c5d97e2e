//! BALLAST's command line as a library: explores, simulates and reports on the spec's decisions.

pub mod simulate;
pub mod spine;
