//! Explores every scope under the spec as it stands and under every other option, and notes the triples of each graph.

use super::triple::{Met, Triple};
use crate::abreast::Field;
use crate::abreast::search::Search;
use crate::parallel;
use crate::progress::Progress;
use crate::subject::Subject;
use spec::{DecisionId, Decisions, Explorable};
use std::collections::BTreeSet;

/// One graph: a scope under some decisions.
#[derive(Debug, Clone)]
pub struct Graph {
    /// The scope, by its place among the subject's.
    pub scope: usize,
    /// Whether it is of the spec as it stands.
    pub as_it_stands: bool,
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
        Graph {
            scope,
            as_it_stands: decisions == subject.scopes[scope].decisions(&subject.base),
            decisions,
            triples,
            states: search.states(),
        }
    }
}

/// All graphs: those of the spec as it stands first, then those of each other option, in each scope in which its decision
/// is read.
pub fn gather<P: Explorable + Send>(subject: &Subject, jobs: usize, progress: &dyn Progress) -> Vec<Graph> {
    let scopes = subject.scopes.iter().enumerate();
    let as_it_stands: Vec<_> = scopes.map(|(scope, world)| (scope, world.decisions(&subject.base))).collect();
    let mut graphs = all::<P>(subject, &as_it_stands, jobs, progress);
    let mut others = Vec::new();
    for decision in DecisionId::all() {
        for option in 0..decision.info().options.len() {
            for graph in &graphs {
                let read = graph.triples.iter().any(|triple| triple.option.is_some_and(|(read, _)| read == decision));
                let set = subject.scopes[graph.scope].with.iter().any(|(other, _)| *other == decision);
                if read && !set && graph.decisions.option(decision) != option {
                    others
                        .extend(graph.decisions.with(decision, option).ok().map(|decisions| (graph.scope, decisions)));
                }
            }
        }
    }
    graphs.extend(all::<P>(subject, &others, jobs, progress));
    graphs
}

/// Explores in parallel; the graphs stand in the order of what was asked for.
fn all<P: Explorable + Send>(
    subject: &Subject,
    asked: &[(usize, Decisions)],
    jobs: usize,
    progress: &dyn Progress,
) -> Vec<Graph> {
    progress.add(asked.len());
    parallel::map(asked, jobs, |(scope, decisions)| {
        let graph = Graph::explore::<P>(subject, *scope, decisions.clone());
        progress.at(&subject.scopes[*scope].name, graph.states, 0);
        progress.done(0);
        graph
    })
}
