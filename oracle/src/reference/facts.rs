//! The tables of facts: what the history says happened. All of it can be rolled back when journal records are lost.
//!
//! They hold no totals and no judgements: attempts are losses and failures (D25 says which count), a silent end is an
//! instant (D26 says whether its slot rests), a refund has two instants (D07 says which counts).

use super::ledger::Charge;
use spec::{Credits, Digest, Fence, Limits, Millis, Refusal, RunId, Settings, Status, TenantId, WorkerId};

/// The tables.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// Caps and quotas as set, by id, of every tenant configured.
    pub(super) limits: Vec<Limits>,
    /// Every run that was accepted or rejected, by id.
    pub(super) runs: Vec<Run>,
    /// The queued runs, by tenant and then in the order of its queue.
    pub(super) queue: Vec<RunId>,
    /// The live leases, in the order of their grants.
    pub(super) leases: Vec<Lease>,
    /// Every grant ever made (D30).
    pub(super) grants: Vec<(Fence, RunId)>,
    /// The charges and refunds that a window can still reach.
    pub(super) ledger: Vec<Charge>,
    /// Silent ends less than one grace length ago (D26).
    pub(super) silent_ends: Vec<SilentEnd>,
    /// Slots present that are warm.
    pub(super) slots_warm: u64,
    /// Slots present that were not warm when they were last looked at, by warm instant (D19).
    pub(super) slots_warming: Vec<Warming>,
    /// Runs that were cancelled before they were submitted, by id (D35).
    pub(super) tombstones: Vec<RunId>,
    /// The tenant of the newest grant (D16).
    pub(super) last_granted: Option<TenantId>,
    /// How many queue entries there have been (D16 fifo).
    pub(super) entries: u64,
}

/// One run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) run: RunId,
    pub(super) cost: Credits,
    pub(super) status: Status,
    /// The refusal that it was first rejected with (D13).
    pub(super) rejection: Option<Refusal>,
    /// Whether it was parked when it was accepted: the first answer (D12).
    pub(super) first_parked: bool,
    /// Queued uncharged, claimable once covered (D10).
    pub(super) parked: bool,
    /// Its queue entry (D16 fifo).
    pub(super) entry: u64,
    /// Ends by `fail`.
    pub(super) failures: u32,
    /// Ends by expiry or release (D25).
    pub(super) losses: u32,
    /// Whether it was ever charged, fees apart (D03).
    pub(super) charged: bool,
    /// Charges less refunds, fees apart.
    pub(super) net_charge: Credits,
    /// Its newest grant.
    pub(super) newest: Option<Newest>,
    /// A cancel was asked for while it is held (D33).
    pub(super) cancel_requested: bool,
    /// The result that counts, and when it was applied (D32).
    pub(super) completion: Option<Completion>,
}

/// The newest grant of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Newest {
    pub(super) fence: Fence,
    pub(super) lease: LeaseFate,
}

/// What became of a lease, as far as its fence is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeaseFate {
    /// It is live.
    Live,
    /// It ended by expiry, forfeit and expire-all included.
    Expired,
    /// It ended otherwise.
    EndedOtherwise,
}

/// The completion that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Completion {
    pub(super) result: Digest,
    pub(super) instant: Millis,
}

/// One live lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lease {
    pub(super) fence: Fence,
    pub(super) run: RunId,
    pub(super) worker: WorkerId,
    pub(super) deadline: Millis,
}

/// A lease ended without its worker's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SilentEnd {
    pub(super) tenant: TenantId,
    /// One grace length after its deadline or its end: the slot is usable again at this instant (D26).
    pub(super) until: Millis,
}

/// Slots that were added together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Warming {
    /// When they are warm.
    pub(super) instant: Millis,
    pub(super) count: u64,
}

impl SilentEnd {
    /// Whether it was less than one grace length ago.
    pub(super) fn is_recent(&self, now: Millis) -> bool {
        self.until > now
    }
}

