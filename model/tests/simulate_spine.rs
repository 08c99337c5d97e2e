//! The spine on systems that are not BALLAST: corpora, artifacts, the watchdog, panics and the self-check, as a user of the
//! library meets them.

use model::spine::artifact::{self, ArtifactOf, BadArtifact};
use model::spine::self_check::recorded;
use model::spine::{
    Class, Corpus, Fixed, Identity, Judge, Meter, Options, Ruling, Scenario, Seeds, Shard, ShardResult, Step, Stream,
    System, Watchdog, World, merge, run_corpus, self_check,
};
use std::process::Command;
use std::time::Duration;

#[allow(dead_code, reason = "its main is not called here")]
#[path = "../examples/toy.rs"]
mod toy;

use toy::Toy;

fn corpus(seeds: Seeds, threads: usize) -> Corpus {
    run_corpus(&Toy, &Options { seeds, threads, ..Options::seeds(0) }, &Meter::default())
}

#[test]
fn a_corpus_is_the_same_on_any_number_of_threads() {
    let seeds = Seeds { first: 7, count: 300 };
    let one = corpus(seeds, 1);
    assert_eq!(one.runs, 300);
    for threads in [2, 3, 8] {
        assert_eq!(corpus(seeds, threads), one);
    }
}

fn result(asked: Seeds, covered: Seeds) -> ShardResult {
    ShardResult {
        version: 1,
        identity: Identity::of_this_process(asked.first, "none"),
        scenario: Toy.name(),
        asked,
        covered: vec![covered],
        promised: vec![],
        judged: "everything".to_owned(),
        corpus: corpus(covered, 1),
    }
}

#[test]
fn shards_merge_to_what_the_whole_gives_in_any_order_and_missing_ones_are_seen() {
    let asked = Seeds { first: 7, count: 100 };
    let whole = result(asked, asked);
    let parts: Vec<ShardResult> = ["3/3", "1/3", "2/3"]
        .iter()
        .map(|shard| result(asked, shard.parse::<Shard>().unwrap().part_of(asked)))
        .collect();
    assert_eq!(merge(parts.clone()).unwrap(), whole);
    assert_eq!(whole.missing(), 0);
    assert_eq!(merge(parts[..2].to_vec()).unwrap().missing(), 33);
    assert!(merge(vec![parts[0].clone(), parts[0].clone()]).unwrap_err().to_string().contains("is in two"));
    let read: ShardResult = serde_json::from_str(&serde_json::to_string(&whole).unwrap()).unwrap();
    assert_eq!(read, whole);
}

fn found() -> ArtifactOf<Toy> {
    let (_, group) = corpus(Seeds { first: 0, count: 100 }, 1).findings.pop_last().expect("the planted bug");
    let (run, recording) = recorded(&Toy, group.fastest_seed, &Fixed::new());
    let setup = Toy.setup(Stream::root(run.seed), &Fixed::new());
    let identity = Identity::of_this_process(run.seed, "none");
    artifact::artifact(&Toy, identity, setup, &run, group.finding, recording)
}

#[test]
fn an_artifact_replays_to_the_same_history_and_finding_without_its_world() {
    let artifact = found();
    let text = serde_json::to_string_pretty(&artifact).unwrap();
    let read = artifact::read::<Toy>(&text).unwrap();
    assert_eq!(read, artifact);
    let replay = artifact::replay(&Toy, &read);
    assert!(replay.same, "{replay:?}");
    assert_eq!(replay.parted, None);
}

#[test]
fn an_artifact_whose_outcomes_changed_says_where() {
    let mut artifact = found();
    let last = artifact.events.len();
    artifact.events[last - 1].outcome = Some(1_000);
    let replay = artifact::replay(&Toy, &artifact);
    assert_eq!(replay.parted.map(|(event, then, _)| (event, then.contains("1000"))), Some((last as u64, true)));
    artifact.hash = "0".repeat(32);
    assert!(!artifact::replay(&Toy, &artifact).same);
}

#[test]
fn an_artifact_of_another_version_is_refused_by_its_version() {
    let mut artifact = found();
    artifact.version = 2;
    let error = artifact::read::<Toy>(&serde_json::to_string(&artifact).unwrap()).unwrap_err();
    assert!(matches!(error, BadArtifact::Version(2)));
    assert!(matches!(artifact::read::<Toy>("{}"), Err(BadArtifact::Unreadable(_))));
}

