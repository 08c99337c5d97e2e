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
    pub const fn keyed(self, identity: &[u64]) -> Stream {
        let mut hash = self.seeded(IDENTITY);
        let mut index = 0;
        while index < identity.len() {
            hash.word(identity[index]);
            index += 1;
        }
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

    const fn seeded(self, purpose: u32) -> Hash128 {
        let mut hash = Hash128::new(purpose);
        hash.word(self.0 as u64);
        hash.word((self.0 >> 64) as u64);
        hash
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
