//! Control planes abreast: one world, the same moves sent to all of them, nobody judging.
//!
//! One alone, and every answer that its graph holds can be collected. Two, which differ in one decision, and the first
//! answer in which they part is seen. As long as all have answered alike, the outside cannot tell them apart, so one
//! world serves them all, whatever they have come to inside. The key of a state covers every one of them.

pub mod search;

use crate::explore::finding::apply_caught;
use crate::explore::key::{Key, Keyer};
use crate::explore::symmetry::Symmetry;
use crate::world::{Move, World};
use spec::yaml::Scope;
use spec::{Answer, Command, Decisions, Explorable, Millis, Outcome, ReadSet, View};

/// The place where control planes run abreast: a scope, and the decisions of each.
#[derive(Debug, Clone)]
pub struct Field {
    /// The scope; what it sets of decisions is not looked at.
    pub scope: Scope,
    /// The decisions of each control plane.
    pub decisions: Vec<Decisions>,
    symmetry: Symmetry,
    loses: bool,
}

/// One state: the outside, and every control plane.
#[derive(Debug, Clone)]
pub struct State<P> {
    /// The outside.
    pub world: World,
    /// The control planes, in the order of [`Field::decisions`].
    pub planes: Vec<P>,
}

/// What became of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// Time passed, or was set back.
    Time,
    /// All answered this.
    Alike(Outcome),
    /// They answered in different ways, each as it stands here.
    Apart(Vec<Outcome>),
    /// One of them panicked, with these words.
    Panic(String),
}

/// Buffers.
#[derive(Debug)]
pub struct Scratch<P> {
    keyer: Keyer,
    view: View,
    spare: Option<State<P>>,
}

impl<P> Default for Scratch<P> {
    fn default() -> Scratch<P> {
        Scratch { keyer: Keyer::default(), view: View::default(), spare: None }
    }
}

impl Field {
    /// Control planes with these decisions in the world of this scope.
    pub fn new(scope: &Scope, decisions: Vec<Decisions>) -> Field {
        Field {
            symmetry: Symmetry::of(scope),
            loses: scope.restarts.lost.iter().any(|lost| *lost > 0),
            scope: scope.clone(),
            decisions,
        }
    }

    /// The same without renaming: every name counts as itself.
    #[must_use]
    pub fn without_symmetry(mut self) -> Field {
        self.symmetry = Symmetry::none();
        self
    }

    /// The state before anything has happened.
    pub fn start<P: Explorable>(&self) -> State<P> {
        State {
            world: World::start(&self.scope),
            planes: self.decisions.iter().map(|decisions| P::start(&self.scope.settings, decisions)).collect(),
        }
    }

    /// Makes a move in place. After they have parted, or one has panicked, the state is of no more use.
    pub fn take<P: Explorable>(&self, state: &mut State<P>, next: Move, scratch: &mut Scratch<P>) -> Taken {
        let command = match next {
            Move::Tick => {
                state.world.tick();
                return Taken::Time;
            }
            Move::StepBack => {
                state.world.step_back(&self.scope);
                return Taken::Time;
            }
            Move::Send(command) => command,
        };
        match answers(&mut state.planes, state.world.now, command) {
            Taken::Alike(outcome) => {
                self.outside(state, command, &outcome, &mut scratch.view);
                Taken::Alike(outcome)
            }
            other => other,
        }
    }

    /// What the outside makes of an answer.
    fn outside<P: Explorable>(&self, state: &mut State<P>, command: Command, outcome: &Outcome, view: &mut View) {
        state.world.sent(&self.scope, command, outcome);
        if self.loses && matches!(outcome.answer, Answer::Recovered { .. }) {
            for plane in &state.planes {
                if plane.view(state.world.now, view) {
                    state.world.recovered(&self.scope, view);
                }
            }
        }
    }

