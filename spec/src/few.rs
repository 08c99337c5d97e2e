//! A list that is nearly always empty or of one item, and then needs no allocation.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::slice;

/// A list that allocates only from its second item on.
#[derive(Clone)]
pub struct Few<T>(Items<T>);

#[derive(Clone)]
enum Items<T> {
    None,
    One(T),
    Many(Vec<T>),
}

impl<T> Few<T> {
    /// The empty list.
    pub const fn new() -> Few<T> {
        Few(Items::None)
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        self.0 = match std::mem::replace(&mut self.0, Items::None) {
            Items::None => Items::One(item),
            Items::One(first) => Items::Many(vec![first, item]),
            Items::Many(mut items) => {
                items.push(item);
                Items::Many(items)
            }
        };
    }

    /// The items in order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        match &self.0 {
            Items::None => &[],
            Items::One(item) => slice::from_ref(item),
            Items::Many(items) => items,
        }
    }
}

impl<T> Default for Few<T> {
    fn default() -> Few<T> {
        Few::new()
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<'a, T> IntoIterator for &'a Few<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> slice::Iter<'a, T> {
        self.as_slice().iter()
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Few<T> {
        let mut few = Few::new();
        for item in items {
            few.push(item);
        }
        few
    }
}

impl<T: PartialEq> PartialEq for Few<T> {
    #[inline]
    fn eq(&self, other: &Few<T>) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq> Eq for Few<T> {}

impl<T: std::hash::Hash> std::hash::Hash for Few<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T: fmt::Debug> fmt::Debug for Few<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T: Serialize> Serialize for Few<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Few<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Few<T>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    #[test]
    fn a_few_items_come_back_in_the_order_in_which_they_were_pushed() {
        let mut few = Few::new();
        for count in 0..4 {
            assert_eq!(few.as_slice(), (0..count).collect::<Vec<_>>());
            few.push(count);
        }
        assert_eq!(few, (0..4).collect());
        assert_ne!(few, (0..3).collect());
    }

    #[test]
    fn a_few_items_are_seen_as_a_slice_of_them_is() {
        let few: Few<u32> = [7, 8].into_iter().collect();
        assert_eq!((few.first(), few.len()), (Some(&7), 2));
        assert_eq!((&few).into_iter().collect::<Vec<_>>(), [&7, &8]);
        assert_eq!(format!("{few:?}"), "[7, 8]");
        let json = serde_json::to_string(&few).unwrap();
        assert_eq!(json, "[7,8]");
        assert_eq!(serde_json::from_str::<Few<u32>>(&json).unwrap(), few);
        let hash = |few: &Few<u32>| BuildHasherDefault::<DefaultHasher>::default().hash_one(few);
        assert_eq!(hash(&few), hash(&few.clone()));
        assert_ne!(hash(&few), hash(&Few::new()));
    }
}
