//! Files that are written by a verb and committed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file below the workspace's folder.
pub fn in_workspace(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new(".")).join(name)
}

/// Writes a file beside the old one, which it then takes the place of.
///
/// # Errors
///
/// What kept it from being written; the old one is then as it was.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

/// An error that names the file.
pub fn failed(path: &Path, what: &str, error: &io::Error) -> String {
    format!("error: failed to {what} {}: {error}", path.display())
}