    /// The canonical key of a state.
    pub fn key<P: Explorable>(&self, state: &State<P>, scratch: &mut Scratch<P>) -> Key {
        let mut keyer = std::mem::take(&mut scratch.keyer);
        keyer.start();
        state.world.describe(&self.scope, &mut keyer.canon);
        keyer.part(&self.symmetry, None);
        // Where the clock can be stepped back, what has passed may be yet to come.
        for at in [Some(state.world.now), state.world.stepped_back(&self.scope)].into_iter().flatten() {
            self.describe(&state.planes, at, &mut keyer);
            if self.loses {
                self.describe_losses(state, at, &mut keyer, scratch);
            }
        }
        let key = keyer.finish(&self.symmetry);
        scratch.keyer = keyer;
        key
    }

    fn describe<P: Explorable>(&self, planes: &[P], at: Millis, keyer: &mut Keyer) {
        for plane in planes {
            plane.describe(at, &mut keyer.canon);
            keyer.part(&self.symmetry, None);
        }
    }

    /// Where records can be lost, what is left after losing them belongs to the state too. One loss is looked ahead: a
    /// scope in which records can be lost has a budget of one restart.
    fn describe_losses<P: Explorable>(
        &self,
        state: &State<P>,
        at: Millis,
        keyer: &mut Keyer,
        scratch: &mut Scratch<P>,
    ) {
        let mut spare = scratch.spare.take().unwrap_or_else(|| state.clone());
        let mut recoveries: Vec<&[Command]> = Vec::new();
        if state.world.is_halted() {
            recoveries.push(&[Command::Acknowledge]);
        }
        let lost: Vec<[Command; 2]> = if state.world.may_restart() {
            let lost = self.scope.restarts.lost.iter().filter(|lost| **lost > 0);
            lost.map(|lost| [Command::Restart { lost: *lost }, Command::Acknowledge]).collect()
        } else {
            Vec::new()
        };
        recoveries.extend(lost.iter().map(<[Command; 2]>::as_slice));
        for commands in recoveries {
            spare.copy_from(state);
            spare.world.now = at;
            for (index, command) in commands.iter().enumerate() {
                // The second word is for those that have halted on the first.
                if index > 0 && !spare.world.is_halted() {
                    break;
                }
                match answers(&mut spare.planes, at, *command) {
                    Taken::Alike(outcome) => self.outside(&mut spare, *command, &outcome, &mut scratch.view),
                    // From here they part in the very next answer, or one panics: what is left of them is no matter.
                    _ => break,
                }
            }
            spare.world.describe(&self.scope, &mut keyer.canon);
            keyer.part(&self.symmetry, None);
            self.describe(&spare.planes, at, keyer);
        }
        scratch.spare = Some(spare);
    }
}

/// What all of them say to a command.
fn answers<P: Explorable>(planes: &mut [P], now: Millis, command: Command) -> Taken {
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut alike: Option<Outcome> = None;
    for (index, plane) in planes.iter_mut().enumerate() {
        let outcome = match apply_caught(plane, now, command) {
            Ok(outcome) => outcome,
            Err(message) => return Taken::Panic(message),
        };
        match &alike {
            Some(first) if outcomes.is_empty() && *first == outcome => {}
            Some(first) => {
                if outcomes.is_empty() {
                    outcomes = vec![first.clone(); index];
                }
                outcomes.push(outcome);
            }
            None => alike = Some(outcome),
        }
    }
    match alike {
        Some(outcome) if outcomes.is_empty() => Taken::Alike(outcome),
        _ => Taken::Apart(outcomes),
    }
}

impl<P: Explorable> State<P> {
    /// Takes over another state; buffers are kept.
    pub fn copy_from(&mut self, other: &State<P>) {
        self.world.copy_from(&other.world);
        self.planes.clone_from(&other.planes);
    }

    /// What the last command had them read, together.
    pub fn reads(&self) -> ReadSet {
        self.planes.iter().fold(ReadSet::default(), |reads, plane| reads.union(plane.reads()))
    }
}
