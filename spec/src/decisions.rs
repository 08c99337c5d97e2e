//! The 38 decisions: one enum each, generated from `spec.yaml`, and [`Decisions`], which holds a choice for every one.
//!
//! A decision is read through its accessor, which notes that it was read. So a decision that nothing read is seen, and
//! what an outcome rests on is found by flipping only what was read. Read a decision where its options part ways and
//! not before: an early read costs the explorer a graph that comes out the same.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

include!(concat!(env!("OUT_DIR"), "/decisions.rs"));

/// What is compiled in about one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionInfo {
    /// `D01` to `D38`.
    pub id: &'static str,
    /// Its name in kebab-case, e.g. `late-completion`.
    pub key: &'static str,
    /// The names of its options, in the order of spec.yaml.
    pub options: &'static [&'static str],
    /// The index of the chosen option; `None` while the decision is open.
    pub chosen: Option<usize>,
}

/// Names one of the decisions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DecisionId(u8);

impl DecisionId {
    /// The decision at this place in the spec's order (0 is D01).
    pub const fn new(index: usize) -> Option<DecisionId> {
        if index < COUNT { Some(DecisionId(index as u8)) } else { None }
    }

    /// All of them, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = DecisionId> + ExactSizeIterator {
        (0..COUNT as u8).map(DecisionId)
    }

    /// The decision with this id (`D29`) or key (`late-completion`).
    pub fn find(name: &str) -> Option<DecisionId> {
        DecisionId::all().find(|decision| decision.info().id == name || decision.info().key == name)
    }

    /// Its place in the spec's order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its id, key and options.
    pub const fn info(self) -> &'static DecisionInfo {
        &ALL[self.0 as usize]
    }

    /// The index of the option with this name.
    pub fn option(self, name: &str) -> Option<usize> {
        self.info().options.iter().position(|option| *option == name)
    }
}

impl fmt::Debug for DecisionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

impl fmt::Display for DecisionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

/// An option index that a decision does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchOption {
    /// The decision.
    pub decision: DecisionId,
    /// The index that was asked for.
    pub option: usize,
}

impl fmt::Display for NoSuchOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.decision.info();
        write!(f, "{} has {} options, none at index {}", info.id, info.options.len(), self.option)
    }
}

impl std::error::Error for NoSuchOption {}

impl Decisions {
    /// The index of the option in force, without noting a read.
    pub fn option(&self, decision: DecisionId) -> usize {
        self.index_of(decision)
    }

    /// The name of the option in force, without noting a read.
    pub fn option_name(&self, decision: DecisionId) -> &'static str {
        decision.info().options[self.index_of(decision)]
    }

    /// Chooses an option.
    pub fn set(&mut self, decision: DecisionId, option: usize) -> Result<(), NoSuchOption> {
        if self.set_index(decision, option) { Ok(()) } else { Err(NoSuchOption { decision, option }) }
    }

    /// The same choices but for one.
    pub fn with(&self, decision: DecisionId, option: usize) -> Result<Decisions, NoSuchOption> {
        let mut changed = self.clone();
        changed.set(decision, option)?;
        Ok(changed)
    }

    /// What has been read since [`Decisions::forget_reads`].
    pub fn reads(&self) -> ReadSet {
        self.reads.set()
    }

    /// Starts a new count of reads.
    pub fn forget_reads(&self) {
        self.reads.clear();
    }
}

/// Two are equal when they choose the same options, whatever was read.
impl PartialEq for Decisions {
    fn eq(&self, other: &Decisions) -> bool {
        DecisionId::all().all(|decision| self.option(decision) == other.option(decision))
    }
}

impl Eq for Decisions {}

impl Default for Decisions {
    fn default() -> Decisions {
        Decisions::chosen()
    }
}

/// A set of decisions, as one word.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct ReadSet(pub u64);

impl ReadSet {
    /// Whether the decision is in the set.
    pub const fn contains(self, decision: DecisionId) -> bool {
        self.0 & (1 << decision.index()) != 0
    }

    /// Adds all of the other set.
    pub const fn union(self, other: ReadSet) -> ReadSet {
        ReadSet(self.0 | other.0)
    }

