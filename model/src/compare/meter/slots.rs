//! The slots of the pool as they really are: how many are present, which are cold, which rest.
//!
//! Virtual time counts here, not the control plane's clock: a slot warms up however a clock was stepped.

use super::books::Books;
use spec::decisions::SlotReuse;
use spec::{Answer, Command, Decisions, Fence, Millis, Outcome, Settings};
use std::collections::VecDeque;

/// The slots.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) present: u64,
    warm_up: Millis,
    /// How long a slot rests after a silent end (D26).
    grace: Millis,
    /// Slots that are not warm yet: when they are, and how many; the first to be warm first.
    cold: VecDeque<(Millis, u64)>,
    /// Until when each resting slot rests.
    resting: Vec<Millis>,
}

impl Slots {
    pub(super) fn new(settings: &Settings, decisions: &Decisions) -> Slots {
        let grace = match decisions.slot_reuse() {
            SlotReuse::AfterGrace => settings.grace,
            SlotReuse::AtOnce => 0,
        };
        Slots {
            present: u64::from(settings.pool),
            warm_up: settings.warm_up,
            grace,
            cold: VecDeque::new(),
            resting: Vec::new(),
        }
    }

    /// Slots that are present and warm.
    pub(super) fn warm(&self) -> u64 {
        self.present.saturating_sub(self.cold.iter().map(|(_, count)| count).sum())
    }

    /// When time alone changes something next.
    pub(super) fn next_change(&self) -> Option<Millis> {
        self.cold.front().map(|(at, _)| *at)
    }

    /// Time has come this far.
    pub(super) fn pass(&mut self, now: Millis) {
        while self.cold.front().is_some_and(|(at, _)| *at <= now) {
            self.cold.pop_front();
        }
    }

    /// Whether and when the slot is warm that the next grant takes: slots are counted, and the warm ones come first.
    pub(super) fn next_is_warm_at(&mut self, now: Millis, live: u64) -> Millis {
        self.resting.retain(|until| *until > now);
        let taken = live + self.resting.len() as u64;
        let mut counted = self.warm();
        if taken < counted {
            return now;
        }
        for (at, count) in &self.cold {
            counted += count;
            if taken < counted {
                return *at;
            }
        }
        // More are granted than there are: a cap or the pool was lowered, or something is wrong.
        now
    }

    /// Takes in one step, before the books do: they still know the leases that end in it.
    pub(super) fn enter(&mut self, now: Millis, at: Millis, command: &Command, outcome: &Outcome, books: &Books) {
        for ended in &outcome.ended {
            let lease = books.live.iter().find(|lease| lease.fence == ended.fence);
            if let (Some(lease), true) = (lease, self.grace > 0 && is_silent(command, ended.fence)) {
                // An expiry rests from its deadline, which stands on the control plane's clock; others from now.
                let late = match command {
                    Command::Sweep => at.saturating_sub(lease.deadline).min(self.grace),
                    _ => 0,
                };
                self.resting.push(now + self.grace - late);
            }
        }
        if let (Command::Resize { slots }, Answer::Set) = (command, outcome.answer) {
            self.resize(now, u64::try_from(*slots).unwrap_or(0));
        }
    }

    fn resize(&mut self, now: Millis, slots: u64) {
        let grown = slots.saturating_sub(self.present);
        let mut gone = self.present.saturating_sub(slots);
        self.present = slots;
        if grown > 0 && self.warm_up > 0 {
            self.cold.push_back((now + self.warm_up, grown));
        }
        while gone > 0
            && let Some((_, count)) = self.cold.back_mut()
        {
            let taken = gone.min(*count);
            *count -= taken;
            gone -= taken;
            if *count == 0 {
                self.cold.pop_back();
            }
        }
    }
}

/// Whether a lease that ended in this step ended without its worker's word.
fn is_silent(command: &Command, ended: Fence) -> bool {
    !matches!(command, Command::Complete { fence, .. } | Command::Fail { fence, .. } | Command::Release { fence, .. }
        if *fence == ended)
}
