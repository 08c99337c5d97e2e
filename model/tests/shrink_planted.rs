//! The shrinker on the planted bugs: as short as what the exhaustive search finds, and the same bytes in every profile.
//!
//! `BALLAST_BLESS=1 cargo test -p model --test shrink_planted` writes `golden/shrunk.txt` anew.

use model::explore::Explorer;
use model::explore::shortest::shortest;
use model::planted::{self, Bug, Planted};
use model::shrink::PASSES;
use model::simulate::Simulator;
use model::simulate::shrink::{BUDGET, ShrunkFinding, shrink_artifact};
use model::spine::artifact::{self, artifact};
use model::spine::self_check::recorded;
use model::spine::{Fixed, Identity, Nothing, Scenario as _, Stream, run::run};
use model::story;
use spec::yaml::{Scope, SpecFile};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How many findings of each bug are shrunk.
const FINDINGS: usize = 4;

fn simulator(bug: Bug) -> Simulator<Planted> {
    Simulator::new(&[], planted::start(bug)).with_plant(Some(bug))
}

/// An identity that is the same in every profile.
fn identity(seed: u64) -> Identity {
    let text = || "for this test".to_owned();
    Identity {
        seed,
        commit: text(),
        dirty: false,
        code: text(),
        spec: text(),
        toolchain: text(),
        profile: text(),
        target: text(),
        options: text(),
    }
}

/// The first findings of a bug, shrunk.
fn shrunk(bug: Bug, count: usize) -> Vec<(u64, ShrunkFinding)> {
    let simulator = simulator(bug);
    let found = |seed: &u64| {
        let run = run(&simulator, *seed, &Fixed::new(), &mut Nothing, &AtomicBool::new(false));
        run.finding.is_some_and(|finding| finding.class.exit_code() == 1)
    };
    let shrink = |seed: u64| {
        let (run, recording) = recorded(&simulator, seed, &Fixed::new());
        let setup = simulator.setup(Stream::root(seed), &Fixed::new());
        let finding = run.finding.clone().unwrap();
        let found = artifact(&simulator, identity(seed), setup, &run, finding, recording);
        let shrunk = shrink_artifact(&simulator, &found, BUDGET, &mut |_| {});
        (seed, shrunk.unwrap_or_else(|error| panic!("{bug} seed {seed}: {error}")))
    };
    (1..3_000).filter(found).take(count).map(shrink).collect()
}

#[test]
fn a_shrunk_story_is_at_most_one_step_longer_than_the_one_that_check_tells() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("spec").join("spec.yaml");
    let spec = SpecFile::read(&path).unwrap();
    let scopes: Vec<&Scope> = spec.scopes.iter().filter(|scope| !scope.deep).collect();
    for bug in Bug::ALL {
        let explorers: Vec<_> =
            scopes.iter().map(|scope| Explorer::starting(planted::start(*bug), scope, &spec.decisions())).collect();
        let (place, found) = shortest(&explorers, 200_000).unwrap();
        let told = story::tell(&explorers[place], &found.moves).len() as u64;
        let shortest = shrunk(*bug, FINDINGS).iter().map(|(_, shrunk)| shrunk.certificate.events).min().unwrap();
        assert!(shortest <= told + 1, "{bug}: {shortest} events; check tells it in {told}");
    }
}

#[test]
fn every_shrunk_finding_is_seen_again_and_every_event_of_it_is_needed() {
    for bug in Bug::ALL {
        for (seed, shrunk) in shrunk(*bug, FINDINGS) {
            let certificate = &shrunk.certificate;
            assert!(certificate.minimal, "{bug} seed {seed}");
            let replay = artifact::replay(&simulator(*bug), &shrunk.artifact);
            assert!(replay.same && replay.parted.is_none(), "{bug} seed {seed}");
            assert_eq!(certificate.singles.len(), shrunk.artifact.events.len());
            assert!(certificate.singles.iter().all(|outcome| *outcome != certificate.signature), "{bug} seed {seed}");
            let pairs = certificate.pairs.as_ref();
            let pairs = pairs.unwrap_or_else(|| panic!("{bug} seed {seed}: {} events", certificate.events));
            let events = certificate.events;
            assert_eq!(pairs.tried, events * (events - 1) / 2);
            assert!(pairs.exceptions.iter().all(|pair| pair.outcome != certificate.signature), "{bug} seed {seed}");
            assert!(certificate.singles.iter().any(|outcome| outcome == PASSES), "{bug} seed {seed}");
        }
    }
}

#[test]
fn the_bytes_are_the_same_in_every_profile() {
    let mut text = String::from("# bug, seed, events left, plans carried out, hash of the file\n");
    for bug in Bug::ALL {
        for (seed, shrunk) in shrunk(*bug, 2) {
            let certificate = &shrunk.certificate;
            let (events, executions) = (certificate.events, certificate.executions);
            writeln!(text, "{bug} {seed} {events} {executions} {}", certificate.file).unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/shrunk.txt");
    if std::env::var_os("BALLAST_BLESS").is_some() {
        fs::write(&path, &text).unwrap();
        return;
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "BALLAST_BLESS=1 writes the file anew");
}