    /// Adds one decision.
    pub fn insert(&mut self, decision: DecisionId) {
        self.0 |= 1 << decision.index();
    }

    /// Its decisions in order.
    pub fn iter(self) -> impl Iterator<Item = DecisionId> {
        DecisionId::all().filter(move |decision| self.contains(*decision))
    }
}

impl fmt::Debug for ReadSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Notes reads behind a shared reference: a load, an or and a store, each relaxed, so about a nanosecond.
#[derive(Debug)]
struct Reads(AtomicU64);

impl Reads {
    const fn new() -> Reads {
        Reads(AtomicU64::new(0))
    }

    #[inline]
    fn note(&self, index: usize) {
        // Not fetch_or: a control plane is driven by one thread at a time, and a locked instruction would cost more
        // than the rest of the accessor.
        self.0.store(self.0.load(Ordering::Relaxed) | 1 << index, Ordering::Relaxed);
    }

    fn set(&self) -> ReadSet {
        ReadSet(self.0.load(Ordering::Relaxed))
    }

    fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

impl Clone for Reads {
    fn clone(&self) -> Reads {
        Reads(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_a_decision_through_its_accessor_notes_it_and_nothing_else() {
        let decisions = Decisions::chosen();
        assert_eq!(decisions.reads(), ReadSet::default());
        let _ = decisions.window_shape();
        let _ = decisions.late_completion();
        let noted: Vec<_> = decisions.reads().iter().map(|decision| decision.info().id).collect();
        assert_eq!(noted, ["D01", "D29"]);
        assert_eq!(format!("{:?}", decisions.reads()), "{D01, D29}");
        let _ = decisions.window_shape();
        assert_eq!(decisions.reads().iter().count(), 2, "a second read changes nothing");
        let _ = decisions.option_name(DecisionId::new(4).unwrap());
        assert_eq!(decisions.reads().iter().count(), 2);
        decisions.forget_reads();
        assert_eq!(decisions.reads(), ReadSet::default());
    }

    #[test]
    fn every_option_of_every_decision_can_be_set_and_read_back() {
        for decision in DecisionId::all() {
            for option in 0..decision.info().options.len() {
                let changed = Decisions::chosen().with(decision, option).unwrap();
                assert_eq!(changed.option(decision), option);
                assert_eq!(decision.option(changed.option_name(decision)), Some(option));
            }
            let beyond = decision.info().options.len();
            assert_eq!(Decisions::chosen().with(decision, beyond), Err(NoSuchOption { decision, option: beyond }));
        }
        let error = NoSuchOption { decision: DecisionId::find("D29").unwrap(), option: 2 };
        assert_eq!(error.to_string(), "D29 has 2 options, none at index 2");
    }

    #[test]
    fn decisions_with_another_choice_are_others_whatever_was_read() {
        let (chosen, read) = (Decisions::chosen(), Decisions::chosen());
        let _ = read.window_shape();
        assert_eq!(chosen, read);
        assert_eq!(read.clone().reads(), read.reads());
        let decision = DecisionId::find("D29").unwrap();
        assert_ne!(chosen.with(decision, 0), chosen.with(decision, 1));
    }

    #[test]
    fn a_set_of_decisions_holds_what_was_put_in_and_a_union_what_either_holds() {
        let [first, second, third] = ["D01", "D29", "D38"].map(|id| DecisionId::find(id).unwrap());
        let set = |decisions: &[DecisionId]| {
            let mut set = ReadSet::default();
            decisions.iter().for_each(|decision| set.insert(*decision));
            set
        };
        let both = set(&[first, second, second]).union(set(&[second, third]));
        assert_eq!(both.iter().collect::<Vec<_>>(), [first, second, third]);
        assert!(both.contains(third) && !set(&[first, second]).contains(third));
    }

    #[test]
    fn a_decision_is_found_by_its_id_and_by_its_key() {
        assert_eq!(DecisionId::find("D29"), DecisionId::find("late-completion"));
        assert_eq!(DecisionId::find("D29").map(DecisionId::index), Some(28));
        assert_eq!(DecisionId::find("D39"), None);
    }
}
