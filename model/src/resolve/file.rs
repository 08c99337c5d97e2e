//! A user's file, replaced as a whole or not at all.
//!
//! The new text is written beside the file and renamed over it, so that nobody ever sees half of it. The file that is
//! replaced is the one behind a symbolic link, and its permissions stay. What has changed since it was read is not
//! overwritten.

use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A file that was read and may be replaced.
#[derive(Debug)]
pub struct Held {
    /// How the user named it.
    pub named: PathBuf,
    /// The file itself, with no symbolic link on the way.
    pub real: PathBuf,
    /// What it said.
    pub text: String,
}

/// Why a file was not replaced. It is as it was.
#[derive(Debug)]
pub enum HoldError {
    /// It could not be read.
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is a folder, a pipe or a device.
    NoFile {
        /// What it is called.
        file: PathBuf,
    },
    /// Its permissions forbid it.
    ReadOnly {
        /// The file.
        file: PathBuf,
    },
    /// Somebody else has changed it since it was read.
    Changed {
        /// The file.
        file: PathBuf,
    },
    /// The new text could not be written beside it, or not be put in its place.
    Unwritable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for HoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HoldError::Unreadable { file, error } => write!(f, "failed to read {}: {error}", file.display()),
            HoldError::NoFile { file } => {
                write!(f, "{} is not a file that could be replaced; nothing was changed", file.display())
            }
            HoldError::ReadOnly { file } => write!(
                f,
                "{} is read-only; nothing was changed. Make it writable first, or look at the change with --dry-run",
                file.display()
            ),
            HoldError::Changed { file } => write!(
                f,
                "{} has been changed by somebody else in the meantime; nothing was written. Run it again",
                file.display()
            ),
            HoldError::Unwritable { file, error } => {
                write!(f, "failed to write {}: {error}; nothing was changed", file.display())
            }
        }
    }
}

impl std::error::Error for HoldError {}

impl Held {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It cannot be read as a text, or is no file.
    pub fn read(named: &Path) -> Result<Held, HoldError> {
        let unreadable = |error| HoldError::Unreadable { file: named.to_owned(), error };
        let real = fs::canonicalize(named).map_err(unreadable)?;
        if !real.is_file() {
            return Err(HoldError::NoFile { file: named.to_owned() });
        }
        let text = fs::read_to_string(&real).map_err(unreadable)?;
        Ok(Held { named: named.to_owned(), real, text })
    }

    /// Puts another text in its place.
    ///
    /// # Errors
    ///
    /// It is read-only, was changed since, or cannot be written. It is as it was, then.
    pub fn replace(&self, text: &str) -> Result<(), HoldError> {
        let file = || self.named.clone();
        let unwritable = |error| HoldError::Unwritable { file: file(), error };
        let metadata = fs::metadata(&self.real).map_err(unwritable)?;
        let permissions = metadata.permissions();
        if permissions.readonly() {
            return Err(HoldError::ReadOnly { file: file() });
        }
        let name = self.real.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let beside = self.real.with_file_name(format!(".{name}.{}.new", std::process::id()));
        let written = fs::File::create_new(&beside).and_then(|mut new| {
            new.write_all(text.as_bytes())?;
            keep_owner(&new, &metadata);
            new.set_permissions(permissions)?;
            new.sync_all()
        });
        let replaced = written.map_err(unwritable).and_then(|()| {
            if fs::read(&self.real).ok().as_deref() != Some(self.text.as_bytes()) {
                return Err(HoldError::Changed { file: file() });
            }
            fs::rename(&beside, &self.real).map_err(unwritable)
        });
        if replaced.is_err() {
            // What could not be put in place is of no use to anyone; if it cannot be removed, the error still says why.
            let _ = fs::remove_file(&beside);
        }
        replaced
    }
}

/// Gives a file to the owner of another. Only a superuser can, and only there it is needed.
#[cfg(unix)]
fn keep_owner(new: &fs::File, of: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    if new.metadata().is_ok_and(|new| (new.uid(), new.gid()) != (of.uid(), of.gid())) {
        // Whoever may not do it owns the file from here on, as with every editor that writes beside and renames.
        let _ = fchown(new, Some(of.uid()), Some(of.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &fs::File, _: &fs::Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder of the test's own.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("ballast-held-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn what_was_changed_since_it_was_read_is_not_overwritten() {
        let folder = folder("changed");
        let file = folder.join("spec.yaml");
        fs::write(&file, "one").unwrap();
        let held = Held::read(&file).unwrap();
        fs::write(&file, "somebody else's").unwrap();
        assert!(matches!(held.replace("two"), Err(HoldError::Changed { .. })));
        assert_eq!(fs::read_to_string(&file).unwrap(), "somebody else's");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_is_no_file_and_a_missing_file_says_so() {
        let folder = folder("none");
        assert!(matches!(Held::read(&folder), Err(HoldError::NoFile { .. })));
        assert!(matches!(Held::read(&folder.join("none.yaml")), Err(HoldError::Unreadable { .. })));
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_the_link_stay_and_a_read_only_file_is_refused() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = folder("links");
        let (file, link) = (folder.join("spec.yaml"), folder.join("link.yaml"));
        fs::write(&file, "one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("spec.yaml", &link).unwrap();
        Held::read(&link).unwrap().replace("two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        assert!(matches!(Held::read(&file).unwrap().replace("three"), Err(HoldError::ReadOnly { .. })));
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        fs::remove_dir_all(folder).unwrap();
    }
}
