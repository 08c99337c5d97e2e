//! Findings minimised by a loop as plain as can be, with certificates written by hand: nothing of the shrinker is in them.

use model::planted::{self, Bug, Planted};
use model::shrink::certificate::{CERTIFICATE_VERSION, Certificate, PairLine, Pairs, PassLine};
use model::simulate::Simulator;
use model::spine::artifact::{ArtifactOf, artifact};
use model::spine::self_check::recorded;
use model::spine::{Fixed, Identity, Nothing, Recording, Run, Scenario as _, Stream, hash};
use model::verify::hashes::{of_file, of_plan, seal_of};
use model::verify::reduced::{Recorded, Reducible};
use model::verify::{Files, Report, Unreadable, verify};
use std::path::PathBuf;

pub type Artifact = ArtifactOf<Simulator<Planted>>;

pub fn simulator(bug: Bug) -> Simulator<Planted> {
    Simulator::new(&[], planted::start(bug)).with_plant(Some(bug))
}

/// What is found in the first seed, from this one on, in which the bug is found.
pub fn found(bug: Bug, from: u64) -> Artifact {
    let (simulator, fixed) = (simulator(bug), Fixed::from([("events".to_owned(), 60)]));
    for seed in from..from + 1_000 {
        let (run, recording) = recorded(&simulator, seed, &fixed);
        let Some(finding) = run.finding.clone().filter(|finding| finding.class.exit_code() == 1) else { continue };
        let setup = simulator.setup(Stream::root(seed), &fixed);
        return artifact(&simulator, Identity::of_this_process(seed, "none"), setup, &run, finding, recording);
    }
    panic!("{bug} is not found in a thousand seeds");
}

pub fn cause(run: &Run) -> String {
    run.finding.as_ref().map_or_else(|| "passes".to_owned(), |finding| finding.cause().to_string())
}

/// Leaves out chunks, then single events, then two, for as long as it fails in the same way.
pub fn minimised(bug: Bug, original: &Artifact) -> Artifact {
    let simulator = simulator(bug);
    let wanted = original.finding.cause().to_string();
    let mut best = original.clone();
    'again: loop {
        for size in [64, 16, 4, 1] {
            for start in (0..best.events.len()).rev().step_by(size) {
                let chunk: Vec<usize> = (start..best.events.len().min(start + size)).collect();
                if let Some(smaller) = without(&simulator, &best, &chunk, &wanted) {
                    best = smaller;
                    continue 'again;
                }
            }
        }
        for one in 0..best.events.len() {
            for other in one + 1..best.events.len() {
                if let Some(smaller) = without(&simulator, &best, &[one, other], &wanted) {
                    best = smaller;
                    continue 'again;
                }
            }
        }
        return best;
    }
}

fn without(simulator: &Simulator<Planted>, from: &Artifact, places: &[usize], wanted: &str) -> Option<Artifact> {
    let mut recording = Recording::default();
    let run = Reducible::new(simulator, from.seed, &from.setup, &from.events).without(places, &mut recording);
    let finding = run.finding.clone().filter(|finding| finding.cause().to_string() == wanted)?;
    Some(Artifact { finding, hash: hash::show(run.hash), events: recording.events, ..from.clone() })
}

/// The outcome of a removal.
pub fn outcome_without(bug: Bug, artifact: &Artifact, places: &[usize]) -> String {
    let simulator = simulator(bug);
    cause(&Reducible::new(&simulator, artifact.seed, &artifact.setup, &artifact.events).without(places, &mut Nothing))
}

/// The true certificate of an artifact, whether that is minimal or not.
pub fn certified(bug: Bug, original: &Artifact, shrunk: &Artifact) -> (String, Certificate) {
    let text = serde_json::to_string_pretty(shrunk).unwrap();
    let events = shrunk.events.len();
    let mut exceptions = Vec::new();
    for one in 0..events {
        for other in one + 1..events {
            let outcome = outcome_without(bug, shrunk, &[one, other]);
            if outcome != "passes" {
                exceptions.push(PairLine { without: [one as u64 + 1, other as u64 + 1], outcome });
            }
        }
    }
    let tried = (events * events.saturating_sub(1) / 2) as u64;
    let certificate = Certificate {
        version: CERTIFICATE_VERSION,
        signature: shrunk.finding.cause().to_string(),
        original: plan(original),
        plan: plan(shrunk),
        history: shrunk.hash.clone(),
        file: of_file(&text),
        events: events as u64,
        found_at: shrunk.finding.event,
        minimal: true,
        budget: 1_000,
        executions: 500,
        passes: vec![PassLine { name: "by hand".to_owned(), executions: 400, events: events as u64 }],
        singles: (0..events).map(|place| outcome_without(bug, shrunk, &[place])).collect(),
        pairs: (events <= 24).then_some(Pairs { tried, exceptions }),
        seal: String::new(),
    };
    (text, sealed(certificate))
}

fn plan(artifact: &Artifact) -> String {
    of_plan(&artifact.setup, &artifact.events).unwrap()
}

pub fn sealed(certificate: Certificate) -> Certificate {
    Certificate { seal: seal_of(&certificate).unwrap(), ..certificate }
}

/// One finding with all its files.
#[derive(Clone)]
pub struct Case {
    pub bug: Bug,
    pub original: Artifact,
    pub shrunk: Artifact,
    pub text: String,
    pub certificate: Certificate,
}

impl Case {
    pub fn of(bug: Bug) -> Case {
        let original = found(bug, 1);
        let shrunk = minimised(bug, &original);
        let (text, certificate) = certified(bug, &original, &shrunk);
        Case { bug, original, shrunk, text, certificate }
    }

    /// The same with another shrunk artifact, of which the certificate says what is so, except that it is minimal.
    pub fn with_events(&self, events: Vec<Recorded>) -> Case {
        let simulator = simulator(self.bug);
        let mut recording = Recording::default();
        let run =
            Reducible::new(&simulator, self.shrunk.seed, &self.shrunk.setup, &events).without(&[], &mut recording);
        let finding = run.finding.clone().unwrap();
        let shrunk = Artifact { finding, hash: hash::show(run.hash), events: recording.events, ..self.shrunk.clone() };
        let (text, certificate) = certified(self.bug, &self.original, &shrunk);
        Case { shrunk, text, certificate, ..self.clone() }
    }

    pub fn files(&self) -> Files {
        Files {
            path: PathBuf::from("x.shrunk.json"),
            shrunk: self.text.clone(),
            certificate: serde_json::to_string_pretty(&self.certificate).unwrap(),
            original: Some(serde_json::to_string_pretty(&self.original).unwrap()),
        }
    }

    pub fn judge(&self, files: &Files) -> Result<Report, Unreadable> {
        verify(&simulator(self.bug), files)
    }

    /// The verdict on the files with another certificate, sealed anew.
    pub fn judge_certificate(&self, certificate: Certificate) -> Report {
        let certificate = serde_json::to_string(&sealed(certificate)).unwrap();
        self.judge(&Files { certificate, ..self.files() }).unwrap()
    }
}

/// The claim that does not hold, as the report has it.
pub fn wrong(report: &Report) -> String {
    let claim = report.claims.iter().find(|claim| claim.holds == Some(false));
    claim.map_or_else(|| panic!("nothing is wrong: {report}"), |claim| format!("{}: {}", claim.name, claim.found))
}
