//! The envelope: which faults a run may contain so that a failure means a bug.
//!
//! No system makes progress without anything to make it with. The envelope says what a run may suffer and still be held
//! to everything; beyond it only safety is judged, and a failure to make progress is excused: a class of its own,
//! counted, so that an envelope that excuses everything is seen.

use super::failure::{Class, Finding};
use super::system::Fault;

/// The limits of what a run may suffer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Envelope {
    limits: Vec<Limit>,
    /// The first fault that went beyond.
    beyond: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Limit {
    kind: &'static str,
    most: u64,
    seen: u64,
}

impl Envelope {
    /// An envelope that allows every fault.
    pub fn open() -> Envelope {
        Envelope::default()
    }

    /// The same envelope, allowing a kind of fault at most so often.
    #[must_use]
    pub fn at_most(mut self, kind: &'static str, most: u64) -> Envelope {
        self.limits.push(Limit { kind, most, seen: 0 });
        self
    }

    /// Hears of a fault.
    pub fn observe(&mut self, fault: &Fault) {
        for limit in self.limits.iter_mut().filter(|limit| limit.kind == fault.kind) {
            limit.seen += 1;
            if limit.seen > limit.most && self.beyond.is_none() {
                self.beyond = Some(limit.kind);
            }
        }
    }

    /// The kind of the first fault beyond the envelope.
    pub const fn beyond(&self) -> Option<&'static str> {
        self.beyond
    }

    /// What a finding is inside or beyond the envelope: beyond it, a lack of progress is excused.
    pub fn weigh(&self, mut finding: Finding) -> Finding {
        if let (Some(kind), Class::Progress) = (self.beyond, finding.class) {
            finding.class = Class::Excused;
            finding.text = format!("{} (excused: {kind} is beyond the envelope)", finding.text);
        }
        finding
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(kind: &'static str) -> Fault {
        Fault { kind: kind.into(), detail: String::new() }
    }

    #[test]
    fn as_many_faults_as_are_allowed_are_within_and_the_first_beyond_is_named() {
        let mut envelope = Envelope::open().at_most("stall", 2).at_most("crash", 1);
        for (kind, beyond) in [
            ("stall", None),
            ("crash", None),
            ("stall", None),
            ("reset", None),
            ("stall", Some("stall")),
            ("crash", Some("stall")),
        ] {
            envelope.observe(&fault(kind));
            assert_eq!(envelope.beyond(), beyond, "after {kind}");
        }
        let excused = envelope.weigh(Finding::new(Class::Progress, "L1", "a/1 is still queued"));
        assert_eq!(excused.text, "a/1 is still queued (excused: stall is beyond the envelope)");
    }

    #[test]
    fn beyond_the_envelope_a_lack_of_progress_is_excused_and_a_broken_rule_is_not() {
        let mut envelope = Envelope::open().at_most("no-core", 0);
        let progress = Finding::new(Class::Progress, "L1", "");
        let broken = Finding::new(Class::Correctness, "I1", "");
        envelope.observe(&fault("stall"));
        assert_eq!(envelope.weigh(progress.clone()).class, Class::Progress);
        envelope.observe(&fault("no-core"));
        assert_eq!(envelope.beyond(), Some("no-core"));
        assert_eq!(envelope.weigh(progress).class, Class::Excused);
        assert_eq!(envelope.weigh(broken.clone()), broken);
    }
}
