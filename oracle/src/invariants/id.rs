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
    fn every_invariant_has_the_id_and_the_name_that_the_spec_gives_it() {
        let spec = include_str!("../../../spec/spec.yaml");
        for id in InvariantId::ALL {
            let told = format!("  - id: {}\n    name: {}\n", id.id(), id.name());
            assert!(spec.contains(&told), "spec.yaml does not say `{told}`");
        }
    }

    #[test]
    fn an_invariant_shows_as_its_id_and_name() {
        assert_eq!(InvariantId::ALL.map(|id| id.to_string())[2], "I3 no-leak");
    }
}
