//! The canonical key of a state: 128 bits that are equal for states which behave alike.
//!
//! A state is described as a set of facts (see [`spec::canon`]). Each fact is hashed by itself and the hashes are added
//! up, so the order in which facts are given does not matter. Names that are interchangeable are then renamed in every
//! way that the scope's symmetry allows, and the least sum is the key. Most renamings are ruled out beforehand: each
//! name gets a signature (the sum over the facts that mention it, other names left out), and only renamings that sort
//! the names by signature are tried. Signatures do not depend on how things are named, so equal orbits get equal keys.

use super::symmetry::{Names, Symmetry};
use spec::RunId;
use spec::canon::{Canon, Token};

/// 128 bits of a state's description.
pub type Key = u128;

/// Says of a fact, and the part of the state that tells it (0 the world, 1 the control plane, 2 the reference, 3 the
/// invariants), whether it is left out of the key: how a test plants a key that knows too little.
pub type Forgets = fn(usize, &[Token]) -> bool;

/// Computes keys; keeps its buffers.
#[derive(Debug, Clone, Default)]
pub struct Keyer {
    /// Where the parts of a state describe themselves.
    pub canon: Canon,
    plain: Sum,
    named: Vec<NamedToken>,
    named_ends: Vec<u32>,
    salt: u64,
    parts: usize,
    names: Names,
}

#[derive(Debug, Clone, Copy)]
enum NamedToken {
    Hash(u64),
    Name { class: u8, member: u8 },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sum(u64, u64);

impl Sum {
    fn add(&mut self, other: Sum) {
        self.0 = self.0.wrapping_add(other.0);
        self.1 = self.1.wrapping_add(other.1);
    }
}

impl Keyer {
    /// Begins the key of another state.
    pub fn start(&mut self) {
        self.plain = Sum::default();
        self.named.clear();
        self.named_ends.clear();
        self.canon.clear();
        self.salt = 0;
        self.parts = 0;
    }

    /// Takes in what one part of the state has put into [`Keyer::canon`], apart from what the other parts said.
    #[expect(clippy::cast_sign_loss, reason = "a hash takes bits")]
    pub fn part(&mut self, symmetry: &Symmetry, forgets: Option<Forgets>) {
        self.salt = self.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
        for fact in self.canon.facts() {
            if forgets.is_some_and(|forgets| forgets(self.parts, fact)) {
                continue;
            }
            let mut hash = Hash::start(self.salt);
            let mut named = false;
            for token in fact {
                // Nearly all are numbers; the others are looked at more closely.
                if let Token::Number(number) = *token {
                    hash.take(number as u64);
                } else {
                    named |= symmetry.is_name(*token);
                    hash.take(value(*token));
                }
            }
            if named {
                self.named.push(NamedToken::Hash(self.salt));
                self.named.extend(fact.iter().map(|token| match symmetry.name(*token) {
                    Some((class, member)) => NamedToken::Name { class, member },
                    None => NamedToken::Hash(value(*token)),
                }));
                self.named_ends.push(self.named.len() as u32);
            } else {
                self.plain.add(hash.end());
            }
        }
        self.canon.clear();
        self.parts += 1;
    }

    /// The key.
    pub fn finish(&mut self, symmetry: &Symmetry) -> Key {
        if self.named_ends.is_empty() {
            return join(self.plain);
        }
        let mut names = std::mem::take(&mut self.names);
        names.reset(symmetry);
        self.sign(&mut names);
        let mut least: Option<Sum> = None;
        names.sort(symmetry);
        for _ in 0..names.renamings(symmetry) {
            let sum = self.sum_under(&names);
            least = Some(least.map_or(sum, |before| before.min(sum)));
            names.next(symmetry);
        }
        self.names = names;
        let mut total = self.plain;
        total.add(least.unwrap_or_default());
        join(total)
    }

    /// Gives each name its signature.
    fn sign(&self, names: &mut Names) {
        for fact in self.named_facts() {
            for (place, token) in fact.iter().enumerate() {
                let NamedToken::Name { class, member } = *token else { continue };
                let mut hash = Hash::start(place as u64);
                for other in fact {
                    hash.take(match *other {
                        NamedToken::Hash(value) => value,
                        NamedToken::Name { class: other_class, member: other_member } => {
                            (u64::from(other_class) << 8) + u64::from((other_class, other_member) == (class, member))
                        }
                    });
                }
                names.sign(class, member, hash.end().0);
            }
        }
    }

