//! What `check` has to say, for a person at a terminal. The same figures stand in the JSON.

use super::report::{FindingRow, OpenRow, OptionRow, Report, ScopeRow, Verdict};
use crate::story;
use std::fmt::Write as _;

/// The whole report as text. Only the times differ between two runs of the same check.
pub fn render(report: &Report) -> String {
    let mut text = String::new();
    head(report, &mut text);
    scopes(report, &mut text);
    options(report, &mut text);
    reach(report, &mut text);
    for finding in &report.findings {
        render_finding(finding, &mut text);
    }
    if report.scopes.iter().all(|row| row.complete) {
        open(report, &mut text);
    } else if !report.findings.is_empty() {
        let _ = writeln!(
            text,
            "The other options and the open questions were not judged: whatever they were found to break, it might be this.\n"
        );
    }
    verdict(report, &mut text);
    text
}

/// What does not hold, and the verdict: for a verb that checks on the way.
pub fn in_short(report: &Report) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        render_finding(finding, &mut text);
    }
    verdict(report, &mut text);
    text
}

fn head(report: &Report, text: &mut String) {
    let spec = &report.spec;
    let set = if spec.set.is_empty() { String::new() } else { format!(" with {}", spec.set.join(" ")) };
    let _ = writeln!(
        text,
        "{}{set}: {} decisions, {} of them open ({} variants)\n",
        spec.file,
        spec.decisions,
        spec.open.len(),
        spec.variants
    );
}

fn scopes(report: &Report, text: &mut String) {
    let _ = writeln!(text, "The spec as it stands, every state of each scope, for all time:\n");
    let width = report.scopes.iter().map(|row| row.name.len()).max().unwrap_or(0).max("scope".len());
    let _ = writeln!(
        text,
        "  {:<width$}  {:>9}  {:>11}  {:>5}  {:>8}  {:>10}  {:>6}  {:>7}",
        "scope", "states", "transitions", "depth", "complete", "stateright", "drains", "seconds"
    );
    for row in report.scopes.iter().filter(|row| row.base) {
        scope(row, width, text);
    }
    let _ = writeln!(
        text,
        "\n  stateright counted the states a second time; drains: from every state one healthy worker, sweeps and time alone\n  \
         can bring all work to an end and every slot back."
    );
    let variants: Vec<&ScopeRow> = report.scopes.iter().filter(|row| !row.base).collect();
    if !variants.is_empty() {
        let complete = variants.iter().filter(|row| row.complete).count();
        let _ = writeln!(
            text,
            "\n  and under the variants of the open decisions {} more ({complete} complete), {} states, {} \
             transitions;\n  {} others have the same graph as one of these, as nothing in them reads what differs.",
            count(variants.len(), "exploration"),
            grouped(variants.iter().map(|row| row.unique as u64).sum()),
            grouped(variants.iter().map(|row| row.transitions).sum()),
            report.totals.same_graph
        );
    }
    text.push('\n');
}

fn scope(row: &ScopeRow, width: usize, text: &mut String) {
    let second = match row.stateright {
        Some(count) if count == row.unique => "the same".to_owned(),
        Some(count) => grouped(count as u64),
        None => "-".to_owned(),
    };
    let _ = writeln!(
        text,
        "  {:<width$}  {:>9}  {:>11}  {:>5}  {:>8}  {second:>10}  {:>6}  {:>7.2}",
        row.name,
        grouped(row.unique as u64),
        grouped(row.transitions),
        row.depth,
        if row.complete { "yes" } else { "NO" },
        row.drains.map_or("-", |drains| if drains { "yes" } else { "NO" }),
        row.seconds
    );
}

