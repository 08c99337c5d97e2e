//! What a description tells apart, and what it does not: each pair of stories leads to states that differ in one thing.

use crate::ControlPlane;
use spec::canon::{Canon, Describe, Token};
use spec::{Command, DecisionId, Decisions, Limits, Settings};

type Facts = Vec<Vec<Token>>;

/// The options that these stories are told under, of the questions that were open when they were written. To settle one
/// of them otherwise is the spec's owner's right, and turns no story wrong.
const TOLD_UNDER: &str = "D09=blocked D19=unusable D27=pool-only";

fn facts(options: &str, story: &str, at: u64) -> Facts {
    let settings = Settings {
        window: 10,
        lease: 5,
        warm_up: 3,
        grace: 2,
        attempts: 3,
        queue: 3,
        pool: 2,
        tenants: vec![Limits { cap: 1, quota: 4 }, Limits { cap: 2, quota: 4 }],
    };
    let mut decisions = Decisions::default();
    for word in TOLD_UNDER.split_whitespace().chain(options.split_whitespace()) {
        let (id, option) = word.split_once('=').expect("an option is written D02=submit");
        let decision = DecisionId::find(id).expect("the decision exists");
        decisions.set(decision, decision.option(option).expect("the option exists")).expect("it can be set");
    }
    let mut plane = ControlPlane::new(&settings, &decisions).expect("the settings are good");
    for step in story.split(',').map(str::trim) {
        let (at, command) = step.split_once(' ').expect("a step has an instant");
        let command: Command = command.parse().expect("the command reads");
        plane.apply(at.parse().expect("the instant is a number"), command);
    }
    let mut canon = Canon::default();
    plane.describe(at, &mut canon);
    let mut facts: Facts = canon.facts().map(<[Token]>::to_vec).collect();
    facts.sort_unstable();
    facts
}

#[track_caller]
fn alike(options: &str, one: (&str, u64), another: (&str, u64)) {
    assert_eq!(facts(options, one.0, one.1), facts(options, another.0, another.1));
}

/// The states differ in this many facts, so it is these that tell them apart.
#[track_caller]
fn apart(options: &str, one: &str, another: &str, at: u64, count: usize) {
    let (one, another) = (facts(options, one, at), facts(options, another, at));
    let differing: Vec<_> = one.iter().filter(|fact| !another.contains(fact)).collect();
    assert_eq!(differing.len(), count, "{differing:?}");
}

#[test]
fn terms_fences_and_instants_are_told_by_rank_and_age_alone() {
    let early = "0 submit a/0 cost 1, 1 claim w0";
    let late = "0 restart, 0 submit a/0 cost 1, 0 restart, 11 claim w0";
    alike("", (early, 2), (late, 12));
    let again = "0 submit a/0 cost 1, 0 claim w1, 0 release w1 fence 1.1, 1 claim w0";
    alike("D25=free", (early, 2), (again, 2));
}

#[test]
fn what_has_passed_for_good_is_forgotten() {
    let rested = "0 submit a/0 cost 1, 0 claim w0, 5 sweep, 5 complete a/0 fence 1.1 result x";
    let completed =
        "0 submit a/0 cost 1, 0 claim w0, 4 fail w0 fence 1.1, 4 claim w0, 5 complete a/0 fence 1.2 result x";
    alike("", (rested, 17), (completed, 27));
}

#[test]
fn d07_tells_in_which_window_the_charge_of_a_run_was_made_while_it_may_be_refunded() {
    let second_is_new = "0 submit b/1 cost 1, 0 submit b/2 cost 1, 0 claim w1, 0 fail w1 fence 1.1, 10 claim w1, \
        10 fail w1 fence 1.2";
    let first_is_new = "0 submit b/2 cost 1, 0 submit b/1 cost 1, 0 claim w1, 0 fail w1 fence 1.1, 10 claim w1, \
        10 fail w1 fence 1.2, 10 claim w1, 10 release w1 fence 1.3";
    apart("D18=back D25=free", second_is_new, first_is_new, 10, 2);
    alike("D18=back D25=free D06=keep", (second_is_new, 10), (first_is_new, 10));
    alike("D18=back D25=free D07=current-window", (second_is_new, 10), (first_is_new, 10));
    apart("D18=back D25=free D01=rolling", second_is_new, first_is_new, 10, 1);
    alike("D18=back D25=free D01=rolling D06=keep", (second_is_new, 10), (first_is_new, 10));
}

