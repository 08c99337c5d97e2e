//! The canonical key of a state: 128 bits that are equal for states which behave alike.
//!
//! A state is described as a set of facts (see [`spec::canon`]). Each fact is hashed by itself and the hashes are added
//! up, so the order in which facts are given does not matter. Names that are interchangeable are then renamed in every
//! way that the scope's symmetry allows, and the least sum is the key. Most renamings are ruled out beforehand: each
//! name gets a signature (the sum over the facts that mention it, other names left out), and only renamings that sort
//! the names by signature are tried. Signatures do not depend on how things are named, so equal orbits get equal keys.

use super::symmetry::{Names, Symmetry};
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
    pub fn part(&mut self, symmetry: &Symmetry, forgets: Option<Forgets>) {
        self.salt = self.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
        for fact in self.canon.facts() {
            if forgets.is_some_and(|forgets| forgets(self.parts, fact)) {
                continue;
            }
            if fact.iter().any(|token| symmetry.is_name(*token)) {
                self.named.push(NamedToken::Hash(self.salt));
                self.named.extend(fact.iter().map(|token| match symmetry.name(*token) {
                    Some((class, member)) => NamedToken::Name { class, member },
                    None => NamedToken::Hash(value(*token)),
                }));
                self.named_ends.push(self.named.len() as u32);
            } else {
                let mut hash = Hash::start(self.salt);
                for token in fact {
                    hash.take(value(*token));
                }
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
        loop {
            let sum = self.sum_under(&names);
            least = Some(least.map_or(sum, |before| before.min(sum)));
            if !names.next_tie(symmetry) {
                break;
            }
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
                            u64::from(other_class) << 8 | u64::from((other_class, other_member) == (class, member))
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
                        0xa5a5_0000 | u64::from(class) << 8 | u64::from(names.rank(class, member))
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
    u128::from(sum.0) << 64 | u128::from(sum.1)
}

/// The value of a token that is not renamed, different for each kind.
#[expect(clippy::cast_sign_loss, reason = "a hash takes bits")]
fn value(token: Token) -> u64 {
    match token {
        Token::Number(number) => number as u64,
        Token::Tenant(tenant) => 0x1000_0000_0000 | u64::from(tenant.0),
        Token::Run(run) => 0x2000_0000_0000_0000 | u64::from(run.tenant.0) << 32 | u64::from(run.key),
        Token::Worker(worker) => 0x3000_0000_0000 | u64::from(worker.0),
        Token::Digest(digest) => digest.0 ^ 0x4000_0000_0000_0000,
    }
}

/// Two lanes of multiply and fold, enough for keys that nobody chooses in malice.
struct Hash(u64, u64);

impl Hash {
    fn start(seed: u64) -> Hash {
        Hash(seed ^ 0x243f_6a88_85a3_08d3, seed ^ 0x1319_8a2e_0370_7344)
    }

    #[inline]
    fn take(&mut self, value: u64) {
        self.0 = fold(self.0 ^ value, 0xa076_1d64_78bd_642f);
        self.1 = fold(self.1 ^ value.rotate_left(32), 0xe703_7ed1_a0b4_28db);
    }

    fn end(self) -> Sum {
        Sum(fold(self.0 ^ self.1, 0x8ebc_6af0_9c88_c6e3), fold(self.1 ^ self.0.rotate_left(17), 0x5899_65cc_7537_4cc3))
    }
}

#[inline]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product >> 64) as u64 ^ product as u64 ^ left.rotate_left(23)
}
