//! The judges of a control plane, in two independent shapes.
//!
//! [`reference`] recomputes from the history what every step should have answered. [`invariants`] asks of every step
//! whether what an outsider can see of it is tolerable at all. Neither uses the other, and neither knows the control
//! plane: both see settings, decisions, commands, outcomes and times.

pub mod invariants;
pub mod reference;
#[cfg(test)]
mod tests;
