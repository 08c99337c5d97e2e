//! The same work on many things, on every core. What it comes to does not depend on how many there are.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What `work` makes of each item, in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let made: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|threads| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            threads.spawn(|| {
                while let Some((index, item)) = taken(&next, items) {
                    let result = work(item);
                    made.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
    made.sort_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, result)| result).collect()
}

/// The next item that nobody has taken yet.
fn taken<'i, T>(next: &AtomicUsize, items: &'i [T]) -> Option<(usize, &'i T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

/// As many threads as were asked for, else one for each core.
pub fn jobs(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_stand_in_the_order_of_the_items_whatever_the_number_of_threads() {
        let items: Vec<u32> = (0..100).collect();
        for jobs in [0, 1, 3, 200] {
            assert_eq!(map(&items, jobs, |item| item * 2), (0..100).map(|item| item * 2).collect::<Vec<_>>());
        }
        assert!(map(&[], 2, |item: &u32| *item).is_empty());
    }
}
