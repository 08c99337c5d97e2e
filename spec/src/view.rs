//! What a control plane says of its own state, for comparing two of them. The invariants never see it.

use crate::ids::{Credits, Digest, Fence, Millis, RunId, TenantId, WorkerId};
use crate::outcome::Status;
use serde::{Deserialize, Serialize};

/// A control plane's state at an instant: read at max(last, at + offset); while halted, the state before the restart.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct View {
    /// By id. A tenant that does not exist (D09 invalid) is not among them.
    pub tenants: Vec<TenantView>,
    /// By id: every run that was accepted or rejected, and is remembered or not.
    pub runs: Vec<RunView>,
    /// By fence: leases that are live, those past their deadline too.
    pub leases: Vec<LeaseView>,
    /// When each resting slot is usable again, in order; only those still resting at this instant (D26).
    pub resting: Vec<Millis>,
    /// When each warming slot is warm, in order; only those not yet warm at this instant (D19).
    pub warming: Vec<Millis>,
    /// The tenant of the newest grant (D16).
    pub last_granted: Option<TenantId>,
    /// By id: runs that were cancelled before they were submitted (D35).
    pub tombstones: Vec<RunId>,
    /// The term (1 at the start).
    pub term: u32,
    /// Whether everything is refused until an operator acknowledges a loss (D37).
    pub halted: bool,
}

/// One tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TenantView {
    /// Its id.
    pub tenant: TenantId,
    /// Its cap as set.
    pub cap: i64,
    /// Its quota as set.
    pub quota: Credits,
    /// Charges less refunds in the window of this instant.
    pub spent: Credits,
    /// The cost of its queued runs that are not parked and still to be charged (D11 reserve; held ones too under D02
    /// completion); 0 under the other options of D11.
    pub reserved: Credits,
    /// Its live leases.
    pub held: u32,
    /// Its queue, in order.
    pub queue: Vec<QueuedView>,
}

/// One place in a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedView {
    /// The run.
    pub run: RunId,
    /// Queued uncharged, claimable once covered (D10).
    pub parked: bool,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunView {
    /// Its id.
    pub run: RunId,
    /// Where it is in its life.
    pub status: Status,
    /// Attempts used up.
    pub attempts: u32,
    /// Charges less refunds, D04 fees apart.
    pub net_charge: Credits,
    /// The fence of its newest grant.
    pub fence: Option<Fence>,
    /// Whether a cancel was asked for; only while held.
    pub cancel_requested: bool,
    /// The result that counts, once completed.
    pub result: Option<Digest>,
}

/// One live lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaseView {
    /// Its fence.
    pub fence: Fence,
    /// Its run.
    pub run: RunId,
    /// Its worker.
    pub worker: WorkerId,
    /// When it expires, unless renewed.
    pub deadline: Millis,
}