#[test]
fn d13_tells_why_a_run_was_refused_where_that_is_repeated() {
    let no_credit = "0 submit a/1 cost 5";
    let blocked = "0 set-cap a 0, 0 submit a/1 cost 5, 0 set-cap a 1";
    apart("D13=repeat-refusal", no_credit, blocked, 0, 1);
    alike("D13=judge-afresh", (no_credit, 0), (blocked, 0));
}

#[test]
fn d12_tells_whether_the_first_answer_was_parked_where_that_is_repeated() {
    let parked = "0 set-quota a 1, 0 submit a/1 cost 2, 0 set-quota a 4";
    let queued = "0 submit a/1 cost 2";
    apart("D10=park D12=refuse", parked, queued, 0, 1);
    let claimed = [parked, queued].map(|story| story.to_owned() + ", 0 claim w1");
    apart("D10=park", &claimed[0], &claimed[1], 0, 1);
    alike("D10=park D12=refuse", (&claimed[0], 0), (&claimed[1], 0));
}

#[test]
fn a_cancelled_run_is_told_by_whether_it_was_ever_granted() {
    let start = "0 submit a/2 cost 1, 0 claim w1, 0 complete a/2 fence 1.1 result x, 0 submit a/1 cost 1";
    let revoked = start.to_owned() + ", 0 claim w1, 0 resize 0, 0 resize 2, 0 cancel a/1";
    let cancelled = start.to_owned() + ", 0 cancel a/1";
    apart("D02=submit D21=revoke-newest", &revoked, &cancelled, 9, 1);
}

#[test]
fn d27_tells_whose_lease_a_resting_slot_comes_from() {
    let start = "0 submit a/1 cost 1, 0 submit b/1 cost 1, 0 claim w1, 0 claim w2";
    let of_a = start.to_owned() + ", 4 complete b/1 fence 1.2 result x, 5 sweep, 5 complete a/1 fence 1.1 result x";
    let of_b = start.to_owned() + ", 4 complete a/1 fence 1.1 result x, 5 sweep, 5 complete b/1 fence 1.2 result x";
    apart("D25=free D27=pool-and-cap", &of_a, &of_b, 6, 1);
    alike("D25=free D27=pool-only", (&of_a, 6), (&of_b, 6));
    alike("D25=free D27=pool-and-cap", (&of_a, 7), (&of_b, 7));
}

#[test]
fn d16_fifo_tells_the_order_of_entries_of_several_tenants() {
    let a_first = "0 submit a/1 cost 1, 0 submit b/1 cost 1";
    let b_first = "0 submit b/1 cost 1, 0 submit a/1 cost 1";
    alike("", (a_first, 0), (b_first, 0));
    apart("D16=fifo", a_first, b_first, 0, 2);
}

#[test]
fn d30_tells_whether_a_run_has_older_fences_where_they_are_accepted() {
    let once = "0 submit a/1 cost 1, 0 claim w1";
    let again = "0 submit a/1 cost 1, 0 claim w1, 0 release w1 fence 1.1, 0 claim w1";
    alike("D25=free", (once, 0), (again, 0));
    apart("D25=free D30=accept", once, again, 0, 1);
}

