//! What catches a planted bug: four kinds of checks, and which of the eight invariants alone.

use crate::hunt::{self, Caught, Hunt, JudgedBy};
use crate::judges::{self, Invariants};
use model::explore::Finding;
use model::planted::{self, Bug};
use model::scenarios;
use model::simulate::{Depth, Profile, Simulator};
use model::spine::run::run;
use model::spine::{Class, Fixed, Nothing, Run};
use model::subject::Subject;
use oracle::invariants::InvariantId;
use serde::Serialize;
use std::sync::atomic::AtomicBool;

/// How many seeds are simulated until a bug counts as uncaught.
pub const SEEDS: u64 = 200;

/// Without its only catcher, a bug is looked for in so many seeds more.
const SEEDS_WITHOUT: u64 = 60;

/// One kind of check, and what it made of a bug.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// What it caught; `null` where it caught nothing.
    pub caught: Option<Catch>,
    /// States, seeds or scenarios that it looked at.
    pub looked_at: u64,
    /// Whether it looked at everything there is.
    pub complete: bool,
}

/// A catch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Catch {
    /// The invariant, the rule of progress, what was compared, or the option whose scenario came out otherwise.
    pub by: String,
    /// After how many states or seeds; or how many scenarios came out otherwise.
    pub after: u64,
    /// How many commands the history has.
    pub commands: u64,
    /// The scope, or the profile.
    pub place: String,
}

/// A planted bug, and what every kind of check made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BugRow {
    /// The bug.
    pub bug: &'static str,
    /// What is wrong.
    pub what: &'static str,
    /// A public report of a system that did the like.
    pub report: Option<&'static str>,
    /// The invariants, in every state of every scope.
    pub search: Cell,
    /// The invariants, and progress, in simulated runs.
    pub simulation: Cell,
    /// The oracle, in every state of every scope.
    pub oracle: Cell,
    /// The scenarios of the spec.
    pub scenarios: Cell,
    /// The recorded histories on which both engines agree.
    pub agreed: Cell,
    /// The invariant without which the other seven catch nothing.
    pub only: Option<&'static str>,
    /// The line that shows it caught.
    pub command: String,
}

impl BugRow {
    /// Whose verdicts do not hang on each other: two checks that both ask the invariants fail together.
    pub fn kinds(&self) -> Vec<&'static str> {
        let simulated = |letter| self.simulation.caught.as_ref().is_some_and(|catch| catch.by.starts_with(letter));
        let kinds = [
            ("invariants", self.search.caught.is_some() || simulated('I')),
            ("progress", simulated('L')),
            ("oracle", self.oracle.caught.is_some()),
            ("generated tests", self.scenarios.caught.is_some() || self.agreed.caught.is_some()),
        ];
        kinds.into_iter().filter(|(_, caught)| *caught).map(|(name, _)| name).collect()
    }
}

/// Holds a bug against everything, with these invariants for the eight.
pub fn row(subject: &Subject, bug: Bug, invariants: Invariants) -> BugRow {
    let by_invariants = by_invariants(subject, bug, invariants);
    let only = only_catcher(subject, bug, invariants, by_invariants.caught.as_ref());
    BugRow {
        bug: bug.word(),
        what: bug.what().trim(),
        report: bug.report(),
        search: searched(subject, &by_invariants),
        simulation: simulated(subject, bug, invariants),
        oracle: searched(subject, &by_oracle(subject, bug)),
        scenarios: played(subject, bug),
        agreed: agreed(bug),
        only: only.map(InvariantId::id),
        command: format!("cargo run -p model -- check --plant {bug}"),
    }
}

/// The shortest history in which one of these invariants is broken.
pub fn by_invariants(subject: &Subject, bug: Bug, invariants: Invariants) -> Hunt {
    hunt::shortest(subject, &planted::start(bug), JudgedBy::Invariants(invariants))
}

