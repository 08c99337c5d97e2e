//! Which decision an item of the list is: by its key and its id, one of which may be a slip.

use super::Decoder;
use crate::DecisionId;
use crate::decisions::ALL;
use crate::yaml::tree::Node;

/// How far the list of decisions has been read.
pub(super) struct Roll {
    /// The line of each decision that was found.
    lines: Vec<Option<usize>>,
    /// The decision after the furthest one found.
    next: usize,
    /// How many items could not be told.
    unknown: usize,
}

impl Roll {
    pub(super) fn new() -> Roll {
        Roll { lines: vec![None; ALL.len()], next: 0, unknown: 0 }
    }
}

impl Decoder<'_, '_> {
    /// The decision that an item is about. Where id and key disagree, the key counts: it is the harder one to mistype,
    /// and judging the content by the wrong decision would bury the one mistake under many.
    pub(super) fn identity(&mut self, item: &Node, roll: &mut Roll) -> Option<DecisionId> {
        let id = item.get("id").and_then(|node| Some((node, node.phrase()?)));
        let key = item.get("key").and_then(|node| Some((node, node.phrase()?)));
        let by_id = id.and_then(|(_, text)| DecisionId::all().find(|decision| decision.info().id == text));
        let by_key = key.and_then(|(_, text)| DecisionId::all().find(|decision| decision.info().key == text));
        if let (Some((node, text)), None) = (id, by_id) {
            self.unknown_id(node, text, by_key);
        }
        if let (Some((node, text)), None) = (key, by_key) {
            self.unknown_key(node, text, by_id);
        }
        if let (Some((node, _)), Some(by_id), Some(by_key)) = (id, by_id, by_key)
            && by_id != by_key
        {
            let message = format!("this is {}, whose id is {by_key}, not {by_id}", by_key.info().key);
            let expected = format!("expected `{by_key}`, or the key `{}` below", by_id.info().key);
            self.problems.report(&node.span, message, expected);
        }
        match by_key.or(by_id) {
            Some(decision) => self.enrol(decision, item, roll),
            None => roll.unknown += 1,
        }
        by_key.or(by_id)
    }

    fn unknown_id(&mut self, node: &Node, text: &str, by_key: Option<DecisionId>) {
        let expected = format!("expected one that this build knows: {} to {}", ALL[0].id, ALL[ALL.len() - 1].id);
        let problem = self.problems.report(&node.span, format!("there is no decision `{text}`"), expected);
        match by_key {
            Some(decision) => {
                problem.hint(format!("did you mean `{decision}`? {} is its key", decision.info().key));
            }
            None => {
                problem.nearest(text, ALL.iter().map(|info| info.id));
                problem.hint("decisions are compiled in: after a change to spec/spec.yaml, build again");
            }
        }
    }

    fn unknown_key(&mut self, node: &Node, text: &str, by_id: Option<DecisionId>) {
        let expected = match by_id {
            Some(decision) => format!("expected `{}`, which this build knows {decision} by", decision.info().key),
            None => "expected one that this build knows".to_owned(),
        };
        let problem = self.problems.report(&node.span, format!("`{text}` is not the key of a decision"), expected);
        if by_id.is_none() {
            problem.nearest(text, ALL.iter().map(|info| info.key));
        }
    }

    /// Notes that this decision was found, and reports it if it stands twice or out of order.
    fn enrol(&mut self, decision: DecisionId, item: &Node, roll: &mut Roll) {
        let Some(node) = item.get("id").or_else(|| item.get("key")) else { return };
        let line = self.line(node);
        if let Some(first) = roll.lines[decision.index()] {
            self.problems
                .report(&node.span, format!("decision {decision} stands twice"), "expected each decision once")
                .hint(format!("the first stands in line {first}"));
        } else if decision.index() < roll.next {
            let before = ALL[roll.next - 1].id;
            let message = format!("decision {decision} stands after {before}");
            self.problems.report(&node.span, message, "expected the order of the ids");
        }
        roll.lines[decision.index()].get_or_insert(line);
        roll.next = roll.next.max(decision.index() + 1);
    }

    /// Reports the decisions that were not found, unless items that could not be told may be they.
    pub(super) fn absent(&mut self, root: &Node, roll: &Roll) {
        let absent: Vec<&str> =
            ALL.iter().zip(&roll.lines).filter(|(_, line)| line.is_none()).map(|(info, _)| info.id).collect();
        let Some((name, section)) = root.entry("decisions") else { return };
        if absent.len() <= roll.unknown || section.items().is_empty() {
            return;
        }
        let shown = absent.iter().take(5).copied().collect::<Vec<_>>().join(", ");
        let more = if absent.len() > 5 { format!(" and {} more", absent.len() - 5) } else { String::new() };
        let expected = format!("expected all {} that this build knows", ALL.len());
        self.problems.report(&name.span, format!("missing from the decisions: {shown}{more}"), expected);
    }
}
