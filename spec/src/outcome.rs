//! What a control plane says back. With [`Outcome`] an outsider can follow every lease and audit the bill.

use crate::few::Few;
use crate::ids::{Credits, Digest, Fence, Millis, ParseError, RunId};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The whole outcome of one command.
///
/// Written as its answer and then whatever else happened, separated by commas, e.g.
/// `granted a/2 fence 1.2 until 20, charged 1, ended 1.1 a/1 requeued`, and read back from it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The answer to the one who asked.
    pub answer: Answer,
    /// Credits charged in this step, fees included (D02, D04).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub charged: Credits,
    /// Credits refunded in this step, in all (D05, D06).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub refunded: Credits,
    /// Whether this is an earlier answer again, charging nothing (D12 repeat and repeat-if-equal, D13 repeat-refusal,
    /// D20 repeat-lease).
    #[serde(default, skip_serializing_if = "is_false")]
    pub repeated: bool,
    /// Each lease that ended in this step, in the order in which they ended.
    #[serde(default, skip_serializing_if = "Few::is_empty_list")]
    pub ended: Few<Ended>,
    /// The run that was shed to make room (D14 shed-oldest).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shed: Option<Shed>,
}

fn is_zero(credits: &Credits) -> bool {
    *credits == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl<T> Few<T> {
    fn is_empty_list(&self) -> bool {
        self.as_slice().is_empty()
    }
}

/// The answer to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Answer {
    /// submit: the run is in its tenant's queue.
    Queued {
        /// Queued uncharged, claimable once its cost is covered (D10 park).
        parked: bool,
    },
    /// cancel: the run is cancelled, or will be refused if it comes (D35).
    Cancelled,
    /// cancel: the run is held; its worker is told at the next heartbeat (D33 await-worker).
    CancelRequested,
    /// cancel: nothing changed.
    Unchanged {
        /// What the run was, and is.
        status: Status,
    },
    /// claim: a lease.
    Granted {
        /// The run.
        run: RunId,
        /// Its new fence.
        fence: Fence,
        /// When it expires, unless renewed.
        deadline: Millis,
    },
    /// claim: no work now.
    Idle(Idle),
    /// heartbeat: the lease goes on.
    Renewed {
        /// When it expires now.
        deadline: Millis,
        /// A cancel was asked for: the worker should stop (D33).
        cancel_requested: bool,
    },
    /// complete: the result counts.
    Applied,
    /// complete: the run was completed already (D31).
    Duplicate,
    /// complete: the run was completed already, with another result (D31 report-conflict).
    Conflict {
        /// The result that counts.
        first: Digest,
    },
    /// fail: what became of the run is in [`Outcome::ended`].
    Failed,
    /// release: what became of the run is in [`Outcome::ended`].
    Released,
    /// `set_cap`, `set_quota`, `resize`.
    Set,
    /// sweep: what ended is in [`Outcome::ended`].
    Swept,
    /// restart or acknowledge: the control plane goes on.
    Recovered {
        /// The new term.
        term: u32,
        /// Acknowledged records were lost (D37).
        alarm: bool,
    },
    /// restart: acknowledged records were lost; everything is refused until an operator acknowledges it (D37 halt).
    Halted,
    /// Not accepted.
    Refused(Refusal),
}

/// Why a claim got no work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// No usable slot is free.
    NoSlot,
    /// No queued run can start.
    NothingEligible,
}

/// Why a command was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// submit, `set_cap`, `set_quota`: there is no such tenant.
    UnknownTenant,
    /// submit: a cancel of this run came first (D35 tombstone).
    CancelledEarly,
    /// submit: the run is known already (D12).
    Duplicate,
    /// submit: the run is known already, with another cost (D12 repeat-if-equal).
    Conflict,
    /// submit: the tenant's cap or quota is 0 (D09 blocked).
    Blocked,
    /// submit: the tenant's cap is reached (D08).
    AtCap,
    /// submit: the remaining credit does not cover the cost (D10 reject).
    NoCredit,
    /// submit: the tenant's queue is at its bound (D14 refuse-newest).
    QueueFull,
    /// cancel, complete: there is no such run.
    UnknownRun,
    /// claim: the worker has a live lease (D20).
    AlreadyHolding,
    /// heartbeat, complete, fail, release: not under a fence that counts.
    Stale,
    /// heartbeat, complete: the deadline has passed (D22, D24, D29).
    Expired,
    /// complete: the run was cancelled (D34).
    Cancelled,
    /// complete: the run is final (failed, shed, or completed under D31 refuse).
    Final,
    /// `set_cap`, `set_quota`, `resize`: not a value that it can have (D09).
    Invalid,
    /// acknowledge: there was no halt.
    NothingToAcknowledge,
    /// Any: the control plane halted and waits for an operator (D37 halt).
    Halted,
    /// Any: its instant lies before the last command's (D38 refuse).
    Clock,
}

