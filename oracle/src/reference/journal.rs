//! The steps that left a journal record, so that a restart which lost some can be folded again (section 6).
//!
//! A list that shares its past with the situations it was copied from: copying it costs one count, a new step one
//! allocation, whatever the length of the history.

use spec::{Command, Millis, Outcome};
use std::sync::Arc;

/// The recorded steps that no restart has lost.
#[derive(Debug, Default)]
pub(super) struct Journal {
    newest: Option<Arc<Entry>>,
    count: u32,
}

#[derive(Debug)]
struct Entry {
    recorded: Recorded,
    older: Option<Arc<Entry>>,
}

/// One step that left a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Recorded {
    /// The control plane's time at the step, in ms.
    pub(super) now: Millis,
    pub(super) command: Command,
    pub(super) outcome: Outcome,
}

impl Journal {
    /// Appends a record.
    pub(super) fn push(&mut self, now: Millis, command: Command, outcome: Outcome) {
        let older = self.newest.take();
        self.newest = Some(Arc::new(Entry { recorded: Recorded { now, command, outcome }, older }));
        self.count = self.count.saturating_add(1);
    }

    /// How many records there are to lose when the newest `lost` cannot be read.
    pub(super) fn lost(&self, lost: u32) -> u32 {
        lost.min(self.count)
    }

    /// Loses the newest records.
    pub(super) fn lose(&mut self, lost: u32) {
        for _ in 0..lost {
            let Some(newest) = &self.newest else { return };
            let older = newest.older.clone();
            *self = Journal { newest: older, count: self.count.saturating_sub(1) };
        }
    }

    /// The records but for the newest `lost`, oldest first.
    pub(super) fn surviving(&self, lost: u32) -> impl Iterator<Item = &Recorded> {
        let newest_first: Vec<&Recorded> = self.newest_first().skip(lost as usize).collect();
        newest_first.into_iter().rev()
    }

    fn newest_first(&self) -> impl Iterator<Item = &Recorded> {
        let entries = std::iter::successors(self.newest.as_deref(), |entry| entry.older.as_deref());
        entries.map(|entry| &entry.recorded)
    }
}

impl Clone for Journal {
    fn clone(&self) -> Journal {
        Journal { newest: self.newest.clone(), count: self.count }
    }
}

impl PartialEq for Journal {
    fn eq(&self, other: &Journal) -> bool {
        self.newest_first().eq(other.newest_first())
    }
}

/// Record by record: the derived way would recurse as deep as the history is long.
impl Drop for Journal {
    fn drop(&mut self) {
        let mut next = self.newest.take();
        while let Some(mut entry) = next.and_then(Arc::into_inner) {
            next = entry.older.take();
        }
    }
}
