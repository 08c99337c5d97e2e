//! The control plane: one command, one atomic step, one outcome.
//!
//! [`ControlPlane::apply`] judges a halt (D37) and the clock (D38) before all else (R13), lets time pass, ends what is due
//! (D23 at-deadline), and hands the command to the part that knows it. A step that changed anything leaves one record in
//! the journal, and carrying the records out again leads to the same state, which is how a restart recovers it.

use crate::clock::Clock;
use crate::journal::Journal;
use crate::state::State;
use spec::decisions::ExpiryEffect;
use spec::{Answer, BadSettings, Command, Decisions, Fence, Millis, Outcome, ReadSet, Refusal, Settings};
use std::sync::Arc;

/// A control plane: the state, the rules that [`Decisions`] settle, and the journal that survives a restart.
///
/// Two are equal when they answer every later command alike and show the same view; which decisions their last step read
/// does not matter.
#[derive(Debug)]
pub struct ControlPlane {
    pub(crate) setup: Arc<Settings>,
    pub(crate) decisions: Decisions,
    /// The decisions that the last step read.
    reads: ReadSet,
    /// Reads of this step that the decisions have not noted, or not any more.
    pub(crate) noted: ReadSet,
    pub(crate) clock: Clock,
    pub(crate) term: u32,
    /// The number of the last grant.
    pub(crate) grants: u64,
    /// After a loss (D37 halt): how many records are to be dropped when an operator accepts it.
    pub(crate) halted: Option<u32>,
    pub(crate) state: State,
    pub(crate) journal: Journal,
    /// Whether this step leaves a record.
    pub(crate) changed: bool,
    /// Up to how many tenants are looked at one by one.
    pub(crate) scan: usize,
    /// Room for sorting what is due; empty between steps.
    pub(crate) due_buffer: Vec<(Millis, Fence, u32)>,
}

impl ControlPlane {
    /// A new control plane at instant 0, all slots warm.
    ///
    /// # Errors
    ///
    /// Settings that no control plane can have, see [`Settings::validate`].
    pub fn new(settings: &Settings, decisions: &Decisions) -> Result<ControlPlane, BadSettings> {
        settings.validate()?;
        Ok(ControlPlane::build(settings, decisions))
    }

    /// With settings that no control plane can have it is a useless one, but does not panic.
    pub(crate) fn build(settings: &Settings, decisions: &Decisions) -> ControlPlane {
        let window = settings.window.max(1);
        let mut plane = ControlPlane {
            setup: Arc::new(Settings { window, ..settings.clone() }),
            decisions: decisions.clone(),
            reads: ReadSet::default(),
            noted: ReadSet::default(),
            clock: Clock::default(),
            term: 1,
            grants: 0,
            halted: None,
            state: State::default(),
            journal: Journal::default(),
            changed: false,
            scan: crate::order::SCAN,
            due_buffer: Vec::new(),
        };
        plane.decisions.forget_reads();
        plane.state.reset(&plane.setup, plane.scan);
        plane
    }

    /// Carries out one command at its instant on the caller's clock, in ms (D38).
    ///
    /// Total: no input panics, and a refused command changes nothing but what a decision says it does.
    pub fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        self.decisions.forget_reads();
        self.noted = ReadSet::default();
        let outcome = self.admit(at, command);
        self.reads = self.noted.union(self.decisions.reads());
        outcome
    }

    /// The decisions that the last [`ControlPlane::apply`] read.
    pub fn reads(&self) -> ReadSet {
        self.reads
    }

    fn admit(&mut self, at: Millis, command: Command) -> Outcome {
        if self.halted.is_some() && command != Command::Acknowledge {
            return Outcome::refused(Refusal::Halted);
        }
        let recovery = matches!(command, Command::Restart { .. } | Command::Acknowledge);
        let Some(now) = self.tick(at, recovery) else {
            return Outcome::refused(Refusal::Clock);
        };
        self.changed = false;
        let grants = self.grants;
        let outcome = match command {
            Command::Restart { lost } => self.restart(now, lost),
            Command::Acknowledge => self.acknowledge(now),
            _ => self.step(now, command),
        };
        if self.changed {
            self.journal.push(now, self.term, grants, command);
        }
        outcome
    }

    /// Any command but the two that recover, with the clock at `now`.
    pub(crate) fn step(&mut self, now: Millis, command: Command) -> Outcome {
        self.advance(now);
        let mut outcome = Outcome::just(Answer::Swept);
        if self.any_due(now) {
            match self.decisions.expiry_effect() {
                ExpiryEffect::AtDeadline => self.end_due(now, &mut outcome),
                ExpiryEffect::AtSweep | ExpiryEffect::Uncounted | ExpiryEffect::Never => {}
            }
        }
        let out = &mut outcome;
        let answer = match command {
            Command::Submit { run, cost } => self.submit(now, run, cost, out),
            Command::Cancel { run } => self.cancel(now, run, out),
            Command::Claim { worker } => self.claim(now, worker, out),
            Command::Heartbeat { worker, fence } => self.heartbeat(now, worker, fence),
            Command::Complete { run, fence, result } => self.complete(now, run, fence, result, out),
            Command::Fail { worker, fence } => self.fail(now, worker, fence, out),
            Command::Release { worker, fence } => self.release(now, worker, fence, out),
            Command::SetCap { tenant, cap } => self.set_cap(now, tenant, cap, out),
            Command::SetQuota { tenant, quota } => self.set_quota(tenant, quota),
            Command::Resize { slots } => self.resize(now, slots, out),
            Command::Sweep => self.sweep(now, out),
            Command::Restart { .. } | Command::Acknowledge => Answer::Refused(Refusal::NothingToAcknowledge),
        };
        outcome.answer = answer;
        outcome
    }

    /// Lets time pass: windows end, slots get warm, rests end.
    #[inline]
    pub(crate) fn advance(&mut self, now: Millis) {
        self.advance_ledger(now);
        self.advance_pool(now);
    }
}

impl Clone for ControlPlane {
    fn clone(&self) -> ControlPlane {
        ControlPlane {
            setup: Arc::clone(&self.setup),
            decisions: self.decisions.clone(),
            reads: self.reads,
            noted: self.noted,
            clock: self.clock,
            term: self.term,
            grants: self.grants,
            halted: self.halted,
            state: self.state.clone(),
            journal: self.journal.clone(),
            changed: self.changed,
            scan: self.scan,
            due_buffer: Vec::new(),
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &ControlPlane) {
        // Settings and decisions never change, so those of one origin need no copy.
        if !Arc::ptr_eq(&self.setup, &source.setup) {
            self.setup = Arc::clone(&source.setup);
            self.decisions = source.decisions.clone();
            self.scan = source.scan;
        }
        self.reads = source.reads;
        self.clock = source.clock;
        self.term = source.term;
        self.grants = source.grants;
        self.halted = source.halted;
        self.state.clone_from(&source.state);
        self.journal.clone_from(&source.journal);
    }
}

impl spec::ControlPlane for ControlPlane {
    #[inline]
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        ControlPlane::apply(self, at, command)
    }

    fn reads(&self) -> ReadSet {
        ControlPlane::reads(self)
    }

    fn view(&self, at: Millis, view: &mut spec::View) -> bool {
        ControlPlane::view(self, at, view);
        true
    }
}

impl spec::Explorable for ControlPlane {
    fn start(settings: &Settings, decisions: &Decisions) -> ControlPlane {
        ControlPlane::build(settings, decisions)
    }
}
