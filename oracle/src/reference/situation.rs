//! The situation that a history leads to, and what is asked of it.

use super::clock::Clock;
use super::facts::Facts;
use super::journal::Journal;
use super::moment::Moment;
use spec::{Answer, Command, Decisions, Fence, Millis, Outcome, ReadSet, Refusal, Settings};
use std::sync::Arc;

/// One recorded step of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The instant that the command carried, in ms of the outside's clock.
    pub at: Millis,
    /// What was asked.
    pub command: Command,
    /// What was answered.
    pub outcome: Outcome,
}

/// What a history comes to: enough to answer any command asked at its end.
///
/// It is folded with the decisions that the history was made under. [`Situation::expect`] takes its decisions from its
/// caller, who can flip one and ask again.
#[derive(Debug, PartialEq)]
pub struct Situation {
    pub(super) settings: Arc<Settings>,
    pub(super) decisions: Decisions,
    pub(super) clock: Clock,
    pub(super) term: u32,
    pub(super) last_grant: u64,
    /// How many records an operator has to give up, while halted (D37).
    pub(super) halted: Option<u32>,
    pub(super) facts: Facts,
    pub(super) journal: Journal,
}

impl Situation {
    /// The situation before anything happened: instant 0, term 1. Settings are taken to be
    /// [valid](Settings::validate).
    pub fn start(settings: &Settings, decisions: &Decisions) -> Situation {
        let decisions = decisions.clone();
        decisions.forget_reads();
        Situation {
            settings: Arc::new(settings.clone()),
            decisions,
            clock: Clock::default(),
            term: 1,
            last_grant: 0,
            halted: None,
            facts: Facts::start(settings),
            journal: Journal::default(),
        }
    }

    /// The situation after a history.
    pub fn of(settings: &Settings, decisions: &Decisions, history: &[Step]) -> Situation {
        let mut situation = Situation::start(settings, decisions);
        for step in history {
            situation.after(step.at, step.command, &step.outcome);
        }
        situation
    }

    /// What a command at the instant `at` of the outside's clock, in ms, should be answered. Total and pure; the
    /// decisions that the answer depends on, or could, are noted as read on `decisions`.
    pub fn expect(&self, decisions: &Decisions, at: Millis, command: Command) -> Outcome {
        // R13: D37 halt is judged first, then D38 refuse.
        if self.halted.is_some() && command != Command::Acknowledge {
            return Outcome::refused(Refusal::Halted);
        }
        if self.clock.refuses(decisions, at, &command) {
            return Outcome::refused(Refusal::Clock);
        }
        let now = self.clock.reading(at);
        let moment = self.moment(decisions, now);
        let moment = |ask: &dyn Fn(&Moment<'_>) -> Outcome| moment.once_due_leases_ended(ask);
        match command {
            Command::Submit { run, cost } => moment(&|now| now.submit(run, cost.get().into())),
            Command::Cancel { run } => moment(&|now| now.cancel(run)),
            Command::Claim { worker } => moment(&|now| now.claim(worker)),
            Command::Heartbeat { worker, fence } => moment(&|now| now.heartbeat(worker, fence)),
            Command::Complete { run, fence, result } => moment(&|now| now.complete(run, fence, result)),
            Command::Fail { worker, fence } => moment(&|now| now.fail(worker, fence)),
            Command::Release { worker, fence } => moment(&|now| now.release(worker, fence)),
            Command::SetCap { tenant, cap } => moment(&|now| now.set_cap(tenant, cap)),
            Command::SetQuota { tenant, quota } => moment(&|now| now.set_quota(tenant, quota)),
            Command::Resize { slots } => moment(&|now| now.resize(slots)),
            Command::Sweep => moment(&|now| now.sweep()),
            Command::Restart { lost } => self.restart(decisions, now, lost),
            Command::Acknowledge => self.acknowledge(decisions, now),
        }
    }

    /// Folds one more recorded step into this situation. The outcome is taken as a fact, right or wrong.
    pub fn after(&mut self, at: Millis, command: Command, outcome: &Outcome) {
        if matches!(outcome.answer, Answer::Refused(Refusal::Halted | Refusal::Clock)) {
            return;
        }
        let now = self.clock.advance(&self.decisions, at);
        match outcome.answer {
            Answer::Halted => {
                if let Command::Restart { lost } = command {
                    self.halted = Some(self.journal.lost(lost));
                }
                return;
            }
            Answer::Recovered { term, .. } => self.recovered(term, &command),
            Answer::Granted { fence, .. } => self.last_grant = self.last_grant.max(fence.grant),
            _ => {}
        }
        if self.facts.record(&self.settings, &self.decisions, now, &command, outcome) {
            self.journal.push(now, command, outcome.clone());
        }
    }

    /// The decisions that this situation was folded under, and what the fold has read of them: a decision can shape
    /// what a step leaves behind (D18, where a run is queued again) without showing in that step's outcome.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// What the fold has read: the reads of [`Situation::decisions`].
    pub fn reads(&self) -> ReadSet {
        self.decisions.reads()
    }

    /// How long before the outside's instant `at` the last command was, in ms: a clock that is then stepped back by no
    /// more than this is not behind (D38).
    pub fn since_last(&self, at: Millis) -> Millis {
        self.clock.lead(at)
    }

    /// The control plane's time at the outside's instant `at`, in ms (D38).
    pub fn time(&self, at: Millis) -> Millis {
        self.clock.reading(at)
    }

    /// The facts seen at an instant of the control plane's time, in ms.
    pub(super) fn moment<'a>(&'a self, decisions: &'a Decisions, now: Millis) -> Moment<'a> {
        let next_fence = Fence { term: self.term, grant: self.last_grant.saturating_add(1) };
        Moment { facts: &self.facts, settings: &self.settings, decisions, now, next_fence }
    }
}

impl Clone for Situation {
    fn clone(&self) -> Situation {
        Situation {
            settings: Arc::clone(&self.settings),
            decisions: self.decisions.clone(),
            clock: self.clock,
            term: self.term,
            last_grant: self.last_grant,
            halted: self.halted,
            facts: self.facts.clone(),
            journal: self.journal.clone(),
        }
    }

    fn clone_from(&mut self, source: &Situation) {
        if !Arc::ptr_eq(&self.settings, &source.settings) {
            self.settings = Arc::clone(&source.settings);
        }
        self.decisions = source.decisions.clone();
        self.clock = source.clock;
        self.term = source.term;
        self.last_grant = source.last_grant;
        self.halted = source.halted;
        self.facts.clone_from(&source.facts);
        self.journal = source.journal.clone();
    }
}
