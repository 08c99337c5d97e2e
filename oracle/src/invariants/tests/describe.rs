//! The description: what can still matter tells states apart, and nothing else does.

use super::{observe, start};
use crate::invariants::{Judge, TOMBSTONE_FACT};
use spec::Millis;
use spec::canon::{Canon, Describe, Token};

fn facts(judge: &Judge, at: Millis) -> Vec<Vec<Token>> {
    let mut canon = Canon::default();
    judge.describe(at, &mut canon);
    let mut facts: Vec<_> = canon.facts().map(<[Token]>::to_vec).collect();
    facts.sort();
    facts
}

fn after(with: &[(&str, &str)], history: &str) -> Judge {
    let mut judge = start(with);
    for line in history.lines().filter(|line| !line.trim().is_empty()) {
        assert_eq!(observe(&mut judge, line), [], "{line}");
    }
    judge
}

#[test]
fn the_same_history_a_window_later_is_described_alike() {
    let early = after(
        &[],
        "1 submit a/1 cost 1 => queued
         1 claim w1 => granted a/1 fence 1.1 until 6, charged 1
         7 sweep => swept, ended 1.1 a/1 requeued",
    );
    let late = after(
        &[],
        "1 claim w1 => idle nothing-eligible
         5 restart => recovered term 2
         11 submit a/1 cost 1 => queued
         11 claim w1 => granted a/1 fence 2.7 until 16, charged 1
         17 sweep => swept, ended 2.7 a/1 requeued",
    );
    assert_eq!(facts(&early, 7), facts(&late, 17));
    assert_ne!(facts(&early, 7), facts(&early, 8));
}

#[test]
fn what_has_lapsed_is_forgotten() {
    let mut judge = after(
        &[],
        "1 submit a/1 cost 1 => queued
         1 claim w1 => granted a/1 fence 1.1 until 6, charged 1
         6 sweep => swept, ended 1.1 a/1 requeued",
    );
    // The slot rests until 8 and the charge counts until 10; from then on only the phase in the window changes.
    assert_ne!(facts(&judge, 7)[1..], facts(&judge, 8)[1..]);
    assert_ne!(facts(&judge, 9)[1..], facts(&judge, 10)[1..]);
    assert_eq!(facts(&judge, 10), facts(&judge, 50));
    assert_eq!(facts(&judge, 12)[1..], facts(&judge, 19)[1..]);
    let before = facts(&judge, 8);
    assert_eq!(observe(&mut judge, "8 sweep => swept"), []);
    assert_eq!(facts(&judge, 8), before);
}

#[test]
fn a_deadline_is_described_until_its_slot_would_rest_no_more() {
    let judge = after(&[], "0 submit a/1 cost 1 => queued\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 1");
    let lease = |at| facts(&judge, at).last().cloned();
    let distinct: Vec<bool> = (4..9).map(|at| lease(at) != lease(at + 1)).collect();
    assert_eq!(distinct, [true, true, true, false, false]);
}

#[test]
fn a_record_that_could_be_lost_is_a_fact_and_a_read_is_none() {
    let none = after(&[], "0 sweep => swept");
    let one = after(&[], "0 set-cap a 1 => set");
    assert_ne!(facts(&none, 0), facts(&one, 0));
    assert_eq!(facts(&one, 0), facts(&after(&[], "0 set-cap a 1 => set\n0 set-cap a 1 => set"), 0));
    assert_eq!(one.reads().iter().count(), 0);
}

#[test]
fn a_tombstone_an_application_and_a_requested_cancel_are_facts() {
    let tombstone = after(&[], "0 cancel a/1 => cancelled");
    let told = |judge: &Judge| facts(judge, 0).iter().any(|fact| fact[0] == Token::Number(TOMBSTONE_FACT));
    assert!(told(&tombstone));
    assert!(!told(&after(&[], "0 submit a/1 cost 1 => queued\n0 cancel a/1 => cancelled")));
    let held = "0 submit a/1 cost 1 => queued\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 1\n";
    let requested = after(&[], &format!("{held}1 cancel a/1 => cancel-requested"));
    assert_ne!(facts(&after(&[], held), 1), facts(&requested, 1));
}

