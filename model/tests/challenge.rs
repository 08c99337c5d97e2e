//! The public shrinking challenge: its problems are the published ones, they fail, and our passes bring each of them to the one
//! simplest value.

#[path = "../examples/challenge/calculator.rs"]
mod calculator;
#[path = "../examples/challenge/choices.rs"]
mod choices;
#[path = "../examples/challenge/heap.rs"]
mod heap;
#[path = "../examples/challenge/measure.rs"]
#[allow(dead_code, reason = "the table's figures are the example's")]
mod measure;
#[path = "../examples/challenge/problems.rs"]
mod problems;
#[path = "../examples/challenge/properties.rs"]
mod properties;
#[path = "../examples/challenge/source.rs"]
mod source;

use calculator::{Term, calculator};
use choices::Choices;
use heap::{Heap, binheap};
use model::shrink::{Plan, Problem as _, shrink};
use problems::{CHALLENGES, Challenge};
use source::{Source, choice_of, integer_of};

const SEEDS: u64 = 20;

/// What each problem comes to at its simplest, as the challenge's texts have it.
const SIMPLEST: [(&str, &str); 13] = [
    ("binheap", "(0, None, (0, (0, None, None), (1, None, None)))"),
    ("bound5", "[[], [], [], [-1], [-32768]]"),
    ("calculator", "(/, 0, (+, 0, 0))"),
    ("coupling", "[1, 0]"),
    ("deletion", "([0, 0], 0)"),
    ("difference_must_not_be_zero", "(10, 10)"),
    ("difference_must_not_be_small", "(10, 6)"),
    ("difference_must_not_be_one", "(10, 9)"),
    ("distinct", "[0, 1, -1]"),
    ("large_union_list", "[[0, 1, -1, 2, -2]]"),
    ("lengthlist", "[900]"),
    ("nestedlists", "[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]"),
    ("reverse", "[0, 1]"),
];

#[test]
fn every_problem_fails_and_every_seed_comes_to_its_one_simplest_value() {
    for (challenge, (name, simplest)) in CHALLENGES.into_iter().zip(SIMPLEST) {
        assert_eq!(challenge.name, name);
        let measured = measure::measure(challenge, SEEDS).unwrap();
        assert_eq!(measured.runs, SEEDS, "{name}: not every seed fails");
        let results: Vec<&str> = measured.results.keys().map(String::as_str).collect();
        assert_eq!(results, [simplest], "{name}");
    }
}

#[test]
fn what_a_plan_is_shrunk_to_fails_in_the_same_way_and_no_choice_of_it_can_go() {
    for challenge in CHALLENGES {
        for seed in 0..5 {
            let mut problem = Choices::new(challenge);
            let plan = problem.failing(seed, 1_000_000).unwrap_or_else(|| panic!("{} never fails", challenge.name));
            let shrunk = shrink(&mut problem, plan, 100_000).unwrap();
            let failure = problem.run(&shrunk.plan).unwrap();
            assert_eq!((failure.signature.as_str(), &shrunk.signature), (challenge.name, &failure.signature));
            for place in 0..shrunk.plan.events.len() {
                let mut without = shrunk.plan.clone();
                without.events.remove(place);
                assert_eq!(problem.run(&without), None, "{}, seed {seed}, without {place}", challenge.name);
            }
        }
    }
}

#[test]
fn a_sequence_reads_to_the_same_value_again_and_too_short_a_one_to_none() {
    for challenge in CHALLENGES {
        let problem = Choices::new(challenge);
        let plan = problem.failing(3, 1_000_000).unwrap();
        assert_eq!(problem.text(&plan), problem.text(&problem.renumbered(&plan)));
        let short = Plan { setup: (), events: plan.events[..plan.events.len() - 1].to_vec() };
        assert_eq!(problem.text(&short), None, "{}", challenge.name);
    }
}

#[test]
fn any_sequence_of_choices_is_a_legal_one() {
    let words = [0, 1, 2, 7, 899, 900, u64::MAX - 1, u64::MAX];
    for Challenge { read, .. } in CHALLENGES {
        for first in words {
            for second in words {
                let choices: Vec<source::Choice> = (0..40)
                    .map(|place| source::Choice { now: if place % 3 == 0 { first } else { second }, spans: Vec::new() })
                    .collect();
                let mut source = Source::recorded(&choices);
                let read = read(&mut source).is_some();
                assert!(read || source.read.len() == choices.len(), "it stopped, though choices were left");
            }
        }
    }
}

#[test]
fn signed_numbers_come_in_the_order_of_their_simplicity_and_wrap_at_their_bits() {
    let first: Vec<i64> = (0..5).map(|choice| integer_of(choice, 64)).collect();
    assert_eq!(first, [0, 1, -1, 2, -2]);
    assert_eq!((integer_of(65_533, 16), integer_of(65_534, 16), integer_of(65_535, 16)), (32_767, -32_767, -32_768));
    assert_eq!((integer_of(u64::MAX, 64), integer_of(u64::MAX - 1, 64)), (i64::MIN, -i64::MAX));
    for integer in [0, 1, -1, 77, -32_768, 32_767] {
        assert_eq!(integer_of(choice_of(integer).min(65_535), 16), integer);
    }
}

#[test]
fn the_properties_are_the_published_ones() {
    assert!(properties::bound5(&[vec![-20_000], vec![-20_000], vec![], vec![], vec![]]));
    assert!(
        !properties::bound5(&[vec![1_000], vec![1_000], vec![], vec![], vec![]]),
        "a list of 256 or more is no input"
    );
    assert!(properties::coupling(&[1, 0]) && !properties::coupling(&[0, 1]) && !properties::coupling(&[5, 0]));
    assert!(
        properties::deletion((&[0, 0], 1))
            && !properties::deletion((&[0, 1], 1))
            && !properties::deletion((&[0, 0], 2))
    );
    assert!(!properties::difference_must_not_be_zero((9, 9)) && !properties::difference_must_not_be_one((9, 8)));
    assert!(!properties::difference_must_not_be_small((10, 5)) && !properties::difference_must_not_be_small((10, 10)));
    assert!(!properties::lengthlist(&[899]) && !properties::reverse(&[1, 2, 1]) && !properties::distinct(&[1, 2, 1]));
    assert!(!properties::nestedlists(&[vec![0; 10]]) && !properties::large_union_list(&[vec![1, 2], vec![3, 4, 1]]));
    let number = |number| Box::new(Term::Number(number));
    let zero = |divisor| Term::Quotient(number(1), divisor);
    assert!(!calculator(&zero(number(0))), "a division that is written as one by 0 is no input");
    assert!(calculator(&zero(Box::new(Term::Sum(number(3), number(-3))))));
    assert!(!calculator(&zero(Box::new(Term::Quotient(number(-1), number(2))))), "-1 / 2 is rounded down, to -1");
    let leaf = |key| Some(Box::new(Heap { key, below: [None, None] }));
    assert!(binheap(&Heap { key: 0, below: [None, Some(Box::new(Heap { key: 0, below: [leaf(0), leaf(1)] }))] }));
    assert!(!binheap(&Heap { key: 0, below: [leaf(0), leaf(1)] }));
}
