//! Which histories tell what an option is about: those that end as a scenario of the spec does.
//!
//! The shortest history on which two options differ may show something that is true of them and beside the point. What
//! the point is, the spec says by hand, in its scenarios: the options of a decision tell the same history under the same
//! name. So a history is **telling** if it ends as such a scenario parts: with a command of the same kind, answered in
//! the same two sorts of ways, with some lease live when it comes if there is one in the scenario. The first of several
//! scenarios says the most.

use super::Pair;
use crate::subject::Subject;
use oracle::reference::Situation;
use spec::yaml::{Scenario, Scope, ScopeCommand, Step};
use spec::{Answer, Command, Decisions, Digest, Fate, Fence, Millis, Outcome, RunId, TenantId, View, WorkerId};
use std::cmp::Ordering;
use std::mem::{Discriminant, discriminant};

/// How a scenario parts that both options of a pair tell, each in its own way: in the first step that they answer
/// differently, which is most often its last.
#[derive(Debug, Clone)]
pub struct Ending {
    /// The name of the scenario.
    pub name: String,
    last: Command,
    parting: Sorts,
    has_leases: bool,
    kinds: Vec<Kind>,
    workers: usize,
}

/// The kind of a command, and whether it sets a limit to 0, which is another matter than to lower it (D09).
type Kind = (Discriminant<Command>, bool);

/// The sorts of two outcomes of one command, and how they differ where they are of one sort.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sorts {
    each: [Sort; 2],
    among_themselves: Option<Difference>,
}

/// How two outcomes of one sort differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    /// Two different runs are granted.
    Run,
    /// The deadline of the one is the earlier or the later.
    Deadline(Ordering),
}

/// The sort of an outcome: its answer, with its reason, and what else happened. Names, instants and amounts are no part
/// of it, nor is what was charged, which depends on what was granted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sort {
    answer: Answer,
    repeated: bool,
    refunded: bool,
    ended: Vec<Fate>,
    shed: bool,
}

/// The endings that can be told of a pair, the most telling first.
pub fn endings(subject: &Subject, pair: Pair) -> Vec<Ending> {
    let Some(decision) = subject.file.decision(pair.decision) else { return Vec::new() };
    let [first, second] = pair.options.map(|option| decision.options.get(option));
    let (Some(first), Some(second)) = (first, second) else { return Vec::new() };
    let told = first.scenarios.iter().filter_map(|one| {
        let other = second.scenarios.iter().find(|other| other.name == one.name)?;
        let under = |option, scenario| subject.file.scenario_decisions(pair.decision, option, scenario);
        Ending::of([(one, under(pair.options[0], one)), (other, under(pair.options[1], other))])
    });
    told.collect()
}

impl Ending {
    /// Where a scenario parts, as two options tell it; none where they part in no sort.
    fn of(sides: [(&Scenario, Decisions); 2]) -> Option<Ending> {
        let [mut one, mut other] = sides.each_ref().map(|(scenario, decisions)| Told::start(scenario, decisions));
        let mut commands = Vec::new();
        let (first, second) = (sides[0].0.steps(), sides[1].0.steps());
        for (step, same) in first.zip(second).take_while(|(step, same)| step.command == same.command) {
            commands.push(step.command);
            let has_leases = one.has_leases(step.at);
            let then = [one.take(&step), other.take(&same)];
            if then[0] != then[1] {
                let parting = Sorts::of([&then[0], &then[1]]);
                return parting.differ().then(|| Ending {
                    name: sides[0].0.name.clone(),
                    last: step.command,
                    parting,
                    has_leases,
                    kinds: commands.iter().map(kind).collect(),
                    workers: workers(&commands),
                });
            }
        }
        None
    }

    /// Whether a history ends so that has this last command with these outcomes, and so many live leases before it.
    pub fn is_of(&self, last: &Command, leases: usize, then: &[Outcome; 2]) -> bool {
        discriminant(last) == discriminant(&self.last)
            && (leases > 0 || !self.has_leases)
            && Sorts::of([&then[0], &then[1]]) == self.parting
    }

    /// Whether any history of a scope can end so.
    pub fn is_within(&self, scope: &Scope) -> bool {
        let sends = |command| scope.commands.contains(&command);
        match self.last {
            Command::Submit { .. } => sends(ScopeCommand::Submit),
            Command::Cancel { .. } => sends(ScopeCommand::Cancel),
            Command::Claim { .. } => sends(ScopeCommand::Claim),
            Command::Heartbeat { .. } => sends(ScopeCommand::Heartbeat),
            Command::Complete { .. } => sends(ScopeCommand::Complete),
            Command::Fail { .. } => sends(ScopeCommand::Fail),
            Command::Release { .. } => sends(ScopeCommand::Release),
            Command::Sweep => sends(ScopeCommand::Sweep),
            Command::SetCap { .. } => !scope.operator.set_cap.is_empty(),
            Command::SetQuota { .. } => !scope.operator.set_quota.is_empty(),
            Command::Resize { .. } => !scope.operator.resize.is_empty(),
            Command::Restart { .. } | Command::Acknowledge => scope.restarts.budget > 0,
        }
    }

