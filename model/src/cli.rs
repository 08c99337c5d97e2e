//! The command line: one verb per job.

use crate::ambiguity::cli as ambiguity;
use crate::check::{self, Request, table};
use crate::compare::cli as compare;
use crate::derived::cli as derived;
use crate::pairs::cli as pairs;
use crate::planted::{self, Bug};
use crate::progress::{Bar, Progress, Silent};
use crate::simulate::cli as simulate;
use crate::simulate::shrink::cli as shrink;
use crate::start::{self, Start};
use crate::subject::{self, SubjectError};
use crate::verify::cli as verify;
use crate::witness::cli as witness;
use clap::{Args, Parser, Subcommand};
use spec::Explorable;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Settle what admission control means, and prove that it does that.
#[derive(Debug, Parser)]
#[command(name = "model", version, about, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const EXIT_CODES: &str = "Exit codes:
  0  everything asked for was checked, completely, and holds
  1  a finding
  2  usage, or an input that cannot be read
  3  incomplete: a bound ended the work first
  4  not reproducible: the same input gave two histories";

#[derive(Debug, Subcommand)]
enum Verb {
    /// Explore every scope exhaustively, under all variants of the open decisions and all other options
    Check(CheckArgs),
    /// Look at the state space of one scope in the browser
    Explore(ExploreArgs),
    /// Run the control plane at scale and under faults, as a pure function of a seed
    Simulate(OnSpec<simulate::Simulate>),
    /// Run the recorded plan of a finding of `simulate` again
    Replay(OnSpec<simulate::Replay>),
    /// Make a finding of `simulate` as small as it can be while it fails in the same way
    Shrink(OnSpec<shrink::Shrink>),
    /// Check a shrunk finding against its certificate, by code that the shrinker does not share
    Verify(OnSpec<verify::Verify>),
    /// Merge the results of the shards of a `simulate`
    Merge(simulate::Merge),
    /// Say all that is known about a decision, an option, an invariant or a fixed rule
    Explain(crate::explain::Explain),
    /// Find, for every option, a shortest history that tells it from the chosen one, and keep them beside the spec
    Witness(OnSpec<witness::Witnesses>),
    /// Put the options of a decision side by side: verdicts, and figures from the same seeds
    Compare(OnSpec<compare::Compare>),
    /// Explore every pair of options, and say which do not go together
    Pairs(OnSpec<pairs::Pairs>),
    /// List outcomes that no decision and no rule explains
    Ambiguities(OnSpec<ambiguity::Ambiguities>),
    /// Derive few histories that meet everything that the explored graphs hold, and keep them beside the spec
    Derive(OnSpec<derived::Derive>),
    /// Settle a decision in the spec itself, or reopen it, and check what comes of it
    Resolve(crate::resolve::Resolve),
}

/// A verb's own arguments, and which spec.
#[derive(Debug, Args)]
struct OnSpec<A: Args> {
    #[command(flatten)]
    spec: SpecArgs,
    #[command(flatten)]
    own: A,
}

/// Which spec, and what is changed in it for this run.
#[derive(Debug, Clone, Args)]
pub struct SpecArgs {
    /// The spec to read
    #[arg(long, value_name = "FILE")]
    pub spec: Option<PathBuf>,
    /// Choose an option for this run, e.g. D29=refuse; may be given several times
    #[arg(long, value_name = "Dnn=OPTION")]
    pub set: Vec<String>,
}

#[derive(Debug, Args)]
struct CheckArgs {
    #[command(flatten)]
    spec: SpecArgs,
    /// Explore only this scope; may be given several times
    #[arg(long, value_name = "NAME")]
    scope: Vec<String>,
    /// Explore the large scopes too, and count the states of every variant twice
    #[arg(long)]
    deep: bool,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// The most unique states of one exploration, those of its core among them; beyond it the check is incomplete
    #[arg(long, value_name = "N", default_value_t = check::STATES_MAX)]
    max_states: usize,
    /// Check a control plane with a planted bug, to see it found
    #[arg(long, value_name = "NAME")]
    plant: Option<Bug>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct ExploreArgs {
    #[command(flatten)]
    spec: SpecArgs,
    /// The scope to look at
    #[arg(long, value_name = "NAME")]
    scope: String,
    /// Where to serve it
    #[arg(long, default_value = "127.0.0.1:3000")]
    address: std::net::SocketAddr,
}

/// Runs the command line and returns its exit code.
pub fn run(cli: Cli) -> ExitCode {
    let done = match cli.verb {
        Verb::Check(arguments) => run_check(&arguments),
        Verb::Explore(arguments) => run_explore(&arguments),
        Verb::Simulate(arguments) => run_on(&arguments, simulate::simulate),
        Verb::Replay(arguments) => run_on(&arguments, simulate::replay),
        Verb::Shrink(arguments) => run_on(&arguments, shrink::shrink),
        Verb::Verify(arguments) => run_on(&arguments, verify::verify),
        Verb::Merge(arguments) => simulate::merge_files(&arguments).map_err(SubjectError::Io),
        Verb::Explain(arguments) => Ok(crate::explain::run(&arguments)),
        Verb::Witness(arguments) => run_kept(&arguments, witness::witness::<ballast::ControlPlane>),
        Verb::Compare(arguments) => run_compare(&arguments),
        Verb::Pairs(arguments) => run_pairs(&arguments),
        Verb::Ambiguities(arguments) => run_ambiguities(&arguments),
        Verb::Derive(arguments) => run_kept(&arguments, derived::derive::<ballast::ControlPlane>),
        Verb::Resolve(arguments) => Ok(crate::resolve::run(&arguments)),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            // There is nobody left to tell where this fails; the exit code still says it.
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::from(2)
        }
    }
}

