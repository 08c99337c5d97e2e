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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::failure::Class;
    use crate::spine::toy::{Setup, Toy, identity, run_of};

    /// A counter that loses the fifth of nine.
    fn broken() -> Toy {
        Toy { loses: 5, ..Toy::default() }
    }

    fn found() -> ArtifactOf<Toy> {
        let (run, recording) = run_of(&broken(), 9);
        let finding = run.finding.clone().unwrap();
        artifact(&broken(), identity(), Setup { length: 9 }, &run, finding, recording)
    }

    fn edited(edit: impl FnOnce(&mut ArtifactOf<Toy>)) -> Replay {
        let mut artifact = found();
        edit(&mut artifact);
        replay(&broken(), &artifact)
    }

    #[test]
    fn an_artifact_holds_all_that_a_replay_needs() {
        let artifact = found();
        assert_eq!((artifact.version, &*artifact.scenario, artifact.seed), (1, "toy", 1));
        assert_eq!((artifact.setup.length, artifact.finding.class, artifact.events.len()), (9, Class::Correctness, 5));
        let read = read::<Toy>(&serde_json::to_string_pretty(&artifact).unwrap()).unwrap();
        assert_eq!(read, artifact);
        let replay = replay(&broken(), &read);
        assert!(replay.same);
        assert_eq!(replay.parted, None);
        assert_eq!((replay.run.seed, hash::show(replay.run.hash)), (1, artifact.hash));
    }

    #[test]
    fn an_artifact_that_was_edited_or_cut_is_not_what_was_recorded() {
        assert!(!edited(|artifact| artifact.hash = "0".repeat(32)).same);
        assert!(!edited(|artifact| artifact.finding.rule = "other".to_owned()).same);
        assert!(!edited(|artifact| artifact.events[0].at += 1).same);
        let cut = edited(|artifact| drop(artifact.events.pop()));
        assert!(!cut.same);
        assert_eq!(cut.run.events, 4);
    }

    #[test]
    fn a_replay_that_is_answered_otherwise_says_at_which_event_and_how_it_was() {
        let text = str::to_owned;
        let other = edited(|artifact| artifact.events[1].outcome = Some(1_000));
        assert_eq!(other.parted, Some((2, text("        20  2 -> 1000"), text("        20  2 -> 3"))));
        let panics = replay(&Toy { panics: 3, ..Toy::default() }, &found());
        let nothing = text("        30  3 -> nothing came back");
        assert_eq!(panics.parted, Some((3, text("        30  3 -> 6"), nothing)));
        let over = replay(&Toy { enough: 3, ..Toy::default() }, &found());
        assert_eq!(over.parted, Some((4, text("        40  -- stall of 4"), text("the end"))));
        let mended = replay(&Toy::default(), &found());
        assert_eq!(mended.parted, Some((5, text("        50  5 -> 6"), text("        50  5 -> 11"))));
        assert!(!mended.same);
    }

    #[test]
    fn an_artifact_of_another_version_is_refused_by_its_version_and_what_is_none_by_why() {
        let refused = |text: &str| read::<Toy>(text).map(drop).unwrap_err().to_string();
        let mut artifact = found();
        artifact.version = 2;
        let text = serde_json::to_string(&artifact).unwrap();
        assert_eq!(refused(&text), "the artifact is of version 2; this program reads version 1");
        assert_eq!(refused("{}"), "failed to read the artifact: missing field `version`");
        let cut = &text[..text.len() / 2];
        assert!(refused(cut).starts_with("failed to read the artifact: EOF"), "{}", refused(cut));
    }
}
