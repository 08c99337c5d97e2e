//! The report as Markdown, as `docs/open-questions.md` records it.

use super::report::{DecisionReport, Report};
use super::text;
use std::fmt::Write as _;

/// All decisions, one block each.
pub fn render(report: &Report) -> String {
    report.decisions.iter().map(|decision| block(report, decision)).collect::<Vec<String>>().join("\n")
}

/// One decision: verdicts, figures of all profiles, real differences by profile.
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
    let profiles: Vec<&str> = distinct(decision.measurements.iter().map(|row| row.profile.as_str()));
    for profile in profiles {
        let rows = decision.measurements.iter().filter(|row| row.profile == profile);
        let title = if profile == "all" { "all profiles" } else { profile };
        let others = decision.options.iter().skip(1).map(|option| format!(" `{}` beside it |", option.option));
        let _ = writeln!(out, "\n| {title} | `{first}` |{}", others.collect::<String>());
        let _ = writeln!(out, "|---|---|{}", "---|".repeat(decision.options.len().saturating_sub(1)));
        for row in rows {
            let cells: Vec<String> = text::cells(row).map(starred).collect();
            let _ = writeln!(out, "| {}, {} | {} |", row.metric.word(), row.metric.unit(), cells.join(" | "));
        }
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

/// A real difference is bold; a star alone would begin emphasis.
fn starred(cell: String) -> String {
    cell.strip_suffix(" *").map_or_else(|| cell.clone(), |real| format!("**{real}**"))
}

fn distinct<'text>(names: impl Iterator<Item = &'text str>) -> Vec<&'text str> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}