    /// How many commands of a history are of kinds that the scenario does not have.
    pub fn foreign(&self, commands: &[Command]) -> usize {
        commands.iter().filter(|command| !self.kinds.contains(&kind(command))).count()
    }

    /// How many workers a history has more or fewer than the scenario.
    pub fn other_workers(&self, commands: &[Command]) -> usize {
        workers(commands).abs_diff(self.workers)
    }
}

/// A scenario as the oracle tells it.
struct Told<'d> {
    situation: Situation,
    decisions: &'d Decisions,
}

impl<'d> Told<'d> {
    fn start(scenario: &Scenario, decisions: &'d Decisions) -> Told<'d> {
        Told { situation: Situation::start(&scenario.settings, decisions), decisions }
    }

    fn has_leases(&self, at: Millis) -> bool {
        let mut view = View::default();
        self.situation.view(at, &mut view);
        !view.leases.is_empty()
    }

    fn take(&mut self, step: &Step) -> Outcome {
        let outcome = self.situation.expect(self.decisions, step.at, step.command);
        self.situation.after(step.at, step.command, &outcome);
        outcome
    }
}

impl Sorts {
    fn of(then: [&Outcome; 2]) -> Sorts {
        let each = then.map(Sort::of);
        let answers = then.map(|outcome| outcome.answer);
        let among_themselves = if each[0] == each[1] { Difference::of(answers) } else { None };
        Sorts { each, among_themselves }
    }

    fn differ(&self) -> bool {
        self.each[0] != self.each[1] || self.among_themselves.is_some()
    }
}

impl Difference {
    fn of(answers: [Answer; 2]) -> Option<Difference> {
        let deadlines = match answers {
            [Answer::Granted { run: one, .. }, Answer::Granted { run: other, .. }] if one != other => {
                return Some(Difference::Run);
            }
            [Answer::Granted { deadline: one, .. }, Answer::Granted { deadline: other, .. }]
            | [Answer::Renewed { deadline: one, .. }, Answer::Renewed { deadline: other, .. }] => one.cmp(&other),
            _ => Ordering::Equal,
        };
        (deadlines != Ordering::Equal).then_some(Difference::Deadline(deadlines))
    }
}

impl Sort {
    fn of(outcome: &Outcome) -> Sort {
        let Outcome { answer, charged: _, refunded, repeated, ended, shed } = outcome;
        let mut fates: Vec<Fate> = ended.iter().map(|ended| ended.fate).collect();
        fates.dedup();
        Sort {
            answer: without_particulars(*answer),
            repeated: *repeated,
            refunded: *refunded != 0,
            ended: fates,
            shed: shed.is_some(),
        }
    }
}

/// The same answer about nobody in particular.
fn without_particulars(answer: Answer) -> Answer {
    match answer {
        Answer::Granted { .. } => Answer::Granted {
            run: RunId { tenant: TenantId(0), key: 0 },
            fence: Fence { term: 0, grant: 0 },
            deadline: 0,
        },
        Answer::Renewed { cancel_requested, .. } => Answer::Renewed { deadline: 0, cancel_requested },
        Answer::Conflict { .. } => Answer::Conflict { first: Digest(0) },
        Answer::Recovered { alarm, .. } => Answer::Recovered { term: 0, alarm },
        other => other,
    }
}

fn kind(command: &Command) -> Kind {
    let sets_zero = match command {
        Command::SetCap { cap: limit, .. }
        | Command::SetQuota { quota: limit, .. }
        | Command::Resize { slots: limit } => *limit == 0,
        _ => false,
    };
    (discriminant(command), sets_zero)
}

/// How many workers these commands name.
fn workers(commands: &[Command]) -> usize {
    let mut named: Vec<WorkerId> = commands.iter().filter_map(worker).collect();
    named.sort_unstable();
    named.dedup();
    named.len()
}

fn worker(command: &Command) -> Option<WorkerId> {
    match *command {
        Command::Claim { worker }
        | Command::Heartbeat { worker, .. }
        | Command::Fail { worker, .. }
        | Command::Release { worker, .. } => Some(worker),
        Command::Submit { .. }
        | Command::Cancel { .. }
        | Command::Complete { .. }
        | Command::SetCap { .. }
        | Command::SetQuota { .. }
        | Command::Resize { .. }
        | Command::Sweep
        | Command::Restart { .. }
        | Command::Acknowledge => None,
    }
}
