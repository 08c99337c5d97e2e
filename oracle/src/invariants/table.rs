//! Items found by a key of 64 bits, in two flat lists, so that a clone is two copies.
//!
//! The items stand in the order in which their keys were first seen, and nothing ever goes by the order of the hash:
//! it only leads to the item. Any key is as good as any other, so no input can ask for more memory than it names things.

/// Something that is found by a key.
pub(super) trait Keyed: Copy {
    /// Its key.
    fn key(&self) -> u64;

    /// What is known about a key that was not seen before.
    fn unseen(key: u64) -> Self;
}

/// The items, and a table of open addresses: 0 is a free address, n leads to item n - 1.
#[derive(Debug)]
pub(super) struct Table<T> {
    items: Vec<T>,
    addresses: Vec<u32>,
}

impl<T: Keyed> Table<T> {
    /// All items, in the order in which their keys were first seen.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    /// Forgets all items.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.addresses.fill(0);
    }

    /// The place of the item with this key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        if self.addresses.is_empty() { None } else { self.probe(key).ok() }
    }

    /// The place of the item with this key, which is put there if it was not seen before.
    pub(super) fn place(&mut self, key: u64) -> usize {
        if let Some(place) = self.find(key) {
            return place;
        }
        if (self.items.len() + 1) * 2 > self.addresses.len() {
            self.grow();
        }
        let place = self.items.len();
        if let Err(free) = self.probe(key) {
            self.addresses[free] = place as u32 + 1;
        }
        self.items.push(T::unseen(key));
        place
    }

    /// The place of the item, or the free address at which it would be entered. At most half of the addresses are in
    /// use, so the walk ends.
    fn probe(&self, key: u64) -> Result<usize, usize> {
        let mask = self.addresses.len() - 1;
        let mut address = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        loop {
            match self.addresses[address] {
                0 => return Err(address),
                entry if self.items[entry as usize - 1].key() == key => return Ok(entry as usize - 1),
                _ => address = (address + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let length = (self.addresses.len() * 2).max(8);
        self.addresses.clear();
        self.addresses.resize(length, 0);
        for place in 0..self.items.len() {
            if let Err(free) = self.probe(self.items[place].key()) {
                self.addresses[free] = place as u32 + 1;
            }
        }
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
        Table { items: Vec::new(), addresses: Vec::new() }
    }
}

impl<T: Copy> Clone for Table<T> {
    fn clone(&self) -> Table<T> {
        Table { items: self.items.clone(), addresses: self.addresses.clone() }
    }

    fn clone_from(&mut self, source: &Table<T>) {
        self.items.clone_from(&source.items);
        self.addresses.clone_from(&source.addresses);
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
