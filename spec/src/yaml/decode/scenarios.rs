//! Scenarios: short histories under one option.

use super::{Decoder, text};
use crate::DecisionId;
use crate::yaml::tree::{Node, Value};
use crate::yaml::types::{DecisionOption, Scenario, Step};
use std::collections::{BTreeMap, BTreeSet};

/// The decision about a clock that steps back: only its scenarios may do so.
const STEP_BACK: &str = "clock-step-back";

impl Decoder<'_, '_> {
    /// The scenarios of one option.
    pub(super) fn scenarios(&mut self, option: &Node, own: DecisionId) -> Option<Vec<Scenario>> {
        let items = option.get("scenarios")?.items();
        self.unique("scenarios of this option", items);
        super::all(items.iter().map(|item| self.scenario(item, own)))
    }

    fn scenario(&mut self, node: &Node, own: DecisionId) -> Option<Scenario> {
        let settings = self.settings(node);
        let with = self.with(node, Some(own));
        let given = node.get("given").map_or(Some(Vec::new()), |steps| self.steps(steps));
        let when = node.get("when").and_then(|steps| self.steps(steps));
        let then = node.get("then").and_then(|outcome| self.outcome(outcome));
        if own.info().key != STEP_BACK {
            self.times(node);
        }
        if let Some(last) = when.as_ref().and_then(|steps| steps.last())
            && last.outcome.is_some()
            && let Some(node) = node.get("when").map(|steps| steps.items().last().unwrap_or(steps))
        {
            self.problems.report(
                &node.span,
                "the last step of `when` has an outcome of its own",
                "expected it in `then`",
            );
        }
        Some(Scenario {
            name: text(node, "name")?,
            settings: settings?,
            with: with?,
            given: given?,
            when: when?,
            then: then?,
            line: self.line(node.get("name")?),
            then_line: self.line(node.get("then")?),
        })
    }

    /// Options are compared by what they do with the same history, so under one name they must tell the same.
    pub(super) fn same_histories(&mut self, node: &Node, options: &[DecisionOption]) {
        let mut told: BTreeMap<&str, (&str, &Scenario)> = BTreeMap::new();
        for option in options {
            let items = node.get(option.name).and_then(|option| option.get("scenarios")).map(Node::items);
            for (scenario, item) in option.scenarios.iter().zip(items.unwrap_or_default()) {
                let (first_option, first) = *told.entry(&scenario.name).or_insert((option.name, scenario));
                // Two of one option have been reported by their names.
                if first_option == option.name || same_history(first, scenario) {
                    continue;
                }
                let Some(name) = item.get("name") else { continue };
                let message =
                    format!("`{}` and `{first_option}` tell different histories under this name", option.name);
                let expected = "expected the same settings, `with` and commands, at the same instants";
                let help = format!("the first stands in line {}", first.line);
                self.problems.report(&name.span, message, expected).hint(help);
            }
        }
    }

    /// A step, or a list of them.
    pub(super) fn steps(&mut self, node: &Node) -> Option<Vec<Step>> {
        match &node.value {
            Value::List(items) => super::all(items.iter().map(|item| self.step(item))),
            _ => self.step(node).map(|step| vec![step]),
        }
    }

    /// Reports every step that comes before the one above it.
    fn times(&mut self, scenario: &Node) {
        let lists = ["given", "when"].into_iter().filter_map(|name| scenario.get(name));
        let steps = lists.flat_map(|node| {
            if let Value::List(items) = &node.value { items.as_slice() } else { std::slice::from_ref(node) }
        });
        let mut last: Option<u64> = None;
        for node in steps {
            let Some(at) = node.text().and_then(|text| text.split_whitespace().next()).and_then(|at| at.parse().ok())
            else {
                continue;
            };
            if let Some(last) = last.filter(|last| at < *last) {
                let message = format!("this step comes at {at}, before the one above it");
                self.problems
                    .report(&node.span, message, format!("expected {last} or later"))
                    .hint(format!("a clock steps back only in the scenarios of {STEP_BACK}"));
            }
            last = last.max(Some(at));
        }
    }
}

/// Whether the same happens in both, whatever is answered.
fn same_history(one: &Scenario, other: &Scenario) -> bool {
    let set = |scenario: &Scenario| scenario.with.iter().copied().collect::<BTreeSet<_>>();
    let steps = |scenario: &Scenario| scenario.steps().map(|step| (step.at, step.command)).collect::<Vec<_>>();
    one.settings == other.settings && set(one) == set(other) && steps(one) == steps(other)
}