/// A system that panics at event 3 of each seed that is divisible by 5, and never ends where it is divisible by 7.
struct Troubled;
struct Numbered {
    seed: u64,
    count: u64,
}

impl System for Numbered {
    type Command = u64;
    type Outcome = u64;

    fn apply(&mut self, _at: u64, command: &u64) -> u64 {
        assert!(!self.seed.is_multiple_of(5) || *command != 3, "three is too many");
        *command
    }
}

impl World<Numbered> for Numbered {
    fn next(&mut self) -> Option<(u64, Step<u64>)> {
        self.count += 1;
        (self.seed.is_multiple_of(7) || self.count < 9).then_some((self.count, Step::Command(self.count)))
    }
}

impl Judge<Numbered> for Numbered {
    fn command(&mut self, _at: u64, _command: &u64, _outcome: &u64, _system: &Numbered) -> Ruling {
        Ruling::Right
    }
}

impl Scenario for Troubled {
    type System = Numbered;
    type World = Numbered;
    type Judge = Numbered;
    type Setup = u64;

    fn name(&self) -> String {
        "troubled".to_owned()
    }

    fn setup(&self, stream: Stream, _fixed: &Fixed) -> u64 {
        (0..100).find(|seed| Stream::root(*seed) == stream).unwrap_or(0)
    }

    fn world(&self, seed: &u64, _stream: Stream) -> Numbered {
        Numbered { seed: *seed, count: 0 }
    }

    fn system(&self, seed: &u64) -> Numbered {
        Numbered { seed: *seed, count: 0 }
    }

    fn judge(&self, seed: &u64, _stream: Stream) -> Numbered {
        Numbered { seed: *seed, count: 0 }
    }
}

#[test]
fn a_panic_is_a_finding_with_its_plan_and_an_endless_run_is_inconclusive() {
    let watchdog = Watchdog { limit: Duration::from_millis(60), stuck: |_| {} };
    let seeds = Seeds { first: 4, count: 4 };
    let options = Options { seeds, threads: 2, watchdog, ..Options::seeds(0) };
    let corpus = run_corpus(&Troubled, &options, &Meter::default());
    let classes: Vec<(Class, u64)> =
        corpus.findings.values().map(|group| (group.finding.class, group.fastest_seed)).collect();
    assert_eq!(classes, [(Class::Inconclusive, 7), (Class::Panic, 5)]);
    assert_eq!(corpus.gravest(), Some(Class::Panic));
    let (run, recording) = recorded(&Troubled, 5, &Fixed::new());
    assert!(run.finding.unwrap().text.ends_with("three is too many"));
    assert_eq!(recording.events.len(), 3);
    assert_eq!(recording.events[2].outcome, None);
}

#[test]
fn an_honest_system_repeats_itself() {
    assert_eq!(self_check(&Toy, 3, &Fixed::new(), 3, false).unwrap(), None);
}

/// Runs a compiled example of this package, which cargo builds beside the tests.
fn example(name: &str, argument: &str) -> (Option<i32>, String) {
    let folder = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("examples");
    let output = Command::new(folder.join(name)).arg(argument).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_self_check_catches_each_planted_nondeterminism_and_names_the_event() {
    for planted in ["hash-order", "wall-clock", "process"] {
        let (code, text) = example("unsteady", planted);
        assert_eq!(code, Some(4), "{planted}: {text}");
        let event = text.split("event ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        assert!(event.parse::<u64>().unwrap() >= 20, "{planted} is honest before event 20: {text}");
        assert_eq!(text.contains("in a fresh process"), planted == "process", "{text}");
    }
    let (code, text) = example("unsteady", "nothing");
    assert_eq!((code, &*text), (Some(0), "seed 1 repeats itself\n"));
}

#[test]
fn the_toy_finds_its_planted_bug() {
    let (code, text) = example("toy", "");
    assert_eq!(code, Some(0));
    assert!(text.contains("correctness/sum: ") && text.contains("seed 1 repeats itself"), "{text}");
}
