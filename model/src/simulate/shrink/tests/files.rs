//! Artifacts and kept findings as files, the story of a shrunk one, and the verb with its exit codes.

use super::given::{command_of, setup};
use crate::planted::{self, Bug, Planted};
use crate::shrink::certificate::Pairs;
use crate::simulate::cli::Ground;
use crate::simulate::shrink::cli::{self, Shrink, certificate_name, shrunk_name, talks, unfit};
use crate::simulate::shrink::corpus::{self, Expected, Kept, found_in};
use crate::simulate::shrink::file::{self, BadFile, What, check, plant_of};
use crate::simulate::shrink::{ShrunkFinding, shrink_artifact, story};
use crate::spine::Fault;
use crate::verify::fixture::{Artifact, BUG, PADDED, SHORTEST, SIGNATURE, artifact, simulator};
use spec::{Command, Decisions, Limits};
use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ballast-shrink-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn shrunk() -> ShrunkFinding {
    shrink_artifact(&simulator(), &artifact(&SHORTEST), 100, &mut |_| {}).unwrap()
}

fn kept() -> Kept {
    let artifact = shrunk().artifact;
    let (why, signature) = ("for this test".to_owned(), SIGNATURE.to_owned());
    Kept { version: corpus::KEPT_VERSION, why, expected: Expected::Fixed, signature, artifact }
}

