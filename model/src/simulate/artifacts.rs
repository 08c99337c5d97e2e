//! Findings as files: the fastest seed of every signature is run again, recorded, and written down with a trace.

use super::Simulator;
use super::plane::Plane;
use super::shrink::cli::{self as shrink_cli, shrunk_name};
use super::shrink::file::write as write_beside;
use super::shrink::{BUDGET, corpus, shrink_artifact, story};
use crate::spine::artifact::{self, ArtifactOf};
use crate::spine::record::EventOf;
use crate::spine::self_check::recorded;
use crate::spine::{Class, Corpus, Finding, Fixed, Group, Identity, Scenario as _, Stream};
use spec::{Answer, ControlPlane, Outcome};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// How many lines of a trace are printed.
const TAIL: usize = 20;

/// What becomes of findings.
#[derive(Debug, Clone)]
pub struct Keeping {
    /// The folder for artifacts.
    pub folder: PathBuf,
    /// Whether they are shrunk.
    pub shrinks: bool,
    /// The folder that shrunk ones are added to, to be replayed for ever.
    pub corpus: Option<PathBuf>,
}

/// Runs the fastest seed of every finding again, recorded, writes it down, and shrinks it. Gives what is to be printed of each.
pub fn write<C: ControlPlane>(
    simulator: &Simulator<C>,
    corpus: &mut Corpus,
    identity: &Identity,
    fixed: &Fixed,
    keeping: &Keeping,
) -> io::Result<Vec<String>> {
    let folder = &keeping.folder;
    let mut printed = Vec::new();
    let mut diverged = Vec::new();
    let mut told = BTreeMap::new();
    for (signature, group) in &corpus.findings {
        if group.finding.class == Class::Inconclusive {
            continue;
        }
        let (run, recording) = recorded(simulator, group.fastest_seed, fixed);
        if run.finding.as_ref() != Some(&group.finding) {
            let text = format!("seed {} showed `{signature}` once, and not again", group.fastest_seed);
            diverged.push((group.fastest_seed, Finding::new(Class::ReplayDiverged, "recording", text)));
            continue;
        }
        let setup = simulator.setup(Stream::root(run.seed), fixed);
        let trace = trace::<C>(&recording.events);
        let identity = Identity { seed: run.seed, ..identity.clone() };
        let made = artifact::artifact(simulator, identity, setup, &run, group.finding.clone(), recording);
        let plant = made.setup.plant.map_or_else(String::new, |bug| format!("{bug}-"));
        let file = folder.join(format!("{plant}{}-seed-{}.json", signature.as_file_name(), run.seed));
        write_beside(&file, &serde_json::to_string_pretty(&made)?)?;
        write_beside(&file.with_extension("trace"), &(trace.join("\n") + "\n"))?;
        let shrinks = keeping.shrinks && made.finding.class != Class::Excused;
        // What is shrunk is told as a story, which says more than the end of a long trace.
        let tail = if shrinks { 0 } else { TAIL };
        printed.push(how_to_see_it(&file, &trace[trace.len().saturating_sub(tail)..]));
        if shrinks {
            printed.push(shrink(simulator, &made, &file, keeping.corpus.as_deref(), &mut told)?);
        }
    }
    for (seed, finding) in diverged {
        corpus.findings.insert(finding.signature(), Group { count: 1, fastest_seed: seed, finding });
    }
    Ok(printed)
}

/// Shrinks a finding, writes it down, and gives its story; once, where several findings come to the same.
fn shrink<C: ControlPlane>(
    simulator: &Simulator<C>,
    found: &ArtifactOf<Simulator<C>>,
    file: &Path,
    corpus: Option<&Path>,
    told: &mut BTreeMap<String, PathBuf>,
) -> io::Result<String> {
    let shrunk = match shrink_artifact(simulator, found, BUDGET, &mut |_| {}) {
        Ok(shrunk) => shrunk,
        Err(error) => return Ok(format!("not shrunk: {error}")),
    };
    let out = shrunk_name(file);
    shrink_cli::write(&out, &shrunk)?;
    if let Some(same) = told.get(&shrunk.certificate.plan) {
        return Ok(format!("shrunk, it is the same as {}", same.display()));
    }
    let mut text = format!("shrunk:\n{}", story::story(&shrunk, found.events.len(), &out));
    if let Some(folder) = corpus {
        let _ = write!(text, "\nkept as {}", corpus::keep(folder, &shrunk)?.display());
    }
    told.insert(shrunk.certificate.plan, out);
    Ok(text)
}

fn how_to_see_it(file: &Path, tail: &[String]) -> String {
    let mut text = "\n".to_owned();
    if !tail.is_empty() {
        let trace = file.with_extension("trace");
        let _ = writeln!(text, "the last {} state changes of {}:", tail.len(), trace.display());
    }
    for line in tail {
        let _ = writeln!(text, "  {line}");
    }
    let _ = write!(text, "REPRODUCE WITH: cargo run --release -p model -- replay {}", file.display());
    text
}

/// One line for every event that changed something.
fn trace<C: ControlPlane>(events: &[EventOf<Plane<C>>]) -> Vec<String> {
    let changed = |outcome: &Option<Outcome>| outcome.as_ref().is_none_or(changes_something);
    events.iter().filter(|event| changed(&event.outcome)).map(ToString::to_string).collect()
}

fn changes_something(outcome: &Outcome) -> bool {
    let idle = matches!(
        outcome.answer,
        Answer::Idle(_) | Answer::Refused(_) | Answer::Swept | Answer::Unchanged { .. } | Answer::Duplicate
    );
    !(idle || outcome.repeated) || outcome.charged != 0 || !outcome.ended.is_empty() || outcome.shed.is_some()
}
