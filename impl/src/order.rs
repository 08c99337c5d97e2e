//! Which tenant's run goes next (D16).
//!
//! Up to [`SCAN`] tenants are looked at one by one at each claim. Beyond that an index keeps a key for each tenant with a
//! run that can start: what happens to a tenant only marks it, and the next claim finds its key anew, so a claim costs
//! a few steps for each tenant that something happened to since the last.

use crate::minima::Minima;
use crate::plane::ControlPlane;
use crate::queue::Costs;
use crate::runs::NONE;
use crate::tenants::Tenant;
use spec::decisions::{CapGate, ChargePoint, ExpiryEffect, HeadOfLine, QuotaHold, TenantOrder};
use spec::{Credits, ReadSet};

/// Up to this many tenants there is no index.
pub(crate) const SCAN: usize = 16;

/// The index over many tenants. It can be found anew from the rest of the state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Order {
    /// By tenant; [`u64::MAX`] for one whose runs cannot start.
    keys: Minima<u64>,
    /// Tenants whose keys are to be found anew.
    marked: Vec<u32>,
    is_marked: Vec<bool>,
    /// Tenants that were charged in the fixed window of now: its end changes what they can start.
    spenders: Vec<u32>,
    /// Decisions that the keys rest on.
    reads: ReadSet,
}

impl Order {
    /// An index for this many tenants, or none for a few.
    pub(crate) fn reset(&mut self, tenants: usize, scan: usize) {
        self.keys.clear();
        self.marked.clear();
        self.is_marked.clear();
        self.spenders.clear();
        if tenants > scan {
            self.keys.refill((0..tenants).map(|_| u64::MAX));
            self.is_marked.resize(tenants, false);
        }
    }

    fn is_on(&self) -> bool {
        !self.is_marked.is_empty()
    }

    /// Something happened to a tenant that may change whether its runs can start.
    #[inline]
    pub(crate) fn touch(&mut self, tenant: usize) {
        if let Some(marked) = self.is_marked.get_mut(tenant)
            && !*marked
        {
            *marked = true;
            self.marked.push(tenant as u32);
        }
    }

    /// A tenant's first charge of a fixed window.
    pub(crate) fn spends(&mut self, tenant: usize) {
        if self.is_on() {
            self.spenders.push(tenant as u32);
        }
    }

    /// A fixed window ended.
    pub(crate) fn window_ended(&mut self) {
        let mut spenders = std::mem::take(&mut self.spenders);
        for tenant in spenders.drain(..) {
            self.touch(tenant as usize);
        }
        self.spenders = spenders;
    }
}

impl ControlPlane {
    /// The run that a grant would go to now.
    pub(crate) fn next_run(&mut self) -> Option<u32> {
        if self.state.order.is_on() && self.index_holds() { self.next_run_indexed() } else { self.next_run_scanned() }
    }

    /// Whether what can start hangs on nothing that passes unmarked: the deadlines of D23 uncounted do.
    fn index_holds(&self) -> bool {
        !self.any_due(self.clock.last)
            || match self.decisions.expiry_effect() {
                ExpiryEffect::Uncounted => false,
                ExpiryEffect::AtSweep | ExpiryEffect::AtDeadline | ExpiryEffect::Never => true,
            }
    }

    fn next_run_scanned(&mut self) -> Option<u32> {
        let mut found: Option<(usize, u32)> = None;
        for tenant in 0..self.state.tenants.len() {
            let Some(run) = self.candidate(tenant) else { continue };
            found = match found {
                Some(earlier) if !self.goes_before((tenant, run), earlier) => Some(earlier),
                Some(_) | None => Some((tenant, run)),
            };
        }
        found.map(|(_, run)| run)
    }

    /// D16: whether a tenant's first run goes before that of one with a lower id.
    fn goes_before(&self, one: (usize, u32), lower: (usize, u32)) -> bool {
        self.rank(one) < self.rank(lower)
    }

    /// D16: the least goes first, and of equals that of the lowest tenant.
    fn rank(&self, (tenant, run): (usize, u32)) -> u64 {
        match self.decisions.tenant_order() {
            TenantOrder::RoundRobin => u64::from(tenant < self.first_in_turn()),
            TenantOrder::Fifo => self.state.runs.entry(run),
            TenantOrder::LeastHeld => u64::from(self.state.tenants[tenant].held),
        }
    }

