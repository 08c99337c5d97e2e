//! Which differences are plain, so that a witness shows what matters and not only that something is not the same.

use spec::{Answer, Outcome};

/// How plain a difference is to somebody outside; the plainest first.
///
/// A difference is **plain** if somebody has something under the one option that nobody has under the other: the one
/// gets what it asked for and the other does not, both get it and it is not the same, or credits, leases or queue places
/// change hands otherwise. It is not plain if neither gets anything and only the reason that is given for it differs (no
/// slot, or no run that may start), nor if all that differs is whether an answer was given before, nor if the one hears
/// again of the lease that it has, and the other merely finds no other work: it has the same lease then. Where a
/// scenario of the spec is about just that, as those of D15 are about a reason, the history [tells](super::telling) it
/// all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plainness {
    /// The one gets what it asked for, and the other does not.
    Served,
    /// Both get it, and it is not the same, or not all that happens besides.
    Otherwise,
    /// Neither gets it, and what happens besides is not the same.
    Besides,
    /// Nothing but the reason differs, or whether an answer was given before; nobody has anything else.
    Reason,
}

impl Plainness {
    /// How plain it is that these outcomes of one command differ, under two options of a decision.
    pub fn of(then: &[Outcome; 2]) -> Plainness {
        let [first, second] = then;
        let served = then.each_ref().map(|outcome| !matches!(outcome.answer, Answer::Refused(_) | Answer::Idle(_)));
        let besides = |outcome: &Outcome| {
            let Outcome { answer: _, charged, refunded, repeated: _, ended, shed } = outcome.clone();
            (charged, refunded, ended, shed)
        };
        let happens_alike = besides(first) == besides(second);
        let hears_again = |one: &Outcome, other: &Outcome| one.repeated && matches!(other.answer, Answer::Idle(_));
        match served {
            [true, false] if hears_again(first, second) && happens_alike => Plainness::Reason,
            [false, true] if hears_again(second, first) && happens_alike => Plainness::Reason,
            [true, false] | [false, true] => Plainness::Served,
            [true, true] if first.answer == second.answer && happens_alike => Plainness::Reason,
            [true, true] => Plainness::Otherwise,
            [false, false] if happens_alike => Plainness::Reason,
            [false, false] => Plainness::Besides,
        }
    }

    /// Whether it is plain.
    pub fn is_plain(self) -> bool {
        match self {
            Plainness::Served | Plainness::Otherwise | Plainness::Besides => true,
            Plainness::Reason => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Plainness;

    fn of(one: &str, other: &str) -> Plainness {
        Plainness::of(&[one, other].map(|text| text.parse().expect("an outcome")))
    }

    #[test]
    fn that_one_is_served_and_the_other_is_not_is_the_plainest_difference() {
        for (one, other) in [
            ("queued", "refused at-cap"),
            ("granted a/1 fence 1.1 until 2, repeated", "refused already-holding"),
            ("idle no-slot", "granted b/1 fence 1.2 until 4, charged 1"),
            ("refused conflict", "queued, repeated"),
        ] {
            assert_eq!(of(one, other), Plainness::Served, "{one} | {other}");
            assert_eq!(of(other, one), Plainness::Served, "{other} | {one}");
        }
    }

    #[test]
    fn what_is_given_taken_or_ended_is_plain_whatever_the_answer() {
        for (one, other, plainness) in [
            ("granted a/1 fence 1.1 until 2", "granted b/1 fence 1.1 until 2", Plainness::Otherwise),
            ("queued", "queued, charged 1", Plainness::Otherwise),
            ("swept", "swept, ended 1.1 a/1 requeued", Plainness::Otherwise),
            ("refused no-credit", "refused no-credit, charged 1", Plainness::Besides),
            ("refused queue-full", "refused no-credit, charged 1", Plainness::Besides),
            ("idle no-slot", "idle no-slot, ended 1.1 a/1 requeued", Plainness::Besides),
        ] {
            assert_eq!(of(one, other), plainness, "{one} | {other}");
            assert!(plainness.is_plain());
        }
    }

    #[test]
    fn two_reasons_for_the_same_no_are_not_a_plain_difference() {
        for (one, other) in [
            ("idle no-slot", "idle nothing-eligible"),
            ("refused blocked", "refused no-credit"),
            ("refused already-holding", "idle no-slot"),
            ("refused no-credit", "refused no-credit, repeated"),
            ("queued", "queued, repeated"),
            ("granted a/1 fence 1.1 until 2, repeated", "idle no-slot"),
        ] {
            assert_eq!(of(one, other), Plainness::Reason, "{one} | {other}");
            assert!(!of(one, other).is_plain());
        }
    }
}
