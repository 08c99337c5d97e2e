//! What follows from an edit of the spec: the files that are made of it are brought up to date, or named.
//!
//! Witnesses tell options from the chosen one, and take for granted what is chosen elsewhere; so all are searched for
//! anew, which takes seconds, and those that come out otherwise are written. The page of decisions is written anew. What
//! takes longer is left to the user, with the line to run.

use super::file::Held;
use crate::kept::Kept;
use crate::progress::Progress;
use crate::subject::Subject;
use crate::witness;
use crate::{derived, explain};
use spec::DecisionId;
use spec::yaml::Histories;
use std::path::{Path, PathBuf};

/// Writes docs/decisions.md anew.
const EXPLAIN: &str = "cargo run -p model -- explain --write";

/// Writes the examples of README.md anew.
const QUESTIONS: &str = "BLESS=1 cargo test -p model --test open_questions";

/// Writes the examples of README.md anew.
const README: &str = "BLESS=1 cargo test -p model --test readme";

/// Writes witnesses anew.
const WITNESS: &str = "cargo run -p model -- witness";

/// Writes the record of conflicts anew.
const PAIRS: &str = "cargo run --release -p model -- pairs --write";

/// Writes the derived histories anew.
const DERIVE: &str = "cargo run -p model -- derive";

/// What came of it.
#[derive(Debug, Default)]
pub struct Followed {
    /// In sentences: what was written, and what is left to be run.
    pub told: Vec<String>,
    /// What does not hold, as that nothing tells two options apart any more.
    pub findings: Vec<String>,
}

/// Brings everything up to date that is made of the spec and kept beside it.
pub fn follow(held: &Held, subject: &Subject, decision: DecisionId, jobs: usize, progress: &dyn Progress) -> Followed {
    let mut followed = Followed::default();
    let spec = beside(held);
    if spec.with_file_name(witness::cli::FOLDER).is_dir() {
        witnesses(&spec, subject, jobs, progress, &mut followed);
    }
    if spec.with_file_name(derived::cli::FOLDER).is_dir() {
        followed.told.push(derived_told(&spec, subject));
    }
    if spec.with_file_name(explain::around::CONFLICTS).is_file() {
        followed.told.push(format!(
            "The record of conflicts is of the spec as it was; `{PAIRS}` writes it anew, in some minutes."
        ));
    }
    pages(held, &spec, subject, decision, &mut followed.told);
    followed
}

/// The pages of a checkout: what can be written anew at once is, what cannot is named.
fn pages(held: &Held, spec: &Path, subject: &Subject, decision: DecisionId, told: &mut Vec<String>) {
    let Some(page) = explain::page_beside(&held.real) else { return };
    match explain::bring_up_to_date(&subject.file, spec, &page) {
        Ok(true) => told.push("docs/decisions.md is written anew.".to_owned()),
        Ok(false) => {}
        Err(error) => {
            let error = error.to_string();
            let error = error.trim_start_matches("error: ");
            told.push(format!("docs/decisions.md is stale ({error}); `{EXPLAIN}` writes it anew."));
        }
    }
    let questions = std::fs::read_to_string(page.with_file_name("open-questions.md")).unwrap_or_default();
    if questions.contains(decision.info().id) {
        let others = if subject.open.is_empty() {
            String::new()
        } else {
            format!("; the others were measured under the spec as it was, `{QUESTIONS}` does so anew")
        };
        told.push(format!("docs/open-questions.md keeps what was recorded of {decision}{others}."));
    }
    let root = held.real.parent().and_then(Path::parent);
    let readme = root.and_then(|root| std::fs::read_to_string(root.join("README.md")).ok());
    if readme.is_some_and(|text| text.contains("<!-- begin: check -->")) {
        told.push(format!("README.md shows what check printed before; `{README}` writes it anew."));
    }
}

/// The spec by the name that the user gave it, unless that is a link from another folder.
fn beside(held: &Held) -> PathBuf {
    let folder = |path: &Path| path.parent().and_then(|folder| folder.join(".").canonicalize().ok());
    if folder(&held.named) == folder(&held.real) { held.named.clone() } else { held.real.clone() }
}

fn witnesses(spec: &Path, subject: &Subject, jobs: usize, progress: &dyn Progress, followed: &mut Followed) {
    let report = match witness::cli::bring_up_to_date::<ballast::ControlPlane>(subject, spec, jobs, progress) {
        Ok(report) => report,
        Err(error) => {
            followed.told.push(format!("The witnesses are stale ({error}); `{WITNESS}` writes them anew."));
            return;
        }
    };
    for (what, files) in [("written anew", report.written), ("removed", report.removed)] {
        if !files.is_empty() {
            followed.told.push(format!("Witnesses {what}: {}.", files.join(", ")));
        }
    }
    let findings = report.findings.into_iter();
    followed.findings.extend(findings.map(|found| format!("{}: {}", found.about, found.message)));
}

/// What is to be said of the histories that were derived from the spec as it was: to derive them takes a whole check.
fn derived_told(spec: &Path, subject: &Subject) -> String {
    let Ok(kept) = Kept::read(spec, derived::cli::FOLDER) else {
        return format!("The derived histories cannot be read; `{DERIVE}` writes them anew.");
    };
    let holds = |name: &&str| {
        Histories::read(&kept.path(name), &subject.file).is_ok_and(|histories| {
            (0..histories.histories.len()).all(|index| {
                let played = derived::replay::play_plane::<ballast::ControlPlane>(&histories, index, &subject.base);
                played.is_ok()
            })
        })
    };
    let stale: Vec<String> =
        kept.names().filter(|name| !holds(name)).map(|name| kept.path(name).display().to_string()).collect();
    let which = if stale.is_empty() {
        "The derived histories still hold, and may meet less than there is now".to_owned()
    } else {
        format!("Derived histories that no longer hold: {}", stale.join(", "))
    };
    format!("{which}; `{DERIVE}` writes them anew.")
}
