//! Names given anew, in the order in which they are first used; and what happens at one instant in one order.

use super::plan::{Event, Plan, What, number_of, run_of, tenant_of, worker_of};
use crate::simulate::setup::Setup;
use spec::{Command, Digest, RunId, TenantId, WorkerId};
use std::collections::BTreeMap;

/// What everything is called.
#[derive(Debug, Default, Clone)]
pub(super) struct Names {
    pub(super) tenants: BTreeMap<u32, u32>,
    pub(super) workers: BTreeMap<u32, u32>,
    /// By the tenant's old number and the old key.
    pub(super) keys: BTreeMap<(u32, u32), u32>,
    pub(super) results: BTreeMap<u64, u64>,
}

impl Names {
    fn tenant(&self, TenantId(old): TenantId) -> TenantId {
        TenantId(self.tenants.get(&old).copied().unwrap_or(old))
    }

    fn worker(&self, WorkerId(old): WorkerId) -> WorkerId {
        WorkerId(self.workers.get(&old).copied().unwrap_or(old))
    }

    fn run(&self, run: RunId) -> RunId {
        let key = self.keys.get(&(run.tenant.0, run.key)).copied().unwrap_or(run.key);
        RunId { tenant: self.tenant(run.tenant), key }
    }

    /// The command under these names.
    pub(super) fn command(&self, command: Command) -> Command {
        match command {
            Command::Submit { run, cost } => Command::Submit { run: self.run(run), cost },
            Command::Cancel { run } => Command::Cancel { run: self.run(run) },
            Command::Claim { worker } => Command::Claim { worker: self.worker(worker) },
            Command::Heartbeat { worker, fence } => Command::Heartbeat { worker: self.worker(worker), fence },
            Command::Complete { run, fence, result: Digest(old) } => {
                let result = Digest(self.results.get(&old).copied().unwrap_or(old));
                Command::Complete { run: self.run(run), fence, result }
            }
            Command::Fail { worker, fence } => Command::Fail { worker: self.worker(worker), fence },
            Command::Release { worker, fence } => Command::Release { worker: self.worker(worker), fence },
            Command::SetCap { tenant, cap } => Command::SetCap { tenant: self.tenant(tenant), cap },
            Command::SetQuota { tenant, quota } => Command::SetQuota { tenant: self.tenant(tenant), quota },
            Command::Resize { .. } | Command::Sweep | Command::Restart { .. } | Command::Acknowledge => command,
        }
    }

    /// The events under these names.
    pub(super) fn events(&self, plan: &Plan) -> Vec<Event> {
        let renamed = |what: &What| match what {
            What::Command(command) => What::Command(self.command(*command)),
            What::Under(grant, command) => What::Under(*grant, self.command(*command)),
            What::Drive(core) => What::Drive(core.iter().map(|worker| self.worker(*worker)).collect()),
            What::Fault(fault) => What::Fault(fault.clone()),
        };
        plan.events.iter().map(|event| Event { what: renamed(&event.what), ..event.clone() }).collect()
    }
}

/// The plan with dense names: tenants from 0, workers, and runs of each tenant, from 1. Tenants that no event names go.
pub(super) fn renumbered(plan: &Plan) -> Plan {
    let mut names = Names::default();
    let mut keys = BTreeMap::new();
    for event in &plan.events {
        if let What::Drive(core) = &event.what {
            core.iter().for_each(|worker| give(&mut names.workers, worker.0, 1));
        }
        let Some(command) = event.what.command() else { continue };
        if let Some(tenant) = tenant_of(command) {
            give(&mut names.tenants, tenant.0, 0);
        }
        if let Some(worker) = worker_of(command) {
            give(&mut names.workers, worker.0, 1);
        }
        if let (Some(run), false) = (run_of(command), matches!(event.what, What::Under(..))) {
            let count: &mut u32 = keys.entry(run.tenant.0).or_default();
            names.keys.entry((run.tenant.0, run.key)).or_insert_with(|| {
                *count += 1;
                *count
            });
        }
        if let Command::Complete { result, .. } = command {
            let next = names.results.len() as u64;
            names.results.entry(result.0).or_insert(next);
        }
    }
    let events = names.events(plan);
    Plan { setup: with_tenants(&plan.setup, &names.tenants), events }
}

fn give(names: &mut BTreeMap<u32, u32>, old: u32, first: u32) {
    let next = first + names.len() as u32;
    names.entry(old).or_insert(next);
}

/// The setup with the tenants that have a name, in the order of their names. A tenant that was never there stays so.
fn with_tenants(setup: &Setup, names: &BTreeMap<u32, u32>) -> Setup {
    let mut order: Vec<(u32, u32)> = names.iter().map(|(old, new)| (*new, *old)).collect();
    order.sort_unstable();
    let limits = |(_, old): &(u32, u32)| setup.settings.tenants.get(*old as usize).copied();
    let mut settings = setup.settings.clone();
    settings.tenants = order.iter().filter_map(limits).collect();
    Setup { settings, ..setup.clone() }
}

/// The plan with neighbours of one instant in one order, as far as swapping neighbours leads: who asks for work after who
/// asks for it to be done.
pub(super) fn in_order(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    for of_one_instant in plan.events.chunk_by_mut(|one, next| one.at == next.at) {
        of_one_instant.sort_by_key(|event| order_of(&event.what));
    }
    plan
}

/// What comes first of two events that may come in any order.
pub(super) fn order_of(what: &What) -> (u8, u64) {
    match what {
        What::Command(command) | What::Under(_, command) => match *command {
            Command::SetCap { tenant, .. } => (0, u64::from(tenant.0)),
            Command::SetQuota { tenant, .. } => (1, u64::from(tenant.0)),
            Command::Resize { .. } => (2, 0),
            Command::Submit { run: id, .. } => (3, number_of(id)),
            Command::Cancel { run: id } => (4, number_of(id)),
            Command::Claim { worker } => (5, u64::from(worker.0)),
            Command::Heartbeat { worker, .. } => (6, u64::from(worker.0)),
            Command::Complete { run: id, .. } => (7, number_of(id)),
            Command::Fail { worker, .. } => (8, u64::from(worker.0)),
            Command::Release { worker, .. } => (9, u64::from(worker.0)),
            Command::Sweep => (10, 0),
            Command::Restart { .. } => (11, 0),
            Command::Acknowledge => (12, 0),
        },
        What::Fault(_) => (13, 0),
        What::Drive(_) => (14, 0),
    }
}
