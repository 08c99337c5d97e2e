//! Profiles: what kind of world a run is in, and which faults it promises to bring.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A kind of world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// An ordinary day: arrivals, work, cancels; a channel that loses, repeats and reorders.
    Steady,
    /// Workers crash and rejoin or get slow; the pool, the caps and the quotas change all the time.
    Churn,
    /// Workers stall without stopping, are cut off, and come back with what they held.
    Zombies,
    /// Everything crowds on window edges and deadlines.
    Boundary,
    /// The control plane crashes, with clean, torn and damaged journals; its clock steps.
    Recovery,
    /// One tenant floods the rest.
    Flood,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 6] =
        [Profile::Steady, Profile::Churn, Profile::Zombies, Profile::Boundary, Profile::Recovery, Profile::Flood];

    /// Its word on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Profile::Steady => "steady",
            Profile::Churn => "churn",
            Profile::Zombies => "zombies",
            Profile::Boundary => "boundary",
            Profile::Recovery => "recovery",
            Profile::Flood => "flood",
        }
    }

    /// The kinds of fault that a corpus of it must contain. A silent channel would make every retry untested, so all
    /// profiles promise one that is not.
    pub const fn promises(self) -> &'static [&'static str] {
        match self {
            Profile::Steady => &[
                "message-lost",
                "message-duplicated",
                "message-reordered",
                "message-resent",
                "worker-vanished",
                "calm",
            ],
            Profile::Churn => &[
                "message-lost",
                "message-duplicated",
                "worker-crash",
                "worker-slow",
                "pool-resized",
                "cap-changed",
                "quota-changed",
                "worker-vanished",
                "calm",
            ],
            Profile::Zombies => &[
                "message-lost",
                "worker-stalled",
                "zombie-returned",
                "worker-partitioned",
                "tenant-partitioned",
                "partition-healed",
                "worker-vanished",
                "calm",
            ],
            Profile::Boundary => {
                &["message-duplicated", "message-on-edge", "worker-stalled", "clock-stepped-back", "calm"]
            }
            Profile::Recovery => &[
                "plane-crash",
                "torn-tail",
                "damaged-tail",
                "clock-stepped-back",
                "clock-stepped-forward",
                "worker-vanished",
                "calm",
            ],
            Profile::Flood => &["message-lost", "flood-arrival", "worker-vanished", "calm"],
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(text: &str) -> Result<Profile, String> {
        let found = Profile::ALL.into_iter().find(|profile| profile.word() == text);
        found.ok_or_else(|| {
            let words: Vec<&str> = Profile::ALL.iter().map(|profile| profile.word()).collect();
            format!("expected a profile ({}), found `{text}`", words.join(", "))
        })
    }
}
