//! The whole matrix, computed on every core. What it comes to does not depend on how many there are.

use crate::catch::{self, BugRow};
use crate::exposure::{self, JudgeRow};
use crate::judges::{Invariants, WrongJudge};
use model::planted::Bug;
use model::progress::Progress;
use model::subject::Subject;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The version of the shape of the matrix as JSON.
pub const VERSION: u32 = 1;

/// Which check catches which bug, and what exposes which judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Matrix {
    /// [`VERSION`].
    pub version: u32,
    /// The planted bugs.
    pub bugs: Vec<BugRow>,
    /// The wrong judges.
    pub judges: Vec<JudgeRow>,
    /// What should hold of all this, and does not.
    pub unmet: Vec<String>,
}

/// Computes it, with these invariants for the eight.
pub fn compute(subject: &Subject, invariants: Invariants, jobs: usize, progress: &dyn Progress) -> Matrix {
    let judges = WrongJudge::all();
    progress.add(Bug::ALL.len() + judges.len());
    let bugs = each(Bug::ALL, jobs, progress, |bug| (bug.word(), catch::row(subject, *bug, invariants)));
    let judges = each(judges, jobs, progress, |judge| (judge.word, exposure::row(subject, judge)));
    let mut matrix = Matrix { version: VERSION, bugs, judges, unmet: Vec::new() };
    matrix.unmet = crate::demands::unmet(&matrix);
    matrix
}

/// One row for each item, in their order.
fn each<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    progress: &dyn Progress,
    row: impl Fn(&T) -> (&'static str, R) + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let rows: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|threads| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            threads.spawn(|| {
                while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < items.len())
                {
                    let (name, row) = row(&items[index]);
                    progress.at(name, 0, 0);
                    *rows[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(row);
                    progress.done(0);
                }
            });
        }
    });
    let taken = rows.into_iter().map(|row| row.into_inner().unwrap_or_else(PoisonError::into_inner));
    taken.map(|row| row.expect("a thread that takes an item leaves its row")).collect()
}
