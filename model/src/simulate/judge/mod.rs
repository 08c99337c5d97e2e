//! The judges of a simulated run.
//!
//! - the eight invariants, after every event, on outside facts only;
//! - the reference: the expected outcome of every command, or of sampled ones in long runs, and the view at sampled
//!   events and at the end;
//! - the journal: carrying out the history again from the start gives the live state, at a drawn point and at the end;
//! - progress, once the faults are over.
//!
//! What the control plane says of itself is compared, never believed.

mod bound;
mod compare;
mod fair;
#[cfg(test)]
mod outside;
mod progress;
mod reach;
#[cfg(test)]
mod tests;

pub use bound::{Backlog, Bound, bound};
pub(crate) use reach::marks;

use super::Start;
use super::plane::Plane;
use super::setup::Setup;
use crate::spine::{Account, Class, Fault, Finding, Judge, Ruling, Stream};
use oracle::invariants;
use oracle::reference::Situation;
use progress::Progress;
use reach::Reach;
use serde::{Deserialize, Serialize};
use spec::{Command, ControlPlane, Decisions, Outcome, Settings, View};

/// How much of a run the reference judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// Every event.
    Every,
    /// One event in so many, drawn from the seed, and the end.
    Sampled(u64),
    /// The view at the end only.
    End,
    /// Nothing: for measuring the invariants alone.
    Off,
    /// Nothing, and the invariants nothing either: to see what progress alone finds.
    ProgressOnly,
}

/// Runs of up to so many events are judged by the reference at every one of them.
pub const EVERY_UP_TO: u64 = 3_000;

/// So many events of a longer run are judged, in the mean.
const SAMPLE: u64 = 1_000;

/// Of a history so many commands are kept; a shorter one is carried out again.
const KEPT: usize = 20_000;

impl Depth {
    /// The depth for a run of about so many events.
    pub const fn for_events(events: u64) -> Depth {
        if events <= EVERY_UP_TO { Depth::Every } else { Depth::Sampled(events / SAMPLE) }
    }
}

impl std::fmt::Display for Depth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Depth::Every => f.write_str("the invariants and the reference judged every event"),
            Depth::Sampled(of) => {
                write!(
                    f,
                    "the invariants judged every event, the reference one in {of}, drawn from the seed, and the end"
                )
            }
            Depth::End => f.write_str("the invariants judged every event, the reference the end of every run"),
            Depth::Off => f.write_str("the invariants judged every event, the reference nothing"),
            Depth::ProgressOnly => f.write_str("nothing was judged but progress"),
        }
    }
}

/// All judges of one run.
pub struct Referee<C> {
    settings: Settings,
    decisions: Decisions,
    depth: Depth,
    stream: Stream,
    start: Start<C>,
    invariants: invariants::Judge,
    violations: Vec<invariants::Violation>,
    situation: Option<Situation>,
    progress: Progress,
    reach: Reach,
    /// What was asked so far, while it is short enough to be asked again.
    history: Vec<(u64, Command)>,
    /// After how many commands the history is carried out again, beside the end.
    replay_at: u64,
    commands: u64,
    at: u64,
    found: View,
    expected: View,
}

impl<C: ControlPlane> Referee<C> {
    /// The judges of a setup.
    pub fn new(setup: &Setup, stream: Stream, start: Start<C>) -> Referee<C> {
        let depth = setup.depth;
        let (settings, decisions) = (setup.settings.clone(), setup.decisions.clone());
        let stream = stream.child("judge");
        Referee {
            depth,
            start,
            invariants: invariants::Judge::start(&settings, &decisions),
            violations: Vec::new(),
            situation: (!matches!(depth, Depth::Off | Depth::ProgressOnly))
                .then(|| Situation::start(&settings, &decisions)),
            progress: Progress::new(&settings, &decisions),
            reach: Reach::new(&settings),
            history: Vec::new(),
            replay_at: stream.child("replay").draws().between(1, setup.dimensions.events.max(1)),
            commands: 0,
            at: 0,
            found: View::default(),
            expected: View::default(),
            stream,
            settings,
            decisions,
        }
    }

