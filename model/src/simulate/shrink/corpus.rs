//! The corpus: findings that were shrunk and kept, to be replayed for ever.
//!
//! Each file says why it is kept and what is expected of it now. Kept findings are fixed, so the present control plane must
//! come through the plan clean; where the bug was planted, the plan must still find it in the control plane that has it.

use super::execute::execute;
use super::plan::plan_of;
use super::{ShrunkFinding, file};
use crate::planted;
use crate::simulate::setup::Setup;
use crate::simulate::{Simulator, start};
use crate::spine::artifact::Artifact;
use crate::spine::{Nothing, artifact};
use crate::start::Start;
use serde::{Deserialize, Serialize};
use spec::{Command, ControlPlane, Outcome};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the corpus is, seen from the workspace's folder.
pub const FOLDER: &str = "model/corpus";

/// The version of the format.
pub const KEPT_VERSION: u32 = 1;

/// One kept finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Kept {
    /// [`KEPT_VERSION`] of its writer.
    pub version: u32,
    /// Why it is kept.
    pub why: String,
    /// What is expected of it now.
    pub expected: Expected,
    /// Class, rule and answer of the finding.
    pub signature: String,
    /// The shrunk artifact.
    pub artifact: Artifact<Setup, Command, Outcome>,
}

/// What is expected of a kept finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// The present control plane comes through clean; one that has the bug planted is found with the same signature.
    Fixed,
}

/// Adds a shrunk finding to a folder. Gives the file. What was kept is kept again only if it differs.
///
/// # Errors
///
/// Where the file cannot be written.
pub fn keep(folder: &Path, shrunk: &ShrunkFinding) -> io::Result<PathBuf> {
    let artifact = &shrunk.artifact;
    let signature = artifact.finding.cause();
    let (whose, why) = match artifact.setup.plant {
        Some(bug) => (bug.word().to_owned(), format!("planted: {}", bug.what().trim())),
        None => ("found".to_owned(), format!("seed {} found it: {}", artifact.seed, artifact.finding.text)),
    };
    let kept = Kept {
        version: KEPT_VERSION,
        why,
        expected: Expected::Fixed,
        signature: signature.0.clone(),
        artifact: artifact.clone(),
    };
    let plan = shrunk.certificate.plan.get(..8).unwrap_or_default();
    let path = folder.join(format!("{whose}-{}-{plan}.json", signature.as_file_name()));
    file::write(&path, &(serde_json::to_string_pretty(&kept)? + "\n"))?;
    Ok(path)
}

/// Reads a kept finding.
///
/// # Errors
///
/// In words: the file, and what is wrong with it.
pub fn read(path: &Path) -> Result<Kept, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("failed to read {}: {error}", path.display()))?;
    let kept: Kept =
        serde_json::from_str(&text).map_err(|error| format!("failed to read {}: {error}", path.display()))?;
    if kept.version != KEPT_VERSION {
        let version = kept.version;
        return Err(format!("{} is of version {version}; this program reads version {KEPT_VERSION}", path.display()));
    }
    Ok(kept)
}

/// Replays a kept finding, and says what is not as expected.
///
/// # Errors
///
/// In words.
pub fn check(kept: &Kept) -> Result<(), String> {
    let Expected::Fixed = kept.expected;
    if let Some(found) = found_in(kept, Arc::new(start)) {
        return Err(format!("it is expected to be fixed, but is found again: {found}"));
    }
    let Some(bug) = kept.artifact.setup.plant else { return Ok(()) };
    let simulator = Simulator::new(&[], planted::start(bug));
    let replay = artifact::replay(&simulator, &kept.artifact);
    match &replay.run.finding {
        Some(finding) if finding.cause().0 == kept.signature && replay.same => Ok(()),
        Some(finding) => Err(format!("{bug} is planted, and found otherwise: {finding}")),
        None => Err(format!("{bug} is planted, and not found")),
    }
}

/// What a control plane's run of the kept plan comes to: what is sent under a grant is sent under its own.
pub(super) fn found_in<C: ControlPlane>(kept: &Kept, start: Start<C>) -> Option<String> {
    let plan = plan_of(&kept.artifact.setup, &kept.artifact.events);
    let simulator = Simulator::new(&[], start);
    let executed = execute(&simulator, kept.artifact.seed, &plan, &mut Nothing);
    executed.run.finding.map(|finding| finding.to_string())
}
