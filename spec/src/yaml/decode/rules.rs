//! The fixed rules, and the kinds of ambiguity that each is cited for.

use super::{Decoder, all, text};
use crate::yaml::patterns;
use crate::yaml::tree::Node;
use crate::yaml::types::{Rule, Settles};
use std::collections::BTreeMap;

impl Decoder<'_, '_> {
    /// The rules, none where the file has no such section.
    pub(super) fn rules(&mut self, root: &Node) -> Option<Vec<Rule>> {
        let Some(section) = root.get("rules") else { return Some(Vec::new()) };
        self.unique("rules", section.items());
        let mut cited = BTreeMap::new();
        let items = section.items().iter().enumerate();
        let rules: Vec<Option<Rule>> = items.map(|(index, item)| self.rule(index, item, &mut cited)).collect();
        all(rules.into_iter())
    }

    fn rule(&mut self, index: usize, item: &Node, cited: &mut BTreeMap<String, usize>) -> Option<Rule> {
        let node = item.get("id")?;
        let id = node.phrase()?;
        let expected = format!("R{}", index + 1);
        if id != expected {
            self.problems.report(&node.span, format!("the rule here is `{id}`"), format!("expected `{expected}`"));
            return None;
        }
        let settles = match item.get("settles") {
            Some(list) => {
                let kinds: Vec<Option<Settles>> = list.items().iter().map(|kind| self.settles(kind, cited)).collect();
                all(kinds.into_iter())?
            }
            None => Vec::new(),
        };
        let line = self.line(node);
        Some(Rule { id: expected, name: text(item, "name")?, statement: text(item, "statement")?, settles, line })
    }

    /// `submit of a new run: queued -> refused *`
    fn settles(&mut self, node: &Node, cited: &mut BTreeMap<String, usize>) -> Option<Settles> {
        let pattern = node.phrase()?;
        let line = self.line(node);
        let parts = pattern.split_once(": ").and_then(|(before, rest)| Some((before, rest.split_once(" -> ")?)));
        let Some((before, (given, instead))) = parts else {
            let message = format!("`{pattern}` is not a kind of ambiguity");
            self.problems.report(&node.span, message, "expected `command case: answer -> what instead`");
            return None;
        };
        if given.trim().is_empty() || instead.trim().is_empty() {
            let message = format!("`{pattern}` leaves a side of the arrow empty");
            self.problems.report(&node.span, message, "expected an answer, and what instead; `*` is anything");
            return None;
        }
        let word = before.split(' ').next().unwrap_or_default();
        if !word.starts_with('*') && patterns::command_words().all(|command| command != word) {
            self.problems
                .report(&node.span, format!("there is no command `{word}`"), "expected a command, or `*`")
                .nearest(word, patterns::command_words());
            return None;
        }
        if let Some(first) = cited.insert(pattern.to_owned(), line) {
            self.problems
                .report(&node.span, "this kind is cited twice", "expected each once")
                .hint(format!("the first stands in line {first}"));
            return None;
        }
        Some(Settles { pattern: pattern.to_owned(), line })
    }
}
