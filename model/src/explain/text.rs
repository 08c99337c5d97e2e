//! An explanation for a person at a terminal: what is asked first, what is decided, why, and where to look on.

use super::around::ConflictFacts;
use super::facts::{DecisionFacts, Explained, InvariantFacts, RuleFacts, ScenarioFacts, Standing, Topic};
use super::markdown::told;
use super::sources::{Code, Place};
use std::fmt::Write as _;

/// A line is filled up to here.
const COLUMNS_MAX: usize = 100;

/// Where the text behind a label begins.
const MARGIN: usize = 12;

/// How many places are shown of each kind; the rest are counted. `--json` has them all.
const PLACES_MAX: usize = 8;

/// All topics as text.
pub fn render(explained: &Explained) -> String {
    let mut text = String::new();
    for (index, topic) in explained.topics.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        match topic {
            Topic::Decision(facts) => decision(&explained.spec, facts, &mut text),
            Topic::Invariant(facts) => invariant(&explained.spec, facts, &mut text),
            Topic::Rule(facts) => rule(facts, &explained.spec, &mut text),
        }
    }
    text
}

fn decision(spec: &str, facts: &DecisionFacts, text: &mut String) {
    let _ = writeln!(text, "{} {}  ({spec}:{})", facts.id, facts.key, facts.line);
    paragraph(text, 0, &facts.question);
    text.push('\n');
    for option in &facts.options {
        let (mark, word) = match option.standing {
            Standing::Chosen if facts.set => ('*', "set for this run".to_owned()),
            Standing::Chosen => ('*', option.breaks.map_or("chosen".to_owned(), |id| format!("chosen, breaks {id}"))),
            Standing::Candidate => ('?', "open".to_owned()),
            Standing::Viable => (' ', "viable".to_owned()),
            Standing::RuledOut => ('x', format!("ruled out: breaks {}", option.breaks.unwrap_or_default())),
        };
        let _ = writeln!(text, "  {mark} {}  ({word})", option.name);
        paragraph(text, 6, &option.means);
        paragraph(text, 6, &option.so);
    }
    text.push('\n');
    let settled = facts.settled.as_ref().map(|day| format!(" ({day})")).unwrap_or_default();
    if let Some(because) = &facts.because {
        labelled(text, "Why", &format!("{because}{settled}"));
        labelled(text, "Weighed", &facts.reason);
    } else if facts.open {
        labelled(text, "Weighing", &facts.reason);
    } else {
        labelled(text, "Why", &format!("{}{settled}", facts.reason));
    }
    if let Some(rule) = &facts.rule {
        labelled(text, "Precisely", rule);
    }
    for note in &facts.notes {
        labelled(text, "Note", note);
    }
    for (index, thread) in facts.evidence.iter().enumerate() {
        let _ = writeln!(text, "{:<MARGIN$}{}", if index == 0 { "Evidence" } else { "" }, thread.url);
    }
    text.push('\n');
    for scenario in &facts.scenarios {
        render_scenario(spec, scenario, text);
    }
    for witness in &facts.witnesses {
        let [one, other] = witness.options;
        let differing: Vec<&str> = witness.with.iter().chain(&witness.settings).map(String::as_str).collect();
        let with = if differing.is_empty() { String::new() } else { format!(", with {}", differing.join("; ")) };
        let _ = writeln!(text, "  {one} or {other}, told apart at the earliest{with}  ({})", witness.file);
        for line in told(witness) {
            let _ = writeln!(text, "      {line}");
        }
        paragraph(text, 6, &witness.differs);
        text.push('\n');
    }
    match facts.conflicts.as_deref() {
        None => {}
        Some([]) => labelled(text, "Conflicts", "It goes together with every option of every other decision."),
        Some(conflicts) => {
            for (index, ConflictFacts { first, second, breaks, message }) in conflicts.iter().enumerate() {
                let label = if index == 0 { "Conflicts" } else { "" };
                labelled(text, label, &format!("{first} with {second}: {breaks}. {message}"));
            }
        }
    }
    code(facts.code.as_ref(), facts.id, text);
    let _ = writeln!(text, "{:<MARGIN$}cargo test -p model --test scenarios {}", "Run", facts.id);
    if facts.open {
        let choice = facts.options.first().map_or("OPTION", |option| option.name);
        let _ = writeln!(text, "{:<MARGIN$}model resolve {} {choice} --because \"...\"", "Settle", facts.id);
    }
}

