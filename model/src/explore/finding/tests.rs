//! What a finding says of itself.

use super::*;
use crate::explore::testing::outcome;

#[test]
fn a_finding_says_what_kind_it_is_which_invariant_it_violates_and_what_it_is_about() {
    let view = View { term: 2, ..View::default() };
    let broken = Finding::Invariant { invariant: InvariantId::I5, message: "applied twice".to_owned() };
    let findings = [
        (&broken, "I5 effect-once", "I5 effect-once is broken: applied twice"),
        (
            &Finding::Outcome { expected: Box::new(outcome("duplicate")) },
            "disagreement on the outcome",
            "the oracle expected: duplicate",
        ),
        (&Finding::Panic { message: "no".to_owned() }, "a panic", "the control plane panicked: no"),
        (
            &Finding::View { expected: Box::default(), shown: Box::new(view) },
            "disagreement on the view",
            "the oracle expected another state: term 0, not 2",
        ),
    ];
    for (finding, kind, told) in findings {
        assert_eq!((finding.kind().as_str(), finding.to_string().as_str()), (kind, told));
        assert_eq!(finding.violates(InvariantId::I5), *finding == broken);
        assert!(!finding.violates(InvariantId::I4));
    }
}

/// Panics in the way it is told to.
struct Panics;

impl ControlPlane for Panics {
    fn apply(&mut self, at: Millis, _: Command) -> Outcome {
        match at {
            0 => outcome("swept"),
            1 => panic!("at instant {at}"),
            2 => panic!("at a fixed one"),
            _ => std::panic::panic_any(7),
        }
    }
}

#[test]
fn a_panic_comes_back_as_what_it_said() {
    let said = |at| apply_caught(&mut Panics, at, Command::Sweep);
    assert_eq!(said(0), Ok(outcome("swept")));
    assert_eq!(said(1), Err("at instant 1".to_owned()));
    assert_eq!(said(2), Err("at a fixed one".to_owned()));
    assert_eq!(said(3), Err("no message".to_owned()));
}
