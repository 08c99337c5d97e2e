//! I6 fenced: nothing is renewed, failed, released or applied except under its run's newest fence, and the fence of
//! each new grant exceeds every earlier one.
//!
//! A completion is applied to the run that it names; a late one may find its lease ended (D29), as long as nobody was
//! granted the run since. What is renewed, failed or released is a live lease: under the fence of a lease that has
//! ended there is nothing to renew, and what was ended instead is not under that fence. Records that were lost with an
//! alarm take their grants with them, but never the highest fence.

use super::facts::Facts;
use super::id::InvariantId;
use super::silence::is_due;
use super::step::{Invariant, Report, Step};
use spec::{Answer, Command, Ended, Fate, Fence, RunId};

/// I6.
pub(super) struct Fenced;

impl Invariant for Fenced {
    fn id(&self) -> InvariantId {
        InvariantId::I6
    }

    fn judge_end(&self, facts: &Facts, step: &Step<'_>, end: &Ended, report: &mut Report<'_>) {
        if let (Command::Complete { run, fence, .. }, Answer::Applied) = (step.command, step.answer)
            && end.fate == Fate::Completed
            && end.run != run
        {
            report.broken(format!("{} was completed under fence {fence}, which is {run}'s", end.run));
        }
        let Some((word, fence)) = word_of(step) else { return };
        let Some(place) = facts.lease_place(end.run, end.fence) else {
            if end.fence == fence {
                report.broken(format!("{} was {word} under fence {fence}, whose lease had ended", end.run));
            }
            return;
        };
        if end.fence == fence {
            judge_newest(facts, end.run, fence, word, report);
        } else if !is_due(step, &facts.leases[place]) {
            let (run, held) = (end.run, end.fence);
            report.broken(format!("the lease of {run} under fence {held} was {word} under fence {fence}"));
        }
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        match (step.command, step.answer) {
            (Command::Claim { .. }, Answer::Granted { .. }) => {
                if let Some(grant) = step.new_grant(facts)
                    && grant.fence <= facts.highest
                {
                    let (run, fence, highest) = (grant.run, grant.fence, facts.highest);
                    report.broken(format!("{run} was granted under fence {fence}; {highest} was granted before"));
                }
            }
            (Command::Complete { run, fence, .. }, Answer::Applied) => {
                judge_newest(facts, run, fence, "applied", report);
            }
            (Command::Heartbeat { worker, fence }, Answer::Renewed { .. }) => {
                match facts.lease_of_worker(worker, fence) {
                    Some(place) => judge_newest(facts, facts.leases[place].run, fence, "renewed", report),
                    None => report.broken(format!("{worker} was renewed under fence {fence}, which has no live lease")),
                }
            }
            (Command::Fail { worker, fence } | Command::Release { worker, fence }, _) => {
                if let Some((word, _)) = word_of(step)
                    && !step.ended.iter().any(|end| end.fence == fence)
                {
                    report.broken(format!("{worker} was told {word} under fence {fence}, but no such lease ended"));
                }
            }
            _ => {}
        }
    }
}

/// What was accepted under which fence, where that ends the fence's own lease.
fn word_of(step: &Step<'_>) -> Option<(&'static str, Fence)> {
    match (step.command, step.answer) {
        (Command::Fail { fence, .. }, Answer::Failed) => Some(("failed", fence)),
        (Command::Release { fence, .. }, Answer::Released) => Some(("released", fence)),
        _ => None,
    }
}

fn judge_newest(facts: &Facts, run: RunId, fence: Fence, word: &str, report: &mut Report<'_>) {
    match facts.run(run).and_then(|run| run.newest) {
        Some(newest) if newest == fence => {}
        Some(newest) => report.broken(format!("{run} was {word} under fence {fence}; its newest is {newest}")),
        None => report.broken(format!("{run} was {word} under fence {fence}, though it was never granted")),
    }
}
