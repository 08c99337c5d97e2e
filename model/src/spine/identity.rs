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
        let (commit, dirty) = commit(git);
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

/// What git says in the folder of the source that this was built from; nothing where it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(env!("CARGO_MANIFEST_DIR")).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Asks git about the source that this was built from. What was built is named by the code's digest all the same.
fn commit(git: impl Fn(&[&str]) -> Option<String>) -> (String, bool) {
    match git(&["rev-parse", "--short=12", "HEAD"]) {
        Some(commit) => (commit, git(&["status", "--porcelain"]).is_some_and(|changes| !changes.is_empty())),
        None => ("unknown".to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::toy::{alone, identity};

    #[test]
    fn an_identity_is_one_line_that_names_everything() {
        let line = "run seed=7 commit=0123456789ab+dirty code=built spec=read toolchain=rustc-1.95.0 profile=release \
                    target=somewhere options=\"simulate --seeds 9\"";
        assert_eq!(identity().to_string(), line);
        let clean = Identity { dirty: false, ..identity() };
        assert_eq!(clean.to_string(), line.replace("+dirty", ""));
    }

    #[test]
    fn an_identity_is_announced_on_standard_error_before_anything_else() {
        let Some(mut alone) =
            alone("spine::identity::tests::an_identity_is_announced_on_standard_error_before_anything_else")
        else {
            return identity().announce().unwrap();
        };
        let output = alone.output().unwrap();
        assert!(output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("{}\n", identity()));
    }

    #[test]
    fn this_process_is_named_by_its_seed_spec_code_and_toolchain() {
        let this = Identity::of_this_process(7, "abc");
        assert_eq!((this.seed, &*this.spec, this.code.len()), (7, "abc", 16));
        assert!(this.toolchain.starts_with("rustc-") && !this.profile.is_empty() && this.target.contains('-'));
        assert!(!this.options.contains("model-"), "the program is no option: {}", this.options);
    }

    #[test]
    fn the_commit_is_dirty_where_anything_differs_from_it_and_unknown_away_from_git() {
        let asked = |head: Option<&str>, status: Option<&str>| {
            commit(|arguments| if arguments[0] == "rev-parse" { head } else { status }.map(str::to_owned))
        };
        assert_eq!(asked(Some("0123456789ab"), Some("")), ("0123456789ab".to_owned(), false));
        assert_eq!(asked(Some("0123456789ab"), Some(" M NEWS.md")), ("0123456789ab".to_owned(), true));
        assert_eq!(asked(Some("0123456789ab"), None), ("0123456789ab".to_owned(), false));
        assert_eq!(asked(None, Some(" M NEWS.md")), ("unknown".to_owned(), false));
        assert!(git(&["--version"]).is_some_and(|text| text.starts_with("git version")));
        assert_eq!(git(&["no-such-command"]), None);
    }

    #[test]
    fn options_can_be_pasted() {
        for (argument, pasted) in
            [("--seeds=1..9,12", "--seeds=1..9,12"), ("a b", "'a b'"), ("", "''"), ("*", "'*'"), ("D01:x", "D01:x")]
        {
            assert_eq!(quoted(argument), pasted);
        }
    }

    #[test]
    fn a_changed_spec_is_told_from_a_changed_code() {
        let now = |spec: &str, code: &str| Identity { spec: spec.to_owned(), code: code.to_owned(), ..identity() };
        let changes = |now: Identity| identity().changes_until(&now);
        assert_eq!(changes(identity()), Vec::<String>::new());
        let (spec, code) =
            ("the spec has changed since: it was read, it is x", "the code has changed since: it was built, it is y");
        assert_eq!(changes(now("x", "built")), [spec]);
        assert_eq!(changes(now("read", "y")), [code]);
        assert_eq!(changes(now("x", "y")), [spec, code]);
    }
}
