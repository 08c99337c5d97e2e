//! Writes a witness down. The same witness gives the same bytes.

use super::Pair;
use super::find::FURTHER;
use super::tell::{NUMBERS, TENANTS, Told};
use spec::yaml::Step;
use spec::{DecisionId, Settings, TenantId};
use std::fmt::Write as _;

/// No line of running text is longer, if its words allow.
const WIDTH: usize = 110;

/// The file of a witness.
pub fn render(whole: &Told) -> String {
    let Told { witness, named, .. } = whole;
    let pair = Pair { decision: witness.decision, options: witness.options };
    let [first, second] = pair.names();
    let key = pair.decision.info().key;
    let mut text = format!("# {} {key}: {first} or {second}?\n#\n", pair.decision);
    wrapped(&mut text, "#", &head(whole));
    text.push('\n');
    let _ = writeln!(text, "decision: {}", pair.decision);
    folded(&mut text, 0, "question", &witness.question);
    text += "between:\n";
    for (name, means) in pair.names().iter().zip(&witness.means) {
        folded(&mut text, 2, name, means);
    }
    folded(&mut text, 0, "differs", &witness.differs);
    folded(&mut text, 0, "matters", &witness.matters);
    text.push('\n');
    settings(&mut text, &witness.settings, named);
    with(&mut text, 0, &witness.with);
    if !witness.given.is_empty() {
        text += "given:\n";
        for step in &witness.given {
            let _ = writeln!(text, "  - {}", told(step));
        }
    }
    let _ = writeln!(text, "when: {} {}\nthen:", witness.when.at, witness.when.command);
    for (name, outcome) in pair.names().iter().zip(&witness.then) {
        let _ = writeln!(text, "  {name}: {outcome}");
    }
    text
}

/// What a file says of itself.
fn head(told: &Told) -> String {
    let why = match (&told.scenario, told.is_plain) {
        (Some(name), _) => format!(
            "the options part here as they do in the scenario \"{name}\" of spec.yaml, and no history in its scopes shows \
             that better."
        ),
        (None, true) => "no history in the scopes of spec.yaml that plainly tells the two apart is better.".to_owned(),
        (None, false) => format!(
            "no history in the scopes of spec.yaml that tells the two apart is better. Only the reason differs that is \
             given; nothing plainer was found with up to {FURTHER} commands more."
        ),
    };
    format!(
        "Written by `model witness`: {why} What is better, docs/witnesses.md says. With another value of a setting that \
         is not named it would be answered the same."
    )
}

/// `0 claim w1 => idle no-slot`
pub fn told(step: &Step) -> String {
    let outcome = step.outcome.as_ref().map_or_else(String::new, |outcome| format!(" => {outcome}"));
    format!("{} {}{outcome}", step.at, step.command)
}

/// `with: { D29: refuse }`, or nothing.
pub fn with(text: &mut String, indent: usize, with: &[(DecisionId, usize)]) {
    if with.is_empty() {
        return;
    }
    let options = with.iter().map(|(decision, option)| format!("{decision}: {}", decision.info().options[*option]));
    let options: Vec<String> = options.collect();
    let _ = writeln!(text, "{:indent$}with: {{ {} }}", "", options.join(", "));
}

/// These settings, or nothing.
fn settings(text: &mut String, own: &Settings, named: &[&str]) {
    let limits = (0..).map(TenantId).zip(&own.tenants);
    let limits = limits.map(|(name, limits)| format!("{name}: {{ cap: {}, quota: {} }}", limits.cap, limits.quota));
    let tenants = format!("{{ {} }}", limits.collect::<Vec<_>>().join(", "));
    let numbers = NUMBERS.iter().map(|(name, read, _)| (*name, read(own).to_string()));
    let all = numbers.chain([(TENANTS, tenants)]).filter(|(name, _)| named.contains(name));
    let all: Vec<String> = all.map(|(name, value)| format!("{name}: {value}")).collect();
    if !all.is_empty() {
        let _ = writeln!(text, "settings: {{ {} }}", all.join(", "));
    }
}

/// A name with running text, on lines of its own.
fn folded(text: &mut String, indent: usize, name: &str, words: &str) {
    let _ = writeln!(text, "{:indent$}{name}: >-", "");
    wrapped(text, &format!("{:indent$} ", ""), words);
}

/// Running text, each line of which starts so.
fn wrapped(text: &mut String, start: &str, words: &str) {
    let mut line = start.to_owned();
    for word in words.split_whitespace() {
        if line.len() + 1 + word.len() > WIDTH && line != start {
            let _ = writeln!(text, "{line}");
            start.clone_into(&mut line);
        }
        let _ = write!(line, " {word}");
    }
    let _ = writeln!(text, "{line}");
}
