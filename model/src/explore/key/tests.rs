//! Which states get equal keys and which do not; how well the keys are spread; and their exact values.

use super::*;
use crate::explore::testing::{costs, scope};
use spec::yaml::Scope;
use spec::{Digest, RunId, TenantId, WorkerId};
use std::collections::BTreeSet;

fn number(number: i64) -> Token {
    Token::Number(number)
}

fn worker(worker: u32) -> Token {
    Token::Worker(WorkerId(worker))
}

fn digest(digest: u64) -> Token {
    Token::Digest(Digest(digest))
}

fn run(run: &str) -> Token {
    Token::Run(run.parse().unwrap())
}

/// The key of a state whose parts have these facts.
fn key_of(keyer: &mut Keyer, symmetry: &Symmetry, parts: &[&[&[Token]]]) -> Key {
    keyer.start();
    for part in parts {
        part.iter().for_each(|fact| keyer.canon.fact(fact));
        keyer.part(symmetry, None);
    }
    keyer.finish(symmetry)
}

/// The same of one part, with a new keyer.
fn key(symmetry: &Symmetry, facts: &[&[Token]]) -> Key {
    key_of(&mut Keyer::default(), symmetry, &[facts])
}

/// Four workers, two results, three runs of equal cost.
fn symmetric() -> Symmetry {
    Symmetry::of(&Scope { workers: 4, results: 2, runs: vec![costs(&[1, 1, 1])], ..scope(&[]) })
}

/// Every order of the first so many numbers, from 0.
fn orders(count: u32) -> Vec<Vec<u32>> {
    (0..count).fold(vec![Vec::new()], |orders, next| {
        let inserted = orders.iter().flat_map(|order| {
            (0..=order.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, next);
                order
            })
        });
        inserted.collect()
    })
}

#[test]
fn the_order_of_facts_does_not_matter_and_what_they_say_does() {
    let none = Symmetry::none();
    let [one, other] = [[number(1), number(2)], [number(3), number(4)]];
    assert_eq!(key(&none, &[&one, &other]), key(&none, &[&other, &one]));
    let different: [&[&[Token]]; 8] = [
        &[],
        &[&one],
        &[&other],
        &[&one, &other],
        &[&[number(1), number(2), number(3), number(4)]],
        &[&[number(2), number(1)], &other],
        &[&[number(1), number(4)], &[number(3), number(2)]],
        &[&[number(1), number(2), number(0)], &other],
    ];
    let keys: BTreeSet<Key> = different.iter().map(|facts| key(&none, facts)).collect();
    assert_eq!(keys.len(), different.len());
}

#[test]
fn what_one_part_says_is_told_from_what_another_says() {
    for symmetry in [Symmetry::none(), symmetric()] {
        let fact: &[Token] = &[number(1), worker(1)];
        let parts: [&[&[&[Token]]]; 5] =
            [&[&[fact]], &[&[], &[fact]], &[&[], &[], &[fact]], &[&[fact], &[fact]], &[&[fact, fact]]];
        let keys: BTreeSet<Key> = parts.iter().map(|parts| key_of(&mut Keyer::default(), &symmetry, parts)).collect();
        assert_eq!(keys.len(), parts.len());
    }
}

#[test]
fn a_keyer_that_was_used_gives_the_same_keys_as_a_new_one() {
    let symmetry = symmetric();
    let [first, second]: [&[&[Token]]; 2] =
        [&[&[number(1), worker(2), run("a/3")], &[number(5)]], &[&[number(1), worker(2)], &[digest(1)], &[number(6)]]];
    let mut used = Keyer::default();
    for facts in [first, second, first] {
        assert_eq!(key_of(&mut used, &symmetry, &[facts]), key(&symmetry, facts));
    }
    // Also where it was left with something half said.
    used.canon.fact(&[number(9)]);
    used.part(&symmetry, None);
    used.canon.fact(&[number(9)]);
    assert_eq!(key_of(&mut used, &symmetry, &[first]), key(&symmetry, first));
}

