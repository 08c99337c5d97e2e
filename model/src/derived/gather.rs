//! Explores every scope under the spec as it stands and under every other option, and notes the triples of each graph.

use super::triple::{Met, Triple};
use crate::abreast::Field;
use crate::abreast::search::Search;
use crate::progress::Progress;
use crate::subject::Subject;
use spec::{DecisionId, Decisions, Explorable};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One graph: a scope under some decisions.
#[derive(Debug, Clone)]
pub struct Graph {
    /// The scope, by its place among the subject's.
    pub scope: usize,
    /// The decisions, the scope's own laid over them.
    pub decisions: Decisions,
    /// The triples that it holds.
    pub triples: BTreeSet<Triple>,
    /// How many states it has.
    pub states: usize,
}

impl Graph {
    /// Where it is walked.
    pub fn field(&self, subject: &Subject) -> Field {
        Field::new(&subject.scopes[self.scope], vec![self.decisions.clone()])
    }

    /// Explores it.
    fn explore<P: Explorable>(subject: &Subject, scope: usize, decisions: Decisions) -> Graph {
        let mut search = Search::<P>::new(Field::new(&subject.scopes[scope], vec![decisions.clone()]));
        let mut met = Met::default();
        while !search.is_done() {
            search.level(u32::MAX, &mut |answered| met.note(answered.command, answered.outcome, answered.reads));
        }
        let triples = met.triples(&decisions).collect();
        Graph { scope, decisions, triples, states: search.states() }
    }
}

/// All graphs: those of the spec as it stands first, then those of each other option, in each scope in which its decision
/// is read.
pub fn gather<P: Explorable + Send>(subject: &Subject, jobs: usize, progress: &dyn Progress) -> Vec<Graph> {
    let as_it_stands = (0..subject.scopes.len()).map(|scope| (scope, subject.scopes[scope].decisions(&subject.base)));
    let mut graphs = all::<P>(subject, as_it_stands.collect(), jobs, progress);
    let mut others = Vec::new();
    for decision in DecisionId::all() {
        for option in 0..decision.info().options.len() {
            for graph in &graphs {
                let read = graph.triples.iter().any(|triple| triple.decision == decision);
                let set = subject.scopes[graph.scope].with.iter().any(|(other, _)| *other == decision);
                if read && !set && graph.decisions.option(decision) != option {
                    others
                        .extend(graph.decisions.with(decision, option).ok().map(|decisions| (graph.scope, decisions)));
                }
            }
        }
    }
    graphs.extend(all::<P>(subject, others, jobs, progress));
    graphs
}

/// Explores in parallel; the graphs stand in the order of what was asked for.
fn all<P: Explorable + Send>(
    subject: &Subject,
    asked: Vec<(usize, Decisions)>,
    jobs: usize,
    progress: &dyn Progress,
) -> Vec<Graph> {
    progress.add(asked.len());
    let next = AtomicUsize::new(0);
    let graphs: Mutex<Vec<(usize, Graph)>> = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..jobs.clamp(1, asked.len().max(1)) {
            threads.spawn(|| {
                while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < asked.len())
                {
                    let (scope, decisions) = asked[index].clone();
                    let graph = Graph::explore::<P>(subject, scope, decisions);
                    progress.at(&subject.scopes[scope].name, graph.states, 0);
                    progress.done(0);
                    graphs.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, graph));
                }
            });
        }
    });
    let mut graphs = graphs.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    graphs.sort_by_key(|(index, _)| *index);
    graphs.into_iter().map(|(_, graph)| graph).collect()
}
