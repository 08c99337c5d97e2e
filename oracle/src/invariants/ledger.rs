//! What one tenant was charged, less what it got back, as far as it lies in the window of now (D01).
//!
//! Entries are kept by their instant. One that has left the window leaves the list at the next booking, so that its
//! length is bounded by the window, not by the run.

use super::questions::windows_are_fixed;
use super::step::Rules;
use spec::{Credits, Millis};
use std::collections::VecDeque;

/// All that was booked at one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) instant: Millis,
    pub(super) amount: Credits,
}

/// A tenant's charges and refunds.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    entries: VecDeque<Entry>,
    total: Credits,
}

/// Whether an instant has left the window of now. D01 is asked only where the two shapes differ: within one window
/// length, and across an edge.
pub(super) fn has_left(instant: Millis, now: Millis, rules: &Rules) -> bool {
    let window = rules.settings.window.max(1);
    if instant / window == now / window {
        false
    } else if now.saturating_sub(instant) >= window {
        true
    } else {
        windows_are_fixed(&rules.decisions)
    }
}

impl Ledger {
    /// The net charges in the window of now.
    pub(super) fn net(&self, now: Millis, rules: &Rules) -> Credits {
        self.left(now, rules).fold(self.total, |net, entry| net.saturating_sub(entry.amount))
    }

    /// The entries in the window of now, by instant.
    pub(super) fn current(&self, now: Millis, rules: &Rules) -> impl Iterator<Item = &Entry> {
        self.entries.iter().skip(self.left(now, rules).count())
    }

    /// Books a charge (or, negative, a refund) at an instant that is not after now.
    pub(super) fn book(&mut self, instant: Millis, amount: Credits, now: Millis, rules: &Rules) {
        self.prune(now, rules);
        if amount == 0 || has_left(instant, now, rules) {
            return;
        }
        self.total = self.total.saturating_add(amount);
        let place = self.entries.partition_point(|entry| entry.instant < instant);
        match self.entries.get_mut(place) {
            Some(entry) if entry.instant == instant => {
                entry.amount = entry.amount.saturating_add(amount);
                if entry.amount == 0 {
                    self.entries.remove(place);
                }
            }
            _ => self.entries.insert(place, Entry { instant, amount }),
        }
    }

    /// Drops what has left the window.
    pub(super) fn prune(&mut self, now: Millis, rules: &Rules) {
        let (count, amount) =
            self.left(now, rules).fold((0, 0 as Credits), |(n, sum), entry| (n + 1, sum.saturating_add(entry.amount)));
        self.entries.drain(..count);
        self.total = self.total.saturating_sub(amount);
    }

    /// The earliest instant at which passing time alone may change the net, whichever shape D01 has: the next edge, or
    /// the end of an entry's rolling window.
    pub(super) fn next_change(&self, now: Millis, rules: &Rules) -> Millis {
        let window = rules.settings.window.max(1);
        let edge = (now / window).saturating_add(1).saturating_mul(window);
        let left = self.entries.partition_point(|entry| now.saturating_sub(entry.instant) >= window);
        self.entries.get(left).map_or(Millis::MAX, |oldest| edge.min(oldest.instant.saturating_add(window)))
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.total = 0;
    }

    fn left<'a>(&'a self, now: Millis, rules: &'a Rules) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().take_while(move |entry| has_left(entry.instant, now, rules))
    }
}

impl Clone for Ledger {
    fn clone(&self) -> Ledger {
        Ledger { entries: self.entries.clone(), total: self.total }
    }

    fn clone_from(&mut self, source: &Ledger) {
        self.entries.clone_from(&source.entries);
        self.total = source.total;
    }
}
