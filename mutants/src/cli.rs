//! The command line: the matrix, one bug, one judge, what the suites reach, and the gate over cargo-mutants.

use crate::gate::cli as gate;
use crate::judges::WrongJudge;
use crate::{catch, exposure, files, matrix, reach, table};
use clap::{Args, Parser, Subcommand};
use exposure::Evidence;
use model::cli::SpecArgs;
use model::planted::{self, Bug, Planted};
use model::progress::{Bar, Progress, Silent};
use model::start::{self, Start};
use model::subject::{self, Subject};
use model::{explore, story};
use oracle::invariants::ALL;
use serde::Serialize;
use spec::Explorable;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// Do the tests bite? Prints which check catches which planted bug, and what exposes which wrong judge.
#[derive(Debug, Parser)]
#[command(name = "mutants", version, about, after_help = EXIT_CODES, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    matrix: MatrixArgs,
}

const EXIT_CODES: &str = "Exit codes:
  0  every demand is met, or the gate passes
  1  a finding: a demand that is not met, a bug that is caught, a judge that is exposed, a gate that does not pass
  2  usage, or an input that cannot be read";

#[derive(Debug, Args)]
struct MatrixArgs {
    #[command(flatten)]
    spec: SpecArgs,
    /// Write it to mutants/MATRIX.md
    #[arg(long, conflicts_with_all = ["spec", "set"])]
    write: bool,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Show what catches one planted bug, with the shortest history
    Bug(One),
    /// Show what exposes one wrong judge, with the history
    Judge(One),
    /// Add up what check, the fixed seeds and the generated tests reach
    Reach(reach::ReachArgs),
    /// Judge what cargo-mutants found
    Gate(gate::GateArgs),
}

#[derive(Debug, Args)]
struct One {
    /// Its name
    name: String,
    #[command(flatten)]
    spec: SpecArgs,
    /// Print the row as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command line and returns its exit code.
pub fn run(cli: Cli) -> ExitCode {
    let done = match cli.verb {
        None => run_matrix(&cli.matrix),
        Some(Verb::Bug(one)) => run_bug(&one),
        Some(Verb::Judge(one)) => run_judge(&one),
        Some(Verb::Reach(arguments)) => reach::run(&arguments),
        Some(Verb::Gate(arguments)) => gate::run(&arguments),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            // There is nobody left to tell where this fails; the exit code still says it.
            let _ = writeln!(io::stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

/// Reads the spec and its scopes.
///
/// # Errors
///
/// What is wrong with them, in words.
pub fn subject(arguments: &SpecArgs) -> Result<Subject, String> {
    subject::load(arguments, &[], false).map_err(|error| error.to_string())
}

/// So many threads, or one for each core.
pub fn jobs(asked: Option<std::num::NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    asked.map_or_else(cores, std::num::NonZeroUsize::get)
}

/// Prints a text; a reader that has gone away is no failure.
///
/// # Errors
///
/// What kept it from being printed.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("error: failed to print: {error}")),
        _ => Ok(()),
    }
}

/// The value as JSON.
///
/// # Errors
///
/// What kept it from being written.
pub fn json(value: &impl Serialize) -> Result<String, String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| format!("error: failed to write JSON: {error}"));
    text.map(|text| text + "\n")
}

fn run_matrix(arguments: &MatrixArgs) -> Result<u8, String> {
    let subject = subject(&arguments.spec)?;
    let bar = (!arguments.json).then(|| Bar::counting("rows"));
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    let matrix = matrix::compute(&subject, &ALL, jobs(arguments.jobs), progress);
    if let Some(bar) = &bar {
        bar.clear();
    }
    if arguments.write {
        let path = files::in_workspace("mutants/MATRIX.md");
        files::replace(&path, &table::page(&matrix)).map_err(|error| files::failed(&path, "write", &error))?;
    }
    print(&if arguments.json { json(&matrix)? } else { table::columns(&matrix) })?;
    Ok(u8::from(!matrix.unmet.is_empty()))
}

/// A history told as a story, with its finding.
fn tell<P: Explorable>(subject: &Subject, start: Start<P>, caught: &crate::hunt::Caught) -> String {
    let explorer = explore::Explorer::starting(start, &subject.scopes[caught.scope], &subject.base);
    story::render(&story::tell(&explorer, &caught.moves), Some(&caught.finding))
}

fn run_bug(one: &One) -> Result<u8, String> {
    let bug: Bug = one.name.parse().map_err(|error| format!("error: {error}"))?;
    let subject = subject(&one.spec)?;
    let row = catch::row(&subject, bug, &ALL);
    if one.json {
        print(&json(&row)?)?;
        return Ok(u8::from(!row.kinds().is_empty()));
    }
    let start: Start<Planted> = planted::start(bug);
    let mut text = format!("{bug}: {}\n", row.what);
    for (who, hunt) in
        [("The invariants", catch::by_invariants(&subject, bug, &ALL)), ("The oracle", catch::by_oracle(&subject, bug))]
    {
        match &hunt.caught {
            Some(caught) => {
                let scope = &subject.scopes[caught.scope].name;
                text.push_str(&format!("\n{who}, in scope {scope}, after {} states:\n\n", caught.states));
                text.push_str(&tell(&subject, start.clone(), caught));
            }
            None => text.push_str(&format!("\n{who}: nothing, in {} states.\n", hunt.states)),
        }
    }
    let kinds = row.kinds();
    text.push('\n');
    text.push_str(&table::bug_columns(&[row]));
    print(&text)?;
    Ok(u8::from(!kinds.is_empty()))
}

fn run_judge(one: &One) -> Result<u8, String> {
    let judge = one.name.parse::<&'static WrongJudge>().map_err(|error| format!("error: {error}"))?;
    let subject = subject(&one.spec)?;
    if one.json {
        let row = exposure::row(&subject, judge);
        print(&json(&row)?)?;
        return Ok(u8::from(row.exposed != exposure::Exposed::Not));
    }
    let mut text = format!("{}, in the place of {}: {}\n\n", judge.word, judge.of, judge.what);
    let evidence = exposure::evidence(&subject, judge);
    match &evidence {
        Evidence::Uncaught(bug, caught, states) => {
            let scope = &subject.scopes[caught.scope].name;
            text.push_str(&format!("The right judges catch {bug} in scope {scope}:\n\n"));
            text.push_str(&tell(&subject, planted::start(*bug), caught));
            text.push_str(&format!(
                "\nWith the wrong one, nothing is found in any of the {states} states of that scope.\n"
            ));
        }
        Evidence::FalseAlarm(caught) => {
            let scope = &subject.scopes[caught.scope].name;
            text.push_str(&format!("It finds the control plane guilty as it is, in scope {scope}:\n\n"));
            text.push_str(&tell(&subject, start::plain::<ballast::ControlPlane>(), caught));
        }
        Evidence::None => {
            text.push_str("Nothing exposes it: no planted bug goes uncaught, and it gives no false alarm.\n")
        }
    }
    print(&text)?;
    Ok(u8::from(!matches!(evidence, Evidence::None)))
}
