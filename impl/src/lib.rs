//! The control plane.

mod cancel;
mod claim;
mod clock;
mod completion;
mod describe;
mod ends;
#[cfg(test)]
mod histories;
mod journal;
mod keys;
mod leases;
mod ledger;
mod minima;
mod operator;
mod order;
mod plane;
mod pool;
mod queue;
mod recovery;
mod runs;
mod same;
mod state;
mod submit;
mod tenants;
#[cfg(test)]
mod testing;
mod view;
mod worker;

pub use journal::{Anchor, JournalRecord};
pub use plane::ControlPlane;
pub use spec;
