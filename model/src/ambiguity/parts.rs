//! What an alternative has instead of what is given, and whether an outcome under a flipped decision has that too.
//!
//! One thing is named of each alternative: its answer if that is another one, else the first of its other parts that
//! differs. Amounts count as some or none, and a fence not at all: which number a grant has is no question.

use crate::reach;
use spec::{Answer, Ended, Fate, Outcome, RunId};
use std::fmt;

/// What an alternative has instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instead {
    /// Another answer, by its place in [`reach::answer`].
    Answer(usize),
    /// A grant of a run that waits in no queue.
    GrantedUnqueued,
    /// A grant of another queued run.
    GrantedAnother,
    /// A renewal that leaves the deadline where it was.
    DeadlineAsItWas,
    /// A run is shed, or none.
    Shed(bool),
    /// A lease ends so that is not said to end, or not so.
    Ended(Fate),
    /// A lease does not end that is said to.
    NotEnded,
    /// The same leases end, in another order.
    OtherOrder,
    /// Something is charged, or nothing.
    Charged(bool),
    /// Something is refunded, or nothing.
    Refunded(bool),
    /// It is said to be an earlier answer again, or not.
    Repeated(bool),
}

impl Instead {
    /// What an alternative has instead of what is given; `None` where it is the same for all that matters here.
    pub fn of(given: &Outcome, alternative: &Outcome, is_queued: impl Fn(RunId) -> bool) -> Option<Instead> {
        let differs = |of: fn(&Outcome) -> bool, instead: fn(bool) -> Instead| {
            (of(given) != of(alternative)).then(|| instead(of(alternative)))
        };
        answer(given.answer, alternative.answer, is_queued)
            .or_else(|| differs(|outcome| outcome.shed.is_some(), Instead::Shed))
            .or_else(|| ends(&given.ended, &alternative.ended))
            .or_else(|| differs(|outcome| outcome.charged != 0, Instead::Charged))
            .or_else(|| differs(|outcome| outcome.refunded != 0, Instead::Refunded))
            .or_else(|| differs(|outcome| outcome.repeated, Instead::Repeated))
    }

    /// Whether an outcome under a flipped decision has the same.
    pub fn explained_by(self, flipped: &Outcome, alternative: &Outcome) -> bool {
        match self {
            Instead::Answer(place) => reach::answer(flipped.answer) == place,
            Instead::GrantedUnqueued | Instead::GrantedAnother => granted(flipped) == granted(alternative),
            Instead::DeadlineAsItWas => flipped.answer == alternative.answer,
            Instead::Shed(shed) => flipped.shed.is_some() == shed,
            Instead::Ended(_) | Instead::NotEnded | Instead::OtherOrder => fates(flipped) == fates(alternative),
            Instead::Charged(charged) => (flipped.charged != 0) == charged,
            Instead::Refunded(refunded) => (flipped.refunded != 0) == refunded,
            Instead::Repeated(repeated) => flipped.repeated == repeated,
        }
    }
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = |yes: &bool| if *yes { "" } else { "not " };
        match self {
            Instead::Answer(place) => f.write_str(&reach::answer_word(*place)),
            Instead::GrantedUnqueued => f.write_str("granted a run that is not queued"),
            Instead::GrantedAnother => f.write_str("granted another queued run"),
            Instead::DeadlineAsItWas => f.write_str("renewed with the deadline as it was"),
            Instead::Shed(shed) => write!(f, "{}shed", not(shed)),
            Instead::Ended(fate) => write!(f, "ended {fate}"),
            Instead::NotEnded => f.write_str("lease not ended"),
            Instead::OtherOrder => f.write_str("ended in another order"),
            Instead::Charged(charged) => write!(f, "{}charged", not(charged)),
            Instead::Refunded(refunded) => write!(f, "{}refunded", not(refunded)),
            Instead::Repeated(repeated) => write!(f, "{}repeated", not(repeated)),
        }
    }
}

fn answer(given: Answer, alternative: Answer, is_queued: impl Fn(RunId) -> bool) -> Option<Instead> {
    match (given, alternative) {
        (Answer::Granted { run: given, .. }, Answer::Granted { run, .. }) => {
            let another = if is_queued(run) { Instead::GrantedAnother } else { Instead::GrantedUnqueued };
            (given != run).then_some(another)
        }
        (_, Answer::Granted { run, .. }) if !is_queued(run) => Some(Instead::GrantedUnqueued),
        (
            Answer::Renewed { deadline: given, cancel_requested: told },
            Answer::Renewed { deadline, cancel_requested },
        ) if told == cancel_requested => (given != deadline).then_some(Instead::DeadlineAsItWas),
        (given, alternative) => {
            let (given, alternative) = (reach::answer(given), reach::answer(alternative));
            (given != alternative).then_some(Instead::Answer(alternative))
        }
    }
}

fn ends(given: &[Ended], alternative: &[Ended]) -> Option<Instead> {
    let same = |end: &&Ended| given.iter().any(|other| (other.fence, other.fate) == (end.fence, end.fate));
    if let Some(other) = alternative.iter().find(|end| !same(end)) {
        return Some(Instead::Ended(other.fate));
    }
    if alternative.len() < given.len() {
        return Some(Instead::NotEnded);
    }
    let in_order = given.iter().zip(alternative).all(|(given, alternative)| given.fence == alternative.fence);
    (!in_order).then_some(Instead::OtherOrder)
}

fn granted(outcome: &Outcome) -> Option<RunId> {
    match outcome.answer {
        Answer::Granted { run, .. } => Some(run),
        _ => None,
    }
}

fn fates(outcome: &Outcome) -> Vec<(RunId, Fate)> {
    outcome.ended.iter().map(|end| (end.run, end.fate)).collect()
}
