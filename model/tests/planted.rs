//! Does the exhaustive search find anything? Every planted bug, by a shortest history, in the scopes that `check` explores.

use model::explore::bisimulation::sample;
use model::explore::shortest::shortest;
use model::explore::{Explorer, Found};
use model::planted::{self, Bug};
use model::story;
use spec::yaml::{Scope, SpecFile};
use std::path::Path;

/// Far more than any of the scopes has.
const STATES: usize = 1_000_000;

fn found(spec: &SpecFile, bug: Bug) -> Option<(usize, Found)> {
    let scopes: Vec<&Scope> = spec.scopes.iter().filter(|scope| !scope.deep).collect();
    let explorers: Vec<_> =
        scopes.iter().map(|scope| Explorer::starting(planted::start(bug), scope, &spec.decisions())).collect();
    let (place, found) = shortest(&explorers, STATES)?;
    let lines = story::tell(&explorers[place], &found.moves);
    Some((lines.len(), found))
}

#[test]
fn the_exhaustive_search_finds_every_planted_bug_within_seven_commands() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("spec").join("spec.yaml");
    let spec = SpecFile::read(&path).unwrap();
    for bug in Bug::ALL {
        let (commands, found) = found(&spec, *bug).unwrap_or_else(|| panic!("{bug} was not found"));
        println!("{bug}: {commands} commands, {} moves: {}", found.moves.len(), found.finding);
        assert!(commands <= 7, "{bug}: {commands}");
    }
}

/// The keys hold all that a planted bug goes by until it shows, or two states that it would treat differently would count as
/// one, and what only one of them does would never be seen.
#[test]
fn states_of_one_key_behave_alike_with_every_planted_bug_too() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("spec").join("spec.yaml");
    let spec = SpecFile::read(&path).unwrap();
    let mut pairs = 0;
    for bug in Bug::ALL {
        for scope in spec.scopes.iter().filter(|scope| !scope.deep) {
            let explorer = Explorer::starting(planted::start(*bug), scope, &spec.decisions());
            // The runs that it makes up keep their names when their originals are renamed.
            let explorer = if *bug == Bug::RetriedSubmitTwice { explorer.without_symmetry() } else { explorer };
            let sampled = sample(&explorer, 90, 5, 1);
            pairs += sampled.pairs;
            assert_eq!(sampled.mismatch, None, "{bug} in scope {}", scope.name);
        }
    }
    assert!(pairs > 1_000, "only {pairs} pairs of states were compared");
}
