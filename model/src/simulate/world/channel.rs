//! The channel between the control plane and everybody else: latency, loss, duplication, reordering, partitions.
//!
//! A message's fate is drawn from its identity (who, which call, which attempt, which way), never from the order of calls:
//! so a message that is added to a run leaves the fates of all others alone.

use crate::simulate::setup::Dimensions;
use crate::spine::Stream;

/// Somebody who talks to the control plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Party {
    /// A tenant, by dense id.
    Tenant(u32),
    /// A worker, by dense id.
    Worker(u32),
}

impl Party {
    fn number(self) -> u64 {
        match self {
            Party::Tenant(number) => u64::from(number) << 1,
            Party::Worker(number) => u64::from(number) << 1 | 1,
        }
    }
}

/// Which way a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    ToPlane,
    FromPlane,
}

/// What becomes of one message: it arrives after each of these delays; lost if there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fate {
    pub(super) first: Option<u64>,
    pub(super) copy: Option<u64>,
    /// Where it is to arrive relative to a window edge or a deadline, if it is to be moved onto one.
    pub(super) snap: Option<Snap>,
}

/// Onto which edge a message is moved, and by how much it misses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Snap {
    pub(super) onto_deadline: bool,
    /// 0: one ms before; 1: exactly; 2: one ms after.
    pub(super) beside: u64,
}

/// The channel.
#[derive(Debug)]
pub(super) struct Channel {
    stream: Stream,
    latency: u64,
    loss: u64,
    duplicate: u64,
    snap: u64,
    /// Until when each party's messages to and from the control plane are cut: by party, (to, from).
    cut: [Vec<(u64, u64)>; 2],
}

impl Channel {
    pub(super) fn new(stream: Stream, dimensions: &Dimensions, tenants: usize, workers: usize) -> Channel {
        Channel {
            stream: stream.child("channel"),
            latency: dimensions.latency,
            loss: dimensions.loss,
            duplicate: dimensions.duplicate,
            snap: dimensions.snap,
            cut: [vec![(0, 0); tenants], vec![(0, 0); workers]],
        }
    }

    /// The fate of one message.
    #[inline]
    pub(super) fn fate(&self, party: Party, call: u64, attempt: u64, way: Way) -> Fate {
        if self.loss == 0 && self.duplicate == 0 && self.snap == 0 && self.latency == 0 {
            return Fate { first: Some(0), copy: None, snap: None };
        }
        let mut draws = self.stream.keyed(&[party.number(), call, attempt, way as u64]).draws();
        let lost = draws.chance(self.loss, 1_000);
        let delay = draws.between(0, self.latency);
        let copy = draws.chance(self.duplicate, 1_000).then(|| draws.between(0, self.latency.saturating_mul(3)));
        let snap = (way == Way::ToPlane && draws.chance(self.snap, 1_000)).then(|| Snap {
            onto_deadline: draws.chance(1, 2),
            beside: draws.weighted(&[1, 3, 1]).unwrap_or(1) as u64,
        });
        Fate { first: (!lost).then_some(delay), copy, snap }
    }

    /// Whether a message of this party is cut off at this instant.
    pub(super) fn is_cut(&self, party: Party, way: Way, now: u64) -> bool {
        let (to, from) = self.until(party);
        now < if way == Way::ToPlane { to } else { from }
    }

    /// Cuts a party off, one way or both, until an instant.
    pub(super) fn cut(&mut self, party: Party, to: bool, from: bool, until: u64) {
        let Some(cut) = self.slot(party) else { return };
        cut.0 = if to { cut.0.max(until) } else { cut.0 };
        cut.1 = if from { cut.1.max(until) } else { cut.1 };
    }

    /// Heals everything: no cut, no loss, no copies, one fixed latency.
    pub(super) fn heal(&mut self) {
        self.loss = 0;
        self.duplicate = 0;
        self.snap = 0;
        self.latency = 0;
        self.cut.iter_mut().flatten().for_each(|cut| *cut = (0, 0));
    }

    fn until(&self, party: Party) -> (u64, u64) {
        match party {
            Party::Tenant(number) => self.cut[0].get(number as usize).copied().unwrap_or_default(),
            Party::Worker(number) => self.cut[1].get(number as usize).copied().unwrap_or_default(),
        }
    }

    fn slot(&mut self, party: Party) -> Option<&mut (u64, u64)> {
        match party {
            Party::Tenant(number) => self.cut[0].get_mut(number as usize),
            Party::Worker(number) => self.cut[1].get_mut(number as usize),
        }
    }
}
