//! `resolve`, as a user runs it: on a copy of the spec, in a checkout of the test's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Done {
    code: i32,
    out: String,
    err: String,
}

fn model(folder: &Path, arguments: &[&str]) -> Done {
    let output = Command::new(env!("CARGO_BIN_EXE_model")).args(arguments).current_dir(folder).output().unwrap();
    Done {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn real_spec() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml")).unwrap()
}

/// A folder with the spec in it, and with D09, D19 and D27 open, whatever the owner has settled since.
fn checkout(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("resolve").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("spec")).unwrap();
    fs::write(path.join("spec/spec.yaml"), real_spec()).unwrap();
    for id in ["D09", "D19", "D27"] {
        let done = model(&path, &["resolve", "--reopen", id, "--no-check"]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
    path
}

fn spec_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("spec/spec.yaml")).unwrap()
}

#[test]
fn settling_a_question_changes_only_its_lines_and_leaves_fewer_variants_that_hold() {
    let folder = checkout("settles");
    let before = spec_of(&folder);
    let arguments = ["resolve", "D09", "blocked", "--because", "0 suspends: they say", "--on", "2026-11-29"];
    let done = model(&folder, &[&arguments[..], &["--scope", "suspended"]].concat());
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert!(done.err.is_empty(), "{}", done.err);
    for line in ["-    open: true", "+    choice: blocked", "+    settled: 2026-11-29"] {
        assert!(done.out.contains(line), "{}", done.out);
    }
    assert!(done.out.contains("Before there were 18 variants to check, now there are 6; D19 and D27 are open."));
    assert!(done.out.contains("HOLDS: "), "{}", done.out);
    let settled = "    choice: blocked\n    settled: 2026-11-29\n    because: '0 suspends: they say'\n";
    let start = before.find("  - id: D09\n").unwrap();
    let rest = before[start..].replacen("    open: true\n", settled, 1);
    assert!(spec_of(&folder) == format!("{}{rest}", &before[..start]), "other lines changed as well");

    let again = model(&folder, &arguments);
    assert_eq!((again.code, again.out.starts_with("Nothing to do: D09 zero-limit stands at blocked")), (0, true));
    let undone = model(&folder, &["resolve", "--reopen", "D09", "--no-check"]);
    assert_eq!(undone.code, 0, "{}", undone.err);
    assert!(spec_of(&folder) == before, "the undo left a trace");
    let again = model(&folder, &["resolve", "D09", "--reopen"]);
    assert_eq!((again.code, again.out.contains("is open already")), (0, true), "{}", again.out);
}

