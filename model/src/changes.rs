//! What became of runs, and where on the clock: the part of reach that follows a history.

use oracle::invariants::Facts;
use spec::{Answer, Command, Millis, Outcome, RunId, Status};

/// Every change of a run's status that the semantics know: from (`None` for a run that nobody has heard of), to.
pub const CHANGES: [(Option<Status>, Status); 12] = [
    (None, Status::Queued),
    (None, Status::Rejected),
    (None, Status::Cancelled),
    (Some(Status::Rejected), Status::Queued),
    (Some(Status::Queued), Status::Held),
    (Some(Status::Queued), Status::Completed),
    (Some(Status::Queued), Status::Cancelled),
    (Some(Status::Queued), Status::Shed),
    (Some(Status::Held), Status::Queued),
    (Some(Status::Held), Status::Completed),
    (Some(Status::Held), Status::Failed),
    (Some(Status::Held), Status::Cancelled),
];

/// Where a command can come on the clock.
pub const EDGES: [&str; 7] = [
    "at a window's edge",
    "one ms before a window's edge",
    "in another window than the command before",
    "one ms before a lease's deadline",
    "at a lease's deadline",
    "past a lease's deadline",
    "before the command before",
];

/// How often each was met.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    statuses: [u64; CHANGES.len()],
    edges: [u64; EDGES.len()],
}

/// When a command came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct When {
    /// Its instant, in ms of the outside's clock.
    pub at: Millis,
    /// That of the command before.
    pub last: Option<Millis>,
    /// The length of a window, in ms.
    pub window: Millis,
}

impl Changes {
    /// Notes one step: the facts before and after it.
    pub fn note(&mut self, when: When, command: Command, outcome: &Outcome, before: &Facts, after: &Facts) {
        let When { at, last, window } = when;
        let window = window.max(1);
        let met = [
            at > 0 && at.is_multiple_of(window),
            (at + 1).is_multiple_of(window),
            last.is_some_and(|last| last / window < at / window),
            before.deadlines().any(|deadline| at + 1 == deadline),
            before.deadlines().any(|deadline| at == deadline),
            before.deadlines().any(|deadline| at > deadline),
            last.is_some_and(|last| at < last),
        ];
        self.edges.iter_mut().zip(met).for_each(|(count, met)| *count += u64::from(met));
        for run in about(command, outcome) {
            let (from, to) = (before.status(run), after.status(run));
            let place = CHANGES.iter().position(|(was, is)| *was == from && Some(*is) == to);
            if let Some(place) = place {
                self.statuses[place] += 1;
            }
        }
    }

    /// Adds what another has met.
    pub fn add(&mut self, other: &Changes) {
        let statuses = self.statuses.iter_mut().zip(&other.statuses);
        let edges = self.edges.iter_mut().zip(&other.edges);
        statuses.chain(edges).for_each(|(count, other)| *count += other);
    }

    /// The changes of status that were met, in words.
    pub fn statuses(&self) -> Vec<String> {
        let met = statuses().into_iter().zip(self.statuses);
        met.filter(|(_, count)| *count > 0).map(|(name, _)| name).collect()
    }

    /// The edges of the clock that were met.
    pub fn edges(&self) -> Vec<String> {
        let met = EDGES.into_iter().zip(self.edges);
        met.filter(|(_, count)| *count > 0).map(|(name, _)| name.to_owned()).collect()
    }
}

/// All changes of status in words, such as `queued to held`.
pub fn statuses() -> Vec<String> {
    let word = |from: Option<Status>| from.map_or("unknown", Status::word);
    CHANGES.iter().map(|(from, to)| format!("{} to {to}", word(*from))).collect()
}

/// The runs that a step is about.
fn about(command: Command, outcome: &Outcome) -> impl Iterator<Item = RunId> + '_ {
    let named = match (command, outcome.answer) {
        (Command::Submit { run, .. } | Command::Cancel { run } | Command::Complete { run, .. }, _)
        | (_, Answer::Granted { run, .. }) => Some(run),
        _ => None,
    };
    let others = outcome.ended.iter().map(|ended| ended.run).chain(outcome.shed.map(|shed| shed.run));
    // Each once, or a change would count twice.
    named.into_iter().chain(others.filter(move |run| Some(*run) != named))
}
