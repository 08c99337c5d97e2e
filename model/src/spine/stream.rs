//! Streams: everything random hangs on one seed, through names.
//!
//! A stream is a 128-bit value. Its children are hashes of it and of what they are for: a label (`child`), or the
//! identity of one thing (`keyed`: this message of that worker). So a stream that is added moves no other, and what is
//! drawn for a thing does not depend on when, or whether, anything else was drawn.

use super::draws::Draws;
use super::hash::{Hash128, avalanche, of_bytes};

/// Seeds of the hash, one per purpose, so that a label and an identity of the same bytes are two streams.
const ROOT: u32 = 1;
const LABEL: u32 = 2;
const IDENTITY: u32 = 3;

/// 2^64 divided by the golden ratio, made odd: what tells the words of a state apart.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A named source of randomness. Copying it copies the name, not a position: every [`Stream::draws`] starts anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stream(u128);

impl Stream {
    /// The stream that all others of a seed descend from.
    pub const fn root(seed: u64) -> Stream {
        let mut hash = Hash128::new(ROOT);
        hash.word(seed);
        Stream(hash.value())
    }

    /// The child with this label: MurmurHash3 of the parent's 16 bytes, little-endian, and the label's.
    pub fn child(self, label: &str) -> Stream {
        let mut bytes = self.0.to_le_bytes().to_vec();
        bytes.extend_from_slice(label.as_bytes());
        Stream(of_bytes(LABEL, &bytes))
    }

    /// The child for one thing, named by numbers.
    #[inline]
    pub fn keyed(self, identity: &[u64]) -> Stream {
        let mut hash = Hash128::new(IDENTITY);
        hash.word(self.0 as u64);
        hash.word((self.0 >> 64) as u64);
        identity.iter().for_each(|word| hash.word(*word));
        Stream(hash.value())
    }

    /// The stream's draws, from the first. The generator's four words of state are mixed from the stream's two.
    #[inline]
    pub fn draws(self) -> Draws {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let parts = [low, high, low ^ high.rotate_left(32), low.wrapping_add(high)];
        let mut state = [0; 32];
        for ((place, part), number) in state.chunks_exact_mut(8).zip(parts).zip(1..) {
            let word = avalanche(part.wrapping_add(GOLDEN.wrapping_mul(number)));
            place.copy_from_slice(&word.to_le_bytes());
        }
        Draws::from_state(state)
    }

    /// The stream's own value.
    pub const fn value(self) -> u128 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_its_name_and_on_nothing_that_was_drawn_before() {
        let root = Stream::root(7);
        let first = root.child("faults").draws().word();
        let _ = root.child("arrivals").draws().word();
        assert_eq!(root.child("faults").draws().word(), first);
    }

    #[test]
    fn a_kept_seed_goes_on_meaning_the_same_streams_and_words() {
        let root = Stream::root(7);
        assert_eq!(root.value(), 0xeeaf_c868_4a06_41cb_a0f9_d53a_fee2_f96d);
        assert_eq!(root.child("").value(), 0x50f1_3305_2e96_fcb0_9ae7_f0dd_28cf_bfc2);
        assert_eq!(root.child("a").value(), 0x3b8f_de68_f103_416e_6c8d_7b70_e907_ebba);
        let longer_than_a_block = root.child("a label that is longer than sixteen bytes");
        assert_eq!(longer_than_a_block.value(), 0x4637_b7a4_3080_928c_3570_44ef_19a6_150e);
        assert_eq!(root.keyed(&[]).value(), 0x73c2_bff4_8fc6_a8c8_7e87_a72d_5b16_5bc2);
        assert_eq!(root.keyed(&[0]).value(), 0xef7d_2eae_895a_927a_bc64_de8a_57e0_509b);
        assert_eq!(root.keyed(&[1, 2]).value(), 0xf7f3_9eb4_4f58_1336_8599_3692_9c4a_d4f2);
        for (seed, words) in [
            (0, [0xdbab_769c_ca21_c831, 0xea98_0e38_b085_0c4b, 0x0e31_153b_ac5a_efd8]),
            (7, [0xc040_1bab_a9ee_fa00, 0x45b1_f4a8_ce1a_4365, 0x6df0_878e_1af2_13d5]),
        ] {
            let mut draws = Stream::root(seed).draws();
            assert_eq!(words.map(|_| draws.word()), words, "seed {seed}");
        }
    }

    #[test]
    fn streams_of_different_names_parents_and_seeds_differ() {
        let root = Stream::root(7);
        let mut values = vec![
            root.value(),
            Stream::root(8).value(),
            root.child("a").value(),
            root.child("b").value(),
            root.child("a").child("b").value(),
            root.child("ab").value(),
            root.child("").value(),
            root.keyed(&[]).value(),
            root.keyed(&[0]).value(),
            root.keyed(&[0, 0]).value(),
            root.keyed(&[u64::from(b'a')]).value(),
        ];
        values.sort_unstable();
        values.dedup();
        assert_eq!(values.len(), 11);
    }
}
