//! Who is running: printed before a run begins, so that a crash or a kill still leaves the line that reproduces it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write as _};
use std::process::Command;

/// All that names a run. Two runs of one identity have one history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Identity {
    /// The seed, or the first of them.
    pub seed: u64,
    /// The commit that is checked out; `unknown` away from the repository.
    pub commit: String,
    /// Whether anything there differs from the commit.
    pub dirty: bool,
    /// The digest of the source code that was built.
    pub code: String,
    /// The digest of the spec that was read.
    pub spec: String,
    /// The compiler.
    pub toolchain: String,
    /// The build profile.
    pub profile: String,
    /// The target triple.
    pub target: String,
    /// The command line, so that it can be pasted.
    pub options: String,
}

impl Identity {
    /// The identity of this process.
    pub fn of_this_process(seed: u64, spec: &str) -> Identity {
        let (commit, dirty) = commit();
        let arguments: Vec<String> = std::env::args().skip(1).map(|argument| quoted(&argument)).collect();
        Identity {
            seed,
            commit,
            dirty,
            code: env!("BALLAST_CODE").to_owned(),
            spec: spec.to_owned(),
            toolchain: env!("BALLAST_TOOLCHAIN").to_owned(),
            profile: env!("BALLAST_PROFILE").to_owned(),
            target: env!("BALLAST_TARGET").to_owned(),
            options: arguments.join(" "),
        }
    }

    /// Writes the identity to standard error, in one piece, at once.
    pub fn announce(&self) -> io::Result<()> {
        io::stderr().write_all(format!("{self}\n").as_bytes())
    }

    /// What has changed between this identity and a later one: of the spec and of the code. In words for a reader.
    pub fn changes_until(&self, now: &Identity) -> Vec<String> {
        let mut changes = Vec::new();
        for (name, then, now) in [("spec", &self.spec, &now.spec), ("code", &self.code, &now.code)] {
            if then != now {
                changes.push(format!("the {name} has changed since: it was {then}, it is {now}"));
            }
        }
        changes
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dirty = if self.dirty { "+dirty" } else { "" };
        write!(
            f,
            "run seed={} commit={}{dirty} code={} spec={} toolchain={} profile={} target={} options=\"{}\"",
            self.seed, self.commit, self.code, self.spec, self.toolchain, self.profile, self.target, self.options
        )
    }
}

fn quoted(argument: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+".contains(letter);
    if !argument.is_empty() && argument.chars().all(plain) { argument.to_owned() } else { format!("'{argument}'") }
}

/// Asks git about the source that this was built from. What was built is named by the code's digest all the same.
fn commit() -> (String, bool) {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(env!("CARGO_MANIFEST_DIR")).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    match git(&["rev-parse", "--short=12", "HEAD"]) {
        Some(commit) => (commit, git(&["status", "--porcelain"]).is_some_and(|changes| !changes.is_empty())),
        None => ("unknown".to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_one_line_that_names_everything() {
        let identity = Identity::of_this_process(7, "abc");
        let line = identity.to_string();
        assert!(!line.contains('\n'));
        for name in ["seed=7", "commit=", "code=", "spec=abc", "toolchain=rustc", "profile=", "target=", "options="] {
            assert!(line.contains(name), "{name} in {line}");
        }
    }

    #[test]
    fn a_changed_spec_is_told_from_a_changed_code() {
        let then = Identity::of_this_process(7, "abc");
        let now = Identity { spec: "abd".to_owned(), ..then.clone() };
        assert_eq!(then.changes_until(&then), Vec::<String>::new());
        assert_eq!(then.changes_until(&now), ["the spec has changed since: it was abc, it is abd"]);
    }
}
