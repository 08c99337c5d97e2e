//! The files of a verification: the shrunk artifact, its certificate, and the artifact that it was shrunk from, if it is there.

use crate::shrink::certificate::{CERTIFICATE_VERSION, Certificate};
use crate::simulate::Simulator;
use crate::spine::artifact::{self, ArtifactOf, BadArtifact};
use spec::ControlPlane;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// The end of the name of a shrunk artifact.
const SHRUNK: &str = ".shrunk.json";

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
    /// A file that a certificate belongs to is called `X.shrunk.json`.
    Name(PathBuf),
    /// An artifact does not read.
    Artifact {
        /// `the shrunk artifact` or `the original artifact`.
        which: &'static str,
        /// Why.
        error: BadArtifact,
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
                "{} is not called X{SHRUNK}, so its certificate is not known: name it with --certificate FILE",
                path.display()
            ),
            Unreadable::Artifact { which, error } => write!(f, "{which}: {error}"),
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
    /// Reads the files that belong to a shrunk artifact. Without a certificate's name it is `X.shrunk.certificate.json` beside
    /// `X.shrunk.json`; the original is `X.json`.
    ///
    /// # Errors
    ///
    /// Where the artifact or the certificate cannot be read; the original may be missing.
    pub fn read(path: &Path, certificate: Option<&Path>) -> Result<Files, Unreadable> {
        let stem = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(SHRUNK));
        let beside = |end: &str| stem.map(|stem| path.with_file_name(format!("{stem}{end}")));
        let certificate = match certificate {
            Some(certificate) => certificate.to_path_buf(),
            None => beside(".shrunk.certificate.json").ok_or_else(|| Unreadable::Name(path.to_path_buf()))?,
        };
        let original = match beside(".json").map(|path| (text_of(&path), path)) {
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
    artifact::read::<Simulator<C>>(text).map_err(|error| Unreadable::Artifact { which, error })
}
