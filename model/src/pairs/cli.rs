//! The verb `pairs`.

use super::kept::{self, Kept};
use super::plan::Request;
use super::run::{self, Results};
use super::state::{Key, State};
use super::{PairResult, Standing, page};
use crate::check::table::grouped;
use crate::progress::{Bar, Progress, Silent};
use crate::start::Start;
use crate::story;
use crate::subject::Subject;
use clap::Args;
use serde::Serialize;
use spec::yaml::nearest;
use spec::{DecisionId, Explorable};
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The arguments of `pairs`.
#[derive(Debug, Clone, Args)]
pub struct Pairs {
    /// Only pairs with an option of this decision; where several are given, only pairs among them
    #[arg(long, value_name = "Dnn")]
    pub of: Vec<String>,
    /// Explore only this scope; may be given several times
    #[arg(long, value_name = "NAME")]
    pub scope: Vec<String>,
    /// Keep what is done in this file, and go on from what it holds
    #[arg(long, value_name = "FILE", visible_alias = "resume")]
    pub state: Option<PathBuf>,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// The most unique states of one exploration; beyond it, it is cut off
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    pub max_states: usize,
    /// Write the record beside the spec, and docs/conflicts.md from it
    #[arg(long, conflicts_with_all = ["check", "of", "scope"])]
    pub write: bool,
    /// Fail where the record beside the spec is not what comes out
    #[arg(long, conflicts_with_all = ["of", "scope"])]
    pub check: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// What `pairs --json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Report<'r> {
    version: u32,
    verdict: &'static str,
    findings: &'r [String],
    pairs: &'r [PairResult],
}

/// Runs the verb on a spec; gives the exit code.
///
/// # Errors
///
/// A decision that does not exist, or a file that cannot be read or written.
pub fn pairs<P: Explorable + 'static>(
    arguments: &Pairs,
    subject: &Subject,
    spec: &Path,
    start: Start<P>,
) -> io::Result<u8> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let request = Request {
        start,
        jobs: arguments.jobs.map_or(cores, NonZeroUsize::get),
        states: arguments.max_states,
        of: arguments.of.iter().map(|name| decision(name)).collect::<io::Result<_>>()?,
    };
    let state = match &arguments.state {
        Some(path) => Some(State::open(path, &Key::new(kept::digest(subject), request.states))?),
        None => None,
    };
    if let Some(state) = state.as_ref().filter(|state| state.done() > 0 && io::stderr().is_terminal()) {
        writeln!(io::stderr(), "{} pairs are done already", state.done())?;
    }
    let results = run_with_progress::<P>(subject, &request, state.as_ref(), arguments.json);
    if let Some(state) = state {
        state.close()?;
    }
    let record = kept::path_beside(spec);
    let known = Kept::read(&record).ok();
    let findings = findings(subject, arguments, &results, known.as_ref());
    if arguments.write && results.alone.is_empty() {
        let now = Kept::of(subject, request.states, &results);
        kept::replace(&record, &now.text()?)?;
        if let Some(page) = kept::page_of(spec) {
            kept::replace(&page, &page::render(&now))?;
        }
    }
    let accepted = |pair: &PairResult| {
        let cut = known.as_ref().and_then(|known| known.standing(&pair.first, &pair.second));
        arguments.write || cut == Some(Standing::CutOff)
    };
    let cut_off = results.pairs.iter().any(|pair| !pair.cut_off.is_empty() && !accepted(pair));
    let nothing = results.pairs.iter().all(|pair| pair.met == 0);
    let (verdict, code) = match (findings.is_empty(), cut_off || nothing) {
        (false, _) => ("finding", 1),
        (true, false) => ("holds", 0),
        (true, true) => ("incomplete", 3),
    };
    let text = if arguments.json {
        let report = Report { version: kept::VERSION, verdict, findings: &findings, pairs: &results.pairs };
        serde_json::to_string_pretty(&report)? + "\n"
    } else {
        told(&results, &findings, verdict)
    };
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(code),
    }
}

