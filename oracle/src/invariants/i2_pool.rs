//! I2 pool: right after a new grant, live leases and resting slots are no more than the slots present and usable.
//!
//! A pool that shrank below what is in use breaks nothing by itself (D21); only the next grant is judged. A lease past
//! its deadline is live, and occupies its slot, until it ends. Slots that warm up count by D19.

use super::facts::Facts;
use super::id::{InvariantId, Ordinal};
use super::limits::short_of_slots;
use super::step::{Invariant, Report, Step};

/// I2.
pub(super) struct Pool;

impl Invariant for Pool {
    fn id(&self) -> InvariantId {
        InvariantId::I2
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        let Some(grant) = step.new_grant(facts) else { return };
        if let Some(slots) = short_of_slots(step, facts, facts.occupied() + 1) {
            let (run, live, resting) = (grant.run, Ordinal(facts.leases.len() as i64 + 1), facts.pool.resting());
            report.broken(format!(
                "{run} was granted as the {live} live lease, with {resting} slots resting; the pool has {slots} \
                 usable slots"
            ));
        }
    }
}