#[test]
fn a_dry_run_prints_a_patch_and_changes_nothing() {
    let folder = checkout("dry");
    let before = spec_of(&folder);
    let done = model(&folder, &["resolve", "silent-holder", "pool-only", "--because", "so", "--dry-run"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.starts_with("--- spec/spec.yaml\n+++ spec/spec.yaml\n@@ -"), "{}", done.out);
    assert_eq!(done.out.lines().filter(|line| line.starts_with(['+', '-'])).count(), 2 + 4, "{}", done.out);
    assert_eq!(spec_of(&folder), before);
}

#[test]
fn names_that_do_not_exist_get_the_nearest_and_nothing_is_changed() {
    let folder = checkout("names");
    let before = spec_of(&folder);
    for (arguments, said) in [
        (&["resolve", "zero-limt", "blocked", "--because", "so"][..], "did you mean `zero-limit`?"),
        (&["resolve", "d09", "blockd", "--because", "so"], "did you mean `blocked`?"),
        (&["resolve", "D09", "blocked", "--because", " \n"], "the reason is empty"),
        (&["resolve", "D09", "blocked", "--because", "a\u{1b}[31m"], "\\u{1b}, which is not text"),
        (&["resolve", "D09", "blocked", "--because", "so", "--scope", "bil"], "did you mean `bill`?"),
        (&["resolve", "D09", "blocked", "--because", "so", "--on", "2026-02-30"], "2026-11-29"),
        (&["resolve", "D09", "blocked"], "--because"),
        (&["resolve", "--reopen", "D09", "blocked"], "cannot be used with"),
        (&["resolve", "D20", "grant-another", "--because", "so"], "--despite I4"),
        (&["resolve", "D20", "grant-another", "--because", "so", "--despite", "I3"], "the option breaks I4"),
        (&["resolve", "D20", "refuse", "--because", "so", "--despite", "I4"], "keeps all invariants"),
        (&["resolve", "D09", "blocked", "--because", "so", "--spec", "none.yaml"], "none.yaml"),
    ] {
        let done = model(&folder, arguments);
        assert_eq!(done.code, 2, "{arguments:?}: {}", done.out);
        assert!(done.err.contains(said) && done.out.is_empty(), "{arguments:?}: {}", done.err);
    }
    assert_eq!(spec_of(&folder), before);
}

#[test]
fn an_option_that_breaks_an_invariant_is_chosen_only_despite_it_and_check_then_fails() {
    let folder = checkout("despite");
    let arguments = ["resolve", "D20", "grant-another", "--because", "so", "--despite", "I4", "--scope", "order"];
    let done = model(&folder, &arguments);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(done.out.contains("FINDING: D20=grant-another is chosen, and it breaks I4"), "{}", done.out);
    assert!(done.out.contains("REPRODUCE WITH: "), "{}", done.out);
}

#[test]
fn the_page_of_a_checkout_follows_and_what_else_is_stale_is_named() {
    let folder = checkout("pages");
    fs::create_dir_all(folder.join("docs")).unwrap();
    fs::write(folder.join("docs/decisions.md"), "old").unwrap();
    fs::write(folder.join("README.md"), "<!-- begin: check -->").unwrap();
    let witnesses = folder.join("spec/witnesses");
    fs::create_dir_all(&witnesses).unwrap();
    let before = spec_of(&folder);
    let done = model(&folder, &["resolve", "D27", "pool-only", "--because", "it is the pool's loss", "--no-check"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("docs/decisions.md is written anew."), "{}", done.out);
    assert!(done.out.contains("`BLESS=1 cargo test -p model --test readme`"), "{}", done.out);
    let page = fs::read_to_string(folder.join("docs/decisions.md")).unwrap();
    assert!(page.contains("it is the pool's loss"));
    let kept = || -> Vec<String> {
        let names = fs::read_dir(&witnesses).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.to_string_lossy().into_owned()).collect()
    };
    assert!(kept().contains(&"D27-pool-and-cap.yaml".to_owned()), "{}", done.out);
    assert!(page.contains("(../spec/witnesses/D27-pool-and-cap.yaml)"), "the witness is on the page");
    let upward = model(&folder.join("docs"), &["explain", "--write", "--spec", "../spec/spec.yaml"]);
    assert_eq!((upward.code, upward.out.as_str()), (0, "docs/decisions.md is up to date\n"));
    let undone = model(&folder, &["resolve", "--reopen", "D27", "--no-check"]);
    let of_it: Vec<String> = kept().into_iter().filter(|name| name.starts_with("D27")).collect();
    assert_eq!((undone.code, of_it), (0, vec!["D27-pool-only-or-pool-and-cap.yaml".to_owned()]), "{}", undone.out);
    assert!(spec_of(&folder) == before);
}

#[test]
fn the_report_is_data_where_that_is_asked_for() {
    let folder = checkout("json");
    let arguments = ["resolve", "D19", "claimable", "--because", "so it is", "--no-check", "--json"];
    let done = model(&folder, &[&arguments[..], &["--on", "2026-11-29"]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let report: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!((&report["from"], &report["to"]), (&serde_json::Value::Null, &"claimable".into()));
    assert_eq!((&report["settled"], &report["because"]), (&"2026-11-29".into(), &"so it is".into()));
    assert_eq!((&report["variants_before"], &report["variants_after"]), (&18.into(), &6.into()));
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/settle.md")).unwrap();
    for key in report.as_object().unwrap().keys() {
        assert!(page.contains(&format!("`{key}`")), "docs/settle.md does not explain {key}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_a_windows_file_and_permissions_stay_what_they_are_and_a_read_only_file_is_left_alone() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = checkout("files");
    let windows = format!("\u{feff}{}", spec_of(&folder).replace('\n', "\r\n"));
    let (file, link) = (folder.join("windows.yaml"), folder.join("link.yaml"));
    fs::write(&file, &windows).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("windows.yaml", &link).unwrap();
    let settle = ["resolve", "D09", "invalid", "--because", "so it is", "--no-check", "--spec", "link.yaml"];
    let done = model(&folder, &settle);
    assert_eq!(done.code, 0, "{}", done.err);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("    choice: invalid\r\n    settled: ") && link.is_symlink());
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let undone = model(&folder, &["resolve", "--reopen", "D09", "--no-check", "--spec", "link.yaml"]);
    assert_eq!(undone.code, 0, "{}", undone.err);
    assert!(fs::read_to_string(&file).unwrap() == windows);

    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let done = model(&folder, &settle);
    assert_eq!(
        (done.code, done.err.contains("link.yaml is read-only; nothing was changed")),
        (2, true),
        "{}",
        done.err
    );
    let looked = model(&folder, &[&settle[..], &["--dry-run"]].concat());
    assert_eq!(looked.code, 0, "{}", looked.err);
    assert!(fs::read_to_string(&file).unwrap() == windows);
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".new")), "{left:?}");
}

#[test]
fn a_spec_that_cannot_be_edited_safely_is_left_as_it_is() {
    let folder = checkout("hostile");
    let spec = spec_of(&folder);
    let start = spec.find("  - id: D09\n").unwrap();
    let with = |open: &str| format!("{}{}", &spec[..start], spec[start..].replacen("    open: true\n", open, 1));
    for (open, code) in [
        ("    ? open\n    : true\n", "cannot be edited without a risk"),
        ("\topen: true\n", "error"),
        ("    open: true\n    open: true\n", "stands twice"),
        ("    open: &a true\n", "anchor"),
        ("    open: !!bool true\n", "tag"),
    ] {
        let text = with(open);
        fs::write(folder.join("hostile.yaml"), &text).unwrap();
        let arguments = ["resolve", "D09", "blocked", "--because", "so", "--no-check", "--spec", "hostile.yaml"];
        let done = model(&folder, &arguments);
        assert_eq!(done.code, 2, "{open:?}: {}", done.out);
        assert!(done.err.contains(code), "{open:?}: {}", done.err);
        assert_eq!(fs::read_to_string(folder.join("hostile.yaml")).unwrap(), text);
    }
}
