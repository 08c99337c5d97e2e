//! `compare` as a measurement: it sees a difference that is there, sees none where there is none, and says when it saw
//! nothing.

use model::check::Request;
use model::compare::results::{Plan, Trials};
use model::compare::{METRICS, Metric, statistics, verdict};
use model::progress::Silent;
use model::simulate::{self, Profile, Start};
use model::spine::Seeds;
use model::subject::Subject;
use spec::yaml::SpecFile;
use spec::{Answer, Command, ControlPlane, DecisionId, Decisions, Millis, Outcome, ReadSet, Refusal, Settings};
use std::path::Path;
use std::sync::Arc;

fn decision(id: &str) -> DecisionId {
    DecisionId::find(id).unwrap()
}

fn plan(id: &str, profiles: &[Profile], count: u64, jobs: usize) -> Plan {
    let options = (0..decision(id).info().options.len()).collect();
    let (base, seeds) = (Decisions::chosen(), Seeds { first: 1, count });
    Plan { decision: decision(id), options, base, profiles: profiles.to_vec(), seeds, jobs }
}

fn ours() -> Start<ballast::ControlPlane> {
    Arc::new(simulate::start)
}

/// A control plane that turns every tenth submit away under the second option of D27, whatever that should mean.
struct Unfriendly {
    plane: ballast::ControlPlane,
    on: bool,
    submits: u64,
}

impl ControlPlane for Unfriendly {
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        if let Command::Submit { .. } = command {
            self.submits += 1;
            if self.on && self.submits.is_multiple_of(10) {
                return Outcome::just(Answer::Refused(Refusal::QueueFull));
            }
        }
        self.plane.apply(at, command)
    }

    fn reads(&self) -> ReadSet {
        self.plane.reads()
    }
}

#[test]
fn a_planted_difference_is_called_real_and_has_its_size() {
    let start: Start<Unfriendly> = Arc::new(|settings: &Settings, decisions: &Decisions| {
        let on = decisions.option(decision("D27")) == 1;
        let plain = decisions.with(decision("D27"), 0).unwrap();
        Unfriendly { plane: simulate::start(settings, &plain), on, submits: 0 }
    });
    let trials = Trials::run(plan("D27", &[Profile::Steady], 60, 2), &start, &Silent);
    let (measurements, comparisons) = trials.measurements();
    assert_eq!(comparisons, METRICS, "one for each metric");
    let refused = measurements.iter().find(|row| row.metric == Metric::Refused).unwrap();
    let difference = refused.options[1].difference.unwrap();
    let (mean, half) = (difference.estimate.mean, difference.estimate.half.unwrap());
    assert!(difference.real && mean > half, "{difference:?}");
    // A tenth of those that were accepted before, less those that find a place in the queue instead.
    let accepted = 100.0 - refused.options[0].value.unwrap().mean;
    assert!(mean > accepted / 40.0 && mean < accepted / 10.0, "{mean} of {accepted}");
}

#[test]
fn an_option_beside_itself_differs_in_nothing_and_that_is_said() {
    let start: Start<ballast::ControlPlane> = Arc::new(|settings: &Settings, decisions: &Decisions| {
        simulate::start(settings, &decisions.with(decision("D27"), 0).unwrap())
    });
    let trials = Trials::run(plan("D27", &[Profile::Zombies], 20, 2), &start, &Silent);
    assert!(trials.coverage().iter().all(|row| row.parted == 0 && row.commands > 0));
    let (measurements, _) = trials.measurements();
    let mut differences = measurements.iter().filter_map(|row| row.options[1].difference);
    assert!(differences.all(|difference| !difference.real && difference.estimate.mean == 0.0));
}

