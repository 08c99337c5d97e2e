//! I8 final: what was said to have ended stays ended, and what was lost is said to be lost.
//!
//! After a run completed, failed, was cancelled or was shed (under D13 repeat-refusal: also after it was rejected), it
//! is not queued, granted, requeued, renewed, or brought to another such end. Repeated answers are no news. A lease that
//! D28 keeps-slot keeps may be renewed. A recovery that lost acknowledged records raises an alarm, at the latest when an
//! operator acknowledges a halt.

use super::facts::{Facts, RunFacts};
use super::id::InvariantId;
use super::step::{Invariant, Report, Step};
use spec::decisions::{CompletionReleases, RefusedResubmit};
use spec::{Answer, Command, Ended, Fate, Shed, Status};

/// I8.
pub(super) struct Final;

impl Invariant for Final {
    fn id(&self) -> InvariantId {
        InvariantId::I8
    }

    fn judge_end(&self, facts: &Facts, step: &Step<'_>, end: &Ended, report: &mut Report<'_>) {
        let Some(run) = facts.run(end.run) else { return };
        match end.fate {
            Fate::Requeued => judge_going_on(run, step, "queued again", report),
            Fate::Failed => judge_end_again(run, Status::Failed, report),
            Fate::Cancelled => judge_end_again(run, Status::Cancelled, report),
            Fate::Completed if !step.applies(end.run) => judge_end_again(run, Status::Completed, report),
            Fate::Completed | Fate::AlreadyFinal => {}
        }
    }

    fn judge_shed(&self, facts: &Facts, _: &Step<'_>, shed: &Shed, report: &mut Report<'_>) {
        if let Some(run) = facts.run(shed.run) {
            judge_end_again(run, Status::Shed, report);
        }
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        match (step.command, step.answer) {
            (Command::Submit { run, .. }, Answer::Queued { .. }) if !step.repeated => {
                if let Some(run) = facts.run(run) {
                    judge_going_on(run, step, "queued", report);
                }
            }
            (Command::Claim { .. }, Answer::Granted { .. }) => {
                if let Some(grant) = step.new_grant(facts)
                    && let Some(run) = facts.run(grant.run)
                {
                    judge_going_on(run, step, "granted", report);
                }
            }
            (Command::Heartbeat { worker, fence }, Answer::Renewed { .. }) => {
                if let Some(place) = facts.lease_of_worker(worker, fence)
                    && let Some(run) = facts.run(facts.leases[place].run)
                    && run.is_final()
                    && step.decisions().completion_releases() == CompletionReleases::Releases
                {
                    judge_going_on(run, step, "renewed", report);
                }
            }
            (Command::Complete { run, .. }, Answer::Applied) => {
                if let Some(run) = facts.run(run) {
                    judge_end_again(run, Status::Completed, report);
                }
            }
            (Command::Cancel { run }, Answer::Cancelled) => {
                if let Some(run) = facts.run(run) {
                    judge_end_again(run, Status::Cancelled, report);
                }
            }
            (Command::Restart { .. } | Command::Acknowledge, Answer::Recovered { alarm: false, .. })
                if step.lost > 0 =>
            {
                report.broken(format!("{} acknowledged records were lost, and no alarm was raised", step.lost));
            }
            _ => {}
        }
    }
}

/// A run that has come to its end does not go on.
fn judge_going_on(run: &RunFacts, step: &Step<'_>, word: &str, report: &mut Report<'_>) {
    let Some(status) = run.status else { return };
    let is_final = status.is_terminal()
        || (status == Status::Rejected && step.decisions().refused_resubmit() == RefusedResubmit::RepeatRefusal);
    if is_final {
        report.broken(format!("{} was {word} after it was {status}", run.id));
    }
}

/// A run that has come to its end comes to no other. (To the same one again: a completion applied twice is I5's.)
fn judge_end_again(run: &RunFacts, end: Status, report: &mut Report<'_>) {
    if let Some(status) = run.status.filter(|status| status.is_terminal() && *status != end) {
        report.broken(format!("{} was {end} after it was {status}", run.id));
    }
}
