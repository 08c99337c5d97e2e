//! The journal: one record for each step that changed anything, and the little that lives beside it.
//!
//! A record is the command, the control plane's instant, and the term and the grant number at which it was carried out.
//! Everything else follows from carrying it out again under the same settings and decisions.

use crate::clock::Clock;
use crate::plane::ControlPlane;
use serde::{Deserialize, Serialize};
use spec::{Command, Millis};

/// What one step left behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct JournalRecord {
    /// The instant of the step, in ms of the control plane's own clock; never before that of an earlier record.
    pub at: Millis,
    /// The term of the step; of a recovery, the one that it started.
    pub term: u32,
    /// How many grants there had been before the step, so that a grant repeats its fence.
    pub grants: u64,
    /// The command.
    pub command: Command,
}

/// What lives outside the journal and is never lost: without it a recovered control plane could give a fence twice, or
/// let time go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Anchor {
    /// The term; a recovery starts the next.
    pub term: u32,
    /// The number of the last grant; it never resets.
    pub grants: u64,
    /// The control plane's instant of the last command, in ms.
    pub last: Millis,
    /// What is added to the instants of commands, in ms (D38 rebase).
    pub offset: Millis,
}

impl Default for Anchor {
    /// The anchor of a control plane that has seen nothing.
    fn default() -> Anchor {
        Anchor { term: 1, grants: 0, last: 0, offset: 0 }
    }
}

/// The records that are in memory.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    pub(crate) records: Vec<JournalRecord>,
    /// Whether records were given away, so that those in memory do not begin at the start.
    pub(crate) drained: bool,
}

impl Clone for Journal {
    fn clone(&self) -> Journal {
        Journal { records: self.records.clone(), drained: self.drained }
    }

    #[inline]
    fn clone_from(&mut self, source: &Journal) {
        self.records.clone_from(&source.records);
        self.drained = source.drained;
    }
}

impl Journal {
    #[inline]
    pub(crate) fn push(&mut self, at: Millis, term: u32, grants: u64, command: Command) {
        self.records.push(JournalRecord { at, term, grants, command });
    }
}

impl ControlPlane {
    /// The records in memory, oldest first: all since the start, unless some were [drained](ControlPlane::drain_journal).
    pub fn journal(&self) -> &[JournalRecord] {
        &self.journal.records
    }

    /// Gives the records in memory away, for an embedder who keeps the journal, so that it does not grow here.
    ///
    /// Write them down, with the [anchor](ControlPlane::anchor), before the outcome of the step is let out. The buffer
    /// stays, so nothing is allocated in the steady state. From the first record given away on, [`Command::Restart`] finds
    /// the state in memory, not in the journal: nothing can be lost, and one with `lost` above 0 is refused as invalid.
    /// To recover from the records kept, use [`ControlPlane::recover`]. While halted (D37) nothing is given away: which
    /// records count is what the operator is to say.
    pub fn drain_journal(&mut self) -> std::vec::Drain<'_, JournalRecord> {
        let records = &mut self.journal.records;
        let count = if self.halted.is_some() { 0 } else { records.len() };
        self.journal.drained |= count > 0;
        records.drain(..count)
    }

    /// What an embedder who keeps the journal must keep beside it; it changes with nearly every command.
    pub fn anchor(&self) -> Anchor {
        let Clock { last, offset } = self.clock;
        Anchor { term: self.term, grants: self.grants, last, offset }
    }
}
