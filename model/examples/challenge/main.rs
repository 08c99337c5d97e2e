//! The public shrinking challenge (github.com/jlink/shrinking-challenge): all of its problems, shrunk by our passes on a
//! sequence of choices, and by proptest, beside what others have published.
//!
//! `cargo run --release -p model --example challenge` prints the table; with `--record` it writes it into
//! docs/performance.md. `--results` prints the results of every problem, too.

mod by_proptest;
mod calculator;
mod choices;
mod heap;
mod measure;
mod problems;
mod properties;
mod published;
mod source;

use measure::Measured;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// As many as in the published reports.
const SEEDS: u64 = 100;

fn main() -> ExitCode {
    let asked = |name: &str| std::env::args().any(|argument| argument == name);
    let table = match table(asked("--results")) {
        Ok(table) => table,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(1);
        }
    };
    print!("{table}");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/performance.md");
    match if asked("--record") { record(&page, "challenge", &table) } else { Ok(()) } {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("failed to record the figures in docs/performance.md: {error}");
            ExitCode::from(2)
        }
    }
}

/// One row for each problem: distinct results and mean evaluations.
fn table(results: bool) -> Result<String, String> {
    let mut text = String::from(
        "| problem | ours | ours, certified | proptest | Hypothesis | QuickCheck | jqwik | fast-check | elm-test |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for challenge in problems::CHALLENGES {
        let ours = measure::measure(challenge, SEEDS)?;
        let proptest = by_proptest::measure(challenge.name, SEEDS);
        let (shrinking, all) = ours.means();
        let _ = write!(
            text,
            "| {} | {} | {all:.0} | {} |",
            challenge.name,
            cell(&ours, shrinking),
            cell(&proptest, proptest.means().1)
        );
        for published in published::of(challenge.name) {
            let _ = write!(text, " {published} |");
        }
        text.push('\n');
        if results {
            for (whose, measured) in [("ours", &ours), ("proptest", &proptest)] {
                println!("{} of {whose}, for example {}: {:?}", challenge.name, measured.commonest(), measured.results);
            }
        }
    }
    Ok(text)
}

fn cell(measured: &Measured, evaluations: f64) -> String {
    let of = if measured.runs == SEEDS { String::new() } else { format!(" of {}", measured.runs) };
    format!("{}{of} · {evaluations:.0}", measured.results.len())
}

/// Writes a block of the page, beside it, and renames it into place.
fn record(path: &Path, name: &str, figures: &str) -> std::io::Result<()> {
    let (begin, end) = (format!("<!-- begin: {name} -->\n"), format!("<!-- end: {name} -->\n"));
    let old = std::fs::read_to_string(path)?;
    let (before, rest) = old.split_once(&begin).ok_or_else(|| std::io::Error::other(format!("no block {name}")))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| std::io::Error::other(format!("block {name} has no end")))?;
    let beside = path.with_extension("md.new");
    std::fs::write(&beside, format!("{before}{begin}{figures}{end}{after}"))?;
    std::fs::rename(&beside, path)
}
