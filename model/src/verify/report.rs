//! What a verification came to, claim by claim.

use serde::Serialize;
use std::fmt;

/// One thing that is claimed, and what was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Claim {
    /// What is claimed.
    pub name: &'static str,
    /// Whether it holds; none where it could not be looked at.
    pub holds: Option<bool>,
    /// What was looked at, or what is wrong with it.
    pub found: String,
}

/// The verdict on a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All that is claimed holds, and the finding is minimal.
    Verified,
    /// Something that is claimed does not hold.
    Refuted,
    /// What is claimed holds, but it does not claim to be minimal, or it is too large to find out.
    Incomplete,
}

impl Verdict {
    /// The exit code.
    pub const fn exit_code(self) -> u8 {
        match self {
            Verdict::Verified => 0,
            Verdict::Refuted => 1,
            Verdict::Incomplete => 3,
        }
    }
}

/// What a verification came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// The file.
    pub file: String,
    /// How it is claimed to fail.
    pub signature: String,
    /// How many events it has.
    pub events: u64,
    /// How many plans were carried out.
    pub executions: u64,
    /// The claims, in the order in which they were looked at; nothing is looked at after one that does not hold.
    pub claims: Vec<Claim>,
    /// The verdict.
    pub verdict: Verdict,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}, {} events", self.file, self.signature, self.events)?;
        for claim in &self.claims {
            let mark = match claim.holds {
                Some(true) => "holds",
                Some(false) => "WRONG",
                None => "open",
            };
            writeln!(f, "  {mark:<5}  {}: {}", claim.name, claim.found)?;
        }
        match self.verdict {
            Verdict::Verified => write!(f, "VERIFIED: {} plans were carried out.", self.executions),
            Verdict::Refuted => f.write_str("REFUTED: the certificate says what is not so."),
            Verdict::Incomplete => f.write_str("INCOMPLETE: what it says holds, but not that nothing can be left out."),
        }
    }
}