fn run_check(arguments: &CheckArgs) -> Result<u8, SubjectError> {
    match arguments.plant {
        Some(bug) => check_planes(arguments, planted::start(bug)),
        None => check_planes(arguments, start::plain::<ballast::ControlPlane>()),
    }
}

fn check_planes<P: Explorable + Send + Sync + 'static>(
    arguments: &CheckArgs,
    start: Start<P>,
) -> Result<u8, SubjectError> {
    let mut subject = subject::load(&arguments.spec, &arguments.scope, arguments.deep)?;
    if let Some(bug) = arguments.plant {
        subject.arguments.push_str(&format!(" --plant {bug}"));
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let request = Request {
        start,
        scopes: arguments.scope.clone(),
        deep: arguments.deep,
        jobs: arguments.jobs.map_or(cores, std::num::NonZeroUsize::get),
        states: arguments.max_states,
    };
    let bar = (!arguments.json).then(Bar::new);
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    let report = check::check(&subject, &request, progress);
    if let Some(bar) = &bar {
        bar.clear();
    }
    let text = if arguments.json {
        serde_json::to_string_pretty(&report).map_err(SubjectError::Json)? + "\n"
    } else {
        table::render(&report)
    };
    print(&text, report.verdict.exit_code())
}

/// Prints, and gives the exit code back.
fn print(text: &str, code: u8) -> Result<u8, SubjectError> {
    let mut out = std::io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A reader that has gone away, as `head` does, is no failure of the check; a full disk is.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(SubjectError::Io(error)),
        _ => Ok(code),
    }
}

/// Runs a verb that keeps files beside the spec.
fn run_kept<A: Args>(
    arguments: &OnSpec<A>,
    verb: impl FnOnce(&A, &subject::Subject, &std::path::Path) -> Result<(String, u8), SubjectError>,
) -> Result<u8, SubjectError> {
    let subject = subject::load(&arguments.spec, &[], false)?;
    let path = arguments.spec.spec.clone().unwrap_or_else(subject::default_spec);
    let (text, code) = verb(&arguments.own, &subject, &path)?;
    print(&text, code)
}

fn run_on<A: Args>(
    arguments: &OnSpec<A>,
    verb: impl FnOnce(&A, &simulate::Ground) -> std::io::Result<u8>,
) -> Result<u8, SubjectError> {
    let subject = subject::load(&arguments.spec, &[], false)?;
    let path = arguments.spec.spec.clone().unwrap_or_else(subject::default_spec);
    let ground = simulate::Ground::read(subject.base, &path, &arguments.spec.set).map_err(SubjectError::Io)?;
    verb(&arguments.own, &ground).map_err(SubjectError::Io)
}

fn run_compare(arguments: &OnSpec<compare::Compare>) -> Result<u8, SubjectError> {
    let subject = subject::load(&arguments.spec, &[], false)?;
    let start = start::plain::<ballast::ControlPlane>();
    compare::compare(&arguments.own, &subject, &start).map_err(SubjectError::Io)
}

fn run_ambiguities(arguments: &OnSpec<ambiguity::Ambiguities>) -> Result<u8, SubjectError> {
    let subject = subject::load(&arguments.spec, &arguments.own.scope, false)?;
    let start = start::plain::<ballast::ControlPlane>();
    ambiguity::ambiguities(&arguments.own, &subject, &start).map_err(SubjectError::Io)
}

fn run_pairs(arguments: &OnSpec<pairs::Pairs>) -> Result<u8, SubjectError> {
    let subject = subject::load(&arguments.spec, &arguments.own.scope, false)?;
    let path = arguments.spec.spec.clone().unwrap_or_else(subject::default_spec);
    pairs::pairs::<ballast::ControlPlane>(&arguments.own, &subject, &path, start::plain()).map_err(SubjectError::Io)
}

fn run_explore(arguments: &ExploreArgs) -> Result<u8, SubjectError> {
    use crate::explore::{Explorer, stateright_model::Exploration};
    use stateright::Model as _;
    let subject = subject::load(&arguments.spec, std::slice::from_ref(&arguments.scope), true)?;
    let explorer = Explorer::<ballast::ControlPlane>::new(&subject.scopes[0], &subject.base);
    let _ = writeln!(std::io::stderr(), "serving scope {} at http://{}/", arguments.scope, arguments.address);
    // Serves until the process is stopped.
    let _checker = Exploration::new(explorer).checker().serve(arguments.address);
    Ok(0)
}
