//! Decisions and their options, which must be those that this build was compiled from.

use super::identity::Roll;
use super::{Decoder, text};
use crate::DecisionId;
use crate::yaml::Date;
use crate::yaml::nearest::one_of;
use crate::yaml::tree::{Name, Node, Value};
use crate::yaml::types::{Decision, DecisionOption, Settled};

impl Decoder<'_, '_> {
    pub(super) fn decisions(&mut self, root: &Node) -> Option<Vec<Decision>> {
        let section = root.get("decisions")?;
        let mut roll = Roll::new();
        let decisions = section.items().iter().map(|item| {
            let id = self.identity(item, &mut roll)?;
            self.decision_at(item, id)
        });
        let decisions = super::all(decisions);
        self.absent(root, &roll);
        decisions
    }

    fn decision_at(&mut self, node: &Node, id: DecisionId) -> Option<Decision> {
        let chosen = self.choice(node, id);
        let settled = self.settled(node, id);
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
            settled: settled?,
            reason: text(node, "reason")?,
            evidence: evidence?,
            rule: text(node, "rule"),
            notes,
            options: options?,
            line: self.line(node.get("id")?),
            choice_line,
        })
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

    /// When and why it was settled, if the file says so.
    fn settled(&mut self, node: &Node, id: DecisionId) -> Option<Option<Settled>> {
        let (day, because) = (node.entry("settled"), node.entry("because"));
        if let (Some((name, _)), None, Some(_)) = (day.or(because), node.entry("choice"), node.entry("open")) {
            let message = format!("{id} is open, and has `{}`", name.text);
            self.problems.report(&name.span, message, "expected a `choice`, or no such line");
            return None;
        }
        match (day, because) {
            (None, None) => Some(None),
            (None, Some((name, _))) => {
                let message = format!("{id} has a `because` and no `settled`");
                self.problems.report(&name.span, message, "expected `settled: ` and the day above");
                None
            }
            (Some((_, day)), because) => {
                let on = self.day(day)?;
                let because = because.map(|(_, because)| because.text().map(str::to_owned));
                Some(Some(Settled { on, because: because.unwrap_or_default() }))
            }
        }
    }

    fn day(&mut self, node: &Node) -> Option<Date> {
        let text = node.phrase()?;
        let day = text.parse().ok();
        if day.is_none() {
            self.problems.report(&node.span, format!("`{text}` is not a day"), "expected one such as `2026-11-29`");
        }
        day
    }

    /// The options, in the order that this build knows them in.
    fn options(&mut self, node: &Node, id: DecisionId) -> Option<Vec<DecisionOption>> {
        let (section, node) = node.entry("options")?;
        let known = id.info().options;
        let (mut next, mut unknown) = (0, 0);
        let mut options = Vec::new();
        for (name, node) in node.entries() {
            let Some(index) = id.option(&name.text) else {
                unknown += 1;
                self.unknown_option(name, id);
                continue;
            };
            if index < next {
                let message = format!("option `{}` stands after `{}`", name.text, known[next - 1]);
                let expected = format!("expected the order that this build knows: {}", known.join(", "));
                self.problems.report(&name.span, message, expected);
            }
            next = next.max(index + 1);
            options.push(self.option_at(name, node, id, known[index]));
        }
        let missing: Vec<&str> = known.iter().copied().filter(|option| node.get(option).is_none()).collect();
        // An option that this build does not know may be a missing one, misspelt.
        if missing.len() > unknown && !node.entries().is_empty() {
            let names: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("missing from the options of {id}: {}", names.join(", "));
            let expected = format!("expected all that this build knows: {}", known.join(", "));
            self.problems.report(&section.span, message, expected);
        }
        let sound: Vec<DecisionOption> = options.into_iter().flatten().collect();
        self.same_histories(node, &sound);
        if sound.len() == known.len() { Some(sound) } else { None }
    }

    fn unknown_option(&mut self, name: &Name, id: DecisionId) {
        let known = || id.info().options.iter().copied();
        let message = format!("this build knows no option `{}` of {id}", name.text);
        let problem = self.problems.report(&name.span, message, format!("expected {}", one_of(known())));
        problem.nearest(&name.text, known());
        problem.hint("options are compiled in: after a change to spec/spec.yaml, build again");
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
            line: self.problems.line(name.span.start),
        })
    }
}
