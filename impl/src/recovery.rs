//! Recovery: the state rebuilt from the journal (D36, D37).
//!
//! The records that can still be read are carried out again, then a new term starts; with nothing lost that is the state
//! before, and no alarm (R18). Records that were acknowledged and cannot be read are a loss: by D37 an operator is waited
//! for, or an alarm is raised, or nobody is told.

use crate::clock::Clock;
use crate::ends::End;
use crate::journal::{Anchor, JournalRecord};
use crate::plane::ControlPlane;
use spec::decisions::{DamagedJournal, RestartLeases};
use spec::{Answer, BadSettings, Command, Decisions, Millis, Outcome, Refusal, Settings};

impl ControlPlane {
    /// A control plane recovered from a journal that the embedder kept.
    ///
    /// `journal` holds the records that could be read, oldest first; `lost` says how many acknowledged ones after them could
    /// not (a torn record that was never acknowledged is not a loss). `at` is the caller's instant of the recovery, in ms.
    /// The outcome is that of a restart: recovered, with or without an alarm, or halted until [`Command::Acknowledge`]
    /// (D37). It leaves a record of its own unless it is halted. The journal given is not kept: see
    /// [`ControlPlane::drain_journal`].
    ///
    /// # Errors
    ///
    /// Settings that no control plane can have, see [`Settings::validate`].
    pub fn recover(
        settings: &Settings,
        decisions: &Decisions,
        anchor: Anchor,
        journal: &[JournalRecord],
        lost: u32,
        at: Millis,
    ) -> Result<(ControlPlane, Outcome), BadSettings> {
        let mut plane = ControlPlane::new(settings, decisions)?;
        plane.replay(journal);
        plane.term = anchor.term;
        plane.grants = anchor.grants.max(plane.grants);
        plane.clock = Clock { last: anchor.last.max(plane.clock.last), offset: anchor.offset };
        plane.journal.drained = true;
        let outcome = plane.begin(at, lost);
        Ok((plane, outcome))
    }

    /// The restart of a control plane whose readable records have been carried out already.
    fn begin(&mut self, at: Millis, lost: u32) -> Outcome {
        self.changed = false;
        // A recovery is never refused for its clock (D38).
        let now = self.tick(at, true).unwrap_or(self.clock.last);
        let grants = self.grants;
        let outcome = if lost == 0 {
            self.start_term(now, false)
        } else {
            match self.decisions.damaged_journal() {
                DamagedJournal::Halt => {
                    self.halted = Some(0);
                    Outcome::just(Answer::Halted)
                }
                DamagedJournal::TruncateAlarmed => self.start_term(now, true),
                DamagedJournal::TruncateSilently => self.start_term(now, false),
            }
        };
        if self.changed {
            self.journal.push(now, self.term, grants, Command::Restart { lost });
        }
        outcome
    }

    /// `restart`: the newest `lost` records could not be read.
    pub(crate) fn restart(&mut self, now: Millis, lost: u32) -> Outcome {
        if self.journal.drained && lost > 0 {
            return Outcome::refused(Refusal::Invalid);
        }
        let lost = lost.min(u32::try_from(self.journal.records.len()).unwrap_or(u32::MAX));
        if lost == 0 {
            return self.rebuild(now, 0, false);
        }
        match self.decisions.damaged_journal() {
            DamagedJournal::Halt => {
                self.halted = Some(lost);
                Outcome::just(Answer::Halted)
            }
            DamagedJournal::TruncateAlarmed => self.rebuild(now, lost, true),
            DamagedJournal::TruncateSilently => self.rebuild(now, lost, false),
        }
    }

    /// `acknowledge`: an operator accepts the loss.
    pub(crate) fn acknowledge(&mut self, now: Millis) -> Outcome {
        match self.halted.take() {
            Some(lost) => self.rebuild(now, lost, true),
            None => Outcome::refused(Refusal::NothingToAcknowledge),
        }
    }

    /// Drops the records that could not be read and carries out the others again.
    fn rebuild(&mut self, now: Millis, lost: u32, alarm: bool) -> Outcome {
        if !self.journal.drained {
            let readable = self.journal.records.len().saturating_sub(lost as usize);
            self.journal.records.truncate(readable);
            self.replay_all();
        }
        self.start_term(now, alarm)
    }

    /// Makes the state anew from the records in memory; what lives outside the journal stays.
    pub(crate) fn replay_all(&mut self) {
        // What the replay reads, earlier steps have read: it does not belong to this one.
        self.noted = self.noted.union(self.decisions.reads());
        let (clock, term, grants) = (self.clock, self.term, self.grants);
        let records = std::mem::take(&mut self.journal.records);
        self.state.reset(&self.setup, self.scan);
        self.replay(&records);
        self.journal.records = records;
        (self.clock, self.term, self.grants) = (clock, term, grants);
        self.decisions.forget_reads();
    }

    /// Carries out records again, on a state in which nothing has happened yet.
    fn replay(&mut self, records: &[JournalRecord]) {
        let noted = self.noted;
        for record in records {
            self.clock.last = record.at;
            self.term = record.term;
            self.grants = record.grants;
            match record.command {
                Command::Restart { .. } | Command::Acknowledge => {
                    self.advance(record.at);
                    self.settle_leases(record.at, &mut Outcome::just(Answer::Halted));
                }
                _ => drop(self.step(record.at, record.command)),
            }
        }
        self.noted = noted;
        self.changed = false;
    }

    /// Starts the next term on the state as it was rebuilt.
    fn start_term(&mut self, now: Millis, alarm: bool) -> Outcome {
        self.term = self.term.saturating_add(1);
        self.changed = true;
        self.advance(now);
        let mut outcome = Outcome::just(Answer::Recovered { term: self.term, alarm });
        self.settle_leases(now, &mut outcome);
        outcome
    }

    /// D36: what becomes of live leases.
    fn settle_leases(&mut self, now: Millis, outcome: &mut Outcome) {
        if self.state.leases.len() == 0 {
            return;
        }
        match self.decisions.restart_leases() {
            RestartLeases::Keep => {}
            RestartLeases::Extend => {
                let deadline = now.saturating_add(self.setup.lease);
                self.state.leases.renew_all(deadline);
            }
            RestartLeases::ExpireAll => {
                for _ in 0..self.state.leases.len() {
                    if let Some(lease) = self.state.leases.oldest() {
                        self.end_lease(now, lease, End::Expired { rest_from: now }, outcome);
                    }
                }
            }
        }
    }
}
