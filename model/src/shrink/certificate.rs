//! The certificate of a shrunk finding: what was tried, and what it came to, so that somebody else can try it again.
//!
//! It is plain data. Hashes are 32 hexadecimal digits. A single removal is that of one event of the shrunk file; a command
//! that carries a fence means the event that was granted it, whatever that event is granted once others are gone; if it is
//! gone itself, or granted nothing, the command is not sent.

use serde::{Deserialize, Serialize};

/// The version of the format.
pub const CERTIFICATE_VERSION: u32 = 1;

/// What a shrunk file is claimed to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Certificate {
    /// [`CERTIFICATE_VERSION`] of its writer.
    pub version: u32,
    /// How both plans fail: class, rule, answer.
    pub signature: String,
    /// The hash of the plan that was shrunk.
    pub original: String,
    /// The hash of the shrunk plan.
    pub plan: String,
    /// The hash of the shrunk plan's history.
    pub history: String,
    /// The hash of the shrunk file's bytes.
    pub file: String,
    /// How many events are left.
    pub events: u64,
    /// The number, from 1, of the event at which the failure is seen.
    pub found_at: u64,
    /// Whether every pass was carried out to its end; otherwise the budget ended first.
    pub minimal: bool,
    /// The most plans that could be carried out.
    pub budget: u64,
    /// How many were.
    pub executions: u64,
    /// By which passes, in order.
    pub passes: Vec<PassLine>,
    /// For every event, from the first, what becomes of the plan without it: `passes`, the signature of another failure, or
    /// `untried`.
    pub singles: Vec<String>,
    /// What becomes of it without any two; absent for more than 24 events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Pairs>,
    /// The hash of this certificate's compact JSON with an empty seal: budget, executions and passes cannot be found out
    /// again by running anything, so it is at least seen when they are edited.
    pub seal: String,
}

/// One pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PassLine {
    /// Its name.
    pub name: String,
    /// How many plans it carried out.
    pub executions: u64,
    /// How many events were left after it.
    pub events: u64,
}

/// All pairs of events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pairs {
    /// How many pairs were tried.
    pub tried: u64,
    /// Those without which something else is wrong, or that were not tried.
    pub exceptions: Vec<PairLine>,
}

/// A pair without which the plan does not pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PairLine {
    /// The numbers, from 1, of the two events.
    pub without: [u64; 2],
    /// The signature, or `untried`.
    pub outcome: String,
}
