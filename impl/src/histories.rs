//! Tests over random histories, under every option of every decision and under mixtures of them.

use crate::plane::ControlPlane;
use crate::testing::{Outside, at_two_lengths, audit, named, small_settings, variants};
use spec::canon::{Canon, Describe, Token};
use spec::{Command, DecisionId, Decisions, Outcome, ReadSet, Settings, View};

fn plane(settings: &Settings, decisions: &Decisions) -> ControlPlane {
    ControlPlane::new(settings, decisions).unwrap()
}

fn carrying_out_the_journal_again_gives_the_live_state_at_any_point(every: usize) {
    for (seed, decisions) in variants(200).iter().enumerate().step_by(every) {
        let settings = small_settings(2);
        let mut outside = Outside::new(seed as u64, 2, 3, 3);
        let mut live = plane(&settings, decisions);
        for _ in 0..300 {
            let (at, command) = outside.next();
            let outcome = live.apply(at, command);
            outside.see(command, &outcome);
            let mut replayed = live.clone();
            replayed.replay_all();
            let (now, other) = (live.clock.last, replayed.clock.last);
            assert_eq!(now, other);
            live.advance(now);
            replayed.advance(now);
            assert!(replayed == live, "{}after {command} at {at}:\n{live:#?}\n{replayed:#?}", named(decisions));
        }
    }
}

fn a_step_without_a_record_changes_nothing_but_the_clock(every: usize) {
    for (seed, decisions) in variants(200).iter().enumerate().step_by(every) {
        let mut outside = Outside::new(1000 + seed as u64, 2, 3, 3);
        let mut plane = plane(&small_settings(2), decisions);
        for _ in 0..300 {
            let (at, command) = outside.next();
            let before = plane.clone();
            let records = plane.journal().len();
            let outcome = plane.apply(at, command);
            outside.see(command, &outcome);
            let recovered = matches!(command, Command::Restart { .. } | Command::Acknowledge);
            if plane.journal().len() == records && !recovered {
                let mut expected = before;
                expected.clock = plane.clock;
                expected.advance(expected.clock.last);
                plane.advance(plane.clock.last);
                assert!(expected == plane, "{}{command} at {at}: {outcome}", named(decisions));
            } else {
                assert!(recovered || plane.journal().len() == records + 1);
            }
        }
    }
}

fn sums_and_counts_are_those_of_the_runs_and_leases(every: usize) {
    for (seed, decisions) in variants(200).iter().enumerate().step_by(every) {
        let mut outside = Outside::new(2000 + seed as u64, 2, 3, 3);
        let mut plane = plane(&small_settings(2), decisions);
        for _ in 0..300 {
            let (at, command) = outside.next();
            let outcome = plane.apply(at, command);
            outside.see(command, &outcome);
            audit(&plane);
            let refunded: i64 = outcome.ended.iter().map(|ended| ended.refunded).sum();
            assert!(outcome.refunded >= refunded);
        }
    }
}

fn a_copy_into_used_buffers_is_the_same_and_answers_the_same(every: usize) {
    for (seed, decisions) in variants(100).iter().enumerate().step_by(every) {
        let mut outside = Outside::new(3000 + seed as u64, 2, 3, 3);
        let mut one = plane(&small_settings(2), decisions);
        let mut other = plane(&small_settings(3), &Decisions::default());
        for _ in 0..200 {
            let (at, command) = outside.next();
            other.clone_from(&one);
            assert!(other == one);
            let outcome = one.apply(at, command);
            assert_eq!(other.apply(at, command), outcome);
            assert_eq!(other.reads(), one.reads());
            assert!(other == one);
            outside.see(command, &outcome);
        }
    }
}

fn a_copy_goes_on_as_the_original_whatever_it_held(every: usize) {
    for (seed, decisions) in variants(100).iter().enumerate().step_by(every) {
        let mut outside = Outside::new(7000 + seed as u64, 2, 3, 3);
        let mut original = plane(&small_settings(2), decisions);
        let mut used = original.clone();
        let mut elsewhere = Outside::new(8000 + seed as u64, 2, 40, 20);
        for _ in 0..100 {
            let (at, command) = outside.next();
            let outcome = original.apply(at, command);
            outside.see(command, &outcome);
            let (at, command) = elsewhere.next();
            elsewhere.see(command, &used.apply(at, command));
        }
        used.clone_from(&original);
        let mut fresh = original.clone();
        for _ in 0..100 {
            let (at, command) = outside.next();
            let outcome = original.apply(at, command);
            outside.see(command, &outcome);
            for copy in [&mut used, &mut fresh] {
                assert_eq!(copy.apply(at, command), outcome, "{}{command}", named(decisions));
                assert_eq!(copy.reads(), original.reads(), "{}{command}", named(decisions));
                assert!(*copy == original, "{}{command}", named(decisions));
            }
        }
    }
}

fn the_index_over_tenants_chooses_what_a_scan_chooses(every: usize) {
    for (seed, decisions) in variants(300).iter().enumerate().step_by(every) {
        let settings = Settings { pool: 4, queue: 3, ..small_settings(5) };
        let mut outside = Outside::new(4000 + seed as u64, 5, 4, 6);
        let mut scanned = plane(&settings, decisions);
        let mut indexed = plane(&settings, decisions);
        indexed.scan = 0;
        indexed.state.reset(&settings, 0);
        for _ in 0..400 {
            let (at, command) = outside.next();
            let outcome = scanned.apply(at, command);
            assert_eq!(indexed.apply(at, command), outcome, "{}{command}", named(decisions));
            outside.see(command, &outcome);
            let missed = scanned.reads().iter().find(|decision| !indexed.reads().contains(*decision));
            assert!(missed.is_none(), "{}{command}: the index did not read {missed:?}", named(decisions));
        }
        assert!(scanned == indexed);
    }
}

