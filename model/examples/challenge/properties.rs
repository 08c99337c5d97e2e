//! The properties of the challenge, each false: whether a value breaks it. A value outside of a property's precondition
//! breaks nothing. Ours and proptest's values are judged by the same functions.

use std::collections::BTreeSet;

/// Five lists, each of a sum below 256 in 16 bits: all together they are said to stay below 5 times 256.
pub fn bound5(lists: &[Vec<i16>]) -> bool {
    let sum = |numbers: &mut dyn Iterator<Item = i16>| numbers.fold(0_i16, i16::wrapping_add);
    lists.iter().all(|list| sum(&mut list.iter().copied()) < 256)
        && sum(&mut lists.iter().flatten().copied()) >= 5 * 256
}

/// No more than four distinct numbers are said to be in all the lists.
pub fn large_union_list(lists: &[Vec<i64>]) -> bool {
    lists.iter().flatten().collect::<BTreeSet<_>>().len() > 4
}

/// A list is said to be its own reverse.
pub fn reverse(list: &[i64]) -> bool {
    list.iter().rev().ne(list)
}

/// A list is said to stay below 900.
pub fn lengthlist(list: &[u64]) -> bool {
    list.iter().any(|number| *number >= 900)
}

/// From 10 on, two numbers are said to differ.
pub fn difference_must_not_be_zero((first, second): (u64, u64)) -> bool {
    first >= 10 && first == second
}

/// From 10 on, two numbers are said to be equal or to differ by more than 4.
pub fn difference_must_not_be_small((first, second): (u64, u64)) -> bool {
    first >= 10 && (1..=4).contains(&first.abs_diff(second))
}

/// From 10 on, two numbers are said not to be neighbours.
pub fn difference_must_not_be_one((first, second): (u64, u64)) -> bool {
    first >= 10 && first.abs_diff(second) == 1
}

/// No two places of a list of its own places are said to hold each other.
pub fn coupling(list: &[u64]) -> bool {
    let place_of = |number: u64| list.get(number as usize).copied();
    let within = list.iter().all(|number| *number < list.len() as u64);
    within && (0_u64..).zip(list).any(|(place, number)| place != *number && place_of(*number) == Some(place))
}

/// After a number is removed from a list, it is said to be there no more. The removal removes its first occurrence.
pub fn deletion((list, place): (&[i64], u64)) -> bool {
    let Some(number) = list.get(place as usize) else { return false };
    list.iter().filter(|other| *other == number).count() > 1
}

/// No three numbers of a list are said to be distinct.
pub fn distinct(list: &[i64]) -> bool {
    list.iter().collect::<BTreeSet<_>>().len() >= 3
}

/// Lists are said to be no longer than 10 in sum.
pub fn nestedlists(lists: &[Vec<i64>]) -> bool {
    lists.iter().map(Vec::len).sum::<usize>() > 10
}
