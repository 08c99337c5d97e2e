//! What the outside can say to a control plane. Every command carries an instant, beside it, not in it.

use crate::ids::{Digest, Fence, ParseError, RunId, TenantId, WorkerId};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// One command: one atomic step, one [`Outcome`](crate::Outcome).
///
/// Written as a short sentence, e.g. `complete a/1 fence 1.1 result x`, and read back from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Command {
    /// A tenant asks for a run to be queued (D08 to D15).
    Submit {
        /// The run.
        run: RunId,
        /// What it costs, in credits.
        cost: NonZeroU32,
    },
    /// A tenant takes a run back (D33 to D35).
    Cancel {
        /// The run.
        run: RunId,
    },
    /// A worker asks for work (D16, D17, D20).
    Claim {
        /// The worker.
        worker: WorkerId,
    },
    /// A worker says that it is alive (D24).
    Heartbeat {
        /// The worker.
        worker: WorkerId,
        /// The fence of the grant that it works under.
        fence: Fence,
    },
    /// A run was finished; at least once, so it may come again (D28 to D32, D34).
    Complete {
        /// The run.
        run: RunId,
        /// The fence of the grant that it was done under.
        fence: Fence,
        /// The digest of its result.
        result: Digest,
    },
    /// The job itself failed.
    Fail {
        /// The worker.
        worker: WorkerId,
        /// The fence of the grant that it worked under.
        fence: Fence,
    },
    /// The platform gives the run back unfinished.
    Release {
        /// The worker.
        worker: WorkerId,
        /// The fence of the grant that it worked under.
        fence: Fence,
    },
    /// An operator changes a tenant's cap (D09, D21). A negative one is invalid.
    SetCap {
        /// The tenant.
        tenant: TenantId,
        /// The most live leases at once.
        cap: i64,
    },
    /// An operator changes a tenant's quota (D09). A negative one is invalid.
    SetQuota {
        /// The tenant.
        tenant: TenantId,
        /// Credits per window.
        quota: i64,
    },
    /// An operator changes the size of the pool (D19, D21). 0 is valid; a negative one is invalid.
    Resize {
        /// The slots to be present.
        slots: i64,
    },
    /// The periodic step that ends expired leases (D23).
    Sweep,
    /// The control plane stopped and recovers from its journal (D36, D37).
    Restart {
        /// How many of the newest journal records could not be read.
        lost: u32,
    },
    /// An operator accepts the loss after a halt (D37).
    Acknowledge,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Submit { run, cost } => write!(f, "submit {run} cost {cost}"),
            Command::Cancel { run } => write!(f, "cancel {run}"),
            Command::Claim { worker } => write!(f, "claim {worker}"),
            Command::Heartbeat { worker, fence } => write!(f, "heartbeat {worker} fence {fence}"),
            Command::Complete { run, fence, result } => write!(f, "complete {run} fence {fence} result {result}"),
            Command::Fail { worker, fence } => write!(f, "fail {worker} fence {fence}"),
            Command::Release { worker, fence } => write!(f, "release {worker} fence {fence}"),
            Command::SetCap { tenant, cap } => write!(f, "set-cap {tenant} {cap}"),
            Command::SetQuota { tenant, quota } => write!(f, "set-quota {tenant} {quota}"),
            Command::Resize { slots } => write!(f, "resize {slots}"),
            Command::Sweep => f.write_str("sweep"),
            Command::Restart { lost: 0 } => f.write_str("restart"),
            Command::Restart { lost } => write!(f, "restart lost {lost}"),
            Command::Acknowledge => f.write_str("acknowledge"),
        }
    }
}

impl FromStr for Command {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Command, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str, expected| word.parse().map_err(|_| ParseError::new(word, expected));
        Ok(match words[..] {
            ["submit", run, "cost", cost] => Command::Submit {
                run: run.parse()?,
                cost: cost.parse().map_err(|_| ParseError::new(cost, "a cost of at least 1 credit"))?,
            },
            ["cancel", run] => Command::Cancel { run: run.parse()? },
            ["claim", worker] => Command::Claim { worker: worker.parse()? },
            ["heartbeat", worker, "fence", fence] => {
                Command::Heartbeat { worker: worker.parse()?, fence: fence.parse()? }
            }
            ["complete", run, "fence", fence, "result", result] => {
                Command::Complete { run: run.parse()?, fence: fence.parse()?, result: result.parse()? }
            }
            ["fail", worker, "fence", fence] => Command::Fail { worker: worker.parse()?, fence: fence.parse()? },
            ["release", worker, "fence", fence] => Command::Release { worker: worker.parse()?, fence: fence.parse()? },
            ["set-cap", tenant, cap] => {
                Command::SetCap { tenant: tenant.parse()?, cap: number(cap, "a cap, such as `2`")? }
            }
            ["set-quota", tenant, quota] => {
                Command::SetQuota { tenant: tenant.parse()?, quota: number(quota, "a quota, such as `2`")? }
            }
            ["resize", slots] => Command::Resize { slots: number(slots, "a number of slots, such as `2`")? },
            ["sweep"] => Command::Sweep,
            ["restart"] => Command::Restart { lost: 0 },
            ["restart", "lost", lost] => {
                Command::Restart { lost: lost.parse().map_err(|_| ParseError::new(lost, "a number of lost records"))? }
            }
            ["acknowledge"] => Command::Acknowledge,
            _ => return Err(ParseError::new(text, EXPECTED)),
        })
    }
}

const EXPECTED: &str = "a command: `submit a/1 cost 1`, `cancel a/1`, `claim w1`, `heartbeat w1 fence 1.1`, \
    `complete a/1 fence 1.1 result x`, `fail w1 fence 1.1`, `release w1 fence 1.1`, `set-cap a 1`, `set-quota a 1`, \
    `resize 1`, `sweep`, `restart`, `restart lost 1` or `acknowledge`";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_reads_back_as_what_was_written() {
        for text in [
            "submit a/1 cost 3",
            "cancel b/2",
            "claim w1",
            "heartbeat w1 fence 1.2",
            "complete a/1 fence 2.3 result y",
            "fail w2 fence 1.1",
            "release w2 fence 1.1",
            "set-cap a 0",
            "set-quota a -1",
            "resize 2",
            "sweep",
            "restart",
            "restart lost 2",
            "acknowledge",
        ] {
            assert_eq!(text.parse::<Command>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_submit_that_costs_nothing_is_not_a_command() {
        let error = "submit a/1 cost 0".parse::<Command>().unwrap_err();
        assert_eq!(error.to_string(), "expected a cost of at least 1 credit, found `0`");
    }
}
