//! A control plane as a system of the spine.

use crate::spine::System;
use spec::{Command, ControlPlane, Outcome};

/// A control plane that is driven by the spine.
#[derive(Debug, Clone)]
pub struct Plane<C>(pub C);

impl<C: ControlPlane> System for Plane<C> {
    type Command = Command;
    type Outcome = Outcome;

    #[inline]
    fn apply(&mut self, at: u64, command: &Command) -> Outcome {
        self.0.apply(at, *command)
    }
}
