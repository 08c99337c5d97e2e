//! Deriving tests from explored graphs: everything that two small scopes hold is met, and always by the same histories.

use ballast::ControlPlane as Plane;
use model::derived::triple::{Triple, missing};
use model::derived::{gather, replay, text, tour};
use model::progress::Silent;
use model::subject::{self, Subject};
use spec::yaml::{Histories, Scope, SpecFile};
use std::collections::BTreeSet;

fn subject() -> Subject {
    let spec = SpecFile::read(&subject::default_spec()).expect("spec.yaml is sound");
    let wanted = |scope: &&Scope| ["memory", "suspended"].contains(&scope.name.as_str());
    let scopes: Vec<Scope> = spec.scopes.iter().filter(wanted).cloned().collect();
    Subject::new(spec, String::new(), scopes)
}

#[test]
fn the_histories_meet_all_that_the_graphs_hold_and_each_meets_something_of_its_own() {
    let subject = subject();
    let graphs = gather::gather::<Plane>(&subject, 2, &Silent);
    assert!(graphs.len() > 20, "only {} graphs were explored", graphs.len());
    let held: BTreeSet<Triple> = graphs.iter().flat_map(|graph| graph.triples.iter().copied()).collect();
    let tours = tour::tours::<Plane>(&subject, &graphs);
    let met = |tours: &[tour::Tour]| -> BTreeSet<Triple> {
        tours.iter().flat_map(|tour| tour.met.iter().flatten().copied()).collect()
    };
    assert_eq!(met(&tours), held);
    // Those of the spec as it stands do not rely on any other.
    let as_it_stands = |tour: &&tour::Tour| {
        tour.history.decisions(&subject.base) == subject.scopes[tour.scope].decisions(&subject.base)
    };
    for (index, tour) in tours.iter().enumerate() {
        let fellows = tours.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, other)| other);
        let fellows: Vec<tour::Tour> =
            fellows.filter(|other| !as_it_stands(&tour) || as_it_stands(other)).cloned().collect();
        let elsewhere = met(&fellows);
        assert!(tour.met.iter().flatten().any(|triple| !elsewhere.contains(triple)), "history {index} is needless");
    }
    // Neither scope has a heartbeat in it.
    assert!(missing(&held).contains(&"heartbeat: renewed".to_owned()));
}

#[test]
fn what_is_written_is_the_same_for_any_number_of_threads_and_reads_back() {
    let subject = subject();
    let files = [1, 3].map(|jobs| {
        let graphs = gather::gather::<Plane>(&subject, jobs, &Silent);
        text::render(&subject, &tour::tours::<Plane>(&subject, &graphs))
    });
    assert_eq!(files[0], files[1]);
    assert_eq!(files[0].keys().collect::<Vec<_>>(), ["memory.yaml", "suspended.yaml"]);
    for (name, text) in &files[0] {
        let histories = Histories::parse_bytes(name, text.as_bytes(), &subject.file).expect("it reads");
        let mut met = BTreeSet::new();
        for index in 0..histories.histories.len() {
            met.extend(replay::play_plane::<Plane>(&histories, index, &subject.base).expect("it holds"));
            replay::play_oracle(&histories, index, &subject.base).expect("it holds for the oracle");
        }
        assert_eq!(met.len(), histories.covers, "{name}");
    }
}