fn decision(name: &str) -> io::Result<DecisionId> {
    DecisionId::find(name).ok_or_else(|| {
        let names = DecisionId::all().flat_map(|decision| [decision.info().id, decision.info().key]);
        let near = nearest(name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        io::Error::new(io::ErrorKind::InvalidInput, format!("--of: there is no decision `{name}`{near}"))
    })
}

fn run_with_progress<P: Explorable + 'static>(
    subject: &Subject,
    request: &Request<P>,
    state: Option<&State>,
    silent: bool,
) -> Results {
    let bar = (!silent).then(|| Bar::counting("pairs and options"));
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    let known = |first: &str, second: &str| state.and_then(|state| state.known(first, second));
    let finished = |result: &PairResult| {
        if let Some(state) = state {
            state.note(result);
        }
    };
    let results = run::all::<P>(subject, request, &known, &finished, progress);
    if let Some(bar) = &bar {
        bar.clear();
    }
    results
}

/// What does not hold: disagreements, conflicts that the record does not tell of, and, where asked, a stale record.
fn findings(subject: &Subject, arguments: &Pairs, results: &Results, known: Option<&Kept>) -> Vec<String> {
    let mut findings: Vec<String> = results
        .alone
        .iter()
        .map(|(choice, scope, said)| format!("{choice} alone, in scope {scope}: {said}; run `check` first"))
        .collect();
    for pair in &results.pairs {
        let Some(conflict) = &pair.conflict else { continue };
        let is_known = known.is_some_and(|known| {
            known.conflicts.iter().any(|other| {
                (&other.first, &other.second, &other.conflict.breaks) == (&pair.first, &pair.second, &conflict.breaks)
            })
        });
        // Two engines that disagree are wrong whoever has recorded it.
        let disagreement = !conflict.breaks.starts_with('I');
        if disagreement || !(is_known || arguments.write) {
            findings.push(format!("{} with {}: {}", pair.first, pair.second, conflict.message));
        }
    }
    if arguments.check && results.alone.is_empty() {
        let now = Kept::of(subject, arguments.max_states, results);
        if known != Some(&now) {
            findings
                .push("the record beside the spec is stale: cargo run --release -p model -- pairs --write".to_owned());
        }
    }
    findings
}

fn told(results: &Results, findings: &[String], verdict: &str) -> String {
    let mut text = String::new();
    for pair in &results.pairs {
        let Some(conflict) = &pair.conflict else { continue };
        let _ = writeln!(text, "CONFLICT: {} with {}, scope {}\n", pair.first, pair.second, conflict.scope);
        text.push_str(&story::render(&conflict.story, None));
        let _ = writeln!(text, "    → {}\n", conflict.message);
        let _ = writeln!(
            text,
            "  REPRODUCE WITH: cargo run --release -p model -- pairs --of {} --of {} --scope {}\n",
            page::id(&pair.first),
            page::id(&pair.second),
            conflict.scope
        );
    }
    for pair in results.pairs.iter().filter(|pair| !pair.cut_off.is_empty()) {
        let _ = writeln!(text, "cut off: {} with {} in {}", pair.first, pair.second, pair.cut_off.join(", "));
    }
    for finding in findings {
        let _ = writeln!(text, "FINDING: {finding}");
    }
    let count = |standing: Standing| results.pairs.iter().filter(|pair| pair.standing() == standing).count();
    let (apart, conflicts) = (count(Standing::Apart), count(Standing::Conflict));
    let _ = writeln!(
        text,
        "{}: {} pairs; {} could not meet, {} were run, {} conflict, {} were cut off; {} explorations, {} states, {} judged \
         transitions.",
        verdict.to_uppercase(),
        grouped(results.pairs.len() as u64),
        grouped(apart as u64),
        grouped((results.pairs.len() - apart) as u64),
        grouped(conflicts as u64),
        grouped(count(Standing::CutOff) as u64),
        grouped(results.pairs.iter().map(|pair| pair.met as u64).sum()),
        grouped(results.pairs.iter().map(|pair| pair.states as u64).sum()),
        grouped(results.pairs.iter().map(|pair| pair.transitions).sum()),
    );
    text
}
