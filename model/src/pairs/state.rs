//! The state of a run, so that it can be taken up again: every pair that is done, a line each.
//!
//! The first line names the spec, the code and the bound that the results are good for. A file of other ones is put
//! aside and begun anew; a file that is no state file is left alone.

use super::PairResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What results are good for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Key {
    /// The version of this file's layout.
    pub pairs_state: u32,
    /// The digest of what the spec says that pairs depend on.
    pub spec: String,
    /// The digest of the source code.
    pub code: String,
    /// The most unique states of one exploration.
    pub max_states: usize,
}

impl Key {
    /// The key of this build's results on a spec of this digest.
    pub fn new(spec: String, max_states: usize) -> Key {
        Key { pairs_state: 1, spec, code: env!("BALLAST_CODE").to_owned(), max_states }
    }
}

/// An open state file.
#[derive(Debug)]
pub struct State {
    known: BTreeMap<(String, String), PairResult>,
    file: Mutex<(File, Option<io::Error>)>,
    path: PathBuf,
}

impl State {
    /// Opens a state file, or begins one.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read or written, or is something else.
    pub fn open(path: &Path, key: &Key) -> io::Result<State> {
        let mut known = BTreeMap::new();
        let taken_up = match fs::read_to_string(path) {
            Ok(text) => {
                let of_this_run = header(path, &text)? == *key;
                if of_this_run {
                    // A line that was cut short, when the run was, is done again.
                    let lines = text.lines().skip(1).filter_map(|line| serde_json::from_str::<PairResult>(line).ok());
                    known.extend(lines.map(|result| ((result.first.clone(), result.second.clone()), result)));
                }
                of_this_run && text.ends_with('\n')
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(named(path, &error)),
        };
        if !taken_up {
            begin(path, key, known.values()).map_err(|error| named(path, &error))?;
        }
        let file = OpenOptions::new().append(true).open(path).map_err(|error| named(path, &error))?;
        Ok(State { known, file: Mutex::new((file, None)), path: path.to_owned() })
    }

    /// What is known of a pair.
    pub fn known(&self, first: &str, second: &str) -> Option<PairResult> {
        self.known.get(&(first.to_owned(), second.to_owned())).cloned()
    }

    /// How many pairs were done when the file was opened.
    pub fn done(&self) -> usize {
        self.known.len()
    }

    /// Notes that a pair is done. What fails is told by [`State::close`].
    pub fn note(&self, result: &PairResult) {
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let line = serde_json::to_string(result).map_err(io::Error::other);
        if let Err(error) = line.and_then(|line| file.0.write_all(format!("{line}\n").as_bytes())) {
            file.1.get_or_insert(error);
        }
    }

    /// Ends it.
    ///
    /// # Errors
    ///
    /// The first failure to write a result.
    pub fn close(self) -> io::Result<()> {
        let (_, error) = self.file.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        error.map_or(Ok(()), |error| Err(named(&self.path, &error)))
    }
}

fn header(path: &Path, text: &str) -> io::Result<Key> {
    let first = text.lines().next().unwrap_or_default();
    serde_json::from_str(first).map_err(|error| {
        let message = format!(
            "{}:1: this is no state of `pairs` ({error}); name another file, or remove this one",
            path.display()
        );
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// Writes a state file beside the old one, and puts it in its place.
fn begin<'r>(path: &Path, key: &Key, known: impl Iterator<Item = &'r PairResult>) -> io::Result<()> {
    let mut text = serde_json::to_string(key)? + "\n";
    for result in known {
        text += &(serde_json::to_string(result)? + "\n");
    }
    super::kept::replace(path, &text)
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("failed to keep the state in {}: {error}", path.display()))
}
