//! Planted bugs: wrappers around the seam, each with one mistake that real systems have made. A simulator that does not find
//! them finds nothing; `docs/simulate.md` holds the seeds that it takes.

mod bug;
mod memory;
mod wrong;

pub use bug::Bug;

use super::Start;
use memory::Memory;
use spec::{Command, ControlPlane, DecisionId, Decisions, Millis, Outcome, ReadSet, Settings, View};
use std::sync::Arc;

/// This repository's control plane with a planted bug.
pub struct Planted {
    plane: ballast::ControlPlane,
    bug: Bug,
    memory: Memory,
    /// Outcome and reads are those of the command that was asked, not of what the bug does beside it.
    reads: ReadSet,
}

/// Makes control planes with this bug.
pub fn start(bug: Bug) -> Start<Planted> {
    Arc::new(move |settings: &Settings, decisions: &Decisions| {
        let decisions = &mistaken(bug, decisions);
        let plane = super::start(settings, decisions);
        Planted { plane, bug, memory: Memory::new(settings), reads: ReadSet::default() }
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