fn options(report: &Report, text: &mut String) {
    let (ruled_out, viable): (Vec<&OptionRow>, Vec<&OptionRow>) =
        report.options.iter().filter(|row| !row.chosen).partition(|row| row.claim.starts_with("breaks"));
    if !ruled_out.is_empty() {
        let _ = writeln!(text, "Ruled out, each because of a history like this:\n");
        for row in &ruled_out {
            let name = format!("{}={}", row.decision, row.option);
            let found = match (row.steps, &row.scope) {
                (Some(steps), Some(scope)) => format!("{steps} steps in scope {scope}"),
                _ if row.verdict == Verdict::Incomplete => "no such history yet, but the work is incomplete".to_owned(),
                _ if row.verdict == Verdict::Holds => "not in these scopes".to_owned(),
                _ => "NO SUCH HISTORY".to_owned(),
            };
            let _ = writeln!(text, "  {name:<26} {:<22} {found}", row.claim);
        }
        if let Some(row) = ruled_out.iter().filter(|row| row.steps.is_some()).min_by_key(|row| row.story.len()) {
            let _ = writeln!(text, "\n  The shortest of them, {}={} ({}):\n", row.decision, row.option, row.key);
            text.push_str(&story::render(&row.story, None));
            let _ = writeln!(text, "    → {}", row.breach.as_deref().unwrap_or(""));
        }
        text.push('\n');
    }
    if !viable.is_empty() {
        let holding = viable.iter().filter(|row| row.verdict == Verdict::Holds).count();
        let _ = writeln!(
            text,
            "{holding} of the {} other options keep all eight invariants and agree with the oracle: {} explorations, {} \
             transitions;\n{} more were skipped, as nothing in the scope ever reads the decision.\n",
            viable.len(),
            viable.iter().map(|row| row.explorations).sum::<usize>(),
            grouped(viable.iter().map(|row| row.transitions).sum()),
            report.totals.skipped
        );
    }
}

fn reach(report: &Report, text: &mut String) {
    let reach = &report.reach;
    // Where the spec as it stands is broken the options were not run, so what is missing says nothing.
    if report.scopes.iter().any(|row| !row.complete) {
        return;
    }
    let missing = if reach.missing.is_empty() {
        "nothing is missing".to_owned()
    } else {
        format!("{} not reached", reach.missing.len())
    };
    let _ = writeln!(
        text,
        "Reached: {} decisions, {} options, {} outcomes; {missing}. {} scenarios of the spec were played.\n",
        reach.decisions.len(),
        reach.options.len(),
        reach.outcomes.len(),
        report.scenarios
    );
}

fn render_finding(finding: &FindingRow, text: &mut String) {
    let scope = finding.scope.as_ref().map(|scope| format!(" (scope {scope})")).unwrap_or_default();
    let _ = writeln!(text, "FINDING: {}{scope}\n", finding.title);
    if !finding.story.is_empty() {
        text.push_str(&story::render(&finding.story, None));
    }
    let _ = writeln!(text, "    → {}\n\n  REPRODUCE WITH: {}\n", finding.message, finding.reproduce);
}

fn open(report: &Report, text: &mut String) {
    if report.open.is_empty() {
        return;
    }
    let _ = writeln!(text, "Open questions, settled by a line in {}:\n", report.spec.file);
    for OpenRow { decision, key, question, options } in &report.open {
        let _ = writeln!(text, "  {decision} {key}: {question}");
        let width = options.iter().map(|option| option.option.len()).max().unwrap_or(0);
        for option in options {
            let states = grouped(option.unique as u64);
            let verdict = match (option.explorations, option.findings) {
                (0, _) => "never mattered in these scopes".to_owned(),
                (explorations, 0) => {
                    let explorations = count(explorations, "exploration");
                    format!("keeps all eight in {explorations}, {states} states where it matters")
                }
                (explorations, findings) => {
                    format!("{} in {}", count(findings, "finding"), count(explorations, "exploration"))
                }
            };
            let _ = writeln!(text, "    {:<width$}  {verdict}", option.option);
        }
        text.push('\n');
    }
}

fn verdict(report: &Report, text: &mut String) {
    let totals = &report.totals;
    let work = format!(
        "{} explorations, {} states, {} judged transitions",
        totals.explorations,
        grouped(totals.unique as u64),
        grouped(totals.transitions)
    );
    let _ = match report.verdict {
        Verdict::Holds => writeln!(text, "HOLDS: {work}; all complete, for all time."),
        Verdict::Finding => {
            writeln!(text, "{}: {work}.", count(report.findings.len(), "finding").to_uppercase())
        }
        Verdict::Incomplete => {
            writeln!(text, "INCOMPLETE: {work}; a bound ended the work first, so nothing is known of the rest.")
        }
    };
}

/// `1 finding`, `2 findings`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// 1234567 as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let grouped: Vec<String> = [0, 999, 1000, 123_456, 1_234_567].into_iter().map(grouped).collect();
        assert_eq!(grouped, ["0", "999", "1,000", "123,456", "1,234,567"]);
    }
}
