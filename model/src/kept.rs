//! Files that a verb keeps in a folder beside the spec: written where they differ, removed where they are of no more use.
//!
//! A file is written beside its place and renamed into it, so that nobody ever reads half of one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// How the files of such a folder end.
const ENDING: &str = ".yaml";

/// A folder of files, as it stands.
#[derive(Debug, Clone)]
pub struct Kept {
    folder: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
}

impl Kept {
    /// The folder of this name beside the spec. One that does not exist is empty.
    pub fn read(spec: &Path, name: &str) -> io::Result<Kept> {
        let folder = spec.with_file_name(name);
        let mut files = BTreeMap::new();
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Kept { folder, files }),
            Err(error) => return Err(named("read", &folder, &error)),
        };
        for entry in entries {
            let path = entry.map_err(|error| named("read", &folder, &error))?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(ENDING))
            else {
                continue;
            };
            let bytes = fs::read(&path).map_err(|error| named("read", &path, &error))?;
            files.insert(name.to_owned(), bytes);
        }
        Ok(Kept { folder, files })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a file of this name stands, or would.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What a file holds.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// The names of all files, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Makes a file hold this text; false where it does already.
    pub fn write(&self, name: &str, text: &str) -> io::Result<bool> {
        if self.file(name) == Some(text.as_bytes()) {
            return Ok(false);
        }
        let path = self.path(name);
        let beside = self.path(&format!(".{name}.new"));
        fs::create_dir_all(&self.folder).map_err(|error| named("create", &self.folder, &error))?;
        fs::write(&beside, text).map_err(|error| named("write", &beside, &error))?;
        fs::rename(&beside, &path).map_err(|error| named("replace", &path, &error))?;
        Ok(true)
    }

    /// Removes a file.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        let path = self.path(name);
        fs::remove_file(&path).map_err(|error| named("remove", &path, &error))
    }
}

/// An error that says what failed, and where.
fn named(what: &str, path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("failed to {what} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_once_and_only_what_belongs_there_is_seen() {
        let place = std::env::temp_dir().join(format!("ballast-kept-{}", std::process::id()));
        let spec = place.join("spec.yaml");
        let kept = Kept::read(&spec, "notes").unwrap();
        assert_eq!(kept.names().count(), 0);
        assert!(kept.write("one.yaml", "1\n").unwrap());
        fs::write(place.join("notes/other.txt"), "of somebody else").unwrap();
        let kept = Kept::read(&spec, "notes").unwrap();
        assert_eq!(kept.names().collect::<Vec<_>>(), ["one.yaml"]);
        assert!(!kept.write("one.yaml", "1\n").unwrap());
        assert!(kept.write("one.yaml", "2\n").unwrap());
        kept.remove("one.yaml").unwrap();
        assert!(kept.remove("one.yaml").is_err());
        fs::remove_dir_all(place).unwrap();
    }
}
