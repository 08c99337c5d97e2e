//! All of a situation that a later command, or time, can still bring out of [`Situation::expect`] and
//! [`Situation::view`], as facts without absolute times, fences or counters, so that situations which behave alike are
//! described alike.
//!
//! Times are relative to now: what is still to come by its distance, what has passed only as far as it still matters.
//! Fences are ranks among the live ones; of a dead one only its run knows whether it was the newest, and how its lease
//! ended. What a decision keeps anybody from reading is left out; reads made here are not noted.
//!
//! Two things are left to whoever keeps the key. The records that a restart could lose: apply the restart to a clone and
//! describe that. And, where the outside's clock can be stepped back, [`Situation::since_last`], as far as the longest
//! step back.

mod credit;
mod leases;
mod runs;
mod slots;

use super::facts::Facts;
use super::moment::Moment;
use super::situation::Situation;
use spec::Millis;
use spec::canon::{Canon, Describe, Token};
use spec::decisions::WindowShape;

/// The kinds of facts; each fact starts with one. While halted, those of the facts that an acknowledge will bring back
/// have [`AFTER_ACKNOWLEDGE`] added.
pub(super) mod kind {
    pub(in crate::reference) const CLOCK_LAG: i64 = 0;
    pub(in crate::reference) const HALTED: i64 = 1;
    pub(in crate::reference) const WINDOW_PHASE: i64 = 2;
    pub(in crate::reference) const LIMITS: i64 = 3;
    pub(in crate::reference) const SPENT: i64 = 4;
    pub(in crate::reference) const CHARGE: i64 = 5;
    pub(in crate::reference) const SLOTS: i64 = 6;
    pub(in crate::reference) const WARMING: i64 = 7;
    pub(in crate::reference) const RESTING: i64 = 8;
    pub(in crate::reference) const QUEUED: i64 = 9;
    pub(in crate::reference) const ENTRY: i64 = 10;
    pub(in crate::reference) const RUN: i64 = 11;
    pub(in crate::reference) const COMPLETION: i64 = 12;
    pub(in crate::reference) const LEASE: i64 = 13;
    pub(in crate::reference) const LAST_GRANTED: i64 = 14;
    pub(in crate::reference) const TOMBSTONE: i64 = 15;
}

const AFTER_ACKNOWLEDGE: i64 = 100;

impl Describe for Situation {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        let decisions = self.decisions.clone();
        let moment = self.moment(&decisions, self.clock.reading(at));
        let lag = self.clock.lag(at);
        if lag > 0 {
            canon.fact(&[kind::CLOCK_LAG.into(), number(lag)]);
        }
        Description { moment, offset: 0, canon }.all();
        if let Some(lost) = self.halted {
            canon.fact(&[kind::HALTED.into()]);
            let facts = self.facts_without(lost);
            Description { moment: Moment { facts: &facts, ..moment }, offset: AFTER_ACKNOWLEDGE, canon }.all();
        }
    }
}

/// A description being written.
struct Description<'a> {
    moment: Moment<'a>,
    offset: i64,
    canon: &'a mut Canon,
}

impl<'a> Description<'a> {
    fn all(mut self) {
        if self.windows_are_fixed() {
            let phase = self.moment.now.checked_rem(self.moment.settings.window).unwrap_or(0);
            self.canon.fact(&[self.kind(kind::WINDOW_PHASE), number(phase)]);
        }
        self.tenants();
        self.charges();
        self.slots();
        self.runs();
        self.queues();
        self.leases();
        if let Some(tenant) = self.facts().last_granted {
            self.canon.fact(&[self.kind(kind::LAST_GRANTED), tenant.into()]);
        }
        for run in &self.facts().tombstones {
            self.canon.fact(&[self.kind(kind::TOMBSTONE), (*run).into()]);
        }
    }

    fn kind(&self, kind: i64) -> Token {
        Token::Number(kind.saturating_add(self.offset))
    }

    fn facts(&self) -> &'a Facts {
        self.moment.facts
    }

    fn windows_are_fixed(&self) -> bool {
        match self.moment.decisions.window_shape() {
            WindowShape::Fixed => true,
            WindowShape::Rolling => false,
        }
    }
}

fn number(value: u64) -> Token {
    Token::Number(i64::try_from(value).unwrap_or(i64::MAX))
}
