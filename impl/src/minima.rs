//! Minima over a row of keys: which is the first that fits?
//!
//! The keys lie in a row; above them, sixteen to one, lie the least of each block, and so on until a row is a single
//! block. Up to sixteen keys need no row above them, so a small state is one short list. A change climbs only as far as
//! it alters a minimum; a search looks at no more than two blocks a row.

/// How many keys share a minimum: one or two cache lines of them.
const BLOCK: usize = 16;

/// A key that has a least one; it may be a tuple that is compared part by part.
pub(crate) trait Key: Copy + PartialEq + std::fmt::Debug {
    /// The key of an empty place: nothing is greater, and it fits nothing.
    const NONE: Self;

    /// The lesser, part by part.
    fn least(self, other: Self) -> Self;
}

impl Key for u64 {
    const NONE: u64 = u64::MAX;

    #[inline]
    fn least(self, other: u64) -> u64 {
        self.min(other)
    }
}

/// A row of keys with their minima.
#[derive(Debug)]
pub(crate) struct Minima<K> {
    keys: Vec<K>,
    /// The rows above the keys, lowest first; the last is at most a block, as are the keys where there is none.
    levels: Vec<Vec<K>>,
    least: K,
}

impl<K: Key> Default for Minima<K> {
    fn default() -> Minima<K> {
        Minima { keys: Vec::new(), levels: Vec::new(), least: K::NONE }
    }
}

impl<K: Key> Clone for Minima<K> {
    fn clone(&self) -> Minima<K> {
        Minima { keys: self.keys.clone(), levels: self.levels.clone(), least: self.least }
    }

    #[inline]
    fn clone_from(&mut self, source: &Minima<K>) {
        self.keys.clone_from(&source.keys);
        match (&self.levels[..], &source.levels[..]) {
            ([], []) => {}
            ([_, ..], _) | ([], [_, ..]) => self.levels.clone_from(&source.levels),
        }
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
        self.least = K::NONE;
    }

    /// Replaces all keys.
    pub(crate) fn refill(&mut self, keys: impl Iterator<Item = K>) {
        self.clear();
        keys.for_each(|key| self.push(key));
    }

    /// Adds a key at the end.
    pub(crate) fn push(&mut self, key: K) {
        let place = self.keys.len();
        self.keys.push(key);
        self.changed(place);
    }

    /// Takes the last place away, which must be empty.
    pub(crate) fn pop(&mut self) {
        debug_assert!(self.keys.last().is_none_or(|key| *key == K::NONE), "only an empty place is taken away");
        self.keys.pop();
    }

    /// Changes the key at a place.
    #[inline]
    pub(crate) fn set(&mut self, place: usize, key: K) {
        if self.keys[place] != key {
            self.keys[place] = key;
            self.changed(place);
        }
    }

    /// The first place from `start` on whose key fits. `fits` must hold of a minimum exactly if it holds of one of its
    /// keys.
    pub(crate) fn first_from(&self, start: usize, fits: impl Fn(K) -> bool) -> Option<usize> {
        if !fits(self.least) {
            return None;
        }
        let mut next = start;
        for height in 0..=self.levels.len() {
            // What is left of the block of `next`; the row above tells of the blocks behind it.
            let (index, before) = (next / BLOCK, next % BLOCK);
            let rest = self.row(height).chunks(BLOCK).nth(index)?.iter().skip(before);
            if let Some(offset) = rest.clone().position(|key| fits(*key)) {
                return self.descend(height, next + offset, fits);
            }
            next = index + 1;
        }
        None
    }

    /// From a minimum that fits, this many rows above the keys, down to the first key below it that does.
    fn descend(&self, height: usize, found: usize, fits: impl Fn(K) -> bool) -> Option<usize> {
        let mut index = found;
        for below in (0..height).rev() {
            let offset = block(self.row(below), index).iter().position(|key| fits(*key))?;
            index = index * BLOCK + offset;
        }
        Some(index)
    }

    /// The keys, or a row above them.
    fn row(&self, height: usize) -> &[K] {
        height.checked_sub(1).map_or(&self.keys, |level| &self.levels[level])
    }

    /// The key at a place is another: so may be the minima above it.
    #[inline]
    fn changed(&mut self, place: usize) {
        let mut index = place / BLOCK;
        let mut fresh = fold(block(&self.keys, index));
        for level in &mut self.levels {
            match level.get_mut(index) {
                Some(minimum) if *minimum == fresh => return,
                Some(minimum) => *minimum = fresh,
                None => level.push(fresh),
            }
            index /= BLOCK;
            fresh = fold(block(level, index));
        }
        self.least = fresh;
        let top = self.levels.last().unwrap_or(&self.keys);
        if top.len() > BLOCK {
            let level: Vec<K> = top.chunks(BLOCK).map(fold).collect();
            self.least = fold(&level);
            self.levels.push(level);
        }
    }
}

/// A block of a row, which minimum with the same index in the row above is the least of.
#[inline]
fn block<K>(row: &[K], index: usize) -> &[K] {
    row.chunks(BLOCK).nth(index).unwrap_or_default()
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
    fn a_block_of_keys_needs_no_row_above_it_and_each_row_above_is_a_sixteenth() {
        let mut minima = Minima::<u64>::default();
        let mut heights = Vec::new();
        for key in 0..4097 {
            minima.push(key);
            heights.push(minima.levels.len());
        }
        let first = [1, 2, 3].map(|height| heights.iter().position(|other| *other == height));
        assert_eq!(first, [Some(16), Some(256), Some(4096)], "how many keys there were before the row was needed");
        let sizes: Vec<usize> = minima.levels.iter().map(Vec::len).collect();
        assert_eq!(sizes, [257, 17, 2]);
    }

    #[test]
    fn a_change_that_alters_no_minimum_of_its_block_goes_no_higher() {
        let mut minima = Minima::<u64>::default();
        minima.refill(0..4096);
        minima.levels[1][0] = 77;
        minima.set(3, 1000);
        assert_eq!((minima.levels[0][0], minima.levels[1][0]), (0, 77), "nothing was looked at above the lowest row");
        minima.set(0, 1000);
        assert_eq!((minima.levels[0][0], minima.levels[1][0], minima.least()), (1, 1, 1));
    }

    #[test]
    fn a_copy_into_a_row_of_any_size_is_the_same() {
        let rows = [0, 3, 16, 17, 300].map(|size| {
            let mut minima = Minima::<u64>::default();
            minima.refill((0..size).map(|key| 1000 - key));
            minima
        });
        for source in &rows {
            for used in &rows {
                let mut copy = used.clone();
                copy.clone_from(source);
                assert_eq!((&copy.keys, &copy.levels, copy.least), (&source.keys, &source.levels, source.least));
            }
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
