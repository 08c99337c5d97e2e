//! Does the simulator find anything? Every planted bug, in every profile, within 1,000 seeds; and the table in
//! `docs/simulate.md` is what this test counted.
//!
//! `BALLAST_BLESS=1 cargo test -p model --test simulate_planted` writes the table anew.

use model::planted::{self, Bug};
use model::simulate::{Depth, Profile, Simulator};
use model::spine::run::run;
use model::spine::{Class, Fixed, Nothing};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::{fs, thread};

/// How many seeds are tried.
const SEEDS: u64 = 1_000;

#[test]
fn a_leak_that_no_rule_of_safety_forbids_is_found_by_progress_alone() {
    let simulator = Simulator::new(&[Profile::Zombies], planted::start(Bug::LoserShutOut)).with_depth(Depth::Off);
    let classes: Vec<Class> = (1..=200)
        .filter_map(|seed| run(&simulator, seed, &Fixed::new(), &mut Nothing, &AtomicBool::new(false)).finding)
        .map(|finding| finding.class)
        .collect();
    assert!(!classes.is_empty());
    assert!(classes.iter().all(|class| *class == Class::Progress), "{classes:?}");
}

/// The number of seeds that it takes to find a bug in a profile.
fn seeds_to_find(bug: Bug, profile: Profile) -> Option<u64> {
    let simulator = Simulator::new(&[profile], planted::start(bug));
    (1..=SEEDS).find(|seed| {
        let run = run(&simulator, *seed, &Fixed::new(), &mut Nothing, &AtomicBool::new(false));
        run.finding.is_some_and(|finding| finding.class.exit_code() == 1)
    })
}

fn table() -> String {
    let rows: Vec<(Bug, Vec<Option<u64>>)> = thread::scope(|scope| {
        let row = |bug: Bug| Profile::ALL.map(|profile| seeds_to_find(bug, profile)).to_vec();
        let halves: Vec<_> = Bug::ALL
            .chunks(Bug::ALL.len().div_ceil(2))
            .map(|bugs| scope.spawn(move || bugs.iter().map(|bug| (*bug, row(*bug))).collect::<Vec<_>>()))
            .collect();
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    let words: Vec<&str> = Profile::ALL.iter().map(|profile| profile.word()).collect();
    let mut text = format!("| planted bug | {} |\n|---|{}\n", words.join(" | "), "---|".repeat(words.len()));
    for (bug, counts) in rows {
        assert!(counts.iter().any(Option::is_some), "no profile finds {bug} within {SEEDS} seeds");
        let cells: Vec<String> =
            counts.iter().map(|count| count.map_or_else(|| "-".to_owned(), |count| count.to_string())).collect();
        writeln!(text, "| `{bug}`: {} | {} |", bug.what().trim(), cells.join(" | ")).unwrap();
    }
    text
}

#[test]
fn every_planted_bug_is_found_by_some_profile_and_the_table_in_the_docs_says_so() {
    const BEGIN: &str = "<!-- seeds to find: begin -->\n";
    const END: &str = "<!-- seeds to find: end -->";
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/simulate.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page marks where the table begins");
    let (old, after) = rest.split_once(END).expect("the page marks where the table ends");
    let new = table();
    if std::env::var_os("BALLAST_BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{new}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(old, new, "docs/simulate.md; BALLAST_BLESS=1 writes the table anew");
}
