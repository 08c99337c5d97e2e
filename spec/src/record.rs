//! One line of a history: what was asked, when, and what was answered. Everything that judges sees records only.

use crate::command::Command;
use crate::ids::Millis;
use crate::outcome::Outcome;
use serde::{Deserialize, Serialize};

/// The version of the record format. It is raised by every change that an old reader would misread.
pub const RECORD_VERSION: u32 = 1;

/// One command and its outcome.
///
/// Real logs know less than a model does, and the format has room for that: an interval instead of an instant, an
/// outcome that nobody saw, several sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Record {
    /// The instant that the command carries, in ms; where an interval is all that is known, its beginning.
    pub at: Millis,
    /// The end of the interval in which the command took effect; absent where the instant is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<Millis>,
    /// Which log it comes from, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What was asked.
    pub command: Command,
    /// What was answered; absent where nobody saw it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}
