//! Two accounts of one history, side by side: an outcome and the expected one, a view and the expected one.

use crate::spine::{Class, Finding};
use oracle::reference::Situation;
use spec::{Command, DecisionId, Decisions, Millis, Outcome, View};

/// The finding that an outcome is not the expected one, named by the first decision that explains the difference.
pub(super) fn outcomes_differ(
    situation: &Situation,
    decisions: &Decisions,
    at: Millis,
    command: Command,
    outcome: &Outcome,
    expected: &Outcome,
) -> Finding {
    let explains = |id: &DecisionId| {
        (0..id.info().options.len())
            .filter(|option| *option != decisions.option(*id))
            .filter_map(|option| decisions.with(*id, option).ok())
            .any(|flipped| situation.expect(&flipped, at, command) == *outcome)
    };
    let reads = decisions.reads();
    let (rule, why) = match reads.iter().find(explains) {
        Some(id) => (id.info().id, format!(", as if {id} were decided otherwise")),
        None => ("outcome", String::new()),
    };
    let text = format!("`{command}` was answered `{outcome}`; expected `{expected}`{why}");
    Finding::new(Class::Disagreement, rule, text).answered(word(outcome))
}

/// An answer's first word or two: what tells findings of one rule apart.
pub(super) fn word(outcome: &Outcome) -> String {
    let text = outcome.answer.to_string();
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    match (first, words.next()) {
        ("refused" | "idle" | "unchanged", Some(second)) => format!("{first} {second}"),
        _ => first.to_owned(),
    }
}

/// The finding that a view differs from another, if it does.
pub(super) fn views_differ(whose: &'static str, found: &View, expected: &View) -> Option<Finding> {
    if found == expected {
        return None;
    }
    let (part, found, expected) = first_difference(found, expected);
    let text = format!("{part} of the view: `{found}`; {whose} has `{expected}`");
    Some(Finding::new(Class::Disagreement, format!("view of {part}"), text))
}

fn first_difference(found: &View, expected: &View) -> (&'static str, String, String) {
    fn list<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T]) -> (String, String) {
        let place = (0..found.len().max(expected.len())).find(|place| found.get(*place) != expected.get(*place));
        let text = |items: &[T]| place.and_then(|place| items.get(place)).map(|item| format!("{item:?}"));
        let none = || "nothing".to_owned();
        (text(found).unwrap_or_else(none), text(expected).unwrap_or_else(none))
    }
    let named = |name, (one, two)| (name, one, two);
    if found.tenants != expected.tenants {
        named("tenants", list(&found.tenants, &expected.tenants))
    } else if found.runs != expected.runs {
        named("runs", list(&found.runs, &expected.runs))
    } else if found.leases != expected.leases {
        named("leases", list(&found.leases, &expected.leases))
    } else if found.resting != expected.resting {
        named("resting slots", list(&found.resting, &expected.resting))
    } else if found.warming != expected.warming {
        named("warming slots", list(&found.warming, &expected.warming))
    } else if found.tombstones != expected.tombstones {
        named("tombstones", list(&found.tombstones, &expected.tombstones))
    } else {
        let rest = |view: &View| format!("{:?} term {} halted {}", view.last_granted, view.term, view.halted);
        ("the rest", rest(found), rest(expected))
    }
}
