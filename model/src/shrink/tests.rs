//! Canaries: predicates that break shrinkers, each with the answer that it must get.

use super::*;
use crate::spine::Hash128;

type Rule = Box<dyn FnMut(&[u64]) -> Option<&'static str>>;

/// A list of numbers, and what is wrong with which lists.
struct Lists {
    rule: Rule,
    runs: u64,
}

impl Lists {
    fn new(rule: impl FnMut(&[u64]) -> Option<&'static str> + 'static) -> Lists {
        Lists { rule: Box::new(rule), runs: 0 }
    }
}

impl Problem for Lists {
    type Setup = ();
    type Event = u64;

    fn run(&mut self, plan: &Plan<(), u64>) -> Option<Failure> {
        self.runs += 1;
        let signature = (self.rule)(&plan.events)?.to_owned();
        Some(Failure { signature, event: plan.events.len() })
    }

    fn hash(&self, plan: &Plan<(), u64>) -> u128 {
        let mut hash = Hash128::new(0);
        plan.events.iter().for_each(|event| hash.word(*event));
        hash.value()
    }

    fn values(&self, plan: &Plan<(), u64>) -> Vec<Value> {
        plan.events.iter().map(|event| Value { now: *event, simplest: 0 }).collect()
    }

    fn with_values(&self, plan: &Plan<(), u64>, changes: &[(usize, u64)]) -> Option<Plan<(), u64>> {
        let mut changed = plan.clone();
        for (place, number) in changes {
            *changed.events.get_mut(*place)? = *number;
        }
        Some(changed)
    }
}

fn numbers(count: u64) -> Plan<(), u64> {
    Plan { setup: (), events: (1..=count).collect() }
}

fn shrunk(rule: impl FnMut(&[u64]) -> Option<&'static str> + 'static, plan: Plan<(), u64>) -> Shrunk<(), u64> {
    shrink(&mut Lists::new(rule), plan, 20_000).unwrap()
}

#[test]
fn a_plan_that_never_fails_is_refused() {
    let refused = shrink(&mut Lists::new(|_| None), numbers(10), 100).unwrap_err();
    assert_eq!(refused, ShrinkError::NothingToShrink);
}

#[test]
fn a_plan_that_fails_only_sometimes_is_not_reproducible() {
    let mut times = 0;
    let flaky = move |_: &[u64]| {
        times += 1;
        (times % 2 == 1).then_some("now and then")
    };
    let refused = shrink(&mut Lists::new(flaky), numbers(10), 100).unwrap_err();
    let outcomes = ["now and then", PASSES, "now and then"].map(str::to_owned).to_vec();
    assert_eq!(refused, ShrinkError::Flaky { plan: "the original plan", outcomes });
}

#[test]
fn a_plan_that_comes_to_fail_only_sometimes_as_it_shrinks_is_not_reproducible_either() {
    let mut times = 0;
    let flaky = move |events: &[u64]| {
        times += 1;
        (events.len() > 3 || times % 5 != 0).then_some("small ones now and then")
    };
    let refused = shrink(&mut Lists::new(flaky), numbers(64), 10_000).unwrap_err();
    assert!(matches!(refused, ShrinkError::Flaky { plan: "the shrunk plan", .. }), "{refused}");
}

#[test]
fn a_signature_that_changes_with_the_size_stays_what_it_was() {
    let rule = |events: &[u64]| Some(if events.len() >= 6 { "large" } else { "small" });
    let shrunk = shrunk(rule, numbers(100));
    assert_eq!((shrunk.signature.as_str(), shrunk.plan.events), ("large", vec![0; 6]));
    assert!(shrunk.singles.iter().all(|outcome| outcome == "small"), "{:?}", shrunk.singles);
}

#[test]
fn what_must_go_in_pairs_goes() {
    // Odd numbers allocate, the even number after each frees it. What is freed was allocated, or that is another failure.
    let rule = |events: &[u64]| {
        let partner = |event: u64| if event % 2 == 1 { event + 1 } else { event.saturating_sub(1) };
        let whole = events.iter().all(|event| *event == 0 || events.contains(&partner(*event)));
        if !whole {
            return Some("unbalanced");
        }
        events.contains(&7).then_some("seven")
    };
    let shrunk = shrunk(rule, numbers(60));
    assert_eq!(shrunk.plan.events, [7, 8], "{:?}", shrunk.passes);
    assert_eq!(shrunk.minimal, Minimal::Yes);
}

#[test]
fn exactly_as_many_as_needed_are_left() {
    for needed in [0, 1, 2, 7, 24, 25, 30] {
        let shrunk = shrunk(move |events: &[u64]| (events.len() >= needed).then_some("many"), numbers(200));
        assert_eq!(shrunk.plan.events, vec![0; needed]);
        assert_eq!(shrunk.singles, vec![PASSES; needed]);
        assert_eq!(shrunk.pairs.is_some(), needed <= PAIRS_UP_TO);
    }
}

