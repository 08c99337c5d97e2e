//! The corpus: every finding that was shrunk and kept is replayed.

use model::planted::Bug;
use model::simulate::shrink::corpus::{self, Kept};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest file that is kept: what takes more is not small enough to be read.
const BYTES_MAX: u64 = 16_000;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("failed to list {}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort();
    assert!(!files.is_empty(), "the corpus is empty: nothing was replayed");
    files
}

fn read(path: &Path) -> Kept {
    corpus::read(path).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_kept_finding_is_fixed_and_is_still_found_where_its_bug_is_planted() {
    let wrong: Vec<String> = files()
        .iter()
        .filter_map(|path| Some(format!("{}: {}", path.display(), corpus::check(&read(path)).err()?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_planted_bug_has_a_kept_finding() {
    let kept: BTreeSet<Bug> = files().iter().filter_map(|path| read(path).artifact.setup.plant).collect();
    let missing: Vec<&Bug> = Bug::ALL.iter().filter(|bug| !kept.contains(bug)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_is_kept_is_small_and_says_why() {
    for path in files() {
        let kept = read(&path);
        assert!(!kept.why.is_empty(), "{} does not say why it is kept", path.display());
        assert_eq!(kept.signature, kept.artifact.finding.cause().0, "{}", path.display());
        let bytes = fs::metadata(&path).unwrap().len();
        assert!(bytes <= BYTES_MAX, "{} has {bytes} bytes", path.display());
    }
}

#[test]
fn a_finding_that_is_not_fixed_and_one_that_its_bug_does_not_show_are_seen() {
    let kept = read(&files()[0]);
    let bug = kept.artifact.setup.plant.expect("the first is a planted one");
    let other = Bug::ALL.iter().find(|other| **other != bug).copied();
    let mut otherwise = kept.clone();
    otherwise.artifact.setup.plant = other;
    assert!(corpus::check(&otherwise).is_err());
    let mut changed = kept;
    changed.artifact.setup.plant = None;
    changed.artifact.events.clear();
    assert_eq!(corpus::check(&changed), Ok(()), "an empty plan is clean");
}
