//! Passes that try things two by two, once little is left: what must go together hides from every pass that takes one away.

use super::numbers::{not_simplest, set, values};
use super::problem::Problem;
use super::search::{OutOfBudget, Search};

/// So many numbers are tried two by two.
const NUMBERS_UP_TO: usize = 16;

/// So many combinations of an event and a number are tried.
const COMBINATIONS_UP_TO: usize = 600;

/// How far apart two numbers may stand for a part of one to be moved to the other.
const REACH: usize = 4;

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
        while start + size <= search.current.events.len() {
            let plan = search.without(|place| (start..start + size).contains(&place));
            if !search.adopt(plan)? {
                start += 1;
            }
        }
    }
    Ok(())
}

/// Leaves out two events.
pub(super) fn removed<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let mut one = 0;
    while one < search.current.events.len() {
        let mut other = one + 1;
        while other < search.current.events.len() {
            let plan = search.without(|place| place == one || place == other);
            if search.adopt(plan)? {
                // A pair that goes changes what the ones before it can do without.
                (one, other) = (0, 1);
            } else {
                other += 1;
            }
        }
        one += 1;
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
    loop {
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
            return Ok(());
        } else {
            step /= 2;
        }
    }
}

/// Moves all of one number to the other, or all but as little as halving finds.
fn moved<P: Problem>(search: &mut Search<'_, P>, one: usize, other: usize) -> Result<(), OutOfBudget> {
    let values = values(search);
    let (Some(first), Some(second)) = (values.get(one), values.get(other)) else { return Ok(()) };
    let (first, second) = (first.distance(), second.distance());
    let moved = |stays: u64| [(one, stays), (other, second.saturating_add(first - stays))];
    if first == 0 || set(search, &moved(0))? {
        return Ok(());
    }
    let (mut works, mut fails) = (first, 0);
    while works - fails > 1 {
        let next = fails + (works - fails) / 2;
        if set(search, &moved(next))? {
            works = next;
        } else {
            fails = next;
        }
    }
    Ok(())
}

/// Leaves out one event and lowers one number by one: a number may say how many events there are.
pub(super) fn removed_with_a_number<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let mut event = 0;
    while event < search.current.events.len() {
        let places = not_simplest(search);
        if places.len() * search.current.events.len() > COMBINATIONS_UP_TO {
            return Ok(());
        }
        let mut changed = false;
        for place in places {
            let value = values(search)[place];
            let lowered = if value.now > value.simplest { value.now - 1 } else { value.now + 1 };
            let Some(mut plan) = search.problem().with_values(&search.current, &[(place, lowered)]) else { continue };
            plan.events.remove(event);
            if search.adopt(plan)? {
                changed = true;
                break;
            }
        }
        event = if changed { 0 } else { event + 1 };
    }
    Ok(())
}
