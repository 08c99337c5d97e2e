//! The report as a page: no other resource, plots as inline SVG, light and dark.
//!
//! Every text is escaped where it enters the page. The page is well-formed XML, so that a test can read it.

mod plot;

use super::report::{DecisionReport, Measurement, Report};
use super::text;
use std::fmt::Write as _;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1c2430; --dim: #667080; --line: #d4dae2; --page: #ffffff;
  --o0: #3b6fb6; --o1: #c4541b; --o2: #2f8a57; --o3: #8a4fa3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --dim: #98a2b3; --line: #39424f; --page: #14181e;
  --o0: #79a9ea; --o1: #f0915a; --o2: #6cc795; --o3: #c794dd; } }
body { margin: 2rem auto; padding: 0 1rem; max-width: 62rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; } h2 { margin-top: 3rem; } h3 { margin: 1.5rem 0 0; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.figure { font-variant-numeric: tabular-nums; white-space: nowrap; }
.real { font-weight: 700; } .dim { color: var(--dim); } .finding { border-left: 4px solid var(--o1); padding-left: 0.75rem; }
svg { display: block; width: 100%; height: auto; margin: 0.25rem 0 0.5rem; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; } svg text.dim { fill: var(--dim); }
svg .axis { stroke: var(--line); stroke-width: 1; } svg .zero { stroke: var(--dim); stroke-width: 1.5; }
.o0 { --own: var(--o0); } .o1 { --own: var(--o1); } .o2 { --own: var(--o2); } .o3 { --own: var(--o3); }
svg g.option line { stroke: var(--own); stroke-width: 2; } svg g.option circle { fill: var(--page); stroke: var(--own); stroke-width: 2; }
svg g.real circle { fill: var(--own); }
.key { display: inline-block; width: 0.8em; height: 0.8em; border-radius: 50%; background: var(--own); margin-right: 0.4em; }
";

/// The whole page.
pub fn render(report: &Report) -> String {
    let mut page = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n");
    let ids: Vec<&str> = report.decisions.iter().map(|decision| decision.decision.as_str()).collect();
    let _ = write!(
        page,
        "<title>{} side by side</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        escaped(&ids.join(", "))
    );
    let _ = writeln!(page, "<h1>{} side by side</h1>", escaped(&ids.join(", ")));
    let set = if report.set.is_empty() { String::new() } else { format!(", with {}", report.set.join(" ")) };
    let _ = writeln!(
        page,
        "<p>{}{}: {} from {}, each in {}, under every option.</p>",
        escaped(&report.spec),
        escaped(&set),
        text::counted(report.runs as usize, "seed"),
        report.seed,
        escaped(&report.profiles.join(", "))
    );
    for decision in &report.decisions {
        section(report, decision, &mut page);
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// A text as it may stand in the page, in an element or an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML has no place for them, escaped or not.
            letter if letter.is_control() && !matches!(letter, '\n' | '\t') => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

fn section(report: &Report, decision: &DecisionReport, page: &mut String) {
    let state = if decision.open { "open" } else { "decided" };
    let _ = writeln!(
        page,
        "<h2>{} {} <span class=\"dim\">({state})</span></h2>\n<p>{}</p>",
        escaped(&decision.decision),
        escaped(&decision.key),
        escaped(&decision.question)
    );
    for finding in &decision.findings {
        let _ = writeln!(page, "<p class=\"finding\">{}</p>", escaped(finding));
    }
    options(decision, page);
    let first = decision.options.first().map_or("", |option| option.option.as_str());
    let _ = writeln!(
        page,
        "<p>{} A dot is the mean over the seeds, its line the 95 % interval of that mean. Options met the same seeds, so \
         differences are known better than values. A filled dot differs from {} for real.</p>",
        escaped(&text::summary(decision)),
        escaped(first)
    );
    for metric in &report.metrics {
        let rows: Vec<&Measurement> = decision.measurements.iter().filter(|row| row.metric == metric.metric).collect();
        let _ = writeln!(
            page,
            "<h3>{} <span class=\"dim\">{}</span></h3>\n<p class=\"dim\">{}</p>",
            escaped(metric.metric.word()),
            escaped(metric.unit),
            escaped(metric.about)
        );
        plot::plot(metric, &rows, page);
        table(decision, &rows, page);
    }
    let _ =
        writeln!(page, "<p class=\"dim\">digest {}, of five seeds {}</p>", decision.digest, decision.digest_of_five);
}

fn options(decision: &DecisionReport, page: &mut String) {
    page.push_str("<table>\n<tr><th>option</th><th>means</th><th>every state of the scopes that read it</th>");
    page.push_str("<th>commands that read it</th><th>runs that it tells apart</th></tr>\n");
    for (place, option) in decision.options.iter().enumerate() {
        let verdict = option.exhaustive.as_ref().map_or_else(|| "not asked for".to_owned(), text::exhaustive);
        let parted = option.parted.map_or_else(|| "-".to_owned(), |parted| format!("{parted} of {}", option.runs));
        let _ = writeln!(
            page,
            "<tr><td><span class=\"key o{}\"></span>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            place % 4,
            escaped(&option.option),
            escaped(&option.means),
            escaped(&verdict),
            escaped(&text::share(option.reads, option.commands)),
            escaped(&parted)
        );
    }
    page.push_str("</table>\n");
}

fn table(decision: &DecisionReport, rows: &[&Measurement], page: &mut String) {
    page.push_str("<details><summary>figures</summary>\n<table>\n<tr><th>profile</th>");
    for (place, option) in decision.options.iter().enumerate() {
        let beside = if place == 0 { "" } else { " beside it" };
        let _ = write!(page, "<th>{}{beside}</th>", escaped(&option.option));
    }
    page.push_str("</tr>\n");
    for row in rows {
        let _ = write!(page, "<tr><td>{}</td>", escaped(&row.profile));
        for cell in text::cells(row) {
            let real = if cell.ends_with('*') { " real" } else { "" };
            let _ = write!(page, "<td class=\"figure{real}\">{}</td>", escaped(&cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n</details>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_taken_for_markup_is_escaped() {
        assert_eq!(escaped("<b> & \"it's\"\u{7}"), "&lt;b&gt; &amp; &quot;it&#39;s&quot;\u{fffd}");
    }
}
