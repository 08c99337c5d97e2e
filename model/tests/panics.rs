//! A control plane that panics is a finding with a shortest history, not the end of the check.

use ballast::ControlPlane as Plane;
use model::explore::{Bounds, Explorer, Finding, Scratch, search};
use model::story;
use spec::canon::{Canon, Describe};
use spec::yaml::SpecFile;
use spec::{Command, ControlPlane, Decisions, Explorable, Millis, Outcome, Settings, View};
use std::path::Path;

/// Panics at the first sweep after a grant.
#[derive(Clone, PartialEq)]
struct Panics(Plane);

impl ControlPlane for Panics {
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        let mut view = View::default();
        assert!(
            command != Command::Sweep || !ControlPlane::view(&self.0, at, &mut view) || view.leases.is_empty(),
            "a planted panic"
        );
        self.0.apply(at, command)
    }

    fn view(&self, at: Millis, view: &mut View) -> bool {
        ControlPlane::view(&self.0, at, view)
    }
}

impl Describe for Panics {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        self.0.describe(at, canon);
    }
}

impl Explorable for Panics {
    fn start(settings: &Settings, decisions: &Decisions) -> Panics {
        Panics(Plane::start(settings, decisions))
    }
}

#[test]
fn a_panic_of_the_control_plane_is_found_by_a_shortest_history() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml");
    let spec = SpecFile::read(&path).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let scope = spec.scopes.iter().find(|scope| scope.name == "silence").expect("spec.yaml has the scope silence");
    let explorer = Explorer::new(scope, &spec.decisions());
    let searched = search::<Panics>(&explorer, Bounds::NONE, &mut Scratch::default(), &mut |_, _| {});
    let found = searched.found.expect("the planted panic is found");
    assert_eq!(found.finding, Finding::Panic { message: "a planted panic".to_owned() });
    let told = story::tell::<Panics>(&explorer, &found.moves);
    let said: Vec<&str> = told.iter().map(|line| line.command.as_str()).collect();
    assert_eq!(said, ["submit a/1 cost 1", "claim w1", "sweep"]);
    assert_eq!(told[2].outcome, "panics");
}
