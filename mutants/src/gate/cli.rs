//! `cargo run -p mutants -- gate FILE...`

use super::{Asked, Judged, judge, page, read, result};
use crate::cli::{json, print};
use crate::files;
use clap::Args;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The gate's arguments.
#[derive(Debug, Args)]
pub struct GateArgs {
    /// The outcomes.json of a run, or of each of its shards
    #[arg(required = true, value_name = "FILE")]
    outcomes: Vec<PathBuf>,
    /// How many mutants have to be tried at least, those that do not compile apart
    #[arg(long, value_name = "N")]
    floor: usize,
    /// How many mutants have to have come to an end, those that do not compile among them: as many as were listed
    #[arg(long, value_name = "N")]
    listed: Option<usize>,
    /// A crate of which some mutant has to be tried; may be given several times
    #[arg(long, value_name = "NAME")]
    package: Vec<String>,
    /// Take files without a baseline: whoever ran them has seen the tests green before
    #[arg(long)]
    without_baseline: bool,
    /// Write the result to this file
    #[arg(long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// The commit that was mutated [default: the one that is checked out]
    #[arg(long)]
    commit: Option<String>,
    /// Print the verdict as JSON
    #[arg(long)]
    json: bool,
}

/// Judges the files: 0 where the gate passes, 1 where not.
///
/// # Errors
///
/// What cannot be read or written, in words.
pub fn run(arguments: &GateArgs) -> Result<u8, String> {
    let mut shards = Vec::new();
    for path in &arguments.outcomes {
        let text = fs::read_to_string(path).map_err(|error| files::failed(path, "read", &error))?;
        shards.push(read(&path.display().to_string(), &text).map_err(|error| error.to_string())?);
    }
    let GateArgs { floor, listed, package, without_baseline, .. } = arguments;
    let asked =
        Asked { floor: *floor, listed: *listed, packages: package.clone(), without_baseline: *without_baseline };
    let judged = judge(&shards, &asked);
    if let Some(path) = &arguments.result {
        let commit = arguments.commit.clone().unwrap_or_else(checked_out);
        files::replace(path, &page(&judged, &commit)).map_err(|error| files::failed(path, "write", &error))?;
    }
    print(&if arguments.json { json(&judged)? } else { told(&judged) })?;
    Ok(u8::from(!judged.refusals.is_empty()))
}

fn told(judged: &Judged) -> String {
    let mut text = result::table(judged);
    for refusal in &judged.refusals {
        text.push_str(&format!("REFUSED: {refusal}\n"));
    }
    let tried = judged.total.tried();
    text.push_str(&match judged.refusals.len() {
        0 if tried == 0 => "PASSES: none of the mutants compiles, so nothing was learned.\n".to_owned(),
        0 => format!("PASSES: {tried} mutants tried, all of them caught.\n"),
        count => format!("DOES NOT PASS: {count} reasons, {tried} mutants tried.\n"),
    });
    text
}

/// The commit that is checked out, as far as git says.
fn checked_out() -> String {
    let output = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    let said = output.ok().filter(|output| output.status.success());
    said.map_or_else(|| "unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
