//! The judge itself: its invariants, its clock, its records.

use super::{InvariantId, decisions, keeps, last_of, observe, settings, start};
use crate::invariants::judge::ALL;
use crate::invariants::{Facts, Invariant, Judge, Report, Step};
use spec::{DecisionId, Fence, RunId, Settings, Status, TenantId};

#[test]
fn a_judge_asks_all_eight_in_order_unless_it_is_told_otherwise() {
    let judge = start(&[]);
    assert_eq!(judge.invariants().collect::<Vec<_>>(), InvariantId::ALL);
    let history = "0 submit a/1 cost 5 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 5";
    assert_eq!(last_of(judge.clone(), history).len(), 1);
    assert_eq!(last_of(judge.with(&ALL[..6]), history), []);
}

/// An invariant that is wrong on purpose.
struct NothingIsEverGranted;

impl Invariant for NothingIsEverGranted {
    fn id(&self) -> InvariantId {
        InvariantId::I1
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        if let Some(grant) = step.new_grant(facts) {
            report.broken(format!("{} was granted", grant.run));
        }
    }
}

#[test]
fn a_wrong_invariant_can_take_the_place_of_a_right_one() {
    let judge = start(&[]).with(&[&NothingIsEverGranted]);
    let said = last_of(judge, "0 submit a/1 cost 1 => queued\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 1");
    assert_eq!(said[0].to_string(), "I1 cap: a/1 was granted");
}

#[test]
fn a_clone_into_a_used_judge_is_as_good_as_a_fresh_one() {
    let history = "0 submit a/1 cost 1 => queued
        0 submit b/1 cost 2 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        6 sweep => swept, ended 1.1 a/1 requeued";
    let mut used = start(&[]);
    for line in history.lines() {
        observe(&mut used, line);
    }
    let mut reused =
        Judge::start(&Settings { grace: 9, warm_up: 0, ..settings() }, &decisions(&[("D27", "pool-and-cap")]));
    observe(&mut reused, "3 cancel b/7 => cancelled");
    reused.clone_from(&used);
    assert_eq!(reused.rules.settings, used.rules.settings);
    assert_eq!(format!("{:?}", reused.facts), format!("{:?}", used.facts));
    assert_eq!(format!("{:?}", used.clone().facts), format!("{:?}", used.facts));
    assert_eq!(observe(&mut reused, "6 claim w2 => granted a/1 fence 1.2 until 11"), []);
    assert_eq!(observe(&mut used, "6 claim w2 => granted a/1 fence 1.2 until 11"), []);
    for judge in [&mut reused, &mut used] {
        observe(judge, "7 restart lost 2 => recovered term 2 alarm");
        assert_eq!((judge.log.len(), judge.facts.live()), (4, 1));
    }
    assert_eq!(format!("{:?}", reused.facts), format!("{:?}", used.facts));
}

#[test]
fn d38_the_clock_follows_the_commands_as_the_decision_says() {
    // Under rebase 3 ms were taken off the outside's clock, so that its 4 is the control plane's 7; under clamp it is 5.
    let history = "5 submit a/1 cost 1 => queued
        2 claim w1 => granted a/1 fence 1.1 until 7, charged 1";
    for (option, survives) in [("rebase", false), ("clamp", true)] {
        let said = last_of(start(&[("D38", option)]), &format!("{history}\n4 sweep => swept"));
        assert_eq!(said.is_empty(), survives, "{option}");
    }
    keeps(
        start(&[("D38", "refuse")]),
        "5 submit a/1 cost 1 => queued
         2 claim w1 => refused clock
         4 restart => recovered term 2
         5 claim w1 => granted a/1 fence 2.1 until 10, charged 1",
    );
}

#[test]
fn d37_a_step_that_left_no_record_cannot_be_lost() {
    // Of the six steps, only the submit and the grant left a record: losing one loses the grant.
    let mut judge = start(&[("D37", "truncate-alarmed")]);
    for line in [
        "0 submit a/1 cost 1 => queued",
        "0 submit a/1 cost 1 => queued, repeated",
        "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1",
        "1 claim w1 => granted a/1 fence 1.1 until 5, repeated",
        "1 claim w2 => idle nothing-eligible",
        "2 sweep => swept",
        "3 restart lost 1 => recovered term 2 alarm",
    ] {
        assert_eq!(observe(&mut judge, line), [], "{line}");
    }
    assert_eq!(judge.facts.leases, []);
    assert_eq!(observe(&mut judge, "3 claim w2 => granted a/1 fence 2.2 until 8, charged 1"), []);
    assert_eq!(judge.log.len(), 3);
}

#[test]
fn d37_a_lost_recovery_gives_back_the_deadlines_from_before_it() {
    let mut judge = start(&[("D37", "truncate-alarmed")]);
    for line in [
        "0 submit a/1 cost 1 => queued",
        "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1",
        "4 restart => recovered term 2",
    ] {
        assert_eq!(observe(&mut judge, line), [], "{line}");
    }
    assert_eq!(judge.facts.leases[0].deadline, 9);
    observe(&mut judge, "4 restart lost 1 => recovered term 3 alarm");
    assert_eq!(judge.facts.leases[0].deadline, 9, "extended from its own deadline, by the new recovery");
    let mut judge = Judge::start(&settings(), &decisions(&[("D37", "truncate-alarmed"), ("D36", "keep")]));
    for line in [
        "0 submit a/1 cost 1 => queued",
        "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1",
        "3 heartbeat w1 fence 1.1 => renewed until 8",
        "4 restart lost 1 => recovered term 2 alarm",
    ] {
        assert_eq!(observe(&mut judge, line), [], "{line}");
    }
    assert_eq!(judge.facts.leases[0].deadline, 5);
}

