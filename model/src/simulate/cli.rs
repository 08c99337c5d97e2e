//! The verbs `simulate`, `replay` and `merge`.

use super::artifacts::Keeping;
use super::judge::Depth;
use super::profile::Profile;
use super::shrink::{corpus, file};
use super::{Simulator, Start, artifacts, display, report};
use crate::output;
use crate::planted::{self, Bug};
use crate::spine::artifact::{self, ArtifactOf};
use crate::spine::hash;
use crate::spine::self_check::{self, self_check};
use crate::spine::{
    Class, Fixed, Identity, Meter, Options, Scenario as _, Seeds, Shard, ShardResult, Watchdog, merge, panics,
    run_corpus,
};
use clap::Args;
use spec::{ControlPlane, Decisions};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What the verbs stand on: the decisions in force and the digest of the spec that they come from.
#[derive(Debug, Clone)]
pub struct Ground {
    /// The decisions.
    pub decisions: Decisions,
    /// The digest, and what `--set` changed.
    pub spec: String,
}

impl Ground {
    /// The ground of a spec file and what `--set` changed in it.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read.
    pub fn read(decisions: Decisions, path: &Path, set: &[String]) -> io::Result<Ground> {
        let digest = format!("{:032x}", hash::of_bytes(0, &fs::read(path)?));
        let parts: Vec<&str> = [&digest[..16]].into_iter().chain(set.iter().map(String::as_str)).collect();
        Ok(Ground { decisions, spec: parts.join("+") })
    }
}

/// Runs the control plane, seeded, at scale and under faults.
#[derive(Debug, Clone, Args)]
pub struct Simulate {
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many seeds, one run each.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// A profile that each seed may draw; repeatable; all of them if none is named.
    #[arg(long)]
    pub profile: Vec<Profile>,
    /// Part k of n of the seeds, such as 2/8.
    #[arg(long, default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Threads; as many as there are processors if not given. The result does not depend on it.
    #[arg(long)]
    pub threads: Option<usize>,
    /// Commands of a run before its faults end; drawn for each seed if not given.
    #[arg(long)]
    pub events: Option<u64>,
    /// Fixes a dimension of the swarm, such as `lease=50`; repeatable. `docs/simulate.md` lists them.
    #[arg(long, value_name = "NAME=VALUE", value_parser = fixed)]
    pub fix: Vec<(String, u64)>,
    /// How much the reference judges: every, end, off, or a number n for one event in n and the end; progress: nothing is
    /// judged but progress.
    #[arg(long, value_parser = depth)]
    pub oracle: Option<Depth>,
    /// Runs each seed so many more times, here and in fresh processes, and compares the histories. Exit 4 if they differ.
    #[arg(long, value_name = "TIMES")]
    pub self_check: Option<u64>,
    /// Ends with exit 3 where something was not reached, or the bound on progress is too generous.
    #[arg(long)]
    pub strict: bool,
    /// Runs a control plane with a planted bug, to see it found.
    #[arg(long)]
    pub plant: Option<Bug>,
    /// The folder for artifacts of findings.
    #[arg(long, default_value = "findings")]
    pub artifacts: PathBuf,
    /// Does not shrink what is found.
    #[arg(long)]
    pub no_shrink: bool,
    /// Adds what is found, shrunk, to the findings that the tests replay; in FOLDER or, without one, in `model/corpus`.
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = corpus::FOLDER, conflicts_with = "no_shrink")]
    pub corpus: Option<PathBuf>,
    /// The longest that one run may take, in seconds of the wall clock, before the watchdog ends it.
    #[arg(long, default_value_t = 600)]
    pub watchdog: u64,
    /// Prints the result as JSON, for `merge`.
    #[arg(long)]
    pub json: bool,
}

/// Runs the recorded plan of a finding again.
#[derive(Debug, Clone, Args)]
pub struct Replay {
    /// The artifact.
    pub file: PathBuf,
}

