//! The wrong judges by name.

use super::lens::{Lens, Shows};
use super::own::{self, OfGrants, OfRefusals};
use super::{Invariants, with};
use model::planted::Bug;
use oracle::invariants::{Facts, Invariant, InvariantId, NewGrant, Step};
use spec::yaml::nearest;
use spec::{Answer, Command, Status};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A wrong judge.
pub struct WrongJudge {
    /// Its word on the command line.
    pub word: &'static str,
    /// What is wrong with it.
    pub what: &'static str,
    /// The row of docs/lessons.md that it is an example of, if any.
    pub lesson: Option<u8>,
    /// The bug that should go uncaught with it; `None` where it should give a false alarm.
    pub misses: Option<Bug>,
    /// The invariant in whose place it stands.
    pub of: InvariantId,
    /// All eight, with this one in its place.
    pub invariants: Invariants,
}

impl WrongJudge {
    /// All of them.
    pub fn all() -> &'static [WrongJudge] {
        static TABLE: LazyLock<Vec<WrongJudge>> = LazyLock::new(table);
        &TABLE
    }
}

impl fmt::Debug for WrongJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrongJudge").field("word", &self.word).field("of", &self.of).finish_non_exhaustive()
    }
}

impl FromStr for &'static WrongJudge {
    type Err = String;

    fn from_str(text: &str) -> Result<&'static WrongJudge, String> {
        let words: Vec<&str> = WrongJudge::all().iter().map(|judge| judge.word).collect();
        WrongJudge::all().iter().find(|judge| judge.word == text).ok_or_else(|| {
            let near = nearest(text, words.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
            format!("expected a wrong judge ({}), found `{text}`{}", words.join(", "), near.unwrap_or_default())
        })
    }
}

/// One that always passes, for each of the eight; the bug is one that nobody else catches.
const NEVER: [(&str, InvariantId, Bug); 8] = [
    ("never-broken-i1", InvariantId::I1, Bug::CapNotJudgedAtClaim),
    ("never-broken-i2", InvariantId::I2, Bug::RestingSlotForgotten),
    ("never-broken-i3", InvariantId::I3, Bug::ExpiryForgotten),
    ("never-broken-i4", InvariantId::I4, Bug::SecondLeaseWhileHolding),
    ("never-broken-i5", InvariantId::I5, Bug::CompletionForgotten),
    ("never-broken-i6", InvariantId::I6, Bug::SupersededCompletionApplied),
    ("never-broken-i7", InvariantId::I7, Bug::QuotaNotJudgedAtClaim),
    ("never-broken-i8", InvariantId::I8, Bug::CompletedAfterCancel),
];

fn judge(
    word: &'static str,
    what: &'static str,
    lesson: Option<u8>,
    misses: Option<Bug>,
    wrong: impl Invariant + 'static,
) -> WrongJudge {
    let of = wrong.id();
    WrongJudge { word, what, lesson, misses, of, invariants: with(Box::leak(Box::new(wrong))) }
}

fn lens(of: InvariantId, shows: Shows) -> Lens {
    Lens { of, shows }
}

fn grants(of: InvariantId, broken: fn(&Facts, NewGrant) -> bool) -> OfGrants {
    OfGrants { of, broken }
}

/// Whether the step is about a run that was cancelled before.
fn is_about_a_cancelled_run(facts: &Facts, step: &Step<'_>) -> bool {
    let runs = step.run().into_iter().chain(step.ended.iter().map(|ended| ended.run));
    runs.into_iter().any(|run| facts.status(run) == Some(Status::Cancelled))
}

fn table() -> Vec<WrongJudge> {
    let always = |(word, of, bug)| judge(word, "Always passes.", Some(2), Some(bug), lens(of, |_, _| None));
    let mut judges: Vec<WrongJudge> = NEVER.into_iter().map(always).collect();
    judges.extend(that_see_otherwise());
    judges.extend(that_count_otherwise());
    judges
}

/// Judges that are shown too little, or something else.
fn that_see_otherwise() -> [WrongJudge; 8] {
    use InvariantId::{I3, I5, I6, I7, I8};
    [
        judge(
            "believes-the-answer",
            "Takes the control plane's word for it that nothing could be given.",
            Some(1),
            Some(Bug::LastSlotWithheld),
            lens(I3, |_, step| Some(step).filter(|step| !matches!(step.answer, Answer::Idle(_)))),
        ),
        judge("fires-on-refusals", "Takes every `no-slot` for a leak.", Some(1), None, OfRefusals),
        judge(
            "compares-with-itself",
            "Compares the fence of a grant with itself, not with the highest before it.",
            Some(2),
            Some(Bug::FenceReusedAfterRestart),
            grants(I6, own::lower_than_itself),
        ),
        judge(
            "reads-another-window",
            "Adds up what was charged in the next window, not in that of now.",
            Some(3),
            Some(Bug::QuotaNotJudgedAtClaim),
            lens(I7, |_, mut step| {
                step.now = step.now.saturating_add(step.settings().window);
                Some(step)
            }),
        ),
        judge(
            "first-instant-only",
            "Stops after the first instant, as if no history went further.",
            Some(4),
            Some(Bug::CompletionForgotten),
            lens(I5, |_, step| Some(step).filter(|step| step.now == 0)),
        ),
        judge(
            "repeats-are-news",
            "Takes an answer that is an earlier one again for a new one.",
            Some(16),
            None,
            lens(I8, |_, mut step| {
                step.repeated = false;
                Some(step)
            }),
        ),
        judge(
            "excuses-all-after-a-loss",
            "Excuses everything once a recovery has lost a grant with an alarm.",
            None,
            Some(Bug::FenceLostWithItsRecord),
            lens(I6, |facts, step| Some(step).filter(|_| facts.lost_grants().is_empty())),
        ),
        judge(
            "forgets-cancelled-runs",
            "Knows nothing more of a run once it was cancelled.",
            Some(19),
            Some(Bug::CancelledRunGranted),
            lens(I8, |facts, step| Some(step).filter(|step| !is_about_a_cancelled_run(facts, step))),
        ),
    ]
}

/// Judges that count otherwise than their invariant says.
fn that_count_otherwise() -> [WrongJudge; 5] {
    use InvariantId::{I1, I2, I3, I5};
    [
        judge(
            "cap-before-the-grant",
            "Holds against the cap what was held before the grant.",
            None,
            Some(Bug::CapOneCommandOld),
            grants(I1, own::over_cap_before),
        ),
        judge(
            "cap-reached-is-broken",
            "Takes a cap that is reached for one that is broken.",
            None,
            None,
            grants(I1, own::reaches_cap),
        ),
        judge(
            "leases-without-rests",
            "Counts live leases against the pool, and not the slots that rest.",
            None,
            Some(Bug::RestingSlotForgotten),
            grants(I2, own::more_leases_than_slots),
        ),
        judge(
            "sweep-one-ms-early",
            "Judges a sweep as if it had come a millisecond earlier.",
            None,
            Some(Bug::DeadlineReadAsAlive),
            lens(I3, |_, mut step| {
                if step.command == Command::Sweep {
                    step.now = step.now.saturating_sub(1);
                }
                Some(step)
            }),
        ),
        judge(
            "acknowledged-is-applied",
            "Takes a completion that was only acknowledged for one that was applied.",
            None,
            None,
            lens(I5, |_, mut step| {
                if step.answer == Answer::Duplicate {
                    step.answer = Answer::Applied;
                }
                Some(step)
            }),
        ),
    ]
}
