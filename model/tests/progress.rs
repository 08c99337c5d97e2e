//! Progress, exhaustively: the core can bring every state of every scope to an end, and where it cannot that is seen.

use ballast::ControlPlane as Plane;
use model::explore::Explorer;
use model::explore::progress::{Progress, progress};
use model::story;
use spec::canon::{Canon, Describe};
use spec::decisions::ZeroLimit;
use spec::yaml::{Scope, SpecFile};
use spec::{
    Answer, Command, ControlPlane, DecisionId, Decisions, Explorable, Fate, Millis, Outcome, ReadSet, Refusal,
    Settings, View,
};
use std::path::Path;

const STATES_MAX: usize = 1_000_000;

fn spec_file() -> SpecFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml");
    SpecFile::read(&path).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

fn scope(spec: &SpecFile, name: &str) -> Scope {
    let found = spec.scopes.iter().find(|scope| scope.name == name);
    found.unwrap_or_else(|| panic!("spec.yaml has no scope {name}")).clone()
}

/// Whether a scope has no tenant: D09 invalid has none of those that are configured with a limit of 0.
fn is_empty(scope: &Scope, decisions: &Decisions) -> bool {
    let limited = |limits: &spec::Limits| limits.cap == 0 || limits.quota == 0;
    decisions.zero_limit() == ZeroLimit::Invalid && scope.settings.tenants.iter().all(limited)
}

#[test]
fn from_every_state_of_every_scope_the_healthy_core_can_finish_l1_l2_l3() {
    let spec = spec_file();
    for scope in spec.scopes.iter().filter(|scope| !scope.deep) {
        let explorer = Explorer::new(scope, &spec.decisions());
        let Progress { states, core_states, done, stuck } =
            progress::<Plane>(&explorer, STATES_MAX).expect("the scope is small");
        let explored = states > 5 && core_states > 0 && done > 0;
        assert!(explored || is_empty(scope, &spec.decisions()), "scope {}: {states} {core_states} {done}", scope.name);
        if let Some(moves) = stuck {
            panic!(
                "scope {} gets stuck:\n{}",
                scope.name,
                story::render(&story::tell::<Plane>(&explorer, &moves), None)
            );
        }
    }
}

#[test]
fn d23_never_is_caught_by_progress_too() {
    let spec = spec_file();
    let expiry = DecisionId::find("D23").expect("D23 exists");
    let never = expiry.option("never").expect("D23 has the option never");
    let decisions = spec.decisions().with(expiry, never).expect("the option exists");
    let explorer = Explorer::new(&scope(&spec, "silence"), &decisions);
    let stuck = progress::<Plane>(&explorer, STATES_MAX).expect("the scope is small").stuck;
    let told = story::tell::<Plane>(&explorer, &stuck.expect("a lease that never ends holds its slot for ever"));
    assert_eq!(told.len(), 2, "{}", story::render(&told, None));
    assert!(told[1].outcome.starts_with("granted"));
}

/// Once a lease was lost, every claim is told that its worker holds one: a leak that no safety invariant forbids.
#[derive(Clone, PartialEq)]
struct ShutsOut {
    plane: Plane,
    lost: bool,
}

impl ControlPlane for ShutsOut {
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        if self.lost && matches!(command, Command::Claim { .. }) {
            return Outcome::refused(Refusal::AlreadyHolding);
        }
        let outcome = self.plane.apply(at, command);
        let swept = outcome.answer == Answer::Swept;
        self.lost |= swept && outcome.ended.iter().any(|ended| ended.fate == Fate::Requeued);
        outcome
    }

    fn reads(&self) -> ReadSet {
        self.plane.reads()
    }

    fn view(&self, at: Millis, view: &mut View) -> bool {
        ControlPlane::view(&self.plane, at, view)
    }
}

impl Describe for ShutsOut {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        self.plane.describe(at, canon);
        canon.fact(&[1_000_i64.into(), self.lost.into()]);
    }
}

impl Explorable for ShutsOut {
    fn start(settings: &Settings, decisions: &Decisions) -> ShutsOut {
        ShutsOut { plane: Plane::start(settings, decisions), lost: false }
    }
}

#[test]
fn a_leak_that_no_safety_invariant_sees_is_caught_by_progress() {
    let spec = spec_file();
    let explorer = Explorer::new(&scope(&spec, "silence"), &spec.decisions());
    let stuck = progress::<ShutsOut>(&explorer, STATES_MAX).expect("the scope is small").stuck;
    let told = story::tell::<ShutsOut>(&explorer, &stuck.expect("nobody is ever granted anything again"));
    // Its worker says no other word, so the lease can only be lost, and then nobody is granted anything.
    assert_eq!(told.len(), 2, "{}", story::render(&told, None));
}

#[test]
fn a_scope_whose_core_comes_to_more_states_than_were_asked_for_is_incomplete() {
    let spec = spec_file();
    let explorer = Explorer::new(&scope(&spec, "warming"), &spec.decisions());
    let Progress { states, core_states, .. } = progress::<Plane>(&explorer, STATES_MAX).expect("the scope is small");
    let check = |most: usize| {
        let arguments = ["check", "--scope", "warming", "--max-states", &most.to_string()];
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_model")).args(arguments).output().unwrap();
        (done.status.code(), String::from_utf8(done.stdout).unwrap())
    };
    let (code, text) = check(states + core_states);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = check(states + core_states - 1);
    assert!(code == Some(3) && text.contains("INCOMPLETE"), "{text}");
}
