//! The verb `witness`.

use super::find::{Found, NotFound, find};
use super::report::{Finding, Report, Row};
use super::{Pair, keep, pairs, replay, tell, text};
use crate::kept::Kept;
use crate::parallel;
use crate::progress::{Bar, Progress, Silent};
use crate::subject::{Subject, SubjectError};
use spec::decisions::ALL;
use spec::yaml::{SetError, nearest};
use spec::{DecisionId, Explorable};
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

/// The folder beside the spec.
pub const FOLDER: &str = "witnesses";

/// What is asked of `witness`.
#[derive(Debug, Clone, clap::Args)]
pub struct Witnesses {
    /// Only the options of these decisions, by id or key
    #[arg(value_name = "Dnn")]
    pub decisions: Vec<String>,
    /// Change no file: a witness that is missing, stale or longer than it need be is a finding
    #[arg(long)]
    pub check: bool,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs the verb: what is to be printed, and the exit code.
pub fn witness<P: Explorable + Send>(
    arguments: &Witnesses,
    subject: &Subject,
    spec: &Path,
) -> Result<(String, u8), SubjectError> {
    let wanted = wanted(&arguments.decisions)?;
    let kept = Kept::read(spec, FOLDER).map_err(SubjectError::Io)?;
    let all: Vec<(Pair, String)> = pairs(subject).into_iter().map(|pair| (pair, pair.file_name(subject))).collect();
    let asked: Vec<(Pair, String)> =
        all.iter().filter(|(pair, _)| wanted.is_empty() || wanted.contains(&pair.decision)).cloned().collect();
    let bar = (!arguments.json).then(Bar::new);
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    progress.add(asked.len());
    let found = parallel::map(&asked, parallel::jobs(arguments.jobs), |(pair, _)| {
        let found = find::<P>(subject, *pair);
        progress.done(0);
        found
    });
    if let Some(bar) = &bar {
        bar.clear();
    }
    let mut report = Report {
        spec: subject.file.name.clone(),
        folder: kept.folder().display().to_string(),
        witnesses: Vec::new(),
        findings: Vec::new(),
        written: Vec::new(),
        removed: Vec::new(),
        unchanged: 0,
    };
    // What `--set` changed is another spec, of which nothing is kept.
    let write = !arguments.check && subject.file.overrides().is_empty();
    for ((pair, file), found) in asked.iter().zip(found) {
        one::<P>(subject, &kept, (*pair, file), found, write, &mut report).map_err(SubjectError::Io)?;
    }
    strays(subject, &kept, (&all, &wanted), write, &mut report).map_err(SubjectError::Io)?;
    let text = if arguments.json {
        serde_json::to_string_pretty(&report).map_err(SubjectError::Json)? + "\n"
    } else {
        report.render(arguments.check, !wanted.is_empty())
    };
    Ok((text, report.exit_code()))
}

/// Writes all witnesses that are not as they should be, and removes those of no pair: what is left to do when a decision
/// was settled or reopened.
///
/// # Errors
///
/// A file cannot be read, written or removed.
pub fn bring_up_to_date<P: Explorable + Send>(
    subject: &Subject,
    spec: &Path,
    jobs: usize,
    progress: &dyn Progress,
) -> io::Result<Report> {
    let kept = Kept::read(spec, FOLDER)?;
    let all: Vec<(Pair, String)> = pairs(subject).into_iter().map(|pair| (pair, pair.file_name(subject))).collect();
    let mut report = Report {
        spec: subject.file.name.clone(),
        folder: kept.folder().display().to_string(),
        witnesses: Vec::new(),
        findings: Vec::new(),
        written: Vec::new(),
        removed: Vec::new(),
        unchanged: 0,
    };
    progress.add(all.len());
    let found = parallel::map(&all, jobs, |(pair, _)| {
        let found = find::<P>(subject, *pair);
        progress.done(0);
        found
    });
    for ((pair, file), found) in all.iter().zip(found) {
        one::<P>(subject, &kept, (*pair, file), found, true, &mut report)?;
    }
    strays(subject, &kept, (&all, &[]), true, &mut report)?;
    Ok(report)
}

/// The decisions that were named.
fn wanted(names: &[String]) -> Result<Vec<DecisionId>, SubjectError> {
    let known = || ALL.iter().flat_map(|info| [info.id, info.key]);
    let find = |name: &String| {
        DecisionId::find(name).ok_or_else(|| {
            let error = SetError::UnknownDecision { name: name.clone(), nearest: nearest(name, known()) };
            SubjectError::Io(io::Error::new(io::ErrorKind::InvalidInput, error))
        })
    };
    names.iter().map(find).collect()
}

/// Reports one witness, and writes its file where files are written.
fn one<P: Explorable>(
    subject: &Subject,
    kept: &Kept,
    (pair, file): (Pair, &str),
    found: Result<Found, NotFound>,
    write: bool,
    report: &mut Report,
) -> io::Result<()> {
    let found = match found {
        Ok(found) => found,
        Err(reason) => {
            report.findings.push(Finding { about: pair.to_string(), message: nothing_found(&reason) });
            return Ok(());
        }
    };
    let Some(told) = tell::tell::<P>(subject, pair, &found) else {
        let message = "the same moves gave another history the second time".to_owned();
        report.findings.push(Finding { about: pair.to_string(), message });
        return Ok(());
    };
    let witness = &told.witness;
    if let Err(deviation) = replay::play_both::<P>(witness, &subject.base) {
        let came = deviation.told.last().map_or_else(String::new, |(_, _, outcome)| outcome.to_string());
        let message = format!("the oracle disagrees: `{}` for the one, `{came}` for the other", deviation.stated);
        report.findings.push(Finding { about: pair.to_string(), message });
        return Ok(());
    }
    let path = kept.path(file).display().to_string();
    let with = found.with.iter().map(|(decision, option)| format!("{decision}={}", decision.info().options[*option]));
    report.witnesses.push(Row {
        decision: pair.decision.to_string(),
        options: pair.names().map(str::to_owned),
        scope: subject.scopes[found.scope].name.clone(),
        with: with.collect(),
        commands: found.cost.commands,
        clock: found.cost.clock,
        file: path.clone(),
        differs: witness.differs.clone(),
        steps: witness.given.iter().chain([&witness.when]).map(text::told).collect(),
        then: witness.then.each_ref().map(ToString::to_string),
    });
    let expected = text::render(&told);
    if write {
        if kept.write(file, &expected)? {
            report.written.push(path);
        } else {
            report.unchanged += 1;
        }
    } else if subject.file.overrides().is_empty() {
        match keep::complaint::<P>(subject, kept, file, &expected, &found) {
            Some(message) => report.findings.push(Finding { about: path, message: message + TO_DO }),
            None => report.unchanged += 1,
        }
    }
    Ok(())
}

/// What helps against a finding about a file.
const TO_DO: &str = "; `model witness` writes it anew";

fn nothing_found(reason: &NotFound) -> String {
    match reason {
        NotFound::Vacuous { states } => format!(
            "nothing tells them apart in any of {states} states of all scopes: the decision is vacuous there; add a scope \
             in which it shows, or drop the option"
        ),
        NotFound::Panic { scope, message } => format!("a control plane panicked in scope {scope}: {message}"),
    }
}

/// Removes files that belong to no pair of options, or reports them; where decisions were named, only theirs.
fn strays(
    subject: &Subject,
    kept: &Kept,
    (all, wanted): (&[(Pair, String)], &[DecisionId]),
    write: bool,
    report: &mut Report,
) -> io::Result<()> {
    if !subject.file.overrides().is_empty() {
        return Ok(());
    }
    let asked = |name: &&str| wanted.is_empty() || keep::decision(name).is_some_and(|named| wanted.contains(&named));
    for name in kept.names().filter(asked) {
        let Some(message) = keep::stray(subject, all, name) else { continue };
        let path = kept.path(name).display().to_string();
        if write {
            kept.remove(name)?;
            report.removed.push(path);
        } else {
            report.findings.push(Finding { about: path, message: message + "; `model witness` removes it" });
        }
    }
    Ok(())
}
