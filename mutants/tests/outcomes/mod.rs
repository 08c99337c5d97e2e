//! Results as cargo-mutants writes them, built for the tests of the gate.

use serde_json::{Value, json};

/// A result with this baseline, and these mutants by crate and end.
pub fn result(baseline: Option<&str>, mutants: &[(&str, &str)]) -> String {
    let phases = json!([{ "phase": "Build", "duration": 1.0 }, { "phase": "Test", "duration": 0.5 }]);
    let mut outcomes: Vec<Value> = Vec::new();
    outcomes
        .extend(baseline.map(|summary| json!({ "scenario": "Baseline", "summary": summary, "phase_results": phases })));
    outcomes.extend(mutants.iter().enumerate().map(|(line, (package, summary))| {
        let name = format!("{package}/src/lib.rs:{line}:1: replace == with !=");
        let mutant = json!({ "name": name, "package": package, "file": "lib.rs", "genre": "BinaryOperator" });
        json!({ "scenario": { "Mutant": mutant }, "summary": summary, "phase_results": phases })
    }));
    let of = |word: &str| mutants.iter().filter(|(_, summary)| *summary == word).count();
    let result = json!({
        "outcomes": outcomes,
        "total_mutants": mutants.len(),
        "missed": of("MissedMutant"),
        "caught": of("CaughtMutant"),
        "timeout": of("Timeout"),
        "unviable": of("Unviable"),
        "success": of("Success"),
        "start_time": "2026-01-31T23:59:00Z",
        "end_time": "2026-02-01T00:01:30.5Z",
        "cargo_mutants_version": "27.1.0"
    });
    result.to_string()
}

/// Two caught mutants of each crate.
pub const CAUGHT: [(&str, &str); 4] =
    [("spec", "CaughtMutant"), ("spec", "CaughtMutant"), ("oracle", "CaughtMutant"), ("oracle", "CaughtMutant")];

/// A result with these mutants beside the caught ones.
pub fn with(mutants: &[(&str, &str)]) -> String {
    result(Some("Success"), &[CAUGHT.as_slice(), mutants].concat())
}
