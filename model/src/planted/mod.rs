//! Planted bugs: wrappers around the seam, each with one mistake that real systems have made. A checker that does not find
//! them finds nothing; `docs/simulate.md` holds the seeds that it takes.

mod bug;
mod memory;
mod wrong;

pub use bug::Bug;

use crate::start::Start;
use memory::Memory;
use spec::canon::{Canon, Describe};
use spec::{Command, ControlPlane, DecisionId, Decisions, Explorable, Millis, Outcome, ReadSet, Settings, View};
use std::sync::Arc;

/// This repository's control plane with a planted bug.
#[derive(Debug, Clone)]
pub struct Planted {
    plane: ballast::ControlPlane,
    /// None where it was started as any control plane is, without saying which.
    bug: Option<Bug>,
    memory: Memory,
    /// Outcome and reads are those of the command that was asked, not of what the bug does beside it.
    reads: ReadSet,
}

/// Makes control planes with this bug.
pub fn start(bug: Bug) -> Start<Planted> {
    Arc::new(move |settings: &Settings, decisions: &Decisions| Planted {
        bug: Some(bug),
        ..Planted::start(settings, &mistaken(bug, decisions))
    })
}

/// Two of the bugs are a decision that the code takes otherwise than the spec.
fn mistaken(bug: Bug, decisions: &Decisions) -> Decisions {
    let (id, option) = match bug {
        Bug::RestingSlotForgotten => ("D26", "at-once"),
        Bug::ExpiryForgotten => ("D23", "never"),
        _ => return decisions.clone(),
    };
    let changed = DecisionId::find(id).and_then(|id| decisions.with(id, id.option(option)?).ok());
    changed.unwrap_or_else(|| decisions.clone())
}

impl Explorable for Planted {
    fn start(settings: &Settings, decisions: &Decisions) -> Planted {
        let plane = ballast::ControlPlane::start(settings, decisions);
        Planted { plane, bug: None, memory: Memory::new(settings), reads: ReadSet::default() }
    }
}

impl PartialEq for Planted {
    fn eq(&self, other: &Planted) -> bool {
        (&self.plane, self.bug, &self.memory) == (&other.plane, other.bug, &other.memory)
    }
}

impl Describe for Planted {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        self.plane.describe(at, canon);
        if let Some(bug) = self.bug {
            self.memory.describe(bug, at, canon);
        }
    }
}

impl ControlPlane for Planted {
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        let asked = self.rewritten(at, command);
        self.before(at, asked.1);
        let outcome = self.plane.apply(asked.0, asked.1);
        self.reads = self.plane.reads();
        let outcome = self.mistake(at, asked.1, outcome);
        self.memory.note(at, asked.1, &outcome);
        self.shown(outcome)
    }

    fn reads(&self) -> ReadSet {
        self.reads
    }

    fn view(&self, at: Millis, view: &mut View) -> bool {
        ControlPlane::view(&self.plane, at, view)
    }
}
