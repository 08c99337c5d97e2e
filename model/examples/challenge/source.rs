//! A value of the challenge is made from choices: numbers from 0 on, each with a most, read one after the other. Fresh
//! ones are drawn and recorded; recorded ones are read again, whatever has been made of them in between.
//!
//! Reading is total: a choice above its most is its most, choices that are left over are left out, and where they run out
//! there is no value, so that nothing fails. While it reads, a source notes what belongs together: the choices of an
//! element, of an operator and the operand that would go with it, of the seam of two lists.

use model::shrink::Span;
use model::spine::Draws;
use std::ops::Range;

/// The most elements of a list; a bound for the generator only, as no seed comes near it.
const LENGTH_MAX: usize = 100;

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What was chosen.
    pub now: u64,
    /// What it belonged to when the sequence was last read.
    pub spans: Vec<Span>,
}

/// The elements of one list, each with the choice before it that says that it is there.
pub type Siblings = Vec<Range<usize>>;

/// What a reading found out about the sequence beside the value.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    /// Values beside each other that could change places.
    pub siblings: Vec<Siblings>,
    /// The places of signed numbers, with their bits.
    pub integers: Vec<(usize, u32)>,
    /// The places of lengths that were chosen before their list, with the list's elements.
    pub lengths: Vec<(usize, Siblings)>,
}

enum Origin<'plan> {
    Fresh(Draws),
    Recorded(&'plan [Choice]),
}

/// Where choices come from, and what has been read of it.
pub struct Source<'plan> {
    origin: Origin<'plan>,
    /// What has been read.
    pub read: Vec<Choice>,
    /// What has been noted.
    pub notes: Notes,
    depth: u8,
    spans: u64,
}

impl<'plan> Source<'plan> {
    /// Draws anew.
    pub fn fresh(draws: Draws) -> Source<'plan> {
        Source::of(Origin::Fresh(draws))
    }

    /// Reads a sequence.
    pub fn recorded(choices: &'plan [Choice]) -> Source<'plan> {
        Source::of(Origin::Recorded(choices))
    }

    fn of(origin: Origin<'plan>) -> Source<'plan> {
        Source { origin, read: Vec::new(), notes: Notes::default(), depth: 0, spans: 0 }
    }

    /// A number up to `most`; `draw` draws a fresh one.
    fn choice(&mut self, most: u64, draw: impl FnOnce(&mut Draws) -> u64) -> Option<u64> {
        let now = match &mut self.origin {
            Origin::Fresh(draws) => draw(draws),
            Origin::Recorded(choices) => choices.get(self.read.len())?.now,
        };
        self.read.push(Choice { now: now.min(most), spans: Vec::new() });
        Some(now.min(most))
    }

    /// Yes (1) or no (0); a fresh one is yes `times` in `of`.
    pub fn yes(&mut self, times: u64, of: u64) -> Option<bool> {
        Some(self.choice(1, |draws| u64::from(draws.chance(times, of)))? == 1)
    }

    /// One of so many, each as likely.
    pub fn one_of(&mut self, count: u64) -> Option<u64> {
        let most = count.saturating_sub(1);
        self.choice(most, |draws| draws.between(0, most))
    }

    /// A number of at most so many bits, small ones and large ones as likely.
    pub fn number(&mut self, bits: u32) -> Option<u64> {
        self.choice(u64::MAX.checked_shr(64 - bits).unwrap_or(0), |draws| {
            let bits = draws.between(0, u64::from(bits));
            if bits == 0 { 0 } else { draws.word() >> (64 - bits) }
        })
    }

    /// A signed number of so many bits: 0, 1, -1, 2, -2 and so on, in this order of simplicity.
    pub fn integer(&mut self, bits: u32) -> Option<i64> {
        self.notes.integers.push((self.read.len(), bits));
        Some(integer_of(self.number(bits)?, bits))
    }

    /// A list: before each element a choice says that there is one more, and after the last that there is none.
    pub fn list<T>(&mut self, mut element: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut list = Vec::new();
        let mut places = Siblings::new();
        loop {
            let start = self.read.len();
            if list.len() == LENGTH_MAX || !self.yes(6, 7)? {
                break;
            }
            self.depth += 1;
            list.push(element(self)?);
            self.depth -= 1;
            places.push(start..self.read.len());
        }
        self.mark_elements(&places);
        self.notes.siblings.push(places);
        Some(list)
    }

    /// Lists in a list. The end of one and the begin of the next, taken away, leave them one list.
    pub fn lists<T>(&mut self, mut element: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<Vec<T>>> {
        let lists = self.list(|source| source.list(&mut element))?;
        let places = self.notes.siblings.last().cloned().unwrap_or_default();
        for pair in places.windows(2) {
            self.mark(3, &[pair[0].end - 1..pair[0].end, pair[1].start..pair[1].start + 1]);
        }
        Some(lists)
    }

    /// A list of which the length, from 1, is chosen first.
    pub fn sized<T>(&mut self, most: u64, mut element: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length_at = self.read.len();
        let length = self.one_of(most)? + 1;
        let mut list = Vec::new();
        let mut places = Siblings::new();
        for _ in 0..length {
            let start = self.read.len();
            list.push(element(self)?);
            places.push(start..self.read.len());
        }
        self.notes.siblings.push(places.clone());
        self.notes.lengths.push((length_at, places));
        Some(list)
    }

    /// What is read by a closure, and where.
    pub fn placed<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<(T, Range<usize>)> {
        let start = self.read.len();
        self.depth += 1;
        let value = read(self)?;
        self.depth -= 1;
        Some((value, start..self.read.len()))
    }

    /// Two values of which either can stand for both: `head` and one of them, taken away, leave the other.
    pub fn either(&mut self, head: Range<usize>, one: Range<usize>, two: Range<usize>) {
        self.mark(self.depth, &[head.clone(), two.clone()]);
        self.mark(self.depth, &[head, one.clone()]);
        self.notes.siblings.push(vec![one, two]);
    }

    /// Values that could change places.
    pub fn siblings(&mut self, places: Siblings) {
        self.notes.siblings.push(places);
    }

    fn mark_elements(&mut self, places: &Siblings) {
        for place in places {
            self.mark(self.depth, std::slice::from_ref(place));
        }
    }

    fn mark(&mut self, rank: u8, places: &[Range<usize>]) {
        let span = Span { rank, id: self.spans };
        self.spans += 1;
        for place in places {
            for choice in self.read.get_mut(place.clone()).into_iter().flatten() {
                choice.spans.push(span);
            }
        }
    }
}

/// The signed number that a choice stands for.
pub fn integer_of(choice: u64, bits: u32) -> i64 {
    let half = choice / 2;
    let number = if choice.is_multiple_of(2) { (half as i64).wrapping_neg() } else { (half as i64).wrapping_add(1) };
    // The last of an even count of numbers has no positive twin: 2^15 in 16 bits is -2^15.
    (number << (64 - bits)) >> (64 - bits)
}

/// The choice that stands for a signed number.
pub fn choice_of(integer: i64) -> u64 {
    let distance = integer.unsigned_abs();
    if integer > 0 { distance.wrapping_mul(2) - 1 } else { distance.wrapping_mul(2) }
}
