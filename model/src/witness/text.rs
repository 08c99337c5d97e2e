//! Writes a witness down. The same witness gives the same bytes.

use super::Pair;
use crate::subject::Subject;
use spec::yaml::{Step, Witness};
use spec::{DecisionId, Settings, TenantId};
use std::fmt::Write as _;

/// No line of running text is longer, if its words allow.
const WIDTH: usize = 110;

/// The file of a witness.
pub fn render(subject: &Subject, witness: &Witness) -> String {
    let pair = Pair { decision: witness.decision, options: witness.options };
    let [first, second] = pair.names();
    let key = pair.decision.info().key;
    let mut text = format!("# {} {key}: {first} or {second}?\n#\n", pair.decision);
    text += "# Written by `model witness`: no history in the scopes of spec.yaml that tells the two apart is shorter. What the\n\
             # settings do not name makes no difference here.\n\n";
    let _ = writeln!(text, "decision: {}", pair.decision);
    folded(&mut text, 0, "question", &witness.question);
    text += "between:\n";
    for (name, means) in pair.names().iter().zip(&witness.means) {
        folded(&mut text, 2, name, means);
    }
    folded(&mut text, 0, "differs", &witness.differs);
    folded(&mut text, 0, "matters", &witness.matters);
    text.push('\n');
    settings(&mut text, &witness.settings, &subject.file.settings);
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

/// What differs from the spec's settings, or nothing.
fn settings(text: &mut String, own: &Settings, base: &Settings) {
    let mut changes = Vec::new();
    let mut number = |name: &str, own: u64, base: u64| {
        if own != base {
            changes.push(format!("{name}: {own}"));
        }
    };
    number("window", own.window, base.window);
    number("lease", own.lease, base.lease);
    number("warm-up", own.warm_up, base.warm_up);
    number("grace", own.grace, base.grace);
    number("attempts", own.attempts.into(), base.attempts.into());
    number("queue", own.queue.into(), base.queue.into());
    number("pool", own.pool.into(), base.pool.into());
    if own.tenants != base.tenants {
        let tenants = (0..).map(TenantId).zip(&own.tenants);
        let tenants: Vec<String> = tenants
            .map(|(name, limits)| format!("{name}: {{ cap: {}, quota: {} }}", limits.cap, limits.quota))
            .collect();
        changes.push(format!("tenants: {{ {} }}", tenants.join(", ")));
    }
    if !changes.is_empty() {
        let _ = writeln!(text, "settings: {{ {} }}", changes.join(", "));
    }
}

/// A name with running text, on lines of its own.
fn folded(text: &mut String, indent: usize, name: &str, words: &str) {
    let _ = write!(text, "{:indent$}{name}: >-", "");
    let mut length = WIDTH;
    for word in words.split_whitespace() {
        if length + 1 + word.len() > WIDTH {
            let _ = write!(text, "\n{:indent$}  {word}", "");
            length = indent + 2 + word.len();
        } else {
            let _ = write!(text, " {word}");
            length += 1 + word.len();
        }
    }
    text.push('\n');
}
