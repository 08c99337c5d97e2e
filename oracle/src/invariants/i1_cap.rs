//! I1.

use super::id::InvariantId;
use super::step::Invariant;

/// I1.
pub(super) struct Cap;

impl Invariant for Cap {
    fn id(&self) -> InvariantId {
        InvariantId::I1
    }
}
