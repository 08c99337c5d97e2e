//! A history told as a story: one line for each command, with what it rests on, and then what is wrong.

use crate::explore::{Explorer, Finding, Node, Scratch};
use crate::world::Move;
use oracle::reference::Situation;
use serde::Serialize;
use spec::{Answer, Command, DecisionId, Decisions, Explorable, Millis};

/// One line of a story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The instant, in ms of the outside's clock.
    pub at: Millis,
    /// Who spoke: a tenant, a worker, the operator, the platform, or the clock.
    pub who: String,
    /// What was asked; a step back of the clock stands here too.
    pub command: String,
    /// What was answered.
    pub outcome: String,
    /// The decisions that the outcome rests on: flipping one of them gives another.
    pub rests_on: Vec<String>,
}

/// Tells the history of these moves.
pub fn tell<P: Explorable>(explorer: &Explorer<P>, moves: &[Move]) -> Vec<Line> {
    let mut scratch = Scratch::default();
    let mut node: Node<P> = explorer.start();
    let mut workers = Vec::new();
    let mut lines = Vec::new();
    for next in moves {
        let before = node.situation.clone();
        let at = node.world.now;
        let outcome = explorer.replay(&mut node, *next, &mut scratch);
        match (next, outcome) {
            (Move::Send(command), Some(outcome)) => {
                if let (Command::Claim { worker }, Answer::Granted { fence, .. }) = (command, outcome.answer) {
                    workers.push((fence, *worker));
                }
                lines.push(Line {
                    at,
                    who: who(*command, &workers),
                    command: command.to_string(),
                    outcome: outcome.to_string(),
                    rests_on: rests_on(&before, &explorer.decisions, at, *command),
                });
            }
            (Move::Send(command), None) => lines.push(Line {
                at,
                who: who(*command, &workers),
                command: command.to_string(),
                outcome: "panics".to_owned(),
                rests_on: Vec::new(),
            }),
            (Move::StepBack, _) => lines.push(Line {
                at: node.world.now,
                who: "clock".to_owned(),
                command: format!("steps back from {at} ms"),
                outcome: String::new(),
                rests_on: Vec::new(),
            }),
            (Move::Tick, _) => {}
        }
    }
    lines
}

fn who(command: Command, workers: &[(spec::Fence, spec::WorkerId)]) -> String {
    match command {
        Command::Submit { run, .. } | Command::Cancel { run } => format!("tenant {}", run.tenant),
        Command::Claim { worker }
        | Command::Heartbeat { worker, .. }
        | Command::Fail { worker, .. }
        | Command::Release { worker, .. } => worker.to_string(),
        Command::Complete { fence, .. } => {
            let sender = workers.iter().find(|(granted, _)| *granted == fence);
            sender.map_or_else(|| "a worker".to_owned(), |(_, worker)| worker.to_string())
        }
        Command::SetCap { .. } | Command::SetQuota { .. } | Command::Resize { .. } | Command::Acknowledge => {
            "operator".to_owned()
        }
        Command::Sweep | Command::Restart { .. } => "platform".to_owned(),
    }
}

/// The decisions of which another option gives another outcome here; only those that were read can.
pub fn rests_on(situation: &Situation, decisions: &Decisions, at: Millis, command: Command) -> Vec<String> {
    decisions.forget_reads();
    let expected = situation.expect(decisions, at, command);
    let read = decisions.reads();
    let matters = |decision: DecisionId| {
        (0..decision.info().options.len()).filter(|option| *option != decisions.option(decision)).any(|option| {
            decisions.with(decision, option).is_ok_and(|flipped| situation.expect(&flipped, at, command) != expected)
        })
    };
    read.iter().filter(|decision| matters(*decision)).map(|decision| decision.to_string()).collect()
}

/// Lays the lines out in columns, indented.
pub fn render(lines: &[Line], finding: Option<&Finding>) -> String {
    let clock = lines.iter().map(|line| line.at.to_string().len()).max().unwrap_or(0);
    let width = |part: fn(&Line) -> &str| lines.iter().map(|line| part(line).len()).max().unwrap_or(0);
    let (who, command) = (width(|line| &line.who), width(|line| &line.command));
    let outcome = width(|line| &line.outcome);
    let mut text = String::new();
    for line in lines {
        let rests_on = line.rests_on.join(" ");
        let told = format!(
            "    {:>clock$} ms  {:<who$}  {:<command$}  {:<outcome$}  {rests_on}",
            line.at, line.who, line.command, line.outcome
        );
        text.push_str(told.trim_end());
        text.push('\n');
    }
    if let Some(finding) = finding {
        text.push_str(&format!("    → {finding}\n"));
    }
    text
}
