//! The eight invariants: what must hold whatever is decided.
//!
//! They are judged after every step on what an outsider holds: settings, decisions, commands, outcomes and instants. A
//! control plane's own account of itself is never among it, so a control plane that is wrong about itself cannot talk
//! its judge round. [`Judge`] keeps the [`Facts`] and asks each [`Invariant`]; one file each.
//!
//! What an outcome claims is judged as it stands, whatever the decisions say that it should have been. A decision is
//! asked only where an invariant's own statement, or what an outcome leaves unsaid, depends on it.

mod bill;
mod describe;
mod facts;
mod fold;
mod i1_cap;
mod i2_pool;
mod i3_no_leak;
mod i4_exclusive;
mod i5_effect_once;
mod i6_fenced;
mod i7_ledger;
mod i8_final;
mod id;
mod judge;
mod ledger;
mod limits;
mod log;
mod pool;
mod questions;
mod read;
mod silence;
mod step;
mod table;
#[cfg(test)]
mod tests;

pub use describe::TOMBSTONE_FACT;
pub use facts::Facts;
pub use id::{InvariantId, Violation};
pub use judge::{ALL, Judge};
pub use step::{Invariant, NewGrant, Report, Step};
