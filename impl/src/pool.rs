//! The pool: slots present, warming (D19) and resting (D26).
//!
//! Slots are fungible, so they are counted, not named: how many are warm, when the others will be, and when each resting
//! one is usable again. A resting slot remembers its tenant for D27 alone.

use crate::plane::ControlPlane;
use spec::Millis;
use spec::decisions::{ExpiryEffect, SlotReuse, WarmingSlot};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A slot that rests after a silent end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rest {
    /// The instant at which it is usable again.
    pub(crate) until: Millis,
    pub(crate) tenant: u32,
}

/// Slots that get warm at one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Warming {
    pub(crate) at: Millis,
    pub(crate) slots: u64,
}

/// The pool.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    pub(crate) warm: u64,
    /// By instant.
    pub(crate) warming: VecDeque<Warming>,
    pub(crate) warming_slots: u64,
    pub(crate) resting: BinaryHeap<Reverse<Rest>>,
}

impl Clone for Pool {
    fn clone(&self) -> Pool {
        let mut pool = Pool::default();
        pool.clone_from(self);
        pool
    }

    #[inline]
    fn clone_from(&mut self, source: &Pool) {
        self.warm = source.warm;
        self.warming.clear();
        if !source.warming.is_empty() {
            self.warming.extend(&source.warming);
        }
        self.warming_slots = source.warming_slots;
        self.resting.clone_from(&source.resting);
    }
}

impl Pool {
    pub(crate) fn reset(&mut self, slots: u32) {
        self.warm = u64::from(slots);
        self.warming.clear();
        self.warming_slots = 0;
        self.resting.clear();
    }

    /// The slots present, warm or not.
    pub(crate) fn present(&self) -> u64 {
        self.warm.saturating_add(self.warming_slots)
    }

    /// Adds slots that will be warm at an instant.
    pub(crate) fn add(&mut self, slots: u64, at: Millis) {
        self.warming_slots = self.warming_slots.saturating_add(slots);
        match self.warming.back_mut() {
            Some(newest) if newest.at >= at => newest.slots = newest.slots.saturating_add(slots),
            Some(_) | None => self.warming.push_back(Warming { at, slots }),
        }
    }

    /// Takes slots away: those that would be warm last (D19).
    pub(crate) fn remove(&mut self, mut slots: u64) {
        while let Some(newest) = self.warming.back_mut() {
            let taken = newest.slots.min(slots);
            newest.slots -= taken;
            self.warming_slots -= taken;
            slots -= taken;
            if newest.slots > 0 {
                return;
            }
            self.warming.pop_back();
        }
        self.warm = self.warm.saturating_sub(slots);
    }

    /// When the slot after the first `taken` ones, by the instant at which they are warm, is warm; 0 if it is.
    fn warm_instant(&self, taken: u64) -> Millis {
        let Some(mut beyond) = taken.checked_sub(self.warm) else { return 0 };
        for warming in &self.warming {
            match beyond.checked_sub(warming.slots) {
                None => return warming.at,
                Some(rest) => beyond = rest,
            }
        }
        0
    }
}

impl ControlPlane {
    /// Lets time pass for the pool: slots get warm, rests end.
    #[inline]
    pub(crate) fn advance_pool(&mut self, now: Millis) {
        let pool = &mut self.state.pool;
        while let Some(oldest) = pool.warming.front()
            && oldest.at <= now
        {
            pool.warm = pool.warm.saturating_add(oldest.slots);
            pool.warming_slots -= oldest.slots;
            pool.warming.pop_front();
        }
        while let Some(Reverse(rest)) = pool.resting.peek()
            && rest.until <= now
        {
            let tenant = rest.tenant as usize;
            self.state.tenants[tenant].resting -= 1;
            self.state.order.touch(tenant);
            pool.resting.pop();
        }
    }

    /// Keeps a slot out of use until one grace length after `from` (D26), if that is still to come.
    pub(crate) fn rest(&mut self, now: Millis, from: Millis, tenant: usize) {
        let until = from.saturating_add(self.setup.grace);
        if until <= now {
            return;
        }
        match self.decisions.slot_reuse() {
            SlotReuse::AfterGrace => {
                self.state.pool.resting.push(Reverse(Rest { until, tenant: tenant as u32 }));
                self.state.tenants[tenant].resting += 1;
                self.state.order.touch(tenant);
            }
            SlotReuse::AtOnce => {}
        }
    }

    /// When a grant's slot is warm, 0 for one that is or need not be; `None` where no usable slot is free (D19, D23, D26).
    #[inline]
    pub(crate) fn free_slot(&self, now: Millis) -> Option<Millis> {
        let pool = &self.state.pool;
        let taken = self.state.leases.len() as u64 + pool.resting.len() as u64;
        if taken < pool.warm {
            return Some(0);
        }
        let taken = taken - self.uncounted_slots(now);
        if taken < pool.warm {
            return Some(0);
        }
        if taken >= pool.present() {
            return None;
        }
        match self.decisions.warming_slot() {
            WarmingSlot::Unusable => None,
            WarmingSlot::Claimable => Some(0),
            WarmingSlot::ClaimableLeaseWhenWarm => Some(pool.warm_instant(taken)),
        }
    }

    /// Live leases that take no slot: those past their deadline, under D23 uncounted.
    fn uncounted_slots(&self, now: Millis) -> u64 {
        if !self.any_due(now) {
            return 0;
        }
        match self.decisions.expiry_effect() {
            ExpiryEffect::Uncounted => self.due(now).count() as u64,
            ExpiryEffect::AtSweep | ExpiryEffect::AtDeadline | ExpiryEffect::Never => 0,
        }
    }
}
