//! Planted bugs: wrappers around the seam, each with one mistake that real systems have made. A checker that does not find
//! them finds nothing; `docs/simulate.md` holds the seeds that it takes, and `mutants/MATRIX.md` which check catches which.

mod bug;
mod decided;
mod fences;
mod instead;
mod memory;
mod wrong;

pub use bug::Bug;

use crate::start::Start;
use decided::decided;
use memory::Memory;
use spec::canon::{Canon, Describe};
use spec::{
    Answer, Command, ControlPlane, Decisions, Explorable, Fence, Millis, Outcome, ReadSet, Refusal, Settings, View,
    WorkerId,
};
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

/// A command that changes nothing but the control plane's clock.
const NOTHING: Command = Command::Heartbeat { worker: WorkerId(0), fence: Fence { term: 0, grant: 0 } };

/// Makes control planes with this bug.
pub fn start(bug: Bug) -> Start<Planted> {
    Arc::new(move |settings: &Settings, decisions: &Decisions| Planted {
        bug: Some(bug),
        ..Planted::start(settings, &decided(bug, decisions))
    })
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
            // The plane may be asked at another instant, at which what has lapsed by now has not.
            let asked_at = self.asked_at(at);
            if asked_at != at {
                self.plane.describe(asked_at, canon);
            }
            self.memory.describe(bug, at, canon);
        }
    }
}

impl ControlPlane for Planted {
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        let (asked_at, asked) = self.rewritten(at, command);
        let outcome = match self.instead(at, asked) {
            Some(said) => self.just_say(at, said),
            None => {
                let outcome = self.ask(asked_at, asked);
                let outcome = self.mistake(at, asked, outcome);
                self.ends(at, outcome)
            }
        };
        self.memory.note(self.bug, at, asked, &outcome);
        if matches!(outcome.answer, Answer::Recovered { alarm: true, .. }) {
            self.read_fences_back(at);
        }
        self.shown(outcome)
    }

    fn reads(&self) -> ReadSet {
        self.reads
    }

    fn view(&self, at: Millis, view: &mut View) -> bool {
        ControlPlane::view(&self.plane, at, view)
    }
}

impl Planted {
    /// Says this, and does nothing; but a control plane that is halted, or whose clock refuses, says so.
    fn just_say(&mut self, at: Millis, said: Outcome) -> Outcome {
        let real = self.plane.apply(at, NOTHING);
        self.reads = self.plane.reads();
        if matches!(real.answer, Answer::Refused(Refusal::Halted | Refusal::Clock)) { real } else { said }
    }
}
