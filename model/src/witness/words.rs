//! A difference in plain words, for somebody who knows what a run and a lease are and nothing of the code.

use super::Pair;
use crate::subject::Subject;
use spec::{Answer, Command, Credits, Ended, Fate, Idle, Millis, Outcome, Refusal, Status};

/// What differs, in a sentence.
pub fn differs(options: [&str; 2], at: Millis, command: Command, then: &[Outcome; 2]) -> String {
    let [first, second] = then;
    let (one, other) = (outcome(first, second), outcome(second, first));
    format!("At {at} ms, {}: under {} it {one}; under {} it {other}.", asked(command), options[0], options[1])
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
fn asked(command: Command) -> String {
    match command {
        Command::Submit { run, cost } => format!("the submit of {run} at {}", credits(cost.get().into())),
        Command::Cancel { run } => format!("the cancel of {run}"),
        Command::Claim { worker } => format!("the claim of worker {worker}"),
        Command::Heartbeat { worker, fence } => format!("the heartbeat of worker {worker} under fence {fence}"),
        Command::Complete { run, fence, .. } => format!("the completion of {run} under fence {fence}"),
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
fn outcome(here: &Outcome, there: &Outcome) -> String {
    let mut parts = Vec::new();
    if here.answer != there.answer {
        parts.push(answer(here.answer, there.answer));
    }
    match (here.repeated, there.repeated) {
        (true, false) => parts.push("hears the earlier answer again".to_owned()),
        (false, true) if here.answer == there.answer => parts.push("is judged afresh".to_owned()),
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
    let ends = |outcome: &Outcome| outcome.ended.iter().map(ended).collect::<Vec<String>>();
    part(ends(here) != ends(there), (!here.ended.is_empty()).then(|| ends(here).join(", ")), "ends no lease");
    let shed = here.shed.map(|shed| format!("puts {} out of the queue for good", shed.run));
    part(here.shed != there.shed, shed, "puts no run out of the queue");
    match parts.as_slice() {
        [] => "says the same".to_owned(),
        [only] => only.clone(),
        [most @ .., last] => format!("{}, and {last}", most.join(", ")),
    }
}

fn credits(amount: Credits) -> String {
    format!("{amount} credit{}", if amount == 1 { "" } else { "s" })
}

fn ended(ended: &Ended) -> String {
    let Ended { fence, run, fate, .. } = ended;
    match fate {
        Fate::Completed => format!("ends lease {fence}"),
        Fate::Requeued => format!("ends lease {fence}, which puts {run} back into the queue"),
        Fate::Failed => format!("ends lease {fence}, with which {run} has failed"),
        Fate::Cancelled => format!("ends lease {fence}, with which {run} is cancelled"),
        Fate::AlreadyFinal => format!("ends lease {fence}, which changes nothing about {run}"),
    }
}

fn answer(here: Answer, there: Answer) -> String {
    match here {
        Answer::Queued { parked: false } => "is accepted".to_owned(),
        Answer::Queued { parked: true } => "is accepted, to wait for credit".to_owned(),
        Answer::Cancelled => "is carried out".to_owned(),
        Answer::CancelRequested => "is passed on to the worker, who holds the run".to_owned(),
        Answer::Unchanged { status } => format!("changes nothing, as the run {}", is(status)),
        Answer::Granted { run, deadline, .. } => match there {
            Answer::Granted { run: other, .. } if other == run => format!("gets {run} until {deadline} ms"),
            _ => format!("gets {run}"),
        },
        Answer::Idle(Idle::NoSlot) => "gets no work, as no slot is free".to_owned(),
        Answer::Idle(Idle::NothingEligible) => "gets no work, as no run may start".to_owned(),
        Answer::Renewed { deadline, cancel_requested: false } => format!("renews the lease until {deadline} ms"),
        Answer::Renewed { deadline, cancel_requested: true } => {
            format!("renews the lease until {deadline} ms and hears that a cancel was requested")
        }
        Answer::Applied => "is applied".to_owned(),
        Answer::Duplicate => "is acknowledged, as the run was completed before".to_owned(),
        Answer::Conflict { first } => format!("hears that the run was completed before, with the result {first}"),
        Answer::Failed | Answer::Released => "is taken".to_owned(),
        Answer::Set => "is made".to_owned(),
        Answer::Swept => "is done".to_owned(),
        Answer::Recovered { alarm: false, .. } => "goes on without an alarm".to_owned(),
        Answer::Recovered { alarm: true, .. } => "goes on and raises an alarm".to_owned(),
        Answer::Halted => "halts, and waits for an operator".to_owned(),
        Answer::Refused(refusal) => format!("is refused, as {}", because(refusal)),
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

fn because(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::UnknownTenant => "there is no such tenant",
        Refusal::CancelledEarly => "its cancel came first",
        Refusal::Duplicate => "the run is known already",
        Refusal::Conflict => "the run is known with another cost",
        Refusal::Blocked => "the tenant is suspended",
        Refusal::AtCap => "the tenant's cap is reached",
        Refusal::NoCredit => "the credit that is left does not cover it",
        Refusal::QueueFull => "the tenant's queue is full",
        Refusal::UnknownRun => "there is no such run",
        Refusal::AlreadyHolding => "the worker holds a lease already",
        Refusal::Stale => "that fence does not count",
        Refusal::Expired => "the deadline has passed",
        Refusal::Cancelled => "the run was cancelled",
        Refusal::Final => "the run has come to its end",
        Refusal::Invalid => "that is not a value that it can have",
        Refusal::NothingToAcknowledge => "there was no halt",
        Refusal::Halted => "the control plane has halted and waits for an operator",
        Refusal::Clock => "its instant lies before the last one",
    }
}
