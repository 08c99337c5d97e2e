//! What somebody sees who sees everything: who really works at what, and whether the slot is warm.
//!
//! No party of a run sees any of this, and no judge asks for it; only measurements do. A world that nobody watches goes
//! on exactly as it would have without this file.

use super::SimulatedWorld;
use super::worker::State;
use spec::{Fence, Millis, RunId};
use std::collections::BTreeMap;

/// A worker begins to work at a run, or no longer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// When, in ms of virtual time.
    pub at: Millis,
    /// The worker's dense id.
    pub worker: u32,
    /// The run and the grant that it now works under. A stalled worker goes on working; one that has crashed does not.
    pub works_at: Option<(RunId, Fence)>,
}

/// What is noted of a world that is watched.
#[derive(Debug)]
pub(super) struct Watch {
    works_at: Vec<Option<(RunId, Fence)>>,
    changes: Vec<Change>,
    /// When the slot of a grant is warm, in virtual time.
    placed: BTreeMap<Fence, Millis>,
}

impl SimulatedWorld {
    /// The same world, watched.
    #[must_use]
    pub fn watched(mut self) -> SimulatedWorld {
        let works_at = vec![None; self.workers.len()];
        self.watch = Some(Watch { works_at, changes: Vec::new(), placed: BTreeMap::new() });
        self
    }

    /// Virtual time, ms. Nobody's clock is right but this one.
    pub const fn now(&self) -> Millis {
        self.now
    }

    /// Moves what has changed since the last look into `changes`, oldest first.
    pub fn take_changes(&mut self, changes: &mut Vec<Change>) {
        if let Some(watch) = &mut self.watch {
            changes.append(&mut watch.changes);
        }
    }

    /// Says when the slot of a grant is warm (virtual time, ms). In a world in which that is said of every grant, work and
    /// heartbeats start when the slot is warm (D19); otherwise the world guesses.
    pub fn place(&mut self, fence: Fence, warm_at: Millis) {
        if let Some(watch) = &mut self.watch {
            watch.placed.insert(fence, warm_at);
        }
    }

    /// When the slot of this grant is warm, if anybody has said.
    pub(super) fn placed(&self, fence: Fence) -> Option<Millis> {
        self.watch.as_ref()?.placed.get(&fence).copied()
    }

    /// Notes who works at what after something has happened.
    pub(super) fn note_work(&mut self) {
        let Some(watch) = &mut self.watch else { return };
        for (number, (worker, known)) in self.workers.iter().zip(&mut watch.works_at).enumerate() {
            let works_at = match worker.state {
                State::Working { job } if !worker.gone => Some((job.run, job.fence)),
                _ => None,
            };
            if works_at != *known {
                *known = works_at;
                watch.changes.push(Change { at: self.now, worker: number as u32, works_at });
            }
        }
    }
}
