//! I1 cap: right after a new grant its tenant has no more live leases than its cap.
//!
//! A cap that was lowered below what is held breaks nothing by itself (D21); only the next grant is judged. Under D27
//! pool-and-cap the tenant's resting slots count like live leases. A cap of 0 is no cap under D09 unlimited.

use super::facts::Facts;
use super::id::{InvariantId, Ordinal};
use super::limits::{OverCap, over_cap};
use super::step::{Invariant, Report, Step};

/// I1.
pub(super) struct Cap;

impl Invariant for Cap {
    fn id(&self) -> InvariantId {
        InvariantId::I1
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        let Some(grant) = step.new_grant(facts) else { return };
        let Some(tenant) = facts.tenant(grant.run.tenant) else { return };
        let live = tenant.live + 1;
        let (run, name, cap) = (grant.run, grant.run.tenant, tenant.cap);
        match over_cap(step, tenant, live) {
            None => {}
            Some(OverCap::Live) => {
                let count = Ordinal(live);
                report.broken(format!("{run} was granted as tenant {name}'s {count} live lease; its cap is {cap}"));
            }
            Some(OverCap::WithResting) => {
                let (count, resting) = (Ordinal(live), tenant.resting);
                report.broken(format!(
                    "{run} was granted as tenant {name}'s {count} live lease while {resting} of its slots rested; \
                     its cap is {cap}"
                ));
            }
        }
    }
}
