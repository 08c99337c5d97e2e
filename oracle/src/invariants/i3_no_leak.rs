//! I3.

use super::id::InvariantId;
use super::step::Invariant;

/// I3.
pub(super) struct NoLeak;

impl Invariant for NoLeak {
    fn id(&self) -> InvariantId {
        InvariantId::I3
    }
}