/// Where a run is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// In its tenant's queue, parked or not.
    Queued,
    /// Under a live lease.
    Held,
    /// Completed: its result counts. Terminal.
    Completed,
    /// Its attempts are used up. Terminal.
    Failed,
    /// Cancelled. Terminal.
    Cancelled,
    /// Put out of a full queue (D14 shed-oldest). Terminal.
    Shed,
    /// Refused for a passing reason; terminal only under D13 repeat-refusal.
    Rejected,
}

/// One lease that ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ended {
    /// Its fence.
    pub fence: Fence,
    /// Its run.
    pub run: RunId,
    /// What became of the run.
    pub fate: Fate,
    /// Credits that went back on this account (D05, D06).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub refunded: Credits,
}

/// What became of the run of a lease that ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Completed in this step.
    Completed,
    /// In its tenant's queue again (D18).
    Requeued,
    /// Its attempts are used up.
    Failed,
    /// Cancelled, now.
    Cancelled,
    /// It was final before (D28 keeps-slot).
    AlreadyFinal,
}

/// One run that was put out of a full queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Shed {
    /// The run.
    pub run: RunId,
    /// Credits that went back (D06).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub refunded: Credits,
}

impl Outcome {
    /// An answer and nothing else.
    pub const fn just(answer: Answer) -> Outcome {
        Outcome { answer, charged: 0, refunded: 0, repeated: false, ended: Few::new(), shed: None }
    }

    /// A refusal and nothing else.
    pub const fn refused(refusal: Refusal) -> Outcome {
        Outcome::just(Answer::Refused(refusal))
    }
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Outcome {
        Outcome::just(answer)
    }
}

macro_rules! words {
    ($name:ident, $what:literal, $($variant:ident = $word:literal),* $(,)?) => {
        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// Its word in texts and in JSON.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }

        impl FromStr for $name {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<$name, ParseError> {
                match text {
                    $($word => Ok($name::$variant),)*
                    _ => Err(ParseError::new(text, $what)),
                }
            }
        }
    };
}

words!(Idle, "`no-slot` or `nothing-eligible`", NoSlot = "no-slot", NothingEligible = "nothing-eligible");

words!(
    Refusal,
    "a refusal: `unknown-tenant`, `cancelled-early`, `duplicate`, `conflict`, `blocked`, `at-cap`, `no-credit`, \
     `queue-full`, `unknown-run`, `already-holding`, `stale`, `expired`, `cancelled`, `final`, `invalid`, \
     `nothing-to-acknowledge`, `halted` or `clock`",
    UnknownTenant = "unknown-tenant",
    CancelledEarly = "cancelled-early",
    Duplicate = "duplicate",
    Conflict = "conflict",
    Blocked = "blocked",
    AtCap = "at-cap",
    NoCredit = "no-credit",
    QueueFull = "queue-full",
    UnknownRun = "unknown-run",
    AlreadyHolding = "already-holding",
    Stale = "stale",
    Expired = "expired",
    Cancelled = "cancelled",
    Final = "final",
    Invalid = "invalid",
    NothingToAcknowledge = "nothing-to-acknowledge",
    Halted = "halted",
    Clock = "clock",
);

words!(
    Status,
    "a status: `queued`, `held`, `completed`, `failed`, `cancelled`, `shed` or `rejected`",
    Queued = "queued",
    Held = "held",
    Completed = "completed",
    Failed = "failed",
    Cancelled = "cancelled",
    Shed = "shed",
    Rejected = "rejected",
);

words!(
    Fate,
    "what became of the run: `completed`, `requeued`, `failed`, `cancelled` or `already-final`",
    Completed = "completed",
    Requeued = "requeued",
    Failed = "failed",
    Cancelled = "cancelled",
    AlreadyFinal = "already-final",
);

