//! Minima over a row of keys: which is the first that fits?
//!
//! The keys lie in a row; above them, sixteen to one, lie the least of each block, and so on to a single one. Up to
//! sixteen keys need no level above them, so a small state is one short list. A change climbs only as far as it alters
//! a minimum; a search looks at no more than two blocks a level.

/// How many keys share a minimum: one or two cache lines of them.
const BLOCK: usize = 16;

/// A key that has a least one; it may be a tuple that is compared part by part.
pub(crate) trait Key: Copy + PartialEq + std::fmt::Debug {
    /// The key of an empty place: nothing is greater, and it fits nothing.
    const NONE: Self;

    /// The lesser, part by part.
    fn least(self, other: Self) -> Self;

    /// Whether a minimum over keys may rest on this one.
    fn rests_on(self, part: Self) -> bool;
}

impl Key for u64 {
    const NONE: u64 = u64::MAX;

    #[inline]
    fn least(self, other: u64) -> u64 {
        self.min(other)
    }

    #[inline]
    fn rests_on(self, part: u64) -> bool {
        self == part
    }
}

/// A row of keys with their minima.
#[derive(Debug)]
pub(crate) struct Minima<K> {
    keys: Vec<K>,
    /// All levels above the keys, lowest first; empty while the keys are a single block.
    levels: Vec<K>,
    /// For how many keys the levels have room.
    room: usize,
    least: K,
}

impl<K: Key> Default for Minima<K> {
    fn default() -> Minima<K> {
        Minima { keys: Vec::new(), levels: Vec::new(), room: BLOCK, least: K::NONE }
    }
}

impl<K: Key> Clone for Minima<K> {
    fn clone(&self) -> Minima<K> {
        Minima { keys: self.keys.clone(), levels: self.levels.clone(), room: self.room, least: self.least }
    }

    #[inline]
    fn clone_from(&mut self, source: &Minima<K>) {
        self.keys.clone_from(&source.keys);
        if self.room > BLOCK || source.room > BLOCK {
            self.levels.clone_from(&source.levels);
        }
        self.room = source.room;
        self.least = source.least;
    }
}

impl<K: Key> Minima<K> {
    /// How many keys there are, empty places included.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The least key of all; [`Key::NONE`] where there is none.
    #[inline]
    pub(crate) fn least(&self) -> K {
        self.least
    }

    /// The key at a place.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> K {
        self.keys[place]
    }

    /// Forgets all keys.
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.levels.clear();
        self.room = BLOCK;
        self.least = K::NONE;
    }

    /// Replaces all keys.
    pub(crate) fn refill(&mut self, keys: impl Iterator<Item = K>) {
        self.clear();
        self.keys.extend(keys);
        self.rebuild();
    }

    /// Adds a key at the end.
    pub(crate) fn push(&mut self, key: K) {
        self.keys.push(key);
        if self.keys.len() > self.room {
            self.rebuild();
        } else {
            self.lowered(self.keys.len() - 1, key);
        }
    }

    /// Takes the last place away, which must be empty.
    pub(crate) fn pop(&mut self) {
        debug_assert!(self.keys.last().is_none_or(|key| *key == K::NONE), "only an empty place is taken away");
        self.keys.pop();
    }

    /// Changes the key at a place.
    #[inline]
    pub(crate) fn set(&mut self, place: usize, key: K) {
        let old = std::mem::replace(&mut self.keys[place], key);
        if old == key {
            return;
        }
        if old.least(key) == key {
            self.lowered(place, key);
        } else {
            self.raised(place, old, key);
        }
    }

    /// The first place from `start` on whose key fits. `fits` must hold of a minimum exactly if it holds of one of its
    /// keys.
    pub(crate) fn first_from(&self, start: usize, fits: impl Fn(K) -> bool) -> Option<usize> {
        let count = self.keys.len();
        if start >= count || !fits(self.least) {
            return None;
        }
        if self.levels.is_empty() {
            return (start..count).find(|place| fits(self.keys[*place]));
        }
        let end = block_end(start).min(count);
        if let Some(found) = (start..end).find(|place| fits(self.keys[*place])) {
            return Some(found);
        }
        let (mut base, mut size, mut next) = (0, self.room.div_ceil(BLOCK), start / BLOCK + 1);
        let mut bases = [0; 16];
        let mut level = 0;
        loop {
            bases[level] = base;
            if size == 1 {
                return None;
            }
            // Where `next` begins a block, the level above looks at that block as a whole.
            let end = if next.is_multiple_of(BLOCK) { next } else { block_end(next) }.min(size);
            if let Some(found) = (next..end).find(|index| fits(self.levels[base + index])) {
                return self.descend(&bases[..=level], found, fits);
            }
            next = next.div_ceil(BLOCK);
            base += size;
            size = size.div_ceil(BLOCK);
            level += 1;
        }
    }

    /// From an entry of the last of the levels that fits down to the first key below it that does.
    fn descend(&self, bases: &[usize], found: usize, fits: impl Fn(K) -> bool) -> Option<usize> {
        let mut index = found;
        for base in bases.iter().rev().skip(1) {
            index = (index * BLOCK..(index + 1) * BLOCK).find(|child| fits(self.levels[base + child]))?;
        }
        (index * BLOCK..((index + 1) * BLOCK).min(self.keys.len())).find(|place| fits(self.keys[*place]))
    }

    /// A key was lowered: so may be the minima above it.
    #[inline]
    fn lowered(&mut self, place: usize, key: K) {
        self.least = self.least.least(key);
        if self.levels.is_empty() {
            return;
        }
        let (mut base, mut size, mut index) = (0, self.room.div_ceil(BLOCK), place / BLOCK);
        loop {
            let minimum = &mut self.levels[base + index];
            let lesser = minimum.least(key);
            if *minimum == lesser || size == 1 {
                *minimum = lesser;
                return;
            }
            *minimum = lesser;
            base += size;
            size = size.div_ceil(BLOCK);
            index /= BLOCK;
        }
    }

    /// A key was raised: the minima that rested on it are found anew.
    fn raised(&mut self, place: usize, old: K, key: K) {
        if self.levels.is_empty() {
            if self.least.rests_on(old) || self.least.least(key) != self.least {
                self.least = fold(&self.keys);
            }
            return;
        }
        let (mut base, mut size, mut index) = (0, self.room.div_ceil(BLOCK), place / BLOCK);
        if self.levels[index].least(key) == self.levels[index] && !self.levels[index].rests_on(old) {
            return;
        }
        let first = index * BLOCK;
        let mut fresh = fold(&self.keys[first..(first + BLOCK).min(self.keys.len())]);
        loop {
            if self.levels[base + index] == fresh {
                return;
            }
            self.levels[base + index] = fresh;
            if size == 1 {
                self.least = fresh;
                return;
            }
            index /= BLOCK;
            let first = base + index * BLOCK;
            fresh = fold(&self.levels[first..(first + BLOCK).min(base + size)]);
            base += size;
            size = size.div_ceil(BLOCK);
        }
    }

    /// Lays the levels out anew, with room to grow.
    fn rebuild(&mut self) {
        self.levels.clear();
        if self.keys.len() <= BLOCK {
            self.room = BLOCK;
            self.least = fold(&self.keys);
            return;
        }
        self.room = self.keys.len().next_power_of_two();
        let lowest = self.room.div_ceil(BLOCK);
        self.levels.extend(self.keys.chunks(BLOCK).map(fold));
        self.levels.resize(lowest, K::NONE);
        let (mut base, mut size) = (0, lowest);
        while size > 1 {
            let above = size.div_ceil(BLOCK);
            for index in 0..above {
                let first = base + index * BLOCK;
                let minimum = fold(&self.levels[first..(first + BLOCK).min(base + size)]);
                self.levels.push(minimum);
            }
            base += size;
            size = above;
        }
        self.least = self.levels[base];
    }
}

