//! The case that a command meets: what is known beforehand of the run, the lease or the value that it names.

use spec::{Command, Fence, LeaseView, Millis, RunId, RunView, Status, TenantId, View, WorkerId};
use std::fmt;

/// What is known before a command.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The reference's view of the state.
    pub view: &'a View,
    /// The outside's clock, in ms.
    pub now: Millis,
    /// A full lease, in ms.
    pub lease: Millis,
    /// The highest fence of any grant.
    pub highest: Option<Fence>,
    /// Of every run of the scope, its cost.
    pub costs: &'a [(RunId, i64)],
}

impl<'a> Scene<'a> {
    /// What is known of a run.
    pub fn run(&self, run: RunId) -> Option<&'a RunView> {
        self.view.runs.iter().find(|known| known.run == run)
    }

    /// What a run was charged, less refunds.
    pub fn net(&self, run: RunId) -> i64 {
        self.run(run).map_or(0, |known| known.net_charge)
    }

    /// The run's cost.
    pub fn cost(&self, run: RunId) -> i64 {
        self.costs.iter().find(|(other, _)| *other == run).map_or(1, |(_, cost)| *cost)
    }

    /// The live lease under a fence.
    pub fn under(&self, fence: Fence) -> Option<&'a LeaseView> {
        self.view.leases.iter().find(|lease| lease.fence == fence)
    }

    /// The live lease of a run.
    pub fn of_run(&self, run: RunId) -> Option<&'a LeaseView> {
        self.view.leases.iter().find(|lease| lease.run == run)
    }

    /// The newest live lease of a worker.
    pub fn of_worker(&self, worker: WorkerId) -> Option<&'a LeaseView> {
        self.view.leases.iter().rev().find(|lease| lease.worker == worker)
    }

    /// Whether a run waits in its queue.
    pub fn is_queued(&self, run: RunId) -> bool {
        self.view.tenants.iter().any(|tenant| tenant.queue.iter().any(|place| place.run == run))
    }

    /// Whether there is such a tenant.
    pub fn exists(&self, tenant: TenantId) -> bool {
        self.view.tenants.iter().any(|known| known.tenant == tenant)
    }

    /// The fence of the next grant.
    pub fn next_fence(&self) -> Fence {
        Fence { term: self.view.term, grant: self.highest.map_or(0, |fence| fence.grant).saturating_add(1) }
    }

    /// The case that the command meets.
    pub fn case(&self, command: Command) -> Case {
        if self.view.halted {
            return Case("while halted", "");
        }
        match command {
            Command::Submit { run, .. } | Command::Cancel { run } => Case(self.run_case(run), ""),
            Command::Complete { run, fence, .. } => Case(self.run_case(run), self.fence_case(run, fence)),
            Command::Claim { worker } => match self.of_worker(worker) {
                None => Case("without a lease", ""),
                Some(lease) if self.is_late(lease) => Case("with a late lease", ""),
                Some(_) => Case("with a live lease", ""),
            },
            Command::Heartbeat { worker, fence }
            | Command::Fail { worker, fence }
            | Command::Release { worker, fence } => match self.under(fence) {
                None => Case("of a lease that ended", ""),
                Some(lease) if lease.worker != worker => Case("of another's lease", ""),
                Some(lease) if self.is_late(lease) => Case("of a late lease", ""),
                Some(_) => Case("of a live lease", ""),
            },
            Command::SetCap { tenant, .. } | Command::SetQuota { tenant, .. } if !self.exists(tenant) => {
                Case("of an unknown tenant", "")
            }
            Command::SetCap { cap: value, .. }
            | Command::SetQuota { quota: value, .. }
            | Command::Resize { slots: value } => match value {
                ..0 => Case("to less than 0", ""),
                0 => Case("to 0", ""),
                value if value > i64::from(spec::SLOTS_MAX) => Case("to too much", ""),
                _ => Case("to more than 0", ""),
            },
            Command::Sweep if self.view.leases.iter().any(|lease| self.is_late(lease)) => Case("with leases due", ""),
            Command::Sweep => Case("with none due", ""),
            Command::Restart { lost: 0 } => Case("with nothing lost", ""),
            Command::Restart { .. } => Case("with a loss", ""),
            Command::Acknowledge => Case("without a halt", ""),
        }
    }

    fn is_late(&self, lease: &LeaseView) -> bool {
        self.now >= lease.deadline
    }

    fn run_case(&self, run: RunId) -> &'static str {
        let Some(known) = self.run(run) else {
            return match (self.view.tombstones.contains(&run), self.exists(run.tenant)) {
                (true, _) => "of a tombstoned run",
                (false, false) => "of an unknown tenant's run",
                (false, true) => "of a new run",
            };
        };
        match known.status {
            Status::Queued => "of a queued run",
            Status::Held if known.cancel_requested => "of a held run to be cancelled",
            Status::Held => "of a held run",
            Status::Completed => "of a completed run",
            Status::Failed => "of a failed run",
            Status::Cancelled => "of a cancelled run",
            Status::Shed => "of a shed run",
            Status::Rejected => "of a rejected run",
        }
    }

    fn fence_case(&self, run: RunId, fence: Fence) -> &'static str {
        match self.run(run).and_then(|known| known.fence) {
            Some(newest) if newest == fence => match self.under(fence) {
                Some(lease) if self.is_late(lease) => " under its late lease",
                Some(_) => " under its live lease",
                None => " under its newest fence",
            },
            _ => " under another fence",
        }
    }
}

/// A case, in words: of what, and, for a completion, under what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case(pub &'static str, pub &'static str);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}
