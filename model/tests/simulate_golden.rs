//! Golden values: whoever kept a seed was promised that it goes on meaning the same run.
//!
//! A value that changes here is a broken promise, and NEWS.md must name it. `BALLAST_BLESS=1 cargo test -p model --test
//! simulate_golden` writes the file anew.

use model::simulate::{Depth, Simulator};
use model::spine::run::run;
use model::spine::{Fixed, Nothing, Scenario as _, Stream};
use spec::{DecisionId, Decisions};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the questions that were open at the time stood at when the values were taken. To settle one of them otherwise is the
/// spec's owner's right, and breaks no promise: a seed is kept together with its decisions.
fn decisions() -> Decisions {
    let mut decisions = Decisions::chosen();
    for (id, option) in [("D09", "blocked"), ("D19", "unusable"), ("D27", "pool-only")] {
        let decision = DecisionId::find(id).unwrap();
        decisions.set(decision, decision.option(option).unwrap()).unwrap();
    }
    decisions
}

fn check(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BALLAST_BLESS").is_some() {
        fs::write(&path, actual).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    for (number, (expected, found)) in golden.lines().zip(actual.lines()).enumerate() {
        assert_eq!(found, expected, "{name}:{}: a kept seed means another run now; NEWS.md must say so", number + 1);
    }
    assert_eq!(actual.lines().count(), golden.lines().count(), "{name} has another length");
}

#[test]
fn generator_and_stream_vectors_are_what_they_always_were() {
    let mut text = String::from("# words of a stream\n");
    for seed in [0, 1, 7, u64::MAX] {
        let mut draws = Stream::root(seed).draws();
        let words: Vec<String> = (0..4).map(|_| format!("{:016x}", draws.word())).collect();
        writeln!(text, "seed {seed}: {}", words.join(" ")).unwrap();
    }
    text.push_str("# streams by label and by identity\n");
    let root = Stream::root(7);
    for label in ["", "a", "arrivals", "swarm", "a label that is longer than sixteen bytes"] {
        writeln!(text, "7 {label:?}: {:032x}", root.child(label).value()).unwrap();
    }
    for identity in [&[][..], &[0], &[1, 2], &[1, 2, 3]] {
        writeln!(text, "7 {identity:?}: {:032x}", root.keyed(identity).value()).unwrap();
    }
    text.push_str("# bounded draws of seed 7\n");
    for bound in [0, 1, 2, 3, 10, 1_000, 1 << 32, 3 << 62, u64::MAX] {
        let mut draws = root.keyed(&[bound]).draws();
        let values: Vec<String> = (0..6).map(|_| draws.below(bound).to_string()).collect();
        writeln!(text, "below {bound}: {}", values.join(" ")).unwrap();
    }
    let mut draws = root.child("weighted").draws();
    let places: Vec<String> = (0..12).map(|_| format!("{:?}", draws.weighted(&[3, 0, 1, 2]))).collect();
    writeln!(text, "weighted 3 0 1 2: {}", places.join(" ")).unwrap();
    check("spine.txt", &text);
}

#[test]
fn twenty_whole_histories_are_what_they_always_were() {
    let simulator = Simulator::new(&[], Arc::new(model::simulate::start));
    let simulator = simulator.with_depth(Depth::End).with_decisions(decisions());
    let mut text = String::from("# seed, profile, events, hash of the history\n");
    for seed in 1..=20 {
        let setup = simulator.setup(Stream::root(seed), &Fixed::new());
        let run = run(&simulator, seed, &Fixed::new(), &mut Nothing, &AtomicBool::new(false));
        assert_eq!(run.finding, None, "seed {seed}");
        writeln!(text, "{seed} {} {} {:032x}", setup.profile, run.events, run.hash).unwrap();
    }
    check("histories.txt", &text);
}
