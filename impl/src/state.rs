//! The state that a journal can bring back, all in a few flat lists, so that a small one is cheap to copy and compare.

use crate::keys::Keys;
use crate::leases::Leases;
use crate::ledger::Ledger;
use crate::order::Order;
use crate::pool::Pool;
use crate::runs::Runs;
use crate::tenants::Tenant;
use spec::{Settings, TenantId};

/// All that commands have brought about.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) tenants: Vec<Tenant>,
    pub(crate) runs: Runs,
    pub(crate) leases: Leases,
    pub(crate) pool: Pool,
    pub(crate) ledger: Ledger,
    pub(crate) order: Order,
    /// The trees of all numbers from outside: each tenant's keys, and the workers.
    pub(crate) keys: Keys,
    /// The tenant of the newest grant (D16 round-robin).
    pub(crate) last_granted: Option<TenantId>,
    /// The number of the next queue entry (D16 fifo).
    pub(crate) next_entry: u64,
}

impl State {
    /// Makes it as at the start, keeping its buffers.
    pub(crate) fn reset(&mut self, settings: &Settings, scan: usize) {
        self.tenants.truncate(settings.tenants.len());
        for (tenant, limits) in self.tenants.iter_mut().zip(&settings.tenants) {
            tenant.reset(limits);
        }
        let missing = &settings.tenants[self.tenants.len()..];
        self.tenants.extend(missing.iter().map(Tenant::new));
        self.runs.clear();
        self.leases.clear();
        self.pool.reset(settings.pool);
        self.ledger.clear();
        self.order.reset(settings.tenants.len(), scan);
        self.keys.clear();
        self.last_granted = None;
        self.next_entry = 0;
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            tenants: self.tenants.clone(),
            runs: self.runs.clone(),
            leases: self.leases.clone(),
            pool: self.pool.clone(),
            ledger: self.ledger.clone(),
            order: self.order.clone(),
            keys: self.keys.clone(),
            last_granted: self.last_granted,
            next_entry: self.next_entry,
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &State) {
        self.tenants.clone_from(&source.tenants);
        self.runs.clone_from(&source.runs);
        self.leases.clone_from(&source.leases);
        self.pool.clone_from(&source.pool);
        self.ledger.clone_from(&source.ledger);
        self.order.clone_from(&source.order);
        self.keys.clone_from(&source.keys);
        self.last_granted = source.last_granted;
        self.next_entry = source.next_entry;
    }
}
