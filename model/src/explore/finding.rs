//! What a judged step can be found guilty of.

use super::differences;
use oracle::invariants::InvariantId;
use spec::{Command, ControlPlane, Millis, Outcome, View};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Gives a command to a control plane; a panic comes back as what it said.
pub fn apply_caught<P: ControlPlane>(plane: &mut P, now: Millis, command: Command) -> Result<Outcome, String> {
    // Whatever a panic leaves of the plane is never used: it is a copy, and the step is a finding.
    catch_unwind(AssertUnwindSafe(|| plane.apply(now, command))).map_err(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        said.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
            .unwrap_or_else(|| "no message".to_owned())
    })
}

/// One finding about one step.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// An invariant does not hold after the step.
    Invariant {
        /// Which.
        invariant: InvariantId,
        /// In words, with the numbers.
        message: String,
    },
    /// The control plane's outcome is not the one that the reference expects.
    Outcome {
        /// What the reference expects.
        expected: Box<Outcome>,
    },
    /// The control plane panicked.
    Panic {
        /// What it said.
        message: String,
    },
    /// The control plane's view is not the one that the reference expects.
    View {
        /// What the reference expects.
        expected: Box<View>,
        /// What the control plane shows.
        shown: Box<View>,
    },
}

impl Finding {
    /// Whether this is a violation of the given invariant.
    pub fn violates(&self, wanted: InvariantId) -> bool {
        matches!(self, Finding::Invariant { invariant, .. } if *invariant == wanted)
    }

    /// A word for the kind of finding: the invariant, or `outcome`, or `view`.
    pub fn kind(&self) -> String {
        match self {
            Finding::Invariant { invariant, .. } => invariant.to_string(),
            Finding::Outcome { .. } => "disagreement on the outcome".to_owned(),
            Finding::Panic { .. } => "a panic".to_owned(),
            Finding::View { .. } => "disagreement on the view".to_owned(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Invariant { invariant, message } => write!(f, "{invariant} is broken: {message}"),
            Finding::Outcome { expected } => write!(f, "the oracle expected: {expected}"),
            Finding::Panic { message } => write!(f, "the control plane panicked: {message}"),
            Finding::View { expected, shown } => {
                write!(f, "the oracle expected another state: {}", differences::told(expected, shown, usize::MAX))
            }
        }
    }
}

#[cfg(test)]
mod tests;
