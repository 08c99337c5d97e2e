//! The verb, as a user runs it, and what it is made of.

use super::fixture::Case;
use model::planted::Bug;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("verify").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn model(folder: &Path, arguments: &str) -> (i32, String, String) {
    let arguments = arguments.split_whitespace();
    let output = Command::new(env!("CARGO_BIN_EXE_model")).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// The files of a case, in a folder of their own.
fn written(name: &str, case: &Case) -> PathBuf {
    let (folder, files) = (folder(name), case.files());
    fs::write(folder.join("x.shrunk.json"), &files.shrunk).unwrap();
    fs::write(folder.join("x.shrunk.certificate.json"), &files.certificate).unwrap();
    fs::write(folder.join("x.json"), files.original.unwrap_or_default()).unwrap();
    folder
}

#[test]
fn a_fresh_process_verifies_refutes_and_says_what_it_cannot_read() {
    let case = Case::of(Bug::EffectTwice);
    let folder = written("whole", &case);
    let (code, out, err) = model(&folder, "verify x.shrunk.json");
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.starts_with("x.shrunk.json: correctness/I5/applied, "), "{out}");
    assert!(out.trim_end().ends_with("plans were carried out."), "{out}");
    assert!(err.starts_with("run seed="), "{err}");

    let (code, out, _) = model(&folder, "verify x.shrunk.json --json");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, report["verdict"].as_str()), (0, Some("verified")));

    fs::rename(folder.join("x.shrunk.certificate.json"), folder.join("other.json")).unwrap();
    assert_eq!(model(&folder, "verify x.shrunk.json --certificate other.json").0, 0);
    let (code, out, err) = model(&folder, "verify x.shrunk.json");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("failed to read x.shrunk.certificate.json"), "{err}");
    let (code, _, err) = model(&folder, "verify other");
    assert!(code == 2 && err.contains("--certificate FILE"), "{err}");

    fs::write(folder.join("x.shrunk.json"), case.text.replacen("\"at\"", " \"at\"", 1)).unwrap();
    let (code, out, _) = model(&folder, "verify x.shrunk.json --certificate other.json");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("WRONG  the file is as it was written"), "{out}");

    fs::remove_file(folder.join("x.json")).unwrap();
    fs::write(folder.join("x.shrunk.json"), &case.text).unwrap();
    let (code, out, _) = model(&folder, "verify x.shrunk.json --certificate other.json");
    assert!(code == 0 && out.contains("it is not beside the file"), "{out}");
}

#[test]
fn what_simulate_finds_and_shrinks_is_verified_and_what_a_budget_cut_short_is_said_to_be() {
    let folder = folder("whole-way");
    let (code, out, _) = model(&folder, "simulate --seed 1 --runs 20 --plant requeue-lost --profile steady");
    assert_eq!(code, 1, "{out}");
    let lines: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("VERIFY WITH: ")).collect();
    assert!(!lines.is_empty(), "{out}");
    for line in lines {
        let arguments = line.split_once(" -- ").unwrap().1;
        let (code, out, err) = model(&folder, arguments);
        assert_eq!(code, 0, "{out}{err}");
        let file = arguments.split_whitespace().last().unwrap();
        let original = file.replace(".shrunk.json", ".json");
        let (code, out, err) = model(&folder, &format!("shrink {original} --budget 12 --out short.json"));
        assert_eq!(code, 3, "{out}{err}");
        let (code, out, err) = model(&folder, "verify short.json");
        assert_eq!(code, 3, "{out}{err}");
        assert!(out.contains("not minimal: the budget of 12 executions ended first"), "{out}");
    }
}

#[test]
fn one_that_is_not_minimal_is_exit_3() {
    let mut case = Case::of(Bug::EffectTwice);
    case.certificate = super::fixture::sealed(model::shrink::Certificate { minimal: false, ..case.certificate });
    let (code, out, _) = model(&written("budget", &case), "verify x.shrunk.json");
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("open   it is minimal: not minimal: the budget of 1000 executions ended first"), "{out}");
}

#[test]
fn verify_shares_nothing_with_the_shrinker_but_the_plain_data_of_the_certificate() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verify");
    let mut seen = 0;
    for entry in fs::read_dir(sources).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let others = line.replace("shrink::certificate", "");
            assert!(!others.contains("shrink::"), "{}: {line}", path.display());
        }
        seen += 1;
    }
    assert!(seen >= 6, "only {seen} source files were found");
}
