//! I5.

use super::id::InvariantId;
use super::step::Invariant;

/// I5.
pub(super) struct EffectOnce;

impl Invariant for EffectOnce {
    fn id(&self) -> InvariantId {
        InvariantId::I5
    }
}
