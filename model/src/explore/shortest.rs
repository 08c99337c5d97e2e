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

#[cfg(test)]
mod tests {
    use super::shortest;
    use crate::explore::Explorer;
    use crate::explore::testing::{scope, told};
    use crate::planted::{self, Bug, Planted};
    use spec::Decisions;
    use spec::yaml::{Scope, ScopeCommand};

    fn explorer(scope: &Scope) -> Explorer<Planted> {
        Explorer::starting(planted::start(Bug::EffectTwice), scope, &Decisions::default())
    }

    #[test]
    fn the_shortest_history_of_all_scopes_is_found_and_of_two_the_first_scopes() {
        let (submit, claim, complete) = (ScopeCommand::Submit, ScopeCommand::Claim, ScopeCommand::Complete);
        let none = explorer(&scope(&[submit, claim]));
        let mut dear = scope(&[submit, claim, complete]);
        // Its tenant is suspended until an operator says otherwise, which takes one more step.
        dear.settings.tenants[0].cap = 0;
        dear.operator.budget = 1;
        dear.operator.set_cap = vec![(spec::TenantId(0), vec![1])];
        let (longer, short) = (explorer(&dear), explorer(&scope(&[submit, claim, complete])));
        let lengths = |explorers: &[Explorer<Planted>]| {
            shortest(explorers, 10_000).map(|(place, found)| (place, found.moves.len()))
        };
        assert_eq!(lengths(&[none.clone(), longer.clone()]), Some((1, 5)));
        assert_eq!(lengths(&[none.clone(), longer, short.clone(), short.clone()]), Some((2, 4)));
        assert_eq!(lengths(&[none]), None);
        assert_eq!(lengths(&[]), None);
        assert!(shortest(std::slice::from_ref(&short), 3).is_none(), "more states than that are not looked at");
        let (_, found) = shortest(&[short], 10_000).unwrap();
        assert!(told(&found.moves).ends_with("complete a/1 fence 1.1 result x\ncomplete a/1 fence 1.1 result x"));
    }
}
