//! The report as Markdown, as `docs/open-questions.md` records it.

use super::report::{DecisionReport, Measurement, Report};
use super::text;
use std::fmt::Write as _;

/// All decisions, one block each.
pub fn render(report: &Report) -> String {
    report.decisions.iter().map(|decision| block(report, decision)).collect::<Vec<String>>().join("\n")
}

/// One decision: verdicts, the figures of all profiles together, and by profile what is real.
pub fn block(report: &Report, decision: &DecisionReport) -> String {
    let mut out = String::new();
    let first = decision.options.first().map_or("", |option| option.option.as_str());
    let _ = writeln!(
        out,
        "| option | every state of the scopes that read it | commands that read it | runs told from `{first}` |"
    );
    let _ = writeln!(out, "|---|---|---|---|");
    for option in &decision.options {
        let verdict = option.exhaustive.as_ref().map_or_else(|| "not asked for".to_owned(), text::exhaustive);
        let parted = option.parted.map_or_else(|| "-".to_owned(), |parted| format!("{parted} of {}", option.runs));
        let read = text::share(option.reads, option.commands);
        let _ = writeln!(out, "| `{}` | {verdict} | {read} | {parted} |", option.option);
    }
    let whole = decision.measurements.first().map(|row| row.profile.as_str());
    let title = whole.map_or("", |profile| if profile == "all" { "all profiles" } else { profile });
    let rows: Vec<&Measurement> =
        decision.measurements.iter().filter(|row| Some(row.profile.as_str()) == whole).collect();
    table(decision, title, &rows, &|row| format!("{}, {}", row.metric.word(), row.metric.unit()), &mut out);
    let is_real = |row: &&Measurement| {
        let mut differences = row.options.iter().filter_map(|option| option.difference);
        Some(row.profile.as_str()) != whole && differences.any(|difference| difference.real)
    };
    let rows: Vec<&Measurement> = decision.measurements.iter().filter(is_real).collect();
    if rows.is_empty() && whole == Some("all") {
        let _ = writeln!(out, "\nIn no profile by itself is a difference real.");
    } else if !rows.is_empty() {
        let name = |row: &Measurement| format!("{}: {}, {}", row.profile, row.metric.word(), row.metric.unit());
        table(decision, "by profile, where any is real", &rows, &name, &mut out);
    }
    let _ = writeln!(out, "\n{}", text::summary(decision));
    for finding in &decision.findings {
        let _ = writeln!(out, "\n**Finding:** {finding}");
    }
    let seeds = text::counted(report.runs as usize, "seed");
    let _ = writeln!(
        out,
        "\n{seeds} from {}, profiles {}; digest `{}`, of five seeds `{}`.",
        report.seed,
        report.profiles.join(", "),
        decision.digest,
        decision.digest_of_five
    );
    out
}

/// A table of these rows: the value under the first option, and the differences of the others.
fn table(
    decision: &DecisionReport,
    title: &str,
    rows: &[&Measurement],
    name: &dyn Fn(&Measurement) -> String,
    out: &mut String,
) {
    let mut options = decision.options.iter();
    let first = options.next().map_or("", |option| option.option.as_str());
    let others: String = options.map(|option| format!(" `{}` beside it |", option.option)).collect();
    let _ = writeln!(out, "\n| {title} | `{first}` |{others}");
    let _ = writeln!(out, "|---|---|{}", "---|".repeat(decision.options.len().saturating_sub(1)));
    for row in rows {
        let cells: Vec<String> = text::cells(row).map(starred).collect();
        let _ = writeln!(out, "| {} | {} |", name(row), cells.join(" | "));
    }
}

/// A real difference is bold; a star alone would begin emphasis.
fn starred(cell: String) -> String {
    cell.strip_suffix(" *").map_or_else(|| cell.clone(), |real| format!("**{real}**"))
}
