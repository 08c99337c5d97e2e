//! Findings of the simulator as a problem of the shrinker.

use super::execute::execute;
use super::plan::{Event, Plan, What, hash_of, number_of, run_of, tenant_of, worker_of};
use super::{names, simpler, traded};
use crate::shrink::{Failure, Problem, Span, Value};
use crate::simulate::Simulator;
use crate::simulate::setup::Setup;
use crate::spine::Nothing;
use spec::{Command, ControlPlane, Digest, Millis};
use std::num::NonZeroU32;

/// A control plane, and the seed of the judges' draws.
pub struct Admission<'simulator, C> {
    /// Who makes it, and its judges.
    pub simulator: &'simulator Simulator<C>,
    /// The seed.
    pub seed: u64,
}

impl<C: ControlPlane> Problem for Admission<'_, C> {
    type Setup = Setup;
    type Event = Event;

    fn run(&mut self, plan: &Plan) -> Option<Failure> {
        let executed = execute(self.simulator, self.seed, plan, &mut Nothing);
        let (finding, event) = executed.found()?;
        Some(Failure { signature: finding.cause().to_string(), event })
    }

    fn hash(&self, plan: &Plan) -> u128 {
        hash_of(plan)
    }

    /// A tenant, then a worker, then a run, then what is done under one grant.
    fn spans(&self, event: &Event) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut add = |rank, id| spans.push(Span { rank, id });
        if let Some(command) = event.what.command() {
            if let Some(tenant) = tenant_of(command) {
                add(0, u64::from(tenant.0));
            }
            if let Some(worker) = worker_of(command) {
                add(1, u64::from(worker.0));
            }
            if let Some(run) = run_of(command) {
                add(3, number_of(run));
            }
        }
        match &event.what {
            What::Under(grant, _) => add(4, u64::from(*grant)),
            What::Command(Command::Claim { .. }) => add(4, u64::from(event.name)),
            What::Command(command) => add(2, kind_of(*command)),
            // A replay does not look at faults but at the calm.
            What::Fault(fault) if fault.kind != "calm" => add(0, u64::MAX),
            What::Fault(_) | What::Drive(_) => {}
        }
        spans
    }

    fn values(&self, plan: &Plan) -> Vec<Value> {
        numbers(&mut plan.clone()).into_iter().map(|(value, _)| value).collect()
    }

    fn with_values(&self, plan: &Plan, changes: &[(usize, u64)]) -> Option<Plan> {
        let mut changed = plan.clone();
        let mut gaps = gaps_of(plan);
        {
            let mut all = numbers(&mut changed);
            for (place, number) in changes {
                let (_, set) = all.get_mut(*place)?;
                match set {
                    Place::Gap(event) => {
                        let gap = gaps.get_mut(*event)?;
                        *gap = if *gap < 0 { -i128::from(*number) } else { i128::from(*number) };
                    }
                    Place::Number(place) => place.set(*number)?,
                }
            }
        }
        let mut at = 0_i128;
        for (event, gap) in changed.events.iter_mut().zip(gaps) {
            at += gap;
            event.at = Millis::try_from(at).ok()?;
        }
        changed.setup.settings.validate().is_ok().then_some(changed)
    }

    fn renumbered(&self, plan: &Plan) -> Plan {
        names::renumbered(plan)
    }

    fn canonical_order(&self, plan: &Plan) -> Plan {
        names::in_order(plan)
    }

    fn simpler(&self, plan: &Plan) -> Vec<Plan> {
        simpler::simpler(plan)
    }

    fn traded(&self, plan: &Plan) -> Vec<Plan> {
        traded::traded(plan)
    }
}

/// Commands of one kind are a span too: heartbeats, sweeps, restarts.
fn kind_of(command: Command) -> u64 {
    match command {
        Command::Submit { .. } => 0,
        Command::Cancel { .. } => 1,
        Command::Claim { .. } => 2,
        Command::Heartbeat { .. } => 3,
        Command::Complete { .. } => 4,
        Command::Fail { .. } => 5,
        Command::Release { .. } => 6,
        Command::SetCap { .. } => 7,
        Command::SetQuota { .. } => 8,
        Command::Resize { .. } => 9,
        Command::Sweep => 10,
        Command::Restart { .. } => 11,
        Command::Acknowledge => 12,
    }
}

