//! What must hold of the matrix, or the checks have lost a tooth.

use crate::exposure::Exposed;
use crate::matrix::Matrix;
use oracle::invariants::InvariantId;

/// At least so many planted bugs.
pub const BUGS_LEAST: usize = 24;

/// At least so many wrong judges.
pub const JUDGES_LEAST: usize = 8;

/// What does not hold, each in a sentence.
pub fn unmet(matrix: &Matrix) -> Vec<String> {
    let mut unmet = Vec::new();
    if matrix.bugs.len() < BUGS_LEAST {
        unmet.push(format!("there are only {} planted bugs; at least {BUGS_LEAST} are needed", matrix.bugs.len()));
    }
    if matrix.judges.len() < JUDGES_LEAST {
        unmet.push(format!("there are only {} wrong judges; at least {JUDGES_LEAST} are needed", matrix.judges.len()));
    }
    for invariant in InvariantId::ALL {
        if matrix.bugs.iter().all(|row| row.only != Some(invariant.id())) {
            unmet.push(format!("no planted bug is caught by {invariant} alone: without it, nothing would be missed"));
        }
    }
    for row in &matrix.bugs {
        let kinds = row.kinds();
        if kinds.len() < 2 {
            let by = if kinds.is_empty() { "nothing".to_owned() } else { format!("the {} only", kinds.join(", ")) };
            unmet.push(format!("{} is caught by {by}; two kinds of checks are needed that fail differently", row.bug));
        }
        if !row.search.complete && row.search.caught.is_none() {
            unmet.push(format!("the search for {} was cut short, so that it missed nothing is not known", row.bug));
        }
    }
    for row in matrix.judges.iter().filter(|row| row.exposed == Exposed::Not) {
        unmet.push(format!("the wrong judge {} is exposed by nothing", row.judge));
    }
    unmet
}
