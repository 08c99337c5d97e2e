//! Two accounts of one history, side by side: an outcome and the expected one, a view and the expected one.

use crate::explore::differences;
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

/// How many differences of two views are told.
const DIFFERENCES_MAX: usize = 4;

/// The finding that a view differs from another, if it does.
pub(super) fn views_differ(whose: &'static str, found: &View, expected: &View) -> Option<Finding> {
    if found == expected {
        return None;
    }
    let text = format!("{whose} has another state: {}", differences::told(expected, found, DIFFERENCES_MAX));
    Some(Finding::new(Class::Disagreement, format!("view of {}", first_difference(found, expected)), text))
}

/// The first part of two views that differs.
fn first_difference(found: &View, expected: &View) -> &'static str {
    if found.tenants != expected.tenants {
        "tenants"
    } else if found.runs != expected.runs {
        "runs"
    } else if found.leases != expected.leases {
        "leases"
    } else if found.resting != expected.resting {
        "resting slots"
    } else if found.warming != expected.warming {
        "warming slots"
    } else if found.tombstones != expected.tombstones {
        "tombstones"
    } else {
        "the rest"
    }
}
