//! Plans that are simpler in ways that only admission has: a coarser clock, fewer tenants, workers and runs under other
//! names, a plainer command in a command's place, neighbours the other way round.

use super::names::{Names, order_of};
use super::plan::{Event, Plan, What, hash_of, run_of, tenant_of, worker_of};
use super::traded;
use spec::{Command, Digest, Fence, RunId, WorkerId};
use std::collections::{BTreeMap, BTreeSet};

/// How much coarser the clock is made at once.
const COARSER: [u64; 8] = [400, 100, 50, 20, 10, 5, 3, 2];

/// Plans with more events than this are cut before anything here is tried on them, except a coarser clock.
const EVENTS_UP_TO: usize = 40;

/// All simpler plans, the greatest leaps first; none of them is the plan itself.
pub(super) fn simpler(plan: &Plan) -> Vec<Plan> {
    let mut plans = coarser(plan);
    if plan.events.len() <= EVENTS_UP_TO {
        plans.extend(fewer_tenants(plan));
        plans.extend(fewer_workers(plan));
        plans.extend(fewer_runs(plan));
        plans.extend(traded::set_from_the_start(plan));
        plans.extend(traded::joined(plan));
        plans.extend(plainer(plan));
        plans.extend(traded::ended_otherwise(plan));
        plans.extend(swapped(plan));
    }
    let own = hash_of(plan);
    plans.retain(|other| hash_of(other) != own);
    plans
}

/// All times and lengths in larger units.
pub(super) fn coarser(plan: &Plan) -> Vec<Plan> {
    let by = |unit: u64| {
        let mut coarser = plan.clone();
        let settings = &mut coarser.setup.settings;
        settings.window = settings.window.div_ceil(unit);
        settings.lease = settings.lease.div_ceil(unit);
        settings.warm_up = settings.warm_up.div_ceil(unit);
        settings.grace = settings.grace.div_ceil(unit);
        coarser.events.iter_mut().for_each(|event| event.at /= unit);
        coarser
    };
    let last = plan.events.iter().map(|event| event.at).max().unwrap_or(0);
    COARSER.into_iter().chain([plan.setup.settings.lease]).filter(|unit| (2..=last).contains(unit)).map(by).collect()
}

/// Every two tenants as one: the later one's runs are the earlier one's.
pub(super) fn fewer_tenants(plan: &Plan) -> Vec<Plan> {
    let tenants: BTreeSet<u32> = commands(plan).filter_map(tenant_of).map(|tenant| tenant.0).collect();
    let runs: BTreeSet<RunId> = commands(plan).filter_map(run_of).collect();
    let highest = runs.iter().map(|run| run.key).max().unwrap_or(0);
    let mut plans = Vec::new();
    for (one, other) in two_of(&tenants) {
        let keys = runs.iter().filter(|run| run.tenant.0 == other);
        let keys = keys.map(|run| ((other, run.key), run.key.saturating_add(highest))).collect();
        let merged = renamed(plan, &Names { tenants: BTreeMap::from([(other, one)]), keys, ..Names::default() });
        plans.extend(with_both_limits(&merged, one as usize, other as usize));
        plans.push(merged);
    }
    plans
}

/// One tenant allowed what two were.
fn with_both_limits(plan: &Plan, one: usize, other: usize) -> Option<Plan> {
    let mut plan = plan.clone();
    let settings = &mut plan.setup.settings;
    let added = *settings.tenants.get(other)?;
    let limits = settings.tenants.get_mut(one)?;
    limits.cap = limits.cap.saturating_add(added.cap);
    limits.quota = limits.quota.saturating_add(added.quota);
    settings.queue = settings.queue.saturating_mul(2);
    Some(plan)
}

/// Every two workers as one.
pub(super) fn fewer_workers(plan: &Plan) -> Vec<Plan> {
    let workers: BTreeSet<u32> = commands(plan).filter_map(worker_of).map(|worker| worker.0).collect();
    let merged = |(one, other)| {
        let mut plan = renamed(plan, &Names { workers: BTreeMap::from([(other, one)]), ..Names::default() });
        for event in &mut plan.events {
            if let What::Drive(core) = &mut event.what {
                core.sort_unstable();
                core.dedup();
            }
        }
        plan
    };
    two_of(&workers).into_iter().map(merged).chain(smaller_cores(plan)).collect()
}

