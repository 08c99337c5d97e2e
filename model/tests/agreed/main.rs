//! The agreed histories, `spec/histories/agreed.txt`: random ones under random decisions, on each step of which the control
//! plane and the reference agree, with what the invariants say. `ballast` and `oracle` are held to them by tests of their
//! own, which need nothing of this package and are quick; so a change of either engine's behaviour is seen at once.
//!
//! `BALLAST_BLESS=1 cargo test -p model --test agreed` writes them anew. Which are kept: a history stays if it brings out
//! a command's answer under an option in force that none before it has, and ends with the last step that does.

#[path = "../../../spec/histories/read.rs"]
mod read;
mod settings;
mod walk;

use model::spine::Stream;
use std::collections::BTreeSet;
use std::path::PathBuf;
use walk::Walk;

/// How many walks are tried.
const WALKS: u64 = 12_000;

/// How many new things a walk must bring out to be kept; a broken invariant under new circumstances is enough.
const WORTH: usize = 3;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).with_file_name("spec").join("histories").join("agreed.txt")
}

fn agreed() -> String {
    let mut text = HEAD.to_owned();
    let mut seen = BTreeSet::new();
    let mut kept = 0;
    for number in 0..WALKS {
        let walk = Walk::take(Stream::root(number).child("agreed"));
        let new = walk.marks_beyond(&seen);
        let worth: usize = new.values().map(|step| if walk.breaks(*step) { WORTH } else { 1 }).sum();
        if worth < WORTH {
            continue;
        }
        let last = new.values().copied().max().unwrap_or(0);
        kept += 1;
        text.push_str(&walk.told(kept, last));
        seen.extend(walk.marks_until(last));
    }
    text
}

const HEAD: &str = "\
# Histories on which the control plane and the reference agree, under many decisions at once; generated, do not edit.
# BALLAST_BLESS=1 cargo test -p model --test agreed
#
# A history begins with its settings and the options that are not the first ones; then a line for each step:
# instant | command | outcome | the invariants that it breaks, under options that the spec rules out | a sum over the view
";

#[test]
fn the_agreed_histories_are_those_that_both_engines_agree_on_now() {
    let agreed = agreed();
    let histories = agreed.matches("\nhistory ").count();
    let steps = agreed.lines().filter(|line| line.contains(" | ")).count();
    println!("{histories} histories, {steps} steps, {} bytes", agreed.len());
    assert!(histories >= 200 && steps >= 2_000, "{histories} histories, {steps} steps");
    if std::env::var_os("BALLAST_BLESS").is_some() {
        let path = file();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let beside = path.with_extension("new");
        std::fs::write(&beside, &agreed).unwrap();
        std::fs::rename(&beside, &path).unwrap();
    }
    assert!(read::histories().iter().map(|history| history.steps.len()).sum::<usize>() > 0);
    let recorded = std::fs::read_to_string(file()).unwrap_or_default();
    let parted = recorded.lines().zip(agreed.lines()).position(|(recorded, now)| recorded != now);
    assert!(
        recorded == agreed,
        "spec/histories/agreed.txt is stale from line {} on; where that is meant, write it anew: BALLAST_BLESS=1 cargo \
         test -p model --test agreed",
        parted.map_or(recorded.lines().count().min(agreed.lines().count()), |line| line) + 1
    );
}
