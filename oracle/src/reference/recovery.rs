//! `restart` and `acknowledge` (D36, D37): what a recovery answers, and what it leaves; with nothing lost, no
//! alarm, and the state before (R18).

use super::ends::Manner;
use super::facts::Facts;
use super::moment::{Moment, total_refund};
use super::situation::Situation;
use spec::decisions::{DamagedJournal, RestartLeases};
use spec::{Answer, Command, Decisions, Few, Millis, Outcome, Refusal};

impl Situation {
    /// The expected outcome of `restart` (D37).
    pub(super) fn restart(&self, decisions: &Decisions, now: Millis, lost: u32) -> Outcome {
        let lost = self.journal.lost(lost);
        if lost == 0 {
            return self.recovery(self.moment(decisions, now), false);
        }
        match decisions.damaged_journal() {
            DamagedJournal::Halt => Answer::Halted.into(),
            DamagedJournal::TruncateAlarmed => self.recovery_without(decisions, now, lost, true),
            DamagedJournal::TruncateSilently => self.recovery_without(decisions, now, lost, false),
        }
    }

    /// The expected outcome of `acknowledge`: after a halt it is truncate-alarmed (D37).
    pub(super) fn acknowledge(&self, decisions: &Decisions, now: Millis) -> Outcome {
        match self.halted {
            Some(lost) => self.recovery_without(decisions, now, lost, true),
            None => Outcome::refused(Refusal::NothingToAcknowledge),
        }
    }

    fn recovery_without(&self, decisions: &Decisions, now: Millis, lost: u32, alarm: bool) -> Outcome {
        let facts = self.facts_without(lost);
        self.recovery(Moment { facts: &facts, ..self.moment(decisions, now) }, alarm)
    }

    fn recovery(&self, then: Moment<'_>, alarm: bool) -> Outcome {
        let ended = then.ends_at_a_recovery();
        let answer = Answer::Recovered { term: self.term.saturating_add(1), alarm };
        Outcome { refunded: total_refund(&ended), ended, ..Outcome::just(answer) }
    }

    /// The facts that remain when the newest records are lost: the fold over the surviving ones.
    pub(super) fn facts_without(&self, lost: u32) -> Facts {
        let mut facts = Facts::start(&self.settings);
        for step in self.journal.surviving(lost) {
            facts.record(&self.settings, &self.decisions, step.now, &step.command, &step.outcome);
        }
        facts
    }

    /// Folds what a recovery starts from: the next term, and no lost records. What it did to the leases is a fact like
    /// others.
    pub(super) fn recovered(&mut self, term: u32, command: &Command) {
        let lost = match command {
            Command::Restart { lost } => self.journal.lost(*lost),
            _ => self.halted.unwrap_or(0),
        };
        self.term = term;
        self.halted = None;
        if lost == 0 {
            return;
        }
        self.facts = self.facts_without(lost);
        self.journal.lose(lost);
    }
}

impl Moment<'_> {
    /// D36 expire-all: every live lease, in fence order.
    fn ends_at_a_recovery(&self) -> Few<spec::Ended> {
        if self.facts.leases.is_empty() {
            return Few::new();
        }
        match self.decisions.restart_leases() {
            RestartLeases::Extend | RestartLeases::Keep => Few::new(),
            RestartLeases::ExpireAll => {
                self.facts.leases.iter().map(|lease| self.end(lease, Manner::Forfeited)).collect()
            }
        }
    }
}

impl Facts {
    /// D36: the deadlines of the leases that outlived a recovery.
    pub(super) fn leases_after_a_recovery(&mut self, decisions: &Decisions, full_lease: Millis) {
        if self.leases.iter().all(|lease| lease.deadline >= full_lease) {
            return;
        }
        match decisions.restart_leases() {
            RestartLeases::Extend => {
                for lease in &mut self.leases {
                    lease.deadline = lease.deadline.max(full_lease);
                }
            }
            RestartLeases::Keep | RestartLeases::ExpireAll => {}
        }
    }
}
