//! I2.

use super::id::InvariantId;
use super::step::Invariant;

/// I2.
pub(super) struct Pool;

impl Invariant for Pool {
    fn id(&self) -> InvariantId {
        InvariantId::I2
    }
}