impl Facts {
    /// The tables before anything happened.
    pub(super) fn start(settings: &Settings) -> Facts {
        Facts {
            limits: settings.tenants.clone(),
            runs: Vec::new(),
            queue: Vec::new(),
            leases: Vec::new(),
            grants: Vec::new(),
            ledger: Vec::new(),
            silent_ends: Vec::new(),
            slots_warm: u64::from(settings.pool),
            slots_warming: Vec::new(),
            tombstones: Vec::new(),
            last_granted: None,
            entries: 0,
        }
    }

    /// A run that was accepted or rejected.
    pub(super) fn run(&self, run: RunId) -> Option<&Run> {
        let index = self.runs.binary_search_by_key(&run, |known| known.run).ok()?;
        self.runs.get(index)
    }

    /// The same, to note something on it.
    pub(super) fn run_mut(&mut self, run: RunId) -> Option<&mut Run> {
        let index = self.runs.binary_search_by_key(&run, |known| known.run).ok()?;
        self.runs.get_mut(index)
    }

    /// A tenant's queue, in order.
    pub(super) fn queue_of(&self, tenant: TenantId) -> &[RunId] {
        let start = self.queue.partition_point(|run| run.tenant < tenant);
        let length = self.queue[start..].partition_point(|run| run.tenant == tenant);
        &self.queue[start..start + length]
    }

    /// A tenant's live leases.
    pub(super) fn leases_of(&self, tenant: TenantId) -> impl DoubleEndedIterator<Item = &Lease> {
        self.leases.iter().filter(move |lease| lease.run.tenant == tenant)
    }

    /// How many live leases a tenant has: its held count.
    pub(super) fn held(&self, tenant: TenantId) -> u64 {
        self.leases_of(tenant).count() as u64
    }

    /// The live lease of this worker under this fence.
    pub(super) fn lease(&self, worker: WorkerId, fence: Fence) -> Option<&Lease> {
        self.leases.iter().find(|lease| lease.worker == worker && lease.fence == fence)
    }

    /// The live lease of a run, the newest where a broken control plane gave it several.
    pub(super) fn lease_of_run(&self, run: RunId) -> Option<&Lease> {
        self.leases.iter().rfind(|lease| lease.run == run)
    }

    /// Slots present, warm or not.
    pub(super) fn slots_present(&self) -> u64 {
        let warming = self.slots_warming.iter().map(|warming| warming.count);
        warming.fold(self.slots_warm, u64::saturating_add)
    }

    /// Whether a cancel of the run came before its submit (D35).
    pub(super) fn is_tombstoned(&self, run: RunId) -> bool {
        self.tombstones.binary_search(&run).is_ok()
    }
}

impl Clone for Facts {
    fn clone(&self) -> Facts {
        Facts {
            limits: self.limits.clone(),
            runs: self.runs.clone(),
            queue: self.queue.clone(),
            leases: self.leases.clone(),
            grants: self.grants.clone(),
            ledger: self.ledger.clone(),
            silent_ends: self.silent_ends.clone(),
            slots_warm: self.slots_warm,
            slots_warming: self.slots_warming.clone(),
            tombstones: self.tombstones.clone(),
            last_granted: self.last_granted,
            entries: self.entries,
        }
    }

    fn clone_from(&mut self, source: &Facts) {
        self.limits.clone_from(&source.limits);
        self.runs.clone_from(&source.runs);
        self.queue.clone_from(&source.queue);
        self.leases.clone_from(&source.leases);
        self.grants.clone_from(&source.grants);
        self.ledger.clone_from(&source.ledger);
        self.silent_ends.clone_from(&source.silent_ends);
        self.slots_warm = source.slots_warm;
        self.slots_warming.clone_from(&source.slots_warming);
        self.tombstones.clone_from(&source.tombstones);
        self.last_granted = source.last_granted;
        self.entries = source.entries;
    }
}
