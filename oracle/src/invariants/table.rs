//! Items found by a key of 64 bits, in two flat lists, so that a clone is two copies.
//!
//! The items stand in the order in which their keys were first seen, and nothing ever goes by the order of the keys: it
//! only leads to the item. Any key is as good as any other, so no input can ask for more memory than it names things.

/// Something that is found by a key.
pub(super) trait Keyed: Copy {
    /// Its key.
    fn key(&self) -> u64;

    /// What is known about a key that was not seen before.
    fn unseen(key: u64) -> Self;
}

/// The items, and their places by key.
#[derive(Debug)]
pub(super) struct Table<T> {
    items: Vec<T>,
    by_key: Vec<u32>,
}

impl<T: Keyed> Table<T> {
    /// All items, in the order in which their keys were first seen.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    /// Forgets all items.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.by_key.clear();
    }

    /// Becomes what another table is; the memory of the lists is reused.
    pub(super) fn copy_from(&mut self, source: &Table<T>) {
        self.items.clone_from(&source.items);
        self.by_key.clone_from(&source.by_key);
    }

    /// The place of the item with this key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        let rank = self.rank(key).ok()?;
        self.by_key.get(rank).map(|place| *place as usize)
    }

    /// The place of the item with this key, which is put there if it was not seen before.
    pub(super) fn place(&mut self, key: u64) -> usize {
        match self.rank(key) {
            Ok(rank) => self.by_key[rank] as usize,
            Err(rank) => {
                let place = self.items.len();
                self.items.push(T::unseen(key));
                self.by_key.insert(rank, place as u32);
                place
            }
        }
    }

    /// Where the key stands among the keys, or would stand.
    fn rank(&self, key: u64) -> Result<usize, usize> {
        self.by_key.binary_search_by_key(&key, |place| self.items[*place as usize].key())
    }
}

impl<T> std::ops::Index<usize> for Table<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: usize) -> &T {
        &self.items[place]
    }
}

impl<T> std::ops::IndexMut<usize> for Table<T> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut self.items[place]
    }
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { items: Vec::new(), by_key: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Plain(u64);

    impl Keyed for Plain {
        fn key(&self) -> u64 {
            self.0
        }

        fn unseen(key: u64) -> Plain {
            Plain(key)
        }
    }

    #[test]
    fn every_key_is_found_again_where_it_was_placed_however_many_there_are() {
        let mut table: Table<Plain> = Table::default();
        assert_eq!(table.find(3), None);
        let keys: Vec<u64> = (0..1000).map(|number: u64| number.wrapping_mul(0x1_0000_0001) ^ (number << 40)).collect();
        for (place, key) in keys.iter().enumerate() {
            assert_eq!(table.place(*key), place);
            assert_eq!(table.place(*key), place);
        }
        for (place, key) in keys.iter().enumerate() {
            assert_eq!(table.find(*key), Some(place));
        }
        assert_eq!(table.find(u64::MAX), None);
        table.clear();
        assert_eq!(table.find(keys[0]), None);
        assert_eq!(table.place(keys[5]), 0);
    }
}