/// The core without one of its workers.
fn smaller_cores(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for (place, event) in plan.events.iter().enumerate() {
        let What::Drive(core) = &event.what else { continue };
        for leaves in core.iter().filter(|_| core.len() > 1) {
            let rest: Vec<WorkerId> = core.iter().filter(|worker| *worker != leaves).copied().collect();
            plans.push(with(plan, place, What::Drive(rest)));
        }
    }
    plans
}

/// Every two runs of one tenant as one.
pub(super) fn fewer_runs(plan: &Plan) -> Vec<Plan> {
    let runs: BTreeSet<RunId> = commands(plan).filter_map(run_of).collect();
    let pairs = two_of(&runs).into_iter().filter(|(one, other)| one.tenant == other.tenant);
    let merged = |(one, other): (RunId, RunId)| {
        let keys = BTreeMap::from([((other.tenant.0, other.key), one.key)]);
        renamed(plan, &Names { keys, ..Names::default() })
    };
    pairs.map(merged).collect()
}

/// For every event, a plainer one in its place; and what is sent under a later grant under an earlier one.
pub(super) fn plainer(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for (place, event) in plan.events.iter().enumerate() {
        match &event.what {
            What::Under(grant, command) => {
                let Some(claim) = plan.events.iter().find(|claim| claim.name == *grant) else { continue };
                let Some(worker) = claim.what.command().and_then(worker_of) else { continue };
                let run =
                    plan.events.iter().find_map(|event| event.what.command().and_then(run_of)).unwrap_or_default();
                let fence = Fence::default();
                let instead = [
                    Command::Heartbeat { worker, fence },
                    Command::Complete { run, fence, result: Digest(0) },
                    Command::Fail { worker, fence },
                    Command::Release { worker, fence },
                ];
                let own = order_of(&event.what).0;
                let plainer = instead.into_iter().map(|command| What::Under(*grant, command));
                plans.extend(plainer.filter(|what| order_of(what).0 < own).map(|what| with(plan, place, what)));
                let earlier = plan.events[..place].iter().take_while(|other| other.name != *grant);
                let claims = earlier.filter(|other| matches!(other.what, What::Command(Command::Claim { .. })));
                plans.extend(claims.map(|claim| with(plan, place, What::Under(claim.name, *command))));
            }
            What::Command(Command::Claim { worker }) => {
                let others: BTreeSet<WorkerId> = commands(plan).filter_map(worker_of).collect();
                let lower = others.into_iter().filter(|other| other < worker);
                plans.extend(lower.map(|worker| with(plan, place, What::Command(Command::Claim { worker }))));
            }
            What::Command(Command::Restart { .. } | Command::Acknowledge) => {
                plans.push(with(plan, place, What::Command(Command::Sweep)));
            }
            _ => {}
        }
    }
    plans
}

/// Neighbours in each other's place, where that is the more usual order: at the instants that were, or both at the later.
pub(super) fn swapped(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for place in 1..plan.events.len() {
        let (first, second) = (&plan.events[place - 1], &plan.events[place]);
        if order_of(&second.what) < order_of(&first.what) {
            for (earlier, later) in [(first.at, second.at), (second.at, second.at)] {
                let mut swapped = plan.clone();
                swapped.events.swap(place - 1, place);
                swapped.events[place - 1].at = earlier;
                swapped.events[place].at = later;
                plans.push(swapped);
            }
            if matches!(second.what, What::Command(Command::Submit { .. })) {
                // What is submitted earlier may need a place in the queue meanwhile.
                let mut queued = plan.clone();
                queued.events.swap(place - 1, place);
                queued.events[place - 1].at = first.at;
                queued.events[place].at = second.at;
                queued.setup.settings.queue = queued.setup.settings.queue.saturating_add(1);
                plans.push(queued);
            }
        }
    }
    plans
}

fn commands(plan: &Plan) -> impl Iterator<Item = Command> + '_ {
    plan.events.iter().filter_map(|event| event.what.command())
}

fn two_of<T: Copy + Ord>(all: &BTreeSet<T>) -> Vec<(T, T)> {
    all.iter().flat_map(|one| all.iter().filter(move |other| *other > one).map(move |other| (*one, *other))).collect()
}

fn renamed(plan: &Plan, names: &Names) -> Plan {
    Plan { setup: plan.setup.clone(), events: names.events(plan) }
}

pub(super) fn with(plan: &Plan, place: usize, what: What) -> Plan {
    let mut changed = plan.clone();
    if let Some(event) = changed.events.get_mut(place) {
        *event = Event { what, ..event.clone() };
    }
    changed
}