fn block_end(index: usize) -> usize {
    (index / BLOCK + 1) * BLOCK
}

#[inline]
fn fold<K: Key>(keys: &[K]) -> K {
    keys.iter().fold(K::NONE, |least, key| least.least(*key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Dice;

    #[test]
    fn the_first_that_fits_is_what_a_scan_finds_at_every_size() {
        let mut dice = Dice::new(1);
        for size in [0, 1, 15, 16, 17, 31, 32, 33, 255, 256, 257, 300, 4096, 4097, 5000] {
            let mut minima = Minima::<u64>::default();
            for _ in 0..size {
                minima.push(100 + dice.below(900));
            }
            for _ in 0..300 {
                if size > 0 {
                    let place = dice.below(size) as usize;
                    minima.set(place, if dice.below(4) == 0 { u64::MAX } else { dice.below(1000) });
                }
                let (start, bound) = (dice.below(size + 2) as usize, dice.below(1000));
                let scanned = (start..size as usize).find(|place| minima.get(*place) <= bound);
                assert_eq!(minima.first_from(start, |key| key <= bound), scanned, "{size} from {start} to {bound}");
                assert_eq!(minima.least(), fold(&minima.keys), "{size}");
            }
        }
    }

    #[test]
    fn each_key_that_is_pushed_is_found_at_once_where_it_is_the_least_so_far() {
        let mut minima = Minima::<u64>::default();
        for pushed in 0..600 {
            let key = 1_000 - pushed;
            minima.push(key);
            assert_eq!(minima.first_from(0, |other| other <= key), Some(pushed as usize));
        }
    }

    #[test]
    fn a_row_that_grows_and_shrinks_keeps_its_minima() {
        let mut dice = Dice::new(2);
        let mut minima = Minima::<u64>::default();
        for step in 0..3000 {
            if step % 1000 < 600 {
                minima.push(dice.below(1000));
            } else if minima.len() > 0 {
                minima.set(minima.len() - 1, u64::MAX);
                minima.pop();
            }
            let bound = dice.below(1000);
            let scanned = minima.keys.iter().position(|key| *key <= bound);
            assert_eq!(minima.first_from(0, |key| key <= bound), scanned);
        }
        let keys: Vec<u64> = (0..100).rev().collect();
        minima.refill(keys.iter().copied());
        assert_eq!((minima.least(), minima.first_from(0, |key| key < 50)), (0, Some(50)));
    }
}
