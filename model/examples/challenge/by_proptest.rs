//! The same problems in proptest, measured in the same run: its strategies, its shrinking, our properties.

use super::calculator::{Term, calculator};
use super::heap::{Heap, binheap};
use super::measure::Measured;
use super::properties as property;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::strategy::Union;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::Cell;
use std::fmt::Debug;

/// The most values that a seed tries before it counts as one that finds nothing.
const CASES: u32 = 200_000;

/// Runs a problem for so many seeds.
pub fn measure(name: &str, seeds: u64) -> Measured {
    let integers = || vec(any::<i64>(), 0..50);
    let lists = || vec(vec(any::<i64>(), 0..20), 0..20);
    // From any two numbers of 31 bits no failure is ever found; ours draws small and large ones alike.
    let pair = || (1..1_000_u64, 1..1_000_u64);
    match name {
        "binheap" => run(seeds, &heaps(), binheap, Heap::to_string),
        "bound5" => run(seeds, &vec(vec(any::<i16>(), 0..10), 5), |lists| property::bound5(lists), debug),
        "calculator" => run(seeds, &terms(), calculator, Term::to_string),
        "coupling" => run(seeds, &vec(0..=10_u64, 0..20), |list| property::coupling(list), debug),
        "deletion" => {
            let strategy = (vec(-100..=100_i64, 0..50), 0..=10_u64);
            run(seeds, &strategy, |(list, place)| property::deletion((list, *place)), debug)
        }
        "difference_must_not_be_zero" => {
            run(seeds, &pair(), |pair| property::difference_must_not_be_zero(*pair), debug)
        }
        "difference_must_not_be_small" => {
            run(seeds, &pair(), |pair| property::difference_must_not_be_small(*pair), debug)
        }
        "difference_must_not_be_one" => run(seeds, &pair(), |pair| property::difference_must_not_be_one(*pair), debug),
        "distinct" => run(seeds, &integers(), |list| property::distinct(list), debug),
        "large_union_list" => run(seeds, &lists(), |lists| property::large_union_list(lists), debug),
        "lengthlist" => {
            let strategy = (1..=100_usize).prop_flat_map(|length| vec(0..=1_000_u64, length));
            run(seeds, &strategy, |list| property::lengthlist(list), debug)
        }
        "nestedlists" => run(seeds, &lists(), |lists| property::nestedlists(lists), debug),
        "reverse" => run(seeds, &integers(), |list| property::reverse(list), debug),
        _ => Measured::default(),
    }
}

fn debug<T: Debug>(value: &T) -> String {
    format!("{value:?}")
}

/// Evaluations are counted from the first failure on, that one not included.
fn run<S: Strategy>(
    seeds: u64,
    strategy: &S,
    fails: impl Fn(&S::Value) -> bool,
    text: fn(&S::Value) -> String,
) -> Measured {
    let mut measured = Measured::default();
    for seed in 0..seeds {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let config =
            Config { cases: CASES, max_shrink_iters: u32::MAX, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
        let (found, evaluations) = (Cell::new(false), Cell::new(0));
        let result = runner.run(strategy, |value| {
            evaluations.set(evaluations.get() + u64::from(found.get()));
            if fails(&value) {
                found.set(true);
                return Err(TestCaseError::fail("it does not hold"));
            }
            Ok(())
        });
        if let Err(TestError::Fail(_, value)) = result {
            measured.note(text(&value), evaluations.get(), evaluations.get());
        }
    }
    measured
}

fn terms() -> impl Strategy<Value = Term> {
    let number = any::<i64>().prop_map(Term::Number);
    number.prop_recursive(5, 32, 2, |term| {
        let two = (term.clone(), term).prop_map(|(left, right)| (Box::new(left), Box::new(right)));
        let sum = two.clone().prop_map(|(left, right)| Term::Sum(left, right));
        Union::new([sum.boxed(), two.prop_map(|(left, right)| Term::Quotient(left, right)).boxed()])
    })
}

/// Heaps by what each key is above the one over it, as ours are made.
fn heaps() -> impl Strategy<Value = Heap> {
    type Below = Option<Box<Heap>>;
    let step =
        || (0_u32..=31, any::<u32>()).prop_map(|(bits, word)| i128::from(word.checked_shr(32 - bits).unwrap_or(0)));
    let leaf = step().prop_map(|key| Heap { key, below: [None, None] });
    let heap = leaf.prop_recursive(5, 32, 2, move |heap| {
        let below = Union::new([Just(None).boxed(), heap.prop_map(|heap| Some(Box::new(heap))).boxed()]);
        (step(), below.clone(), below)
            .prop_map(|(key, left, right): (i128, Below, Below)| Heap { key, below: [left, right] })
    });
    heap.prop_map(|heap| raised(heap, 0))
}

fn raised(heap: Heap, by: i128) -> Heap {
    let key = heap.key + by;
    Heap { key, below: heap.below.map(|below| below.map(|heap| Box::new(raised(*heap, key)))) }
}