    fn sum_under(&self, names: &Names) -> Sum {
        let mut sum = Sum::default();
        for fact in self.named_facts() {
            let mut hash = Hash::start(0);
            for token in fact {
                hash.take(match *token {
                    NamedToken::Hash(value) => value,
                    NamedToken::Name { class, member } => {
                        0xa5a5_0000 + (u64::from(class) << 8) + u64::from(names.rank(class, member))
                    }
                });
            }
            sum.add(hash.end());
        }
        sum
    }

    fn named_facts(&self) -> impl Iterator<Item = &[NamedToken]> {
        let starts = std::iter::once(0).chain(self.named_ends.iter().copied());
        starts.zip(&self.named_ends).map(|(start, end)| &self.named[start as usize..*end as usize])
    }
}

fn join(sum: Sum) -> Key {
    (u128::from(sum.0) << 64) + u128::from(sum.1)
}

/// The value of a token that is not renamed, different for each kind.
#[expect(clippy::cast_sign_loss, reason = "a hash takes bits")]
fn value(token: Token) -> u64 {
    match token {
        Token::Number(number) => number as u64,
        Token::Tenant(tenant) => 0x1000_0000_0000 + u64::from(tenant.0),
        Token::Run(RunId { tenant, key }) => {
            0x2000_0000_0000_0000_u64.wrapping_add(u64::from(tenant.0) << 32).wrapping_add(u64::from(key))
        }
        Token::Worker(worker) => 0x3000_0000_0000 + u64::from(worker.0),
        Token::Digest(digest) => digest.0.wrapping_add(0x4000_0000_0000_0000),
    }
}

/// Hashes one fact: two sums of products of each token with a constant of its place, folded at the end. The products do
/// not wait for each other, which makes this several times faster than a chain.
struct Hash {
    place: usize,
    left: u128,
    right: u128,
}

impl Hash {
    #[inline]
    fn start(seed: u64) -> Hash {
        Hash { place: 0, left: u128::from(seed), right: u128::from(seed) << 64 }
    }

    #[inline]
    fn take(&mut self, value: u64) {
        if self.place == PLACES.len() {
            let (left, right) = (fold(self.left, FOLD[0]), fold(self.right, FOLD[1]));
            *self = Hash { place: 0, left: (u128::from(left) << 64) + u128::from(right), right: u128::from(right) };
        }
        let (left, right) = PLACES[self.place];
        self.place += 1;
        self.left = self.left.wrapping_add(u128::from(value ^ right) * u128::from(left));
        self.right = self.right.wrapping_add(u128::from(value.rotate_left(32) ^ left) * u128::from(right));
    }

    #[inline]
    fn end(self) -> Sum {
        let length = self.place as u64;
        Sum(fold(self.left, FOLD[0] ^ length), fold(self.right ^ self.left.rotate_left(64), FOLD[1] ^ length))
    }
}

#[inline]
fn fold(sum: u128, with: u64) -> u64 {
    let (high, low) = ((sum >> 64) as u64, sum as u64);
    let first = u128::from(low ^ with) * u128::from(FOLD[2]);
    let second = u128::from((first >> 64) as u64 ^ first as u64 ^ high) * u128::from(FOLD[3]);
    (second >> 64) as u64 ^ second as u64
}

const FOLD: [u64; 4] = [0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9, 0x4b33_a62e_d433_d4a3, 0xaa2b_0c66_1d5f_9d97];

/// Odd constants, two for each place of a fact: the fractional bits of the golden ratio, stepped through a mixer.
const PLACES: [(u64, u64); 16] = {
    const fn mixed(mut word: u64) -> u64 {
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ (word >> 31)) | 1
    }
    let mut places = [(0, 0); 16];
    let mut place = 0;
    while place < places.len() {
        let step = 0x9e37_79b9_7f4a_7c15_u64;
        let word = step.wrapping_mul(2 * place as u64 + 1);
        places[place] = (mixed(word), mixed(word.wrapping_add(step)));
        place += 1;
    }
    places
};

#[cfg(test)]
mod tests;
