//! The names of the eight invariants, and what is reported when one is broken.

use std::fmt;

/// One of the eight invariants that must hold whatever is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InvariantId {
    /// I1 cap.
    I1,
    /// I2 pool.
    I2,
    /// I3 no-leak.
    I3,
    /// I4 exclusive.
    I4,
    /// I5 effect-once.
    I5,
    /// I6 fenced.
    I6,
    /// I7 ledger.
    I7,
    /// I8 final.
    I8,
}

impl InvariantId {
    /// All of them, in order.
    pub const ALL: [InvariantId; 8] = [
        InvariantId::I1,
        InvariantId::I2,
        InvariantId::I3,
        InvariantId::I4,
        InvariantId::I5,
        InvariantId::I6,
        InvariantId::I7,
        InvariantId::I8,
    ];

    /// Its id as spec.yaml has it: `I1` to `I8`.
    pub const fn id(self) -> &'static str {
        match self {
            InvariantId::I1 => "I1",
            InvariantId::I2 => "I2",
            InvariantId::I3 => "I3",
            InvariantId::I4 => "I4",
            InvariantId::I5 => "I5",
            InvariantId::I6 => "I6",
            InvariantId::I7 => "I7",
            InvariantId::I8 => "I8",
        }
    }

    /// Its name as spec.yaml has it, e.g. `no-leak`.
    pub const fn name(self) -> &'static str {
        match self {
            InvariantId::I1 => "cap",
            InvariantId::I2 => "pool",
            InvariantId::I3 => "no-leak",
            InvariantId::I4 => "exclusive",
            InvariantId::I5 => "effect-once",
            InvariantId::I6 => "fenced",
            InvariantId::I7 => "ledger",
            InvariantId::I8 => "final",
        }
    }

    /// What it says, in one or two sentences.
    pub const fn statement(self) -> &'static str {
        match self {
            InvariantId::I1 => {
                "Right after a new grant, its tenant has no more live leases than its cap. Under D27 pool-and-cap, \
                 its resting slots count like live leases."
            }
            InvariantId::I2 => {
                "Right after a new grant, live leases and resting slots together are no more than the slots that are \
                 present and usable by D19."
            }
            InvariantId::I3 => {
                "Nothing is withheld without cause. A claim hears \"no slot\" only when live leases and resting slots \
                 reach the bound of I2. It hears \"nothing eligible\" only when no tenant that is not blocked and is \
                 below the bound of I1 has a queued run (under D17 strict, a first one) that this grant would not \
                 charge, or whose charge fits the bound of I7 (less reservations, if the run is parked). And no lease \
                 past its deadline survives a sweep."
            }
            InvariantId::I4 => "A new grant finds its run without a live lease, and its worker without one too.",
            InvariantId::I5 => "The completion of a run is applied at most once.",
            InvariantId::I6 => {
                "Nothing is renewed, failed, released or applied except under the newest fence of its run, and the \
                 fence of every new grant exceeds all earlier ones."
            }
            InvariantId::I7 => {
                "At each charge, what the tenant was charged in the window of that instant, less refunds, is at most \
                 the quota in force; refunds, passing time and a changed quota never count as a breach. A run is \
                 charged once (under D03 per-attempt, once per grant), and gets back at most what it was charged. The \
                 fees of D04 count for the tenant, but not as a charge of the run."
            }
            InvariantId::I8 => {
                "After a run has completed, failed, been cancelled or been shed, it is never queued, granted, \
                 requeued, renewed or brought to another such end (repeated answers apart, and leases kept by D28 \
                 keeps-slot). A recovery that lost acknowledged records says so by an alarm, and what those records \
                 said then no longer counts."
            }
        }
    }
}

impl fmt::Display for InvariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id(), self.name())
    }
}

/// A step that broke an invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The invariant.
    pub invariant: InvariantId,
    /// What happened, in plain words with the numbers.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.invariant, self.message)
    }
}

/// A count as an ordinal: `1st`, `2nd`, `3rd`, `11th`.
pub(super) struct Ordinal(pub(super) i64);

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = match (self.0 % 10, self.0 % 100) {
            (_, 11..=13) => "th",
            (1, _) => "st",
            (2, _) => "nd",
            (3, _) => "rd",
            _ => "th",
        };
        write!(f, "{}{suffix}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_read_as_they_are_spoken() {
        let spoken: Vec<_> = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(|count| Ordinal(count).to_string()).into();
        assert_eq!(spoken, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]);
    }

    #[test]
    fn an_invariant_shows_as_its_id_and_name() {
        assert_eq!(InvariantId::ALL.map(|id| id.to_string())[2], "I3 no-leak");
    }
}