/// Merges the results of shards.
#[derive(Debug, Clone, Args)]
pub struct Merge {
    /// Results that `simulate --json` printed.
    pub files: Vec<PathBuf>,
    /// Ends with exit 3 where something was not reached.
    #[arg(long)]
    pub strict: bool,
    /// Prints the merged result as JSON.
    #[arg(long)]
    pub json: bool,
}

fn fixed(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("expected NAME=VALUE, found `{text}`"))?;
    let value = value.parse().map_err(|_| format!("expected a number after `{name}=`, found `{value}`"))?;
    Ok((name.to_owned(), value))
}

fn depth(text: &str) -> Result<Depth, String> {
    match text {
        "every" => Ok(Depth::Every),
        "end" => Ok(Depth::End),
        "off" => Ok(Depth::Off),
        "progress" => Ok(Depth::ProgressOnly),
        number => match number.parse() {
            Ok(of) if of > 0 => Ok(Depth::Sampled(of)),
            _ => Err(format!("expected `every`, `end`, `off`, `progress` or a number from 1, found `{text}`")),
        },
    }
}

/// Does `simulate`. Gives the exit code.
///
/// # Errors
///
/// Where standard output, an artifact or a fresh process fails.
pub fn simulate(arguments: &Simulate, ground: &Ground) -> io::Result<u8> {
    match arguments.plant {
        Some(bug) => simulate_plane(arguments, ground, planted::start(bug)),
        None => simulate_plane(arguments, ground, Arc::new(super::start)),
    }
}

fn simulate_plane<C: ControlPlane>(arguments: &Simulate, ground: &Ground, start: Start<C>) -> io::Result<u8> {
    let mut fixed: Fixed = arguments.fix.iter().cloned().collect();
    if let Some(events) = arguments.events {
        fixed.insert("events".to_owned(), events);
    }
    if let Some(name) = super::setup::unknown_dimension(&fixed) {
        eprintln!("there is no dimension `{name}`; docs/simulate.md lists them");
        return Ok(2);
    }
    let decisions = ground.decisions.clone();
    let mut simulator = Simulator::new(&arguments.profile, start).with_decisions(decisions).with_plant(arguments.plant);
    if let Some(depth) = arguments.oracle {
        simulator = simulator.with_depth(depth);
    }
    if self_check::serve(&simulator, &fixed)? {
        return Ok(0);
    }
    panics::be_quiet();
    let identity = Identity::of_this_process(arguments.seed, &ground.spec);
    identity.announce()?;
    let asked = Seeds { first: arguments.seed, count: arguments.runs };
    let seeds = arguments.shard.part_of(asked);
    if let Some(times) = arguments.self_check {
        return check_repetition(&simulator, seeds, &fixed, times);
    }
    let threads = arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let watchdog = Watchdog { limit: Duration::from_secs(arguments.watchdog), stuck: give_up };
    let options = Options { seeds, threads, fixed: fixed.clone(), watchdog };
    let meter = Meter::default();
    let (mut corpus, took) = display::showing(seeds.count, &meter, || run_corpus(&simulator, &options, &meter));
    let keeping = Keeping {
        folder: arguments.artifacts.clone(),
        shrinks: !arguments.no_shrink,
        corpus: arguments.corpus.clone(),
    };
    let files = artifacts::write(&simulator, &mut corpus, &identity, &fixed, &keeping)?;
    let result = ShardResult {
        version: crate::spine::shard::RESULT_VERSION,
        identity,
        scenario: simulator.name(),
        asked,
        covered: vec![seeds],
        promised: simulator.promised_faults().into_iter().map(str::to_owned).collect(),
        judged: simulator.judged(&fixed),
        corpus,
    };
    print(&result, Some(took), arguments.json, arguments.strict, &files)
}

/// The watchdog's last resort: a run that is stuck inside one step.
fn give_up(seed: u64) {
    eprintln!("seed {seed} does not stop: {}", Class::Inconclusive.exit_text());
    std::process::exit(i32::from(Class::Inconclusive.exit_code()));
}

