//! Bugs that are a decision which the code takes otherwise than the spec: the control plane is started with another option
//! than its judges.

use super::Bug;
use spec::{DecisionId, Decisions};

/// The decision that this bug takes otherwise, and the option.
const fn otherwise(bug: Bug) -> Option<(&'static str, &'static str)> {
    Some(match bug {
        Bug::ChargedAtEachAttempt => ("D03", "per-attempt"),
        Bug::RefundToCurrentWindow => ("D07", "current-window"),
        Bug::CapNotJudgedAtClaim => ("D08", "at-submit-only"),
        Bug::QuotaNotJudgedAtClaim => ("D11", "neither"),
        Bug::SecondLeaseWhileHolding => ("D20", "grant-another"),
        Bug::DeadlineReadAsAlive => ("D22", "alive"),
        Bug::ExpiryForgotten => ("D23", "never"),
        Bug::ExpiredLeaseUncounted => ("D23", "uncounted"),
        Bug::RestingSlotForgotten => ("D26", "at-once"),
        Bug::SupersededCompletionApplied => ("D30", "accept"),
        Bug::CompletionForgotten => ("D32", "one-window-apply"),
        Bug::CompletedAfterCancel => ("D34", "apply-always"),
        Bug::LossInSilence => ("D37", "truncate-silently"),
        _ => return None,
    })
}

/// The decisions as the code with this bug takes them.
pub(super) fn decided(bug: Bug, decisions: &Decisions) -> Decisions {
    let changed = otherwise(bug).and_then(|(id, option)| {
        let id = DecisionId::find(id)?;
        decisions.with(id, id.option(option)?).ok()
    });
    changed.unwrap_or_else(|| decisions.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_and_option_that_a_bug_takes_otherwise_is_one_of_the_spec() {
        let chosen = Decisions::chosen();
        let mut seen = 0;
        for bug in Bug::ALL.iter().filter(|bug| otherwise(**bug).is_some()) {
            assert_ne!(decided(*bug, &chosen), chosen, "{bug} decides as the spec does");
            seen += 1;
        }
        assert!(seen > 0, "no bug was looked at");
    }
}