/// The same option on other seeds is as different as chance makes it, and none of that is real.
#[test]
fn what_only_the_seeds_make_different_is_not_called_real() {
    let profiles = [Profile::Steady, Profile::Zombies, Profile::Boundary];
    let trials = Trials::run(plan("D27", &profiles, 120, 2), &ours(), &Silent);
    let mut families = 0;
    for shift in [1, 17, 60] {
        let mut chances = Vec::new();
        for place in 0..profiles.len() {
            let rows = &trials.samples()[place * 120..(place + 1) * 120];
            for metric in Metric::ALL {
                // Each seed is in one pair only, so that the pairs are independent.
                let value = |place: usize| rows[place % 120][0].values[metric as usize];
                let pair = |place: usize| Some(value(2 * place + shift)? - value(2 * place)?);
                let differences: Vec<f64> =
                    (0..60).filter(|place| (2 * place + shift) % 2 == 1).filter_map(pair).collect();
                chances.extend(statistics::chance(&differences));
            }
        }
        families += usize::from(!chances.is_empty());
        assert!(!statistics::real(&chances).contains(&true), "shift {shift}: {chances:?}");
    }
    assert_eq!(families, 2, "an even shift pairs nothing");
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    let digest = |jobs| Trials::run(plan("D09", &[Profile::Churn, Profile::Recovery], 6, jobs), &ours(), &Silent);
    let (one, three) = (digest(1), digest(3));
    assert_eq!(one.samples(), three.samples());
    assert_eq!(one.digest(u64::MAX), three.digest(u64::MAX));
    assert_ne!(one.digest(5), one.digest(u64::MAX));
}

#[test]
fn every_metric_has_samples_in_every_profile_and_every_open_decision_tells_runs_apart() {
    for id in ["D09", "D19", "D27"] {
        let trials = Trials::run(plan(id, &Profile::ALL, 30, 2), &ours(), &Silent);
        for row in trials.measurements().0 {
            let seeds = row.options.iter().filter_map(|option| option.value).map(|value| value.seeds).min();
            assert!(seeds.is_some_and(|seeds| seeds >= 10), "{id} {} {:?}: {seeds:?}", row.profile, row.metric);
        }
        for (place, name) in decision(id).info().options.iter().enumerate() {
            let rows = trials.coverage().into_iter().filter(|row| row.option == *name);
            let (reads, parted) = rows.fold((0, 0), |(reads, parted), row| (reads + row.reads, parted + row.parted));
            assert!(reads > 100, "{id}={name} was read in {reads} commands");
            assert!(place == 0 || parted > 5, "{id}={name} parted {parted} of 180 runs");
        }
    }
}

#[test]
fn a_control_plane_that_panics_is_told_and_measured_no_further() {
    struct Fragile(u32);
    impl ControlPlane for Fragile {
        fn apply(&mut self, _: Millis, _: Command) -> Outcome {
            self.0 += 1;
            assert!(self.0 < 10, "it breaks");
            Outcome::just(Answer::Swept)
        }
    }
    model::spine::panics::be_quiet();
    let start: Start<Fragile> = Arc::new(|_: &Settings, _: &Decisions| Fragile(0));
    let trials = Trials::run(plan("D27", &[Profile::Steady], 2, 1), &start, &Silent);
    let sample = &trials.samples()[0][0];
    assert!(sample.finding.as_ref().is_some_and(|finding| finding.to_string().contains("it breaks")));
}

#[test]
fn the_exhaustive_verdict_of_an_option_is_what_check_would_say() {
    let file = SpecFile::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml")).unwrap();
    let scopes = file.scopes.iter().filter(|scope| !scope.deep).cloned().collect();
    let subject = Subject::new(file, String::new(), scopes);
    let request = Request { start: ours(), scopes: Vec::new(), deep: false, jobs: 2, states: 20_000_000 };
    let of = |id: &str, request: &Request<ballast::ControlPlane>| {
        let options: Vec<usize> = (0..decision(id).info().options.len()).collect();
        verdict::verdicts::<ballast::ControlPlane>(&subject, decision(id), &options, request, &Silent)
    };
    // D30: refuse keeps all eight; accept is ruled out by I6.
    let found = of("D30", &request);
    assert!(found[0].complete && found[0].breaks.is_empty() && found[0].drains == Some(true));
    assert_eq!(
        (found[1].breaks.as_slice(), found[1].claim.as_deref()),
        (["I6 fenced".to_owned()].as_slice(), Some("I6 fenced"))
    );
    assert!(found[0].scopes > 0 && found[0].scopes == found[1].scopes && found[1].moves.is_some());
    assert_eq!(found[1].reproduce, "cargo run -p model -- check --set D30=accept");
    let cut = of("D27", &Request { states: 50, ..request });
    assert!(cut.iter().all(|verdict| !verdict.complete));
}
