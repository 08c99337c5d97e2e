//! The files of the workspace, as a reader of the repository sees them: build output and Git's own folder left out.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder that holds the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("model/ stands in the workspace's folder")
}

/// A file of the repository.
pub struct File {
    /// Its path below the workspace's folder, with `/`.
    pub name: String,
    /// Its text; files that are not text are left out.
    pub text: String,
}

impl File {
    /// Whether its name ends in this, e.g. `.rs`.
    pub fn is(&self, ending: &str) -> bool {
        self.name.ends_with(ending)
    }

    /// Each line with its number, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// Every text file below a folder of the workspace (`""`: all of it), in order of name.
pub fn below(folder: &str) -> Vec<File> {
    let mut files = Vec::new();
    walk(&root().join(folder), &mut files);
    files.sort_by(|left, right| left.name.cmp(&right.name));
    files
}

/// Every Rust file below some folders. Fails when one of them has none: the folder was renamed and the test is blind.
pub fn rust_below(folders: &[&str]) -> Vec<File> {
    let mut all = Vec::new();
    for folder in folders {
        let files: Vec<File> = below(folder).into_iter().filter(|file| file.is(".rs")).collect();
        assert!(!files.is_empty(), "no Rust file below {folder}/: nothing was looked at");
        all.extend(files);
    }
    all
}

/// One file's text.
pub fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("failed to read {name}: {error}"))
}

fn walk(folder: &Path, files: &mut Vec<File>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("failed to list {}: {error}", folder.display()));
    for entry in entries {
        let path: PathBuf = entry.expect("a folder's entries can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == ".git" {
            // A folder in a clone, a file in a further work tree of one.
            continue;
        }
        if path.is_dir() {
            if !is_generated(&name) {
                walk(&path, files);
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            let name = path.strip_prefix(root()).expect("found below the root").to_string_lossy().replace('\\', "/");
            files.push(File { name, text });
        }
    }
}

/// Build output and mutation output.
fn is_generated(folder: &str) -> bool {
    folder.starts_with("target") || folder.starts_with("mutants.out")
}
