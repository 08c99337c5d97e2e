//! Artifacts as files: read with everything checked that a replay relies on, written beside and then renamed.

use crate::planted::Bug;
use crate::simulate::Simulator;
use crate::simulate::setup::Setup;
use crate::spine::artifact::{self, ArtifactOf, BadArtifact};
use spec::{BadSettings, Command, ControlPlane, RunId};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// The most tenants that a run can be set up with.
const TENANTS_MAX: usize = 10_000;

/// The highest key of a run, and the highest number of a worker.
const NAMES_MAX: u32 = 1 << 24;

/// Why a file is no artifact that can be run. Exit code 2.
#[derive(Debug)]
pub struct BadFile {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub what: What,
}

/// What is wrong with a file.
#[derive(Debug)]
pub enum What {
    /// It cannot be read.
    Io(io::Error),
    /// It is no artifact.
    Artifact(BadArtifact),
    /// Its settings are none.
    Settings(BadSettings),
    /// Something in it is larger than anything that a run could have written.
    Large(String),
    /// It is an artifact, and says of an event what this same program does not answer.
    Edited {
        /// The number of the event, from 1.
        event: u64,
        /// As the file has it.
        then: String,
        /// As it is.
        now: String,
    },
    /// It is an artifact, and its finding is not what this same program finds.
    Finding {
        /// As the file has it.
        then: String,
        /// As it is.
        now: String,
    },
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match &self.what {
            What::Io(error) => write!(f, "failed to read {file}: {error}"),
            What::Artifact(error) => write!(f, "{file}: {error}; name a file that `model simulate` wrote"),
            What::Settings(error) => {
                write!(f, "{file}: its settings are none: {error}; name a file that `model simulate` wrote")
            }
            What::Large(what) => write!(f, "{file}: {what}; name a file that `model simulate` wrote"),
            What::Edited { event, then, now } => {
                let (then, now) = (then.trim(), now.trim());
                write!(
                    f,
                    "{file}: event {event} was edited: it says `{then}`, and is `{now}`; find it again with `model simulate`"
                )
            }
            What::Finding { then, now } => {
                write!(
                    f,
                    "{file}: its finding was edited: it says `{then}`, and is `{now}`; find it again with `model simulate`"
                )
            }
        }
    }
}

impl std::error::Error for BadFile {}

/// Reads the artifact in a file.
///
/// # Errors
///
/// Where the file cannot be read, is no artifact, or holds what no run can have written.
pub fn read<C: ControlPlane>(file: &Path) -> Result<ArtifactOf<Simulator<C>>, BadFile> {
    let text = fs::read_to_string(file).map_err(|error| BadFile { file: file.to_owned(), what: What::Io(error) })?;
    parse::<C>(&unwrapped(text)).map_err(|what| BadFile { file: file.to_owned(), what })
}

/// Reads an artifact.
///
/// # Errors
///
/// As [`read`].
pub fn parse<C: ControlPlane>(text: &str) -> Result<ArtifactOf<Simulator<C>>, What> {
    let read: ArtifactOf<Simulator<C>> = artifact::read::<Simulator<C>>(text).map_err(What::Artifact)?;
    check(&read.setup, read.events.iter().filter_map(|event| event.command))?;
    Ok(read)
}

pub(super) fn check(setup: &Setup, commands: impl Iterator<Item = Command>) -> Result<(), What> {
    setup.settings.validate().map_err(What::Settings)?;
    let tenants = setup.settings.tenants.len();
    if tenants > TENANTS_MAX {
        return Err(What::Large(format!("{tenants} tenants are more than the {TENANTS_MAX} that there can be")));
    }
    for command in commands {
        let key = super::plan::run_of(command).map_or(0, |RunId { key, .. }| key);
        let worker = super::plan::worker_of(command).map_or(0, |worker| worker.0);
        if key.max(worker) > NAMES_MAX {
            return Err(What::Large(format!("`{command}` names something beyond number {NAMES_MAX}")));
        }
    }
    Ok(())
}

/// The artifact of a kept finding, where the text is one of those; else the text itself.
fn unwrapped(text: String) -> String {
    let kept = serde_json::from_str::<serde_json::Value>(&text).ok().filter(|value| value.get("expected").is_some());
    kept.and_then(|value| serde_json::to_string(value.get("artifact")?).ok()).unwrap_or(text)
}

/// The bug that is planted in the control plane of an artifact, as far as the text reads.
pub fn plant_of(text: &str) -> Option<Bug> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let artifact = value.get("artifact").unwrap_or(&value);
    artifact.get("setup")?.get("plant")?.as_str()?.parse().ok()
}

/// Writes a file beside and renames it into place.
///
/// # Errors
///
/// Where either fails.
pub fn write(file: &Path, text: &str) -> io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&beside, text)?;
    fs::rename(&beside, file)
}