fn render_scenario(spec: &str, scenario: &ScenarioFacts, text: &mut String) {
    let line = scenario.then.first().map_or(0, |end| end.line);
    let differing: Vec<&str> = scenario.with.iter().chain(&scenario.settings).map(String::as_str).collect();
    let with = if differing.is_empty() { String::new() } else { format!(", with {}", differing.join("; ")) };
    let _ = writeln!(text, "  {}{with}  ({spec}:{line})", scenario.name);
    let given = scenario.given.iter().chain(&scenario.when);
    let width = given.clone().map(|step| step.at.to_string().len()).max().unwrap_or(0);
    for step in given {
        let _ = writeln!(text, "      {:>width$} ms  {}", step.at, step.command);
    }
    let width = scenario.then.iter().map(|end| end.option.len()).max().unwrap_or(0);
    for end in &scenario.then {
        let _ = writeln!(text, "      => {:<width$}  {}", end.option, end.outcome);
    }
    text.push('\n');
}

fn invariant(spec: &str, facts: &InvariantFacts, text: &mut String) {
    let _ = writeln!(text, "{} {}  ({spec}:{})", facts.id, facts.name, facts.line);
    paragraph(text, 0, &facts.statement);
    text.push('\n');
    labelled(text, "Broken by", &facts.broken_by.join(", "));
    if let Some(example) = facts.broken_by.first() {
        let _ = writeln!(text, "{:<MARGIN$}model check --set {example}", "Seen with");
    }
    code(facts.code.as_ref(), facts.id, text);
}

fn rule(facts: &RuleFacts, spec: &str, text: &mut String) {
    let _ = writeln!(text, "{} {}  ({spec}:{})", facts.id, facts.name, facts.line);
    paragraph(text, 0, &facts.statement);
    text.push('\n');
    if !facts.settles.is_empty() {
        labelled(text, "Settles", "outcomes that the invariants alone would allow, and no decision explains:");
        facts.settles.iter().for_each(|pattern| labelled(text, "", pattern));
    }
    code(facts.code.as_ref(), &facts.id, text);
}

fn code(code: Option<&Code>, id: &str, text: &mut String) {
    let Some(code) = code else {
        labelled(text, "Code", "The sources are not here, so nothing is known of where it stands in them.");
        return;
    };
    for (label, list) in [("In impl", &code.control_plane), ("In oracle", &code.oracle), ("Guarded by", &code.tests)] {
        places(label, list, text);
    }
    if !code.mentioned_by.is_empty() {
        let more = if code.tests.is_empty() { "" } else { "more " };
        let plural = if code.mentioned_by.len() == 1 { "test speaks" } else { "tests speak" };
        labelled(text, "", &format!("{} {more}{plural} of {id}", code.mentioned_by.len()));
    }
}

fn places(label: &str, places: &[Place], text: &mut String) {
    for (index, place) in places.iter().take(PLACES_MAX).enumerate() {
        let label = if index == 0 { label } else { "" };
        let _ = writeln!(text, "{label:<MARGIN$}{}:{}  {}", place.file, place.line, place.what);
    }
    if places.len() > PLACES_MAX {
        let _ = writeln!(text, "{:<MARGIN$}and {} more", "", places.len() - PLACES_MAX);
    }
}

/// A label, and a text that is filled beside it.
fn labelled(text: &mut String, label: &str, said: &str) {
    for (index, line) in filled(said, COLUMNS_MAX - MARGIN).iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        text.push_str(format!("{label:<MARGIN$}{line}").trim_end());
        text.push('\n');
    }
}

fn paragraph(text: &mut String, indent: usize, said: &str) {
    for line in filled(said, COLUMNS_MAX - indent) {
        text.push_str(format!("{:indent$}{line}", "").trim_end());
        text.push('\n');
    }
}

/// A text in lines of this width; a longer word has a line of its own.
fn filled(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().map(|line| line.chars().count()).unwrap_or(0);
        match lines.last_mut() {
            Some(last) if line == 0 => last.push_str(word),
            Some(last) if line + 1 + word.chars().count() <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{code, filled};

    #[test]
    fn without_sources_it_is_said_that_there_are_none() {
        let mut text = String::new();
        code(None, "D29", &mut text);
        assert_eq!(text, "Code        The sources are not here, so nothing is known of where it stands in them.\n");
    }

    #[test]
    fn a_text_is_filled_to_its_width() {
        assert_eq!(filled("a bb ccc dddd", 6), ["a bb", "ccc", "dddd"]);
        assert_eq!(filled("abcdefgh i", 4), ["abcdefgh", "i"]);
        assert_eq!(filled("", 4), [""]);
    }
}
