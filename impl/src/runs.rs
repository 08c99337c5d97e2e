//! Runs: everything that is remembered of each, and how it is found by its name.
//!
//! A run is never forgotten, since what was accepted once must be answered alike for ever (D12), so a control plane's
//! memory grows by about a hundred bytes a run. A cancel that overtook its submit (D35) is kept in the same place.

use crate::keys::{Keys, Root};
use spec::{Credits, Digest, Fence, Millis, Refusal, RunId, Status};

/// No run, no lease, no place.
pub(crate) const NONE: u32 = u32::MAX;

/// Where a run is in its life: [`Status`], and before all of it the tombstone of a run that never was (D35).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Stage {
    #[default]
    Tombstone,
    Rejected,
    Queued,
    Held,
    Completed,
    Failed,
    Cancelled,
    Shed,
}

impl Stage {
    /// The status that the outside sees; a tombstone has none.
    pub(crate) fn status(self) -> Option<Status> {
        match self {
            Stage::Tombstone => None,
            Stage::Rejected => Some(Status::Rejected),
            Stage::Queued => Some(Status::Queued),
            Stage::Held => Some(Status::Held),
            Stage::Completed => Some(Status::Completed),
            Stage::Failed => Some(Status::Failed),
            Stage::Cancelled => Some(Status::Cancelled),
            Stage::Shed => Some(Status::Shed),
        }
    }

    /// Whether the run may still be granted or requeued.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Stage::Queued | Stage::Held)
    }
}

/// One run, as nearly every command on it needs it: one cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Run {
    pub(crate) id: RunId,
    /// The fence of its newest grant; grant 0 where there was none.
    pub(crate) grant: u64,
    pub(crate) term: u32,
    /// In credits; of a rejected run that of its last submit.
    pub(crate) cost: u32,
    /// Charges less refunds, D04 fees apart.
    pub(crate) net: Credits,
    /// Fixed windows (D01): what of `net` was charged in the window `mark`.
    pub(crate) recent: Credits,
    /// Fixed windows: the window of the newest charge. Rolling: the newest charge's number in the log, plus one.
    pub(crate) mark: u64,
    /// Its place in its tenant's queue, while queued.
    pub(crate) place: u32,
    /// Its live lease; [`NONE`] without one.
    pub(crate) lease: u32,
    pub(crate) stage: Stage,
    /// Why it was rejected, while it is.
    pub(crate) refusal: Refusal,
    /// Queued uncharged until its cost is covered (D10).
    pub(crate) parked: bool,
    /// Whether it was parked when it was accepted: the first answer (D12).
    pub(crate) first_parked: bool,
    /// Whether it was ever charged.
    pub(crate) charged: bool,
    /// Asked for, while held (D33 await-worker).
    pub(crate) cancel_requested: bool,
    /// Whether its newest lease ended by expiry (D29).
    pub(crate) expired: bool,
}

/// What else is remembered of a run, and seldom needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Past {
    /// Its place in the order of all queue entries (D16 fifo, D18).
    pub(crate) entry: u64,
    /// The result that counts, once completed.
    pub(crate) result: Digest,
    pub(crate) completed_at: Millis,
    /// Attempts used up.
    pub(crate) attempts: u32,
    /// The newest of its older fences (D30).
    older: u32,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            id: RunId::default(),
            grant: 0,
            term: 0,
            cost: 0,
            net: 0,
            recent: 0,
            mark: 0,
            place: NONE,
            lease: NONE,
            stage: Stage::Tombstone,
            refusal: Refusal::Blocked,
            parked: false,
            first_parked: false,
            charged: false,
            cancel_requested: false,
            expired: false,
        }
    }
}

impl Run {
    /// The fence of the newest grant, if there was one.
    #[inline]
    pub(crate) fn newest_fence(&self) -> Option<Fence> {
        (self.grant > 0).then_some(Fence { term: self.term, grant: self.grant })
    }

    pub(crate) fn tenant(&self) -> usize {
        self.id.tenant.0 as usize
    }
}

/// A fence of an earlier grant of a run.
#[derive(Debug, Clone, Copy)]
struct Older {
    fence: Fence,
    next: u32,
}

/// The older fences of all runs that are not at their end: lists in one row (D30 accept asks for them).
#[derive(Debug, Default)]
struct OlderFences {
    row: Vec<Older>,
    /// One more than the first free place; 0 for none.
    free: u32,
}

impl Clone for OlderFences {
    fn clone(&self) -> OlderFences {
        OlderFences { row: self.row.clone(), free: self.free }
    }

    #[inline]
    fn clone_from(&mut self, source: &OlderFences) {
        self.row.clone_from(&source.row);
        self.free = source.free;
    }
}

impl OlderFences {
    fn clear(&mut self) {
        self.row.clear();
        self.free = 0;
    }

    /// Remembers a fence in front of a list.
    fn push(&mut self, list: &mut u32, fence: Fence) {
        let older = Older { fence, next: *list };
        if self.free == 0 {
            *list = self.row.len() as u32;
            self.row.push(older);
        } else {
            *list = self.free - 1;
            self.free = std::mem::replace(&mut self.row[*list as usize], older).next;
        }
    }

