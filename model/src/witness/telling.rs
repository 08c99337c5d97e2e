//! Which histories tell what an option is about: those that end as a scenario of the spec does.
//!
//! The shortest history on which two options differ may show something that is true of them and beside the point. What
//! the point is, the spec says by hand, in its scenarios: the options of a decision tell the same history under the same
//! name. So a history is **telling** if it ends as such a scenario parts: with a command of the same kind, answered in
//! the same two sorts of ways, with some lease live when it comes if there is one in the scenario. The first of several
//! scenarios says the most.

use super::Pair;
use super::sorts::Sorts;
use crate::subject::Subject;
use oracle::reference::Situation;
use spec::yaml::{Scenario, Scope, ScopeCommand, Step};
use spec::{Command, Decisions, Millis, Outcome, View, WorkerId};
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

#[cfg(test)]
mod tests {
    use super::Ending;
    use crate::subject::Subject;
    use crate::witness::Pair;
    use spec::yaml::SpecFile;
    use spec::{Command, DecisionId, Outcome};
    use std::path::Path;

    fn outcomes(one: &str, other: &str) -> [Outcome; 2] {
        [one, other].map(|text| text.parse().expect("an outcome"))
    }

    /// The endings of the pair of these options of the spec.
    fn endings(id: &str, first: &str, second: &str) -> Vec<Ending> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml");
        let file = SpecFile::read(&path).expect("the spec reads");
        let decision = DecisionId::find(id).expect("a decision");
        let place = |name: &str| decision.info().options.iter().position(|option| *option == name);
        let options = [first, second].map(|name| place(name).expect("an option"));
        super::endings(&Subject::new(file, String::new(), Vec::new()), Pair { decision, options })
    }

    fn command(text: &str) -> Command {
        text.parse().expect("a command")
    }

    fn commands(texts: &[&str]) -> Vec<Command> {
        texts.iter().map(|text| command(text)).collect()
    }

    #[test]
    fn d15_is_told_by_two_refusals_and_by_the_first_scenario_before_the_second() {
        let endings = endings("D15", "permanent-first", "transient-first");
        let names: Vec<&str> = endings.iter().map(|ending| ending.name.as_str()).collect();
        assert_eq!(
            names,
            ["a known run with another cost while the queue is full", "no credit and a full queue at once"]
        );
        let submit = command("submit b/1 cost 9");
        let then = outcomes("refused conflict", "refused queue-full");
        assert!(endings[0].is_of(&submit, 0, &then) && !endings[1].is_of(&submit, 0, &then));
        assert!(!endings[0].is_of(&submit, 0, &outcomes("refused queue-full", "refused conflict")));
        assert!(!endings[0].is_of(&command("cancel b/1"), 0, &then));
    }

    #[test]
    fn d11_is_told_where_its_scenario_first_parts_and_not_where_it_ends() {
        let endings = endings("D11", "reserve", "neither");
        let then = outcomes("refused no-credit", "queued");
        assert!(endings[0].is_of(&command("submit a/2 cost 1"), 0, &then));
        assert!(!endings[0].is_of(
            &command("claim w2"),
            1,
            &outcomes("idle nothing-eligible", "granted a/1 fence 1.1 until 2")
        ));
    }

    #[test]
    fn a_scenario_that_parts_in_a_charge_alone_tells_nothing() {
        assert!(endings("D02", "claim", "submit").is_empty());
        assert!(endings("D04", "free", "charged").is_empty());
    }

    #[test]
    fn d16_is_told_only_while_somebody_holds_a_lease_as_in_its_scenario() {
        let endings = endings("D16", "round-robin", "least-held");
        let then = outcomes("granted a/2 fence 1.2 until 5", "granted b/1 fence 1.2 until 5");
        assert!(endings[0].is_of(&command("claim w2"), 1, &then));
        assert!(!endings[0].is_of(&command("claim w2"), 0, &then));
    }

    #[test]
    fn commands_of_other_kinds_and_other_numbers_of_workers_make_a_history_unlike_the_scenario() {
        let d30 = &endings("D30", "refuse", "accept")[0];
        let told = ["submit a/1 cost 1", "claim w1", "sweep", "claim w2", "complete a/1 fence 1.1 result x"];
        assert_eq!((d30.foreign(&commands(&told)), d30.other_workers(&commands(&told))), (0, 0));
        let alone =
            ["submit a/1 cost 1", "claim w1", "fail w1 fence 1.1", "claim w1", "complete a/1 fence 1.1 result x"];
        assert_eq!((d30.foreign(&commands(&alone)), d30.other_workers(&commands(&alone))), (1, 1));
    }

    #[test]
    fn d21_to_set_a_cap_to_0_is_another_matter_than_to_lower_it() {
        let d21 = &endings("D21", "drain", "revoke-newest")[0];
        assert_eq!(d21.foreign(&commands(&["claim w1", "set-cap a 1"])), 0);
        assert_eq!(d21.foreign(&commands(&["claim w1", "set-cap a 0"])), 1);
    }
}
