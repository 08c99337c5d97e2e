//! Explores the pairs, on every core. What a pair comes to does not depend on how many there are.

use super::plan::{self, Alone, Placed, Request};
use super::{Choice, Conflict, PairResult};
use crate::explore::{Bounds, Explorer, Found, Scratch, search};
use crate::progress::Progress;
use crate::story;
use crate::subject::Subject;
use spec::Explorable;
use spec::yaml::Scope;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What all pairs came to.
#[derive(Debug, Default)]
pub struct Results {
    /// In the order of the options.
    pub pairs: Vec<PairResult>,
    /// What is wrong with single options already, as (option, scope, what was said): disagreements, not broken
    /// invariants. Nothing is said of pairs then.
    pub alone: Vec<(Choice, String, String)>,
}

/// Explores every pair that `request` asks for, but for those that `known` tells of; `finished` hears of every other as
/// it is done.
pub fn all<P: Explorable + 'static>(
    subject: &Subject,
    request: &Request<P>,
    known: &(dyn Fn(&str, &str) -> Option<PairResult> + Sync),
    finished: &(dyn Fn(&PairResult) + Sync),
    progress: &dyn Progress,
) -> Results {
    let scopes = plan::scopes(subject);
    let jobs = plan::pairs(subject, request);
    let alone = Alone::explored::<P>(subject, &jobs, &scopes, request, progress);
    if !alone.findings.is_empty() {
        return Results { pairs: Vec::new(), alone: alone.findings };
    }
    progress.add(jobs.len());
    let pairs = in_parallel(&jobs, request.jobs, |(first, second)| {
        let result = known(&first.1.to_string(), &second.1.to_string()).unwrap_or_else(|| {
            let pair = Pair { first: *first, second: *second, subject, scopes: &scopes, alone: &alone };
            let result = pair.explore::<P>(request, progress);
            finished(&result);
            result
        });
        progress.done(result.transitions);
        result
    });
    Results { pairs, alone: Vec::new() }
}

/// Two options, and what is known of each alone.
struct Pair<'a> {
    first: Placed,
    second: Placed,
    subject: &'a Subject,
    scopes: &'a [Scope],
    alone: &'a Alone,
}

impl Pair<'_> {
    fn explore<P: Explorable>(&self, request: &Request<P>, progress: &dyn Progress) -> PairResult {
        let decisions = self.second.1.over(&self.first.1.over(&self.subject.base));
        let excused = self.alone.excused(self.first.0, self.second.0);
        let mut result = PairResult {
            first: self.first.1.to_string(),
            second: self.second.1.to_string(),
            met: 0,
            cut_off: Vec::new(),
            states: 0,
            transitions: 0,
            conflict: None,
        };
        let mut shortest: Option<(Explorer<P>, &Scope, Found)> = None;
        for (place, scope) in self.scopes.iter().enumerate() {
            if !self.alone.meet(self.first, self.second, place) {
                continue;
            }
            result.met += 1;
            let explorer = Explorer::starting(request.start.clone(), scope, &decisions).excusing(&excused);
            // Only a shorter history is still of interest; depth is counted in commands and milliseconds.
            let depth = shortest.as_ref().map_or(usize::MAX, |(_, _, found)| found.moves.len() - 1);
            let bounds = Bounds { states: request.states, depth };
            let mut scratch = Scratch::<P>::default();
            let searched = search::<P>(&explorer, bounds, &mut scratch, &mut watch(&scope.name, progress));
            result.states += searched.unique;
            result.transitions += searched.transitions;
            if searched.found.is_none() && searched.unique > request.states {
                result.cut_off.push(scope.name.clone());
            }
            if let Some(found) = searched.found {
                shortest = Some((explorer, scope, found));
            }
        }
        result.conflict = shortest.map(|(explorer, scope, found)| Conflict {
            breaks: found.finding.kind(),
            scope: scope.name.clone(),
            message: found.finding.to_string(),
            story: story::tell(&explorer, &found.moves),
        });
        result
    }
}

/// Passes on how far an exploration has come.
pub fn watch<'a>(name: &'a str, progress: &'a dyn Progress) -> impl FnMut(usize, u64) + 'a {
    move |states, transitions| progress.at(name, states, transitions)
}

/// Does every job on some thread; the results stand in the order of the jobs.
pub fn in_parallel<J: Sync, R: Send>(jobs: &[J], threads: usize, job: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < jobs.len()) {
                    let result = job(&jobs[index]);
                    *results[index].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(result);
                }
            });
        }
    });
    results
        .into_iter()
        .map(|result| result.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
        .map(|result| result.expect("a thread that takes a job leaves its result"))
        .collect()
}
