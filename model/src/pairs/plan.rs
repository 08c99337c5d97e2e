//! Which options there are, what each does alone, and where two of them can meet.

use super::Choice;
use super::run::{in_parallel, watch};
use crate::explore::{Bounds, Explorer, Scratch, search};
use crate::progress::Progress;
use crate::start::Start;
use crate::subject::Subject;
use oracle::invariants::InvariantId;
use spec::yaml::Scope;
use spec::{DecisionId, Explorable, ReadSet};
use std::collections::BTreeSet;

/// What is asked of `pairs`.
pub struct Request<P> {
    /// Makes the control planes.
    pub start: Start<P>,
    /// How many threads.
    pub jobs: usize,
    /// The most unique states of one exploration; beyond it, it is cut off.
    pub states: usize,
    /// Only pairs with an option of this decision, where it is one, and among these where they are several; all pairs
    /// where empty.
    pub of: Vec<DecisionId>,
}

/// Every option that is neither chosen nor stands in for an open decision, in order.
pub fn choices(subject: &Subject) -> Vec<Choice> {
    DecisionId::all()
        .flat_map(|decision| (0..decision.info().options.len()).map(move |option| Choice { decision, option }))
        .filter(|choice| subject.base.option(choice.decision) != choice.option)
        .collect()
}

/// The scopes as pairs are explored in them: without decisions of their own.
pub fn scopes(subject: &Subject) -> Vec<Scope> {
    subject.scopes.iter().map(|scope| Scope { with: Vec::new(), ..scope.clone() }).collect()
}

/// An option, and its place among all [`choices`].
pub type Placed = (usize, Choice);

/// The pairs that are asked for.
pub fn pairs<P>(subject: &Subject, request: &Request<P>) -> Vec<(Placed, Placed)> {
    let choices: Vec<Placed> = choices(subject).into_iter().enumerate().collect();
    let asked = |choice: Choice| request.of.contains(&choice.decision);
    let wanted = |first: Choice, second: Choice| match request.of.len() {
        0 => true,
        1 => asked(first) || asked(second),
        _ => asked(first) && asked(second),
    };
    choices
        .iter()
        .flat_map(|first| choices[first.0 + 1..].iter().map(move |second| (*first, *second)))
        .filter(|(first, second)| first.1.decision != second.1.decision && wanted(first.1, second.1))
        .collect()
}

/// What every option does alone.
#[derive(Debug, Default)]
pub struct Alone {
    /// By option in the order of [`choices`], then by scope: what the graph read; `None` where it was cut off.
    reads: Vec<Vec<Option<ReadSet>>>,
    /// By option: the invariants that it breaks in some scope.
    breaks: Vec<BTreeSet<InvariantId>>,
    /// Options in which the two engines disagree, or the control plane panics, already alone, with what was said.
    pub findings: Vec<(Choice, String, String)>,
}

impl Alone {
    /// Explores every option of these pairs alone, in every scope.
    pub fn explored<P: Explorable + 'static>(
        subject: &Subject,
        pairs: &[(Placed, Placed)],
        scopes: &[Scope],
        request: &Request<P>,
        progress: &dyn Progress,
    ) -> Alone {
        let choices = choices(subject);
        let needed: BTreeSet<usize> = pairs.iter().flat_map(|(first, second)| [first.0, second.0]).collect();
        let jobs: Vec<(usize, usize)> =
            needed.into_iter().flat_map(|choice| (0..scopes.len()).map(move |scope| (choice, scope))).collect();
        progress.add(jobs.len());
        let results = in_parallel(&jobs, request.jobs, |(choice, scope)| {
            let result = alone::<P>(subject, choices[*choice], &scopes[*scope], request, progress);
            progress.done(0);
            result
        });
        let mut alone = Alone {
            reads: vec![Vec::new(); choices.len()],
            breaks: vec![BTreeSet::new(); choices.len()],
            findings: Vec::new(),
        };
        for ((choice, scope), one) in jobs.into_iter().zip(results) {
            alone.reads[choice].push(one.reads);
            alone.breaks[choice].extend(one.breaks);
            if let Some(said) = one.disagreement {
                alone.findings.push((choices[choice], scopes[scope].name.clone(), said));
            }
        }
        alone
    }

    /// Whether two options, by their places, can meet in a scope. Where the graph of one never reads the decision of
    /// the other, the pair has that same graph.
    pub fn meet(&self, first: Placed, second: Placed, scope: usize) -> bool {
        let reads = |(place, _): Placed, other: Choice| {
            self.reads[place][scope].is_none_or(|reads| reads.contains(other.decision))
        };
        reads(first, second.1) && reads(second, first.1)
    }

    /// The invariants that one of two options breaks alone.
    pub fn excused(&self, first: usize, second: usize) -> Vec<InvariantId> {
        self.breaks[first].union(&self.breaks[second]).copied().collect()
    }
}

#[derive(Debug, Default)]
struct One {
    reads: Option<ReadSet>,
    breaks: Vec<InvariantId>,
    disagreement: Option<String>,
}

/// Explores one option in one scope, past every invariant that it breaks.
fn alone<P: Explorable>(
    subject: &Subject,
    choice: Choice,
    scope: &Scope,
    request: &Request<P>,
    progress: &dyn Progress,
) -> One {
    let decisions = choice.over(&subject.base);
    let bounds = Bounds { states: request.states, ..Bounds::NONE };
    let mut one = One::default();
    loop {
        let explorer = Explorer::starting(request.start.clone(), scope, &decisions).excusing(&one.breaks);
        let mut scratch = Scratch::<P>::default();
        let searched = search::<P>(&explorer, bounds, &mut scratch, &mut watch(&scope.name, progress));
        let Some(found) = searched.found else {
            one.reads = searched.complete.then_some(scratch.reach.reads);
            return one;
        };
        match InvariantId::ALL.into_iter().find(|invariant| found.finding.violates(*invariant)) {
            Some(invariant) => one.breaks.push(invariant),
            None => {
                one.disagreement = Some(found.finding.to_string());
                return one;
            }
        }
    }
}
