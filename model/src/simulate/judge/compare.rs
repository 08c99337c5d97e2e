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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::judge::outside::{decided, settings, tenant};
    use spec::{LeaseView, RunView};

    #[test]
    fn an_answer_is_told_apart_by_a_word_or_two() {
        for (outcome, expected) in [
            ("granted a/1 fence 1.1 until 5, charged 2", "granted"),
            ("renewed until 5 cancel-requested", "renewed"),
            ("queued parked", "queued"),
            ("swept", "swept"),
            ("refused stale", "refused stale"),
            ("idle no-slot", "idle no-slot"),
            ("unchanged completed", "unchanged completed"),
        ] {
            assert_eq!(word(&outcome.parse().unwrap()), expected);
        }
    }

    fn view(change: impl FnOnce(&mut View)) -> View {
        let mut view = View::default();
        change(&mut view);
        view
    }

    #[test]
    fn a_view_that_differs_is_named_by_the_first_part_that_does() {
        let run: RunView = serde_json::from_str(
            r#"{"run":"a/1","status":"queued","attempts":0,"net_charge":0,"fence":null,"cancel_requested":false,"result":null}"#,
        )
        .unwrap();
        let lease: LeaseView =
            serde_json::from_str(r#"{"fence":"1.1","run":"a/1","worker":"w1","deadline":5}"#).unwrap();
        let parts: [(&str, View); 7] = [
            ("tenants", view(|view| view.tenants.push(tenant(1, 1)))),
            ("runs", view(|view| view.runs.push(run))),
            ("leases", view(|view| view.leases.push(lease))),
            ("resting slots", view(|view| view.resting.push(5))),
            ("warming slots", view(|view| view.warming.push(5))),
            ("tombstones", view(|view| view.tombstones.push("a/1".parse().unwrap()))),
            ("the rest", view(|view| view.halted = true)),
        ];
        for (name, found) in &parts {
            assert_eq!(first_difference(found, &View::default()), *name);
            let finding = views_differ("the reference", found, &View::default()).unwrap();
            assert_eq!((finding.class, finding.rule), (Class::Disagreement, format!("view of {name}")));
            assert_eq!(views_differ("the reference", found, found), None);
        }
        let halted = views_differ("the reference", &parts[6].1, &View::default()).unwrap();
        assert_eq!(halted.text, "the reference has another state: halted no, not yes");
        let more = view(|view| (view.resting, view.halted) = (vec![5], true));
        assert_eq!(first_difference(&more, &View::default()), "resting slots");
    }

    #[test]
    fn d35_an_outcome_that_another_option_explains_is_named_by_its_decision() {
        let decisions = decided(&[("D35", "tombstone")]);
        let situation = Situation::start(&settings(), &decisions);
        let command: Command = "cancel a/1".parse().unwrap();
        decisions.forget_reads();
        let expected = situation.expect(&decisions, 0, command);
        let differs =
            |text: &str| outcomes_differ(&situation, &decisions, 0, command, &text.parse().unwrap(), &expected);
        let explained = differs("refused unknown-run");
        assert_eq!(
            (explained.class, &*explained.rule, &*explained.answer),
            (Class::Disagreement, "D35", "refused unknown-run")
        );
        let text =
            "`cancel a/1` was answered `refused unknown-run`; expected `cancelled`, as if D35 were decided otherwise";
        assert_eq!(explained.text, text);
        let other = differs("applied");
        assert_eq!(
            (&*other.rule, &*other.text),
            ("outcome", "`cancel a/1` was answered `applied`; expected `cancelled`")
        );
    }
}
