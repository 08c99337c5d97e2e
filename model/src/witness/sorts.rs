//! The sorts of outcomes: what two histories can have in common that happen to different runs at different instants.

use spec::{Answer, Digest, Fate, Fence, Outcome, RunId, TenantId};
use std::cmp::Ordering;

/// The sorts of two outcomes of one command, and how they differ where they are of one sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sorts {
    each: [Sort; 2],
    among_themselves: Option<Difference>,
}

/// How two outcomes of one sort differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    /// Two different runs are granted.
    Run,
    /// The deadline of the one is the earlier or the later.
    Deadline(Ordering),
}

/// The sort of an outcome: its answer, with its reason, and what else happened. Names, instants and amounts are no part
/// of it, nor is what was charged, which depends on what was granted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sort {
    answer: Answer,
    repeated: bool,
    refunded: bool,
    ended: Vec<Fate>,
    shed: bool,
}

impl Sorts {
    /// The sorts of these outcomes.
    pub fn of(then: [&Outcome; 2]) -> Sorts {
        let each = then.map(Sort::of);
        let answers = then.map(|outcome| outcome.answer);
        let among_themselves = if each[0] == each[1] { Difference::of(answers) } else { None };
        Sorts { each, among_themselves }
    }

    /// Whether they are two, or differ in more than particulars.
    pub fn differ(&self) -> bool {
        self.each[0] != self.each[1] || self.among_themselves.is_some()
    }
}

impl Difference {
    fn of(answers: [Answer; 2]) -> Option<Difference> {
        let deadlines = match answers {
            [Answer::Granted { run: one, .. }, Answer::Granted { run: other, .. }] if one != other => {
                return Some(Difference::Run);
            }
            [Answer::Granted { deadline: one, .. }, Answer::Granted { deadline: other, .. }]
            | [Answer::Renewed { deadline: one, .. }, Answer::Renewed { deadline: other, .. }] => one.cmp(&other),
            _ => Ordering::Equal,
        };
        (deadlines != Ordering::Equal).then_some(Difference::Deadline(deadlines))
    }
}

impl Sort {
    fn of(outcome: &Outcome) -> Sort {
        let Outcome { answer, charged: _, refunded, repeated, ended, shed } = outcome;
        let mut fates: Vec<Fate> = ended.iter().map(|ended| ended.fate).collect();
        fates.dedup();
        Sort {
            answer: without_particulars(*answer),
            repeated: *repeated,
            refunded: *refunded != 0,
            ended: fates,
            shed: shed.is_some(),
        }
    }
}

/// The same answer about nobody in particular.
fn without_particulars(answer: Answer) -> Answer {
    match answer {
        Answer::Granted { .. } => Answer::Granted {
            run: RunId { tenant: TenantId(0), key: 0 },
            fence: Fence { term: 0, grant: 0 },
            deadline: 0,
        },
        Answer::Renewed { cancel_requested, .. } => Answer::Renewed { deadline: 0, cancel_requested },
        Answer::Conflict { .. } => Answer::Conflict { first: Digest(0) },
        Answer::Recovered { alarm, .. } => Answer::Recovered { term: 0, alarm },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::Sorts;
    use spec::Outcome;

    fn sorts(one: &str, other: &str) -> Sorts {
        let [one, other] = [one, other].map(|text| text.parse::<Outcome>().expect("an outcome"));
        Sorts::of([&one, &other])
    }

    #[test]
    fn names_instants_amounts_and_charges_are_no_part_of_a_sort() {
        assert_eq!(
            sorts("granted a/1 fence 1.1 until 5, charged 1", "idle no-slot"),
            sorts("granted b/2 fence 2.7 until 9", "idle no-slot")
        );
        assert_eq!(sorts("swept, refunded 3, ended 1.1 a/1 failed refunded 3", "swept"), {
            sorts("swept, refunded 1, ended 1.9 b/1 failed refunded 1", "swept")
        });
        assert!(!sorts("queued", "queued, charged 1").differ());
    }

    #[test]
    fn reasons_fates_refunds_repeats_and_sheds_are_part_of_a_sort() {
        for (one, other) in [
            ("refused no-credit", "refused queue-full"),
            ("swept, ended 1.1 a/1 failed", "swept, ended 1.1 a/1 requeued"),
            ("cancelled", "cancelled, refunded 1"),
            ("queued", "queued, repeated"),
            ("queued", "queued, shed a/1"),
            ("recovered term 2", "recovered term 2 alarm"),
        ] {
            assert!(sorts(one, other).differ(), "{one} | {other}");
            assert_ne!(sorts(one, other), sorts(other, one), "{one} | {other}");
        }
    }

    #[test]
    fn of_two_grants_it_counts_whether_the_run_is_the_same_and_which_deadline_is_the_earlier() {
        let earlier = sorts("granted a/1 fence 1.1 until 5", "granted a/1 fence 1.1 until 7");
        let later = sorts("granted a/1 fence 1.1 until 7", "granted a/1 fence 1.1 until 5");
        let other_run = sorts("granted a/1 fence 1.1 until 5", "granted b/1 fence 1.1 until 7");
        assert!(earlier.differ() && later.differ() && other_run.differ());
        assert!(earlier != later && earlier != other_run);
        assert_eq!(earlier, sorts("granted b/2 fence 1.3 until 1", "granted b/2 fence 1.3 until 2"));
    }
}
