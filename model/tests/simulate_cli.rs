//! The verbs `simulate`, `replay` and `merge`, as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Done {
    code: i32,
    out: String,
    err: String,
}

fn model(folder: &Path, arguments: &str) -> Done {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_model"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    Done {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn line<'text>(text: &'text str, name: &str) -> &'text str {
    let found = text.lines().find_map(|line| line.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')));
    found.unwrap_or_else(|| panic!("no line `{name}=` in {text}"))
}

#[test]
fn a_run_says_who_it_is_first_and_ends_with_everything_reached() {
    let done = model(&folder("clean"), "simulate --seed 7 --runs 2000 --threads 2 --strict");
    assert_eq!(done.code, 0, "{}", done.out);
    let identity: Vec<&str> = done.err.lines().collect();
    assert_eq!(identity.len(), 1, "one line on standard error, and nothing of a progress display: {}", done.err);
    assert!(identity[0].starts_with("run seed=7 commit="), "{}", identity[0]);
    assert!(identity[0].contains("options=\"simulate --seed 7 --runs 2000 --threads 2 --strict\""));
    assert!(line(&done.out, "reach").ends_with("nothing missing"));
    assert_eq!(line(&done.out, "promised-faults-missing"), "none");
    assert_eq!(done.out.lines().last(), Some("clean"));
}

#[test]
fn the_hash_of_a_corpus_depends_on_neither_threads_nor_shards() {
    let folder = folder("shards");
    let hash = |arguments: &str| line(&model(&folder, arguments).out, "hash").to_owned();
    let whole = hash("simulate --seed 7 --runs 120 --threads 1");
    assert_eq!(hash("simulate --seed 7 --runs 120 --threads 2"), whole);
    assert_ne!(hash("simulate --seed 8 --runs 120 --threads 2"), whole);
    for part in 1..=3 {
        let done = model(&folder, &format!("simulate --seed 7 --runs 120 --shard {part}/3 --json"));
        assert_eq!(done.code, 0, "{}", done.out);
        fs::write(folder.join(format!("{part}.json")), done.out).unwrap();
    }
    let merged = model(&folder, "merge 3.json 1.json 2.json");
    assert_eq!((merged.code, line(&merged.out, "hash")), (0, &*whole), "{}", merged.out);
    assert_eq!(line(&merged.out, "seeds"), "120 from 7");
    let incomplete = model(&folder, "merge 1.json 3.json");
    assert_eq!(incomplete.code, 3, "{}", incomplete.out);
    assert!(incomplete.out.contains("40 of the seeds asked for are missing"));
    let twice = model(&folder, "merge 1.json 1.json");
    assert_eq!((twice.code, twice.err.contains("is in two of the results")), (2, true));
    assert_eq!(model(&folder, "merge").code, 2);
}

#[test]
fn a_finding_is_an_artifact_that_replays_to_the_same_finding() {
    let folder = folder("finding");
    let done = model(&folder, "simulate --seed 1 --runs 60 --plant effect-twice --profile steady");
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(done.out.contains("correctness/I5/applied"), "{}", done.out);
    let reproduce =
        done.out.lines().find_map(|line| line.strip_prefix("REPRODUCE WITH: cargo run --release -p model -- "));
    let arguments = reproduce.expect("a line that reproduces it");
    let file = folder.join(arguments.trim_start_matches("replay "));
    assert!(file.exists() && file.with_extension("trace").exists());
    let replay = model(&folder, arguments);
    assert_eq!(replay.code, 1, "{}{}", replay.out, replay.err);
    assert!(replay.out.contains("the same history and the same finding again"), "{}", replay.out);

    let honest = fs::read_to_string(&file)
        .unwrap()
        .replace("\"plant\": \"effect-twice\",", "")
        .replace("\"depth\": \"every\",\n    \"plant\": \"effect-twice\"", "\"depth\": \"every\"");
    fs::write(folder.join("honest.json"), honest).unwrap();
    let parted = model(&folder, "replay honest.json");
    assert_eq!(parted.code, 4, "{}{}", parted.out, parted.err);
    assert!(parted.out.contains("the histories part at event"), "{}", parted.out);
    assert!(parted.out.ends_with("not reproducible: the same input gave two histories\n"), "{}", parted.out);
}

#[test]
fn an_artifact_says_when_the_spec_has_changed_since() {
    let folder = folder("changed");
    let _ = model(&folder, "simulate --seed 1 --runs 60 --plant effect-twice --profile steady");
    let file = fs::read_dir(folder.join("findings")).unwrap().map(|entry| entry.unwrap().path());
    let file = file.filter(|path| path.extension().is_some_and(|end| end == "json")).min().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let at = text.find("\"spec\": \"").unwrap() + 9;
    let changed = format!("{}0000000000000000{}", &text[..at], &text[at + 16..]);
    fs::write(folder.join("changed.json"), changed).unwrap();
    let replay = model(&folder, "replay changed.json");
    assert!(replay.out.starts_with("the spec has changed since: it was 0000000000000000"), "{}", replay.out);
}

#[test]
fn what_cannot_be_read_is_a_usage_error() {
    let folder = folder("usage");
    for arguments in [
        "simulate --fix nonsense=1",
        "simulate --fix lease",
        "simulate --shard 3/2",
        "simulate --profile calm",
        "simulate --plant nothing",
        "simulate --set D99=x",
        "simulate --oracle 0",
        "replay nothing.json",
        "merge nothing.json",
    ] {
        let done = model(&folder, arguments);
        assert_eq!(done.code, 2, "{arguments}: {}{}", done.out, done.err);
        assert!(!done.err.is_empty(), "{arguments} says what is wrong");
    }
}

#[test]
fn every_seed_repeats_itself_here_and_in_fresh_processes() {
    let done = model(&folder("repeat"), "simulate --seed 3 --runs 4 --self-check 2");
    assert_eq!(done.code, 0, "{}", done.out);
    assert!(done.out.contains("4 seeds, each run 2 more times here and 2 times in fresh processes"), "{}", done.out);
}

#[test]
fn nothing_run_is_nothing_checked_and_fails() {
    assert_eq!(model(&folder("nothing"), "simulate --runs 0").code, 2);
}

#[test]
fn a_lease_that_never_expires_is_caught_by_progress_alone() {
    let arguments = "simulate --seed 1 --runs 50 --set D23=never --profile zombies --oracle progress";
    let done = model(&folder("never"), arguments);
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(done.out.contains("progress/L2"), "{}", done.out);
    assert_eq!(line(&done.out, "judged"), "nothing was judged but progress");
    assert_eq!(model(&folder("never"), &arguments.replace("D23=never", "D23=at-sweep")).code, 0);
}

#[test]
fn a_promised_fault_that_never_happened_fails_the_run() {
    let folder = folder("promise");
    let done = model(&folder, "simulate --seed 1 --runs 100 --profile zombies --fix stall=0");
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(done.out.contains("promised faults never happened: worker-stalled, zombie-returned"), "{}", done.out);
}

#[test]
fn beyond_the_envelope_a_lack_of_progress_is_excused_and_counted() {
    let done = model(&folder("excused"), "simulate --seed 1 --runs 100 --fix core=0");
    assert_eq!(done.code, 0, "{}", done.out);
    assert!(done.out.contains("excused/L1") && done.out.contains("no-core is beyond the envelope"), "{}", done.out);
    assert!(done.out.contains("nothing is held against the system"), "{}", done.out);
}
