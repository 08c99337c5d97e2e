//! Which names are interchangeable, and that every renaming that is to be tried is tried once.

use super::*;
use crate::explore::testing::{costs, scope};
use spec::{Digest, TenantId, WorkerId};
use std::collections::BTreeSet;

fn names_of(scope: &Scope) -> Vec<String> {
    let symmetry = Symmetry::of(scope);
    let workers = (0..5).map(|worker| Token::Worker(WorkerId(worker)));
    let results = (0..4).map(|digest| Token::Digest(Digest(digest)));
    let runs = ["a/1", "a/2", "a/3", "a/4", "b/1", "b/2"].map(|run| Token::Run(run.parse().unwrap()));
    let others = [Token::Tenant(TenantId(1)), Token::Number(1)];
    let named = workers.chain(results).chain(runs).chain(others).filter_map(|token| {
        assert_eq!(symmetry.is_name(token), symmetry.name(token).is_some());
        let (class, member) = symmetry.name(token)?;
        let told = match token {
            Token::Worker(worker) => worker.to_string(),
            Token::Digest(digest) => digest.to_string(),
            Token::Run(run) => run.to_string(),
            other => format!("{other:?}"),
        };
        Some(format!("{told} {class}.{member}"))
    });
    named.collect()
}

#[test]
fn workers_results_and_runs_of_one_tenant_and_cost_are_interchangeable() {
    let runs = vec![costs(&[1, 2, 1, 3]), costs(&[2, 2])];
    let scope = Scope { workers: 3, results: 2, runs, ..scope(&[]) };
    let names = ["w1 0.0", "w2 0.1", "w3 0.2", "x 1.0", "y 1.1", "a/1 2.0", "a/3 2.1", "b/1 3.0", "b/2 3.1"];
    assert_eq!(names_of(&scope), names);
    assert_eq!(Symmetry::of(&scope).sizes, [3, 2, 2, 2]);
}

#[test]
fn what_there_is_only_one_of_is_not_interchangeable() {
    let scope = Scope { runs: vec![costs(&[1, 2]), costs(&[1])], ..scope(&[]) };
    assert!(names_of(&scope).is_empty());
    assert_eq!(Symmetry::of(&scope).sizes, [0, 0]);
    assert_eq!(Symmetry::none().sizes, [0, 0]);
    let scope = Scope { workers: 2, ..scope };
    assert_eq!(names_of(&scope), ["w1 0.0", "w2 0.1"]);
    let scope = Scope { workers: 1, results: 3, ..scope };
    assert_eq!(names_of(&scope), ["x 1.0", "y 1.1", "z 1.2"]);
}

/// The renamings that are tried of three workers and two results with these signatures: the rank of each.
fn tried(workers: [u64; 3], results: [u64; 2]) -> Vec<[u8; 5]> {
    let symmetry = Symmetry::of(&Scope { workers: 3, results: 2, ..scope(&[]) });
    let mut names = Names::default();
    names.reset(&symmetry);
    for (class, signatures) in [workers.as_slice(), &results].into_iter().enumerate() {
        for (member, signature) in signatures.iter().enumerate() {
            // Signatures add up.
            names.sign(class as u8, member as u8, signature / 2);
            names.sign(class as u8, member as u8, signature - signature / 2);
        }
    }
    names.sort(&symmetry);
    let mut tried = Vec::new();
    for _ in 0..names.renamings(&symmetry) {
        tried.push([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)].map(|(class, member)| names.rank(class, member)));
        names.next(&symmetry);
    }
    assert_eq!([(0, 0), (1, 1)].map(|(class, member)| names.rank(class, member)), [tried[0][0], tried[0][4]], "again");
    tried
}

#[test]
fn names_of_different_signatures_are_ranked_by_them_and_no_other_renaming_is_tried() {
    assert_eq!(tried([5, 3, 4], [2, 1]), [[2, 0, 1, 4, 3]]);
}

#[test]
fn names_of_equal_signatures_are_renamed_in_every_way() {
    assert_eq!(tried([3, 5, 3], [1, 2]), [[0, 2, 1, 3, 4], [1, 2, 0, 3, 4]]);
    let all = tried([7, 7, 7], [1, 1]);
    let different: BTreeSet<[u8; 5]> = all.iter().copied().collect();
    assert_eq!((all.len(), different.len()), (12, 12));
    for ranks in different {
        let (mut workers, mut results) = (ranks[..3].to_vec(), ranks[3..].to_vec());
        workers.sort_unstable();
        results.sort_unstable();
        assert_eq!((workers, results), (vec![0, 1, 2], vec![3, 4]));
    }
}

#[test]
fn names_that_nothing_mentions_need_no_renaming() {
    assert_eq!(tried([0, 0, 0], [0, 0]), [[0, 1, 2, 3, 4]]);
    assert_eq!(tried([0, 6, 0], [4, 4]), [[0, 2, 1, 3, 4], [0, 2, 1, 4, 3]]);
}

#[test]
fn a_reset_forgets_the_signatures_of_the_state_before() {
    let symmetry = Symmetry::of(&Scope { workers: 3, ..scope(&[]) });
    let mut names = Names::default();
    for _ in 0..2 {
        names.reset(&symmetry);
        (0..3).for_each(|member| names.sign(0, member, 9));
        names.sort(&symmetry);
        assert_eq!(names.renamings(&symmetry), 6);
    }
    names.reset(&symmetry);
    names.sort(&symmetry);
    assert_eq!(names.renamings(&symmetry), 1);
}

#[test]
fn permutations_come_in_lexical_order_each_once_and_then_the_first_again() {
    let mut items = [1, 2, 2, 3];
    let mut seen = vec![items];
    for _ in 1..12 {
        assert!(next_permutation(&mut items));
        seen.push(items);
    }
    assert!(seen.is_sorted_by(|one, next| one < next), "{seen:?}");
    assert!(!next_permutation(&mut items));
    assert_eq!(items, [1, 2, 2, 3]);
    assert!(!next_permutation(&mut []) && !next_permutation(&mut [4]));
}