impl Status {
    /// Whether the run has come to its end: completed, failed, cancelled or shed.
    pub const fn is_terminal(self) -> bool {
        matches!(self, Status::Completed | Status::Failed | Status::Cancelled | Status::Shed)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Queued { parked: false } => f.write_str("queued"),
            Answer::Queued { parked: true } => f.write_str("queued parked"),
            Answer::Cancelled => f.write_str("cancelled"),
            Answer::CancelRequested => f.write_str("cancel-requested"),
            Answer::Unchanged { status } => write!(f, "unchanged {status}"),
            Answer::Granted { run, fence, deadline } => write!(f, "granted {run} fence {fence} until {deadline}"),
            Answer::Idle(reason) => write!(f, "idle {reason}"),
            Answer::Renewed { deadline, cancel_requested: false } => write!(f, "renewed until {deadline}"),
            Answer::Renewed { deadline, cancel_requested: true } => {
                write!(f, "renewed until {deadline} cancel-requested")
            }
            Answer::Applied => f.write_str("applied"),
            Answer::Duplicate => f.write_str("duplicate"),
            Answer::Conflict { first } => write!(f, "conflict {first}"),
            Answer::Failed => f.write_str("failed"),
            Answer::Released => f.write_str("released"),
            Answer::Set => f.write_str("set"),
            Answer::Swept => f.write_str("swept"),
            Answer::Recovered { term, alarm: false } => write!(f, "recovered term {term}"),
            Answer::Recovered { term, alarm: true } => write!(f, "recovered term {term} alarm"),
            Answer::Halted => f.write_str("halted"),
            Answer::Refused(refusal) => write!(f, "refused {refusal}"),
        }
    }
}

impl FromStr for Answer {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Answer, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let instant = |word: &str| word.parse().map_err(|_| ParseError::new(word, "an instant in milliseconds"));
        let term = |word: &str| word.parse().map_err(|_| ParseError::new(word, "a term, such as `2`"));
        Ok(match words[..] {
            ["queued"] => Answer::Queued { parked: false },
            ["queued", "parked"] => Answer::Queued { parked: true },
            ["cancelled"] => Answer::Cancelled,
            ["cancel-requested"] => Answer::CancelRequested,
            ["unchanged", status] => Answer::Unchanged { status: status.parse()? },
            ["granted", run, "fence", fence, "until", deadline] => {
                Answer::Granted { run: run.parse()?, fence: fence.parse()?, deadline: instant(deadline)? }
            }
            ["idle", reason] => Answer::Idle(reason.parse()?),
            ["renewed", "until", deadline] => Answer::Renewed { deadline: instant(deadline)?, cancel_requested: false },
            ["renewed", "until", deadline, "cancel-requested"] => {
                Answer::Renewed { deadline: instant(deadline)?, cancel_requested: true }
            }
            ["applied"] => Answer::Applied,
            ["duplicate"] => Answer::Duplicate,
            ["conflict", first] => Answer::Conflict { first: first.parse()? },
            ["failed"] => Answer::Failed,
            ["released"] => Answer::Released,
            ["set"] => Answer::Set,
            ["swept"] => Answer::Swept,
            ["recovered", "term", number] => Answer::Recovered { term: term(number)?, alarm: false },
            ["recovered", "term", number, "alarm"] => Answer::Recovered { term: term(number)?, alarm: true },
            ["halted"] => Answer::Halted,
            ["refused", refusal] => Answer::Refused(refusal.parse()?),
            _ => return Err(ParseError::new(text, EXPECTED_ANSWER)),
        })
    }
}

