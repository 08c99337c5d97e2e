//! Findings of progress: owed only to an outside that keeps its side, so what is cut from a plan cannot fake one.

use model::planted::{self, Bug, Planted};
use model::shrink::PASSES;
use model::simulate::shrink::corpus::{self, Expected, Kept};
use model::simulate::shrink::{BUDGET, ShrunkFinding, shrink_artifact};
use model::simulate::{Depth, Profile, Simulator};
use model::spine::artifact::{self, artifact};
use model::spine::self_check::recorded;
use model::spine::{Class, Fixed, Identity, Nothing, Run, Scenario as _, Stream, run::run};
use std::sync::atomic::AtomicBool;

fn simulator(profile: Profile) -> Simulator<Planted> {
    let bug = Bug::LoserShutOut;
    Simulator::new(&[profile], planted::start(bug)).with_depth(Depth::Off).with_plant(Some(bug))
}

fn one(simulator: &Simulator<Planted>, seed: u64) -> Run {
    run(simulator, seed, &Fixed::new(), &mut Nothing, &AtomicBool::new(false))
}

fn shrunk(simulator: &Simulator<Planted>, seed: u64) -> ShrunkFinding {
    let (run, recording) = recorded(simulator, seed, &Fixed::new());
    let setup = simulator.setup(Stream::root(seed), &Fixed::new());
    let finding = run.finding.clone().unwrap();
    let found = artifact(simulator, Identity::of_this_process(seed, ""), setup, &run, finding, recording);
    shrink_artifact(simulator, &found, BUDGET, &mut |_| {}).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

#[test]
fn the_simulated_world_always_keeps_its_side() {
    let mut lacks = 0;
    for profile in Profile::ALL {
        let simulator = simulator(profile);
        for seed in 1..=60 {
            let run = one(&simulator, seed);
            let drained = !run.account.measures.is_empty();
            assert!(drained || run.finding.is_some(), "{profile} seed {seed} ended with nothing owed any more");
            lacks += u64::from(run.finding.is_some_and(|finding| finding.class == Class::Progress));
        }
    }
    assert!(lacks > 20, "{lacks} findings");
}

#[test]
fn a_lack_of_progress_shrinks_to_a_plan_of_which_every_event_is_needed() {
    let simulator = simulator(Profile::Zombies);
    let mut plans = 0;
    for seed in 1..=40 {
        if one(&simulator, seed).finding.is_none() {
            continue;
        }
        let shrunk = shrunk(&simulator, seed);
        let certificate = &shrunk.certificate;
        assert!(certificate.minimal && certificate.signature.starts_with("progress/"), "{certificate:?}");
        assert!(certificate.singles.iter().all(|outcome| outcome == PASSES), "{:?}", certificate.singles);
        assert!(artifact::replay(&simulator, &shrunk.artifact).same);
        assert!(certificate.events <= 24, "{} events", certificate.events);
        let kept = Kept {
            version: corpus::KEPT_VERSION,
            why: "for this test".to_owned(),
            expected: Expected::Fixed,
            signature: certificate.signature.clone(),
            artifact: shrunk.artifact.clone(),
        };
        assert_eq!(corpus::check(&kept), Ok(()), "an honest control plane comes through seed {seed}");
        plans += 1;
    }
    assert!(plans >= 3, "{plans} plans");
}
