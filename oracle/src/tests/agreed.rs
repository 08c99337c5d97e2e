//! The reference expects, and the invariants say, what was agreed with the control plane: `spec/histories/agreed.txt`.

#[path = "../../../spec/histories/read.rs"]
mod read;
#[path = "../../../spec/histories/recorded.rs"]
mod recorded;

use crate::invariants::Judge;
use crate::reference::Situation;
use spec::View;
use std::path::Path;

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

#[test]
fn what_is_described_and_read_on_the_agreed_histories_is_as_recorded() {
    let mut sums = String::new();
    for (number, history) in read::histories().into_iter().enumerate() {
        let mut situation = Situation::start(&history.settings, &history.decisions);
        let mut judge = Judge::start(&history.settings, &history.decisions);
        let mut account = recorded::Account::default();
        history.decisions.forget_reads();
        for step in history.steps {
            situation.expect(&history.decisions, step.at, step.command);
            account.reads(history.decisions.reads());
            history.decisions.forget_reads();
            situation.after(step.at, step.command, &step.outcome);
            account.reads(situation.reads());
            account.describes(&situation, step.at);
            judge.observe(step.at, step.command, &step.outcome, &mut Vec::new());
            account.reads(judge.reads());
            account.describes(&judge, step.at);
        }
        sums += &account.line(number + 1);
    }
    recorded::hold(&sums, &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/recorded.txt"));
}
