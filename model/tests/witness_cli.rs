//! The verb `witness`, as a user runs it: what it writes, and what it says of files that are not as they should be.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What came of a run: exit code, standard output, standard error.
fn model(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_model"));
    let output = command.args(arguments).current_dir(folder).output().expect("the command line can be started");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// A folder of the test's own with a copy of the spec, and the folder of the witnesses beside it.
fn place(name: &str) -> (PathBuf, PathBuf) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml"), path.join("spec.yaml")).unwrap();
    let witnesses = path.join("witnesses");
    (path, witnesses)
}

const D29: [&str; 4] = ["witness", "--spec", "spec.yaml", "D29"];
const CHECK: [&str; 5] = ["witness", "--spec", "spec.yaml", "D29", "--check"];

#[test]
fn a_witness_is_written_once_and_then_right_as_it_stands() {
    let (place, witnesses) = place("witness-written");
    let (code, out, _) = model(&place, &CHECK);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("FINDING: witnesses/D29-refuse.yaml: it is missing; `model witness` writes it anew"), "{out}");
    let (code, out, _) = model(&place, &D29);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("written: witnesses/D29-refuse.yaml"), "{out}");
    let told = "    1 complete a/1 fence 1.1 result x\n      accept => applied, ended 1.1 a/1 completed\n      refuse => refused expired\n";
    assert!(out.contains(told), "{out}");
    let (code, out, _) = model(&place, &D29);
    assert_eq!(code, 0, "{out}");
    assert!(out.ends_with("1 witness; unchanged: 1.\n") && !out.contains("written"), "{out}");
    assert_eq!(model(&place, &CHECK).0, 0);
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/witnesses/D29-refuse.yaml");
    let here = fs::read_to_string(witnesses.join("D29-refuse.yaml")).unwrap();
    assert_eq!(here, fs::read_to_string(committed).unwrap());
    assert_eq!(fs::read_dir(witnesses).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_file_that_is_not_as_it_should_be_is_a_finding_that_says_why() {
    let (place, witnesses) = place("witness-wrong");
    assert_eq!(model(&place, &D29).0, 0);
    let file = witnesses.join("D29-refuse.yaml");
    let sound = fs::read_to_string(&file).unwrap();
    let longer = sound
        .replace("when: 1 complete", "  - 0 claim w1 => granted a/1 fence 1.1 until 1, repeated\nwhen: 1 complete");
    let changes = [
        (sound.replace("when: 1 complete", "when: 0 complete"), "it no longer differs: both options answer alike"),
        (longer, "it is longer than it need be: 3 commands within 1 ms are enough"),
        (
            sound.replace("refuse: refused expired", "refuse: refused stale"),
            "it is stale: line 29 states `refused stale`, and it comes to `refused expired`",
        ),
        (sound.replace("differs: >-", "differs: >-\n  Oh."), "it is stale: the spec, or how it is told, has changed"),
        (sound.replace("decision: D29", "decision: D92"), "it does not read:\nerror: there is no decision `D92`"),
        (sound[..sound.len() / 2].to_owned(), "it does not read:\nerror: missing from a witness"),
    ];
    for (text, why) in changes {
        assert_ne!(text, sound, "{why}");
        fs::write(&file, text).unwrap();
        let (code, out, _) = model(&place, &CHECK);
        assert_eq!(code, 1, "{out}");
        assert!(out.contains(&format!("FINDING: witnesses/D29-refuse.yaml: {why}")), "{why}\n{out}");
    }
    assert_eq!(model(&place, &D29).0, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), sound);
}

