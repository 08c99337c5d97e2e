//! Passes that leave events out: what comes after the failure, whole spans, chunks.

use super::problem::{Problem, Span};
use super::search::{OutOfBudget, Search};
use std::iter;

/// Cuts off what comes after the event at which the failure is seen.
pub(super) fn after_the_failure<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let last = search.found_at();
    let cut = search.without(|place| place >= last);
    search.adopt(cut).map(|_| ())
}

/// Leaves out whole spans, those of the lowest rank first: at once all that the last event is not part of, then half of
/// them, a quarter, and so on.
pub(super) fn spans<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let mut ranks: Vec<u8> = all_spans(search).into_iter().flatten().map(|span| span.rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    for rank in ranks {
        let spans = of_rank(search, rank);
        let last = search.current.events.last().map(|event| search.problem().spans(event)).unwrap_or_default();
        let others: Vec<Span> = spans.iter().filter(|span| !last.contains(span)).copied().collect();
        if leave_out(search, &others)? {
            continue;
        }
        for size in halves(spans.len()) {
            for group in of_rank(search, rank).rchunks(size) {
                leave_out(search, group)?;
            }
        }
    }
    Ok(())
}

fn all_spans<P: Problem>(search: &Search<'_, P>) -> Vec<Vec<Span>> {
    search.current.events.iter().map(|event| search.problem().spans(event)).collect()
}

/// The spans of a rank, in the order in which they first come up.
fn of_rank<P: Problem>(search: &Search<'_, P>, rank: u8) -> Vec<Span> {
    let mut spans = Vec::new();
    for span in all_spans(search).into_iter().flatten().filter(|span| span.rank == rank) {
        if !spans.contains(&span) {
            spans.push(span);
        }
    }
    spans
}

fn leave_out<P: Problem>(search: &mut Search<'_, P>, spans: &[Span]) -> Result<bool, OutOfBudget> {
    let removed: Vec<bool> = all_spans(search).iter().map(|own| own.iter().any(|span| spans.contains(span))).collect();
    let plan = search.without(|place| removed[place]);
    search.adopt(plan)
}

/// Leaves out chunks of half of the events, of a quarter, and so on down to single events, from the end to the start; single
/// events until none of them can go.
pub(super) fn chunks<P: Problem>(search: &mut Search<'_, P>) -> Result<(), OutOfBudget> {
    let mut before = 0;
    for size in halves(search.current.events.len()) {
        before = search.current.events.len();
        without_chunks(search, size)?;
    }
    // Every round but the last leaves something out.
    for _ in 0..search.current.events.len() {
        if search.current.events.len() == before {
            break;
        }
        before = search.current.events.len();
        without_chunks(search, 1)?;
    }
    Ok(())
}

/// Leaves out one chunk of this size after the other, where that is possible.
fn without_chunks<P: Problem>(search: &mut Search<'_, P>, size: usize) -> Result<(), OutOfBudget> {
    let mut end = search.current.events.len();
    for _ in 0..end.div_ceil(size) {
        let start = end.saturating_sub(size);
        let plan = search.without(|place| (start..end).contains(&place));
        search.adopt(plan)?;
        end = start.min(search.current.events.len());
    }
    Ok(())
}

/// Half of so many, a quarter, and so on down to one.
pub(super) fn halves(count: usize) -> impl Iterator<Item = usize> {
    iter::successors(Some((count / 2).max(1)), |size| (*size > 1).then_some(size / 2))
}
