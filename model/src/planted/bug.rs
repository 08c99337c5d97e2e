//! The names of the planted bugs.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

macro_rules! bugs {
    ($($(#[doc = $what:literal])+ $name:ident = $word:literal,)*) => {
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
        }
    };
}

bugs! {
    /// A release under an old fence ends the lease that the run has now.
    StaleReleaseAccepted = "stale-release-accepted",
    /// A release that comes again frees a second slot.
    DoubleRelease = "double-release",
    /// A slot is lost with every lease that a sweep ends.
    SlotLeakedOnExpiry = "slot-leaked-on-expiry",
    /// A completion that comes again is applied again.
    EffectTwice = "effect-twice",
    /// Cancelling a run that was refused bills it.
    RefusedThenCancelledBilled = "refused-then-cancelled-billed",
    /// The window rolls with the second command in it, not with time.
    WindowRolledByTraffic = "window-rolled-by-traffic",
    /// A submit that comes again is queued again, under another name.
    RetriedSubmitTwice = "retried-submit-twice",
    /// A worker that polls while holding is answered with another worker's lease.
    ClaimRepeatsAnothersLease = "claim-repeats-anothers-lease",
    /// The cap is judged on a count from before the last command.
    CapOneCommandOld = "cap-one-command-old",
    /// A slot is used again at once after a silent end.
    RestingSlotForgotten = "resting-slot-forgotten",
    /// A run whose lease was lost is not queued again.
    RequeueLost = "requeue-lost",
    /// The grant number starts anew after a restart, in the same term.
    FenceReusedAfterRestart = "fence-reused-after-restart",
    /// A lease ends only on its worker's word.
    ExpiryForgotten = "expiry-forgotten",
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
        found.ok_or_else(|| format!("expected a planted bug ({}), found `{text}`", words.join(", ")))
    }
}