/// The shortest history of which the oracle gives another account.
pub fn by_oracle(subject: &Subject, bug: Bug) -> Hunt {
    hunt::shortest(subject, &planted::start(bug), JudgedBy::Oracle)
}

fn searched(subject: &Subject, hunt: &Hunt) -> Cell {
    let caught = hunt.caught.as_ref().map(|caught| Catch {
        by: match &caught.finding {
            Finding::Invariant { invariant, .. } => invariant.id().to_owned(),
            Finding::Outcome { .. } => "outcome".to_owned(),
            Finding::View { .. } => "view".to_owned(),
            Finding::Panic { .. } => "panic".to_owned(),
        },
        after: caught.states as u64,
        commands: caught.commands() as u64,
        place: subject.scopes[caught.scope].name.clone(),
    });
    Cell { caught, looked_at: hunt.states as u64, complete: hunt.complete }
}

/// The invariant without which the other seven find nothing, neither in any state of any scope nor in the first seeds.
fn only_catcher(subject: &Subject, bug: Bug, invariants: Invariants, caught: Option<&Caught>) -> Option<InvariantId> {
    let catcher = caught?.invariant()?;
    let mut present = invariants.iter().map(|invariant| invariant.id());
    let others = if present.any(|id| id == catcher) { judges::without(catcher) } else { invariants };
    // Where the one is found, another one is likely to be near.
    let first = caught?.scope;
    let scopes = std::iter::once(first).chain((0..subject.scopes.len()).filter(|scope| *scope != first));
    let hunt = hunt::any(subject, &planted::start(bug), JudgedBy::Invariants(others), scopes);
    let simulator = simulator(subject, bug, others);
    let simulated = || {
        (1..=SEEDS_WITHOUT)
            .filter_map(|seed| simulate(&simulator, seed).finding)
            .any(|it| it.class == Class::Correctness)
    };
    (hunt.caught.is_none() && hunt.complete && !simulated()).then_some(catcher)
}

fn simulator(subject: &Subject, bug: Bug, invariants: Invariants) -> Simulator<planted::Planted> {
    let simulator = Simulator::new(&Profile::ALL, planted::start(bug)).with_decisions(subject.base.clone());
    simulator.with_depth(Depth::Off).judged_by(invariants)
}

fn simulate(simulator: &Simulator<planted::Planted>, seed: u64) -> Run {
    run(simulator, seed, &Fixed::new(), &mut Nothing, &AtomicBool::new(false))
}

fn simulated(subject: &Subject, bug: Bug, invariants: Invariants) -> Cell {
    let simulator = simulator(subject, bug, invariants);
    let mut seeds = 0;
    let found = (1..=SEEDS).find_map(|seed| {
        seeds = seed;
        let run = simulate(&simulator, seed);
        let events = run.events;
        run.finding.filter(|finding| finding.class.exit_code() == 1).map(|finding| (finding, events))
    });
    let caught = found.map(|(finding, events)| Catch {
        by: finding.rule.split(' ').next().unwrap_or_default().to_owned(),
        after: seeds,
        commands: events,
        place: finding.class.to_string(),
    });
    Cell { caught, looked_at: seeds, complete: true }
}

fn played(subject: &Subject, bug: Bug) -> Cell {
    let (count, deviations) = scenarios::play_all(&subject.file, &planted::start(bug));
    let caught = deviations.first().map(|(name, deviation)| Catch {
        by: name.split("__").take(2).collect::<Vec<_>>().join("="),
        after: deviations.len() as u64,
        commands: deviation.told.len() as u64,
        place: String::new(),
    });
    Cell { caught, looked_at: count as u64, complete: true }
}

fn agreed(bug: Bug) -> Cell {
    let played = crate::agreed::play(&planted::start(bug));
    let caught = played.first.map(|(line, steps)| Catch {
        by: "agreed".to_owned(),
        after: played.otherwise as u64,
        commands: steps as u64,
        place: format!("line {line}"),
    });
    Cell { caught, looked_at: played.histories as u64, complete: true }
}
