//! What can stand in the agenda of a world.

use super::channel::Party;
use spec::{Answer, Command, Fence};

/// One entry.
#[derive(Debug, Clone)]
pub(super) enum Entry {
    /// A tenant's next runs arrive.
    Arrival { tenant: u32 },
    /// A tenant sends this for the first time.
    Say { tenant: u32, command: Command },
    /// A tenant has waited long enough for an answer.
    TenantResend { tenant: u32, call: u64 },
    /// A message reaches the control plane.
    Request { caller: Caller, command: Command },
    /// An answer reaches whoever asked.
    Reply { caller: Caller, command: Command, answer: Answer },
    /// A worker, in this life of it, has something to do.
    Timer { worker: u32, life: u32, task: Task },
    /// The control plane's own periodic step.
    Sweep,
    /// The next fault.
    Fault { number: u64 },
    /// Something heals, for the record: the effect ends by itself.
    Healed { detail: String },
    /// The control plane is back.
    PlaneUp { lost: u32 },
    /// An operator accepts a loss.
    Acknowledge,
}

/// Who asked, in which call, for the how-manieth time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Caller {
    pub(super) party: Party,
    pub(super) life: u32,
    pub(super) call: u64,
    pub(super) attempt: u64,
}

/// What a worker does when its timer rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// Ask for work, if it has none.
    Poll,
    /// Say that it is alive, under this grant.
    Heartbeat(Fence),
    /// The work of this grant is done.
    Finish(Fence),
    /// Ask again, if this call is still unanswered.
    Resend(u64),
}
