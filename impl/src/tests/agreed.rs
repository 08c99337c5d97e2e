//! The control plane answers as was agreed with the reference: `spec/histories/agreed.txt`, many decisions at once.

#[path = "../../../spec/histories/read.rs"]
mod read;
#[path = "../../../spec/histories/recorded.rs"]
mod recorded;

use crate::ControlPlane;
use crate::testing::audit;
use spec::{Explorable as _, View};
use std::path::Path;

#[test]
fn every_step_of_the_agreed_histories_is_answered_as_agreed_and_leaves_the_agreed_view() {
    let mut view = View::default();
    for history in read::histories() {
        let mut plane = ControlPlane::start(&history.settings, &history.decisions);
        for step in history.steps {
            let outcome = plane.apply(step.at, step.command);
            audit(&plane);
            assert_eq!(outcome, step.outcome, "spec/histories/agreed.txt:{} {}", step.line, step.command);
            plane.view(step.at, &mut view);
            assert_eq!(read::sum(&view), step.view, "spec/histories/agreed.txt:{} {view:?}", step.line);
        }
    }
}

#[test]
fn what_is_described_and_read_on_the_agreed_histories_is_as_recorded() {
    let mut sums = String::new();
    for (number, history) in read::histories().into_iter().enumerate() {
        let mut plane = ControlPlane::start(&history.settings, &history.decisions);
        let mut account = recorded::Account::default();
        for step in history.steps {
            plane.apply(step.at, step.command);
            account.reads(plane.reads());
            account.describes(&plane, step.at);
        }
        sums += &account.line(number + 1);
    }
    recorded::hold(&sums, &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/recorded.txt"));
}
