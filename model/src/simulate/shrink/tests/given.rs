//! Plans as they are written in these tests: settings, and one line for each event.

use crate::simulate::setup::{Dimensions, Setup};
use crate::simulate::shrink::{Event, Plan, What};
use crate::simulate::{Depth, Profile};
use crate::spine::Fault;
use spec::{Command, Decisions, Limits, Settings};

/// Two tenants, and no two settings alike.
pub(super) fn settings() -> Settings {
    let tenants = vec![Limits { cap: 2, quota: 90 }, Limits { cap: 3, quota: 80 }];
    Settings { window: 1_000, lease: 100, warm_up: 30, grace: 20, attempts: 4, queue: 5, pool: 6, tenants }
}

pub(super) fn setup() -> Setup {
    Setup {
        profile: Profile::Steady,
        settings: settings(),
        decisions: Decisions::chosen(),
        dimensions: Dimensions::default(),
        depth: Depth::Every,
        plant: None,
    }
}

/// A plan under those settings. A line is `at command`, `at under NAME command`, `at drive w1 w2` or `at -- kind`; events
/// are called by their places, from 0.
pub(super) fn plan(lines: &[&str]) -> Plan {
    let event = |(name, line): (u32, &&str)| {
        let (at, what) = line.split_once(' ').unwrap();
        Event { name, at: at.parse().unwrap(), what: what_of(what) }
    };
    Plan { setup: setup(), events: (0..).zip(lines).map(event).collect() }
}

fn what_of(text: &str) -> What {
    match text.split_once(' ') {
        Some(("under", rest)) => {
            let (grant, command) = rest.split_once(' ').unwrap();
            What::Under(grant.parse().unwrap(), command_of(command))
        }
        Some(("drive", core)) => What::Drive(core.split(' ').map(|worker| worker.parse().unwrap()).collect()),
        Some(("--", kind)) => What::Fault(Fault { kind: kind.to_owned().into(), detail: String::new() }),
        _ => What::Command(command_of(text)),
    }
}

pub(super) fn command_of(text: &str) -> Command {
    text.parse().unwrap()
}

/// The lines of a plan.
pub(super) fn lines(plan: &Plan) -> Vec<String> {
    let line = |event: &Event| match &event.what {
        What::Command(command) => format!("{} {command}", event.at),
        What::Under(grant, command) => format!("{} under {grant} {command}", event.at),
        What::Drive(core) => {
            let core: Vec<String> = core.iter().map(ToString::to_string).collect();
            format!("{} drive {}", event.at, core.join(" "))
        }
        What::Fault(fault) => format!("{} -- {}", event.at, fault.kind),
    };
    plan.events.iter().map(line).collect()
}

/// What of a plan is not as in the first: settings by name; and its lines, all where there are not as many.
pub(super) fn changed(first: &Plan, other: &Plan) -> String {
    let (before, after) = (&first.setup.settings, &other.setup.settings);
    let mut parts = Vec::new();
    for (name, before, after) in [
        ("window", before.window, after.window),
        ("lease", before.lease, after.lease),
        ("warm-up", before.warm_up, after.warm_up),
        ("grace", before.grace, after.grace),
        ("attempts", before.attempts.into(), after.attempts.into()),
        ("queue", before.queue.into(), after.queue.into()),
        ("pool", before.pool.into(), after.pool.into()),
    ] {
        if before != after {
            parts.push(format!("{name} {after}"));
        }
    }
    if before.tenants != after.tenants {
        let limits: Vec<String> =
            after.tenants.iter().map(|limits| format!("{}/{}", limits.cap, limits.quota)).collect();
        parts.push(format!("tenants {}", limits.join(" ")));
    }
    let (before, after) = (lines(first), lines(other));
    if before.len() == after.len() {
        parts.extend(after.into_iter().zip(&before).filter(|(after, before)| after != *before).map(|(after, _)| after));
    } else {
        parts.extend(after);
    }
    parts.join("; ")
}

/// What each of these differs in.
pub(super) fn all_changed(first: &Plan, others: &[Plan]) -> Vec<String> {
    others.iter().map(|other| changed(first, other)).collect()
}
