//! Findings as files: the fastest seed of every signature is run again, recorded, and written down with a trace.

use super::Simulator;
use super::plane::Plane;
use crate::spine::artifact;
use crate::spine::record::EventOf;
use crate::spine::self_check::recorded;
use crate::spine::{Class, Corpus, Finding, Fixed, Group, Identity, Scenario as _, Stream};
use spec::{Answer, ControlPlane, Outcome};
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// How many lines of a trace are printed.
const TAIL: usize = 20;

/// Runs the fastest seed of every finding again, recorded, and writes it down. Gives what is to be printed of each.
pub fn write<C: ControlPlane>(
    simulator: &Simulator<C>,
    corpus: &mut Corpus,
    identity: &Identity,
    fixed: &Fixed,
    folder: &Path,
) -> io::Result<Vec<String>> {
    let mut printed = Vec::new();
    let mut diverged = Vec::new();
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
        let file = folder.join(format!("{}-seed-{}.json", signature.as_file_name(), run.seed));
        fs::create_dir_all(folder)?;
        fs::write(&file, serde_json::to_string_pretty(&made)?)?;
        fs::write(file.with_extension("trace"), trace.join("\n") + "\n")?;
        printed.push(how_to_see_it(&file, &trace));
    }
    for (seed, finding) in diverged {
        corpus.findings.insert(finding.signature(), Group { count: 1, fastest_seed: seed, finding });
    }
    Ok(printed)
}

fn how_to_see_it(file: &Path, trace: &[String]) -> String {
    let mut text = String::new();
    let tail = &trace[trace.len().saturating_sub(TAIL)..];
    let _ = writeln!(text, "\nthe last {} state changes of {}:", tail.len(), file.with_extension("trace").display());
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
