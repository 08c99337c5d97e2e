//! Plans with something given for something: an event less for a setting that allows more, one event for another.

use super::plan::{Event, Plan, What};
use super::problem::gaps_of;
use super::simpler::with;
use spec::{Command, Fence, Settings};

/// Of plans with more events than this nothing is traded.
const EVENTS_UP_TO: usize = 12;

/// All of them that take two changes at once.
pub(super) fn traded(plan: &Plan) -> Vec<Plan> {
    if plan.events.len() > EVENTS_UP_TO {
        return Vec::new();
    }
    [allowed_more(plan), tried_again(plan), failed_instead(plan), dearer(plan)].concat()
}

/// What an operator sets, set from the start.
pub(super) fn set_from_the_start(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for (place, event) in plan.events.iter().enumerate() {
        let mut changed = plan.clone();
        let settings = &mut changed.setup.settings;
        let tenants = &mut settings.tenants;
        let set = match event.what {
            What::Command(Command::Resize { slots }) => u32::try_from(slots).ok().map(|slots| settings.pool = slots),
            What::Command(Command::SetCap { tenant, cap }) => {
                tenants.get_mut(tenant.0 as usize).map(|limits| limits.cap = cap)
            }
            What::Command(Command::SetQuota { tenant, quota }) => {
                tenants.get_mut(tenant.0 as usize).map(|limits| limits.quota = quota)
            }
            _ => None,
        };
        if set.is_some() && changed.setup.settings.validate().is_ok() {
            changed.events.remove(place);
            plans.push(changed);
        }
    }
    plans
}

/// Two submits as one that costs as much.
pub(super) fn joined(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for (place, event) in plan.events.iter().enumerate() {
        let What::Command(Command::Submit { cost, .. }) = event.what else { continue };
        let mut changed = plan.clone();
        changed.events.remove(place);
        let next = changed.events.iter_mut().skip(place).find_map(|event| match &mut event.what {
            What::Command(Command::Submit { cost, .. }) => Some(cost),
            _ => None,
        });
        if let Some(next) = next {
            *next = next.saturating_add(cost.get());
            plans.push(changed);
        }
    }
    plans
}

/// For every sweep, in place of it the word of a worker whose lease it may end, at once.
pub(super) fn ended_otherwise(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    let gaps = gaps_of(plan);
    for (place, event) in plan.events.iter().enumerate() {
        if event.what != What::Command(Command::Sweep) {
            continue;
        }
        let Ok(gap) = u64::try_from(gaps[place]) else { continue };
        for claim in &plan.events[..place] {
            let What::Command(Command::Claim { worker }) = claim.what else { continue };
            let fence = Fence::default();
            for command in [Command::Fail { worker, fence }, Command::Release { worker, fence }] {
                let mut changed = with(plan, place, What::Under(claim.name, command));
                changed.events[place..].iter_mut().for_each(|event| event.at = event.at.saturating_sub(gap));
                plans.push(changed);
            }
        }
    }
    plans
}

/// One event less, for one setting that allows one more, or for a tenant that is allowed nothing.
pub(super) fn allowed_more(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for settings in allowing_more(&plan.setup.settings) {
        for place in 0..plan.events.len() {
            let mut changed = plan.clone();
            changed.setup.settings = settings.clone();
            changed.events.remove(place);
            plans.push(changed);
        }
    }
    plans
}

fn allowing_more(settings: &Settings) -> Vec<Settings> {
    let mut all = Vec::new();
    let mut changed = |change: &dyn Fn(&mut Settings)| {
        let mut settings = settings.clone();
        change(&mut settings);
        all.push(settings);
    };
    changed(&|settings| settings.attempts = settings.attempts.saturating_add(1));
    changed(&|settings| settings.queue = settings.queue.saturating_add(1));
    changed(&|settings| settings.pool = settings.pool.saturating_add(1));
    changed(&|settings| settings.grace = settings.grace.saturating_add(1));
    changed(&|settings| settings.warm_up = settings.warm_up.saturating_add(1));
    for tenant in 0..settings.tenants.len() {
        changed(&|settings| settings.tenants[tenant].cap = settings.tenants[tenant].cap.saturating_add(1));
        changed(&|settings| settings.tenants[tenant].quota = settings.tenants[tenant].quota.saturating_add(1));
        changed(&|settings| settings.tenants[tenant].cap = 0);
        changed(&|settings| settings.tenants[tenant].quota = 0);
    }
    all.retain(|settings| settings.validate().is_ok());
    all
}

/// One run less, where another is tried again: a failure for a completion, and one more attempt.
pub(super) fn tried_again(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for (place, event) in plan.events.iter().enumerate() {
        let What::Under(grant, Command::Complete { .. } | Command::Release { .. }) = event.what else { continue };
        let Some(claim) = plan.events.iter().find(|claim| claim.name == grant) else { continue };
        let What::Command(Command::Claim { worker }) = claim.what else { continue };
        let mut failed = with(plan, place, What::Under(grant, Command::Fail { worker, fence: Fence::default() }));
        failed.setup.settings.attempts = failed.setup.settings.attempts.saturating_add(1);
        for (other, event) in plan.events.iter().enumerate() {
            if matches!(event.what, What::Command(Command::Submit { .. })) {
                let mut changed = failed.clone();
                changed.events.remove(other);
                plans.push(changed);
            }
        }
    }
    plans
}

/// A worker's failure and one more attempt, in place of another run's submit, or of records that a restart lost.
pub(super) fn failed_instead(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    let name = plan.events.iter().map(|event| event.name).max().unwrap_or(0).saturating_add(1);
    for (place, claim) in plan.events.iter().enumerate() {
        let What::Command(Command::Claim { worker }) = claim.what else { continue };
        let what = What::Under(claim.name, Command::Fail { worker, fence: Fence::default() });
        let mut failed = plan.clone();
        failed.events.insert(place + 1, Event { name, at: claim.at, what });
        failed.setup.settings.attempts = failed.setup.settings.attempts.saturating_add(1);
        for (other, event) in failed.events.iter().enumerate() {
            let mut changed = failed.clone();
            match event.what {
                What::Command(Command::Submit { .. }) => {
                    changed.events.remove(other);
                }
                What::Command(Command::Restart { lost: 1.. }) => {
                    changed.events[other].what = What::Command(Command::Restart { lost: 0 });
                    changed.events.retain(|event| event.what != What::Command(Command::Acknowledge));
                }
                _ => continue,
            }
            plans.push(changed);
        }
    }
    plans
}

/// A submit that costs too much, in place of a tenant that is allowed nothing.
pub(super) fn dearer(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for tenant in 0..plan.setup.settings.tenants.len() {
        let mut allowed = plan.clone();
        let limits = &mut allowed.setup.settings.tenants[tenant];
        if limits.cap != 0 && limits.quota != 0 {
            continue;
        }
        (limits.cap, limits.quota) = (limits.cap.max(1), limits.quota.max(1));
        for place in 0..plan.events.len() {
            let mut changed = allowed.clone();
            if let What::Command(Command::Submit { cost, .. }) = &mut changed.events[place].what {
                *cost = cost.saturating_add(1);
                plans.push(changed);
            }
        }
    }
    plans
}
