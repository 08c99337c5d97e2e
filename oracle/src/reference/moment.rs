//! The facts, seen at one instant under one set of decisions: what every question is asked of.

use super::ends::Manner;
use super::facts::Facts;
use spec::{Credits, Decisions, Ended, Fence, Few, Millis, Outcome, Settings};

/// The facts at an instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) facts: &'a Facts,
    pub(super) settings: &'a Settings,
    pub(super) decisions: &'a Decisions,
    /// The control plane's time, in ms.
    pub(super) now: Millis,
    /// What the next grant's fence will be.
    pub(super) next_fence: Fence,
}

impl Moment<'_> {
    /// The outcome of a command, restart and acknowledge apart. D23 at-deadline: what is due ends first.
    pub(super) fn once_due_leases_ended(&self, ask: impl FnOnce(&Moment<'_>) -> Outcome) -> Outcome {
        let due = self.ends_before_any_command();
        if due.is_empty() { ask(self) } else { self.following(due, Manner::Lapsed, ask) }
    }

    /// The outcome of a step in which leases end first, and then something is asked of what they leave behind.
    pub(super) fn following(
        &self,
        ends: Few<Ended>,
        manner: Manner,
        ask: impl FnOnce(&Moment<'_>) -> Outcome,
    ) -> Outcome {
        let mut facts = self.facts.clone();
        for ended in &ends {
            facts.lease_ended(self.settings, self.decisions, self.now, ended, manner);
        }
        let outcome = ask(&Moment { facts: &facts, ..*self });
        let refunded = total_refund(&ends).saturating_add(outcome.refunded);
        let ended = ends.iter().chain(&outcome.ended).copied().collect();
        Outcome { refunded, ended, ..outcome }
    }
}

/// What goes back on account of these ends, in all.
pub(super) fn total_refund(ends: &Few<Ended>) -> Credits {
    ends.iter().fold(0, |total: Credits, ended| total.saturating_add(ended.refunded))
}
