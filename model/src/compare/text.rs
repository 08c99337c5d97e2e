//! What `compare` has to say, for a person at a terminal. The same figures stand in the JSON.

use super::report::{DecisionReport, Difference, Exhaustive, Measurement, Report};
use super::statistics::Estimate;
use std::fmt::Write as _;

/// The whole report as text.
pub fn render(report: &Report) -> String {
    let mut text = String::new();
    for decision in &report.decisions {
        head(report, decision, &mut text);
        options(decision, &mut text);
        figures(decision, &mut text);
        by_profile(decision, &mut text);
        tail(decision, &mut text);
    }
    text
}

fn head(report: &Report, decision: &DecisionReport, text: &mut String) {
    let state = if decision.open { "open" } else { "decided" };
    let _ = writeln!(text, "{} {} ({state}): {}", decision.decision, decision.key, decision.question);
    let set = if report.set.is_empty() { String::new() } else { format!(", with {}", report.set.join(" ")) };
    let _ = writeln!(
        text,
        "{} from {}, each in {}, under every option{set}\n",
        counted(report.runs as usize, "seed"),
        report.seed,
        report.profiles.join(", ")
    );
}

/// A number and what it counts.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn options(decision: &DecisionReport, text: &mut String) {
    let rows: Vec<[String; 4]> = decision
        .options
        .iter()
        .map(|option| {
            [
                option.option.clone(),
                option.exhaustive.as_ref().map_or_else(|| "not asked for".to_owned(), exhaustive),
                share(option.reads, option.commands),
                option.parted.map_or_else(|| "-".to_owned(), |parted| format!("{parted} of {}", option.runs)),
            ]
        })
        .collect();
    let first = decision.options.first().map_or("", |option| option.option.as_str());
    let heads = [
        "option".to_owned(),
        "every state of the scopes that read it".to_owned(),
        "commands that read it".to_owned(),
        format!("runs told from {first}"),
    ];
    table(&heads, &rows, text);
    text.push('\n');
}

/// The verdict of the exhaustive scopes in a few words.
pub fn exhaustive(verdict: &Exhaustive) -> String {
    let held = if !verdict.breaks.is_empty() {
        let said = verdict.claim.as_ref().map_or("", |_| ", as the spec says");
        format!("breaks {}{said}", verdict.breaks.join(", "))
    } else if !verdict.complete {
        "incomplete".to_owned()
    } else {
        match verdict.drains {
            Some(false) => "keeps all eight, and gets stuck".to_owned(),
            Some(true) => "keeps all eight, drains".to_owned(),
            None => "keeps all eight".to_owned(),
        }
    };
    format!("{held}; {}, {} states", counted(verdict.scopes, "scope"), verdict.states)
}

/// A share of the whole, in %.
pub fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "no sample".to_owned() } else { format!("{:.2} %", part as f64 * 100.0 / whole as f64) }
}

fn figures(decision: &DecisionReport, text: &mut String) {
    let Some(profile) = decision.measurements.first().map(|row| row.profile.clone()) else { return };
    let rows: Vec<Vec<String>> = decision
        .measurements
        .iter()
        .filter(|row| row.profile == profile)
        .map(|row| {
            let name = format!("{} {}", row.metric.word(), row.metric.unit());
            [name].into_iter().chain(cells(row)).collect()
        })
        .collect();
    let title = if profile == "all" { "all profiles".to_owned() } else { profile };
    let mut heads = vec![title];
    for (place, option) in decision.options.iter().enumerate() {
        heads.push(if place == 0 { option.option.clone() } else { format!("{} beside it", option.option) });
    }
    table(&heads, &rows, text);
    let _ = writeln!(
        text,
        "\n  Means over seeds, with 95 % intervals; * a difference that is real, all comparisons taken together.\n"
    );
}

/// The value under the first option, then the differences of the others.
pub fn cells(row: &Measurement) -> impl Iterator<Item = String> + '_ {
    row.options.iter().enumerate().map(|(place, measured)| match (place, &measured.value, &measured.difference) {
        (0, Some(value), _) => estimate(*value),
        (_, _, Some(difference)) => signed(difference),
        _ => "no sample".to_owned(),
    })
}

/// A paired difference, and a star where it is real.
pub fn signed(difference: &Difference) -> String {
    let sign = if difference.estimate.mean > 0.0 { "+" } else { "" };
    format!("{sign}{}{}", estimate(difference.estimate), if difference.real { " *" } else { "" })
}

/// A mean and half of its interval, to two figures of the latter.
pub fn estimate(estimate: Estimate) -> String {
    let Some(half) = estimate.half else { return format!("{:.2} ± ?", estimate.mean) };
    if half == 0.0 && estimate.mean == 0.0 {
        return "0".to_owned();
    }
    let places = decimals(half);
    format!("{:.places$} ± {half:.places$}", no_minus_zero(estimate.mean, places))
}

