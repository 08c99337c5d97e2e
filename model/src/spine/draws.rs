//! Draws from a stream: xoshiro256**, and bounded draws by rejection sampling of our own.
//!
//! The generator is the published one (rand_xoshiro, pinned to a version); what is made of its words is written out
//! here, because a library may change how it does that, and then every kept seed would mean another run. Nothing here
//! uses floating point: a logarithm may differ from machine to machine.

use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// A position in a stream of random words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draws(Xoshiro256StarStar);

impl Draws {
    /// Starts from a state of 32 bytes, little-endian words.
    pub fn from_state(state: [u8; 32]) -> Draws {
        Draws(Xoshiro256StarStar::from_seed(state))
    }

    /// The next word, uniform in all 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in `0..bound`, without bias. For a bound of 0 or of 1 it is 0, and nothing is drawn.
    ///
    /// Words are drawn until one is below the largest multiple of the bound that 64 bits hold; the value is its
    /// remainder. At most half of all words are rejected: those so high that what is left over carries them beyond 64 bits.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound <= 1 {
            return 0;
        }
        let left_over = bound.wrapping_neg() % bound;
        loop {
            let word = self.word();
            if word.checked_add(left_over).is_some() {
                return word.wrapping_rem(bound);
            }
        }
    }

    /// Uniform in `low..=high`. Where `high` is not above `low` it is `low`, and nothing is drawn.
    #[inline]
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        if high <= low {
            return low;
        }
        match (high - low).checked_add(1) {
            Some(span) => low + self.below(span),
            None => self.word(),
        }
    }

    /// True `times` times in `of`. Never where `times` or `of` is 0, always where `times` is at least `of`; nothing is drawn then.
    #[inline]
    pub fn chance(&mut self, times: u64, of: u64) -> bool {
        if times == 0 || of == 0 {
            return false;
        }
        times >= of || self.below(of) < times
    }

    /// One of the items, each as likely; none of none.
    pub fn pick<'items, T>(&mut self, items: &'items [T]) -> Option<&'items T> {
        items.get(self.below(items.len() as u64) as usize)
    }

    /// A place in the list, each as likely as its weight says; none where all weights are 0.
    pub fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let total = weights.iter().fold(0_u64, |sum, weight| sum.saturating_add(*weight));
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        weights.iter().position(|weight| {
            let here = left < *weight;
            left = left.saturating_sub(*weight);
            here
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::stream::Stream;

    fn state(words: [u64; 4]) -> [u8; 32] {
        let mut state = [0; 32];
        for (place, word) in state.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        state
    }

    #[test]
    fn the_generator_is_the_published_xoshiro256starstar() {
        let mut draws = Draws::from_state(state([1, 2, 3, 4]));
        let expected: [u64; 10] = [
            11520,
            0,
            1_509_978_240,
            1_215_971_899_390_074_240,
            1_216_172_134_540_287_360,
            607_988_272_756_665_600,
            16_172_922_978_634_559_625,
            8_476_171_486_693_032_832,
            10_595_114_339_597_558_777,
            2_904_607_092_377_533_576,
        ];
        for word in expected {
            assert_eq!(draws.word(), word);
        }
    }

    #[test]
    fn bounds_of_zero_and_one_give_zero_and_draw_nothing() {
        let mut draws = Stream::root(1).draws();
        let untouched = draws.clone();
        assert_eq!((draws.below(0), draws.below(1)), (0, 0));
        assert_eq!((draws.between(5, 5), draws.between(6, 5), draws.between(u64::MAX, 0)), (5, 6, u64::MAX));
        assert!(!draws.chance(0, 3) && !draws.chance(3, 0) && draws.chance(3, 3) && draws.chance(4, 3));
        assert_eq!(draws.pick::<u8>(&[]), None);
        assert_eq!((draws.weighted(&[]), draws.weighted(&[0, 0])), (None, None));
        assert_eq!(draws, untouched);
    }

    #[test]
    fn a_word_beyond_the_last_multiple_of_the_bound_is_passed_over() {
        // Three quarters of 2^64: two of these words are beyond, the others are themselves.
        let bound = 3 << 62;
        let stream = Stream::root(7).keyed(&[bound]);
        let mut draws = stream.draws();
        let words: [u64; 8] = std::array::from_fn(|_| draws.word());
        assert!(words[3] >= bound && words[5] >= bound);
        let mut draws = stream.draws();
        for place in [0, 1, 2, 4, 6, 7] {
            assert_eq!(draws.below(bound), words[place]);
        }
        // 2^64 - 1 is a multiple of 3: the highest word is passed over, and the one before it is not.
        for (second, word, drawn) in [(0x4fc7_1c71_c71c_71c7, u64::MAX, 2), (0x6c5b_05b0_5b05_b05b, u64::MAX - 1, 1)] {
            let mut draws = Draws::from_state(state([1, second, 3, 4]));
            let mut words = draws.clone();
            assert_eq!(words.clone().word(), word);
            for _ in 0..drawn {
                let _ = words.word();
            }
            let _ = draws.below(3);
            assert_eq!(draws, words);
        }
    }

    #[test]
    fn what_is_made_of_the_words_of_a_seed_is_what_it_always_was() {
        let draws = |label: &str| Stream::root(7).child(label).draws();
        let mut between = draws("between");
        assert_eq!([0; 10].map(|_| between.between(5, 9)), [5, 7, 7, 7, 5, 5, 9, 8, 6, 6]);
        assert_eq!(draws("between").between(u64::MAX - 1, u64::MAX), u64::MAX);
        assert_eq!(draws("between").between(0, u64::MAX), 0x6b69_aa76_757a_f605);
        let mut chance = draws("chance");
        let hits = [0; 12].map(|_| u8::from(chance.chance(1, 3)));
        assert_eq!(hits, [1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0]);
        let mut pick = draws("pick");
        let picked: String = (0..10).filter_map(|_| pick.pick(&["a", "b", "c", "d"]).copied()).collect();
        assert_eq!(picked, "bddbbbdccb");
        let mut weighted = draws("weighted");
        let places = [0; 12].map(|_| weighted.weighted(&[3, 0, 1, 2]));
        assert_eq!(places, [3, 0, 0, 3, 2, 3, 3, 2, 0, 2, 3, 3].map(Some));
    }

    #[test]
    fn every_bounded_draw_stays_within_its_bound() {
        let mut draws = Stream::root(2).draws();
        for bound in [2, 3, 5, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX] {
            for _ in 0..200 {
                assert!(draws.below(bound) < bound);
            }
        }
        assert!((0..200).all(|_| (7..=9).contains(&draws.between(7, 9))));
        let _ = draws.between(0, u64::MAX);
    }

    #[test]
    fn bounded_draws_are_uniform_by_a_chi_square_test() {
        // Eight tests, each of which an unbiased generator fails once in a million seeds. The seed is fixed, so they pass
        // for ever or never.
        for bound in [2, 3, 5, 7, 10, 13, 100, 256] {
            let mut draws = Stream::root(3).keyed(&[bound]).draws();
            let expected = 200_u64;
            let mut counts = vec![0_u64; bound as usize];
            for _ in 0..bound * expected {
                counts[draws.below(bound) as usize] += 1;
            }
            let square: u64 = counts.iter().map(|count| count.abs_diff(expected).pow(2)).sum();
            let statistic = square as f64 / expected as f64;
            let freedom = (bound - 1) as f64;
            // Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
            let normal =
                ((statistic / freedom).cbrt() - (1.0 - 2.0 / (9.0 * freedom))) / (2.0 / (9.0 * freedom)).sqrt();
            assert!(normal.abs() < 4.9, "bound {bound}: chi-square {statistic}, {normal} standard deviations off");
        }
    }

    #[test]
    fn a_bound_that_plain_remainders_would_favour_is_drawn_without_bias() {
        // 3/4 of 2^64: by plain remainders the lowest third would come up in half of all draws.
        let bound = 3 << 62;
        let mut draws = Stream::root(4).draws();
        let low = (0..6_000).filter(|_| draws.below(bound) < 1 << 62).count();
        assert!((1_850..2_150).contains(&low), "{low} of 6000 draws in the lowest third");
    }

    #[test]
    fn weights_are_kept_to() {
        let mut draws = Stream::root(5).draws();
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[draws.weighted(&[1, 0, 2, 1]).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((2_300..2_700).contains(&counts[0]) && (4_700..5_300).contains(&counts[2]), "{counts:?}");
    }
}
