//! The verb `derive`.

use super::triple::{Triple, missing};
use super::{gather, text, tour};
use crate::kept::Kept;
use crate::parallel;
use crate::progress::{Bar, Progress, Silent};
use crate::subject::{Subject, SubjectError};
use serde::Serialize;
use spec::Explorable;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;

/// The folder beside the spec.
pub const FOLDER: &str = "derived";

/// What is asked of `derive`.
#[derive(Debug, Clone, clap::Args)]
pub struct Derive {
    /// Change no file: one that is missing or stale is a finding
    #[arg(long)]
    check: bool,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// What `derive` has to say. `--json` prints it as it stands; docs/witnesses.md explains it.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The spec.
    pub spec: String,
    /// The folder in which the histories are kept.
    pub folder: String,
    /// How many graphs were explored: a scope under some decisions each.
    pub graphs: usize,
    /// Their states.
    pub states: usize,
    /// How many triples of command, sort of outcome and option they hold.
    pub reached: usize,
    /// How many of them the histories meet.
    pub covered: usize,
    /// How many histories there are.
    pub histories: usize,
    /// How many commands they have together.
    pub commands: usize,
    /// What is wrong.
    pub findings: Vec<String>,
    /// Files that were written.
    pub written: Vec<String>,
    /// Files that were removed.
    pub removed: Vec<String>,
}

/// Runs the verb: what is to be printed, and the exit code.
pub fn derive<P: Explorable + Send>(
    arguments: &Derive,
    subject: &Subject,
    spec: &Path,
) -> Result<(String, u8), SubjectError> {
    let bar = (!arguments.json).then(Bar::new);
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    let graphs = gather::gather::<P>(subject, parallel::jobs(arguments.jobs), progress);
    let tours = tour::tours::<P>(subject, &graphs);
    if let Some(bar) = &bar {
        bar.clear();
    }
    let reached: BTreeSet<Triple> = graphs.iter().flat_map(|graph| graph.triples.iter().copied()).collect();
    let covered: BTreeSet<Triple> = tours.iter().flat_map(|tour| tour.met.iter().flatten().copied()).collect();
    let kept = Kept::read(spec, FOLDER).map_err(SubjectError::Io)?;
    let mut report = Report {
        spec: subject.file.name.clone(),
        folder: kept.folder().display().to_string(),
        graphs: graphs.len(),
        states: graphs.iter().map(|graph| graph.states).sum(),
        reached: reached.len(),
        covered: covered.len(),
        histories: tours.len(),
        commands: tours.iter().map(|tour| tour.history.steps.len()).sum(),
        findings: reached.difference(&covered).map(|triple| format!("not met: {triple}")).collect(),
        written: Vec::new(),
        removed: Vec::new(),
    };
    report.findings.extend(missing(&covered).into_iter().map(|name| format!("no graph holds {name}")));
    // What `--set` changed is another spec, of which nothing is kept.
    if subject.file.overrides().is_empty() {
        files(&kept, &text::render(subject, &tours), arguments.check, &mut report).map_err(SubjectError::Io)?;
    }
    let text = if arguments.json {
        serde_json::to_string_pretty(&report).map_err(SubjectError::Json)? + "\n"
    } else {
        report.render()
    };
    Ok((text, u8::from(!report.findings.is_empty())))
}

/// Holds the files against what they should be, or makes them so.
fn files(
    kept: &Kept,
    expected: &std::collections::BTreeMap<String, String>,
    check: bool,
    report: &mut Report,
) -> std::io::Result<()> {
    for (name, text) in expected {
        let path = kept.path(name).display().to_string();
        if check {
            let wrong = match kept.file(name) {
                None => "is missing",
                Some(bytes) if bytes != text.as_bytes() => "is stale",
                Some(_) => continue,
            };
            report.findings.push(format!("{path} {wrong}; `model derive` writes it anew"));
        } else if kept.write(name, text)? {
            report.written.push(path);
        }
    }
    for name in kept.names().filter(|name| !expected.contains_key(*name)) {
        let path = kept.path(name).display().to_string();
        if check {
            report.findings.push(format!("{path} is of no more use; `model derive` removes it"));
        } else {
            kept.remove(name)?;
            report.removed.push(path);
        }
    }
    Ok(())
}

impl Report {
    fn render(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "{}: {} graphs with {} states hold {} triples of command, outcome and option;\n{} histories of {} commands \
             meet {} of them, in {}\n",
            self.spec, self.graphs, self.states, self.reached, self.histories, self.commands, self.covered, self.folder
        );
        for file in &self.written {
            let _ = writeln!(text, "written: {file}");
        }
        for file in &self.removed {
            let _ = writeln!(text, "removed: {file}");
        }
        for finding in &self.findings {
            let _ = writeln!(text, "FINDING: {finding}");
        }
        if self.findings.is_empty() {
            text += "HOLDS: everything that is reached is met.\n";
        }
        text
    }
}
