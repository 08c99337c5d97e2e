//! A lens: the right judge, shown something else than what happened.

use super::right;
use oracle::invariants::{Facts, Invariant, InvariantId, Report, Step};
use spec::{Ended, Shed};

/// What the judge is shown of a step: something else, or nothing.
pub type Shows = for<'a> fn(&Facts, Step<'a>) -> Option<Step<'a>>;

/// A right judge behind a lens.
pub struct Lens {
    /// Which judge.
    pub of: InvariantId,
    /// What it is shown.
    pub shows: Shows,
}

impl Lens {
    /// What the right judge is shown, with that judge.
    fn shown<'a>(&self, facts: &Facts, step: &Step<'a>) -> Option<(Step<'a>, &'static dyn Invariant)> {
        (self.shows)(facts, *step).zip(right(self.of))
    }
}

impl Invariant for Lens {
    fn id(&self) -> InvariantId {
        self.of
    }

    fn judge_end(&self, facts: &Facts, step: &Step<'_>, end: &Ended, report: &mut Report<'_>) {
        if let Some((step, right)) = self.shown(facts, step) {
            right.judge_end(facts, &step, end, report);
        }
    }

    fn judge_shed(&self, facts: &Facts, step: &Step<'_>, shed: &Shed, report: &mut Report<'_>) {
        if let Some((step, right)) = self.shown(facts, step) {
            right.judge_shed(facts, &step, shed, report);
        }
    }

    fn judge_answer(&self, facts: &Facts, step: &Step<'_>, report: &mut Report<'_>) {
        if let Some((step, right)) = self.shown(facts, step) {
            right.judge_answer(facts, &step, report);
        }
    }
}
