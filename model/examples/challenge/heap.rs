//! The wrong binary heap: turned into a list by one merge in place of many, it is said to come out sorted.

use std::fmt;

/// A heap that is not empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Heap {
    /// No key below it is less.
    pub key: i128,
    /// What is below.
    pub below: [Option<Box<Heap>>; 2],
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |heap: &Option<Box<Heap>>| heap.as_ref().map_or_else(|| "None".to_owned(), ToString::to_string);
        write!(f, "({}, {}, {})", self.key, text(&self.below[0]), text(&self.below[1]))
    }
}

/// Whether a heap comes out wrong.
pub fn binheap(heap: &Heap) -> bool {
    let mut wrong = vec![heap.key];
    let [left, right] = heap.below.clone();
    push_all(merged(left, right).as_deref(), &mut wrong);
    let mut right = Vec::new();
    push_all(Some(heap), &mut right);
    right.sort_unstable();
    wrong != right
}

fn merged(one: Option<Box<Heap>>, two: Option<Box<Heap>>) -> Option<Box<Heap>> {
    let (one, two) = match (one, two) {
        (None, heap) | (heap, None) => return heap,
        (Some(one), Some(two)) if one.key <= two.key => (one, two),
        (Some(one), Some(two)) => (two, one),
    };
    let Heap { key, below: [left, right] } = *one;
    Some(Box::new(Heap { key, below: [merged(right, Some(two)), left] }))
}

/// The key, then what is below on the right, then on the left: the order in which the original's stack gives them.
fn push_all(heap: Option<&Heap>, keys: &mut Vec<i128>) {
    if let Some(heap) = heap {
        keys.push(heap.key);
        push_all(heap.below[1].as_deref(), keys);
        push_all(heap.below[0].as_deref(), keys);
    }
}
