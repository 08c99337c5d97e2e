//! Small explorations, counted to the last state and step, and held against stateright's count.

use super::*;
use crate::explore::stateright_model::Exploration;
use crate::explore::testing::{BOUNDS, STATES, costs, scope, told};
use crate::planted::{self, Bug};
use spec::Decisions;
use spec::yaml::{Restarts, Scope, ScopeCommand};
use stateright::{Checker, Model};
use std::hash::BuildHasher;

type Plane = ballast::ControlPlane;

const WORK: [ScopeCommand; 4] =
    [ScopeCommand::Submit, ScopeCommand::Claim, ScopeCommand::Complete, ScopeCommand::Sweep];

fn explorer(scope: &Scope) -> Explorer<Plane> {
    Explorer::new(scope, &Decisions::default())
}

fn searched<P: Explorable>(explorer: &Explorer<P>, bounds: Bounds) -> Searched {
    search(explorer, bounds, &mut Scratch::default(), &mut |_, _| {})
}

/// Unique states, transitions, and the longest of the shortest histories.
fn counts(searched: &Searched) -> (usize, u64, usize) {
    (searched.unique, searched.transitions, searched.depth)
}

#[test]
fn a_scope_is_explored_to_its_last_state_and_stateright_counts_the_same() {
    let two = Scope { workers: 2, runs: vec![costs(&[1, 1])], ..scope(&[ScopeCommand::Submit, ScopeCommand::Claim]) };
    let restarts = Restarts { budget: 1, lost: vec![0, 1] };
    let restarted = Scope { restarts, ..scope(&[ScopeCommand::Submit, ScopeCommand::Claim]) };
    let counted = [scope(&[]), scope(&WORK), two, restarted].map(|scope| {
        let explorer = explorer(&scope);
        let searched = searched(&explorer, BOUNDS);
        assert!(searched.complete && searched.found.is_none(), "{:?}", searched.found);
        let checked = Exploration::new(explorer).checker().target_state_count(STATES).spawn_bfs().join();
        assert_eq!(checked.unique_state_count(), searched.unique);
        counts(&searched)
    });
    assert_eq!(counted, [(2, 2, 1), (34, 178, 10), (18, 90, 6), (39, 192, 8)]);
}

#[test]
fn a_search_ends_at_its_bounds_and_says_that_it_is_incomplete() {
    let explorer = explorer(&scope(&WORK));
    let all = searched(&explorer, BOUNDS);
    for (states, complete) in [(all.unique, true), (all.unique - 1, false), (all.unique - 2, false), (5, false)] {
        let bounded = searched(&explorer, Bounds { states, ..BOUNDS });
        assert_eq!(bounded.complete, complete, "{states} states");
        assert!(bounded.unique == all.unique || bounded.unique > states && bounded.unique < states + 6, "{bounded:?}");
    }
    // A level that is not expanded is known, but not complete: there might be more behind it.
    for (depth, complete) in [(all.depth + 1, true), (all.depth, false), (all.depth - 1, false), (0, false)] {
        let bounded = searched(&explorer, Bounds { depth, ..BOUNDS });
        assert_eq!((bounded.complete, bounded.depth), (complete, depth.min(all.depth)), "to depth {depth}");
    }
    assert_eq!(counts(&searched(&explorer, Bounds { depth: 0, ..BOUNDS })), (1, 0, 0));
    // At the start time can pass, and the run can be submitted, a claim and a sweep come to the same.
    assert_eq!(counts(&searched(&explorer, Bounds { depth: 1, ..BOUNDS })), (3, 4, 1));
}

#[test]
fn a_finding_is_told_by_a_shortest_history_and_is_a_state_of_its_own() {
    let explorer = Explorer::starting(planted::start(Bug::EffectTwice), &scope(&WORK), &Decisions::default());
    let searched = searched(&explorer, BOUNDS);
    let found = searched.found.clone().expect("the planted bug is found");
    let complete = "complete a/1 fence 1.1 result x";
    assert_eq!(told(&found.moves), format!("submit a/1 cost 1\nclaim w1\n{complete}\n{complete}"));
    assert_eq!(found.finding.to_string(), "the oracle expected: duplicate");
    assert_eq!((searched.complete, counts(&searched)), (false, (13, 35, 3)));
}

#[test]
fn whoever_watches_is_told_of_every_level() {
    let mut levels = Vec::new();
    let explorer = explorer(&scope(&WORK));
    let searched = search(&explorer, BOUNDS, &mut Scratch::default(), &mut |states, transitions| {
        levels.push((states, transitions));
    });
    assert_eq!(levels.len(), searched.depth + 1);
    assert!(levels.is_sorted(), "{levels:?}");
    assert_eq!(levels.last(), Some(&(searched.unique, searched.transitions)));
}

#[test]
fn what_is_kept_of_states_is_counted_in_bytes() {
    let searched = searched(&explorer(&scope(&[])), BOUNDS);
    // Two instants of a window of 2 ms: room for four visits of 8 bytes, and for three keys of 16 and a byte each.
    assert_eq!((searched.unique, searched.bytes), (2, 4 * 8 + 3 * 17));
}

#[test]
fn a_key_is_taken_as_its_own_hash() {
    let keys = BuildHasherDefault::<KeyHasher>::default();
    assert_eq!(keys.hash_one(7_u128 << 64 | 0xdead_beef_0bad_cafe), 0xdead_beef_0bad_cafe);
    // Whatever else is hashed is folded into eight bytes.
    let mut hasher = KeyHasher::default();
    hasher.write(&[5, 0, 0, 0, 0, 0, 0, 1, 3]);
    assert_eq!(hasher.finish(), 0x0100_0000_0000_0006);
}
