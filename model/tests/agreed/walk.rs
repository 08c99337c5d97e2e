//! One walk: what may be sent is drawn, step by step, and both engines answer.

use crate::{read, settings};
use model::reach::{VERBS, verb};
use model::spine::{Draws, Stream};
use model::world::{Move, World};
use oracle::invariants::Judge;
use oracle::reference::Situation;
use spec::{Answer, Command, DecisionId, Decisions, Explorable as _, Millis, Outcome, ReadSet, Settings, View};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The most moves of a walk.
const MOVES: u64 = 60;

/// A walk that was taken.
pub struct Walk {
    settings: Settings,
    decisions: Decisions,
    steps: Vec<Taken>,
}

struct Taken {
    at: Millis,
    command: Command,
    outcome: Outcome,
    broken: String,
    view: u32,
    marks: Vec<u64>,
}

impl Walk {
    /// Takes the walk of this stream.
    pub fn take(stream: Stream) -> Walk {
        let scope = settings::scope(stream);
        let decisions = settings::decisions(stream);
        let mut draws = stream.child("moves").draws();
        let mut plane = ballast::ControlPlane::start(&scope.settings, &decisions);
        let mut situation = Situation::start(&scope.settings, &decisions);
        let mut judge = Judge::start(&scope.settings, &decisions);
        let mut world = World::start(&scope);
        let (mut moves, mut steps) = (Vec::new(), Vec::new());
        let (mut shown, mut expected) = (View::default(), View::default());
        for _ in 0..1 + draws.below(MOVES) {
            moves.clear();
            world.moves(&scope, &mut moves);
            let command = match pick(&moves, &mut draws) {
                Move::Send(command) => command,
                Move::Tick => {
                    world.tick();
                    continue;
                }
                Move::StepBack => {
                    world.step_back(&scope);
                    continue;
                }
            };
            let at = world.now;
            let outcome = plane.apply(at, command);
            let reference = situation.expect(&decisions, at, command);
            if reference != outcome {
                let walk = Walk { settings: scope.settings, decisions, steps };
                let last = walk.steps.len();
                panic!("{command} at {at}: the plane {outcome}, the reference {reference}{}", walk.told(0, last));
            }
            let mut violations = Vec::new();
            judge.observe(at, command, &outcome, &mut violations);
            situation.after(at, command, &outcome);
            world.sent(&scope, command, &outcome);
            plane.view(at, &mut shown);
            situation.view(at, &mut expected);
            assert_eq!(expected, shown, "after {command} at {at}");
            if matches!(outcome.answer, Answer::Recovered { .. }) {
                world.recovered(&scope, &shown);
            }
            let broken: Vec<String> = violations.iter().map(|violation| violation.invariant.id().to_owned()).collect();
            let broken = broken.join(" ");
            let marks = marks(command, &outcome, &broken, plane.reads(), &decisions);
            steps.push(Taken { at, command, outcome, broken, view: read::sum(&shown), marks });
        }
        Walk { settings: scope.settings, decisions, steps }
    }

    /// The marks that are not among those seen, each with the step that first leaves it.
    pub fn marks_beyond(&self, seen: &BTreeSet<u64>) -> BTreeMap<u64, usize> {
        let mut new = BTreeMap::new();
        for (step, taken) in self.steps.iter().enumerate() {
            for mark in taken.marks.iter().filter(|mark| !seen.contains(mark)) {
                new.entry(*mark).or_insert(step);
            }
        }
        new
    }

    /// Whether a step breaks an invariant.
    pub fn breaks(&self, step: usize) -> bool {
        self.steps.get(step).is_some_and(|taken| !taken.broken.is_empty())
    }

    /// The marks of the steps up to this one.
    pub fn marks_until(&self, last: usize) -> impl Iterator<Item = u64> {
        self.steps.iter().take(last + 1).flat_map(|taken| taken.marks.iter().copied())
    }

    /// The walk as text, up to this step.
    pub fn told(&self, number: usize, last: usize) -> String {
        let Settings { window, lease, warm_up, grace, attempts, queue, pool, tenants } = &self.settings;
        let tenants: Vec<String> = tenants.iter().map(|limits| format!("{}/{}", limits.cap, limits.quota)).collect();
        let options = DecisionId::all()
            .filter(|decision| self.decisions.option(*decision) != 0)
            .map(|decision| format!(" {decision}={}", self.decisions.option_name(decision)));
        let mut text = format!(
            "\nhistory {number} window {window} lease {lease} warm-up {warm_up} grace {grace} attempts {attempts} queue \
             {queue} pool {pool} tenants {} options{}\n",
            tenants.join(" "),
            options.collect::<String>()
        );
        for Taken { at, command, outcome, broken, view, .. } in self.steps.iter().take(last + 1) {
            let _ = writeln!(text, "{at} | {command} | {outcome} | {broken} | {view:08x}");
        }
        text
    }
}

/// Time passes, and the operator and the platform speak, less often than the list of moves has them.
fn pick(moves: &[Move], draws: &mut Draws) -> Move {
    let drawn = |draws: &mut Draws| draws.pick(moves).copied().unwrap_or(Move::Tick);
    let mut next = drawn(draws);
    for _ in 0..3 {
        let rare = match next {
            Move::Send(command) => matches!(
                command,
                Command::SetCap { .. }
                    | Command::SetQuota { .. }
                    | Command::Resize { .. }
                    | Command::Restart { .. }
                    | Command::Acknowledge
            ),
            Move::StepBack => true,
            Move::Tick => false,
        };
        if !rare {
            break;
        }
        next = drawn(draws);
    }
    if draws.chance(1, 6) { Move::Tick } else { next }
}

/// What a step brings out: its command, its answer and all else that the outcome says, under each option that it read.
fn marks(command: Command, outcome: &Outcome, broken: &str, reads: ReadSet, decisions: &Decisions) -> Vec<u64> {
    let shape: Vec<String> =
        outcome.ended.iter().map(|ended| format!("{} {}", ended.fate, ended.refunded != 0)).collect();
    let what = format!(
        "{} {} {} {} {} {} {shape:?} {broken}",
        VERBS[verb(command)],
        kind(&outcome.answer),
        outcome.charged != 0,
        outcome.refunded != 0,
        outcome.repeated,
        outcome.shed.is_some(),
    );
    let read = reads.iter().map(|decision| format!("{what} {decision}={}", decisions.option_name(decision)));
    read.chain([what.clone()]).map(|mark| sum_of(&mark)).collect()
}

/// An answer without its numbers.
fn kind(answer: &Answer) -> String {
    answer.to_string().split(' ').filter(|word| !word.contains(|letter: char| letter.is_ascii_digit())).collect()
}

fn sum_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
