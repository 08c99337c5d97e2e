//! I4 exclusive: a new grant finds its run without a live lease, and its worker without one too.
//!
//! What repeats a live lease is no new grant (D20 repeat-lease), and a forfeited lease has ended before the grant.

use super::facts::Facts;
use super::id::InvariantId;
use super::step::{Invariant, Report, Step};

/// I4.
pub(super) struct Exclusive;

impl Invariant for Exclusive {
    fn id(&self) -> InvariantId {
        InvariantId::I4
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        let Some(grant) = step.new_grant(facts) else { return };
        let (run, worker, fence) = (grant.run, grant.worker, grant.fence);
        if let Some(lease) = facts.leases.iter().find(|lease| lease.run == run) {
            let (holder, held) = (lease.worker, lease.fence);
            report.broken(format!(
                "{run} was granted to {worker} under fence {fence} while {holder} held it under {held}"
            ));
        }
        if let Some(lease) = facts.leases.iter().find(|lease| lease.worker == worker) {
            let (other, held) = (lease.run, lease.fence);
            report.broken(format!("{worker} was granted {run} under fence {fence} while it held {other} under {held}"));
        }
    }
}
