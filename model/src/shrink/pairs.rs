//! Passes that try things two by two, once little is left: what must go together hides from every pass that takes one away.

use super::numbers::{halve, not_simplest, set, values};
use super::problem::Problem;
use super::search::{OutOfBudget, Search};

/// So many numbers are tried two by two.
const NUMBERS_UP_TO: usize = 16;

/// So many combinations of an event and a number are tried.
const COMBINATIONS_UP_TO: usize = 600;

/// How far apart two numbers may stand for a part of one to be moved to the other.
const REACH: usize = 4;

/// A step is doubled as often as a number has bits, and halved as often.
const STEPS: u32 = 128;

/// So many neighbouring events are left out together, wherever they begin.
const NEIGHBOURS: usize = 4;

/// Plans of up to so many events are tried without neighbouring ones.
const NEIGHBOURS_UP_TO: usize = 200;

/// Leaves out neighbouring events that the passes by chunks did not take together.
pub(super) fn neighbours<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    if search.current.events.len() > NEIGHBOURS_UP_TO {
        return Ok(());
    }
    for size in 2..=NEIGHBOURS {
        let mut start = 0;
        // Every step goes on by one event or leaves some out.
        for _ in 0..search.current.events.len() {
            let end = start + size;
            if end > search.current.events.len() {
                break;
            }
            let plan = search.without(|place| (start..end).contains(&place));
            if !search.adopt(plan)? {
                start += 1;
            }
        }
    }
    Ok(())
}

/// Leaves out two events. A pair that goes changes what the ones before it can do without, so then it begins anew.
pub(super) fn removed<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    'anew: for _ in 0..=search.current.events.len() {
        let events = search.current.events.len();
        for one in 0..events {
            for other in one + 1..events {
                let plan = search.without(|place| place == one || place == other);
                if search.adopt(plan)? {
                    continue 'anew;
                }
            }
        }
        break;
    }
    Ok(())
}

/// Lowers two numbers by the same amount, and moves a part of one to a later one, their sum being kept.
pub(super) fn numbers<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let places = not_simplest(search);
    if places.len() <= NUMBERS_UP_TO {
        for (index, one) in places.iter().enumerate() {
            for other in &places[index + 1..] {
                together(search, *one, *other)?;
            }
        }
    }
    for one in not_simplest(search) {
        for other in one + 1..=one + REACH {
            moved(search, one, other)?;
        }
    }
    Ok(())
}

/// Lowers both by one, then by twice as much each time it works; from the first time that it does not, by half as much.
fn together<P: Problem>(search: &mut Search<'_, P>, one: usize, other: usize) -> Result<(), OutOfBudget> {
    let (mut step, mut growing) = (1, true);
    for _ in 0..STEPS {
        let values = values(search);
        let (Some(first), Some(second)) = (values.get(one), values.get(other)) else { return Ok(()) };
        let most = first.distance().min(second.distance());
        let lowered = |by: u64| [(one, first.distance() - by), (other, second.distance() - by)];
        if most == 0 || set(search, &lowered(most))? {
            return Ok(());
        }
        step = most.min(step);
        growing &= set(search, &lowered(step))?;
        if growing {
            step = step.saturating_mul(2);
        } else if step == 1 {
            break;
        } else {
            step /= 2;
        }
    }
    Ok(())
}

/// Moves all of one number to the other, or all but as little as halving finds.
fn moved<P: Problem>(search: &mut Search<'_, P>, one: usize, other: usize) -> Result<(), OutOfBudget> {
    let values = values(search);
    let (Some(first), Some(second)) = (values.get(one), values.get(other)) else { return Ok(()) };
    let (first, second) = (first.distance(), second.distance());
    let moved = |stays: u64| [(one, stays), (other, second.saturating_add(first - stays))];
    if set(search, &moved(0))? {
        return Ok(());
    }
    halve(0, first, |stays| set(search, &moved(stays)))
}

/// Leaves out one event and lowers one number by one: a number may say how many events there are.
pub(super) fn removed_with_a_number<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    'anew: for _ in 0..=search.current.events.len() {
        for event in 0..search.current.events.len() {
            let places = not_simplest(search);
            if places.len() * search.current.events.len() > COMBINATIONS_UP_TO {
                return Ok(());
            }
            for place in places {
                let value = values(search)[place];
                let lowered = value.at(value.distance() - 1);
                let changed = search.problem().with_values(&search.current, &[(place, lowered)]);
                let Some(mut plan) = changed else { continue };
                plan.events.remove(event);
                if search.adopt(plan)? {
                    continue 'anew;
                }
            }
        }
        break;
    }
    Ok(())
}
