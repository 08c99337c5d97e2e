//! I6.

use super::id::InvariantId;
use super::step::Invariant;

/// I6.
pub(super) struct Fenced;

impl Invariant for Fenced {
    fn id(&self) -> InvariantId {
        InvariantId::I6
    }
}
