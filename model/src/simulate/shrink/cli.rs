//! The verb `shrink`.

use super::file::{self, BadFile, What};
use super::{BUDGET, ShrunkFinding, shrink_artifact, story};
use crate::output;
use crate::planted;
use crate::shrink::{Certificate, Pass};
use crate::simulate::Simulator;
use crate::simulate::cli::Ground;
use crate::spine::artifact::{self, ArtifactOf};
use crate::spine::{Class, Identity, panics};
use crate::start::Start;
use clap::Args;
use serde::Serialize;
use spec::ControlPlane;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Makes a finding of `simulate` as small as it can be while it fails in the same way.
#[derive(Debug, Clone, Args)]
pub struct Shrink {
    /// The artifact.
    pub file: PathBuf,
    /// The most plans to carry out; a result that it ends is not minimal, and says so.
    #[arg(long, value_name = "PLANS", default_value_t = BUDGET)]
    pub budget: u64,
    /// The file for the result; FILE.shrunk.json if not given. The certificate goes beside it.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Prints the result as JSON.
    #[arg(long)]
    pub json: bool,
}

/// The result as JSON.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Report<'result> {
    file: String,
    certificate_file: String,
    finding: String,
    story: Vec<crate::story::Line>,
    certificate: &'result Certificate,
}

/// Does `shrink`. Gives the exit code: that of the finding, 2 for a file that is none, 3 where the budget ended first, 4 where
/// the finding is not seen again.
///
/// # Errors
///
/// Where a file cannot be written.
pub fn shrink(arguments: &Shrink, ground: &Ground) -> io::Result<u8> {
    panics::be_quiet();
    let plant = std::fs::read_to_string(&arguments.file).ok().and_then(|text| file::plant_of(&text));
    match plant {
        Some(bug) => shrink_plane(arguments, ground, planted::start(bug)),
        None => shrink_plane(arguments, ground, Arc::new(crate::simulate::start)),
    }
}

fn shrink_plane<C: ControlPlane>(arguments: &Shrink, ground: &Ground, start: Start<C>) -> io::Result<u8> {
    let simulator = Simulator::new(&[], start);
    let original = match file::read::<C>(&arguments.file) {
        Ok(original) => original,
        Err(error) => {
            eprintln!("{error}");
            return Ok(2);
        }
    };
    let now = Identity::of_this_process(original.seed, &ground.spec);
    now.announce()?;
    if let Some(code) = not_seen_again(&simulator, &original, &now, &arguments.file) {
        return Ok(code);
    }
    let out = arguments.out.clone().unwrap_or_else(|| shrunk_name(&arguments.file));
    if let Some(why) = unfit(&out, &arguments.file) {
        eprintln!("--out {}: {why}", out.display());
        return Ok(2);
    }
    let talks = talks(io::stderr().is_terminal(), arguments.json);
    let mut tell = |pass: &Pass| {
        if talks {
            eprintln!("{:<24} {:>6} plans  {:>6} events left", pass.name, pass.executions, pass.events);
        }
    };
    let shrunk = match shrink_artifact(&simulator, &original, arguments.budget, &mut tell) {
        Ok(shrunk) => shrunk,
        Err(error) => {
            eprintln!("{}: {error}", arguments.file.display());
            return Ok(Class::ReplayDiverged.exit_code());
        }
    };
    write(&out, &shrunk)?;
    let text = if arguments.json {
        let report = Report {
            file: out.display().to_string(),
            certificate_file: certificate_name(&out).display().to_string(),
            finding: shrunk.artifact.finding.to_string(),
            story: story::lines(&shrunk.artifact),
            certificate: &shrunk.certificate,
        };
        serde_json::to_string_pretty(&report)?
    } else {
        story::story(&shrunk, original.events.len(), &out)
    };
    output::print(&(text + "\n"))?;
    Ok(if shrunk.certificate.minimal { shrunk.artifact.finding.class.exit_code() } else { 3 })
}

/// Whether every pass is told of as it ends: to somebody who looks on, and who did not ask for JSON.
pub(super) const fn talks(terminal: bool, json: bool) -> bool {
    terminal && !json
}

/// Where the recorded plan does not come to what was recorded: says so, and gives the exit code.
fn not_seen_again<C: ControlPlane>(
    simulator: &Simulator<C>,
    original: &ArtifactOf<Simulator<C>>,
    now: &Identity,
    file: &Path,
) -> Option<u8> {
    let replay = artifact::replay(simulator, original);
    if replay.same && replay.parted.is_none() {
        return None;
    }
    let changes = original.identity.changes_until(now);
    if changes.is_empty() {
        // The same program, the same spec, and pure: the file is not what was written.
        let finding = || What::Finding {
            then: original.finding.to_string(),
            now: replay.run.finding.as_ref().map_or_else(|| "nothing".to_owned(), ToString::to_string),
        };
        let edited = |(event, then, now)| What::Edited { event, then, now };
        let what = replay.parted.clone().map_or_else(finding, edited);
        eprintln!("{}", BadFile { file: file.to_owned(), what });
        return Some(2);
    }
    changes.iter().for_each(|change| eprintln!("{change}"));
    eprintln!(
        "{}: the recorded finding is not seen again; `model replay` says where the histories part",
        file.display()
    );
    Some(Class::ReplayDiverged.exit_code())
}

/// Why a result cannot be called so.
pub(super) fn unfit(out: &Path, original: &Path) -> Option<&'static str> {
    if out.extension().is_none_or(|end| end != "json") {
        return Some(
            "a shrunk finding is called X.json, so that `model verify` finds its certificate; name such a file",
        );
    }
    let same = |one: &Path| std::fs::canonicalize(one).ok();
    (same(out).is_some() && same(out) == same(original)).then_some("that is the finding itself; name another file")
}

/// `X.json` becomes `X.shrunk.json`.
pub fn shrunk_name(file: &Path) -> PathBuf {
    file.with_extension("shrunk.json")
}

/// `X.shrunk.json` goes with `X.shrunk.certificate.json`.
pub fn certificate_name(file: &Path) -> PathBuf {
    file.with_extension("certificate.json")
}

/// Writes the artifact and its certificate.
///
/// # Errors
///
/// Where either cannot be written.
pub fn write(out: &Path, shrunk: &ShrunkFinding) -> io::Result<()> {
    file::write(out, &shrunk.bytes)?;
    file::write(&certificate_name(out), &(serde_json::to_string_pretty(&shrunk.certificate)? + "\n"))
}