#[test]
fn an_artifact_is_read_bare_or_kept_and_what_is_wrong_with_a_file_is_said_with_its_name() {
    let folder = folder("read");
    let name = folder.join("x.json");
    let read = |text: &str| {
        file::write(&name, text).unwrap();
        file::read::<Planted>(&name).map_err(|error| error.to_string())
    };
    let artifact = artifact(&SHORTEST);
    let text = serde_json::to_string(&artifact).unwrap();
    assert_eq!(read(&text).unwrap(), artifact);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    let kept = kept();
    assert_eq!(read(&serde_json::to_string(&kept).unwrap()).unwrap(), kept.artifact);
    let shown = name.display();
    for (text, expected) in [
        (
            "{\"version\": 2}".to_owned(),
            "the artifact is of version 2; this program reads version 1; name a file that `model simulate` wrote",
        ),
        (
            text.replacen("\"lease\":100", "\"lease\":0", 1),
            "its settings are none: `lease` must be at least 1; name a file that `model simulate` wrote",
        ),
        (
            text.replacen("claim\":{\"worker\":\"w1\"", "claim\":{\"worker\":\"w16777217\"", 1),
            "`claim w16777217` names something beyond number 16777216; name a file that `model simulate` wrote",
        ),
    ] {
        assert_eq!(read(&text).unwrap_err(), format!("{shown}: {expected}"));
    }
    fs::remove_file(&name).unwrap();
    let missing = file::read::<Planted>(&name).unwrap_err().to_string();
    assert!(missing.starts_with(&format!("failed to read {shown}: ")), "{missing}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_edited_is_shown_as_it_stands_and_as_it_is() {
    let bad = |what| BadFile { file: PathBuf::from("x.json"), what }.to_string();
    let (then, now) = (" a ".to_owned(), " b ".to_owned());
    let edited = What::Edited { event: 3, then: then.clone(), now: now.clone() };
    assert_eq!(bad(edited), "x.json: event 3 was edited: it says `a`, and is `b`; find it again with `model simulate`");
    let expected = "x.json: its finding was edited: it says ` a `, and is ` b `; find it again with `model simulate`";
    assert_eq!(bad(What::Finding { then, now }), expected);
}

#[test]
fn up_to_ten_thousand_tenants_and_names_up_to_two_to_the_24_can_be_run() {
    let with = |tenants: usize, command: &str| {
        let mut setup = setup();
        setup.settings.tenants = vec![Limits { cap: 1, quota: 1 }; tenants];
        let checked = check(&setup, [command_of(command)].into_iter());
        checked.map_err(|what| BadFile { file: PathBuf::from("x"), what }.to_string())
    };
    assert_eq!(with(10_000, "sweep"), Ok(()));
    let expected =
        "x: 10001 tenants are more than the 10000 that there can be; name a file that `model simulate` wrote";
    assert_eq!(with(10_001, "sweep").unwrap_err(), expected);
    for command in ["submit a/NAME cost 1", "claim wNAME"] {
        assert_eq!(with(1, &command.replace("NAME", "16777216")), Ok(()));
        assert!(with(1, &command.replace("NAME", "16777217")).is_err(), "{command}");
    }
}

#[test]
fn the_planted_bug_is_read_from_an_artifact_and_from_a_kept_one() {
    assert_eq!(plant_of(&serde_json::to_string(&artifact(&SHORTEST)).unwrap()), Some(BUG));
    assert_eq!(plant_of(&serde_json::to_string(&kept()).unwrap()), Some(BUG));
    assert_eq!([plant_of("{}"), plant_of("x"), plant_of("{\"setup\":{\"plant\":\"no-such-bug\"}}")], [None; 3]);
}

#[test]
fn a_kept_finding_says_why_and_is_called_by_its_bug_its_signature_and_its_plan() {
    let folder = folder("keep");
    let shrunk = shrunk();
    let path = corpus::keep(&folder, &shrunk).unwrap();
    let plan = &shrunk.certificate.plan[..8];
    assert_eq!(path, folder.join(format!("effect-twice-correctness-I5-applied-{plan}.json")));
    let read = corpus::read(&path).unwrap();
    let why = "planted: A completion that comes again is applied again.";
    assert_eq!((read.why.as_str(), read.signature.as_str()), (why, SIGNATURE));
    assert_eq!((&read.artifact, read.expected), (&shrunk.artifact, Expected::Fixed));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.ends_with("}\n"));
    let mut unplanted = shrunk;
    unplanted.artifact.setup.plant = None;
    let path = corpus::keep(&folder, &unplanted).unwrap();
    assert!(path.file_name().unwrap().to_str().unwrap().starts_with("found-correctness-I5-applied-"));
    let why = format!("seed 1 found it: {}", unplanted.artifact.finding.text);
    assert_eq!(corpus::read(&path).unwrap().why, why);

    fs::write(&path, text.replacen("\"version\": 1", "\"version\": 2", 1)).unwrap();
    let expected = format!("{} is of version 2; this program reads version 1", path.display());
    assert_eq!(corpus::read(&path).unwrap_err(), expected);
    fs::write(&path, "x").unwrap();
    assert!(corpus::read(&path).unwrap_err().starts_with(&format!("failed to read {}: expected", path.display())));
    fs::remove_file(&path).unwrap();
    assert!(corpus::read(&path).unwrap_err().starts_with(&format!("failed to read {}: ", path.display())));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_kept_finding_must_be_gone_here_and_be_found_again_where_its_bug_is_planted() {
    let kept = kept();
    assert_eq!(corpus::check(&kept), Ok(()));
    let found = kept.artifact.finding.to_string();
    let otherwise = Err(format!("effect-twice is planted, and found otherwise: {found}"));
    assert_eq!(corpus::check(&Kept { signature: "correctness/I1".to_owned(), ..kept.clone() }), otherwise);
    let mut other_history = kept.clone();
    other_history.artifact.hash = "0".repeat(32);
    assert_eq!(corpus::check(&other_history), otherwise);
    let mut shorter = kept.clone();
    shorter.artifact.events.truncate(3);
    assert_eq!(corpus::check(&shorter), Err("effect-twice is planted, and not found".to_owned()));
    shorter.artifact.setup.plant = None;
    assert_eq!(corpus::check(&shorter), Ok(()), "of no bug that is planted");
}

#[test]
fn a_kept_finding_that_is_here_again_is_said_to_be_with_what_is_found() {
    let kept = kept();
    let here = |bug: Bug| found_in(&kept, planted::start(bug));
    assert_eq!(here(BUG), Some(kept.artifact.finding.to_string()));
    assert_eq!(here(Bug::LoserShutOut), None);
}

#[test]
fn a_shrunk_finding_is_told_with_its_settings_its_size_and_how_to_see_it_again() {
    let mut shrunk = shrunk();
    shrunk.artifact.events.insert(
        1,
        crate::spine::record::Event {
            at: 0,
            command: None,
            outcome: None,
            fault: Some(Fault { kind: "stall".into(), detail: "w1".to_owned() }),
        },
    );
    let told = |shrunk: &ShrunkFinding, from| story::story(shrunk, from, Path::new("x.shrunk.json"));
    let text = told(&shrunk, 9);
    let found = &shrunk.artifact.finding;
    assert_eq!(
        text,
        format!(
            "    under window 1 ms, lease 1 ms, warm-up 0 ms, grace 0 ms, attempts 1, queue 1, pool 1; \
             a: cap 1, quota 1; planted: effect-twice\n    \
             0 ms  tenant a  submit a/1 cost 1                queued                                    D02\n    \
             0 ms  world     stall w1\n    \
             0 ms  w1        claim w1                         granted a/1 fence 1.1 until 1, charged 1  D02\n    \
             0 ms  w1        complete a/1 fence 1.1 result x  applied, ended 1.1 a/1 completed          D28\n    \
             0 ms  w1        complete a/1 fence 1.1 result x  applied                                   D31\n    \
             → {found}\n    \
             4 events of 9; minimal: every single removal and every pair was tried (55 plans carried out)\n\
             VERIFY WITH: cargo run --release -p model -- verify x.shrunk.json\n\
             REPRODUCE WITH: cargo run --release -p model -- replay x.shrunk.json"
        )
    );
    assert_eq!(story::lines(&shrunk.artifact).len(), 5);
    shrunk.certificate.pairs = Some(Pairs { tried: 0, exceptions: Vec::new() });
    shrunk.certificate.executions = 1;
    shrunk.certificate.events = 1;
    let of_one = told(&shrunk, 9);
    assert!(
        of_one.contains("\n    1 event of 9; minimal: every single removal was tried (1 plan carried out)\n"),
        "{of_one}"
    );
    shrunk.certificate.pairs = None;
    assert!(told(&shrunk, 9).contains("minimal: every single removal was tried ("));
    shrunk.certificate.minimal = false;
    assert!(told(&shrunk, 9).contains("; not minimal (budget): 100 plans were all that it allowed ("));
}

#[test]
fn a_result_and_its_certificate_are_called_by_the_finding() {
    assert_eq!(shrunk_name(Path::new("a/x.json")), Path::new("a/x.shrunk.json"));
    assert_eq!(certificate_name(Path::new("a/x.shrunk.json")), Path::new("a/x.shrunk.certificate.json"));
    let folder = folder("unfit");
    let (one, other, alias) = (
        folder.join("x.json"),
        folder.join("y.json"),
        folder.join("../").join(folder.file_name().unwrap()).join("x.json"),
    );
    fs::write(&one, "").unwrap();
    fs::write(&other, "").unwrap();
    assert_eq!(
        [
            unfit(&other, &one),
            unfit(&folder.join("new.json"), &one),
            unfit(&folder.join("z.json"), &folder.join("z.json"))
        ],
        [None; 3]
    );
    assert_eq!(unfit(&alias, &one), Some("that is the finding itself; name another file"));
    let no_json = "a shrunk finding is called X.json, so that `model verify` finds its certificate; name such a file";
    assert_eq!([unfit(&folder.join("x"), &one), unfit(&folder.join("x.txt"), &one)], [Some(no_json); 2]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn passes_are_told_of_on_a_terminal_only_and_not_beside_json() {
    assert_eq!(
        [talks(true, false), talks(true, true), talks(false, false), talks(false, true)],
        [true, false, false, false]
    );
}

fn exit_code(file: &Path, budget: u64, out: Option<&Path>, json: bool) -> u8 {
    let ground = Ground { decisions: Decisions::chosen(), spec: "none".to_owned() };
    let arguments = Shrink { file: file.to_owned(), budget, out: out.map(Path::to_owned), json };
    let code = cli::shrink(&arguments, &ground).unwrap();
    let _ = std::panic::take_hook();
    code
}

#[test]
fn the_exit_code_is_that_of_the_finding_2_for_no_file_3_for_the_budget_4_if_it_is_not_seen_again() {
    let folder = folder("codes");
    let file = folder.join("x.json");
    let write = |artifact: &Artifact| fs::write(&file, serde_json::to_string(artifact).unwrap()).unwrap();
    let mut original = artifact(&PADDED);
    original.identity = crate::spine::Identity::of_this_process(1, "none");
    write(&original);
    assert_eq!(exit_code(&file, 100, None, false), 1);
    let bytes = fs::read_to_string(folder.join("x.shrunk.json")).unwrap();
    let certificate = fs::read_to_string(folder.join("x.shrunk.certificate.json")).unwrap();
    assert!(certificate.ends_with("}\n"));
    let files = crate::verify::Files::read(&folder.join("x.shrunk.json"), None).unwrap();
    assert_eq!((&files.shrunk, &files.certificate), (&bytes, &certificate));
    assert_eq!(crate::verify::verify(&simulator(), &files).unwrap().verdict.exit_code(), 0, "of {bytes}");

    let out = folder.join("y.json");
    assert_eq!(exit_code(&file, 3, Some(&out), true), 3);
    assert!(out.exists() && folder.join("y.certificate.json").exists());
    assert_eq!(exit_code(&file, 3, Some(&folder.join("y")), false), 2);
    assert_eq!(exit_code(&folder.join("none.json"), 3, None, false), 2);

    let sound = original.clone();
    original.hash = "0".repeat(32);
    write(&original);
    assert_eq!(exit_code(&file, 3, None, false), 2, "edited, as this program is the one that wrote it");
    original.identity.code = "another".to_owned();
    write(&original);
    assert_eq!(exit_code(&file, 3, None, false), 4, "not seen again, by another program");
    original = sound;
    original.events[0].outcome = None;
    write(&original);
    assert_eq!(exit_code(&file, 3, None, false), 2, "one event is not as it is answered");
    assert!(matches!(original.events[0].command, Some(Command::Sweep)));
    fs::remove_dir_all(folder).unwrap();
}
