//! The matrix for a reader: as the page `mutants/MATRIX.md`, and in columns for a terminal.

use crate::catch::{BugRow, Cell, SEEDS};
use crate::exposure::{Exposed, JudgeRow};
use crate::matrix::Matrix;
use std::fmt::Write as _;

const HEAD: &str = "# Which check catches what

Written by `cargo run -p mutants -- --write`; a test fails when it is stale. Control planes that are wrong on purpose are held
against four kinds of checks, and judges that are wrong on purpose take the place of right ones.

";

const BUGS: &str = "## Planted bugs

Each is a few lines around the seam, in `model/src/planted/`. `cargo run -p model -- check --plant NAME` shows one caught, with
its history; so does `cargo run -p mutants -- bug NAME`, check by check.

- **search**: the eight invariants, without the oracle, in every state of every scope of `check`. By which the shortest history
  is caught; its commands; the scope, and its states until then.
- **simulation**: the invariants and progress (L1 to L3), without the oracle, in simulated runs of all profiles: the seeds it
  took, and the commands and faults of that run.
- **oracle**: the oracle, without the invariants, in every state of every scope: whether the outcome or the view differed.
- **scenarios**: how many of those in the spec come out otherwise, and the option of the first.
- **agreed**: in how many of the recorded histories of `spec/histories/agreed.txt` an outcome or a view is another.
- **only**: the one invariant without which the other seven catch the bug neither in any state of any scope nor in simulated
  runs.
- **like**: a public report of a system that did the like.

";

const JUDGES: &str = "
## Wrong judges

Each stands in the place of one of the eight, in `mutants/src/judges/`. It is exposed where a planted bug that the right eight
catch goes uncaught in all states of that scope, or where it finds the control plane guilty as it is. `cargo run -p mutants --
judge NAME` shows it. The lesson is the row of [docs/lessons.md](../docs/lessons.md).

";

/// The page.
pub fn page(matrix: &Matrix) -> String {
    let mut text = HEAD.to_owned();
    text.push_str(BUGS);
    text.push_str(
        "| planted bug | search | simulation | oracle | scenarios | agreed | only | like |\n|---|---|---|---|---|---|---|---|\n",
    );
    for row in &matrix.bugs {
        let (search, oracle) = (searched(&row.search), searched(&row.oracle));
        let (only, like) = (row.only.unwrap_or("-"), row.report.unwrap_or("-"));
        let _ = writeln!(
            text,
            "| `{}`: {} | {search} | {} | {oracle} | {} | {} | {only} | {like} |",
            row.bug,
            row.what,
            simulated(row),
            played(row),
            agreed(row)
        );
    }
    text.push_str(JUDGES);
    text.push_str("| wrong judge | of | lesson | exposed by |\n|---|---|---|---|\n");
    for row in &matrix.judges {
        let lesson = row.lesson.map_or_else(|| "-".to_owned(), |lesson| lesson.to_string());
        let _ = writeln!(text, "| `{}`: {} | {} | {lesson} | {} |", row.judge, row.what, row.of, exposed(row));
    }
    text
}

fn searched(cell: &Cell) -> String {
    match &cell.caught {
        Some(catch) => {
            format!("{}, {} commands; {}, {} states", catch.by, catch.commands, catch.place, catch.after)
        }
        None if cell.complete => format!("- in all {} states", cell.looked_at),
        None => format!("- in {} states, not all", cell.looked_at),
    }
}

fn simulated(row: &BugRow) -> String {
    match &row.simulation.caught {
        Some(catch) => format!("{}, {} seeds, {} events", catch.by, catch.after, catch.commands),
        None => format!("- in {SEEDS} seeds"),
    }
}

fn played(row: &BugRow) -> String {
    match &row.scenarios.caught {
        Some(catch) => format!("{} of {}, {}", catch.after, row.scenarios.looked_at, catch.by),
        None => format!("- of {}", row.scenarios.looked_at),
    }
}

fn agreed(row: &BugRow) -> String {
    match &row.agreed.caught {
        Some(catch) => format!("{} of {}", catch.after, row.agreed.looked_at),
        None => format!("- of {}", row.agreed.looked_at),
    }
}

fn exposed(row: &JudgeRow) -> String {
    match &row.exposed {
        Exposed::Uncaught { bug, commands, scope, states } => {
            format!("`{bug}`, {commands} commands, goes uncaught in all {states} states of {scope}")
        }
        Exposed::FalseAlarm { commands, scope, states } => {
            format!("a false alarm after {commands} commands; {scope}, {states} states")
        }
        Exposed::Not => "nothing".to_owned(),
    }
}

/// The same in columns, and a last line with the verdict.
pub fn columns(matrix: &Matrix) -> String {
    let mut text = bug_columns(&matrix.bugs);
    text.push('\n');
    let head = ["wrong judge", "of", "exposed by"].map(str::to_owned);
    let judges = matrix.judges.iter().map(|row| [row.judge.to_owned(), row.of.to_owned(), exposed(row)]);
    text.push_str(&aligned(std::iter::once(head).chain(judges).collect()));
    text.push('\n');
    for sentence in &matrix.unmet {
        let _ = writeln!(text, "NOT MET: {sentence}");
    }
    let (bugs, judges) = (matrix.bugs.len(), matrix.judges.len());
    if matrix.unmet.is_empty() {
        let _ = writeln!(
            text,
            "HOLDS: {bugs} planted bugs, each caught by two kinds of checks that fail differently; each of the eight \
             invariants is the only one that catches some bug; {judges} wrong judges, each exposed."
        );
    } else {
        let _ = writeln!(
            text,
            "FOUND: {} demands are not met, by {bugs} planted bugs and {judges} wrong judges.",
            matrix.unmet.len()
        );
    }
    text.push_str("See one: cargo run -p mutants -- bug NAME, or judge NAME\n");
    text
}

/// Planted bugs in columns.
pub fn bug_columns(rows: &[BugRow]) -> String {
    let head = ["planted bug", "search", "simulation", "oracle", "scenarios", "agreed", "only"].map(str::to_owned);
    let bugs = rows.iter().map(|row| {
        let only = row.only.unwrap_or("-").to_owned();
        [
            row.bug.to_owned(),
            searched(&row.search),
            simulated(row),
            searched(&row.oracle),
            played(row),
            agreed(row),
            only,
        ]
    });
    aligned(std::iter::once(head).chain(bugs).collect())
}

fn aligned<const N: usize>(rows: Vec<[String; N]>) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
