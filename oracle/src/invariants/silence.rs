//! How a lease came to its end, as far as an outsider can tell: by its worker's word, lost in silence, or revoked.

use super::facts::Lease;
use super::step::Step;
use spec::decisions::{DeadlineInstant, ExpiryEffect};
use spec::{Answer, Command, Ended, Fate, Millis, Refusal};

/// How a lease ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// By its worker's word.
    Word,
    /// Expired, forfeited (D20) or ended by a restart (D36): its silence counts from this instant (D26).
    Lost {
        /// The deadline, or the end itself.
        since: Millis,
    },
    /// Taken away by a lowered limit (D21) or a cancel (D33), now.
    Revoked,
}

/// How this lease ended in this step.
pub(super) fn end_of(step: &Step<'_>, lease: &Lease, end: &Ended) -> End {
    let expired = End::Lost { since: lease.deadline };
    match (step.command, step.answer) {
        (Command::Fail { fence, .. }, Answer::Failed) | (Command::Release { fence, .. }, Answer::Released)
            if fence == lease.fence =>
        {
            End::Word
        }
        (Command::Complete { .. }, Answer::Applied) if end.fate == Fate::Completed => End::Word,
        // D34 refuse: the completion was the worker's word, unless the deadline had ended the lease before it. Under D30
        // accept it may have been an older worker's, as where it is applied.
        (Command::Complete { run, .. }, Answer::Refused(Refusal::Cancelled)) if run == lease.run => {
            if ended_when_due(step, lease) { expired } else { End::Word }
        }
        (Command::Restart { .. } | Command::Acknowledge, _) => End::Lost { since: step.now },
        (Command::Claim { .. }, _) => {
            End::Lost { since: if ended_before(step, lease) { lease.deadline } else { step.now } }
        }
        (Command::Cancel { run }, _) if run == lease.run => revoked(step, lease),
        (Command::SetCap { tenant, .. }, _) if tenant == lease.run.tenant => revoked(step, lease),
        (Command::Resize { .. }, _) => revoked(step, lease),
        _ => expired,
    }
}

fn revoked(step: &Step<'_>, lease: &Lease) -> End {
    if ended_when_due(step, lease) { End::Lost { since: lease.deadline } } else { End::Revoked }
}

/// Whether the lease is past its deadline (D22).
pub(super) fn is_due(step: &Step<'_>, lease: &Lease) -> bool {
    lease.deadline < step.now
        || (lease.deadline == step.now
            && match step.decisions().deadline_instant() {
                DeadlineInstant::Expired => true,
                DeadlineInstant::Alive => false,
            })
}

/// Whether the lease was past its deadline when the step began, and D23 at-deadline ended it for that.
fn ended_when_due(step: &Step<'_>, lease: &Lease) -> bool {
    lease.deadline <= step.now && deadlines_end(step) && is_due(step, lease)
}

/// The same, where an end at the deadline and one now come to the same instant.
fn ended_before(step: &Step<'_>, lease: &Lease) -> bool {
    lease.deadline < step.now && deadlines_end(step)
}

/// D23: whether a lease ends by its deadline alone.
fn deadlines_end(step: &Step<'_>) -> bool {
    match step.decisions().expiry_effect() {
        ExpiryEffect::AtDeadline => true,
        ExpiryEffect::AtSweep | ExpiryEffect::Uncounted | ExpiryEffect::Never => false,
    }
}
