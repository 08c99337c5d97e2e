//! The page `docs/decisions.md`: every decision of the spec, for a reader in the browser.
//!
//! It is made from the spec and from what is kept beside it alone, so it can be written anew at any time, by `model explain
//! --write`, and by `resolve`. A test fails when it is stale.

use super::around::{Around, ConflictFacts, WitnessFacts};
use super::facts::{self, DecisionFacts, OptionFacts, ScenarioFacts, Standing};
use spec::DecisionId;
use spec::yaml::SpecFile;
use std::fmt::Write as _;

const HEAD: &str = "\
# The decisions

Generated from [`spec/spec.yaml`](../spec/spec.yaml) by `cargo run -p model -- explain --write`; a test fails when it is
stale. Change the spec, not this page.

Each decision is a question that admission control leaves open, with its answers:

| mark | the option is |
|---|---|
| ✓ | chosen |
| ? | a candidate: the question is open, and `check` runs every option |
| · | viable, and not chosen: it keeps all invariants |
| ✗ | ruled out: it breaks the invariant that is named |

";

/// The whole page.
pub fn page(spec: &SpecFile, around: &Around) -> String {
    let all: Vec<DecisionFacts> = DecisionId::all().map(|id| facts::decision(spec, id, None, around)).collect();
    let mut text = HEAD.to_owned();
    contents(&all, &mut text);
    for facts in &all {
        section(facts, &mut text);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn contents(all: &[DecisionFacts], text: &mut String) {
    let open: Vec<String> = all.iter().filter(|facts| facts.open).map(link).collect();
    let _ = match open.as_slice() {
        [] => writeln!(text, "No question is open.\n"),
        [one] => writeln!(text, "One question is open: {one}.\n"),
        [most @ .., last] => writeln!(text, "Open questions: {} and {last}.\n", most.join(", ")),
    };
    let _ = writeln!(text, "| decision | question | in force |\n|---|---|---|");
    for facts in all {
        let choice = if facts.open { "open".to_owned() } else { format!("`{}`", facts.choice) };
        let _ = writeln!(text, "| {} | {} | {choice} |", link(facts), cell(&facts.question));
    }
    text.push('\n');
}

fn link(facts: &DecisionFacts) -> String {
    format!("[{} {}](#{}-{})", facts.id, facts.key, facts.id.to_lowercase(), facts.key)
}

fn section(facts: &DecisionFacts, text: &mut String) {
    let _ = writeln!(text, "## {} {}\n\n{}\n", facts.id, facts.key, prose(&facts.question));
    let _ = writeln!(text, "| | option | what it is | what is noticed |\n|---|---|---|---|");
    for option in &facts.options {
        let _ =
            writeln!(text, "| {} | `{}` | {} | {} |", mark(option), option.name, cell(&option.means), cell(&option.so));
    }
    text.push('\n');
    let day = facts.settled.as_ref().map(|day| format!(" ({day})")).unwrap_or_default();
    match &facts.because {
        Some(because) => {
            let _ = writeln!(text, "**Why{day}.** {}\n", prose(because));
            let _ = writeln!(text, "**What was weighed.** {}\n", prose(&facts.reason));
        }
        None if facts.open => {
            let _ = writeln!(text, "**What is being weighed.** {}\n", prose(&facts.reason));
        }
        None => {
            let _ = writeln!(text, "**Why{day}.** {}\n", prose(&facts.reason));
        }
    }
    if let Some(rule) = &facts.rule {
        let _ = writeln!(text, "**Precisely.** {}\n", prose(rule));
    }
    for note in &facts.notes {
        let _ = writeln!(text, "**Note.** {}\n", prose(note));
    }
    if !facts.evidence.is_empty() {
        let links: Vec<String> =
            facts.evidence.iter().map(|thread| format!("[{}]({})", thread.thread, thread.url)).collect();
        let _ = writeln!(text, "**Evidence.** {}.\n", links.join(", "));
    }
    scenarios(&facts.scenarios, text);
    witnesses(&facts.witnesses, text);
    if let Some(conflicts) = facts.conflicts.as_ref().filter(|conflicts| !conflicts.is_empty()) {
        let _ = writeln!(text, "**Does not go together.**\n");
        for ConflictFacts { first, second, breaks, message } in conflicts {
            let _ = writeln!(text, "- `{first}` with `{second}`: {}. {}", prose(breaks), prose(message));
        }
        text.push('\n');
    }
}

fn witnesses(witnesses: &[WitnessFacts], text: &mut String) {
    if witnesses.is_empty() {
        return;
    }
    let _ = writeln!(text, "**Told apart** by shortest histories:\n");
    for witness in witnesses {
        let [one, other] = witness.options;
        let with: Vec<String> = witness.with.iter().chain(&witness.settings).map(|what| format!("`{what}`")).collect();
        let with = if with.is_empty() { String::new() } else { format!(", with {}", with.join(", ")) };
        let _ = writeln!(text, "- [`{one}` or `{other}`](../spec/{}){with}. {}", witness.file, prose(&witness.differs));
        let _ = writeln!(text, "\n  ```text");
        for line in told(witness) {
            let _ = writeln!(text, "  {line}");
        }
        let _ = writeln!(text, "  ```\n");
    }
}

/// The lines of a witness: each step with its outcome, and the last with one for each option.
pub(super) fn told(witness: &WitnessFacts) -> Vec<String> {
    let steps = || witness.given.iter().chain([&witness.when]);
    let clock = steps().map(|step| step.at.to_string().len()).max().unwrap_or(0);
    let width = steps().map(|step| step.command.len()).max().unwrap_or(0);
    let mut lines: Vec<String> = steps()
        .map(|step| {
            let outcome = step.outcome.as_deref().unwrap_or_default();
            format!("{:>clock$} {:<width$}  {outcome}", step.at, step.command).trim_end().to_owned()
        })
        .collect();
    let width = witness.options.iter().map(|option| option.len()).max().unwrap_or(0);
    let ends = witness.options.iter().zip(&witness.then);
    lines.extend(ends.map(|(option, outcome)| format!("=> {option:<width$}  {outcome}")));
    lines
}

fn mark(option: &OptionFacts) -> String {
    let mark = match option.standing {
        Standing::Chosen => "✓",
        Standing::Candidate => "?",
        Standing::Viable => "·",
        Standing::RuledOut => "✗",
    };
    option.breaks.map_or_else(|| mark.to_owned(), |breaks| format!("{mark} {breaks}"))
}

fn scenarios(scenarios: &[ScenarioFacts], text: &mut String) {
    let _ = writeln!(text, "**Scenarios.**\n");
    for scenario in scenarios {
        let with: Vec<String> =
            scenario.with.iter().chain(&scenario.settings).map(|what| format!("`{what}`")).collect();
        let with = if with.is_empty() { String::new() } else { format!(", with {}", with.join(", ")) };
        let _ = writeln!(text, "- {}{with}", prose(&scenario.name));
        let _ = writeln!(text, "\n  ```text");
        let steps = scenario.given.iter().chain(&scenario.when);
        let width = steps.clone().map(|step| step.at.to_string().len()).max().unwrap_or(0);
        for step in steps {
            let _ = writeln!(text, "  {:>width$} {}", step.at, step.command);
        }
        let width = scenario.then.iter().map(|end| end.option.len()).max().unwrap_or(0);
        for end in &scenario.then {
            let _ = writeln!(text, "  => {:<width$}  {}", end.option, end.outcome);
        }
        let _ = writeln!(text, "  ```\n");
    }
}

/// A text of the spec as Markdown: what would mean something there does not.
fn prose(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !safe.is_empty() {
            safe.push(' ');
        }
        for letter in word.chars() {
            if matches!(letter, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '`' | '|' | '#') {
                safe.push('\\');
            }
            safe.push(letter);
        }
    }
    safe
}

/// The same as a cell of a table, which is one line.
fn cell(text: &str) -> String {
    prose(text)
}
