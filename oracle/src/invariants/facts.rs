//! Everything that an outsider knows from the settings and from the steps so far.
//!
//! Nothing here comes from what a control plane says about its own state. The lists are flat, and runs and tenants are
//! found by their names, so that a step costs hardly more in a long history, and a clone is a handful of copies.
//! Live leases are gone through: there are no more of them than slots.
//! [`fold`](super::fold) says how a step changes the facts.

use super::ledger::Ledger;
use super::pool::Pool;
use super::step::Rules;
use super::table::{Keyed, Table};
use spec::{Credits, Fence, Millis, RunId, Status, TenantId, WorkerId};

/// The facts.
#[derive(Debug, Default)]
pub struct Facts {
    pub(super) clock: Clock,
    pub(super) tenants: Vec<TenantFacts>,
    pub(super) runs: Table<RunFacts>,
    pub(super) leases: Vec<Lease>,
    pub(super) pool: Pool,
    /// Every charge of a run that was not refunded, each pointing to the run's one before it.
    pub(super) charges: Vec<Charge>,
    /// The highest fence ever granted. A loss of records takes nothing of it.
    pub(super) highest: Fence,
    /// Grants that lost records spoke of: their workers know them still.
    pub(super) lost_grants: Vec<(RunId, Fence)>,
    /// While halted: how many records were lost (D37).
    pub(super) pending_loss: Option<usize>,
    /// Tenants that changed since a claim was last told that nothing is eligible.
    pub(super) stirred: Vec<TenantId>,
    /// When passing time may stir the others.
    pub(super) stirs_at: Millis,
}

/// The control plane's clock as the commands drive it (D38). It is never lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Clock {
    pub(super) last: Millis,
    pub(super) offset: Millis,
}

impl Clock {
    /// The control plane's time at an instant of the outside's clock.
    pub(super) fn time(self, at: Millis) -> Millis {
        self.last.max(at.saturating_add(self.offset))
    }

    /// How far the outside's clock lags behind the last instant.
    pub(super) fn lag(self, at: Millis) -> Millis {
        self.last.saturating_sub(at.saturating_add(self.offset))
    }
}

/// What is known of a tenant.
#[derive(Debug, Default)]
pub(super) struct TenantFacts {
    /// As set.
    pub(super) cap: i64,
    /// As set.
    pub(super) quota: Credits,
    /// Its live leases.
    pub(super) live: i64,
    /// Its resting slots.
    pub(super) resting: i64,
    /// Whether it is among the stirred.
    pub(super) stirred: bool,
    /// The places of its queued runs, in order.
    pub(super) queue: Vec<u32>,
    pub(super) ledger: Ledger,
}

/// What is known of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunFacts {
    pub(super) id: RunId,
    /// As accepted; 0 until then.
    pub(super) cost: u32,
    /// `None` until anything was said of it.
    pub(super) status: Option<Status>,
    /// Queued uncharged (D10).
    pub(super) parked: bool,
    /// It was parked once: a grant charged it, whatever D02 says.
    pub(super) was_parked: bool,
    /// A cancel was asked for (D33).
    pub(super) cancel_requested: bool,
    /// Its completion was applied.
    pub(super) applied: bool,
    /// It was charged, whether or not it was refunded since.
    pub(super) charged: bool,
    /// Charges less refunds.
    pub(super) net: Credits,
    /// Its newest charge.
    pub(super) newest_charge: Option<u32>,
    /// The fence of its newest grant.
    pub(super) newest: Option<Fence>,
}

/// A live lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lease {
    pub(super) run: RunId,
    pub(super) worker: WorkerId,
    pub(super) fence: Fence,
    pub(super) deadline: Millis,
}

/// A charge of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Charge {
    pub(super) instant: Millis,
    pub(super) amount: Credits,
    pub(super) before: Option<u32>,
}

/// A run's key in a table.
pub(super) fn run_key(run: RunId) -> u64 {
    (u64::from(run.tenant.0) << 32) + u64::from(run.key)
}

impl Keyed for RunFacts {
    fn key(&self) -> u64 {
        run_key(self.id)
    }

