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

/// Where a committed page is not what was computed: the first line that differs, as it stands and as it should.
pub fn stale(committed: &str, computed: &str) -> Option<String> {
    if committed == computed {
        return None;
    }
    let (mut old, mut new) = (committed.lines(), computed.lines());
    for number in 1.. {
        let (stands, should) = (old.next(), new.next());
        if stands != should || (stands.is_none() && should.is_none()) {
            let line = |line: Option<&str>| line.unwrap_or("nothing").to_owned();
            return Some(format!("line {number} is `{}` and should be `{}`", line(stands), line(should)));
        }
    }
    None
}
