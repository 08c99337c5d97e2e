//! The explorer itself: what it merges behaves alike, and merging loses no verdict.

use ballast::ControlPlane as Plane;
use model::explore::bisimulation::{self, Sampled};
use model::explore::{Bounds, Explorer, Node, Scratch, Step, search};
use model::reach::Reach;
use model::world::Move;
use oracle::invariants::InvariantId;
use spec::canon::Token;
use spec::yaml::{Scope, SpecFile};
use std::path::Path;

fn spec_file() -> SpecFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml");
    SpecFile::read(&path).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

fn scope(spec: &SpecFile, name: &str) -> Scope {
    let found = spec.scopes.iter().find(|scope| scope.name == name);
    found.unwrap_or_else(|| panic!("spec.yaml has no scope {name}")).clone()
}

/// Every history up to a length, none merged with any other: the outcomes reached, and the shortest finding.
fn unreduced(explorer: &Explorer<Plane>, horizon: usize) -> (Reach, Option<usize>) {
    fn go(
        explorer: &Explorer<Plane>,
        from: &Node<Plane>,
        depth: usize,
        left: usize,
        all: &mut (Scratch<Plane>, Option<usize>),
    ) {
        if left == 0 || all.1.is_some_and(|found| found <= depth) {
            return;
        }
        let mut moves = Vec::new();
        explorer.moves(from, &mut moves);
        let mut to = from.clone();
        for next in moves {
            match explorer.step(from, next, &mut to, &mut all.0) {
                Step::Same => {}
                Step::Moved => go(explorer, &to, depth + 1, left - 1, all),
                Step::Found(_) => all.1 = Some(all.1.map_or(depth + 1, |found| found.min(depth + 1))),
            }
        }
    }
    let mut all = (Scratch::default(), None);
    go(explorer, &explorer.start(), 0, horizon, &mut all);
    (all.0.reach, all.1)
}

fn reduced(explorer: &Explorer<Plane>, horizon: usize) -> (Reach, Option<usize>) {
    let mut scratch = Scratch::default();
    let bounds = Bounds { depth: horizon, ..Bounds::NONE };
    let searched = search::<Plane>(explorer, bounds, &mut scratch, &mut |_, _| {});
    (scratch.reach, searched.found.map(|found| found.moves.len()))
}

fn names(reach: &Reach) -> Vec<String> {
    reach.outcomes().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn the_reduced_and_the_unreduced_search_reach_the_same_outcomes_within_a_horizon() {
    let spec = spec_file();
    for name in ["completion", "silence", "cancel", "quota", "recovery", "clock"] {
        let explorer = Explorer::new(&scope(&spec, name), &spec.decisions());
        let ((ours, our_finding), (theirs, their_finding)) = (reduced(&explorer, 5), unreduced(&explorer, 5));
        assert_eq!(names(&ours), names(&theirs), "scope {name}");
        assert!(!names(&ours).is_empty(), "scope {name} reached nothing");
        assert_eq!(ours.reads, theirs.reads, "scope {name}");
        assert_eq!((our_finding, their_finding), (None, None), "scope {name}");
    }
}

#[test]
fn the_reduced_and_the_unreduced_search_find_each_ruled_out_option_guilty_at_the_same_length() {
    let spec = spec_file();
    let mut judged = 0;
    for decision in &spec.decisions {
        for (option, said) in decision.options.iter().enumerate() {
            let Some(invariant) = said.breaks else { continue };
            let invariant = InvariantId::ALL[invariant.index()];
            let decisions = spec.decisions().with(decision.id, option).expect("the loader knows the option");
            for name in ["completion", "silence", "cancel"] {
                let explorer = Explorer::new(&scope(&spec, name), &decisions).looking_for(invariant);
                let ((_, ours), (_, theirs)) = (reduced(&explorer, 5), unreduced(&explorer, 5));
                assert_eq!(ours, theirs, "{}={} in scope {name}", decision.id, said.name);
                judged += usize::from(ours.is_some());
            }
        }
    }
    assert!(judged >= 4, "only {judged} options were found guilty within the horizon, so little was compared");
}

#[test]
fn renaming_interchangeable_names_changes_no_verdict_and_only_the_number_of_states() {
    let spec = spec_file();
    for name in ["completion", "silence"] {
        let named = Explorer::new(&scope(&spec, name), &spec.decisions());
        let unnamed = named.clone().without_symmetry();
        let (mut with, mut without) = (Scratch::default(), Scratch::default());
        let ours = search::<Plane>(&named, Bounds::NONE, &mut with, &mut |_, _| {});
        let theirs = search::<Plane>(&unnamed, Bounds::NONE, &mut without, &mut |_, _| {});
        assert!(ours.complete && theirs.complete);
        assert!(ours.unique < theirs.unique, "scope {name}: {} and {} states", ours.unique, theirs.unique);
        assert_eq!(names(&with.reach), names(&without.reach), "scope {name}");
        assert!(ours.found.is_none() && theirs.found.is_none());
    }
}

#[test]
fn states_of_one_key_behave_alike_in_every_scope() {
    let spec = spec_file();
    let mut compared = 0;
    for scope in spec.scopes.iter().filter(|scope| !scope.deep) {
        let explorer = Explorer::new(scope, &spec.decisions());
        let Sampled { pairs, mismatch } = bisimulation::sample::<Plane>(&explorer, 1_500, 7, 2);
        assert!(pairs > 0, "scope {}: no pairs were compared", scope.name);
        compared += pairs;
        if let Some(mismatch) = mismatch {
            panic!(
                "scope {}: {}\n{}\n{}",
                scope.name,
                mismatch.difference,
                told(&explorer, &mismatch.first),
                told(&explorer, &mismatch.second)
            );
        }
    }
    assert!(compared > 1_000, "only {compared} pairs were compared");
}

fn told(explorer: &Explorer<Plane>, moves: &[Move]) -> String {
    model::story::render(&model::story::tell::<Plane>(explorer, moves), None)
}

#[test]
fn a_key_without_the_tombstones_is_caught_by_the_sampled_bisimulation() {
    fn about_tombstones(part: usize, fact: &[Token]) -> bool {
        let kinds = [ballast::TOMBSTONE_FACT, oracle::reference::TOMBSTONE_FACT, oracle::invariants::TOMBSTONE_FACT];
        part.checked_sub(1).is_some_and(|part| fact.first() == Some(&Token::Number(kinds[part])))
    }
    let spec = spec_file();
    let explorer = Explorer::new(&scope(&spec, "cancel"), &spec.decisions()).forgetting(about_tombstones);
    let Sampled { mismatch, .. } = bisimulation::sample::<Plane>(&explorer, 1_500, 1, 2);
    let mismatch = mismatch.expect("a key that forgets tombstones merges states that differ");
    let difference = mismatch.difference;
    assert!(["submit", "cancel"].iter().any(|verb| difference.contains(verb)), "{difference}");
}
