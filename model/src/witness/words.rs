//! A difference in plain words, for somebody who knows what a run and a lease are and nothing of the code.

use super::standing::Standing;
use super::{Pair, held_back, reasons};
use crate::subject::Subject;
use spec::yaml::{Step, Witness};
use spec::{Answer, Command, Credits, DecisionId, Ended, Fate, Outcome, Status};

/// What differs, in a sentence; first of all, which other decisions had to be changed for it, and what that means.
pub fn differs(subject: &Subject, witness: &Witness) -> String {
    let Witness { when, then: [first, second], .. } = witness;
    let [one, other] = [0, 1].map(|side| Standing::before_the_last(witness, side, &subject.base));
    let names = Pair { decision: witness.decision, options: witness.options }.names();
    let (one, other) = (outcome(&one, first, second), outcome(&other, second, first));
    let changed: Vec<String> = witness.with.iter().map(|with| changed(subject, *with)).collect();
    let at = if changed.is_empty() { "At".to_owned() } else { format!("With {}, at", joined(&changed)) };
    let asked = asked(witness);
    format!("{at} {} ms, {asked}: under {} it {one}; under {} it {other}.", when.at, names[0], names[1])
}

/// `D04=charged (a submit that is refused pays its cost)`
fn changed(subject: &Subject, (decision, option): (DecisionId, usize)) -> String {
    let name = decision.info().options[option];
    let means = subject.file.decision(decision).and_then(|decision| decision.options.get(option));
    let means = means.map_or("", |option| option.means.trim_end_matches('.'));
    let mut letters = means.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    format!("{decision}={name} ({first}{})", letters.as_str())
}

/// Why it matters: what follows from each option, and how they stand, as the spec says it.
pub fn matters(subject: &Subject, pair: Pair) -> Option<String> {
    let decision = subject.file.decision(pair.decision)?;
    let open = subject.open.contains(&pair.decision);
    let mut text = String::new();
    for (index, name) in pair.options.iter().zip(pair.names()) {
        let option = decision.options.get(*index)?;
        let stands = match option.breaks {
            Some(invariant) => {
                let called = subject.file.invariants.get(invariant.index()).map_or("", |found| found.name.as_str());
                format!(" (ruled out, as it breaks {invariant}, {called})")
            }
            None if open => " (open)".to_owned(),
            None if *index == subject.base.option(pair.decision) => " (chosen)".to_owned(),
            None => String::new(),
        };
        text += &format!("Under {name}{stands}: {} ", option.so);
    }
    Some(text.trim_end().to_owned())
}

/// Who asked for what, as the subject of a sentence.
fn asked(witness: &Witness) -> String {
    match witness.when.command {
        Command::Submit { run, cost } => format!("the submit of {run} at {}", credits(cost.get().into())),
        Command::Cancel { run } => format!("the cancel of {run}"),
        Command::Claim { worker } => format!("the claim of worker {worker}"),
        Command::Heartbeat { worker, fence } => format!("the heartbeat of worker {worker} under fence {fence}"),
        Command::Complete { run, fence, result } => {
            let another = |step: &Step| matches!(step.command, Command::Complete { run: other, result: before, .. } if other == run && before != result);
            let with =
                if witness.given.iter().any(another) { format!(" with the result {result}") } else { String::new() };
            format!("the completion of {run} under fence {fence}{with}")
        }
        Command::Fail { worker, fence } => {
            format!("the word of worker {worker} that its job under fence {fence} failed")
        }
        Command::Release { worker, fence } => format!("the release of fence {fence} by worker {worker}"),
        Command::SetCap { tenant, cap } => format!("a change of the cap of tenant {tenant} to {cap}"),
        Command::SetQuota { tenant, quota } => format!("a change of the quota of tenant {tenant} to {quota}"),
        Command::Resize { slots } => format!("a change of the pool to {slots} slots"),
        Command::Sweep => "the sweep".to_owned(),
        Command::Restart { lost: 0 } => "the restart".to_owned(),
        Command::Restart { lost: 1 } => "the restart, which cannot read the newest record".to_owned(),
        Command::Restart { lost } => format!("the restart, which cannot read the newest {lost} records"),
        Command::Acknowledge => "the operator's acknowledgement".to_owned(),
    }
}

