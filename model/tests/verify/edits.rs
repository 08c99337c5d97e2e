//! Edited files: whatever is changed in them, they are not verified, and nothing panics or hangs.

use super::fixture::{Case, sealed};
use model::planted::Bug;
use model::verify::hashes::of_file;
use model::verify::{Files, Unreadable, Verdict};
use serde_json::{Number, Value};

/// The places of everything in a value, as JSON pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, inner)| places(inner, &format!("{at}/{name}"), all)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(place, inner)| places(inner, &format!("{at}/{place}"), all));
        }
        _ => {}
    }
}

/// Other values in place of one.
fn changed(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![Value::from(1)],
        Value::Bool(truth) => vec![Value::from(!truth)],
        Value::Number(number) => {
            let next = number.as_u64().map_or(Value::from(0), |number| Value::from(number.wrapping_add(1)));
            let huge = Number::from_f64(1e300).map_or(Value::Null, Value::Number);
            vec![next, Value::from(u64::MAX), Value::from(-1), huge]
        }
        Value::String(text) => vec![Value::from(format!("{text}x")), Value::from(""), Value::from(7)],
        Value::Array(items) => {
            let mut others = vec![Value::from("no list")];
            if let Some((_, rest)) = items.split_last() {
                others.push(Value::from(rest.to_vec()));
                others.push(Value::from([items.as_slice(), &items[..1]].concat()));
            }
            others
        }
        Value::Object(fields) => {
            let mut others = vec![Value::from("no object")];
            for name in fields.keys() {
                let mut fewer = fields.clone();
                fewer.remove(name);
                others.push(Value::Object(fewer));
            }
            let mut more = fields.clone();
            more.insert("another-field".to_owned(), Value::from(1));
            others.push(Value::Object(more));
            others
        }
    }
}

/// Every edit of a text, with the place that it is made at.
fn edits(text: &str) -> Vec<(String, String)> {
    let whole: Value = serde_json::from_str(text).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    let mut edits = Vec::new();
    for place in all {
        for other in changed(whole.pointer(&place).unwrap()) {
            let mut edited = whole.clone();
            *edited.pointer_mut(&place).unwrap() = other;
            edits.push((place.clone(), serde_json::to_string(&edited).unwrap()));
        }
    }
    edits
}

fn is_verified(case: &Case, files: &Files) -> bool {
    case.judge(files).is_ok_and(|report| report.verdict != Verdict::Refuted)
}

#[test]
fn a_certificate_with_any_field_edited_is_refused() {
    let case = Case::of(Bug::EffectTwice);
    let again: Value = serde_json::from_str(&case.files().certificate).unwrap();
    let rewritten = Files { certificate: serde_json::to_string(&again).unwrap(), ..case.files() };
    assert!(is_verified(&case, &rewritten), "the walk itself changes nothing");
    let edits = edits(&case.files().certificate);
    assert!(edits.len() > 90, "only {} edits", edits.len());
    for (place, certificate) in edits {
        assert!(!is_verified(&case, &Files { certificate, ..case.files() }), "edited at {place}");
    }
}

#[test]
fn an_artifact_with_any_field_edited_is_refused() {
    let case = Case::of(Bug::EffectTwice);
    for (place, shrunk) in edits(&case.text) {
        assert!(!is_verified(&case, &Files { shrunk, ..case.files() }), "edited at {place}");
    }
}

/// Whoever edits a file can hash it anew. What a run depends on is under the hash of the plan, and what it comes to is found out;
/// who found it, and where, is a remark.
#[test]
fn an_artifact_with_any_field_edited_is_refused_even_if_its_file_is_hashed_anew() {
    let case = Case::of(Bug::EffectTwice);
    let remarks = ["/identity", "/scenario", "/seed"];
    let mut certificate = case.certificate.clone();
    certificate.file = of_file(&serde_json::to_string(&serde_json::from_str::<Value>(&case.text).unwrap()).unwrap());
    assert_ne!(case.certificate.file, certificate.file);
    let mut judged = 0;
    for (place, shrunk) in edits(&case.text) {
        if remarks.iter().any(|remark| place.starts_with(remark)) {
            continue;
        }
        certificate.file = of_file(&shrunk);
        let certificate = serde_json::to_string(&sealed(certificate.clone())).unwrap();
        assert!(!is_verified(&case, &Files { shrunk, certificate, ..case.files() }), "edited at {place}");
        judged += 1;
    }
    assert!(judged > 300, "only {judged} edits");
}

