//! Tenants: runs arrive whether or not earlier ones were answered; some are cancelled, some are submitted again.

use super::SimulatedWorld;
use super::channel::Party;
use super::entry::{Caller, Entry};
use spec::{Command, RunId, TenantId};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// How often an unanswered call is sent again before the tenant gives up on it.
const ATTEMPTS: u64 = 5;

/// One tenant.
#[derive(Debug, Clone, Default)]
pub(super) struct Tenant {
    /// The key of its last run.
    pub(super) key: u32,
    /// Its last call.
    pub(super) call: u64,
    /// Calls without an answer: what was asked, and how often.
    pub(super) open: BTreeMap<u64, (Command, u64)>,
}

impl SimulatedWorld {
    /// A tenant's next runs arrive, and the arrival after them is drawn.
    pub(super) fn arrival(&mut self, tenant: u32) {
        if self.calm.is_some() {
            return;
        }
        let dimensions = self.setup.dimensions;
        let flooding = tenant == 0 && dimensions.flood > 1;
        for _ in 0..dimensions.burst {
            self.counts.flood += u64::from(flooding);
            self.new_run(tenant);
        }
        let next = u64::from(self.tenants[tenant as usize].key);
        let mut draws = self.streams.arrivals.keyed(&[u64::from(tenant), next]).draws();
        let mean = if flooding { dimensions.arrival / dimensions.flood } else { dimensions.arrival };
        let gap = draws.between(0, mean.saturating_mul(2).saturating_mul(dimensions.burst)).max(1);
        self.agenda.enter(self.now.saturating_add(gap), Entry::Arrival { tenant });
    }

    /// What becomes of a run on its tenant's side is drawn from the run's identity.
    fn new_run(&mut self, tenant: u32) {
        let dimensions = self.setup.dimensions;
        let state = &mut self.tenants[tenant as usize];
        state.key = state.key.saturating_add(1);
        let run = RunId { tenant: TenantId(tenant), key: state.key };
        let mut draws = self.streams.arrivals.keyed(&[u64::from(tenant), u64::from(run.key), 1]).draws();
        let cost = draws.between(1, dimensions.cost);
        let submit = |cost: u64| Command::Submit { run, cost: NonZeroU32::new(cost as u32).unwrap_or(NonZeroU32::MIN) };
        self.say(tenant, submit(cost));
        if draws.chance(dimensions.cancel, 1_000) {
            let at = self.now.saturating_add(draws.between(0, dimensions.cancel_delay));
            self.agenda.enter(at, Entry::Say { tenant, command: Command::Cancel { run } });
        }
        if draws.chance(dimensions.resubmit, 1_000) {
            let at = self.now.saturating_add(draws.between(0, dimensions.arrival.saturating_mul(8)));
            let cost = if draws.chance(1, 4) { cost + 1 } else { cost };
            self.agenda.enter(at, Entry::Say { tenant, command: submit(cost) });
        }
    }

    /// A tenant asks for something, until it is answered or gives up.
    pub(super) fn say(&mut self, tenant: u32, command: Command) {
        let state = &mut self.tenants[tenant as usize];
        state.call += 1;
        let call = state.call;
        state.open.insert(call, (command, 1));
        self.tenant_sends(tenant, call, 0, command);
    }

    fn tenant_sends(&mut self, tenant: u32, call: u64, attempt: u64, command: Command) {
        self.send(Caller { party: Party::Tenant(tenant), life: 0, call, attempt }, command);
        let again = self.now.saturating_add(self.setup.dimensions.resend.saturating_mul(attempt + 1));
        self.agenda.enter(again, Entry::TenantResend { tenant, call });
    }

    /// A tenant has waited long enough for an answer.
    pub(super) fn tenant_resend(&mut self, tenant: u32, call: u64) {
        let state = &mut self.tenants[tenant as usize];
        let Some((command, attempts)) = state.open.get_mut(&call) else { return };
        if *attempts > ATTEMPTS {
            state.open.remove(&call);
            return;
        }
        *attempts += 1;
        let (command, attempt) = (*command, *attempts - 1);
        self.counts.resent += 1;
        self.tenant_sends(tenant, call, attempt, command);
    }

    /// A tenant has its answer.
    pub(super) fn tenant_hears(&mut self, tenant: u32, call: u64) {
        self.tenants[tenant as usize].open.remove(&call);
    }
}
