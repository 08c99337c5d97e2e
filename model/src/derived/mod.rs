//! Tests derived from the model: few histories that together meet everything that the explored graphs hold.
//!
//! What is to be met are [triples](triple): this command had this sort of outcome while this option of a decision that
//! the control plane read for it was in force. [`gather`] explores every scope under the spec as it stands and under
//! every other option, and notes which triples each graph holds. [`tour`] walks through few of the graphs until all are
//! met, and leaves out what others meet too. [`text`] writes the histories beside the spec, and [`replay`] plays them,
//! which `cargo test` does by name, against the control plane and the oracle.

pub mod cli;
pub mod gather;
pub mod replay;
pub mod text;
pub mod tour;
pub mod triple;