/// With every hash anew the certificate may well be true, of another plan. It must be judged without panicking or hanging.
#[test]
fn an_artifact_with_any_field_edited_and_everything_hashed_anew_is_judged_all_the_same() {
    let case = Case::of(Bug::EffectTwice);
    let simulator = super::fixture::simulator(case.bug);
    let (mut refuted, mut unreadable) = (0, 0);
    for (place, shrunk) in edits(&case.text) {
        let files = Files { shrunk, ..case.files() };
        let Ok(artifact) = files.shrunk::<model::planted::Planted>() else {
            unreadable += 1;
            continue;
        };
        let mut certificate = case.certificate.clone();
        certificate.file = of_file(&files.shrunk);
        certificate.plan = model::verify::hashes::of_plan(&artifact.setup, &artifact.events).unwrap();
        certificate.history.clone_from(&artifact.hash);
        let files = Files { certificate: serde_json::to_string(&sealed(certificate)).unwrap(), ..files };
        match model::verify::verify(&simulator, &files) {
            Ok(report) => refuted += u32::from(report.verdict == Verdict::Refuted),
            Err(error) => panic!("edited at {place}: {error}"),
        }
    }
    assert!(refuted > 30 && unreadable > 100, "{refuted} refuted, {unreadable} unreadable");
}

#[test]
fn truncated_files_are_unreadable() {
    let case = Case::of(Bug::EffectTwice);
    let files = case.files();
    for length in (0..files.certificate.len()).step_by(7) {
        let certificate = files.certificate[..length].to_owned();
        let error = case.judge(&Files { certificate, ..case.files() }).unwrap_err();
        assert!(matches!(error, Unreadable::Certificate(_)), "{error}");
    }
    for length in (0..files.shrunk.len()).step_by(7) {
        let shrunk = files.shrunk[..length].to_owned();
        let error = case.judge(&Files { shrunk, ..case.files() }).unwrap_err();
        assert!(matches!(error, Unreadable::Artifact { which: "the shrunk artifact", .. }), "{error}");
    }
    let original = Some("{".to_owned());
    let error = case.judge(&Files { original, ..case.files() }).unwrap_err();
    assert!(error.to_string().starts_with("the original artifact: failed to read the artifact"), "{error}");
}

#[test]
fn other_versions_huge_numbers_and_deep_nesting_are_unreadable() {
    let case = Case::of(Bug::EffectTwice);
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let huge = format!("{{\"version\": 1{}}}", "0".repeat(400));
    for (text, expected) in [
        ("{\"version\": 2}", "version 2; this program reads version 1"),
        (deep.as_str(), "recursion limit exceeded"),
        (huge.as_str(), "number out of range"),
        ("", "EOF while parsing"),
        ("[]", "invalid"),
    ] {
        let with_certificate = case.judge(&Files { certificate: text.to_owned(), ..case.files() }).unwrap_err();
        assert!(with_certificate.to_string().contains(expected), "{with_certificate}");
        let with_artifact = case.judge(&Files { shrunk: text.to_owned(), ..case.files() }).unwrap_err();
        assert!(with_artifact.to_string().contains(expected), "{with_artifact}");
    }
}

#[test]
fn names_beyond_all_bounds_and_settings_that_are_none_are_unreadable() {
    let case = Case::of(Bug::EffectTwice);
    let with = |old: &str, new: &str| {
        assert!(case.text.contains(old), "{old} is not in {}", case.text);
        case.judge(&Files { shrunk: case.text.replace(old, new), ..case.files() }).unwrap_err().to_string()
    };
    let worker = case.shrunk.events.iter().find_map(|event| match event.command {
        Some(spec::Command::Claim { worker }) => Some(worker.to_string()),
        _ => None,
    });
    let error = with(&format!("\"{}\"", worker.unwrap()), "\"w4000000000\"");
    assert!(error.contains("names a run or a worker beyond number"), "{error}");
    let error = with("\"attempts\": ", "\"attempts\": 0");
    assert!(error.contains("the shrunk artifact: "), "{error}");
    let error = with("\"cap\": ", "\"cap\": -1");
    assert!(error.contains("its settings are none: the cap of tenant number 0 is negative"), "{error}");
}
