//! I6 fenced.

use super::{InvariantId::I6, breaks, keeps, start};

const SUPERSEDED: &str = "0 submit a/1 cost 1 => queued
    0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
    5 sweep => swept, ended 1.1 a/1 requeued
    5 claim w2 => granted a/1 fence 1.2 until 10";

#[test]
fn i6_fires_when_a_superseded_completion_is_applied_as_under_d30_accept() {
    breaks(
        start(&[("D30", "accept")]),
        I6,
        "a/1 was applied under fence 1.1; its newest is 1.2",
        &format!("{SUPERSEDED}\n6 complete a/1 fence 1.1 result x => applied, ended 1.2 a/1 completed"),
    );
}

#[test]
fn i6_is_silent_when_a_zombie_is_refused() {
    keeps(
        start(&[]),
        &format!(
            "{SUPERSEDED}
             6 complete a/1 fence 1.1 result x => refused stale
             6 heartbeat w1 fence 1.1 => refused stale
             6 fail w1 fence 1.1 => refused stale
             6 release w1 fence 1.1 => refused stale
             6 complete a/1 fence 1.2 result x => applied, ended 1.2 a/1 completed"
        ),
    );
}

#[test]
fn i6_is_silent_when_a_late_completion_under_the_newest_fence_is_applied() {
    keeps(
        start(&[]),
        "0 submit a/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         5 sweep => swept, ended 1.1 a/1 requeued
         6 complete a/1 fence 1.1 result x => applied
         7 claim w2 => idle nothing-eligible",
    );
}

#[test]
fn i6_fires_when_a_zombie_renews_fails_or_releases() {
    let judge = || start(&[]);
    breaks(
        judge(),
        I6,
        "w1 was renewed under fence 1.1, which has no live lease",
        &format!("{SUPERSEDED}\n6 heartbeat w1 fence 1.1 => renewed until 11"),
    );
    breaks(
        judge(),
        I6,
        "w1 was told failed under fence 1.1, but no such lease ended",
        &format!("{SUPERSEDED}\n6 fail w1 fence 1.1 => failed"),
    );
    breaks(
        judge(),
        I6,
        "a/1 was released under fence 1.1, whose lease had ended",
        &format!("{SUPERSEDED}\n6 release w1 fence 1.1 => released, ended 1.1 a/1 requeued"),
    );
}

#[test]
fn i6_fires_when_a_zombie_frees_what_its_worker_holds_now() {
    let history = format!(
        "{SUPERSEDED}
         6 submit b/1 cost 1 => queued
         7 claim w1 => granted b/1 fence 1.3 until 12, charged 1
         8 fail w1 fence 1.1 => failed, ended 1.3 b/1 requeued"
    );
    let said: Vec<_> = super::last_of(start(&[]), &history).iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "I6 fenced: the lease of b/1 under fence 1.3 was failed under fence 1.1",
            "I6 fenced: w1 was told failed under fence 1.1, but no such lease ended",
        ]
    );
}

#[test]
fn i6_fires_when_a_fence_is_given_again() {
    breaks(
        start(&[]),
        I6,
        "b/1 was granted under fence 1.2; 1.2 was granted before",
        &format!(
            "{SUPERSEDED}
             6 submit b/1 cost 1 => queued
             7 claim w1 => granted b/1 fence 1.2 until 12, charged 1"
        ),
    );
}

#[test]
fn i6_holds_against_a_fence_that_only_a_lost_record_spoke_of() {
    let lost = "0 submit a/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        1 restart lost 1 => halted
        1 claim w2 => refused halted
        2 acknowledge => recovered term 2 alarm";
    keeps(
        start(&[]),
        &format!(
            "{lost}
             3 complete a/1 fence 1.1 result x => refused stale
             3 claim w2 => granted a/1 fence 2.2 until 8, charged 1"
        ),
    );
    breaks(
        start(&[]),
        I6,
        "a/1 was granted under fence 1.1; 1.1 was granted before",
        &format!("{lost}\n3 claim w2 => granted a/1 fence 1.1 until 8, charged 1"),
    );
    breaks(
        start(&[]),
        I6,
        "a/1 was applied under fence 1.1, though it was never granted",
        &format!("{lost}\n3 complete a/1 fence 1.1 result x => applied"),
    );
}

#[test]
fn i6_takes_a_lease_that_was_due_for_what_it_is_when_another_ones_word_comes_in_the_same_step() {
    keeps(
        start(&[("D23", "at-deadline")]),
        "0 submit a/1 cost 1 => queued
         0 submit b/1 cost 1 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         1 claim w2 => granted b/1 fence 1.2 until 6, charged 1
         5 fail w2 fence 1.2 => failed, ended 1.1 a/1 requeued, ended 1.2 b/1 requeued",
    );
}

#[test]
fn i6_fires_when_a_completion_completes_another_run_and_not_when_it_only_finds_its_lease_due() {
    let held = "0 submit a/1 cost 1 => queued
        0 submit b/1 cost 1 => queued
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
        1 claim w2 => granted b/1 fence 1.2 until 6, charged 1";
    breaks(
        start(&[]),
        I6,
        "b/1 was completed under fence 1.1, which is a/1's",
        &format!("{held}\n2 complete a/1 fence 1.1 result x => applied, ended 1.2 b/1 completed"),
    );
    keeps(
        start(&[("D23", "at-deadline")]),
        &format!(
            "{held}\n5 complete b/1 fence 1.2 result x => applied, ended 1.1 a/1 requeued, ended 1.2 b/1 completed"
        ),
    );
}

#[test]
fn i6_takes_a_fence_for_its_workers_own_before_it_takes_it_for_anothers() {
    // A fence that was given twice is broken already; what each of the two workers says is still about its own lease.
    let twice =
        format!("{SUPERSEDED}\n6 submit b/1 cost 1 => queued\n7 claim w1 => granted b/1 fence 1.2 until 12, charged 1");
    let mut judge = start(&[]);
    for line in twice.lines().chain(["8 heartbeat w1 fence 1.2 => renewed until 13"]) {
        super::observe(&mut judge, line);
    }
    let renewed = |worker| judge.facts.leases.iter().find(|lease| lease.worker == worker).map(|lease| lease.deadline);
    assert_eq!([renewed(spec::WorkerId(2)), renewed(spec::WorkerId(1))], [Some(10), Some(13)]);
}
