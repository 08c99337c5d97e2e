//! A finding as a file: all that is needed to see it again, without the seed and the world that led to it.

use super::failure::Finding;
use super::hash;
use super::identity::Identity;
use super::record::{Event, EventOf, Recording, Script};
use super::run::{Run, run_world};
use super::system::{Scenario, System};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the format. It is raised by every change that an old reader would misread.
pub const ARTIFACT_VERSION: u32 = 1;

/// One finding, self-contained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Artifact<Setup, C, O> {
    /// [`ARTIFACT_VERSION`] of its writer.
    pub version: u32,
    /// Who found it.
    pub identity: Identity,
    /// The scenario's name.
    pub scenario: String,
    /// The seed of the run.
    pub seed: u64,
    /// What the run was set up with.
    pub setup: Setup,
    /// What was found.
    pub finding: Finding,
    /// The hash of the history, 32 hexadecimal digits.
    pub hash: String,
    /// The plan, step by step: commands with what was answered, and faults.
    pub events: Vec<Event<C, O>>,
}

/// The artifact of a scenario.
pub type ArtifactOf<X> = Artifact<
    <X as Scenario>::Setup,
    <<X as Scenario>::System as System>::Command,
    <<X as Scenario>::System as System>::Outcome,
>;

/// A file that cannot be replayed.
#[derive(Debug)]
pub enum BadArtifact {
    /// It is of a version that this program does not know.
    Version(u64),
    /// It does not read.
    Unreadable(serde_json::Error),
}

impl fmt::Display for BadArtifact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadArtifact::Version(found) => {
                write!(f, "the artifact is of version {found}; this program reads version {ARTIFACT_VERSION}")
            }
            BadArtifact::Unreadable(error) => write!(f, "failed to read the artifact: {error}"),
        }
    }
}

impl std::error::Error for BadArtifact {}

/// What a replay came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The run.
    pub run: Run,
    /// The first event (from 1) of which the outcome is another now: that event's text, then and now.
    pub parted: Option<(u64, String, String)>,
    /// Whether hash and finding are the recorded ones.
    pub same: bool,
}

/// Makes the artifact of a recorded run with a finding.
pub fn artifact<X: Scenario>(
    scenario: &X,
    identity: Identity,
    setup: X::Setup,
    run: &Run,
    finding: Finding,
    recording: Recording<X::System>,
) -> ArtifactOf<X> {
    Artifact {
        version: ARTIFACT_VERSION,
        identity,
        scenario: scenario.name(),
        seed: run.seed,
        setup,
        finding,
        hash: hash::show(run.hash),
        events: recording.events,
    }
}

/// Reads an artifact; the version is judged before anything else.
pub fn read<X: Scenario>(text: &str) -> Result<ArtifactOf<X>, BadArtifact> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(BadArtifact::Unreadable)?;
    match value.get("version").and_then(serde_json::Value::as_u64) {
        Some(version) if version != u64::from(ARTIFACT_VERSION) => return Err(BadArtifact::Version(version)),
        _ => {}
    }
    serde_json::from_value(value).map_err(BadArtifact::Unreadable)
}

/// Runs the recorded plan again.
pub fn replay<X: Scenario>(scenario: &X, artifact: &ArtifactOf<X>) -> Replay {
    let mut recording = Recording::default();
    let script = Script::<X::System>::new(&artifact.events);
    let run = run_world(scenario, artifact.seed, &artifact.setup, script, &mut recording);
    let same = hash::show(run.hash) == artifact.hash && run.finding.as_ref() == Some(&artifact.finding);
    let parted = first_parting::<X>(&artifact.events, &recording.events);
    Replay { run, parted, same }
}

fn first_parting<X: Scenario>(
    then: &[EventOf<X::System>],
    now: &[EventOf<X::System>],
) -> Option<(u64, String, String)> {
    let text = |event: Option<&EventOf<X::System>>| event.map_or_else(|| "the end".to_owned(), ToString::to_string);
    let place = (0..then.len().max(now.len())).find(|place| {
        let outcomes = |events: &[EventOf<X::System>]| events.get(*place).map(|event| event.outcome.clone());
        outcomes(then) != outcomes(now)
    })?;
    Some((place as u64 + 1, text(then.get(place)), text(now.get(place))))
}
