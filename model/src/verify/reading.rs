//! The files, read from a folder or not; and the verb, with its exit codes.

use super::cli::{self, Verify};
use super::fixture::{Case, asked, sealed, setup};
use super::{Files, Unreadable};
use crate::planted::Planted;
use crate::shrink::certificate::Certificate;
use crate::simulate::cli::Ground;
use spec::Decisions;
use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ballast-verify-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A folder with the three files of a case.
fn written(name: &str, case: &Case) -> PathBuf {
    let (folder, files) = (folder(name), case.files());
    fs::write(folder.join("x.shrunk.json"), &files.shrunk).unwrap();
    fs::write(folder.join("x.shrunk.certificate.json"), &files.certificate).unwrap();
    fs::write(folder.join("x.json"), files.original.unwrap()).unwrap();
    folder
}

fn unreadable<T>(result: Result<T, Unreadable>) -> String {
    result.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn the_files_of_a_finding_stand_beside_each_other_and_the_original_may_be_missing() {
    let case = Case::shortest();
    let (folder, expected) = (written("beside", &case), case.files());
    let file = folder.join("x.shrunk.json");
    let files = Files::read(&file, None).unwrap();
    assert_eq!((&files.path, &files.shrunk, &files.certificate), (&file, &expected.shrunk, &expected.certificate));
    assert_eq!(files.original, expected.original);
    fs::remove_file(folder.join("x.json")).unwrap();
    assert_eq!(Files::read(&file, None).unwrap().original, None);

    fs::create_dir(folder.join("x.json")).unwrap();
    let error = unreadable(Files::read(&file, None));
    assert!(error.starts_with(&format!("failed to read {}: ", folder.join("x.json").display())), "{error}");
    fs::remove_dir(folder.join("x.json")).unwrap();

    let (named, other) = (folder.join("named"), folder.join("other"));
    fs::rename(folder.join("x.shrunk.certificate.json"), &named).unwrap();
    let error = unreadable(Files::read(&file, None));
    assert!(error.starts_with(&format!("failed to read {}", folder.join("x.shrunk.certificate.json").display())));
    fs::rename(&file, &other).unwrap();
    let files = Files::read(&other, Some(&named)).unwrap();
    assert_eq!((files.certificate, files.original), (expected.certificate, None));
    let error = unreadable(Files::read(&other, None));
    let expected = "is not called X.json, so its certificate is not known: name it with --certificate FILE";
    assert_eq!(error, format!("{} {expected}", other.display()));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_certificate_of_another_version_or_none_is_said_to_be_so() {
    let sound = Case::shortest().files();
    let read = |certificate: &str| Files { certificate: certificate.to_owned(), ..sound.clone() }.certificate();
    assert_eq!(read(&sound.certificate).unwrap(), Case::shortest().certificate);
    let version = "the certificate is of version 2; this program reads version 1";
    assert_eq!(unreadable(read("{\"version\": 2}")), version);
    for (certificate, expected) in [
        ("{}", "failed to read the certificate: missing field `version`"),
        ("{\"version\": 1}", "failed to read the certificate: missing field `signature`"),
        (&sound.certificate[..80], "failed to read the certificate: EOF while parsing"),
    ] {
        let error = unreadable(read(certificate));
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn an_artifact_that_is_cut_off_or_of_settings_that_are_none_is_said_to_be_so_with_its_name() {
    let sound = Case::shortest().files();
    assert_eq!(sound.shrunk::<Planted>().unwrap(), Case::shortest().shrunk);
    assert_eq!(sound.original::<Planted>().unwrap(), Case::shortest().original);
    assert_eq!(Files { original: None, ..sound.clone() }.original::<Planted>().unwrap(), None);
    let no_lease = sound.shrunk.replacen("\"lease\": 100", "\"lease\": 0", 1);
    for (text, expected) in [
        (&sound.shrunk[..100], "failed to read the artifact: EOF while parsing"),
        ("{\"version\": 2}", "the artifact is of version 2; this program reads version 1"),
        (no_lease.as_str(), "its settings are none: `lease` must be at least 1"),
    ] {
        let error = unreadable(Files { shrunk: text.to_owned(), ..sound.clone() }.shrunk::<Planted>());
        assert!(error.starts_with(&format!("the shrunk artifact: {expected}")), "{error}");
        let error = unreadable(Files { original: Some(text.to_owned()), ..sound.clone() }.original::<Planted>());
        assert!(error.starts_with(&format!("the original artifact: {expected}")), "{error}");
    }
}

#[test]
fn names_up_to_two_to_the_24_are_read_and_any_above_are_refused() {
    let case = Case::shortest();
    let read = |command: &str| {
        let mut artifact = case.shrunk.clone();
        artifact.events = asked(&[&format!("0 {command}")]);
        artifact.setup = setup();
        let shrunk = serde_json::to_string(&artifact).unwrap();
        Files { shrunk, ..case.files() }.shrunk::<Planted>().map_err(|error| error.to_string())
    };
    for command in [
        "submit a/NAME cost 1",
        "cancel a/NAME",
        "complete a/NAME fence 1.1 result x",
        "claim wNAME",
        "heartbeat wNAME fence 1.1",
        "fail wNAME fence 1.1",
        "release wNAME fence 1.1",
    ] {
        assert!(read(&command.replace("NAME", "16777216")).is_ok(), "{command}");
        let command = command.replace("NAME", "16777217");
        let expected = "names a run or a worker beyond number 16777216, which no run does";
        assert_eq!(read(&command).unwrap_err(), format!("the shrunk artifact: `{command}` {expected}"));
    }
    assert!(read("restart lost 20000000").is_ok(), "that is no name");
}

#[test]
fn what_cannot_be_written_again_is_said_to_be_so() {
    let error = serde_json::from_str::<bool>("x").unwrap_err();
    assert_eq!(
        Unreadable::Json(error).to_string(),
        "failed to write what was read as JSON again: expected value at line 1 column 1"
    );
}

fn exit_code(file: &Path, json: bool) -> u8 {
    let ground = Ground { decisions: Decisions::chosen(), spec: "none".to_owned() };
    let code = cli::verify(&Verify { file: file.to_owned(), certificate: None, json }, &ground).unwrap();
    let _ = std::panic::take_hook();
    code
}

#[test]
fn the_exit_code_is_0_verified_1_refuted_2_unreadable_3_not_minimal() {
    let case = Case::shortest();
    let folder = written("codes", &case);
    let (file, certificate) = (folder.join("x.shrunk.json"), folder.join("x.shrunk.certificate.json"));
    assert_eq!([exit_code(&file, false), exit_code(&file, true)], [0, 0]);
    let with = |changed: Certificate| {
        fs::write(&certificate, serde_json::to_string(&changed).unwrap()).unwrap();
        exit_code(&file, false)
    };
    assert_eq!(with(Certificate { budget: 1, ..case.certificate.clone() }), 1);
    assert_eq!(with(sealed(Certificate { minimal: false, ..case.certificate.clone() })), 3);
    assert_eq!(with(Certificate { version: 2, ..case.certificate.clone() }), 2);
    assert_eq!(exit_code(&folder.join("none.json"), false), 2);
    fs::remove_dir_all(folder).unwrap();
}
