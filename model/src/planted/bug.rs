//! The names of the planted bugs, and the public reports that show the like.

use serde::{Deserialize, Serialize};
use spec::yaml::nearest;
use std::fmt;
use std::str::FromStr;

macro_rules! bugs {
    ($($(#[doc = $what:literal])+ $name:ident = $word:literal $(($report:literal))?,)*) => {
        /// One mistake.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Bug {
            $($(#[doc = $what])+ $name,)*
        }

        impl Bug {
            /// All of them.
            pub const ALL: &[Bug] = &[$(Bug::$name),*];

            /// Its word on the command line.
            pub const fn word(self) -> &'static str {
                match self { $(Bug::$name => $word),* }
            }

            /// What is wrong.
            pub const fn what(self) -> &'static str {
                match self { $(Bug::$name => concat!($($what),*)),* }
            }

            /// A public report of a system that did the like, as `owner/repo#number`.
            pub const fn report(self) -> Option<&'static str> {
                let reports: &[&str] = match self { $(Bug::$name => &[$($report)?]),* };
                reports.first().copied()
            }
        }
    };
}

bugs! {
    /// A release under an old fence ends the lease that the run has now.
    StaleReleaseAccepted = "stale-release-accepted" ("blehnen/DotNetWorkQueue#347"),
    /// A failure reported under an old fence ends the lease that the run has now.
    StaleFailAccepted = "stale-fail-accepted" ("OptimalBits/bull#1416"),
    /// A heartbeat under an old fence renews the lease that the run has now.
    StaleHeartbeatRenewed = "stale-heartbeat-renewed" ("blehnen/DotNetWorkQueue#335"),
    /// A completion under an old fence is applied though the run was granted anew (D30 accept).
    SupersededCompletionApplied = "superseded-completion-applied" ("nats-io/nats-server#4786"),
    /// A release that comes again frees a second slot.
    DoubleRelease = "double-release" ("rails/solid_queue#761"),
    /// A slot is lost with every lease that a sweep ends.
    SlotLeakedOnExpiry = "slot-leaked-on-expiry" ("PrefectHQ/prefect#17415"),
    /// The last free slot is never given.
    LastSlotWithheld = "last-slot-withheld" ("getsentry/sentry#115657"),
    /// A completion that comes again is applied again.
    EffectTwice = "effect-twice" ("entrius/allways#176"),
    /// A completion is remembered for one window, and applied again after it (D32 one-window-apply).
    CompletionForgotten = "completion-forgotten" ("nats-io/nats-server#7302"),
    /// Which runs have completed is forgotten at a restart.
    DedupLostAtRestart = "dedup-lost-at-restart" ("sidekiq/sidekiq#3298"),
    /// A completion is applied to a run that was cancelled (D34 apply-always).
    CompletedAfterCancel = "completed-after-cancel" ("Abilityai/trinity#681"),
    /// A submit that comes again after the completion is said to be queued anew.
    CompletedRunQueuedAgain = "completed-run-queued-again" ("riverqueue/river#1302"),
    /// Cancelling a queued run is acknowledged and not carried out.
    CancelledRunGranted = "cancelled-run-granted" ("celery/celery#1007"),
    /// A cancel that overtakes its submit is acknowledged and forgotten.
    TombstoneForgotten = "tombstone-forgotten",
    /// Cancelling a run that was refused bills it.
    RefusedThenCancelledBilled = "refused-then-cancelled-billed" ("kubernetes/kubernetes#76787"),
    /// What goes back to a tenant goes back twice.
    RefundedTwice = "refunded-twice" ("own-pay/OwnPay#222"),
    /// A refund goes to the window of now, not to that of the charge (D07 current-window).
    RefundToCurrentWindow = "refund-to-current-window" ("aws-samples/sample-agentic-ai-acceleration-kr#85"),
    /// A run is charged at every attempt (D03 per-attempt).
    ChargedAtEachAttempt = "charged-at-each-attempt" ("Vexa-ai/vexa#330"),
    /// Credit is looked at when a run is submitted, and not when it is charged (D11 neither).
    QuotaNotJudgedAtClaim = "quota-not-judged-at-claim" ("wasp-lang/open-saas#727"),
    /// The window rolls with the second command in it, not with time.
    WindowRolledByTraffic = "window-rolled-by-traffic" ("looplj/axonhub#1567"),
    /// A submit that comes again is queued again, under another name.
    RetriedSubmitTwice = "retried-submit-twice" ("getlago/lago-api#4725"),
    /// A submit is answered `queued`, and nothing is kept of it.
    SubmitAcknowledgedAndLost = "submit-acknowledged-and-lost" ("nats-io/nats-server#7564"),
    /// A worker that polls while holding is answered with another worker's lease.
    ClaimRepeatsAnothersLease = "claim-repeats-anothers-lease" ("johanhaleby/occurrent#675"),
    /// A worker that lost its lease and polls is answered with that lease again.
    EndedLeaseRepeated = "ended-lease-repeated" ("sliceworkz/eventstore#176"),
    /// A worker that polls while holding gets another run (D20 grant-another).
    SecondLeaseWhileHolding = "second-lease-while-holding" ("temporalio/sdk-java#2143"),
    /// A worker for whom nothing is left is given a run that another one holds.
    RunGrantedWhileHeld = "run-granted-while-held" ("hexpm/hexpm#1825"),
    /// The cap is judged on a count from before the last command.
    CapOneCommandOld = "cap-one-command-old" ("apache/airflow#1872"),
    /// The cap is looked at when a run is submitted, and not when it is granted (D08 at-submit-only).
    CapNotJudgedAtClaim = "cap-not-judged-at-claim" ("kestra-io/kestra#10296"),
    /// Lowering a cap is acknowledged and not carried out.
    LoweredCapIgnored = "lowered-cap-ignored" ("mailgun/gubernator#37"),
    /// Shrinking the pool is acknowledged and not carried out.
    ShrunkPoolIgnored = "shrunk-pool-ignored" ("Ivy-Interactive/Ivy-Tendril#350"),
    /// A slot is used again at once after a silent end (D26 at-once).
    RestingSlotForgotten = "resting-slot-forgotten" ("kubernetes-sigs/kueue#510"),
    /// A lease past its deadline takes no slot, though it has not ended (D23 uncounted).
    ExpiredLeaseUncounted = "expired-lease-uncounted" ("rails/solid_queue#689"),
    /// A lease ends only on its worker's word (D23 never).
    ExpiryForgotten = "expiry-forgotten" ("openzim/zimfarm#680"),
    /// At exactly its deadline a lease counts as alive, so the sweep of that instant misses it (D22 alive).
    DeadlineReadAsAlive = "deadline-read-as-alive" ("wildfly/wildfly#16813"),
    /// A run whose lease was lost is not queued again.
    RequeueLost = "requeue-lost" ("apache/airflow#27657"),
    /// The grant number starts anew after a restart, in the same term.
    FenceReusedAfterRestart = "fence-reused-after-restart",
    /// Fences are read back from the journal, so that a loss of records takes them back.
    FenceLostWithItsRecord = "fence-lost-with-its-record",
    /// Acknowledged records are lost, and nobody is told (D37 truncate-silently).
    LossInSilence = "loss-in-silence" ("facebook/rocksdb#12488"),
    /// Only the first tenant's queue is ever looked at.
    LaterTenantsPassedOver = "later-tenants-passed-over" ("superplanehq/superplane#6771"),
    /// A worker that lost a lease is told for ever that it holds one: no rule of safety forbids it.
    LoserShutOut = "loser-shut-out",
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Bug {
    type Err = String;

    fn from_str(text: &str) -> Result<Bug, String> {
        let words: Vec<&str> = Bug::ALL.iter().map(|bug| bug.word()).collect();
        let found = Bug::ALL.iter().copied().find(|bug| bug.word() == text);
        found.ok_or_else(|| {
            let near = nearest(text, words.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
            let near = near.unwrap_or_default();
            format!("expected a planted bug ({}), found `{text}`{near}", words.join(", "))
        })
    }
}
