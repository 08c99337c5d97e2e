//! Swarm: each seed draws its own configuration, some features of it switched off.
//!
//! A run in which everything happens at once tests few things well: floods hide starvation, and a fault that strikes
//! every run hides what needs its absence. So each dimension (a size, a rate, a weight) is drawn per seed, from a stream
//! of its own: fixing one, or adding one, changes no other.

use super::stream::Stream;
use std::collections::BTreeMap;

/// Dimensions that are not drawn, by name.
pub type Fixed = BTreeMap<String, u64>;

/// Draws dimensions and remembers them.
#[derive(Debug)]
pub struct Swarm<'fixed> {
    stream: Stream,
    fixed: &'fixed Fixed,
    drawn: Vec<(&'static str, u64)>,
}

impl Swarm<'_> {
    /// A swarm of one seed.
    pub fn new(stream: Stream, fixed: &Fixed) -> Swarm<'_> {
        Swarm { stream: stream.child("swarm"), fixed, drawn: Vec::new() }
    }

    /// A dimension between two values, both included; one time in four it is one of the two.
    pub fn between(&mut self, name: &'static str, low: u64, high: u64) -> u64 {
        self.draw(name, |stream| {
            let mut draws = stream.draws();
            match draws.below(8) {
                0 => low,
                1 => high.max(low),
                _ => draws.between(low, high),
            }
        })
    }

    /// A dimension that takes one of the values listed, each as likely; 0 of none.
    pub fn one_of(&mut self, name: &'static str, values: &[u64]) -> u64 {
        self.draw(name, |stream| stream.draws().pick(values).copied().unwrap_or(0))
    }

    /// A dimension that is off, 0, one time in three, and otherwise between 1 and `high`.
    pub fn weight(&mut self, name: &'static str, high: u64) -> u64 {
        self.draw(name, |stream| {
            let mut draws = stream.draws();
            if draws.chance(1, 3) { 0 } else { draws.between(1, high) }
        })
    }

    /// A dimension that each of several things has its own value of; fixing it fixes it for all of them.
    pub fn each(&mut self, name: &'static str, count: u64, values: &[u64]) -> Vec<u64> {
        if let Some(value) = self.fixed.get(name) {
            return vec![*value; count as usize];
        }
        let stream = self.stream.child(name);
        (0..count).map(|number| stream.keyed(&[number]).draws().pick(values).copied().unwrap_or(0)).collect()
    }

    /// What was drawn, or fixed, by name, in the order in which it was asked for.
    pub fn drawn(self) -> Vec<(&'static str, u64)> {
        self.drawn
    }

    fn draw(&mut self, name: &'static str, draw: impl FnOnce(Stream) -> u64) -> u64 {
        let value = match self.fixed.get(name) {
            Some(value) => *value,
            None => draw(self.stream.child(name)),
        };
        self.drawn.push((name, value));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixing_one_dimension_moves_no_other() {
        let draw = |fixed: &Fixed| {
            let mut swarm = Swarm::new(Stream::root(7), fixed);
            let _ = (swarm.between("workers", 1, 9), swarm.weight("stalls", 100), swarm.one_of("window", &[1, 10]));
            swarm.drawn()
        };
        let free = draw(&Fixed::new());
        let fixed = draw(&Fixed::from([("stalls".to_owned(), 77)]));
        assert_eq!(fixed[1], ("stalls", 77));
        assert_eq!((free[0], free[2]), (fixed[0], fixed[2]));
    }

    #[test]
    fn a_kept_seed_goes_on_drawing_the_same_dimensions() {
        let fixed = Fixed::from([("slots".to_owned(), 5)]);
        let mut swarm = Swarm::new(Stream::root(7), &fixed);
        let drawn = [
            swarm.between("workers", 1, 1_000),
            swarm.weight("stalls", 1_000),
            swarm.one_of("window", &[10, 20, 30]),
            swarm.one_of("nothing", &[]),
            swarm.between("slots", 1, 9),
        ];
        assert_eq!(swarm.each("quota", 4, &[10, 20, 30, 40]), [10, 40, 30, 30]);
        assert_eq!(swarm.each("slots", 2, &[10, 20]), [5, 5]);
        assert_eq!(drawn, [1, 11, 10, 0, 5]);
        let names = ["workers", "stalls", "window", "nothing", "slots"];
        assert_eq!(swarm.drawn(), names.into_iter().zip(drawn).collect::<Vec<_>>());
    }

    #[test]
    fn both_ends_and_off_come_up() {
        let fixed = Fixed::new();
        let values: Vec<(u64, u64)> = (0..200)
            .map(|seed| {
                let mut swarm = Swarm::new(Stream::root(seed), &fixed);
                (swarm.between("size", 0, 1_000_000), swarm.weight("rate", 10))
            })
            .collect();
        for end in [0, 1_000_000] {
            assert!(values.iter().any(|(size, _)| *size == end));
        }
        let off = values.iter().filter(|(_, rate)| *rate == 0).count();
        assert!((40..95).contains(&off), "{off} of 200 off");
    }
}
