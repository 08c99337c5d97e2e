//! Where is the thing with this number? Numbers from outside, found in one flat list of small nodes.
//!
//! A tree per root, four bits a level, as tall as its greatest number needs: dense numbers cost a few bytes each, and
//! a single huge one eight nodes. Nothing is allocated in proportion to a number, nothing is hashed, and a look-up takes
//! at most eight steps whatever an outsider may choose.

const FAN: usize = 16;

/// One cache line: for each of sixteen digits the next node, or at the bottom the value, plus one; 0 is nothing.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Node([u32; FAN]);

/// The root of one tree of numbers. The default is the empty one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Root {
    /// The topmost node plus one; 0 where there is none.
    node: u32,
    height: u32,
}

/// The nodes of all trees.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    nodes: Vec<Node>,
    /// The first of the freed nodes plus one; each names the next in its first digit.
    free: u32,
}

impl Clone for Keys {
    fn clone(&self) -> Keys {
        Keys { nodes: self.nodes.clone(), free: self.free }
    }

    #[inline]
    fn clone_from(&mut self, source: &Keys) {
        self.nodes.clone_from(&source.nodes);
        self.free = source.free;
    }
}

impl Keys {
    /// Forgets all trees.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.free = 0;
    }

    /// The value of a number.
    #[inline]
    pub(crate) fn get(&self, root: Root, number: u32) -> Option<u32> {
        if root.height < height_of(number) {
            return None;
        }
        let mut at = root.node;
        for level in (0..root.height).rev() {
            at = self.nodes[at.checked_sub(1)? as usize].0[digit(number, level)];
        }
        at.checked_sub(1)
    }

    /// Gives a number its value.
    pub(crate) fn insert(&mut self, root: &mut Root, number: u32, value: u32) {
        let height = height_of(number);
        if root.node == 0 {
            *root = Root { node: self.allocate(), height };
        }
        for height in root.height..height {
            let above = self.allocate();
            self.nodes[above as usize - 1].0[0] = root.node;
            *root = Root { node: above, height: height + 1 };
        }
        let mut at = root.node;
        for level in (1..root.height).rev() {
            let below = self.nodes[at as usize - 1].0[digit(number, level)];
            at = if below != 0 {
                below
            } else {
                let fresh = self.allocate();
                self.nodes[at as usize - 1].0[digit(number, level)] = fresh;
                fresh
            };
        }
        self.nodes[at as usize - 1].0[digit(number, 0)] = value + 1;
    }

    /// Forgets a number, and the nodes that only it needed.
    pub(crate) fn remove(&mut self, root: &mut Root, number: u32) {
        if root.height < height_of(number) {
            return;
        }
        let mut path = [0; 8];
        let mut at = root.node;
        for level in (0..root.height).rev() {
            if at == 0 {
                return;
            }
            path[level as usize] = at;
            at = self.nodes[at as usize - 1].0[digit(number, level)];
        }
        for level in 0..root.height {
            let node = path[level as usize];
            let digits = &mut self.nodes[node as usize - 1].0;
            digits[digit(number, level)] = 0;
            if digits.iter().any(|digit| *digit != 0) {
                return;
            }
            digits[0] = self.free;
            self.free = node;
        }
        *root = Root::default();
    }

    fn allocate(&mut self) -> u32 {
        if self.free != 0 {
            let node = self.free;
            let digits = &mut self.nodes[node as usize - 1].0;
            self.free = std::mem::take(&mut digits[0]);
            node
        } else {
            self.nodes.push(Node([0; FAN]));
            self.nodes.len() as u32
        }
    }
}

#[inline]
fn digit(number: u32, level: u32) -> usize {
    (number >> (4 * level)) as usize % FAN
}

/// How many digits a number needs.
#[inline]
fn height_of(number: u32) -> u32 {
    (35 - (number | 1).leading_zeros()) / 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Dice;
    use std::collections::BTreeMap;

    #[test]
    fn a_number_has_the_value_that_it_was_given_last() {
        let mut dice = Dice::new(3);
        let (mut keys, mut roots) = (Keys::default(), [Root::default(); 2]);
        let mut expected = [BTreeMap::new(), BTreeMap::new()];
        for step in 0..5000 {
            let tree = dice.below(2) as usize;
            let number = match dice.below(4) {
                0 => u32::MAX - dice.below(20) as u32,
                1 => 1 << dice.below(32),
                _ => dice.below(300) as u32,
            };
            if dice.below(3) == 0 {
                keys.remove(&mut roots[tree], number);
                expected[tree].remove(&number);
            } else {
                keys.insert(&mut roots[tree], number, step);
                expected[tree].insert(number, step);
            }
            for tree in 0..2 {
                assert_eq!(keys.get(roots[tree], number), expected[tree].get(&number).copied());
            }
        }
        for tree in 0..2 {
            for number in expected[tree].keys() {
                keys.remove(&mut roots[tree], *number);
            }
            assert_eq!(roots[tree].node, 0, "an empty tree has no nodes");
        }
    }

    #[test]
    fn a_single_huge_number_costs_eight_nodes() {
        let (mut keys, mut root) = (Keys::default(), Root::default());
        keys.insert(&mut root, u32::MAX, 7);
        assert_eq!((keys.nodes.len(), keys.get(root, u32::MAX), keys.get(root, 0)), (8, Some(7), None));
        assert_eq!([0, 1, 15, 16, 255, 256, u32::MAX].map(height_of), [1, 1, 1, 2, 2, 3, 8]);
    }

    #[test]
    fn after_all_trees_are_forgotten_their_nodes_are_there_for_others() {
        let (mut keys, mut root) = (Keys::default(), Root::default());
        for number in [7, 70_000] {
            keys.insert(&mut root, number, 1);
            keys.remove(&mut root, number);
            keys.insert(&mut root, number, 1);
            keys.clear();
            root = Root::default();
        }
        keys.insert(&mut root, u32::MAX, 7);
        assert_eq!((keys.nodes.len(), keys.get(root, u32::MAX)), (8, Some(7)));
    }
}
