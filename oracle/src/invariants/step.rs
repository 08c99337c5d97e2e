//! One step as an outsider sees it, and what an invariant is.

use super::facts::Facts;
use super::id::{InvariantId, Violation};
use spec::{
    Answer, Command, Credits, Decisions, Ended, Fence, Millis, Outcome, Refusal, RunId, Settings, Shed, WorkerId,
};
use std::sync::Arc;

/// What is known beforehand: the settings and the decisions.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) settings: Arc<Settings>,
    pub(super) decisions: Decisions,
}

impl Clone for Rules {
    fn clone(&self) -> Rules {
        Rules { settings: Arc::clone(&self.settings), decisions: self.decisions.clone() }
    }

    fn clone_from(&mut self, source: &Rules) {
        if !Arc::ptr_eq(&self.settings, &source.settings) {
            self.settings = Arc::clone(&source.settings);
        }
        self.decisions = source.decisions.clone();
    }
}

/// A command, its outcome, and the instant at which it took effect.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// The control plane's time, in ms, as it follows from the commands' instants (D38).
    pub now: Millis,
    /// What was asked.
    pub command: Command,
    /// What was answered.
    pub answer: Answer,
    /// Credits charged in this step.
    pub charged: Credits,
    /// Credits refunded in this step, in all.
    pub refunded: Credits,
    /// Whether the answer is said to be an earlier one again.
    pub repeated: bool,
    /// The leases that ended, in order.
    pub ended: &'a [Ended],
    /// The run that was shed.
    pub shed: Option<Shed>,
    /// How many acknowledged records this recovery lost; 0 in any other step.
    pub lost: usize,
    pub(super) rules: &'a Rules,
}

/// A lease that was given in a step and not before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewGrant {
    /// The run.
    pub run: RunId,
    /// The worker.
    pub worker: WorkerId,
    /// Its fence.
    pub fence: Fence,
    /// When it expires, unless renewed.
    pub deadline: Millis,
}

impl<'a> Step<'a> {
    pub(super) fn new(now: Millis, command: Command, outcome: &'a Outcome, lost: usize, rules: &'a Rules) -> Step<'a> {
        Step {
            now,
            command,
            answer: outcome.answer,
            charged: outcome.charged,
            refunded: outcome.refunded,
            repeated: outcome.repeated,
            ended: &outcome.ended,
            shed: outcome.shed,
            lost,
            rules,
        }
    }

    /// The decisions in force; reading one is noted.
    pub fn decisions(&self) -> &'a Decisions {
        &self.rules.decisions
    }

    /// The settings in force.
    pub fn settings(&self) -> &'a Settings {
        &self.rules.settings
    }

    /// The lease that this step gives. An answer that is said to repeat an earlier one gives none only if what it
    /// repeats is still live: saying so does not make it so (D20).
    pub fn new_grant(&self, facts: &Facts) -> Option<NewGrant> {
        match (self.command, self.answer) {
            (Command::Claim { worker }, Answer::Granted { run, fence, deadline })
                if !(self.repeated && facts.is_live(run, fence)) =>
            {
                Some(NewGrant { run, worker, fence, deadline })
            }
            _ => None,
        }
    }

    /// The run that the command names, or that it was answered with.
    pub fn run(&self) -> Option<RunId> {
        match (self.command, self.answer) {
            (Command::Submit { run, .. } | Command::Cancel { run } | Command::Complete { run, .. }, _)
            | (_, Answer::Granted { run, .. }) => Some(run),
            _ => None,
        }
    }

    /// Whether what was charged is the fee of a refused submit (D04).
    pub fn is_fee(&self) -> bool {
        matches!((self.command, self.answer), (Command::Submit { .. }, Answer::Refused(_)))
    }

    /// Whether this refused completion cancelled its run, as D34 refuse has it: the run was held under that fence, and
    /// its cancel had been asked for.
    pub(super) fn cancels_by_completion(&self, facts: &Facts) -> bool {
        match (self.command, self.answer) {
            (Command::Complete { run, fence, .. }, Answer::Refused(Refusal::Cancelled)) => {
                facts.run(run).is_some_and(|run| run.cancel_requested && run.newest == Some(fence))
            }
            _ => false,
        }
    }

    /// Whether the step applied the completion of this run.
    pub fn applies(&self, run: RunId) -> bool {
        matches!((self.command, self.answer), (Command::Complete { run: named, .. }, Answer::Applied) if named == run)
    }

    /// Refunds that no end and no shed run accounts for: they go to the run that the command names (D05).
    pub fn refunded_apart(&self) -> Credits {
        let shed = self.shed.map_or(0, |shed| shed.refunded);
        self.ended.iter().fold(self.refunded.saturating_sub(shed), |rest, end| rest.saturating_sub(end.refunded))
    }
}

/// One invariant. A step is judged as it unfolds: first each lease that ends, in order, then the run that is shed, then
/// the answer; each time against the facts as they stand just before that.
#[allow(unused_variables, reason = "an invariant that does not judge a part of a step says nothing of it")]
pub trait Invariant: Sync {
    /// Which one it is.
    fn id(&self) -> InvariantId;

    /// Judges one end of a lease.
    fn judge_end(&self, facts: &Facts, step: &Step<'_>, end: &Ended, report: &mut Report<'_>) {}

    /// Judges the shedding of a run (D14).
    fn judge_shed(&self, facts: &Facts, step: &Step<'_>, shed: &Shed, report: &mut Report<'_>) {}

    /// Judges the answer, and what was charged.
    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {}
}

/// Where an invariant reports to.
pub struct Report<'a> {
    pub(super) invariant: InvariantId,
    pub(super) violations: &'a mut Vec<Violation>,
}

impl Report<'_> {
    /// The invariant is broken.
    pub fn broken(&mut self, message: String) {
        self.violations.push(Violation { invariant: self.invariant, message });
    }
}
