//! I4.

use super::id::InvariantId;
use super::step::Invariant;

/// I4.
pub(super) struct Exclusive;

impl Invariant for Exclusive {
    fn id(&self) -> InvariantId {
        InvariantId::I4
    }
}
