//! I7.

use super::id::InvariantId;
use super::step::Invariant;

/// I7.
pub(super) struct Ledger;

impl Invariant for Ledger {
    fn id(&self) -> InvariantId {
        InvariantId::I7
    }
}