/// Where a number stands.
enum Place<'plan> {
    /// The time since the event before this one.
    Gap(usize),
    Number(Number<'plan>),
}

/// A number, as wide as it is kept.
enum Number<'plan> {
    U64(&'plan mut u64),
    U32(&'plan mut u32),
    Signed(&'plan mut i64),
    Cost(&'plan mut NonZeroU32),
    Result(&'plan mut Digest),
}

impl Number<'_> {
    fn now(&self) -> u64 {
        match self {
            Number::U64(number) => **number,
            Number::U32(number) => u64::from(**number),
            Number::Signed(number) => number.unsigned_abs(),
            Number::Cost(cost) => u64::from(cost.get()),
            Number::Result(digest) => digest.0,
        }
    }

    /// Sets it; what was negative stays so. `None` where it cannot be that.
    fn set(&mut self, value: u64) -> Option<()> {
        match self {
            Number::U64(number) => **number = value,
            Number::U32(number) => **number = u32::try_from(value).ok()?,
            Number::Signed(number) => {
                let value = i64::try_from(value).ok()?;
                **number = if **number < 0 { -value } else { value };
            }
            Number::Cost(cost) => **cost = NonZeroU32::new(u32::try_from(value).ok()?)?,
            Number::Result(digest) => digest.0 = value,
        }
        Some(())
    }
}

/// The time from each event to the next; the first is from instant 0.
pub(super) fn gaps_of(plan: &Plan) -> Vec<i128> {
    let mut before = 0_i128;
    let gap = |event: &Event| {
        let gap = i128::from(event.at) - before;
        before = i128::from(event.at);
        gap
    };
    plan.events.iter().map(gap).collect()
}

/// All numbers of a plan in their order, with what each is at its simplest.
fn numbers(plan: &mut Plan) -> Vec<(Value, Place<'_>)> {
    let gaps = gaps_of(plan);
    let mut all = Vec::new();
    fn one(number: Number<'_>, simplest: u64) -> (Value, Place<'_>) {
        (Value { now: number.now(), simplest }, Place::Number(number))
    }
    let settings = &mut plan.setup.settings;
    for limits in &mut settings.tenants {
        all.push(one(Number::Signed(&mut limits.cap), 1));
        all.push(one(Number::Signed(&mut limits.quota), 1));
    }
    all.push(one(Number::U32(&mut settings.pool), 1));
    all.push(one(Number::U32(&mut settings.attempts), 1));
    all.push(one(Number::U32(&mut settings.queue), 1));
    all.push(one(Number::U64(&mut settings.window), 1));
    all.push(one(Number::U64(&mut settings.lease), 1));
    all.push(one(Number::U64(&mut settings.warm_up), 0));
    all.push(one(Number::U64(&mut settings.grace), 0));
    for (place, event) in plan.events.iter_mut().enumerate() {
        let gap = gaps.get(place).map_or(0, |gap| u64::try_from(gap.unsigned_abs()).unwrap_or(u64::MAX));
        all.push((Value { now: gap, simplest: 0 }, Place::Gap(place)));
        let (What::Command(command) | What::Under(_, command)) = &mut event.what else { continue };
        match command {
            Command::Submit { cost, .. } => all.push(one(Number::Cost(cost), 1)),
            Command::Complete { result, .. } => all.push(one(Number::Result(result), 0)),
            Command::SetCap { cap, .. } => all.push(one(Number::Signed(cap), 1)),
            Command::SetQuota { quota, .. } => all.push(one(Number::Signed(quota), 1)),
            Command::Resize { slots } => all.push(one(Number::Signed(slots), 1)),
            Command::Restart { lost } => all.push(one(Number::U32(lost), 0)),
            _ => {}
        }
    }
    all
}
