//! Texts with a grammar of their own: steps, outcomes, issue threads. A mistake is marked within the text.

use super::Decoder;
use crate::yaml::Evidence;
use crate::yaml::tree::Node;
use crate::yaml::types::Step;
use crate::{Command, Outcome, ParseError};
use std::ops::Range;
use std::str::FromStr;

impl Decoder<'_, '_> {
    /// `<at> <command>`, optionally with ` => <outcome>`.
    pub(super) fn step(&mut self, node: &Node) -> Option<Step> {
        let text = node.phrase()?;
        let (before, outcome) = match text.split_once("=>") {
            Some((before, outcome)) => (before, Some(outcome)),
            None => (text, None),
        };
        let start = before.trim_start();
        let (at, command) = start.split_once(char::is_whitespace).unwrap_or((start, ""));
        let instant = at.parse().ok().filter(|_| at.bytes().all(|byte| byte.is_ascii_digit()));
        if instant.is_none() {
            let span = self.part(node, text, at);
            let problem = self.problems.report(
                &span,
                format!("`{at}` is not an instant"),
                "expected milliseconds, then a command",
            );
            if self.source[..node.span.start].trim_end().ends_with(',') {
                problem.hint("a step that has a comma in it stands in quotes, or on a line of its own");
            }
        }
        let command: Option<Command> = instant.and_then(|_| self.parse(node, text, command, "a command"));
        let outcome: Option<Option<Outcome>> = match outcome {
            Some(outcome) => self.parse(node, text, outcome, "an outcome").map(Some),
            None => Some(None),
        };
        Some(Step { at: instant?, command: command?, outcome: outcome?, line: self.line(node) })
    }

    /// An outcome by itself.
    pub(super) fn outcome(&mut self, node: &Node) -> Option<Outcome> {
        let text = node.phrase()?;
        self.parse(node, text, text, "an outcome")
    }

    /// `owner/repo#123`
    pub(super) fn evidence(&mut self, node: &Node) -> Option<Evidence> {
        let text = node.phrase()?;
        let evidence = thread(text);
        if evidence.is_none() {
            let message = format!("`{text}` is not an issue thread");
            self.problems.report(&node.span, message, "expected `owner/repo#123`");
        }
        evidence
    }

    /// Parses a part of a node's text, and marks what cannot be read.
    fn parse<T: FromStr<Err = ParseError>>(&mut self, node: &Node, text: &str, part: &str, what: &str) -> Option<T> {
        let part = part.trim();
        let error = match part.parse() {
            Ok(parsed) => return Some(parsed),
            Err(error) => error,
        };
        let found = word(part, &error.found).unwrap_or(part);
        let span = self.part(node, text, found);
        let message = if found.is_empty() {
            format!("{what} is missing")
        } else {
            format!("`{found}` does not read as part of {what}")
        };
        let message = if found == part && !found.is_empty() { format!("`{found}` is not {what}") } else { message };
        // What it looks like in detail goes below the marked line, as it is long.
        let (label, rest) = match error.expected.split_once(": ") {
            Some((label, rest)) => (label, Some(rest)),
            None => (error.expected, None),
        };
        // What is expected quotes its examples, so they are the names to look for a near one in.
        let examples = error.expected.split('`').skip(1).step_by(2);
        let problem = self.problems.report(&span, message, format!("expected {label}"));
        problem.nearest(found, examples);
        if let Some(rest) = rest {
            problem.hint(format!("{label} is {rest}"));
        }
        None
    }

    /// The bytes of a part of a node's text; all of the node where the file writes the text otherwise (escapes, folds).
    fn part(&self, node: &Node, text: &str, part: &str) -> Range<usize> {
        // `part` is a slice of `text`, so its place in it is the distance of the two.
        let offset = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let written = self.source.get(node.span.clone()).and_then(|raw| raw.find(text));
        match written {
            Some(at) => {
                let start = node.span.start + at + offset;
                start..start + part.len()
            }
            None => node.span.clone(),
        }
    }
}

/// The first place in a text at which this stands as whole words.
fn word<'t>(text: &'t str, found: &str) -> Option<&'t str> {
    let edge = |letter: Option<char>| letter.is_none_or(|letter| letter.is_whitespace() || letter == ',');
    text.match_indices(found)
        .find(|(at, found)| edge(text[..*at].chars().next_back()) && edge(text[at + found.len()..].chars().next()))
        .map(|(_, found)| found)
}

fn thread(text: &str) -> Option<Evidence> {
    let (repository, number) = text.split_once('#')?;
    let (owner, name) = repository.split_once('/')?;
    let sound = |part: &str, also: &[char]| {
        !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || also.contains(&letter))
    };
    let digits = !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| digits)?;
    (sound(owner, &['-', '_']) && sound(name, &['-', '_', '.']))
        .then(|| Evidence { repository: repository.to_owned(), number })
}
