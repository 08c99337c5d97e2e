//! I8.

use super::id::InvariantId;
use super::step::Invariant;

/// I8.
pub(super) struct Final;

impl Invariant for Final {
    fn id(&self) -> InvariantId {
        InvariantId::I8
    }
}