    fn unseen(key: u64) -> RunFacts {
        RunFacts {
            id: RunId { tenant: TenantId((key >> 32) as u32), key: key as u32 },
            cost: 0,
            status: None,
            parked: false,
            was_parked: false,
            cancel_requested: false,
            applied: false,
            charged: false,
            net: 0,
            newest_charge: None,
            newest: None,
        }
    }
}

impl RunFacts {
    /// Whether it has come to its end.
    pub(super) fn is_final(&self) -> bool {
        self.status.is_some_and(Status::is_terminal)
    }

    /// Whether it was cancelled before it was submitted (D35), and nothing else was ever said of it.
    pub(super) fn is_tombstone(&self) -> bool {
        self.status == Some(Status::Cancelled) && self.cost == 0 && self.newest.is_none() && self.net == 0
    }
}

impl Facts {
    /// What is known before the first step.
    pub(super) fn start(rules: &Rules) -> Facts {
        let mut facts = Facts::default();
        facts.tenants.resize_with(rules.settings.tenants.len(), TenantFacts::default);
        facts.rewind(rules);
        facts
    }

    /// Forgets what the steps said, but for what is never lost: the clock, the highest fence, and what workers hold.
    pub(super) fn rewind(&mut self, rules: &Rules) {
        self.runs.clear();
        self.leases.clear();
        self.charges.clear();
        self.pool.restart(rules.settings.pool);
        self.pending_loss = None;
        self.stirred.clear();
        self.stirs_at = Millis::MAX;
        for (tenant, limits) in self.tenants.iter_mut().zip(&rules.settings.tenants) {
            tenant.cap = limits.cap;
            tenant.quota = limits.quota;
            tenant.live = 0;
            tenant.resting = 0;
            tenant.stirred = false;
            tenant.queue.clear();
            tenant.ledger.clear();
        }
    }

    /// What is known of a tenant, if there is one of this name.
    #[inline]
    pub(super) fn tenant(&self, tenant: TenantId) -> Option<&TenantFacts> {
        self.tenants.get(tenant.0 as usize)
    }

    /// What is known of a run, if anything is.
    #[inline]
    pub(super) fn run(&self, run: RunId) -> Option<&RunFacts> {
        self.runs.find(run_key(run)).map(|place| &self.runs[place])
    }

    /// Live leases and resting slots.
    pub(super) fn occupied(&self) -> i64 {
        self.leases.len() as i64 + self.pool.resting()
    }

    /// Whether this run has a live lease under this fence.
    pub(super) fn is_live(&self, run: RunId, fence: Fence) -> bool {
        self.lease_place(run, fence).is_some()
    }

    /// The live lease of a run under a fence.
    pub(super) fn lease_place(&self, run: RunId, fence: Fence) -> Option<usize> {
        self.leases.iter().position(|lease| lease.fence == fence && lease.run == run)
    }

    /// The live lease that a worker means by a fence: its own, or, where something is wrong, another's.
    pub(super) fn lease_of_worker(&self, worker: WorkerId, fence: Fence) -> Option<usize> {
        let own = self.leases.iter().position(|lease| lease.fence == fence && lease.worker == worker);
        own.or_else(|| self.leases.iter().position(|lease| lease.fence == fence))
    }
}

impl Clone for TenantFacts {
    fn clone(&self) -> TenantFacts {
        TenantFacts { queue: self.queue.clone(), ledger: self.ledger.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &TenantFacts) {
        let TenantFacts { cap, quota, live, resting, stirred, queue, ledger } = source;
        self.cap = *cap;
        self.quota = *quota;
        self.live = *live;
        self.resting = *resting;
        self.stirred = *stirred;
        self.queue.clone_from(queue);
        self.ledger.clone_from(ledger);
    }
}

impl Clone for Facts {
    fn clone(&self) -> Facts {
        let mut facts = Facts::default();
        facts.clone_from(self);
        facts
    }

    fn clone_from(&mut self, source: &Facts) {
        self.clock = source.clock;
        self.tenants.clone_from(&source.tenants);
        self.runs.copy_from(&source.runs);
        self.leases.clone_from(&source.leases);
        self.pool.copy_from(&source.pool);
        self.charges.clone_from(&source.charges);
        self.highest = source.highest;
        self.lost_grants.clone_from(&source.lost_grants);
        self.pending_loss = source.pending_loss;
        self.stirred.clone_from(&source.stirred);
        self.stirs_at = source.stirs_at;
    }
}