#[test]
fn names_of_different_kinds_and_a_number_are_never_the_same() {
    let none = Symmetry::none();
    let tokens = [
        number(0),
        number(1),
        number(-1),
        Token::Tenant(TenantId(0)),
        Token::Tenant(TenantId(1)),
        Token::Tenant(TenantId(2)),
        run("a/0"),
        run("a/1"),
        run("a/2"),
        run("b/0"),
        run("b/1"),
        run("c/1"),
        worker(0),
        worker(1),
        worker(2),
        digest(0),
        digest(1),
        digest(2),
    ];
    let keys: BTreeSet<Key> = tokens.iter().map(|token| key(&none, &[&[*token]])).collect();
    assert_eq!(keys.len(), tokens.len());
}

#[test]
fn states_that_differ_only_in_interchangeable_names_have_one_key_and_no_others_have() {
    let symmetry = symmetric();
    let mut keyer = Keyer::default();
    // Who waits for whom: two pairs, a ring of four, a ring of three, a chain, a star, and one who waits for two.
    let shapes: [&[(u32, u32)]; 6] = [
        &[(0, 1), (1, 0), (2, 3), (3, 2)],
        &[(0, 1), (1, 2), (2, 3), (3, 0)],
        &[(0, 1), (1, 2), (2, 0)],
        &[(0, 1), (1, 2), (2, 3)],
        &[(1, 0), (2, 0), (3, 0)],
        &[(0, 1), (0, 2), (2, 1)],
    ];
    let mut keys = BTreeSet::new();
    for shape in shapes {
        let mut renamed = BTreeSet::new();
        for order in orders(4) {
            let name = |member: u32| worker(order[member as usize] + 1);
            let facts: Vec<[Token; 3]> =
                shape.iter().map(|(one, other)| [number(7), name(*one), name(*other)]).collect();
            let facts: Vec<&[Token]> = facts.iter().map(<[Token; 3]>::as_slice).collect();
            renamed.insert(key_of(&mut keyer, &symmetry, &[&facts]));
        }
        assert_eq!(renamed.len(), 1, "{shape:?}");
        keys.extend(renamed);
    }
    assert_eq!(keys.len(), shapes.len());
}

#[test]
fn workers_results_and_runs_are_renamed_each_among_themselves_and_together() {
    let symmetry = symmetric();
    let mut keyer = Keyer::default();
    let mut keys = BTreeSet::new();
    // Two workers hold a run each and would give it a result: the same one, or each its own.
    for same in [true, false] {
        let mut renamed = BTreeSet::new();
        for workers in orders(4) {
            for runs in orders(3) {
                for results in orders(2) {
                    let holds = |member: usize, result: usize| {
                        let key = runs[member] + 1;
                        let run = Token::Run(RunId { tenant: TenantId(0), key });
                        [number(1), worker(workers[member] + 1), run, digest(results[result].into())]
                    };
                    let facts = [holds(0, 0), holds(1, usize::from(!same))];
                    renamed.insert(key_of(&mut keyer, &symmetry, &[&[&facts[0], &facts[1]]]));
                }
            }
        }
        assert_eq!(renamed.len(), 1, "same result: {same}");
        keys.extend(renamed);
    }
    assert_eq!(keys.len(), 2);
}

#[test]
fn a_name_that_is_not_interchangeable_counts_as_itself() {
    let symmetry = symmetric();
    for (one, other) in
        [(worker(4), worker(5)), (digest(1), digest(2)), (run("a/3"), run("b/1")), (number(1), number(2))]
    {
        assert_ne!(key(&symmetry, &[&[one]]), key(&symmetry, &[&[other]]));
    }
    assert_eq!(key(&symmetry, &[&[worker(1)]]), key(&symmetry, &[&[worker(4)]]));
    assert_ne!(key(&Symmetry::none(), &[&[worker(1)]]), key(&Symmetry::none(), &[&[worker(4)]]));
}