#[test]
fn the_order_of_a_queue_is_a_fact_only_where_d17_strict_looks_at_it() {
    let one = "0 submit a/1 cost 1 => queued\n0 submit a/2 cost 1 => queued";
    let other = "0 submit a/2 cost 1 => queued\n0 submit a/1 cost 1 => queued";
    assert_eq!(facts(&after(&[], one), 0), facts(&after(&[], other), 0));
    let strict = &[("D17", "strict")];
    assert_ne!(facts(&after(strict, one), 0), facts(&after(strict, other), 0));
}

#[test]
fn the_lag_of_the_outside_clock_is_a_fact() {
    let judge = after(&[("D38", "clamp")], "5 submit a/1 cost 1 => queued");
    assert_ne!(facts(&judge, 3), facts(&judge, 4));
    assert_ne!(facts(&judge, 4), facts(&judge, 5));
}

#[test]
fn a_newer_grant_that_was_lost_is_a_fact_until_the_run_has_ended() {
    let told_anew = "0 submit a/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        1 release w1 fence 1.1 => released, ended 1.1 a/1 requeued";
    let lost = &format!(
        "{told_anew}\n1 claim w2 => granted a/1 fence 1.2 until 6\n1 restart lost 1 => recovered term 2 alarm"
    );
    let kept = &format!("{told_anew}\n1 restart => recovered term 2");
    assert_ne!(facts(&after(&[], lost), 1), facts(&after(&[], kept), 1));
    let end = "1 complete a/1 fence 1.1 result x => applied";
    assert_eq!(facts(&after(&[], &format!("{lost}\n{end}")), 1), facts(&after(&[], &format!("{kept}\n{end}")), 1));
}

#[test]
fn a_fence_is_described_by_how_many_grants_of_its_run_are_newer_but_lost() {
    let truncate = &[("D37", "truncate-alarmed")];
    let granted = "0 submit a/1 cost 1 => queued
        0 submit b/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1";
    // Another run's lost grant is not newer than this one's, and one under the same fence is not newer either.
    let lost = after(
        truncate,
        &format!(
            "{granted}\n0 claim w2 => granted b/1 fence 1.2 until 5, charged 1\n0 restart lost 1 => recovered term 2 alarm"
        ),
    );
    assert_eq!(facts(&lost, 0), facts(&after(truncate, &format!("{granted}\n0 restart => recovered term 2")), 0));
    let regranted = |fence: &str| {
        let mut judge = after(truncate, &format!("{granted}\n0 restart lost 1 => recovered term 2 alarm"));
        observe(&mut judge, &format!("0 claim w1 => granted a/1 fence {fence} until 5, charged 1"));
        judge
    };
    assert_eq!(facts(&regranted("1.1"), 0), facts(&regranted("2.2"), 0));
    let newer = after(
        truncate,
        &format!(
            "{granted}
             0 release w1 fence 1.1 => released, ended 1.1 a/1 requeued
             0 claim w1 => granted a/1 fence 1.2 until 5
             0 restart lost 1 => recovered term 2 alarm"
        ),
    );
    let plain = after(truncate, &format!("{granted}\n0 release w1 fence 1.1 => released, ended 1.1 a/1 requeued"));
    assert_ne!(facts(&newer, 0), facts(&plain, 0));
}

#[test]
fn slots_that_are_warm_together_are_described_as_one() {
    let apart = after(&[], "0 resize 3 => set\n0 resize 5 => set\n1 resize 6 => set");
    let together = after(&[], "0 resize 5 => set\n1 resize 6 => set");
    assert_eq!(facts(&apart, 1), facts(&together, 1));
    assert_ne!(facts(&apart, 1), facts(&after(&[], "0 resize 6 => set"), 1));
    assert_eq!(facts(&apart, 4), facts(&after(&[], "0 resize 6 => set"), 4));
    assert_eq!(
        facts(&after(&[], "0 resize 5 => set\n1 resize 2 => set"), 1),
        facts(&after(&[], "0 resize 2 => set"), 1)
    );
}
