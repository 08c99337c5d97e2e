//! A recorded finding as a plan: what depends on an answer says on which.
//!
//! A fence is an answer that is sent back. In a plan it is the event that was granted it: as events before it go, that
//! event is granted another fence, perhaps for another run, and what is sent under it follows. If that event is gone, or
//! is granted nothing, its worker has no fence, and nothing is sent.

use crate::simulate::setup::{Dimensions, Setup};
use crate::spine::record::Event as Recorded;
use crate::spine::{Absorb as _, Fault, Hash128};
use spec::{Answer, Command, Fence, Millis, Outcome, RunId};

/// One event of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its name: its place in the plan that it was first in.
    pub name: u32,
    /// Its instant, as the control plane is told.
    pub at: Millis,
    /// What happens.
    pub what: What,
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A command as it stands.
    Command(Command),
    /// A command under the fence that the event of this name is granted. A completion is of the run that it is granted, too.
    Under(u32, Command),
    /// A fault: a mark to a replay.
    Fault(Fault),
    /// The calm begins: a core of these workers is healed and keeps its side, until the judge of progress has seen enough.
    Drive(Vec<spec::WorkerId>),
}

impl What {
    /// The command, if it is one.
    pub const fn command(&self) -> Option<Command> {
        match self {
            What::Command(command) | What::Under(_, command) => Some(*command),
            What::Fault(_) | What::Drive(_) => None,
        }
    }
}

/// A plan of admission.
pub type Plan = crate::shrink::Plan<Setup, Event>;

/// The recorded events as a plan.
pub fn plan_of(setup: &Setup, recorded: &[Recorded<Command, Outcome>]) -> Plan {
    let mut grants: Vec<(u32, Command, Outcome)> = Vec::new();
    let mut events = Vec::new();
    for (name, event) in (0_u32..).zip(recorded) {
        let what = match (event.command, &event.fault) {
            (Some(command), _) => symbolic(command, &grants),
            (None, Some(fault)) => What::Fault(fault.clone()),
            (None, None) => continue,
        };
        events.push(Event { name, at: event.at, what });
        if let (Some(command @ Command::Claim { .. }), Some(outcome)) = (event.command, &event.outcome) {
            grants.push((name, command, outcome.clone()));
        }
    }
    Plan { setup: setup.clone(), events }
}

/// The command, under the newest grant of its fence; of several, that of its own worker, and the first answer rather than
/// a repeated one.
fn symbolic(command: Command, grants: &[(u32, Command, Outcome)]) -> What {
    let Some(fence) = fence_of(command) else { return What::Command(command) };
    let of_this_fence =
        |(_, _, outcome): &&(u32, Command, Outcome)| granted(outcome).is_some_and(|(_, own)| own == fence);
    let rank = |(name, claim, outcome): &&(u32, Command, Outcome)| {
        let own = matches!((*claim, worker_of(command)), (Command::Claim { worker }, Some(sender)) if worker == sender);
        (own, !outcome.repeated, *name)
    };
    match grants.iter().filter(of_this_fence).max_by_key(rank) {
        Some((name, _, _)) => What::Under(*name, command),
        None => What::Command(command),
    }
}

/// The run and the fence that were granted.
pub fn granted(outcome: &Outcome) -> Option<(RunId, Fence)> {
    match outcome.answer {
        Answer::Granted { run, fence, .. } => Some((run, fence)),
        _ => None,
    }
}

const fn fence_of(command: Command) -> Option<Fence> {
    match command {
        Command::Heartbeat { fence, .. }
        | Command::Complete { fence, .. }
        | Command::Fail { fence, .. }
        | Command::Release { fence, .. } => Some(fence),
        _ => None,
    }
}

/// The worker that a command names.
pub const fn worker_of(command: Command) -> Option<spec::WorkerId> {
    match command {
        Command::Claim { worker }
        | Command::Heartbeat { worker, .. }
        | Command::Fail { worker, .. }
        | Command::Release { worker, .. } => Some(worker),
        _ => None,
    }
}

/// The run that a command names.
pub const fn run_of(command: Command) -> Option<RunId> {
    match command {
        Command::Submit { run, .. } | Command::Cancel { run } | Command::Complete { run, .. } => Some(run),
        _ => None,
    }
}

/// A run as one number; runs of one tenant stand together.
pub(super) fn number_of(run: RunId) -> u64 {
    (u64::from(run.tenant.0) << 32) + u64::from(run.key)
}

/// The tenant that a command names.
pub const fn tenant_of(command: Command) -> Option<spec::TenantId> {
    match command {
        Command::SetCap { tenant, .. } | Command::SetQuota { tenant, .. } => Some(tenant),
        _ => match run_of(command) {
            Some(run) => Some(run.tenant),
            None => None,
        },
    }
}

/// The command as it is sent under this grant.
pub const fn under(command: Command, run: RunId, fence: Fence) -> Command {
    match command {
        Command::Heartbeat { worker, .. } => Command::Heartbeat { worker, fence },
        Command::Complete { result, .. } => Command::Complete { run, fence, result },
        Command::Fail { worker, .. } => Command::Fail { worker, fence },
        Command::Release { worker, .. } => Command::Release { worker, fence },
        other => other,
    }
}

/// The setup with everything that no replay looks at as simple as it can be.
pub fn simplest(setup: &Setup) -> Setup {
    Setup { dimensions: Dimensions::default(), ..setup.clone() }
}

/// A hash of all that a run of the plan depends on: what events are called does not count.
pub fn hash_of(plan: &Plan) -> u128 {
    let mut hash = Hash128::new(0);
    // A setup is always JSON; if it were not, plans of different setups would only be told apart by their events.
    hash.text(&serde_json::to_string(&plan.setup).unwrap_or_default());
    for event in &plan.events {
        hash.word(event.at);
        match &event.what {
            What::Command(command) => {
                hash.word(1);
                command.absorb(&mut hash);
            }
            What::Under(name, command) => {
                let place = plan.events.iter().position(|grant| grant.name == *name);
                hash.word(2);
                hash.word(place.map_or(u64::MAX, |place| place as u64));
                under(*command, RunId::default(), Fence::default()).absorb(&mut hash);
            }
            What::Fault(fault) => {
                hash.word(3);
                hash.text(&fault.kind);
                hash.text(&fault.detail);
            }
            What::Drive(core) => {
                hash.word(4);
                hash.word(core.len() as u64);
                core.iter().for_each(|worker| hash.word(u64::from(worker.0)));
            }
        }
    }
    hash.value()
}
