//! The verdict of the exhaustive scopes under each option of a decision, as `check` would give it with that option set.
//!
//! Only scopes whose graph reads the decision are explored for the others: elsewhere the option makes no difference.

use super::report::Exhaustive;
use crate::check::Request;
use crate::check::plan::{Job, Purpose};
use crate::check::run::{self, Outcome};
use crate::progress::Progress;
use crate::subject::Subject;
use spec::{DecisionId, Explorable};

/// The verdicts on these options, in their order.
pub fn verdicts<P: Explorable + Send + Sync + 'static>(
    subject: &Subject,
    decision: DecisionId,
    options: &[usize],
    request: &Request<P>,
    progress: &dyn Progress,
) -> Vec<Exhaustive> {
    // Which scopes read the decision shows without asking for a second opinion, or for progress.
    let free = |scope: &usize| subject.scopes[*scope].with.iter().all(|(fixed, _)| *fixed != decision);
    let first = subject.base.option(decision);
    let job = |scope| Job { scope, decisions: subject.base.clone(), purpose: Purpose::Viable(decision, first) };
    let jobs = (0..subject.scopes.len()).filter(free).map(job).collect();
    let read = |outcome: &Outcome| outcome.reach.reads.contains(decision) || !outcome.searched.complete;
    let outcomes = run::all::<P>(subject, request, jobs, progress);
    let reading: Vec<usize> =
        outcomes.iter().filter(|outcome| read(outcome)).map(|outcome| outcome.job.scope).collect();
    options
        .iter()
        .map(|option| {
            let outcomes = explored::<P>(subject, decision, *option, &reading, request, progress);
            verdict(subject, decision, *option, &outcomes)
        })
        .collect()
}

fn explored<P: Explorable + Send + Sync + 'static>(
    subject: &Subject,
    decision: DecisionId,
    option: usize,
    scopes: &[usize],
    request: &Request<P>,
    progress: &dyn Progress,
) -> Vec<Outcome> {
    let decisions = subject.base.with(decision, option).unwrap_or_else(|_| subject.base.clone());
    // With the option in force it is the spec as it stands, which is asked for progress, too.
    let set = Subject { base: decisions.clone(), ..subject.clone() };
    let purpose = match subject.breaks(decision, option) {
        Some(invariant) => Purpose::RuledOut(decision, option, invariant),
        None => Purpose::Variant,
    };
    let jobs = scopes.iter().map(|scope| Job { scope: *scope, decisions: decisions.clone(), purpose }).collect();
    run::all::<P>(&set, request, jobs, progress)
}

fn verdict(subject: &Subject, decision: DecisionId, option: usize, outcomes: &[Outcome]) -> Exhaustive {
    let mut found: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.searched.found.as_ref()).collect();
    found.sort_by_key(|found| found.moves.len());
    let mut breaks: Vec<String> = found.iter().map(|found| found.finding.kind()).collect();
    breaks.sort_unstable();
    breaks.dedup();
    let progress: Vec<bool> =
        outcomes.iter().filter_map(|outcome| outcome.progress.as_ref()).map(|core| core.stuck.is_none()).collect();
    let set = format!("{decision}={}", decision.info().options[option]);
    let own = if subject.base.option(decision) == option { String::new() } else { format!(" --set {set}") };
    Exhaustive {
        scopes: outcomes.len(),
        states: outcomes.iter().map(|outcome| outcome.searched.unique).sum(),
        transitions: outcomes.iter().map(|outcome| outcome.searched.transitions).sum(),
        complete: outcomes.iter().all(|outcome| outcome.searched.complete || outcome.searched.found.is_some()),
        claim: subject.breaks(decision, option).map(|invariant| invariant.to_string()),
        breaks,
        moves: found.first().map(|found| found.moves.len()),
        drains: (!progress.is_empty()).then(|| progress.iter().all(|drained| *drained)),
        reproduce: format!("cargo run -p model -- check{}{own}", subject.arguments),
    }
}
