//! A sequence of choices as a problem of the shrinker: events are choices, every choice can be lowered, and the spans are what
//! the last reading found to belong together.
//!
//! Shorter is simpler, and of equally long ones the one that comes first in order of its numbers. What is tried beside the
//! shrinker's own passes, each only where it makes the sequence simpler in this sense: values beside each other in order,
//! elements of a list away together with their part of its length or of the
//! numbers beyond them, two signed numbers with the same sum, or their sum in
//! place of both.

use super::problems::Challenge;
use super::source::{Choice, Notes, Source, choice_of, integer_of};
use model::shrink::{Failure, Plan, PlanOf, Problem, Span, Value};
use model::spine::{Hash128, Stream};
use std::ops::Range;

/// More signed numbers than this are not tried two by two.
const INTEGERS_UP_TO: usize = 10;

/// The simplest numbers that one of two is tried as.
const SIMPLEST: u64 = 4;

/// A challenge, with a count of how often its property was asked.
pub struct Choices {
    challenge: Challenge,
    /// How often.
    pub evaluations: u64,
}

impl Choices {
    /// Nothing asked yet.
    pub const fn new(challenge: Challenge) -> Choices {
        Choices { challenge, evaluations: 0 }
    }

    /// The first failing sequence that a seed comes to, in at most so many tries.
    pub fn failing(&self, seed: u64, tries: u64) -> Option<PlanOf<Choices>> {
        let stream = Stream::root(seed).child(self.challenge.name);
        (0..tries).find_map(|number| {
            let mut source = Source::fresh(stream.keyed(&[number]).draws());
            let sample = (self.challenge.read)(&mut source)?;
            sample.fails.then_some(Plan { setup: (), events: source.read })
        })
    }

    /// The value of a sequence, for a reader, if there is one.
    pub fn text(&self, plan: &PlanOf<Choices>) -> Option<String> {
        (self.challenge.read)(&mut Source::recorded(&plan.events)).map(|sample| sample.text)
    }

    /// The sequence as it reads, and what is to be known of it; none where it gives no value.
    fn read(&self, choices: &[Choice]) -> Option<(Vec<Choice>, Notes)> {
        let mut source = Source::recorded(choices);
        (self.challenge.read)(&mut source)?;
        Some((source.read, source.notes))
    }
}

impl Problem for Choices {
    type Setup = ();
    type Event = Choice;

    fn run(&mut self, plan: &PlanOf<Choices>) -> Option<Failure> {
        self.evaluations += 1;
        let mut source = Source::recorded(&plan.events);
        let fails = (self.challenge.read)(&mut source)?.fails;
        fails.then(|| Failure { signature: self.challenge.name.to_owned(), event: source.read.len() })
    }

    fn hash(&self, plan: &PlanOf<Choices>) -> u128 {
        let mut hash = Hash128::new(0);
        plan.events.iter().for_each(|choice| hash.word(choice.now));
        hash.value()
    }

    fn spans(&self, event: &Choice) -> Vec<Span> {
        event.spans.clone()
    }

    fn values(&self, plan: &PlanOf<Choices>) -> Vec<Value> {
        plan.events.iter().map(|choice| Value { now: choice.now, simplest: 0 }).collect()
    }

    fn with_values(&self, plan: &PlanOf<Choices>, changes: &[(usize, u64)]) -> Option<PlanOf<Choices>> {
        let mut changed = plan.clone();
        for (place, now) in changes {
            changed.events.get_mut(*place)?.now = *now;
        }
        Some(changed)
    }

    fn renumbered(&self, plan: &PlanOf<Choices>) -> PlanOf<Choices> {
        self.read(&plan.events).map_or_else(|| plan.clone(), |(events, _)| Plan { setup: (), events })
    }

    fn canonical_order(&self, plan: &PlanOf<Choices>) -> PlanOf<Choices> {
        let mut sorted = plan.clone();
        let mut group = 0;
        // Inner groups are noted before outer ones, so what is in order stays so.
        while let Some((read, notes)) = self.read(&sorted.events) {
            let Some(places) = notes.siblings.get(group) else { break };
            let mut blocks: Vec<&[Choice]> = places.iter().map(|place| &read[place.clone()]).collect();
            blocks.sort_by_key(|block| numbers(block));
            sorted.events = match (places.first(), places.last()) {
                (Some(first), Some(last)) => [&read[..first.start], &blocks.concat(), &read[last.end..]].concat(),
                _ => read,
            };
            group += 1;
        }
        sorted
    }

