//! `cargo run -p mutants`: which check catches which planted bug, and what exposes which wrong judge.

use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    mutants::cli::run(mutants::cli::Cli::parse())
}
