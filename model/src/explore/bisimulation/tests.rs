//! Pairs of states of one key: how many are compared, and that one that differs is told.

use super::*;
use crate::explore::testing::{STATES, costs, next, scope, told};
use spec::Decisions;
use spec::canon::Token;
use spec::yaml::{Operator, Scope, ScopeCommand};
use spec::{Limits, TenantId};

type Plane = ballast::ControlPlane;

fn everything(_: usize, _: &[Token]) -> bool {
    true
}

const WORK: [ScopeCommand; 3] = [ScopeCommand::Submit, ScopeCommand::Claim, ScopeCommand::Sweep];

#[test]
fn as_many_of_the_pairs_that_are_met_are_compared_as_were_asked_for() {
    let explorer: Explorer<Plane> = Explorer::new(&scope(&WORK), &Decisions::default());
    let pairs = |states, every, steps| {
        let Sampled { pairs, mismatch } = sample(&explorer, states, every, steps);
        assert_eq!(mismatch, None);
        pairs
    };
    let all = pairs(STATES, 1, 1);
    assert_eq!(all, 35);
    assert_eq!([pairs(STATES, 2, 1), pairs(STATES, 5, 1)], [all / 2, all / 5]);
    assert_eq!([pairs(10, 1, 2), pairs(1, 1, 1), pairs(0, 1, 1)], [9, 0, 0]);
}

#[test]
fn a_key_that_forgets_something_is_told_by_the_two_histories_and_what_one_of_them_does() {
    let scope = scope(&[ScopeCommand::Submit, ScopeCommand::Claim]);
    let explorer: Explorer<Plane> = Explorer::new(&scope, &Decisions::default()).forgetting(everything);
    let Sampled { pairs, mismatch } = sample(&explorer, 10, 1, 1);
    let Mismatch { first, second, difference } = mismatch.expect("all states have one key");
    assert_eq!((pairs, told(&first).as_str(), told(&second).as_str()), (2, "", "submit a/1 cost 1"));
    let key = "00000000000000000000000000000000";
    assert_eq!(
        difference,
        format!(
            "only the first: claim: idle nothing-eligible +0 -0 false [] None then {key}; \
             only the second: claim: granted +1 -0 false [] None then {key}"
        )
    );
}

/// Two runs wait; the cap is 2, or was lowered to 1, which no key knows of.
fn differing(steps_after: usize) -> Option<String> {
    let operator = Operator { budget: 2, set_cap: vec![(TenantId(0), vec![1])], ..Operator::default() };
    let mut scope = Scope { operator, workers: 2, runs: vec![costs(&[1, 1])], ..scope(&[ScopeCommand::Claim]) };
    scope.settings.pool = 2;
    scope.settings.tenants = vec![Limits { cap: 2, quota: 2 }];
    let explorer: Explorer<Plane> = Explorer::new(&scope, &Decisions::default()).forgetting(everything);
    let mut scratch = Scratch::default();
    let mut first = explorer.start();
    for text in ["submit a/1 cost 1", "submit a/2 cost 1"] {
        explorer.replay(&mut first, next(text), &mut scratch).unwrap();
    }
    let mut second = first.clone();
    explorer.replay(&mut second, next("set-cap a 1"), &mut scratch).unwrap();
    differ(&explorer, &first, &second, steps_after, &mut scratch)
}

#[test]
fn a_difference_is_seen_as_many_steps_deep_as_was_asked_for_and_not_deeper() {
    assert_eq!(differing(0), None, "one lease is below either cap");
    let difference = differing(1).expect("a second one is not");
    let key = "00000000000000000000000000000000";
    assert_eq!(
        difference,
        format!(
            "only the first: claim: granted +1 -0 false [] None then {key}; \
             only the second: claim: idle nothing-eligible +0 -0 false [] None then {key}"
        )
    );
}

#[test]
fn what_happens_next_is_told_without_names_and_with_all_that_it_costs() {
    let told = [
        "granted a/1 fence 1.1 until 2, charged 3",
        "renewed until 4",
        "renewed until 4 cancel-requested",
        "conflict x",
        "recovered term 2",
        "recovered term 3 alarm",
        "queued, repeated",
        "swept, refunded 2, ended 1.1 a/1 failed refunded 2",
        "queued, refunded 1, shed a/2 refunded 1",
    ]
    .map(|text| anonymous(&crate::explore::testing::outcome(text)));
    let without_names = [
        "granted +3 -0 false [] None",
        "renewed false +0 -0 false [] None",
        "renewed true +0 -0 false [] None",
        "conflict +0 -0 false [] None",
        "recovered false +0 -0 false [] None",
        "recovered true +0 -0 false [] None",
        "queued +0 -0 true [] None",
        "swept +0 -2 false [failed 2] None",
        "queued +0 -1 false [] Some(1)",
    ];
    assert_eq!(told, without_names);
}
