//! The self-check: does the same seed give the same history, again, and in a process of its own?
//!
//! Within one process a hash map's order may well repeat itself, and so may addresses and caches. So a seed is run
//! several times here, and as often in fresh processes, which report their histories line by line; the first event that
//! differs is named. A fresh process is this same program with the same arguments and `SPINE_TRAIL` set to the seed.

use super::failure::{Class, Finding};
use super::record::{EventOf, Recording};
use super::run::{Run, run};
use super::swarm::Fixed;
use super::system::{Scenario, System};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

/// The environment variable that asks for the trail of a seed.
pub const TRAIL: &str = "SPINE_TRAIL";

/// Where two runs of one seed parted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The seed.
    pub seed: u64,
    /// The number of the first event that differs, from 1.
    pub event: u64,
    /// That event as it was first.
    pub first: String,
    /// That event as it was again.
    pub again: String,
    /// Where it was run again.
    pub place: &'static str,
}

impl Divergence {
    /// The divergence as a finding.
    pub fn finding(&self) -> Finding {
        let text = format!(
            "event {} was `{}` and, run again {}, `{}`",
            self.event,
            self.first.trim(),
            self.place,
            self.again.trim()
        );
        let mut finding = Finding::new(Class::ReplayDiverged, "self-check", text);
        finding.event = self.event;
        finding
    }
}

/// Runs a seed `times` more times in this process and, if asked, as often in fresh ones.
pub fn self_check<X: Scenario>(
    scenario: &X,
    seed: u64,
    fixed: &Fixed,
    times: u64,
    fresh: bool,
) -> io::Result<Option<Divergence>> {
    let (_, first) = recorded(scenario, seed, fixed);
    for _ in 0..times {
        let (_, again) = recorded(scenario, seed, fixed);
        if let Some((event, one, two)) = first_difference::<X::System>(&first, &lines::<X::System>(&again)) {
            let place = "in the same process";
            return Ok(Some(Divergence { seed, event, first: one, again: two, place }));
        }
    }
    for _ in 0..if fresh { times } else { 0 } {
        let again = ask_a_fresh_process(seed)?;
        if let Some((event, one, two)) = first_difference::<X::System>(&first, &again) {
            let place = "in a fresh process";
            return Ok(Some(Divergence { seed, event, first: one, again: two, place }));
        }
    }
    Ok(None)
}

/// In a fresh process that [`self_check`] started: prints the trail that was asked for. Says whether one was.
pub fn serve<X: Scenario>(scenario: &X, fixed: &Fixed) -> io::Result<bool> {
    let Some(seed) = asked_for() else { return Ok(false) };
    let (_, recording) = recorded(scenario, seed, fixed);
    let mut out = BufWriter::new(io::stdout().lock());
    for line in lines::<X::System>(&recording) {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(true)
}

/// The seed of which this process is to print the trail.
pub fn asked_for() -> Option<u64> {
    std::env::var(TRAIL).ok()?.parse().ok()
}

/// Runs a seed and records it.
pub fn recorded<X: Scenario>(scenario: &X, seed: u64, fixed: &Fixed) -> (Run, Recording<X::System>) {
    let mut recording = Recording::default();
    let run = run(scenario, seed, fixed, &mut recording, &AtomicBool::new(false));
    (run, recording)
}

/// One line per event: the hash up to it, and the event.
fn lines<S: System>(recording: &Recording<S>) -> Vec<String> {
    let hashes = recording.hashes.iter().map(Some).chain(std::iter::repeat(None));
    recording.events.iter().zip(hashes).map(|(event, hash)| line::<S>(event, hash)).collect()
}

fn line<S: System>(event: &EventOf<S>, hash: Option<&u128>) -> String {
    format!("{:032x} {event}", hash.copied().unwrap_or(0)).replace('\n', " ")
}

fn first_difference<S: System>(first: &Recording<S>, again: &[String]) -> Option<(u64, String, String)> {
    let first = lines::<S>(first);
    let place = (0..first.len().max(again.len())).find(|place| first.get(*place) != again.get(*place))?;
    let text = |lines: &[String]| match lines.get(place) {
        Some(line) => line.split_once(' ').map_or_else(|| line.clone(), |(_, event)| event.to_owned()),
        None => "the end".to_owned(),
    };
    Some((place as u64 + 1, text(&first), text(again)))
}

fn ask_a_fresh_process(seed: u64) -> io::Result<Vec<String>> {
    let program = std::env::current_exe()?;
    let mut child = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(TRAIL, seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let Some(out) = child.stdout.take() else { return Err(io::Error::other("a fresh process has no output")) };
    let lines = BufReader::new(out).lines().collect::<io::Result<Vec<_>>>()?;
    let status = child.wait()?;
    if status.success() { Ok(lines) } else { Err(io::Error::other(format!("a fresh process ended with {status}"))) }
}