    /// The fences of a list, newest first.
    fn iter(&self, list: u32) -> impl Iterator<Item = Fence> {
        let get = |place: u32| self.row.get(place as usize).copied();
        let list = std::iter::successors(get(list), move |older| get(older.next)).map(|older| older.fence);
        // No list is longer than the row in which all lie.
        list.take(self.row.len())
    }

    /// Forgets a list.
    fn free(&mut self, list: &mut u32) {
        while *list != NONE {
            let older = &mut self.row[*list as usize];
            let next = std::mem::replace(&mut older.next, self.free);
            self.free = *list + 1;
            *list = next;
        }
    }
}

/// All runs, in the order in which they were first heard of, with the way from a name to its run.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    pub(crate) row: Vec<Run>,
    /// In the same order.
    pub(crate) past: Vec<Past>,
    older: OlderFences,
    /// Trees of the keys of tenants that do not exist, whose runs may be tombstoned (D35), found by `strangers`.
    stranger_roots: Vec<Root>,
    strangers: Root,
}

impl Clone for Runs {
    fn clone(&self) -> Runs {
        Runs {
            row: self.row.clone(),
            past: self.past.clone(),
            older: self.older.clone(),
            stranger_roots: self.stranger_roots.clone(),
            strangers: self.strangers,
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Runs) {
        self.row.clone_from(&source.row);
        self.past.clone_from(&source.past);
        self.older.clone_from(&source.older);
        self.stranger_roots.clone_from(&source.stranger_roots);
        self.strangers = source.strangers;
    }
}

impl Runs {
    pub(crate) fn clear(&mut self) {
        self.row.clear();
        self.past.clear();
        self.older.clear();
        self.stranger_roots.clear();
        self.strangers = Root::default();
    }

    /// The number of a run's queue entry.
    pub(crate) fn entry(&self, run: u32) -> u64 {
        self.past[run as usize].entry
    }

    /// The fences of a run's earlier grants, newest first.
    pub(crate) fn older_fences(&self, run: u32) -> impl Iterator<Item = Fence> {
        self.older.iter(self.past[run as usize].older)
    }

    /// Whether a run that is not at its end was granted more than once.
    pub(crate) fn has_older(&self, run: u32) -> bool {
        self.past[run as usize].older != NONE
    }

    /// Makes a run's newest fence one of its older ones, for a new grant.
    pub(crate) fn supersede(&mut self, run: u32) {
        if let Some(fence) = self.row[run as usize].newest_fence() {
            self.older.push(&mut self.past[run as usize].older, fence);
        }
    }

    /// Forgets the older fences of a run that has come to its end.
    pub(crate) fn forget_older(&mut self, run: u32) {
        self.older.free(&mut self.past[run as usize].older);
    }

    /// The run of a tenant whose keys are in the tree `root`; `None` for a tenant that does not exist.
    #[inline]
    pub(crate) fn find(&self, keys: &Keys, root: Option<Root>, run: RunId) -> Option<u32> {
        match root {
            Some(root) => keys.get(root, run.key),
            None => {
                let stranger = keys.get(self.strangers, run.tenant.0)?;
                keys.get(self.stranger_roots[stranger as usize], run.key)
            }
        }
    }

    /// Adds a run that is not known yet.
    pub(crate) fn add(&mut self, keys: &mut Keys, root: Option<&mut Root>, id: RunId) -> u32 {
        let index = self.row.len() as u32;
        self.row.push(Run { id, ..Run::default() });
        self.past.push(Past { entry: 0, result: Digest::default(), completed_at: 0, attempts: 0, older: NONE });
        let root = match root {
            Some(root) => root,
            None => {
                let stranger = keys.get(self.strangers, id.tenant.0).unwrap_or_else(|| {
                    let stranger = self.stranger_roots.len() as u32;
                    keys.insert(&mut self.strangers, id.tenant.0, stranger);
                    self.stranger_roots.push(Root::default());
                    stranger
                });
                &mut self.stranger_roots[stranger as usize]
            }
        };
        keys.insert(root, id.key, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_older_fences_are_used_again_and_no_list_is_mixed_with_another() {
        let fence = |grant| Fence { term: 1, grant };
        let mut older = OlderFences::default();
        let (mut kept, mut freed) = (NONE, NONE);
        older.push(&mut kept, fence(1));
        for round in 0..5 {
            for grant in 0..3 {
                older.push(&mut freed, fence(10 * round + grant));
            }
            older.push(&mut kept, fence(100 + round));
            assert!(older.iter(freed).eq([2, 1, 0].map(|grant| fence(10 * round + grant))));
            older.free(&mut freed);
            assert_eq!((freed, older.iter(freed).count()), (NONE, 0));
            assert!(older.iter(kept).eq((100..=100 + round).rev().chain([1]).map(fence)));
        }
        assert_eq!(older.row.len(), 9, "three places for the lists that came and went, six for the one that stayed");
        older.clear();
        older.push(&mut freed, fence(7));
        assert!(older.row.len() == 1 && older.iter(freed).eq([fence(7)]), "after all are forgotten it begins anew");
    }
}