    /// D16 round-robin: where the turn begins, the tenant after the last granted one.
    fn first_in_turn(&self) -> usize {
        self.state.last_granted.map_or(0, |tenant| tenant.0 as usize + 1)
    }

    fn next_run_indexed(&mut self) -> Option<u32> {
        self.noted = self.noted.union(self.decisions.reads());
        self.decisions.forget_reads();
        while let Some(tenant) = self.state.order.marked.pop() {
            let tenant = tenant as usize;
            self.state.order.is_marked[tenant] = false;
            let key = match self.candidate(tenant) {
                None => u64::MAX,
                Some(run) => match self.decisions.tenant_order() {
                    // The turn passes on with each grant: it is where the search begins.
                    TenantOrder::RoundRobin => 0,
                    TenantOrder::Fifo | TenantOrder::LeastHeld => self.rank((tenant, run)),
                },
            };
            self.state.order.keys.set(tenant, key);
        }
        let order = &mut self.state.order;
        order.reads = order.reads.union(self.decisions.reads());
        self.noted = self.noted.union(order.reads);
        let keys = &self.state.order.keys;
        let least = keys.least();
        if least == u64::MAX {
            return None;
        }
        let tenant = match self.decisions.tenant_order() {
            TenantOrder::RoundRobin => {
                let can_start = |key| key != u64::MAX;
                keys.first_from(self.first_in_turn(), can_start).or_else(|| keys.first_from(0, can_start))
            }
            TenantOrder::Fifo | TenantOrder::LeastHeld => keys.first_from(0, |key| key == least),
        };
        self.candidate(tenant?)
    }

    /// A tenant's first run that can start now, but for the slot.
    fn candidate(&mut self, tenant: usize) -> Option<u32> {
        let head = self.state.tenants[tenant].queue.head()?;
        if self.is_blocked(tenant) {
            return None;
        }
        let within_cap = self.is_below_cap(tenant)
            || match self.decisions.cap_gate() {
                CapGate::AtClaim | CapGate::AtSubmit => false,
                // D08: judged at the submit and not again.
                CapGate::AtSubmitOnly => true,
            };
        if within_cap { self.first_affordable(tenant, head) } else { None }
    }

    /// The first queued run whose need of credit is met (D17 skip), or the head if its is (strict).
    fn first_affordable(&mut self, tenant: usize, head: u32) -> Option<u32> {
        let row = &self.state.tenants[tenant];
        let Some(quota) = self.in_force(row.quota) else { return Some(head) };
        let room = quota.saturating_sub(self.spent(tenant));
        let run = &self.state.runs.row[head as usize];
        // What meets the strictest reading needs none of the decisions.
        let strictest = if run.parked { room.saturating_sub(row.most_reserved()) } else { room };
        if Credits::from(run.cost) <= strictest {
            return Some(head);
        }
        let limits = self.limits(tenant, room);
        let runs = &self.state.runs.row;
        let queue = &mut self.state.tenants[tenant].queue;
        queue.prepare(runs);
        let first = queue.first(limits, runs)?;
        if first == head {
            return Some(head);
        }
        match self.decisions.head_of_line() {
            HeadOfLine::Skip => Some(first),
            HeadOfLine::Strict => None,
        }
    }

    /// Up to which cost a queued run of each kind can start with this much room below the quota.
    fn limits(&self, tenant: usize, room: Credits) -> Costs {
        let clamp = |credits: Credits| u32::try_from(credits.max(0)).unwrap_or(NONE);
        let Tenant { queued_fresh, queued_charged, parked, .. } = self.state.tenants[tenant];
        let mut limits = Costs { fresh: NONE, charged: NONE, parked: 0 };
        if queued_fresh > 0 && self.needs_credit() {
            limits.fresh = clamp(room);
        }
        if queued_charged > 0 && self.charges_again() && !self.ignores_credit() {
            limits.charged = clamp(room);
        }
        if parked > 0 {
            limits.parked = clamp(room.saturating_sub(self.reserved(tenant)));
        }
        limits
    }