#[test]
fn up_to_24_events_are_left_out_two_by_two_and_no_more() {
    for (count, by_pairs) in [(24, true), (25, false)] {
        let rule = move |events: &[u64]| events.iter().copied().eq(1..=count).then_some("all");
        let shrunk = shrunk(rule, numbers(count));
        let names: Vec<&str> = shrunk.passes.iter().map(|pass| pass.name).collect();
        assert_eq!(names.contains(&"pairs"), by_pairs, "{names:?}");
    }
}

#[test]
fn a_few_of_a_thousand_are_found_in_three_hundred_executions() {
    let wanted = [13, 14, 200, 460, 461, 700, 998, 1_000];
    let rule = move |events: &[u64]| wanted.iter().all(|wanted| events.contains(wanted)).then_some("all");
    let shrunk = shrunk(rule, numbers(1_000));
    assert_eq!(shrunk.plan.events, wanted);
    assert!(shrunk.executions_before_pairs <= 300, "{}: {:?}", shrunk.executions_before_pairs, shrunk.passes);
}

#[test]
fn a_budget_that_ends_first_is_said_and_what_was_not_tried_too() {
    let mut lists = Lists::new(|events| (events.len() >= 12).then_some("many"));
    let shrunk = shrink(&mut lists, numbers(200), 10).unwrap();
    assert_eq!((shrunk.minimal, shrunk.executions), (Minimal::Budget, 10));
    assert!(shrunk.singles.iter().any(|outcome| outcome == UNTRIED));
    assert_eq!(lists.runs, 10 + 6, "three before and three after are not counted");
}

#[test]
fn equal_numbers_are_lowered_together_and_sums_are_kept() {
    let equal = |events: &[u64]| (events.len() == 2 && events[0] == events[1] && events[0] >= 3).then_some("equal");
    assert_eq!(shrunk(equal, Plan { setup: (), events: vec![90, 90] }).plan.events, [3, 3]);
    let apart = |events: &[u64]| (events.len() == 2 && events[1] == events[0] + 5).then_some("apart");
    assert_eq!(shrunk(apart, Plan { setup: (), events: vec![90, 95] }).plan.events, [0, 5]);
    let sum = |events: &[u64]| (events.len() == 2 && events[0] + events[1] == 50).then_some("sum");
    assert_eq!(shrunk(sum, Plan { setup: (), events: vec![20, 30] }).plan.events, [0, 50]);
    let counted = |events: &[u64]| (events.len() > 1 && events[0] == events.len() as u64 - 1).then_some("n");
    assert_eq!(shrunk(counted, Plan { setup: (), events: vec![3, 9, 9, 9] }).plan.events, [1, 0]);
}

#[test]
fn the_same_plan_shrinks_to_the_same_in_the_same_way() {
    let rule = |events: &[u64]| (events.iter().sum::<u64>() >= 100).then_some("sum");
    let (one, other) = (shrunk(rule, numbers(40)), shrunk(rule, numbers(40)));
    assert_eq!((one.plan, one.passes, one.singles), (other.plan, other.passes, other.singles));
}

#[test]
fn what_a_removal_comes_to_is_what_the_plan_without_it_comes_to() {
    let rule = |events: &[u64]| match events {
        [] => None,
        [7] => Some("seven"),
        [8] => Some("eight"),
        [9] => Some("nine"),
        [7, 8] => Some("seven and eight"),
        [7, 9] => Some("seven and nine"),
        [8, 9] => Some("eight and nine"),
        [7, 8, 9] => Some("all"),
        _ => Some("others"),
    };
    let shrunk = shrunk(rule, Plan { setup: (), events: vec![7, 8, 9] });
    assert_eq!(shrunk.singles, ["eight and nine", "seven and nine", "seven and eight"]);
    let pair = |one, other, outcome: &str| (one, other, outcome.to_owned());
    assert_eq!(shrunk.pairs.unwrap(), [pair(1, 2, "nine"), pair(1, 3, "eight"), pair(2, 3, "seven")]);
}

/// What comes of a plan that comes to these, run after run; to the last of them for ever.
fn of_runs(runs: &'static [Option<&'static str>]) -> ShrinkError {
    let mut next = 0;
    let rule = move |_: &[u64]| {
        next += 1;
        runs[(next - 1).min(runs.len() - 1)]
    };
    shrink(&mut Lists::new(rule), numbers(1), 100).unwrap_err()
}

#[test]
fn any_of_three_runs_that_comes_to_something_else_is_enough() {
    for runs in
        [&[Some("one"), Some("two"), Some("two")], &[Some("one"), Some("one"), Some("two")], &[None, None, Some("one")]]
    {
        let outcomes = runs.iter().map(|outcome| outcome.unwrap_or(PASSES).to_owned()).collect();
        assert_eq!(of_runs(runs), ShrinkError::Flaky { plan: "the original plan", outcomes });
    }
}

#[test]
fn a_plan_that_comes_to_something_else_from_then_on_is_not_reproducible() {
    let refused = of_runs(&[Some("one"), Some("one"), Some("one"), None, Some("two")]);
    assert_eq!(
        refused.to_string(),
        "not reproducible: the shrunk plan was carried out 2 times, and came to one, then two"
    );
    let nothing = "nothing is wrong with this plan any more, so there is nothing to shrink";
    assert_eq!(of_runs(&[None]).to_string(), nothing);
}