    /// The same with these invariants.
    #[must_use]
    pub fn judged_by(mut self, invariants: &'static [&'static dyn invariants::Invariant]) -> Referee<C> {
        self.invariants = self.invariants.with(invariants);
        self
    }

    fn by_invariants(&mut self, at: u64, command: &Command, outcome: &Outcome) -> Option<Finding> {
        if self.depth == Depth::ProgressOnly {
            return None;
        }
        self.invariants.observe(at, *command, outcome, &mut self.violations);
        let violation = self.violations.first()?;
        let text = format!("`{command}` was answered `{outcome}`: {}", violation.message);
        Some(Finding::new(Class::Correctness, violation.invariant.id(), text).answered(compare::word(outcome)))
    }

    fn by_reference(&mut self, at: u64, command: &Command, outcome: &Outcome, system: &Plane<C>) -> Option<Finding> {
        let situation = self.situation.as_mut()?;
        let sampled = match self.depth {
            Depth::Every => true,
            Depth::Sampled(of) => self.stream.keyed(&[0, self.commands]).draws().below(of) == 0,
            Depth::End | Depth::Off | Depth::ProgressOnly => false,
        };
        if sampled {
            self.decisions.forget_reads();
            let expected = situation.expect(&self.decisions, at, *command);
            if expected != *outcome {
                let decisions = &self.decisions;
                return Some(compare::outcomes_differ(situation, decisions, at, *command, outcome, &expected));
            }
        }
        situation.after(at, *command, outcome);
        // A view costs as much as the state is large, so where only some events are judged it is looked at less often than
        // an outcome. Where all are, it is looked at each time: else shrunk findings would hold commands that are there
        // only to bring the next look about.
        let looked_at = sampled && (self.depth == Depth::Every || self.commands.is_multiple_of(8));
        if looked_at { self.views(at, system) } else { None }
    }

    fn views(&mut self, at: u64, system: &Plane<C>) -> Option<Finding> {
        let situation = self.situation.as_ref()?;
        if !system.0.view(at, &mut self.found) {
            return None;
        }
        situation.view(at, &mut self.expected);
        compare::views_differ("the reference", &self.found, &self.expected)
    }

    /// The history again, from the start, on a control plane of its own.
    fn by_journal(&mut self, system: &Plane<C>) -> Option<Finding> {
        if self.history.len() == KEPT || !system.0.view(self.at, &mut self.found) {
            return None;
        }
        let mut again = (self.start)(&self.settings, &self.decisions);
        for (at, command) in &self.history {
            let _ = again.apply(*at, *command);
        }
        again.view(self.at, &mut self.expected);
        compare::views_differ("the history carried out again", &self.found, &self.expected)
    }

    /// The state as the outside knows it: the reference's account, or the control plane's own where there is none.
    fn look(&mut self, at: u64, system: &Plane<C>) -> bool {
        match &self.situation {
            Some(situation) => {
                situation.view(at, &mut self.expected);
                true
            }
            None => system.0.view(at, &mut self.expected),
        }
    }
}

impl<C: ControlPlane> Judge<Plane<C>> for Referee<C> {
    fn command(&mut self, at: u64, command: &Command, outcome: &Outcome, system: &Plane<C>) -> Ruling {
        self.commands += 1;
        self.at = at;
        if self.history.len() != KEPT {
            self.history.push((at, *command));
        }
        self.reach.note(at, command, outcome, system.0.reads());
        self.progress.note(at, command, outcome);
        let broken = self.by_invariants(at, command, outcome);
        let finding = broken.or_else(|| self.by_reference(at, command, outcome, system));
        let finding = match finding {
            None if self.commands == self.replay_at => self.by_journal(system),
            finding => finding,
        };
        if finding.is_none() && self.progress.wants_to_look(at, &outcome.answer) && self.look(at, system) {
            return self.progress.look(at, &self.expected);
        }
        finding.into()
    }

    fn fault(&mut self, at: u64, fault: &Fault, system: &Plane<C>) -> Ruling {
        if fault.kind == "calm" && self.look(at, system) {
            let core = fault.detail.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(1);
            self.progress.begin(at, core, &self.expected);
        }
        Ruling::Right
    }

    fn end(&mut self, system: &Plane<C>) -> Option<Finding> {
        let finding = self.views(self.at, system);
        finding.or_else(|| self.by_journal(system))
    }

    fn account(&mut self) -> Account {
        let mut account = self.reach.account();
        account.measures.extend(self.progress.measure());
        account
    }
}
