//! The command line.

use clap::{Parser, Subcommand};
use model::simulate::cli;
use model::spine::hash;
use spec::{DecisionId, Decisions};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "model", about = "BALLAST: explores, simulates and reports on the decisions of admission control")]
struct Arguments {
    /// Decides otherwise than the spec, such as `D29=refuse`; repeatable.
    #[arg(long, global = true, value_name = "Dnn=OPTION")]
    set: Vec<String>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Simulate(cli::Simulate),
    Replay(cli::Replay),
    Merge(cli::Merge),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ground = match ground(&arguments.set) {
        Ok(ground) => ground,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let code = match &arguments.verb {
        Verb::Simulate(arguments) => cli::simulate(arguments, &ground),
        Verb::Replay(arguments) => cli::replay(arguments, &ground),
        Verb::Merge(arguments) => cli::merge_files(arguments),
    };
    match code {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn ground(set: &[String]) -> Result<cli::Ground, String> {
    let mut decisions = Decisions::CHOSEN;
    for assignment in set {
        let error =
            || format!("expected a decision and one of its options, such as `D29=refuse`, found `{assignment}`");
        let (id, option) = assignment.split_once('=').ok_or_else(error)?;
        let id = DecisionId::find(id).ok_or_else(error)?;
        decisions.set(id, id.option(option).ok_or_else(error)?).map_err(|error| error.to_string())?;
    }
    let digest = format!("{:032x}", hash::of_bytes(0, include_bytes!("../../spec/spec.yaml")));
    let spec = [&digest[..16]].into_iter().chain(set.iter().map(String::as_str)).collect::<Vec<_>>().join("+");
    Ok(cli::Ground { decisions, spec })
}
