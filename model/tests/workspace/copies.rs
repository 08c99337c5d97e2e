//! Copies of the three crates that decide, in a folder of their own, so that a test can break them and run cargo.
//!
//! All copies share one target folder: what they depend on is built once. Cargo takes packages of equal name and version
//! in it for the same one, and judges by the age of its files whether it has to be built again. So there is one copy at a
//! time, made after all that was built before it.

use super::files::root;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of the crates that decide, and their packages.
pub const PURE: [(&str, &str); 3] = [("spec", "spec"), ("impl", "ballast"), ("oracle", "oracle")];

/// A reduced workspace: the three crates, the lock file, and the workspace's own lints and profiles.
pub struct Copy {
    folder: PathBuf,
    /// Held for as long as the copy is in use, against other threads and other processes.
    _lock: File,
}

/// What cargo said about a copy.
pub struct Verdict {
    /// Whether it succeeded.
    pub success: bool,
    /// The errors of the compiler and of clippy.
    pub errors: Vec<Diagnosis>,
    /// All that cargo and the compiler said, for the failure message.
    pub log: String,
}

/// One error.
pub struct Diagnosis {
    /// Its code, e.g. `E0004`, or the lint.
    pub code: String,
    /// The file in which it stands, below the copy's folder.
    pub file: String,
    /// All of it, as the compiler prints it.
    pub rendered: String,
}

impl Copy {
    /// A fresh copy under a name that no other test uses.
    pub fn new(name: &str) -> Copy {
        let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("copies");
        fs::create_dir_all(&copies).expect("target/ is writable");
        let lock = File::create(copies.join("lock")).expect("target/ is writable");
        lock.lock().expect("a file in target/ can be locked");
        let folder = copies.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("an old copy can be removed");
        }
        fs::create_dir_all(&folder).expect("target/ is writable");
        for (crate_folder, _) in PURE {
            copy_folder(&root().join(crate_folder), &folder.join(crate_folder));
        }
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("Cargo.lock can be copied");
        let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml can be read");
        fs::write(folder.join("Cargo.toml"), reduce(&manifest)).expect("target/ is writable");
        Copy { folder, _lock: lock }
    }

    /// Changes a file of the copy.
    pub fn edit(&self, file: &str, change: impl FnOnce(&str) -> String) {
        let path = self.folder.join(file);
        let before = fs::read_to_string(&path).unwrap_or_default();
        let after = change(&before);
        assert_ne!(before, after, "the edit of {file} changed nothing");
        fs::write(path, after).expect("target/ is writable");
    }

    /// Runs cargo offline, e.g. `check` for one package.
    pub fn cargo(&self, verb: &str, package: &str) -> Verdict {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("copies-target");
        let output = Command::new(env!("CARGO"))
            .current_dir(&self.folder)
            .args([verb, "--offline", "--message-format=json", "-p", package, "--target-dir"])
            .arg(&target)
            .env_remove("CLIPPY_CONF_DIR")
            .output()
            .expect("cargo can be started");
        let messages = String::from_utf8_lossy(&output.stdout);
        let errors: Vec<Diagnosis> = messages.lines().filter_map(diagnosis).collect();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let log = errors.iter().fold(said, |log, error| log + "\n" + &error.rendered);
        Verdict { success: output.status.success(), errors, log }
    }
}

/// The workspace's manifest with the three crates as its only members.
fn reduce(manifest: &str) -> String {
    let start = manifest.find("members = [").expect("Cargo.toml lists its members");
    let end = start + manifest[start..].find(']').expect("the list of members ends");
    format!("{}members = [\"spec\", \"impl\", \"oracle\"{}", &manifest[..start], &manifest[end..])
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("target/ is writable");
    for entry in fs::read_dir(from).expect("a crate's folder can be listed") {
        let path = entry.expect("a crate's folder can be listed").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a source file can be copied");
        }
    }
}

/// An error of the compiler, from one line of cargo's JSON.
fn diagnosis(line: &str) -> Option<Diagnosis> {
    let line: Value = serde_json::from_str(line).ok()?;
    let message = line.get("message")?;
    if message["level"] != "error" {
        return None;
    }
    let spans = message["spans"].as_array()?;
    let primary = spans.iter().find(|span| span["is_primary"] == true)?;
    Some(Diagnosis {
        code: message["code"]["code"].as_str().unwrap_or_default().to_owned(),
        file: primary["file_name"].as_str().unwrap_or_default().replace('\\', "/"),
        rendered: message["rendered"].as_str().unwrap_or_default().to_owned(),
    })
}
