//! The files of a verification: the shrunk artifact, its certificate, and the artifact that it was shrunk from, if it is there.

use crate::shrink::certificate::{CERTIFICATE_VERSION, Certificate};
use crate::simulate::Simulator;
use crate::spine::artifact::{self, ArtifactOf, BadArtifact};
use spec::{BadSettings, Command, ControlPlane};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// The end of the name of a shrunk artifact.
const SHRUNK: &str = ".shrunk.json";

/// The highest key of a run and number of a worker. Both are dense, so room is made for all below.
const NAMES_MAX: u32 = 1 << 24;

/// The texts of the files.
#[derive(Debug, Clone)]
pub struct Files {
    /// Where the shrunk artifact is.
    pub path: PathBuf,
    /// The shrunk artifact.
    pub shrunk: String,
    /// Its certificate.
    pub certificate: String,
    /// The artifact that was shrunk, if it is beside.
    pub original: Option<String>,
}

/// Something that cannot be read, so that nothing was verified.
#[derive(Debug)]
pub enum Unreadable {
    /// A file cannot be read.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file that a certificate belongs to is called `X.json`.
    Name(PathBuf),
    /// An artifact does not read.
    Artifact {
        /// `the shrunk artifact` or `the original artifact`.
        which: &'static str,
        /// Why.
        error: BadArtifact,
    },
    /// The settings of an artifact are none.
    Settings {
        /// Which artifact.
        which: &'static str,
        /// Why.
        error: BadSettings,
    },
    /// An artifact names something so high that making room for it would take the machine's memory.
    Names {
        /// Which artifact.
        which: &'static str,
        /// The command that names it.
        command: String,
    },
    /// The certificate is of another version.
    Version(u64),
    /// The certificate does not read.
    Certificate(serde_json::Error),
    /// What was read cannot be written as JSON again, so that there is nothing to hash.
    Json(serde_json::Error),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::File { path, error } => write!(f, "failed to read {}: {error}", path.display()),
            Unreadable::Name(path) => write!(
                f,
                "{} is not called X.json, so its certificate is not known: name it with --certificate FILE",
                path.display()
            ),
            Unreadable::Artifact { which, error } => write!(f, "{which}: {error}"),
            Unreadable::Settings { which, error } => write!(f, "{which}: its settings are none: {error}"),
            Unreadable::Names { which, command } => {
                write!(f, "{which}: `{command}` names a run or a worker beyond number {NAMES_MAX}, which no run does")
            }
            Unreadable::Version(found) => {
                write!(f, "the certificate is of version {found}; this program reads version {CERTIFICATE_VERSION}")
            }
            Unreadable::Certificate(error) => write!(f, "failed to read the certificate: {error}"),
            Unreadable::Json(error) => write!(f, "failed to write what was read as JSON again: {error}"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl Files {
    /// Reads the files that belong to a shrunk artifact. Without a certificate's name it is `X.certificate.json` beside
    /// `X.json`; the original of `X.shrunk.json` is `X.json`.
    ///
    /// # Errors
    ///
    /// Where the artifact or the certificate cannot be read; the original may be missing.
    pub fn read(path: &Path, certificate: Option<&Path>) -> Result<Files, Unreadable> {
        let name = path.file_name().and_then(|name| name.to_str());
        let beside = |end: &str, other: &str| {
            name.and_then(|name| name.strip_suffix(end)).map(|stem| path.with_file_name(format!("{stem}{other}")))
        };
        let certificate = match certificate {
            Some(certificate) => certificate.to_path_buf(),
            None => beside(".json", ".certificate.json").ok_or_else(|| Unreadable::Name(path.to_path_buf()))?,
        };
        let original = match beside(SHRUNK, ".json").map(|path| (text_of(&path), path)) {
            Some((Err(Unreadable::File { error, .. }), _)) if error.kind() == io::ErrorKind::NotFound => None,
            Some((text, _)) => Some(text?),
            None => None,
        };
        Ok(Files { path: path.to_path_buf(), shrunk: text_of(path)?, certificate: text_of(&certificate)?, original })
    }

    /// The certificate; its version is judged before anything else.
    ///
    /// # Errors
    ///
    /// Where it is of another version, or does not read.
    pub fn certificate(&self) -> Result<Certificate, Unreadable> {
        let value: serde_json::Value = serde_json::from_str(&self.certificate).map_err(Unreadable::Certificate)?;
        match value.get("version").and_then(serde_json::Value::as_u64) {
            Some(version) if version != u64::from(CERTIFICATE_VERSION) => Err(Unreadable::Version(version)),
            _ => serde_json::from_value(value).map_err(Unreadable::Certificate),
        }
    }

    /// The shrunk artifact.
    ///
    /// # Errors
    ///
    /// Where it does not read.
    pub fn shrunk<C: ControlPlane>(&self) -> Result<ArtifactOf<Simulator<C>>, Unreadable> {
        read_artifact::<C>(&self.shrunk, "the shrunk artifact")
    }

    /// The original artifact, if it is there.
    ///
    /// # Errors
    ///
    /// Where it is there and does not read.
    pub fn original<C: ControlPlane>(&self) -> Result<Option<ArtifactOf<Simulator<C>>>, Unreadable> {
        self.original.as_deref().map(|text| read_artifact::<C>(text, "the original artifact")).transpose()
    }
}

fn text_of(path: &Path) -> Result<String, Unreadable> {
    fs::read_to_string(path).map_err(|error| Unreadable::File { path: path.to_path_buf(), error })
}

fn read_artifact<C: ControlPlane>(text: &str, which: &'static str) -> Result<ArtifactOf<Simulator<C>>, Unreadable> {
    let read = artifact::read::<Simulator<C>>(text).map_err(|error| Unreadable::Artifact { which, error })?;
    read.setup.settings.validate().map_err(|error| Unreadable::Settings { which, error })?;
    let mut commands = read.events.iter().filter_map(|event| event.command);
    match commands.find(|command| highest_name(*command) > NAMES_MAX) {
        Some(command) => Err(Unreadable::Names { which, command: command.to_string() }),
        None => Ok(read),
    }
}

/// The key or number of what a command names.
fn highest_name(command: Command) -> u32 {
    match command {
        Command::Submit { run, .. } | Command::Cancel { run } | Command::Complete { run, .. } => run.key,
        Command::Claim { worker }
        | Command::Heartbeat { worker, .. }
        | Command::Fail { worker, .. }
        | Command::Release { worker, .. } => worker.0,
        Command::SetCap { .. }
        | Command::SetQuota { .. }
        | Command::Resize { .. }
        | Command::Sweep
        | Command::Restart { .. }
        | Command::Acknowledge => 0,
    }
}