#[test]
fn facts_are_left_out_by_the_part_that_tells_them_only_where_a_test_asks_for_it() {
    fn second_part_about_one(part: usize, fact: &[Token]) -> bool {
        part == 1 && fact.first() == Some(&Token::Number(1))
    }
    let none = Symmetry::none();
    let forgetful = |parts: &[&[&[Token]]]| {
        let mut keyer = Keyer::default();
        keyer.start();
        for part in parts {
            part.iter().for_each(|fact| keyer.canon.fact(fact));
            keyer.part(&none, Some(second_part_about_one));
        }
        keyer.finish(&none)
    };
    let [one, other]: [&[Token]; 2] = [&[number(1)], &[number(2)]];
    assert_eq!(forgetful(&[&[], &[one, other]]), forgetful(&[&[], &[other]]));
    assert_ne!(forgetful(&[&[one], &[other]]), forgetful(&[&[], &[other]]));
    assert_ne!(forgetful(&[&[], &[other], &[one]]), forgetful(&[&[], &[other], &[]]));
}

/// Each half must do by itself, as the one is what tells equal keys from others when a table was found by the other.
#[test]
fn no_two_of_many_facts_have_half_a_key_in_common() {
    let none = Symmetry::none();
    let mut keyer = Keyer::default();
    let (mut left, mut right, mut bits) = (BTreeSet::new(), BTreeSet::new(), [0_u32; 128]);
    let mut facts: Vec<Vec<Token>> = Vec::new();
    // Small numbers at each of many places, more places than are hashed at a time.
    for length in 1..36 {
        for place in 0..length {
            for value in [-2, -1, 1, 2, 3, 1 << 32] {
                let mut fact = vec![number(0); length];
                fact[place] = number(value);
                facts.push(fact);
            }
        }
    }
    for fact in &facts {
        let key = key_of(&mut keyer, &none, &[&[fact]]);
        left.insert((key >> 64) as u64);
        right.insert(key as u64);
        bits.iter_mut().enumerate().for_each(|(place, count)| *count += (key >> place & 1) as u32);
    }
    assert_eq!((left.len(), right.len()), (facts.len(), facts.len()));
    // Of 3780 coins thrown, half and not more than five deviations.
    let half = facts.len() as u32 / 2;
    assert_eq!(facts.len(), 3780);
    for (place, count) in bits.iter().enumerate() {
        assert!(count.abs_diff(half) < 155, "bit {place} is set in {count} of {}", facts.len());
    }
}

/// Keys are in what the sampled check reports, and two builds that differ in them can't be held against each other.
#[test]
fn keys_are_the_same_on_every_machine_and_in_every_version() {
    let symmetry = symmetric();
    let mut long = vec![number(-5), Token::Tenant(TenantId(3)), run("c/9"), worker(77), digest(12)];
    long.extend((0..36).map(|place| number(place * 1_000_003 - 7)));
    let held: [&[Token]; 5] = [
        &[number(1), worker(3), run("a/1"), digest(1)],
        &[number(1), worker(1), run("a/2"), digest(0)],
        &[number(2), run("a/3")],
        &[number(3), worker(2), worker(4)],
        &[number(3), digest(0), run("a/2"), worker(1), worker(3)],
    ];
    let keys = [
        key(&symmetry, &[]),
        key(&symmetry, &[&[number(1)]]),
        key(&symmetry, &[&long[..5]]),
        key(&symmetry, &[&long[..16], &long[..15]]),
        key(&symmetry, &[&long]),
        key(&symmetry, &held),
        key_of(&mut Keyer::default(), &symmetry, &[&held[1..], &held[..2], &[&long[3..], held[0]]]),
    ];
    let told: Vec<String> = keys.iter().map(|key| format!("{key:032x}")).collect();
    assert_eq!(told, GOLDEN);
}

const GOLDEN: [&str; 7] = [
    "00000000000000000000000000000000",
    "1199383193bdf5f8f11d7ac764ee47a7",
    "ba00763c6be2cea2ef8e10723e7f72fa",
    "3f30b1d0d1310023b7bc7beeb66bb3a2",
    "f9acab53a41a7f2e890fe83cf28a2807",
    "d064158fbe04fb94d9d4a0ef46429c02",
    "d317389172fb640a373502b50a26f385",
];
