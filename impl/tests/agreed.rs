//! The control plane answers as was agreed with the reference: `spec/histories/agreed.txt`, many decisions at once.

#[path = "../../spec/histories/read.rs"]
mod read;

use ballast::ControlPlane;
use spec::{Explorable as _, View};

#[test]
fn every_step_of_the_agreed_histories_is_answered_as_agreed_and_leaves_the_agreed_view() {
    let mut view = View::default();
    for history in read::histories() {
        let mut plane = ControlPlane::start(&history.settings, &history.decisions);
        for step in history.steps {
            let outcome = plane.apply(step.at, step.command);
            assert_eq!(outcome, step.outcome, "spec/histories/agreed.txt:{} {}", step.line, step.command);
            plane.view(step.at, &mut view);
            assert_eq!(read::sum(&view), step.view, "spec/histories/agreed.txt:{} {view:?}", step.line);
        }
    }
}
