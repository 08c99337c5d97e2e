//! The agenda: what happens next, in one total order.
//!
//! Entries are keyed by (virtual time, sequence number), so that of two entries for the same instant the one that was
//! entered first comes first. Nothing else decides the order: no address, no hash, no thread.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Things that are to happen, each at an instant of virtual time (ms).
#[derive(Debug, Clone)]
pub struct Agenda<T> {
    order: BinaryHeap<Reverse<Key>>,
    /// Entries by the place that their key names; free places are used again.
    entries: Vec<Option<T>>,
    free: Vec<u32>,
    entered: u64,
}

/// Sorted by its fields in order; no two are equal in the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    time: u64,
    sequence: u64,
    place: u32,
}

impl<T> Default for Agenda<T> {
    fn default() -> Agenda<T> {
        Agenda { order: BinaryHeap::new(), entries: Vec::new(), free: Vec::new(), entered: 0 }
    }
}

impl<T> Agenda<T> {
    /// Enters a thing that is to happen at `time`.
    pub fn enter(&mut self, time: u64, entry: T) {
        let place = if let Some(place) = self.free.pop() {
            self.entries[place as usize] = Some(entry);
            place
        } else {
            self.entries.push(Some(entry));
            (self.entries.len() - 1) as u32
        };
        self.order.push(Reverse(Key { time, sequence: self.entered, place }));
        self.entered += 1;
    }

    /// Takes out what happens next, and its instant.
    pub fn take_next(&mut self) -> Option<(u64, T)> {
        let Reverse(key) = self.order.pop()?;
        let entry = self.entries[key.place as usize].take()?;
        self.free.push(key.place);
        Some((key.time, entry))
    }

    /// The instant of what happens next.
    pub fn next_time(&self) -> Option<u64> {
        self.order.peek().map(|Reverse(key)| key.time)
    }

    /// How many entries wait.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::stream::Stream;

    #[test]
    fn entries_of_one_instant_come_in_the_order_in_which_they_were_entered() {
        let mut agenda = Agenda::default();
        for (time, name) in [(5, "c"), (1, "a"), (5, "d"), (1, "b")] {
            agenda.enter(time, name);
        }
        for (left, next) in [(4, (1, "a")), (3, (1, "b")), (2, (5, "c")), (1, (5, "d"))] {
            assert_eq!((agenda.len(), agenda.is_empty(), agenda.next_time()), (left, false, Some(next.0)));
            assert_eq!(agenda.take_next(), Some(next));
        }
        assert_eq!((agenda.len(), agenda.is_empty(), agenda.next_time(), agenda.take_next()), (0, true, None, None));
    }

    #[test]
    fn an_entry_that_takes_a_place_that_became_free_comes_after_those_before_it() {
        let mut agenda = Agenda::default();
        ["a", "b", "c"].into_iter().for_each(|name| agenda.enter(1, name));
        assert_eq!(agenda.take_next(), Some((1, "a")));
        agenda.enter(1, "d");
        assert_eq!([0; 3].map(|_| agenda.take_next()), ["b", "c", "d"].map(|name| Some((1, name))));
    }

    #[test]
    fn the_order_is_total_however_entering_and_taking_mix() {
        let mut draws = Stream::root(1).draws();
        let mut agenda = Agenda::default();
        let mut last = (0, 0);
        for number in 0..2_000_u64 {
            agenda.enter(last.0 + draws.below(4), number);
            if draws.chance(1, 2) {
                let (time, entry) = agenda.take_next().unwrap();
                assert!(time > last.0 || (time == last.0 && entry > last.1) || last == (0, 0));
                last = (time, entry);
            }
        }
    }
}
