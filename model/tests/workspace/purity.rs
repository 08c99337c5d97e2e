//! What decides is pure: no clock, no unordered collection, no thread, no I/O, no unsafe code.
//!
//! The lint that keeps clocks and unordered collections out is itself tested: forbidden code is put into a copy of each
//! crate, with the crate's own settings, and clippy is seen to refuse it.

use super::copies::{Copy, PURE};
use super::files::{read, rust_below};

/// The types that the lint must refuse.
const DISALLOWED: [&str; 4] =
    ["std::collections::HashMap", "std::collections::HashSet", "std::time::Instant", "std::time::SystemTime"];

/// Puts a fixture into a crate of a copy, as a module of its own.
fn infect(copy: &Copy, folder: &str, fixture: &str) {
    let source = read(&format!("model/tests/fixtures/{fixture}.rs"));
    copy.edit(&format!("{folder}/src/{fixture}.rs"), |_| source);
    copy.edit(&format!("{folder}/src/lib.rs"), |lib| format!("{lib}\npub mod {fixture};\n"));
}

#[test]
fn clippy_refuses_unordered_collections_and_clocks_in_every_crate_that_decides() {
    for (folder, package) in PURE {
        let copy = Copy::new(&format!("impure-{folder}"));
        infect(&copy, folder, "impure");
        let verdict = copy.cargo("clippy", package);
        assert!(!verdict.success, "clippy accepts clocks and unordered collections in {folder}/");
        for disallowed in DISALLOWED {
            let reported = verdict.errors.iter().any(|error| {
                error.code == "clippy::disallowed_types"
                    && error.file == format!("{folder}/src/impure.rs")
                    && error.rendered.contains(disallowed)
            });
            assert!(reported, "clippy says nothing about {disallowed} in {folder}/:\n{}", verdict.log);
        }
    }
}

#[test]
fn the_compiler_refuses_unsafe_code_in_every_crate_that_decides() {
    for (folder, package) in PURE {
        let copy = Copy::new(&format!("unchecked-{folder}"));
        infect(&copy, folder, "unchecked");
        let verdict = copy.cargo("check", package);
        assert!(!verdict.success, "{folder}/ compiles with unsafe code in it");
        let refused = verdict
            .errors
            .iter()
            .any(|error| error.code == "unsafe_code" && error.file == format!("{folder}/src/unchecked.rs"));
        assert!(refused, "{folder}/ failed otherwise:\n{}", verdict.log);
    }
}

#[test]
fn the_crates_that_decide_share_one_clippy_configuration() {
    let of_spec = read("spec/clippy.toml");
    for disallowed in DISALLOWED {
        assert!(of_spec.contains(&format!("\"{disallowed}\"")), "spec/clippy.toml does not disallow {disallowed}");
    }
    for (folder, _) in PURE {
        assert_eq!(read(&format!("{folder}/clippy.toml")), of_spec, "{folder}/clippy.toml differs from spec/'s");
    }
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let mut seen = 0;
    for file in super::files::below("").iter().filter(|file| file.is("/Cargo.toml")) {
        seen += 1;
        assert!(file.text.contains("[lints]\nworkspace = true"), "{} has lints of its own, or none", file.name);
    }
    assert!(seen >= 5, "found only {seen} crates");
    let workspace = read("Cargo.toml");
    for lint in ["unsafe_code = \"forbid\"", "missing_docs = \"warn\"", "disallowed_types = \"deny\""] {
        assert!(workspace.contains(lint), "Cargo.toml no longer says {lint}");
    }
}

#[test]
fn what_decides_does_no_input_or_output_and_starts_no_thread() {
    let outside =
        ["std::fs", "std::io", "std::net", "std::thread", "std::process", "std::env", "println!", "eprintln!"];
    let files = rust_below(&["spec/src", "impl/src", "oracle/src"]);
    for file in files.iter().filter(|file| !file.name.starts_with("spec/src/yaml/")) {
        // Doc comments may show an embedder's program.
        for (number, line) in file.lines().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            for name in outside {
                assert!(!line.contains(name), "{}:{number} uses {name}", file.name);
            }
        }
    }
}

#[test]
fn no_lint_is_switched_off_without_a_reason() {
    let needles =
        [concat!("#[", "allow("), concat!("#[", "expect("), concat!("#![", "allow("), concat!("#![", "expect(")];
    let mut lines = 0;
    for file in rust_below(&["spec", "impl", "oracle", "model", "mutants"]) {
        let text = &file.text;
        lines += text.lines().count();
        for needle in needles {
            for (at, _) in text.match_indices(needle) {
                let attribute = &text[at..text[at..].find(")]").map_or(text.len(), |end| at + end)];
                let line = text[..at].lines().count();
                assert!(attribute.contains("reason ="), "{}:{line} does not say why", file.name);
            }
        }
    }
    assert!(lines > 0, "no line was read");
}
