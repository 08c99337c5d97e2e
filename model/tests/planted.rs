//! Does the exhaustive search find anything? Every planted bug, by a shortest history, in the scopes that `check` explores.

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