/// How many decimals show two figures of this.
fn decimals(half: f64) -> usize {
    [10.0, 1.0, 0.1, 0.01].iter().take_while(|bound| half < **bound).count()
}

/// A mean that would be shown as minus nothing is shown as nothing.
fn no_minus_zero(mean: f64, places: usize) -> f64 {
    let shown = format!("{mean:.places$}");
    if shown.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.')) { 0.0 } else { mean }
}

fn by_profile(decision: &DecisionReport, text: &mut String) {
    for (place, option) in decision.options.iter().enumerate().skip(1) {
        let of_profiles = |row: &&Measurement| row.profile != "all";
        let real: Vec<String> = decision
            .measurements
            .iter()
            .filter(of_profiles)
            .filter_map(|row| {
                let difference = row.options.get(place)?.difference.filter(|difference| difference.real)?;
                let unit = row.metric.unit();
                Some(format!("    {:<9} {:<18} {}  {unit}", row.profile, row.metric.word(), signed(&difference)))
            })
            .collect();
        let first = decision.options.first().map_or("", |option| option.option.as_str());
        if decision.measurements.iter().any(|row| row.profile == "all") {
            let _ = writeln!(
                text,
                "  Real differences of {} from {first}, by profile:{}",
                option.option,
                if real.is_empty() { " none" } else { "" }
            );
        }
        for line in real {
            let _ = writeln!(text, "{line}");
        }
    }
}

/// Which differences are real, and which are not shown, in one line.
pub fn summary(decision: &DecisionReport) -> String {
    let without: usize = decision
        .measurements
        .iter()
        .map(|row| {
            row.options
                .iter()
                .skip(1)
                .filter(|measured| measured.difference.is_none_or(|found| found.chance.is_none()))
                .count()
        })
        .sum();
    format!(
        "{} of {} are real (Holm's method, at most one family in twenty wrong), {} are not shown, {without} had too few pairs to say.",
        decision.real,
        counted(decision.comparisons, "difference"),
        decision.comparisons - decision.real
    )
}

fn tail(decision: &DecisionReport, text: &mut String) {
    let _ = writeln!(text, "\n  {}", summary(decision));
    let _ = writeln!(text, "  digest={} of five seeds {}\n", decision.digest, decision.digest_of_five);
    for finding in &decision.findings {
        let _ = writeln!(text, "FINDING: {finding}\n");
    }
}

/// Columns of a width each; the first two stand on the left.
fn table(heads: &[String], rows: &[impl AsRef<[String]>], text: &mut String) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.as_ref().get(column));
        cells.chain(heads.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    for row in [heads].into_iter().chain(rows.iter().map(AsRef::as_ref)) {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "  {cell:<width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_shown_to_two_figures_of_their_interval() {
        let shown = |mean, half| estimate(Estimate { seeds: 9, mean, half: Some(half) });
        assert_eq!(shown(123.456, 12.3), "123 ± 12");
        assert_eq!(shown(12.3456, 1.23), "12.3 ± 1.2");
        assert_eq!(shown(0.98765, 0.0123), "0.988 ± 0.012");
        assert_eq!(shown(-0.0001, 0.04), "0.000 ± 0.040");
        assert_eq!(shown(0.0, 0.0), "0");
        assert_eq!(estimate(Estimate { seeds: 1, mean: 2.0, half: None }), "2.00 ± ?");
    }

    #[test]
    fn the_exhaustive_verdict_is_said_in_a_few_words() {
        let holds = Exhaustive {
            scopes: 2,
            states: 30,
            transitions: 90,
            complete: true,
            claim: None,
            breaks: Vec::new(),
            moves: None,
            drains: Some(true),
            reproduce: String::new(),
        };
        assert_eq!(exhaustive(&holds), "keeps all eight, drains; 2 scopes, 30 states");
        let stuck = Exhaustive { drains: Some(false), ..holds.clone() };
        assert_eq!(exhaustive(&stuck), "keeps all eight, and gets stuck; 2 scopes, 30 states");
        let cut = Exhaustive { complete: false, drains: None, ..holds.clone() };
        assert_eq!(exhaustive(&cut), "incomplete; 2 scopes, 30 states");
        let claim = Some("I6 fenced".to_owned());
        let broken = Exhaustive { breaks: vec!["I6 fenced".to_owned()], claim, drains: None, ..holds };
        assert_eq!(exhaustive(&broken), "breaks I6 fenced, as the spec says; 2 scopes, 30 states");
    }
}