#[test]
fn a_witness_of_what_is_settled_otherwise_by_now_is_removed() {
    let (place, witnesses) = place("witness-stray");
    fs::create_dir_all(&witnesses).unwrap();
    fs::write(witnesses.join("D29-accept.yaml"), "").unwrap();
    fs::write(witnesses.join("notes.txt"), "of somebody else").unwrap();
    let all = ["witness", "--spec", "spec.yaml"];
    let (code, out, _) = model(&place, &[all.as_slice(), &["--check"]].concat());
    assert_eq!(code, 1);
    let stray = "witnesses/D29-accept.yaml: it is stale: D29 is settled on accept, and has no such other option";
    assert!(out.contains(stray), "{out}");
    fs::write(witnesses.join("D30-refuse.yaml"), "").unwrap();
    let (code, out, _) = model(&place, &[all.as_slice(), &["D30"]].concat());
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("removed: witnesses/D30-refuse.yaml") && !out.contains("removed: witnesses/D29"), "{out}");
    let (code, out, _) = model(&place, &all);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("removed: witnesses/D29-accept.yaml"), "{out}");
    assert!(!witnesses.join("D29-accept.yaml").exists() && witnesses.join("notes.txt").exists());
    // What is committed is what a fresh search finds.
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/witnesses");
    let texts = |folder: &Path| -> BTreeMap<PathBuf, String> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let witnesses = files.filter(|file| file.extension().is_some_and(|ending| ending == "yaml"));
        witnesses.map(|file| (file.file_name().unwrap().into(), fs::read_to_string(file).unwrap())).collect()
    };
    let (here, committed) = (texts(&witnesses), texts(&committed));
    assert!(here.len() > 38, "only {} witnesses were found", here.len());
    for (file, text) in &here {
        assert_eq!(Some(text), committed.get(file), "{}", file.display());
    }
    assert_eq!(here.len(), committed.len());
}

