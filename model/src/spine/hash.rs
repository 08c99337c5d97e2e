//! The one hash of the spine: MurmurHash3 x64 128, written out here so that it can never change under anybody.
//!
//! Three things hang on it: streams are derived by it, histories are summed up in it, and an artifact names its spec and
//! its code by it. None of them has an adversary; all of them need the same value on every machine, in every build, for
//! ever. `std`'s hashers promise none of that. The test runs the published verification of the algorithm.

/// A 128-bit hash of what was absorbed so far.
///
/// It takes 64-bit words, which are hashed as their little-endian bytes, so that its value is that of MurmurHash3 over
/// those bytes. A text is absorbed as its length and then its bytes, filled up with zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hash128 {
    lanes: [u64; 2],
    /// The first word of a block of which the second has not come yet.
    pending: u64,
    words: u64,
}

/// What can be absorbed by a hash. Everything that tells two values apart must be absorbed.
pub trait Absorb {
    /// Absorbs the value.
    fn absorb(&self, hash: &mut Hash128);
}

impl Absorb for u64 {
    fn absorb(&self, hash: &mut Hash128) {
        hash.word(*self);
    }
}

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

impl Hash128 {
    /// The hash of nothing. The seed tells apart hashes of different purpose.
    pub const fn new(seed: u32) -> Hash128 {
        Hash128 { lanes: [seed as u64, seed as u64], pending: 0, words: 0 }
    }

    /// Absorbs one word.
    #[inline]
    pub const fn word(&mut self, word: u64) {
        if self.words.is_multiple_of(2) {
            self.pending = word;
        } else {
            self.lanes = block(self.lanes, self.pending, word);
        }
        self.words = self.words.wrapping_add(1);
    }

    /// Absorbs a text: its length in bytes, then the bytes.
    pub fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for chunk in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// The hash of what was absorbed so far. More can be absorbed afterwards.
    pub const fn value(&self) -> u128 {
        let mut lanes = self.lanes;
        if !self.words.is_multiple_of(2) {
            lanes[0] ^= mix_first(self.pending);
        }
        finish(lanes, self.words.wrapping_mul(8))
    }
}

/// The hash of bytes, as published.
pub fn of_bytes(seed: u32, bytes: &[u8]) -> u128 {
    let mut lanes = [u64::from(seed), u64::from(seed)];
    let mut chunks = bytes.chunks_exact(16);
    for chunk in &mut chunks {
        lanes = block(lanes, word_at(chunk, 0), word_at(chunk, 8));
    }
    let mut tail = [0; 16];
    tail[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    // The tail of MurmurHash3 mixes zeros into zeros, so that a tail filled up with zeros is the same.
    lanes[0] ^= mix_first(word_at(&tail, 0));
    lanes[1] ^= mix_second(word_at(&tail, 8));
    finish(lanes, bytes.len() as u64)
}

/// A hash as texts show it: 32 hexadecimal digits.
pub fn show(hash: u128) -> String {
    format!("{hash:032x}")
}

fn word_at(bytes: &[u8], start: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[start..start + 8]);
    u64::from_le_bytes(word)
}

const fn mix_first(word: u64) -> u64 {
    word.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

const fn mix_second(word: u64) -> u64 {
    word.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

const fn block([mut one, mut two]: [u64; 2], first: u64, second: u64) -> [u64; 2] {
    one ^= mix_first(first);
    one = one.rotate_left(27).wrapping_add(two).wrapping_mul(5).wrapping_add(0x52dc_e729);
    two ^= mix_second(second);
    two = two.rotate_left(31).wrapping_add(one).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    [one, two]
}

const fn finish([mut one, mut two]: [u64; 2], length: u64) -> u128 {
    one ^= length;
    two ^= length;
    one = one.wrapping_add(two);
    two = two.wrapping_add(one);
    one = avalanche(one);
    two = avalanche(two);
    one = one.wrapping_add(two);
    two = two.wrapping_add(one);
    ((two as u128) << 64) | one as u128
}

/// MurmurHash3's finalizer: a bijection in which every bit depends on every other.
#[inline]
pub const fn avalanche(mut word: u64) -> u64 {
    word ^= word >> 33;
    word = word.wrapping_mul(0xff51_afd7_ed55_8ccd);
    word ^= word >> 33;
    word = word.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ (word >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_verification_of_murmur3_x64_128_holds() {
        let keys: Vec<u8> = (0..=255).collect();
        let mut hashes = Vec::new();
        for length in 0..256_usize {
            let hash = of_bytes(256 - length as u32, &keys[..length]);
            hashes.extend_from_slice(&hash.to_le_bytes());
        }
        assert_eq!(of_bytes(0, &hashes) as u32, 0x6384_ba69);
    }

    #[test]
    fn absorbing_words_is_hashing_their_bytes() {
        let words = [1, u64::MAX, 0, 0x0123_4567_89ab_cdef, 7];
        for count in 0..=words.len() {
            let mut hash = Hash128::new(9);
            words[..count].iter().for_each(|word| hash.word(*word));
            let bytes: Vec<u8> = words[..count].iter().flat_map(|word| word.to_le_bytes()).collect();
            assert_eq!(hash.value(), of_bytes(9, &bytes), "{count} words");
        }
    }

    #[test]
    fn texts_that_run_into_each_other_are_told_apart() {
        let hash = |texts: &[&str]| {
            let mut hash = Hash128::new(0);
            texts.iter().for_each(|text| hash.text(text));
            hash.value()
        };
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["", "a"]), hash(&["a", ""]));
        assert_ne!(hash(&["a\0"]), hash(&["a"]));
    }
}
