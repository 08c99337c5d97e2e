//! What exposes a wrong judge.

use crate::hunt::{self, Caught, JudgedBy};
use crate::judges::WrongJudge;
use model::planted::{self, Bug};
use model::start;
use model::subject::Subject;
use oracle::invariants::ALL;
use serde::Serialize;

/// A wrong judge, and what exposes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JudgeRow {
    /// The judge.
    pub judge: &'static str,
    /// What is wrong with it.
    pub what: &'static str,
    /// The invariant in whose place it stands.
    pub of: &'static str,
    /// The row of docs/lessons.md.
    pub lesson: Option<u8>,
    /// What exposes it.
    pub exposed: Exposed,
    /// The line that shows it exposed.
    pub command: String,
}

/// What exposes a judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exposed {
    /// A bug that the right judges catch goes uncaught.
    Uncaught {
        /// The bug.
        bug: &'static str,
        /// The commands of the history by which the right judges catch it.
        commands: usize,
        /// The scope of that history, in no state of which the wrong judge sees anything.
        scope: String,
        /// How many states that are.
        states: usize,
    },
    /// It finds the control plane guilty as it is.
    FalseAlarm {
        /// The commands of its shortest history.
        commands: usize,
        /// The scope of that history.
        scope: String,
        /// States until then.
        states: usize,
    },
    /// Nothing: a finding about the checks.
    Not,
}

/// How a judge is exposed, with the histories.
pub enum Evidence {
    /// The right judges' catch, and in how many states of its scope the wrong one saw nothing.
    Uncaught(Bug, Box<Caught>, usize),
    /// The false alarm.
    FalseAlarm(Box<Caught>),
    /// There is none.
    None,
}

/// Looks for what exposes a judge.
pub fn evidence(subject: &Subject, judge: &WrongJudge) -> Evidence {
    let wrong = JudgedBy::Invariants(judge.invariants);
    let Some(bug) = judge.misses else {
        let alarm = hunt::shortest(subject, &start::plain::<ballast::ControlPlane>(), wrong).caught;
        return alarm.map_or(Evidence::None, |alarm| Evidence::FalseAlarm(Box::new(alarm)));
    };
    let start = planted::start(bug);
    let right = JudgedBy::Invariants(&ALL);
    let shortest = hunt::shortest(subject, &start, right).caught.map(|caught| caught.scope);
    let others = (0..subject.scopes.len()).filter(|scope| Some(*scope) != shortest);
    for scope in shortest.into_iter().chain(others) {
        let caught = hunt::any(subject, &start, right, [scope]).caught;
        let Some(caught) = caught.filter(|caught| caught.invariant() == Some(judge.of)) else { continue };
        let hunt = hunt::any(subject, &start, wrong, [scope]);
        if hunt.caught.is_none() && hunt.complete {
            return Evidence::Uncaught(bug, Box::new(caught), hunt.states);
        }
    }
    Evidence::None
}

/// What exposes a judge, in figures.
pub fn row(subject: &Subject, judge: &WrongJudge) -> JudgeRow {
    let scope = |caught: &Caught| subject.scopes[caught.scope].name.clone();
    let exposed = match evidence(subject, judge) {
        Evidence::Uncaught(bug, caught, states) => {
            Exposed::Uncaught { bug: bug.word(), commands: caught.commands(), scope: scope(&caught), states }
        }
        Evidence::FalseAlarm(caught) => {
            Exposed::FalseAlarm { commands: caught.commands(), scope: scope(&caught), states: caught.states }
        }
        Evidence::None => Exposed::Not,
    };
    JudgeRow {
        judge: judge.word,
        what: judge.what,
        of: judge.of.id(),
        lesson: judge.lesson,
        exposed,
        command: format!("cargo run -p mutants -- judge {}", judge.word),
    }
}
