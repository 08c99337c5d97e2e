//! What more than one place asks about a decision, each as a question with yes or no for an answer.
//!
//! Every option is named, so that a new one has to be given its answer here before anything compiles. To ask is to read:
//! ask only where the answer makes a difference.

use spec::Decisions;
use spec::decisions::{HeadOfLine, RefusedResubmit, RetryCharge, SlotReuse, WindowShape, ZeroLimit};

/// D01: whether windows follow each other, each with a whole quota of its own.
#[inline]
pub(super) fn windows_are_fixed(decisions: &Decisions) -> bool {
    match decisions.window_shape() {
        WindowShape::Fixed => true,
        WindowShape::Rolling => false,
    }
}

/// D03: whether a grant of a run that was charged before may charge it again.
#[inline]
pub(super) fn retries_are_charged(decisions: &Decisions) -> bool {
    match decisions.retry_charge() {
        RetryCharge::OncePerRun => false,
        RetryCharge::PerAttempt => true,
    }
}

/// D09: whether a cap or a quota of 0 is no bound at all.
#[inline]
pub(super) fn zero_is_no_limit(decisions: &Decisions) -> bool {
    match decisions.zero_limit() {
        ZeroLimit::Unlimited => true,
        ZeroLimit::Blocked | ZeroLimit::Invalid => false,
    }
}

/// D13: whether a run that was rejected has come to its end.
#[inline]
pub(super) fn rejection_is_final(decisions: &Decisions) -> bool {
    match decisions.refused_resubmit() {
        RefusedResubmit::JudgeAfresh => false,
        RefusedResubmit::RepeatRefusal => true,
    }
}

/// D17: whether the head of a queue holds back what is behind it.
#[inline]
pub(super) fn head_holds_back(decisions: &Decisions) -> bool {
    match decisions.head_of_line() {
        HeadOfLine::Skip => false,
        HeadOfLine::Strict => true,
    }
}

/// D26: whether a slot rests after a silent end.
#[inline]
pub(super) fn slots_rest(decisions: &Decisions) -> bool {
    match decisions.slot_reuse() {
        SlotReuse::AfterGrace => true,
        SlotReuse::AtOnce => false,
    }
}