#[test]
fn reads_tell_only_of_the_last_step() {
    let mut judge = start(&[]);
    observe(&mut judge, "0 submit a/1 cost 1 => queued");
    observe(&mut judge, "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1");
    assert_eq!(judge.reads().iter().count(), 0);
    observe(&mut judge, "5 sweep => swept, ended 1.1 a/1 requeued");
    let reads: Vec<_> = judge.reads().iter().map(|decision| decision.info().id).collect();
    assert_eq!(reads, ["D26"]);
    observe(&mut judge, "6 heartbeat w1 fence 1.1 => refused stale");
    assert!(!judge.reads().contains(DecisionId::find("D26").unwrap()));
}

#[test]
fn nothing_that_a_record_can_say_is_too_much_for_the_judge() {
    let mut judge = start(&[]);
    for line in [
        "18446744073709551615 submit a/4294967295 cost 4294967295 => queued, charged 9223372036854775807",
        "18446744073709551615 submit t4000000000/1 cost 1 => queued, charged 9223372036854775807",
        "18446744073709551615 claim w4294967295 => granted a/4294967295 fence 4294967295.18446744073709551615 until 1, \
         charged 9223372036854775807",
        "3 claim w1 => granted t4000000000/1 fence 1.1 until 18446744073709551615, charged 9223372036854775807",
        "3 resize 9223372036854775807 => set",
        "3 resize -9223372036854775808 => set",
        "3 set-cap a -9223372036854775808 => set",
        "3 sweep => swept, refunded -9223372036854775808, ended 1.1 a/9 requeued refunded 9223372036854775807",
        "0 restart lost 4294967295 => recovered term 4294967295 alarm",
        "0 acknowledge => recovered term 1",
    ] {
        observe(&mut judge, line);
    }
}

#[test]
fn d37_a_judge_that_keeps_no_steps_still_hears_of_a_silent_loss() {
    let history = "0 submit a/1 cost 1 => queued\n1 restart lost 1 => recovered term 2";
    let judge = start(&[]).without_losses();
    assert_eq!(
        last_of(judge, history)[0].to_string(),
        "I8 final: 1 acknowledged records were lost, and no alarm was raised"
    );
}

#[test]
fn an_invariant_from_elsewhere_can_ask_what_is_held_and_what_bounds_it() {
    let mut judge = start(&[]);
    for line in
        ["0 submit b/1 cost 1 => queued", "0 claim w1 => granted b/1 fence 1.1 until 5, charged 1", "1 resize 3 => set"]
    {
        assert_eq!(observe(&mut judge, line), []);
    }
    let (facts, run) = (judge.facts(), "b/1".parse().unwrap());
    let (a, b, nobody) = (TenantId(0), TenantId(1), TenantId(2));
    assert_eq!((facts.live(), facts.slots()), (1, 3));
    assert_eq!((facts.held(a), facts.held(b), facts.held(nobody)), (0, 1, 0));
    assert_eq!((facts.cap(b), facts.cap(nobody)), (Some(2), None));
    assert_eq!((facts.status(run), facts.status(RunId { tenant: a, key: 1 })), (Some(Status::Held), None));
    assert_eq!((facts.lost_grants(), facts.deadlines().collect()), ([].as_slice(), vec![5]));
    assert_eq!(observe(&mut judge, "1 restart lost 2 => halted"), []);
    assert_eq!(observe(&mut judge, "1 acknowledge => recovered term 2 alarm"), []);
    let fence = Fence { term: 1, grant: 1 };
    assert_eq!((judge.facts().live(), judge.facts().lost_grants()), (0, [(run, fence)].as_slice()));
}

#[test]
fn d37_a_judge_that_keeps_no_steps_takes_what_was_lost_for_true_still() {
    let history = "0 submit a/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        1 restart lost 1 => recovered term 2 alarm";
    for (mut judge, live) in [(start(&[]), 0), (start(&[]).without_losses(), 1)] {
        for line in history.lines() {
            assert_eq!(observe(&mut judge, line), [], "{line}");
        }
        assert_eq!(judge.facts().live(), live);
    }
}

#[test]
fn a_judge_is_shown_with_its_invariants_and_its_facts() {
    let shown = format!("{:?}", start(&[]).with(&ALL[..2]));
    assert!(shown.starts_with("Judge { invariants: [I1, I2], facts: Facts {"), "{shown}");
}

#[test]
fn d13_a_run_that_is_refused_again_leaves_a_record_each_time_only_if_it_is_judged_afresh() {
    for (option, records) in [("judge-afresh", 2), ("repeat-refusal", 1)] {
        let mut judge = start(&[("D13", option)]);
        for line in ["0 submit a/1 cost 5 => refused no-credit", "0 submit a/1 cost 5 => refused no-credit"] {
            assert_eq!(observe(&mut judge, line), [], "{line}");
        }
        assert_eq!(judge.log.len(), records, "{option}");
    }
}
