//! The reference expects, and the invariants say, what was agreed with the control plane: `spec/histories/agreed.txt`.

#[path = "../../spec/histories/read.rs"]
mod read;

use oracle::invariants::Judge;
use oracle::reference::Situation;
use spec::View;

#[test]
fn every_step_of_the_agreed_histories_is_expected_as_agreed_and_leaves_the_agreed_view() {
    let mut view = View::default();
    for history in read::histories() {
        let mut situation = Situation::start(&history.settings, &history.decisions);
        for step in history.steps {
            let expected = situation.expect(&history.decisions, step.at, step.command);
            assert_eq!(expected, step.outcome, "spec/histories/agreed.txt:{} {}", step.line, step.command);
            situation.after(step.at, step.command, &step.outcome);
            situation.view(step.at, &mut view);
            assert_eq!(read::sum(&view), step.view, "spec/histories/agreed.txt:{} {view:?}", step.line);
        }
    }
}

#[test]
fn the_invariants_i1_to_i8_say_of_every_step_of_the_agreed_histories_what_was_agreed() {
    let mut told = 0;
    for history in read::histories() {
        let mut judge = Judge::start(&history.settings, &history.decisions);
        for step in history.steps {
            let mut violations = Vec::new();
            judge.observe(step.at, step.command, &step.outcome, &mut violations);
            let broken: Vec<String> = violations.iter().map(|violation| violation.invariant.id().to_owned()).collect();
            assert_eq!(broken.join(" "), step.broken, "spec/histories/agreed.txt:{} in {}", step.line, history.line);
            told += violations.len();
        }
    }
    assert!(told >= 50, "only {told} steps break an invariant");
}
