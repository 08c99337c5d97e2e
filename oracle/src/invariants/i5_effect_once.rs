//! I5 effect-once: a run's completion is applied at most once.
//!
//! Answers that acknowledge or report a completion again (D31) apply nothing. An application that only lost records
//! spoke of is no longer a fact once the recovery said so (I8).

use super::facts::Facts;
use super::id::InvariantId;
use super::step::{Invariant, Report, Step};
use spec::{Answer, Command};

/// I5.
pub(super) struct EffectOnce;

impl Invariant for EffectOnce {
    fn id(&self) -> InvariantId {
        InvariantId::I5
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        let (Command::Complete { run, fence, .. }, Answer::Applied) = (step.command, step.answer) else { return };
        if facts.run(run).is_some_and(|run| run.applied) {
            report.broken(format!("the completion of {run} was applied a second time, under fence {fence}"));
        }
    }
}
