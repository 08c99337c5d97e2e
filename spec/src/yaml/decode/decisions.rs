//! Decisions and their options, which must be those that this build was compiled from.

use super::{Decoder, text};
use crate::DecisionId;
use crate::decisions::ALL;
use crate::yaml::nearest::one_of;
use crate::yaml::tree::{Name, Node, Value};
use crate::yaml::types::{Decision, DecisionOption};

impl Decoder<'_, '_> {
    pub(super) fn decisions(&mut self, root: &Node) -> Option<Vec<Decision>> {
        let (name, section) = root.entry("decisions")?;
        let mut lines: Vec<Option<usize>> = vec![None; ALL.len()];
        let mut decisions = Vec::new();
        let mut next = 0;
        for item in section.items() {
            let Some(id) = self.id(item) else { continue };
            self.place_of(id, item, &mut next, &mut lines);
            decisions.push(self.decision_at(item, id));
        }
        let missing = || ALL.iter().zip(&lines).filter(|(_, line)| line.is_none()).map(|(info, _)| info.id);
        if !section.items().is_empty() && missing().next().is_some() {
            let count = missing().count();
            let ids: Vec<&str> = missing().take(5).collect();
            let more = if count > ids.len() { format!(" and {} more", count - ids.len()) } else { String::new() };
            self.problems.report(
                &name.span,
                format!("missing from the decisions: {}{more}", ids.join(", ")),
                format!("expected all {} that this build knows", ALL.len()),
            );
        }
        decisions.into_iter().collect()
    }

    /// The decision whose id stands here.
    fn id(&mut self, item: &Node) -> Option<DecisionId> {
        let node = item.get("id")?;
        let text = node.text().filter(|text| !text.trim().is_empty())?;
        let found = DecisionId::all().find(|decision| decision.info().id == text);
        if found.is_none() {
            let known = format!("expected one that this build knows: `{}` to `{}`", ALL[0].id, ALL[ALL.len() - 1].id);
            self.problems
                .report(&node.span, format!("there is no decision `{text}`"), known)
                .nearest(text, ALL.iter().map(|info| info.id))
                .hint("build again after a change to spec/spec.yaml: the decisions are compiled in");
        }
        found
    }

    /// Reports a decision that stands twice or out of order.
    fn place_of(&mut self, id: DecisionId, item: &Node, next: &mut usize, lines: &mut [Option<usize>]) {
        let Some(node) = item.get("id") else { return };
        if let Some(line) = lines[id.index()] {
            self.problems
                .report(&node.span, format!("decision {id} stands twice"), "expected each decision once")
                .hint(format!("the first stands in line {line}"));
        } else if id.index() < *next {
            let before = ALL[*next - 1].id;
            self.problems.report(
                &node.span,
                format!("decision {id} stands after {before}"),
                "expected the order of the ids",
            );
        } else {
            *next = id.index() + 1;
        }
        lines[id.index()].get_or_insert(self.line(node));
    }

    fn decision_at(&mut self, node: &Node, id: DecisionId) -> Option<Decision> {
        self.key(node, id);
        let chosen = self.choice(node, id);
        let evidence =
            node.get("evidence").and_then(|list| super::all(list.items().iter().map(|item| self.evidence(item))));
        let options = self.options(node, id);
        let notes = match node.get("note") {
            Some(Node { value: Value::List(items), .. }) => {
                super::all(items.iter().map(|item| item.text().map(str::to_owned)))?
            }
            Some(note) => vec![note.text()?.to_owned()],
            None => Vec::new(),
        };
        let (choice, choice_line) = chosen?;
        Some(Decision {
            id,
            question: text(node, "question")?,
            choice,
            reason: text(node, "reason")?,
            evidence: evidence?,
            rule: text(node, "rule"),
            notes,
            options: options?,
            line: self.line(node.get("id")?),
            choice_line,
        })
    }

    fn key(&mut self, node: &Node, id: DecisionId) {
        let Some(node) = node.get("key") else { return };
        let Some(text) = node.text().filter(|text| !text.trim().is_empty()) else { return };
        let known = id.info().key;
        if text != known {
            let message = format!("`{text}` is not the key of {id}");
            self.problems.report(&node.span, message, format!("expected `{known}`, which this build knows it by"));
        }
    }

    /// The option chosen, `None` within for an open decision, and the line that says so.
    fn choice(&mut self, node: &Node, id: DecisionId) -> Option<(Option<usize>, usize)> {
        match (node.entry("choice"), node.entry("open")) {
            (Some((_, choice)), None) => {
                let line = self.line(choice);
                self.option(id, choice).map(|option| (Some(option), line))
            }
            (None, Some((_, open))) => open.flag().filter(|open| *open).map(|_| (None, self.line(open))),
            (Some((_, choice)), Some((name, _))) => {
                self.option(id, choice);
                let message = format!("{id} is both chosen and open");
                self.problems.report(&name.span, message, "expected one of `choice` and `open: true`");
                None
            }
            (None, None) => {
                let span = &node.get("id")?.span;
                self.problems.report(
                    span,
                    format!("{id} is neither chosen nor open"),
                    "expected a line `choice: ...`, or `open: true`",
                );
                None
            }
        }
    }

    /// The options, in the order that this build knows them in.
    fn options(&mut self, node: &Node, id: DecisionId) -> Option<Vec<DecisionOption>> {
        let (section, node) = node.entry("options")?;
        let known = id.info().options;
        let mut next = 0;
        let mut options = Vec::new();
        for (name, node) in node.entries() {
            match id.option(&name.text) {
                Some(index) => {
                    if index < next {
                        let message = format!("option `{}` stands after `{}`", name.text, known[next - 1]);
                        let order = known.join(", ");
                        self.problems.report(&name.span, message, format!("expected the order of this build: {order}"));
                    }
                    next = next.max(index + 1);
                    options.push(self.option_at(name, node, id, known[index]));
                }
                None => self.unknown_option(name, id),
            }
        }
        let missing: Vec<&str> = known.iter().copied().filter(|option| node.get(option).is_none()).collect();
        if !node.entries().is_empty() && !missing.is_empty() {
            let message = format!("{id} lacks {}", one_of(missing).replace(" or ", " and "));
            let expected = format!("expected the options that this build knows: {}", known.join(", "));
            self.problems.report(&section.span, message, expected);
        }
        options.into_iter().collect()
    }

    fn unknown_option(&mut self, name: &Name, id: DecisionId) {
        let known = || id.info().options.iter().copied();
        let message = format!("this build knows no option `{}` of {id}", name.text);
        self.problems
            .report(&name.span, message, format!("expected {}", one_of(known())))
            .nearest(&name.text, known())
            .hint("a new option compiles only once both engines handle it: add it to spec/spec.yaml and build");
    }

    fn option_at(&mut self, name: &Name, node: &Node, id: DecisionId, known: &'static str) -> Option<DecisionOption> {
        let breaks = node.get("breaks").map_or(Some(None), |breaks| self.invariant(breaks).map(Some));
        let scenarios = self.scenarios(node, id);
        Some(DecisionOption {
            name: known,
            means: text(node, "means")?,
            so: text(node, "so")?,
            breaks: breaks?,
            scenarios: scenarios?,
            line: self.problems.place(name.span.start).0,
        })
    }
}
