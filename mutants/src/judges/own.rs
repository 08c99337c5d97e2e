//! Wrong judges with a rule of their own.

use oracle::invariants::{Facts, Invariant, InvariantId, NewGrant, Report, Step};
use spec::{Answer, Idle};

/// A judge of new grants.
pub struct OfGrants {
    /// The invariant that it stands in for.
    pub of: InvariantId,
    /// Whether this grant is broken.
    pub broken: fn(&Facts, NewGrant) -> bool,
}

impl Invariant for OfGrants {
    fn id(&self) -> InvariantId {
        self.of
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        if let Some(grant) = step.new_grant(facts).filter(|grant| (self.broken)(facts, *grant)) {
            report.broken(format!("{} was granted under fence {}", grant.run, grant.fence));
        }
    }
}

/// A judge that takes every refusal for a leak.
pub struct OfRefusals;

impl Invariant for OfRefusals {
    fn id(&self) -> InvariantId {
        InvariantId::I3
    }

    fn judge_answer(&self, _: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        if step.answer == Answer::Idle(Idle::NoSlot) {
            report.broken("a worker was told that no slot is free".to_owned());
        }
    }
}

/// Whether the tenant was over its cap before this grant: the grant itself is not counted.
pub fn over_cap_before(facts: &Facts, grant: NewGrant) -> bool {
    facts.cap(grant.run.tenant).is_some_and(|cap| facts.held(grant.run.tenant) > cap)
}

/// Whether this grant brings the tenant to its cap, which it may do.
pub fn reaches_cap(facts: &Facts, grant: NewGrant) -> bool {
    facts.cap(grant.run.tenant).is_some_and(|cap| facts.held(grant.run.tenant) + 1 >= cap)
}

/// Whether live leases alone are more than the slots: those that rest are not counted.
pub fn more_leases_than_slots(facts: &Facts, _: NewGrant) -> bool {
    facts.live() + 1 > facts.slots()
}

/// Whether the fence is lower than itself.
pub fn lower_than_itself(_: &Facts, grant: NewGrant) -> bool {
    let highest = grant.fence;
    grant.fence < highest
}