/// What came of it, as the rest of the sentence. What came of it on the other side too is left out.
fn outcome(standing: &Standing<'_>, here: &Outcome, there: &Outcome) -> String {
    let mut parts = Vec::new();
    match (here.repeated, there.repeated) {
        (true, false) => parts.push(reasons::repeated(standing, here.answer)),
        (false, true) if here.answer == there.answer => parts.push("is judged afresh".to_owned()),
        _ if here.answer != there.answer => parts.push(answer(standing, here, there)),
        _ => {}
    }
    // Somebody who was refused, or got no work, does not wonder what else did not happen.
    let silent = here.answer != there.answer && matches!(here.answer, Answer::Refused(_) | Answer::Idle(_));
    let mut part = |differs: bool, happened: Option<String>, not: &str| {
        parts.extend(happened.or_else(|| (!silent).then(|| not.to_owned())).filter(|_| differs));
    };
    let amount = |does: &str, amount| (amount != 0).then(|| format!("{does} {}", credits(amount)));
    part(here.charged != there.charged, amount("charges", here.charged), "charges nothing");
    part(here.refunded != there.refunded, amount("refunds", here.refunded), "refunds nothing");
    let ends = |outcome: &Outcome| outcome.ended.iter().map(|end| ended(standing, end)).collect::<Vec<String>>();
    let ends_none = format!("ends no lease{}", reasons::not_due(standing, there));
    part(ends(here) != ends(there), (!here.ended.is_empty()).then(|| ends(here).join(", ")), &ends_none);
    let shed = here.shed.map(|shed| format!("puts {} out of the queue for good", shed.run));
    part(here.shed != there.shed, shed, "puts no run out of the queue");
    if parts.is_empty() { "says the same".to_owned() } else { joined(&parts) }
}

/// Parts of a sentence: `is accepted, and charges nothing`.
pub(super) fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{}, and {last}", most.join(", ")),
    }
}

/// Names: `a/1, a/2 and b/1`.
pub(super) fn named(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

pub(super) fn credits(amount: Credits) -> String {
    format!("{amount} credit{}", if amount == 1 { "" } else { "s" })
}

fn ended(standing: &Standing<'_>, ended: &Ended) -> String {
    let Ended { fence, run, fate, .. } = ended;
    match fate {
        Fate::Completed => format!("ends lease {fence}{}", reasons::held_by_another(standing, *fence)),
        Fate::Requeued => format!("ends lease {fence}, which puts {run} back into the queue"),
        Fate::Failed => format!("ends lease {fence}, with which {run} has failed"),
        Fate::Cancelled => format!("ends lease {fence}, with which {run} is cancelled"),
        Fate::AlreadyFinal => format!("ends lease {fence}, which changes nothing about {run}"),
    }
}

fn answer(standing: &Standing<'_>, here: &Outcome, there: &Outcome) -> String {
    match here.answer {
        Answer::Queued { parked: false } => {
            let booked = held_back::booked(standing).map_or_else(String::new, |booked| format!(", as {booked}"));
            format!("is accepted{booked}")
        }
        Answer::Queued { parked: true } => "is accepted, to wait for credit".to_owned(),
        Answer::Cancelled => "is carried out".to_owned(),
        Answer::CancelRequested => "is passed on to the worker, who holds the run".to_owned(),
        Answer::Unchanged { status } => format!("changes nothing, as the run {}", is(status)),
        Answer::Granted { run, fence, deadline } => match there.answer {
            Answer::Granted { run: other, fence: same, .. } if other == run => {
                let anew = if fence == same { String::new() } else { format!(" anew, under fence {fence},") };
                format!("gets {run}{anew} until {deadline} ms{}", reasons::counted_from(standing, deadline))
            }
            Answer::Granted { .. } if there.repeated => format!("gets {run} as well, and so holds two runs"),
            Answer::Granted { run: other, .. } => format!("gets {run}{}", reasons::turn(standing, run, other)),
            _ => format!("gets {run}"),
        },
        Answer::Idle(idle) => format!("gets no work, as {}", reasons::idle(standing, idle, here)),
        Answer::Renewed { deadline, cancel_requested: false } => {
            format!("renews the lease until {deadline} ms{}", reasons::by_clock(standing))
        }
        Answer::Renewed { deadline, cancel_requested: true } => {
            format!("renews the lease until {deadline} ms and hears that a cancel was requested")
        }
        Answer::Applied => "is applied".to_owned(),
        Answer::Duplicate => match there.answer {
            Answer::Conflict { first } => format!("is acknowledged, though the result that counts is {first}"),
            _ => "is acknowledged, as the run was completed before".to_owned(),
        },
        Answer::Conflict { first } => format!("hears that the run was completed before, with the result {first}"),
        Answer::Failed | Answer::Released => "is taken".to_owned(),
        Answer::Set => "is made".to_owned(),
        Answer::Swept => "is done".to_owned(),
        Answer::Recovered { alarm: false, .. } => "goes on without an alarm".to_owned(),
        Answer::Recovered { alarm: true, .. } => "goes on and raises an alarm".to_owned(),
        Answer::Halted => "halts, and waits for an operator".to_owned(),
        Answer::Refused(refusal) => format!("is refused, as {}", reasons::refused(standing, refusal)),
    }
}

fn is(status: Status) -> String {
    match status {
        Status::Queued => "is queued".to_owned(),
        Status::Held => "is held, and its cancel was requested before".to_owned(),
        Status::Completed => "has completed".to_owned(),
        Status::Failed => "has failed".to_owned(),
        Status::Cancelled => "was cancelled before".to_owned(),
        Status::Shed => "was put out of the queue".to_owned(),
        Status::Rejected => "was refused".to_owned(),
    }
}
