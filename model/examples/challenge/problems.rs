//! The problems of the challenge: how a value is made from choices, and what is wrong with it.
//!
//! The definitions are those of github.com/jlink/shrinking-challenge, read in its texts and, where they leave something
//! open, in its implementations for jqwik and elm-test.

use super::calculator::{Term, calculator};
use super::heap::{Heap, binheap};
use super::properties as property;
use super::source::Source;
use std::fmt::Debug;

/// A value, and whether it breaks the property.
pub struct Sample {
    /// Whether it does.
    pub fails: bool,
    /// The value, for a reader.
    pub text: String,
}

/// One problem.
#[derive(Clone, Copy)]
pub struct Challenge {
    /// Its name in the challenge.
    pub name: &'static str,
    /// Reads a value; none where the choices run out.
    pub read: fn(&mut Source<'_>) -> Option<Sample>,
}

/// All of them; `difference` is three.
pub const CHALLENGES: [Challenge; 13] = [
    Challenge { name: "binheap", read: read_binheap },
    Challenge { name: "bound5", read: read_bound5 },
    Challenge { name: "calculator", read: read_calculator },
    Challenge { name: "coupling", read: read_coupling },
    Challenge { name: "deletion", read: read_deletion },
    Challenge {
        name: "difference_must_not_be_zero",
        read: |source| read_difference(source, property::difference_must_not_be_zero),
    },
    Challenge {
        name: "difference_must_not_be_small",
        read: |source| read_difference(source, property::difference_must_not_be_small),
    },
    Challenge {
        name: "difference_must_not_be_one",
        read: |source| read_difference(source, property::difference_must_not_be_one),
    },
    Challenge { name: "distinct", read: read_distinct },
    Challenge { name: "large_union_list", read: read_large_union_list },
    Challenge { name: "lengthlist", read: read_lengthlist },
    Challenge { name: "nestedlists", read: read_nestedlists },
    Challenge { name: "reverse", read: read_reverse },
];

/// The deepest terms and heaps that are made. What is deepest chooses its kind like the rest, of one, so that it reads
/// alike wherever it stands.
const DEPTH_MAX: u32 = 5;

/// The bits of an integer where the challenge bounds it by nothing.
const BITS: u32 = 64;

fn sample(fails: bool, value: &impl Debug) -> Option<Sample> {
    Some(Sample { fails, text: format!("{value:?}") })
}

fn read_bound5(source: &mut Source<'_>) -> Option<Sample> {
    let mut lists = Vec::new();
    let mut places = Vec::new();
    for _ in 0..5 {
        let (list, place) = source.placed(|source| source.list(|source| Some(source.integer(16)? as i16)))?;
        lists.push(list);
        places.push(place);
    }
    source.siblings(places);
    sample(property::bound5(&lists), &lists)
}

fn read_large_union_list(source: &mut Source<'_>) -> Option<Sample> {
    let lists = source.lists(|source| source.integer(BITS))?;
    sample(property::large_union_list(&lists), &lists)
}

fn read_nestedlists(source: &mut Source<'_>) -> Option<Sample> {
    let lists = source.lists(|source| source.integer(BITS))?;
    sample(property::nestedlists(&lists), &lists)
}

fn read_reverse(source: &mut Source<'_>) -> Option<Sample> {
    let list = source.list(|source| source.integer(BITS))?;
    sample(property::reverse(&list), &list)
}

fn read_distinct(source: &mut Source<'_>) -> Option<Sample> {
    let list = source.list(|source| source.integer(BITS))?;
    sample(property::distinct(&list), &list)
}

fn read_lengthlist(source: &mut Source<'_>) -> Option<Sample> {
    let list = source.sized(100, |source| source.one_of(1_001))?;
    sample(property::lengthlist(&list), &list)
}

fn read_coupling(source: &mut Source<'_>) -> Option<Sample> {
    let list = source.list(|source| source.one_of(11))?;
    sample(property::coupling(&list), &list)
}

fn read_deletion(source: &mut Source<'_>) -> Option<Sample> {
    let list = source.list(|source| source.integer(BITS))?;
    let place = source.one_of(11)?;
    sample(property::deletion((&list, place)), &(list, place))
}

fn read_difference(source: &mut Source<'_>, fails: fn((u64, u64)) -> bool) -> Option<Sample> {
    let pair = (source.number(31)?.saturating_add(1), source.number(31)?.saturating_add(1));
    sample(fails(pair), &pair)
}

fn read_calculator(source: &mut Source<'_>) -> Option<Sample> {
    let term = read_term(source, DEPTH_MAX)?;
    Some(Sample { fails: calculator(&term), text: term.to_string() })
}

fn read_term(source: &mut Source<'_>, depth: u32) -> Option<Term> {
    let (kind, head) = source.placed(|source| source.one_of(if depth == 0 { 1 } else { 3 }))?;
    if kind == 0 {
        return Some(Term::Number(source.integer(BITS)?));
    }
    let (left, one) = source.placed(|source| read_term(source, depth - 1))?;
    let (right, two) = source.placed(|source| read_term(source, depth - 1))?;
    source.either(head, one, two);
    let (left, right) = (Box::new(left), Box::new(right));
    Some(if kind == 1 { Term::Sum(left, right) } else { Term::Quotient(left, right) })
}

/// No heap is no failure.
fn read_binheap(source: &mut Source<'_>) -> Option<Sample> {
    let heap = read_heap(source, 0, DEPTH_MAX)?;
    let text = heap.as_ref().map_or_else(|| "None".to_owned(), ToString::to_string);
    Some(Sample { fails: heap.as_deref().is_some_and(binheap), text })
}

/// A heap, of which no key is less than `least`: each is chosen as what it is above the key over it.
fn read_heap(source: &mut Source<'_>, least: i128, depth: u32) -> Option<Option<Box<Heap>>> {
    let (key, head) = source.placed(|source| {
        let none = if depth == 0 { source.one_of(1)? == 0 } else { !source.yes(3, 4)? };
        if none { Some(None) } else { Some(Some(least + i128::from(source.number(31)?))) }
    })?;
    let Some(key) = key else { return Some(None) };
    let (left, one) = source.placed(|source| read_heap(source, key, depth - 1))?;
    let (right, two) = source.placed(|source| read_heap(source, key, depth - 1))?;
    source.either(head, one, two);
    Some(Some(Box::new(Heap { key, below: [left, right] })))
}
