//! Findings made by hand, with certificates written by hand: nothing of the shrinker is in them.

use super::hashes::{of_file, of_plan, seal_of};
use super::reduced::Recorded;
use super::{Files, Report, Unreadable, verify};
use crate::planted::{self, Bug, Planted};
use crate::shrink::certificate::{CERTIFICATE_VERSION, Certificate, PairLine, Pairs, PassLine};
use crate::simulate::setup::{Dimensions, Setup};
use crate::simulate::{Depth, Profile, Simulator};
use crate::spine::artifact::{ARTIFACT_VERSION, ArtifactOf};
use crate::spine::record::Script;
use crate::spine::run::run_world;
use crate::spine::{Class, Finding, Identity, Recording, hash};
use spec::{Decisions, Limits, Settings};
use std::path::PathBuf;

pub(crate) type Artifact = ArtifactOf<Simulator<Planted>>;

/// A completion that comes again is applied again.
pub(crate) const BUG: Bug = Bug::EffectTwice;

/// How that fails.
pub(crate) const SIGNATURE: &str = "correctness/I5/applied";

/// Four events, each of which it takes.
pub(crate) const SHORTEST: [&str; 4] =
    ["0 submit a/1 cost 1", "1 claim w1", "2 complete a/1 fence 1.1 result x", "3 complete a/1 fence 1.1 result x"];

/// The same with two sweeps, without either and both of which it fails in the same way.
pub(crate) const PADDED: [&str; 6] = [
    "0 sweep",
    "0 submit a/1 cost 1",
    "1 claim w1",
    "1 sweep",
    "2 complete a/1 fence 1.1 result x",
    "3 complete a/1 fence 1.1 result x",
];

pub(crate) fn simulator() -> Simulator<Planted> {
    Simulator::new(&[], planted::start(BUG)).with_plant(Some(BUG))
}

/// Settings under which two workers work at once.
pub(crate) fn setup() -> Setup {
    let tenants = vec![Limits { cap: 2, quota: 100 }];
    let (window, lease, warm_up, grace, attempts, queue, pool) = (1_000, 100, 0, 0, 3, 5, 2);
    Setup {
        profile: Profile::Steady,
        settings: Settings { window, lease, warm_up, grace, attempts, queue, pool, tenants },
        decisions: Decisions::chosen(),
        dimensions: Dimensions::default(),
        depth: Depth::Every,
        plant: Some(BUG),
    }
}

/// Commands, written as `at command`.
pub(crate) fn asked(lines: &[&str]) -> Vec<Recorded> {
    let event = |line: &&str| {
        let (at, command) = line.split_once(' ').unwrap();
        Recorded { at: at.parse().unwrap(), command: Some(command.parse().unwrap()), outcome: None, fault: None }
    };
    lines.iter().map(event).collect()
}

/// The artifact of carrying these out; where nothing is found, it says that something was.
pub(crate) fn artifact(lines: &[&str]) -> Artifact {
    let (setup, events, mut recording) = (setup(), asked(lines), Recording::default());
    let run = run_world(&simulator(), 1, &setup, Script::new(&events), &mut recording);
    let unknown = || "unknown".to_owned();
    Artifact {
        version: ARTIFACT_VERSION,
        identity: Identity {
            seed: 1,
            commit: unknown(),
            dirty: false,
            code: unknown(),
            spec: unknown(),
            toolchain: unknown(),
            profile: unknown(),
            target: unknown(),
            options: String::new(),
        },
        scenario: "steady".to_owned(),
        seed: 1,
        setup,
        finding: run.finding.unwrap_or_else(|| Finding {
            event: lines.len() as u64,
            ..Finding::new(Class::Correctness, "I5", "made up").answered("applied")
        }),
        hash: hash::show(run.hash),
        events: recording.events,
    }
}

pub(crate) fn sealed(certificate: Certificate) -> Certificate {
    Certificate { seal: seal_of(&certificate).unwrap(), ..certificate }
}

pub(crate) fn texts(all: &[&str]) -> Vec<String> {
    all.iter().map(|text| (*text).to_owned()).collect()
}

pub(crate) fn line(one: u64, other: u64, outcome: &str) -> PairLine {
    PairLine { without: [one, other], outcome: outcome.to_owned() }
}

/// One finding with all its files.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) original: Option<Artifact>,
    pub(crate) shrunk: Artifact,
    pub(crate) text: String,
    pub(crate) certificate: Certificate,
}

impl Case {
    /// Of these commands, of which the certificate says that every removal passes. They are shrunk from the padded ones.
    pub(crate) fn of(lines: &[&str]) -> Case {
        let (original, shrunk) = (artifact(&PADDED), artifact(lines));
        let text = serde_json::to_string_pretty(&shrunk).unwrap();
        let events = lines.len() as u64;
        let certificate = Certificate {
            version: CERTIFICATE_VERSION,
            signature: SIGNATURE.to_owned(),
            original: of_plan(&original.setup, &original.events).unwrap(),
            plan: of_plan(&shrunk.setup, &shrunk.events).unwrap(),
            history: shrunk.hash.clone(),
            file: of_file(&text),
            events,
            found_at: shrunk.finding.event,
            minimal: true,
            budget: 1_000,
            executions: 500,
            passes: [150, 250].map(|executions| PassLine { name: "by hand".to_owned(), executions, events }).to_vec(),
            singles: vec!["passes".to_owned(); lines.len()],
            pairs: Some(Pairs { tried: events * (events - 1) / 2, exceptions: Vec::new() }),
            seal: String::new(),
        };
        Case { original: Some(original), shrunk, text, certificate: sealed(certificate) }
    }

    pub(crate) fn shortest() -> Case {
        Case::of(&SHORTEST)
    }

    /// The padded one, of which the certificate says what is so: that it is not minimal.
    pub(crate) fn padded() -> Case {
        let mut case = Case::of(&PADDED);
        case.certificate.minimal = false;
        case.certificate.singles = texts(&[SIGNATURE, "passes", "passes", SIGNATURE, "passes", "passes"]);
        case.certificate.pairs.as_mut().unwrap().exceptions = vec![line(1, 4, SIGNATURE)];
        case
    }

    pub(crate) fn files(&self) -> Files {
        Files {
            path: PathBuf::from("x.shrunk.json"),
            shrunk: self.text.clone(),
            certificate: serde_json::to_string_pretty(&self.certificate).unwrap(),
            original: self.original.as_ref().map(|original| serde_json::to_string(original).unwrap()),
        }
    }

    /// The verdict on the files as they are.
    pub(crate) fn judged(&self) -> Result<Report, Unreadable> {
        verify(&simulator(), &self.files())
    }

    /// The verdict, with the certificate sealed anew.
    pub(crate) fn judged_sealed(&self) -> Report {
        Case { certificate: sealed(self.certificate.clone()), ..self.clone() }.judged().unwrap()
    }

    /// The verdict on another text, hashed and sealed anew.
    pub(crate) fn judged_with_text(&self, text: &str) -> Report {
        let certificate = Certificate { file: of_file(text), ..self.certificate.clone() };
        Case { text: text.to_owned(), certificate, ..self.clone() }.judged_sealed()
    }
}