    /// Whether a grant of a run that was never charged, and is not parked, needs credit (D02, D11).
    fn needs_credit(&self) -> bool {
        match self.decisions.charge_point() {
            ChargePoint::Claim => !self.ignores_credit(),
            ChargePoint::Submit => false,
            ChargePoint::Completion => match self.decisions.quota_hold() {
                QuotaHold::Recheck => true,
                QuotaHold::Reserve | QuotaHold::Neither => false,
            },
        }
    }

    /// D11 neither: no claim looks at credit.
    pub(crate) fn ignores_credit(&self) -> bool {
        match self.decisions.quota_hold() {
            QuotaHold::Reserve | QuotaHold::Recheck => false,
            QuotaHold::Neither => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::small_settings;
    use spec::{DecisionId, Decisions, Settings};

    fn plane(tenants: usize, options: &[(&str, &str)]) -> ControlPlane {
        let mut decisions = Decisions::default();
        for (name, option) in options {
            let decision = DecisionId::find(name).unwrap();
            decisions.set(decision, decision.option(option).unwrap()).unwrap();
        }
        let settings = Settings { pool: 9, ..small_settings(tenants) };
        ControlPlane::new(&settings, &decisions).unwrap()
    }

    fn told(plane: &mut ControlPlane, story: &str) -> Vec<String> {
        let steps = story.split(',').map(|step| step.trim().split_once(' ').unwrap());
        steps.map(|(at, command)| plane.apply(at.parse().unwrap(), command.parse().unwrap()).to_string()).collect()
    }

    #[test]
    fn an_index_is_kept_of_more_tenants_than_are_looked_at_one_by_one() {
        let kept = [SCAN - 1, SCAN, SCAN + 1].map(|tenants| plane(tenants, &[]).state.order.is_on());
        assert_eq!(kept, [false, false, true]);
        let mut few = plane(SCAN, &[]);
        told(&mut few, "0 submit a/1 cost 1, 0 claim w1, 0 fail w1 fence 1.1");
        assert_eq!((few.state.order.marked.len(), few.state.order.spenders.len()), (0, 0), "nothing is noted of few");
    }

    #[test]
    fn a_claim_finds_anew_the_keys_of_those_tenants_alone_that_something_happened_to() {
        let mut many = plane(SCAN + 1, &[]);
        told(&mut many, "0 submit a/1 cost 1, 0 submit a/2 cost 1, 0 submit c/1 cost 1");
        assert_eq!(many.state.order.marked, [0, 2], "each once");
        assert_eq!(told(&mut many, "0 claim w1"), ["granted a/1 fence 1.1 until 5, charged 1"]);
        assert_eq!(many.state.order.marked, [0], "the keys were found, and the grant is what happened since");
        assert_eq!(many.state.order.spenders, [0]);
        assert_eq!(told(&mut many, "10 claim w2"), ["granted c/1 fence 1.2 until 15, charged 1"]);
        assert_eq!(many.state.order.spenders, [2], "a window ended");
    }

    #[test]
    fn a_claim_asks_the_index_though_a_lease_is_due() {
        let mut many = plane(SCAN + 1, &[]);
        let outcomes = told(&mut many, "0 submit a/1 cost 1, 0 claim w1, 5 submit c/1 cost 1, 5 claim w2");
        assert_eq!(outcomes[3], "granted c/1 fence 1.2 until 10, charged 1");
        assert_eq!(many.state.order.marked, [2], "the keys were found, and the grant is what happened since");
    }

    #[test]
    fn d23_uncounted_a_deadline_that_passes_frees_the_cap_unmarked_by_the_index() {
        let story = "0 submit a/1 cost 1, 0 claim w1, 1 submit b/1 cost 1, 1 claim w2, 1 submit b/2 cost 1, \
            1 claim w3, 1 submit a/2 cost 1, 1 submit b/3 cost 1, 4 claim w4, 5 claim w4, 5 claim w5, 6 claim w5";
        let mut many = plane(SCAN + 1, &[("D23", "uncounted")]);
        let outcomes = told(&mut many, story);
        let expected = [
            "idle nothing-eligible",
            "granted a/2 fence 1.4 until 10, charged 1",
            "idle nothing-eligible",
            "granted b/3 fence 1.5 until 11, charged 1",
        ];
        assert_eq!(outcomes[8..], expected);
    }
}