#[test]
fn an_option_that_nothing_tells_from_the_chosen_one_is_a_finding() {
    let (place, _) = place("witness-vacuous");
    let spec = fs::read_to_string(place.join("spec.yaml")).unwrap();
    // With nothing left that restarts, nobody can see what becomes of leases at a restart.
    let without: String = spec
        .lines()
        .filter(|line| !line.trim_start().starts_with("restarts:"))
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(place.join("spec.yaml"), without).unwrap();
    let (code, out, _) = model(&place, &["witness", "--spec", "spec.yaml", "D36"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("FINDING: D36 extend or keep: nothing tells them apart in any of "), "{out}");
}

/// The spec with two scopes only, in which no tenant is ever served: all that D15 changes there is a reason.
fn in_which_nobody_is_served(spec: &str) -> String {
    let (head, scopes) = spec.split_once("\nscopes:\n").expect("the spec has scopes");
    let starts = ["  - name: suspended\n", "  - name: silence\n"];
    let kept: Vec<&str> =
        scopes.split("\n\n").filter(|block| starts.iter().any(|start| block.starts_with(start))).collect();
    let without_submits = kept.join("\n\n").replace("[submit, claim, heartbeat", "[claim, heartbeat");
    let lines = without_submits.lines().filter(|line| !line.trim_start().starts_with("operator:"));
    let scopes: String = lines.map(|line| format!("{line}\n")).collect();
    format!("{head}\nscopes:\n{scopes}")
}

#[test]
fn two_reasons_for_the_same_no_are_kept_only_where_nothing_plain_is_near_and_the_file_says_so() {
    let (place, witnesses) = place("witness-reason");
    let whole = fs::read_to_string(place.join("spec.yaml")).unwrap();
    fs::write(place.join("spec.yaml"), in_which_nobody_is_served(&whole)).unwrap();
    let d15 = ["witness", "--spec", "spec.yaml", "D15"];
    let (code, out, err) = model(&place, &d15);
    assert_eq!(code, 0, "{out}{err}");
    let text = fs::read_to_string(witnesses.join("D15-transient-first.yaml")).unwrap();
    let head = "Only the reason differs that is given; nothing plainer was found with up to 2 commands more.";
    let flat: Vec<&str> = text.lines().map(|line| line.trim_start_matches("# ")).collect();
    assert!(flat.join(" ").contains(head), "{text}");
    assert!(text.ends_with("permanent-first: refused blocked\n  transient-first: refused no-credit\n"), "{text}");
    assert_eq!(model(&place, &[d15.as_slice(), &["--check"]].concat()).0, 0);
    // With all scopes there is a plain one, a command longer, and the same file is a finding.
    fs::write(place.join("spec.yaml"), &whole).unwrap();
    let (code, out, _) = model(&place, &[d15.as_slice(), &["--check"]].concat());
    assert_eq!(code, 1, "{out}");
    let why =
        "D15-transient-first.yaml: only the reason differs that is given for a no: 2 commands within 0 ms show more";
    assert!(out.contains(why), "{out}");
    let (_, out, _) = model(&place, &d15);
    assert!(out.contains("transient-first => refused queue-full"), "{out}");
}

#[test]
fn a_history_that_tells_less_or_asks_for_more_than_a_quota_is_a_finding_that_names_what_is_better() {
    let (place, witnesses) = place("witness-telling");
    let both = ["witness", "--spec", "spec.yaml", "D04", "D22"];
    assert_eq!(model(&place, &both).0, 0);
    let change = |file: &str, changes: &[(&str, &str)]| {
        let mut text = fs::read_to_string(witnesses.join(file)).unwrap();
        for (from, to) in changes {
            assert!(text.contains(from), "{from}\n{text}");
            text = text.replace(from, to);
        }
        fs::write(witnesses.join(file), text).unwrap();
    };
    let again = "granted a/1 fence 1.1 until 1, repeated";
    change(
        "D22-alive.yaml",
        &[
            ("when: 1 sweep", "when: 1 claim w1"),
            ("expired: swept, ended 1.1 a/1 requeued", "expired: refused already-holding"),
            ("alive: swept", &format!("alive: {again}")),
        ],
    );
    change("D04-charged.yaml", &[("given:\n  - 0 submit a/1 cost 1 => queued\n", ""), ("quota: 2", "quota: 1")]);
    let (code, out, _) = model(&place, &[both.as_slice(), &["--check"]].concat());
    assert_eq!(code, 1, "{out}");
    for why in [
        "D22-alive.yaml: another history tells more: 3 commands within 1 ms part as `a sweep at exactly the deadline` does",
        "D04-charged.yaml: it asks for more than a whole quota: 2 commands within 0 ms do without",
    ] {
        assert!(out.contains(why), "{why}\n{out}");
    }
}

#[test]
fn what_set_changed_is_told_and_not_written() {
    let (place, witnesses) = place("witness-set");
    let (code, out, _) = model(&place, &[D29.as_slice(), &["--set", "D29=refuse"]].concat());
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("D29 refuse or accept"), "{out}");
    assert!(!witnesses.exists());
}

#[test]
fn a_decision_that_does_not_exist_is_answered_with_the_nearest_one() {
    let (place, _) = place("witness-unknown");
    let (code, _, err) = model(&place, &["witness", "--spec", "spec.yaml", "late-complation"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("there is no decision `late-complation`") && err.contains("did you mean `late-completion`?"),
        "{err}"
    );
}

#[test]
fn the_report_as_json_says_the_same() {
    let (place, _) = place("witness-json");
    let (code, out, _) = model(&place, &[D29.as_slice(), &["--json"]].concat());
    assert_eq!(code, 0);
    let report: serde_json::Value = serde_json::from_str(&out).expect("--json prints JSON and nothing else");
    assert_eq!(report["witnesses"][0]["options"], serde_json::json!(["accept", "refuse"]));
    assert_eq!(report["witnesses"][0]["commands"], 3);
    assert_eq!(report["witnesses"][0]["steps"][0], "0 submit a/1 cost 1 => queued");
    assert_eq!(report["witnesses"][0]["then"][1], "refused expired");
    assert_eq!(report["written"], serde_json::json!(["witnesses/D29-refuse.yaml"]));
}
