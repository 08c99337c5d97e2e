//! The command line of BALLAST; everything else is in the library.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    model::cli::run(model::cli::Cli::parse())
}