    fn simpler(&self, plan: &PlanOf<Choices>) -> Vec<PlanOf<Choices>> {
        let Some((read, notes)) = self.read(&plan.events) else { return Vec::new() };
        let mut tries = shorter_by_length(&read, &notes);
        tries.extend(shorter_by_place(&read, &notes));
        tries.extend(summed_up(&read, &notes));
        tries.extend(exchanged(&read, &notes));
        tries.extend(same_sum(&read, &notes));
        let simpler = |tried: &Vec<Choice>| (tried.len(), numbers(tried)) < (plan.events.len(), numbers(&plan.events));
        tries.into_iter().filter(simpler).map(|events| Plan { setup: (), events }).collect()
    }
}

fn numbers(choices: &[Choice]) -> Vec<u64> {
    choices.iter().map(|choice| choice.now).collect()
}

fn without(choices: &[Choice], place: Range<usize>) -> Vec<Choice> {
    [&choices[..place.start], &choices[place.end..]].concat()
}

/// Chunks of a list away, and their count off its length.
fn shorter_by_length(read: &[Choice], notes: &Notes) -> Vec<Vec<Choice>> {
    let mut tries = Vec::new();
    for (length, elements) in &notes.lengths {
        let mut size = elements.len() / 2;
        while size > 0 {
            for chunk in elements.chunks(size).filter(|chunk| chunk.len() < elements.len()) {
                let place = chunk[0].start..chunk[chunk.len() - 1].end;
                let mut tried = without(read, place);
                tried[*length].now = tried[*length].now.saturating_sub(chunk.len() as u64);
                tries.push(tried);
            }
            size /= 2;
        }
    }
    tries
}

/// An element of a list away, and the numbers of the list that are greater than its place lowered by one: they may be places.
fn shorter_by_place(read: &[Choice], notes: &Notes) -> Vec<Vec<Choice>> {
    let mut tries = Vec::new();
    for elements in notes.siblings.iter().filter(|elements| elements.iter().all(|element| element.len() == 2)) {
        for (place, element) in (0_u64..).zip(elements) {
            let mut tried = read.to_vec();
            for number in elements.iter().map(|element| element.end - 1) {
                tried[number].now -= u64::from(tried[number].now > place);
            }
            tries.push(without(&tried, element.clone()));
        }
    }
    tries
}

/// Each two values beside each other that are not in order, exchanged.
fn exchanged(read: &[Choice], notes: &Notes) -> Vec<Vec<Choice>> {
    let pairs = notes.siblings.iter().flat_map(|siblings| siblings.windows(2));
    let tries = pairs.filter_map(|pair| {
        let (one, two) = (&read[pair[0].clone()], &read[pair[1].clone()]);
        let unordered = numbers(two) < numbers(one);
        unordered.then(|| [&read[..pair[0].start], two, one, &read[pair[1].end..]].concat())
    });
    tries.collect()
}

/// The signed numbers two by two, where there are few of them.
fn integer_pairs<'notes>(notes: &'notes Notes) -> impl Iterator<Item = (usize, usize, u32)> + 'notes {
    let integers: &[(usize, u32)] = if notes.integers.len() <= INTEGERS_UP_TO { &notes.integers } else { &[] };
    integers
        .iter()
        .enumerate()
        .flat_map(move |(index, (one, bits))| integers[index + 1..].iter().map(move |(other, _)| (*one, *other, *bits)))
}

/// The sum of two signed numbers in place of one, and the other's element away.
fn summed_up(read: &[Choice], notes: &Notes) -> Vec<Vec<Choice>> {
    let mut tries = Vec::new();
    for (one, other, bits) in integer_pairs(notes) {
        let sum = integer_of(read[one].now, bits).wrapping_add(integer_of(read[other].now, bits));
        for (stays, goes) in [(other, one), (one, other)] {
            let elements = notes.siblings.iter().flatten();
            let element = elements
                .filter(|place| place.contains(&goes) && !place.contains(&stays))
                .min_by_key(|place| place.len());
            let Some(element) = element else { continue };
            let mut tried = read.to_vec();
            tried[stays].now = within(sum, bits);
            tries.push(without(&tried, element.clone()));
        }
    }
    tries
}

/// One of two signed numbers as simple as can be, and the other such that their sum stays.
fn same_sum(read: &[Choice], notes: &Notes) -> Vec<Vec<Choice>> {
    let mut tries = Vec::new();
    for (one, other, bits) in integer_pairs(notes) {
        let sum = integer_of(read[one].now, bits).wrapping_add(integer_of(read[other].now, bits));
        for simple in 0..SIMPLEST.min(read[one].now) {
            let mut tried = read.to_vec();
            tried[one].now = simple;
            tried[other].now = within(sum.wrapping_sub(integer_of(simple, bits)), bits);
            tries.push(tried);
        }
    }
    tries
}

/// The choice for a sum, wrapped around to so many bits.
fn within(sum: i64, bits: u32) -> u64 {
    choice_of((sum << (64 - bits)) >> (64 - bits))
}