/// The facts in order, so that sets of them can be compared.
fn facts(plane: &ControlPlane, at: u64) -> Vec<Vec<Token>> {
    let mut canon = Canon::default();
    plane.describe(at, &mut canon);
    let mut facts: Vec<Vec<Token>> = canon.facts().map(<[Token]>::to_vec).collect();
    facts.sort_unstable();
    facts
}

fn no_fact_of_a_description_stands_twice(every: usize) {
    for (seed, decisions) in variants(100).iter().enumerate().step_by(every) {
        let mut outside = Outside::new(5000 + seed as u64, 2, 3, 3);
        let mut plane = plane(&small_settings(2), decisions);
        for _ in 0..300 {
            let (at, command) = outside.next();
            let outcome = plane.apply(at, command);
            outside.see(command, &outcome);
            let mut facts = facts(&plane, at);
            let count = facts.len();
            facts.dedup();
            assert_eq!(facts.len(), count, "{}{command}", named(decisions));
        }
    }
}

/// What anything that drives control planes, not knowing which, asks of one.
fn driven(plane: &mut impl spec::ControlPlane, at: u64, command: Command) -> (Outcome, ReadSet, View) {
    let outcome = plane.apply(at, command);
    let mut view = View::default();
    assert!(plane.view(at, &mut view), "it has a view");
    (outcome, plane.reads(), view)
}

#[test]
fn whoever_drives_it_by_the_trait_sees_what_the_control_plane_itself_says() {
    let mut outside = Outside::new(9000, 2, 3, 3);
    let mut one = plane(&small_settings(2), &Decisions::default());
    let mut other = one.clone();
    for _ in 0..100 {
        let (at, command) = outside.next();
        let (outcome, reads, view) = driven(&mut one, at, command);
        outside.see(command, &outcome);
        let mut expected = View::default();
        assert_eq!((other.apply(at, command), other.reads()), (outcome, reads));
        other.view(at, &mut expected);
        assert_eq!(view, expected);
    }
}

#[test]
fn a_view_does_not_depend_on_what_its_buffers_held() {
    for window_shape in [0, 1] {
        let decisions = Decisions::default().with(DecisionId::find("D01").unwrap(), window_shape).unwrap();
        let mut outside = Outside::new(6000, 2, 3, 3);
        let mut plane = plane(&small_settings(2), &decisions);
        let mut used = View::default();
        for _ in 0..1000 {
            let (at, command) = outside.next();
            let outcome = plane.apply(at, command);
            outside.see(command, &outcome);
            let later = at + outside.dice.below(12);
            plane.view(later, &mut used);
            let mut fresh = View::default();
            plane.view(later, &mut fresh);
            assert_eq!(used, fresh);
            let mut advanced = plane.clone();
            advanced.clock.last = advanced.clock.reading(later);
            advanced.advance(advanced.clock.last);
            advanced.view(later, &mut fresh);
            assert_eq!(used, fresh, "time alone shows in a view as it would after a command");
        }
    }
}

#[test]
fn many_tenants_with_long_queues_are_served_as_a_scan_would_and_recovered() {
    for (seed, options) in [(1, [0, 0]), (2, [0, 1]), (3, [1, 0]), (4, [1, 1])] {
        // D10 park and D17 strict, so that long queues are searched for what fits.
        let mut decisions = Decisions::default();
        for (decision, option) in ["D10", "D17"].into_iter().zip(options) {
            decisions.set(DecisionId::find(decision).unwrap(), option).unwrap();
        }
        let settings = Settings { pool: 60, queue: 80, lease: 40, window: 200, attempts: 9, ..small_settings(20) };
        let mut outside = Outside::new(seed, 20, 300, 100);
        let mut indexed = plane(&settings, &decisions);
        let mut scanned = plane(&settings, &decisions);
        scanned.scan = usize::MAX;
        scanned.state.reset(&settings, usize::MAX);
        let mut longest = 0;
        for _ in 0..20_000 {
            let (at, command) = outside.next();
            if matches!(command, Command::Restart { .. } | Command::Resize { .. } | Command::SetCap { .. }) {
                continue;
            }
            let outcome = indexed.apply(at, command);
            assert_eq!(scanned.apply(at, command), outcome, "{command}");
            outside.see(command, &outcome);
            longest = longest.max(indexed.state.tenants.iter().map(|tenant| tenant.queue.len()).max().unwrap_or(0));
        }
        assert!(indexed == scanned);
        assert!(options[0] == 0 || longest > 40, "the longest queue had {longest} runs");
        scanned.replay_all();
        let now = indexed.clock.last;
        indexed.advance(now);
        scanned.advance(now);
        assert!(indexed == scanned);
    }
}

at_two_lengths! {
    carrying_out_the_journal_again_gives_the_live_state_at_any_point: 24,
    a_step_without_a_record_changes_nothing_but_the_clock: 8,
    sums_and_counts_are_those_of_the_runs_and_leases: 8,
    a_copy_into_used_buffers_is_the_same_and_answers_the_same: 8,
    a_copy_goes_on_as_the_original_whatever_it_held: 8,
    the_index_over_tenants_chooses_what_a_scan_chooses: 8,
    no_fact_of_a_description_stands_twice: 8,
}
