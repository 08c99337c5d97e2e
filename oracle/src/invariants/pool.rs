//! The slots that are present: which of them are still warming up (D19), and which rest after a silent end (D26).

use spec::{Millis, TenantId};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Slots that become warm at one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Warming {
    pub(super) at: Millis,
    pub(super) slots: i64,
}

/// A slot that rests, and whose lost lease it was (D27).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rest {
    pub(super) until: Millis,
    pub(super) tenant: TenantId,
}

/// The pool.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// The slots present, warm or not.
    pub(super) present: i64,
    /// How many of them are not warm yet.
    pub(super) cold: i64,
    warming: VecDeque<Warming>,
    resting: BinaryHeap<Reverse<Rest>>,
}

impl Pool {
    /// A pool whose slots are all warm takes the place of this one.
    pub(super) fn restart(&mut self, slots: u32) {
        self.present = i64::from(slots);
        self.cold = 0;
        self.warming.clear();
        self.resting.clear();
    }

    /// Lets slots become warm.
    pub(super) fn warm(&mut self, now: Millis) {
        while let Some(first) = self.warming.front().filter(|first| first.at <= now) {
            self.cold -= first.slots;
            self.warming.pop_front();
        }
    }

    /// Ends the rest of one slot whose time has come, and says whose it was.
    #[inline]
    pub(super) fn wake(&mut self, now: Millis) -> Option<TenantId> {
        let Reverse(first) = *self.resting.peek()?;
        if first.until > now {
            return None;
        }
        self.resting.pop();
        Some(first.tenant)
    }

    /// A slot rests.
    pub(super) fn rest(&mut self, rest: Rest) {
        self.resting.push(Reverse(rest));
    }

    /// How many slots rest.
    pub(super) fn resting(&self) -> i64 {
        self.resting.len() as i64
    }

    /// The resting slots, in no order.
    pub(super) fn rests(&self) -> impl Iterator<Item = Rest> + Clone {
        self.resting.iter().map(|Reverse(rest)| *rest)
    }

    /// The warming slots, the first to be warm first.
    pub(super) fn warmings(&self) -> impl Iterator<Item = &Warming> {
        self.warming.iter()
    }

    /// Becomes what another pool is; the memory of the lists is reused.
    pub(super) fn copy_from(&mut self, source: &Pool) {
        self.present = source.present;
        self.cold = source.cold;
        self.warming.clone_from(&source.warming);
        self.resting.clone_from(&source.resting);
    }

    /// D19: growth adds slots that are warm at `warm_at`; shrinking takes away those that would be warm last.
    pub(super) fn resize(&mut self, slots: i64, warm_at: Millis) {
        let added = slots.saturating_sub(self.present).max(0);
        let mut gone = self.present.saturating_sub(slots).max(0);
        self.present = slots;
        self.cold += added;
        match self.warming.back_mut() {
            Some(last) if last.at == warm_at => last.slots += added,
            _ => self.warming.push_back(Warming { at: warm_at, slots: added }),
        }
        for last in self.warming.iter_mut().rev() {
            let taken = gone.min(last.slots);
            last.slots -= taken;
            self.cold -= taken;
            gone -= taken;
        }
        self.warming.retain(|warming| warming.slots > 0);
    }
}