#[test]
fn d32_tells_whether_a_completion_is_still_remembered() {
    let story = "0 submit a/1 cost 1, 8 claim w1, 9 complete a/1 fence 1.1 result x";
    let earlier = "0 submit a/1 cost 1, 8 claim w1, 8 complete a/1 fence 1.1 result x";
    for options in ["D32=one-window-refuse", "D32=forever", "D32=forever D01=rolling"] {
        alike(options, (story, 9), (earlier, 9));
    }
    apart("D32=one-window-refuse D01=rolling", story, earlier, 9, 1);
    alike("D32=one-window-refuse D01=rolling", (story, 19), (earlier, 20));
}

#[test]
fn a_halt_tells_how_much_was_lost() {
    let story = "0 submit a/1 cost 1, 0 submit b/1 cost 1";
    let one = story.to_owned() + ", 0 restart lost 1";
    let all = story.to_owned() + ", 0 restart lost 7";
    let two = story.to_owned() + ", 0 restart lost 2";
    apart("", &one, &two, 0, 1);
    alike("", (&all, 0), (&two, 0));
}

#[test]
fn d38_tells_how_far_the_outside_lies_behind() {
    let stepped_back = "9 submit a/1 cost 1, 5 sweep";
    for options in ["D38=clamp", "D38=refuse"] {
        let behind = [5, 7, 9].map(|at| facts(options, stepped_back, at));
        assert_ne!(behind[0], behind[1]);
        assert_ne!(behind[1], behind[2]);
    }
    alike("D38=rebase", (stepped_back, 5), ("9 submit a/1 cost 1", 9));
}

#[test]
fn d02_completion_tells_whether_a_cancelled_run_was_charged_before_where_it_may_still_complete() {
    let options = "D02=completion D05=refund D10=park D12=refuse D25=free";
    let charged = "0 set-quota a 1, 0 submit a/1 cost 2, 0 set-quota a 4, 0 claim w1, 0 release w1 fence 1.1, \
        0 cancel a/1";
    let never = "0 submit a/1 cost 2, 0 claim w1, 0 release w1 fence 1.1, 0 cancel a/1";
    apart(&(options.to_owned() + " D34=apply-always"), charged, never, 0, 1);
}

#[test]
fn rests_that_end_together_are_one_fact_or_with_d27_pool_and_cap_one_for_each_tenant() {
    let story = "0 submit a/1 cost 1, 0 submit b/1 cost 1, 0 claim w1, 0 claim w2, 5 sweep";
    for (options, count) in [("D27=pool-only", 1), ("D27=pool-and-cap", 2)] {
        let [resting, rested] = [6, 7].map(|at| facts(options, story, at).len());
        assert_eq!(resting, rested + count, "{options}");
    }
}

#[test]
fn d01_rolling_tells_what_was_charged_at_an_instant_in_one_sum_until_it_lapses() {
    let one = "0 submit a/1 cost 1, 0 submit a/2 cost 2, 0 claim w1, 0 complete a/1 fence 1.1 result x, \
        0 claim w1, 0 complete a/2 fence 1.2 result x";
    let other = "0 submit a/2 cost 2, 0 submit a/1 cost 1, 0 claim w1, 0 complete a/2 fence 1.1 result x, \
        0 claim w1, 0 complete a/1 fence 1.2 result x";
    alike("D01=rolling", (one, 0), (other, 0));
    let lapsed = one.to_owned() + ", 10 sweep";
    alike("D01=rolling", (one, 10), (&lapsed, 10));
}

#[test]
fn d07_a_refund_to_the_current_window_may_undo_what_is_told_of_an_instant() {
    let story = "0 submit a/1 cost 2, 0 submit a/2 cost 2, 0 claim w1, 0 fail w1 fence 1.1, 3 claim w1, \
        3 complete a/2 fence 1.2 result x, 3 cancel a/1";
    let [kept, refunded] = ["D05=keep", "D05=refund"].map(|option| {
        let options = format!("D01=rolling D07=current-window D18=back {option}");
        facts(&options, story, 3).len()
    });
    assert_eq!(kept, refunded + 1, "2 were charged and 2 given back at instant 3");
}
