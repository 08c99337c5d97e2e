//! Findings, their classes, and the signature by which many findings are one.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of failure a finding is. Each ends a command with a text and an exit code of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A rule about outcomes is broken.
    Correctness,
    /// Two accounts of the same history differ.
    Disagreement,
    /// What must happen in the end did not, within its bound.
    Progress,
    /// The system, the world or a judge panicked.
    Panic,
    /// The same input gave two histories.
    ReplayDiverged,
    /// It failed, but outside of what the envelope allows: counted, not held against the system.
    Excused,
    /// The watchdog ended the run: neither a pass nor a fail.
    Inconclusive,
}

impl Class {
    /// All of them, the gravest first.
    pub const ALL: [Class; 7] = [
        Class::ReplayDiverged,
        Class::Panic,
        Class::Correctness,
        Class::Disagreement,
        Class::Progress,
        Class::Inconclusive,
        Class::Excused,
    ];

    /// Its word in texts, signatures and file names.
    pub const fn word(self) -> &'static str {
        match self {
            Class::Correctness => "correctness",
            Class::Disagreement => "disagreement",
            Class::Progress => "progress",
            Class::Panic => "panic",
            Class::ReplayDiverged => "replay-diverged",
            Class::Excused => "excused",
            Class::Inconclusive => "inconclusive",
        }
    }

    /// The exit code of a command in which this is the gravest.
    pub const fn exit_code(self) -> u8 {
        match self {
            Class::Correctness | Class::Disagreement | Class::Progress | Class::Panic => 1,
            Class::ReplayDiverged => 4,
            Class::Excused => 0,
            Class::Inconclusive => 3,
        }
    }

    /// What a command says as it ends, where this is the gravest.
    pub const fn exit_text(self) -> &'static str {
        match self {
            Class::Correctness => "a rule is broken: an outcome was given that no history allows",
            Class::Disagreement => "two accounts of one history differ: one of the two engines is wrong",
            Class::Progress => "what must happen in the end did not happen within its bound",
            Class::Panic => "something panicked: no input may do that",
            Class::ReplayDiverged => "not reproducible: the same input gave two histories",
            Class::Excused => {
                "failures were seen, all of them outside of the envelope: nothing is held against the system"
            }
            Class::Inconclusive => "a run was ended by the watchdog: it neither passed nor failed",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One thing that was found wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Finding {
    /// What kind it is.
    pub class: Class,
    /// The rule that is broken, or the first decision that the difference rests on.
    pub rule: String,
    /// What the system answered, in a word, where that tells findings apart.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answer: String,
    /// The kind of the last fault before it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub last_fault: String,
    /// The number of the event, from 1, at which it was found.
    pub event: u64,
    /// The instant (ms) of that event.
    pub at: u64,
    /// What is wrong, for a reader.
    pub text: String,
}

impl Finding {
    /// A finding; the run fills in when it was found and what fault came last.
    pub fn new(class: Class, rule: impl Into<String>, text: impl Into<String>) -> Finding {
        Finding {
            class,
            rule: rule.into(),
            answer: String::new(),
            last_fault: String::new(),
            event: 0,
            at: 0,
            text: text.into(),
        }
    }

    /// The same finding, with the word that the system answered.
    #[must_use]
    pub fn answered(mut self, answer: impl Into<String>) -> Finding {
        self.answer = answer.into();
        self
    }

    /// Findings of one signature are one finding.
    pub fn signature(&self) -> Signature {
        let mut parts = vec![self.class.word(), &self.rule];
        parts.extend([&*self.answer, &*self.last_fault].into_iter().filter(|part| !part.is_empty()));
        Signature(parts.join("/"))
    }

    /// The signature without the last fault, which a replay only has as a mark: what a smaller plan must come to.
    pub fn cause(&self) -> Signature {
        let parts = [self.class.word(), &self.rule, &self.answer];
        Signature(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {} (event {}, at {} ms", self.class, self.rule, self.text, self.event, self.at)?;
        if !self.last_fault.is_empty() {
            write!(f, ", after {}", self.last_fault)?;
        }
        f.write_str(")")
    }
}

/// Class, rule, answer and last fault, separated by `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Signature(pub String);

impl Signature {
    /// The signature as a file name.
    pub fn as_file_name(&self) -> String {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        self.0.chars().map(plain).collect()
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_what_tells_findings_apart_and_no_more() {
        let mut finding = Finding::new(Class::Correctness, "I6", "stale fence released").answered("released");
        assert_eq!(finding.signature().to_string(), "correctness/I6/released");
        finding.last_fault = "stall".to_owned();
        finding.event = 9;
        assert_eq!(finding.signature().to_string(), "correctness/I6/released/stall");
        assert_eq!(finding.signature().as_file_name(), "correctness-I6-released-stall");
        assert_eq!(finding.cause().to_string(), "correctness/I6/released");
    }

    #[test]
    fn a_finding_says_its_class_and_rule_what_is_wrong_and_when() {
        let mut finding = Finding::new(Class::Progress, "L1", "a/1 is still queued");
        (finding.event, finding.at) = (9, 70);
        assert_eq!(finding.to_string(), "progress L1: a/1 is still queued (event 9, at 70 ms)");
        finding.last_fault = "stall".to_owned();
        assert_eq!(finding.to_string(), "progress L1: a/1 is still queued (event 9, at 70 ms, after stall)");
        assert_eq!(finding.signature().to_string(), "progress/L1/stall");
    }

    #[test]
    fn the_exit_code_says_whether_it_holds_is_broken_is_open_or_does_not_repeat_itself() {
        let codes = Class::ALL.map(|class| (class.to_string(), class.exit_code()));
        let expected = [
            ("replay-diverged", 4),
            ("panic", 1),
            ("correctness", 1),
            ("disagreement", 1),
            ("progress", 1),
            ("inconclusive", 3),
            ("excused", 0),
        ];
        assert_eq!(codes, expected.map(|(word, code)| (word.to_owned(), code)));
    }

    #[test]
    fn every_class_has_a_text_and_a_word_of_its_own() {
        let mut texts: Vec<_> = Class::ALL.iter().flat_map(|class| [class.word(), class.exit_text()]).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), 14);
    }
}
