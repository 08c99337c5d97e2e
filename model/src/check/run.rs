//! Runs explorations on every core. What they come to does not depend on how many there are.

use super::Request;
use super::plan::{Job, Purpose};
use crate::explore::progress::Progress as CoreProgress;
use crate::explore::stateright_model::Exploration;
use crate::explore::{self, Bounds, Scratch, Searched, search};
use crate::progress::Progress;
use crate::reach::Reach;
use crate::subject::Subject;
use spec::Explorable;
use stateright::{Checker, Model};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What one exploration came to.
#[derive(Debug)]
pub struct Outcome {
    /// What was explored.
    pub job: Job,
    /// What our own search found.
    pub searched: Searched,
    /// What it reached.
    pub reach: Reach,
    /// Unique states as counted by stateright, where it was asked.
    pub second_opinion: Option<usize>,
    /// Whether the core can bring every state to an end; asked of the spec as it stands.
    pub progress: Option<CoreProgress>,
    /// How long our own search took.
    pub took: Duration,
}

/// Runs all jobs; the outcomes stand in their order.
pub fn all<P: Explorable + Send + Sync + 'static>(
    subject: &Subject,
    request: &Request<P>,
    jobs: Vec<Job>,
    progress: &dyn Progress,
) -> Vec<Outcome> {
    progress.add(jobs.len());
    let next = AtomicUsize::new(0);
    let outcomes: Vec<Mutex<Option<Outcome>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|threads| {
        for _ in 0..request.jobs.clamp(1, jobs.len().max(1)) {
            threads.spawn(|| {
                while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < jobs.len()) {
                    let outcome = one(subject, request, jobs[index].clone(), progress);
                    *outcomes[index].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(outcome);
                }
            });
        }
    });
    let taken =
        outcomes.into_iter().map(|outcome| outcome.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner));
    taken.map(|outcome| outcome.expect("a thread that takes a job leaves its outcome")).collect()
}

fn one<P: Explorable + Send + Sync + 'static>(
    subject: &Subject,
    request: &Request<P>,
    job: Job,
    progress: &dyn Progress,
) -> Outcome {
    let explorer = job.explorer(subject, &request.start);
    let name = &subject.scopes[job.scope].name;
    let bounds = Bounds { states: request.states, ..Bounds::NONE };
    let mut scratch = Scratch::default();
    let began = Instant::now();
    let mut searched = search(&explorer, bounds, &mut scratch, &mut |states, transitions| {
        progress.at(name, states, transitions);
    });
    let took = began.elapsed();
    let twice = matches!(job.purpose, Purpose::Variant) && (request.deep || job.decisions == subject.base);
    let second_opinion = (twice && searched.complete).then(|| {
        let checker = Exploration::new(explorer).checker().spawn_bfs().join();
        checker.unique_state_count()
    });
    let asked = job.decisions == subject.base && matches!(job.purpose, Purpose::Variant) && searched.complete;
    let core =
        asked.then(|| explore::progress::progress(&job.explorer(subject, &request.start), request.states)).flatten();
    // What the core comes to in more states than were asked for is not known.
    searched.complete &= !asked || core.is_some();
    progress.done(searched.transitions);
    Outcome { job, searched, reach: scratch.reach, second_opinion, progress: core, took }
}
