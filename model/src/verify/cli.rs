//! The verb `verify`.

use super::{Files, Report, claims};
use crate::output;
use crate::planted::{self, Bug};
use crate::simulate::cli::Ground;
use crate::simulate::{Simulator, Start};
use crate::spine::{Identity, panics};
use clap::Args;
use spec::ControlPlane;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Verifies a finding that `shrink` has shrunk: that it still fails in the same way, and would not without any of its events.
#[derive(Debug, Clone, Args)]
pub struct Verify {
    /// The shrunk artifact, `X.shrunk.json`.
    pub file: PathBuf,
    /// Its certificate; `X.shrunk.certificate.json` beside it if not given.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Prints the report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Does `verify`. Gives the exit code: 0 verified, 1 refuted, 2 unreadable, 3 not minimal.
///
/// # Errors
///
/// Where standard output fails.
pub fn verify(arguments: &Verify, ground: &Ground) -> io::Result<u8> {
    panics::be_quiet();
    let files = match Files::read(&arguments.file, arguments.certificate.as_deref()) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{error}");
            return Ok(2);
        }
    };
    match plant_of(&files.shrunk) {
        Some(bug) => on_plane(arguments, ground, &files, planted::start(bug)),
        None => on_plane(arguments, ground, &files, Arc::new(crate::simulate::start)),
    }
}

/// The planted bug of an artifact's setup.
fn plant_of(artifact: &str) -> Option<Bug> {
    let value: serde_json::Value = serde_json::from_str(artifact).ok()?;
    value.pointer("/setup/plant")?.as_str()?.parse().ok()
}

fn on_plane<C: ControlPlane>(arguments: &Verify, ground: &Ground, files: &Files, start: Start<C>) -> io::Result<u8> {
    let simulator = Simulator::new(&[], start);
    if let Ok(shrunk) = files.shrunk::<C>() {
        let now = Identity::of_this_process(shrunk.seed, &ground.spec);
        now.announce()?;
        for change in shrunk.identity.changes_until(&now) {
            eprintln!("{change}");
        }
    }
    match claims::verify(&simulator, files) {
        Ok(report) => print(&report, arguments.json),
        Err(error) => {
            eprintln!("{error}");
            Ok(2)
        }
    }
}

fn print(report: &Report, json: bool) -> io::Result<u8> {
    let text = if json { serde_json::to_string_pretty(report)? } else { report.to_string() };
    output::print(&(text + "\n"))?;
    Ok(report.verdict.exit_code())
}
