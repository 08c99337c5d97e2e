//! The shortest history, over several scopes, that ends in a finding.

use super::node::{Explorer, Scratch};
use super::search::{Bounds, Found, search};
use spec::Explorable;

/// Searches one scope after the other, none of them deeper than what has been found so far: the place of the scope, and a
/// finding with the fewest moves. Of two equally short ones the first scope's stays.
pub fn shortest<P: Explorable>(explorers: &[Explorer<P>], states: usize) -> Option<(usize, Found)> {
    let mut best: Option<(usize, Found)> = None;
    for (place, explorer) in explorers.iter().enumerate() {
        let depth = best.as_ref().map_or(usize::MAX, |(_, found)| found.moves.len().saturating_sub(1));
        let bounds = Bounds { states, depth };
        if let Some(found) = search(explorer, bounds, &mut Scratch::default(), &mut |_, _| {}).found {
            best = Some((place, found));
        }
    }
    best
}
