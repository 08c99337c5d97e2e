//! Passes that lower numbers: many at once to their simplest, then each as far as it goes, then equal ones together.

use super::problem::{Problem, Value};
use super::search::{OutOfBudget, Search};

/// Lowers numbers one by one, and those that are equal together.
pub(super) fn one_by_one<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let places = not_simplest(search);
    simplify(search, &places)?;
    for place in not_simplest(search) {
        lower(search, &[place])?;
    }
    let mut distances: Vec<u64> = values(search).iter().map(|value| value.distance()).filter(|far| *far > 1).collect();
    distances.sort_unstable();
    distances.dedup();
    for distance in distances.into_iter().rev() {
        let equal: Vec<usize> =
            not_simplest(search).into_iter().filter(|place| distance_of(search, *place) == distance).collect();
        if equal.len() > 1 {
            lower(search, &equal)?;
        }
    }
    Ok(())
}

pub(super) fn values<P: Problem>(search: &Search<'_, P>) -> Vec<Value> {
    search.problem().values(&search.current)
}

/// The places of the numbers that could be simpler.
pub(super) fn not_simplest<P: Problem>(search: &Search<'_, P>) -> Vec<usize> {
    let values = values(search);
    (0..values.len()).filter(|place| values[*place].distance() > 0).collect()
}

fn distance_of<P: Problem>(search: &Search<'_, P>, place: usize) -> u64 {
    values(search).get(place).map_or(0, |value| value.distance())
}

/// Tries the plan with these numbers at these distances from their simplest, on the side on which they are.
pub(super) fn set<P: Problem>(search: &mut Search<'_, P>, distances: &[(usize, u64)]) -> Result<bool, OutOfBudget> {
    let values = values(search);
    let at = |(place, distance): &(usize, u64)| Some((*place, values.get(*place)?.at(*distance)));
    let changes: Vec<(usize, u64)> = distances.iter().filter_map(at).collect();
    match search.problem().with_values(&search.current, &changes) {
        Some(plan) => search.adopt(plan),
        None => Ok(false),
    }
}

/// All of these at once to their simplest; where that does not do, each half of them.
fn simplify<P: Problem>(search: &mut Search<'_, P>, places: &[usize]) -> Result<(), OutOfBudget> {
    let changes: Vec<(usize, u64)> = places.iter().map(|place| (*place, 0)).collect();
    let done = set(search, &changes)?;
    if let ([_, _, ..], false) = (places, done) {
        let (front, back) = places.split_at(places.len() / 2);
        simplify(search, front)?;
        simplify(search, back)?;
    }
    Ok(())
}

/// Lowers these, which are equally far from their simplest, as far as halving finds.
pub(super) fn lower<P: Problem>(search: &mut Search<'_, P>, places: &[usize]) -> Result<(), OutOfBudget> {
    let Some(first) = places.first() else { return Ok(()) };
    let to = |distance: u64| places.iter().map(|place| (*place, distance)).collect::<Vec<_>>();
    let works = distance_of(search, *first);
    if set(search, &to(0))? {
        return Ok(());
    }
    if set(search, &to(works.min(1)))? {
        return Ok(());
    }
    halve(works.min(1), works, |distance| set(search, &to(distance)))
}

/// Looks for the least number that works between one that fails and a higher one that works.
pub(super) fn halve(
    mut fails: u64,
    mut works: u64,
    mut try_out: impl FnMut(u64) -> Result<bool, OutOfBudget>,
) -> Result<(), OutOfBudget> {
    for _ in 0..u64::BITS {
        let next = fails.midpoint(works);
        if next == fails {
            break;
        }
        if try_out(next)? {
            works = next;
        } else {
            fails = next;
        }
    }
    Ok(())
}