const EXPECTED_ANSWER: &str = "an answer: `queued`, `queued parked`, `cancelled`, `cancel-requested`, \
    `unchanged held`, `granted a/1 fence 1.1 until 10`, `idle no-slot`, `idle nothing-eligible`, `renewed until 10`, \
    `renewed until 10 cancel-requested`, `applied`, `duplicate`, `conflict x`, `failed`, `released`, `set`, `swept`, \
    `recovered term 2`, `recovered term 2 alarm`, `halted` or `refused at-cap`";

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.answer)?;
        if self.repeated {
            f.write_str(", repeated")?;
        }
        if self.charged != 0 {
            write!(f, ", charged {}", self.charged)?;
        }
        if self.refunded != 0 {
            write!(f, ", refunded {}", self.refunded)?;
        }
        for Ended { fence, run, fate, refunded } in &self.ended {
            write!(f, ", ended {fence} {run} {fate}")?;
            if *refunded != 0 {
                write!(f, " refunded {refunded}")?;
            }
        }
        if let Some(Shed { run, refunded }) = self.shed {
            write!(f, ", shed {run}")?;
            if refunded != 0 {
                write!(f, " refunded {refunded}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Outcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Outcome, ParseError> {
        let mut parts = text.split(',');
        let mut outcome = Outcome::just(parts.next().unwrap_or("").trim().parse()?);
        let credits = |word: &str| word.parse().map_err(|_| ParseError::new(word, "an amount in credits"));
        for part in parts {
            let words: Vec<&str> = part.split_whitespace().collect();
            match words[..] {
                ["repeated"] => outcome.repeated = true,
                ["charged", amount] => outcome.charged = credits(amount)?,
                ["refunded", amount] => outcome.refunded = credits(amount)?,
                ["ended", fence, run, fate, ref rest @ ..] => outcome.ended.push(Ended {
                    fence: fence.parse()?,
                    run: run.parse()?,
                    fate: fate.parse()?,
                    refunded: refund(rest)?,
                }),
                ["shed", run, ref rest @ ..] => {
                    outcome.shed = Some(Shed { run: run.parse()?, refunded: refund(rest)? });
                }
                _ => return Err(ParseError::new(part.trim(), EXPECTED_PART)),
            }
        }
        Ok(outcome)
    }
}

const EXPECTED_PART: &str = "what else happened: `repeated`, `charged 1`, `refunded 1`, `ended 1.1 a/1 requeued`, \
    `ended 1.1 a/1 failed refunded 1`, `shed a/1` or `shed a/1 refunded 1`";

fn refund(words: &[&str]) -> Result<Credits, ParseError> {
    match words {
        [] => Ok(0),
        ["refunded", amount] => amount.parse().map_err(|_| ParseError::new(amount, "an amount in credits")),
        _ => Err(ParseError::new(&words.join(" "), "`refunded 1`, or nothing")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_reads_back_as_what_was_written() {
        for text in [
            "queued",
            "queued parked, repeated",
            "queued, shed a/1 refunded 2",
            "cancelled, refunded 1",
            "unchanged held",
            "granted a/2 fence 1.2 until 20, charged 1, ended 1.1 a/1 requeued",
            "swept, refunded 1, ended 1.1 a/1 failed refunded 1, ended 1.2 b/1 requeued",
            "renewed until 20 cancel-requested",
            "conflict y",
            "recovered term 2 alarm",
            "refused no-credit, charged 1",
            "cancel-requested",
            "idle no-slot",
            "idle nothing-eligible",
            "renewed until 20",
            "applied, ended 1.1 a/1 already-final",
            "duplicate",
            "failed",
            "released, ended 1.1 a/1 cancelled",
            "set, ended 1.1 a/1 completed",
            "recovered term 3",
            "halted",
        ] {
            assert_eq!(text.parse::<Outcome>().unwrap().to_string(), text);
        }
        for status in Status::ALL {
            let outcome = Outcome::just(Answer::Unchanged { status: *status });
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for refusal in Refusal::ALL {
            let outcome = Outcome::refused(*refusal);
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
    }

    #[test]
    fn an_outcome_that_does_not_read_says_what_was_expected() {
        let error = "granted".parse::<Outcome>().unwrap_err();
        assert!(error.to_string().starts_with("expected an answer: `queued`"), "{error}");
        let error = "swept, ended 1.1 a/1 lost".parse::<Outcome>().unwrap_err();
        assert!(error.to_string().ends_with("found `lost`"), "{error}");
        let error = "queued, shed a/1 for 2".parse::<Outcome>().unwrap_err();
        assert_eq!(error.to_string(), "expected `refunded 1`, or nothing, found `for 2`");
    }

    #[test]
    fn what_did_not_happen_is_not_in_the_json_of_an_outcome() {
        for (text, json) in [
            ("queued", r#"{"answer":{"queued":{"parked":false}}}"#),
            (
                "swept, repeated, charged 1, refunded 2, ended 1.1 a/1 failed refunded 2, shed a/2",
                r#"{"answer":"swept","charged":1,"refunded":2,"repeated":true,"ended":[{"fence":"1.1","run":"a/1","fate":"failed","refunded":2}],"shed":{"run":"a/2"}}"#,
            ),
        ] {
            let outcome: Outcome = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&outcome).unwrap(), json);
            assert_eq!(serde_json::from_str::<Outcome>(json).unwrap(), outcome);
        }
    }

    #[test]
    fn a_run_has_come_to_its_end_when_nothing_can_happen_to_it_any_more() {
        let ended: Vec<&str> = Status::ALL.iter().filter(|status| status.is_terminal()).map(|one| one.word()).collect();
        assert_eq!(ended, ["completed", "failed", "cancelled", "shed"]);
    }
}