fn check_repetition<C: ControlPlane>(
    simulator: &Simulator<C>,
    seeds: Seeds,
    fixed: &Fixed,
    times: u64,
) -> io::Result<u8> {
    for offset in 0..seeds.count {
        let seed = seeds.first.wrapping_add(offset);
        if let Some(divergence) = self_check(simulator, seed, fixed, times, true)? {
            say(&format!("seed {seed}: {}", divergence.finding()))?;
            say(Class::ReplayDiverged.exit_text())?;
            return Ok(Class::ReplayDiverged.exit_code());
        }
    }
    say(&format!(
        "{} seeds, each run {times} more times here and {times} times in fresh processes: one history each",
        seeds.count
    ))?;
    Ok(0)
}

/// Prints a result and its verdict. Gives the exit code.
fn print(result: &ShardResult, took: Option<Duration>, json: bool, strict: bool, files: &[String]) -> io::Result<u8> {
    let verdict = report::verdict(result, strict);
    if json {
        say(&serde_json::to_string_pretty(result)?)?;
        return Ok(verdict.code);
    }
    let mut text = report::text(result, took);
    for (signature, group) in &result.corpus.findings {
        text += &format!("\n{}\n", report::finding(signature, group));
    }
    for file in files {
        text += &format!("{file}\n");
    }
    say(&(text + &verdict.text))?;
    Ok(verdict.code)
}

/// Prints a text and ends the line.
fn say(text: &str) -> io::Result<()> {
    output::print(&format!(
        "{text}
"
    ))
}

/// Does `replay`. Gives the exit code: that of the finding if it is seen again, 4 if it is not.
///
/// # Errors
///
/// Where standard output fails.
pub fn replay(arguments: &Replay, ground: &Ground) -> io::Result<u8> {
    panics::be_quiet();
    match fs::read_to_string(&arguments.file).ok().and_then(|text| file::plant_of(&text)) {
        Some(bug) => replay_plane(&arguments.file, ground, planted::start(bug)),
        None => replay_plane(&arguments.file, ground, Arc::new(super::start)),
    }
}

fn replay_plane<C: ControlPlane>(path: &Path, ground: &Ground, start: Start<C>) -> io::Result<u8> {
    let simulator = Simulator::new(&[], start);
    let recorded: ArtifactOf<Simulator<C>> = match file::read::<C>(path) {
        Ok(recorded) => recorded,
        Err(error) => {
            eprintln!("{error}");
            return Ok(2);
        }
    };
    let now = Identity::of_this_process(recorded.seed, &ground.spec);
    now.announce()?;
    for change in recorded.identity.changes_until(&now) {
        say(&change)?;
    }
    let replay = artifact::replay(&simulator, &recorded);
    if replay.same {
        say(&format!("the same history and the same finding again, {} events:", replay.run.events))?;
        say(&recorded.finding.to_string())?;
        return Ok(recorded.finding.class.exit_code());
    }
    if let Some((event, then, now)) = &replay.parted {
        say(&format!("the histories part at event {event}\n  then {then}\n  now  {now}"))?;
    }
    match &replay.run.finding {
        Some(finding) => say(&format!("found now: {finding}\nfound then: {}", recorded.finding))?,
        None => say(&format!("nothing is found now\nfound then: {}", recorded.finding))?,
    }
    say(Class::ReplayDiverged.exit_text())?;
    Ok(Class::ReplayDiverged.exit_code())
}

/// Does `merge`. Gives the exit code.
///
/// # Errors
///
/// Where standard output fails.
pub fn merge_files(arguments: &Merge) -> io::Result<u8> {
    let mut results = Vec::new();
    for file in &arguments.files {
        let read = fs::read_to_string(file).map_err(|error| error.to_string());
        match read.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string())) {
            Ok(result) => results.push(result),
            Err(error) => {
                eprintln!("failed to read {}: {error}", file.display());
                return Ok(2);
            }
        }
    }
    match merge(results) {
        Ok(mut whole) => {
            whole.identity.options = "merged".to_owned();
            print(&whole, None, arguments.json, arguments.strict, &[])
        }
        Err(error) => {
            eprintln!("{error}");
            Ok(2)
        }
    }
}
