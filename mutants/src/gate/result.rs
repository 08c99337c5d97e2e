//! The recorded result, `mutants/RESULT.md`.

use super::{Counts, Judged};
use std::fmt::Write as _;

/// The page: date, commit, counts by crate, wall time, and what keeps the gate from passing.
pub fn page(judged: &Judged, commit: &str) -> String {
    let verdict = if judged.refusals.is_empty() { "The gate passes." } else { "The gate does not pass." };
    let mut text = format!(
        "# What cargo-mutants found\n\nWritten by the gate, `cargo run -p mutants -- gate`. {verdict}\n\n\
         Date {}, commit {commit}, cargo-mutants {}. Wall time {}, all shards one after the other. At least {} mutants have to \
         be tried.\n\n",
        judged.date,
        judged.version,
        spoken(judged.wall_seconds),
        judged.floor
    );
    text.push_str(&table(judged));
    text.push_str(
        "\nThe last two columns are seconds: of building and testing one mutant, beside which others may run, and what that \
         comes to of the wall time, in which the tests without a mutant are counted too.\n",
    );
    if !judged.refusals.is_empty() {
        text.push('\n');
        for refusal in &judged.refusals {
            let _ = writeln!(text, "- {refusal}");
        }
    }
    text
}

/// The counts by crate.
pub fn table(judged: &Judged) -> String {
    let mut text = "| crate | tried | caught | missed | timed out | unviable | s a mutant | s of wall time |\n\
         |---|---|---|---|---|---|---|---|\n"
        .to_owned();
    let share = if judged.total.seconds > 0.0 { judged.wall_seconds / judged.total.seconds } else { 0.0 };
    let total = [("all".to_owned(), judged.total)];
    for (name, counts) in judged.crates.iter().map(|(name, counts)| (name.clone(), *counts)).chain(total) {
        let Counts { caught, missed, timeout, unviable, seconds } = counts;
        let tried = counts.tried();
        let each = seconds / counts.ended().max(1) as f64;
        let _ = writeln!(
            text,
            "| {name} | {tried} | {caught} | {missed} | {timeout} | {unviable} | {each:.1} | {:.1} |",
            each * share
        );
    }
    text
}

fn spoken(seconds: f64) -> String {
    if seconds < 120.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}
