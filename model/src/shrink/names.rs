//! Passes that change how a plan is written: names, the order of what happens at one instant, and what only the problem knows.

use super::problem::{PlanOf, Problem};
use super::search::{OutOfBudget, Search};

/// Gives names anew.
pub(super) fn names<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let plan = search.problem().renumbered(&search.current);
    if search.problem().hash(&plan) == search.hash() {
        // The same plan; but what an event belongs to may be labelled anew.
        search.current = plan;
        return Ok(());
    }
    search.adopt(plan).map(|_| ())
}

/// Puts events of one instant in order.
pub(super) fn order<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let plan = search.problem().canonical_order(&search.current);
    search.adopt(plan).map(|_| ())
}

/// What only the problem knows.
pub(super) fn simpler<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    each(search, P::simpler)
}

/// What only the problem knows, of two changes at once.
pub(super) fn traded<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    each(search, P::traded)
}

/// One after the other, from the best so far each time; until none of them is any good.
fn each<P: Problem>(
    search: &mut Search<'_, P>,
    list: impl Fn(&P, &PlanOf<P>) -> Vec<PlanOf<P>>,
) -> Result<(), OutOfBudget> {
    let mut start = 0;
    // What is any good was carried out for it, so the budget bounds this, too.
    'better: for _ in search.executions..=search.budget {
        let plans = list(search.problem(), &search.current);
        for (place, plan) in plans.iter().enumerate().cycle().skip(start).take(plans.len()) {
            if search.adopt(plan.clone())? {
                start = place;
                continue 'better;
            }
        }
        break;
    }
    Ok(())
}
