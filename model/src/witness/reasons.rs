//! Why a control plane says no, or says again what it said: the state that the answer follows from, with its figures.

use super::held_back::{self, left_of};
use super::standing::Standing;
use super::words::{credits, named};
use spec::decisions::TenantOrder;
use spec::{Answer, Command, Fence, Idle, LeaseView, Millis, Outcome, Refusal, RunId, WorkerId};

/// What somebody hears who is told an earlier answer again, as the rest of a sentence.
pub fn repeated(standing: &Standing<'_>, answer: Answer) -> String {
    match (answer, standing.command()) {
        (Answer::Granted { run, fence, deadline }, _) => {
            let moved = standing.told_deadline(fence).is_some_and(|told| told != deadline);
            format!(
                "hears again that it has {run}, {}until {deadline} ms{}",
                if moved { "now " } else { "" },
                by_clock(standing)
            )
        }
        (Answer::Queued { .. }, Command::Submit { run, cost }) => {
            let first = standing.submitted(run, answer).filter(|(_, first)| *first != cost.get());
            let first = first.map_or_else(String::new, |(_, first)| format!(" at {}", credits(first.into())));
            format!("hears again that {run} is accepted{first}")
        }
        (Answer::Refused(_), Command::Submit { run, cost }) => {
            let before = standing.submitted(run, answer);
            let when = before.map_or_else(String::new, |(at, _)| format!(" that it got at {at} ms"));
            let first = before.filter(|(_, first)| *first != cost.get());
            let first = first.map_or_else(String::new, |(_, first)| format!(" for {}", credits(first.into())));
            format!("hears again the refusal{when}{first}, and is not judged anew")
        }
        _ => "hears the earlier answer again".to_owned(),
    }
}

/// From when on a lease counts, where that is another instant than this one.
pub fn counted_from(standing: &Standing<'_>, deadline: Millis) -> String {
    let length = standing.witness.settings.lease;
    match deadline.checked_sub(length) {
        Some(from) if from > standing.now && standing.warming() > 0 => {
            format!(", {length} ms from {from} ms on, when its slot is warm")
        }
        Some(from) if from != standing.now => format!(", {length} ms from {from} ms on"),
        Some(_) => format!(", {length} ms from now"),
        None => String::new(),
    }
}

/// Why a sweep leaves leases that it ends on the other side: their deadlines are yet to come.
pub fn not_due(standing: &Standing<'_>, there: &Outcome) -> String {
    let lasts = there.ended.iter().filter_map(|ended| standing.lease(ended.fence));
    let lasts = lasts.filter(|lease| lease.deadline > standing.now);
    let lasts: Vec<String> =
        lasts.map(|lease| format!("lease {} lasts until {} ms now", lease.fence, lease.deadline)).collect();
    match standing.command() {
        Command::Sweep if !lasts.is_empty() => format!(", as {}", named(&lasts)),
        _ => String::new(),
    }
}

/// Who holds the lease that a completion under an older fence ends.
pub fn held_by_another(standing: &Standing<'_>, ended: Fence) -> String {
    match (standing.command(), standing.lease(ended)) {
        (Command::Complete { fence, .. }, Some(lease)) if fence != ended => format!(", which {} holds", lease.worker),
        _ => String::new(),
    }
}

/// Why it is this run's turn and not the other's, where they are of two tenants (D16).
pub fn turn(standing: &Standing<'_>, run: RunId, other: RunId) -> String {
    if run.tenant == other.tenant {
        return String::new();
    }
    match standing.decisions.tenant_order() {
        TenantOrder::RoundRobin => match standing.granted_last() {
            Some(last) => format!(", as the last grant went to {}", last.tenant),
            None => format!(", as nothing was granted before, and {} comes first", run.tenant),
        },
        TenantOrder::Fifo => format!(", as it was queued before {other}"),
        TenantOrder::LeastHeld => {
            let held = [run, other].map(|run| standing.tenant(run.tenant).map_or(0, |tenant| tenant.held));
            let told = |number: u32| if number == 0 { "none".to_owned() } else { number.to_string() };
            match held {
                [own, others] if own == others => {
                    format!(", as either holds {}, and {} comes first", told(own), run.tenant)
                }
                [own, others] => {
                    let leases = if others == 1 { "lease" } else { "leases" };
                    format!(", as {} holds {} {leases} and {} {}", other.tenant, told(others), run.tenant, told(own))
                }
            }
        }
    }
}

/// Why a claim got no work; `here` is what came of it otherwise.
pub fn idle(standing: &Standing<'_>, idle: Idle, here: &Outcome) -> String {
    match idle {
        Idle::NoSlot => no_slot(standing, here),
        Idle::NothingEligible => held_back::nothing_eligible(standing),
    }
}

fn no_slot(standing: &Standing<'_>, here: &Outcome) -> String {
    let is_live = |lease: &&LeaseView| here.ended.iter().all(|ended| ended.fence != lease.fence);
    let held: Vec<String> = standing.leases().iter().filter(is_live).map(|lease| lease_told(standing, lease)).collect();
    // A lease that ends in this very step leaves its slot to rest.
    let resting = standing.resting() + standing.leases().len() - held.len();
    let until = standing.rests_until().filter(|_| resting == 1);
    let until = until.map_or_else(String::new, |until| format!("until {until} ms"));
    let parts = [
        (held.len(), ["is held by", "are held by"], named(&held)),
        (resting, ["rests", "rest"], until),
        (standing.warming(), ["is not warm yet", "are not warm yet"], String::new()),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|(number, ..)| *number > 0).collect();
    let does = |number: usize, [one, many]: [&str; 2]| if number == 1 { one.to_owned() } else { many.to_owned() };
    match (standing.slots(), parts.as_slice()) {
        (0, _) | (_, []) => "no slot is free".to_owned(),
        (1, [(1, verbs, by)]) => format!("the only slot {} {by}", does(1, *verbs)).trim_end().to_owned(),
        (slots, _) => {
            let told = parts.iter().map(|(number, verbs, by)| format!("{number} {} {by}", does(*number, *verbs)));
            let told: Vec<String> = told.map(|part| part.trim_end().to_owned()).collect();
            format!("of {slots} slots {}", named(&told))
        }
    }
}

/// `lease 1.1`, and that its deadline has come where it has.
fn lease_told(standing: &Standing<'_>, lease: &LeaseView) -> String {
    let LeaseView { fence, deadline, .. } = lease;
    if *deadline <= standing.now {
        format!("lease {fence}, whose deadline was {deadline} ms")
    } else {
        format!("lease {fence}")
    }
}

/// Why something was refused.
pub fn refused(standing: &Standing<'_>, refusal: Refusal) -> String {
    match (refusal, standing.command()) {
        (Refusal::Conflict, Command::Submit { run, .. }) => {
            let first = standing.submitted(run, Answer::Queued { parked: false });
            first.map_or_else(
                || "the run is known with another cost".to_owned(),
                |(_, cost)| format!("the run is known at {}", credits(cost.into())),
            )
        }
        (Refusal::AtCap, Command::Submit { run, .. }) => match standing.tenant(run.tenant) {
            Some(tenant) => format!("the tenant's cap of {} is reached", tenant.cap),
            None => "the tenant's cap is reached".to_owned(),
        },
        (Refusal::NoCredit, Command::Submit { run, .. }) => no_credit(standing, run),
        (Refusal::QueueFull, Command::Submit { run, .. }) => queue_full(standing, run),
        (Refusal::AlreadyHolding, Command::Claim { worker }) => already_holding(standing, worker),
        (Refusal::Stale, Command::Complete { run, fence, .. }) => stale(standing, run, fence),
        (Refusal::Expired, Command::Complete { fence, .. } | Command::Heartbeat { fence, .. }) => {
            let deadline = standing.lease(fence).map(|lease| lease.deadline).or(standing.told_deadline(fence));
            match deadline {
                Some(deadline) => {
                    format!("the deadline of lease {fence}, {deadline} ms, {}", has_come(standing, deadline))
                }
                None => "the deadline has passed".to_owned(),
            }
        }
        (Refusal::Clock, _) => match standing.last() {
            Some(last) => format!("that lies before the instant of the last command, {last} ms"),
            None => "its instant lies before the last one".to_owned(),
        },
        (other, _) => as_it_stands(other).to_owned(),
    }
}

fn no_credit(standing: &Standing<'_>, run: RunId) -> String {
    let Some(tenant) = standing.tenant(run.tenant) else { return as_it_stands(Refusal::NoCredit).to_owned() };
    let left = left_of(tenant.quota.saturating_sub(tenant.spent).saturating_sub(tenant.reserved), tenant.quota);
    let is_queued = tenant.queue.iter().any(|queued| queued.run == run);
    let reserved = match tenant.reserved {
        0 => String::new(),
        reserved if is_queued => {
            format!(", with {} reserved for the queue, which this very run is in", credits(reserved))
        }
        reserved => format!(", with {} reserved for the queue", credits(reserved)),
    };
    let booked = held_back::booked(standing).map_or_else(String::new, |booked| format!(", and {booked}"));
    format!("{left}{reserved}{booked}")
}

fn queue_full(standing: &Standing<'_>, run: RunId) -> String {
    let queue = standing.tenant(run.tenant).map(|tenant| tenant.queue.as_slice()).unwrap_or_default();
    let queue: Vec<String> = queue.iter().map(|queued| queued.run.to_string()).collect();
    format!("the tenant's queue is full, with {} in it", named(&queue))
}

fn already_holding(standing: &Standing<'_>, worker: WorkerId) -> String {
    let Some(LeaseView { fence, run, deadline, .. }) = standing.lease_of(worker) else {
        return as_it_stands(Refusal::AlreadyHolding).to_owned();
    };
    if *deadline > standing.now {
        return format!("{worker} holds lease {fence} of {run} already");
    }
    let come = if *deadline < standing.now { "is past" } else { "has come to" };
    let clock = by_clock(standing);
    format!("the lease that {worker} holds {come} its deadline, {deadline} ms, and has not been ended yet{clock}")
}

fn has_come(standing: &Standing<'_>, deadline: Millis) -> &'static str {
    if deadline < standing.now { "has passed" } else { "has come" }
}

/// What the control plane's clock says, where the outside's says something else.
pub fn by_clock(standing: &Standing<'_>) -> String {
    if standing.now == standing.witness.when.at {
        String::new()
    } else {
        format!(" (by the control plane's clock it is {} ms now)", standing.now)
    }
}

fn stale(standing: &Standing<'_>, run: RunId, fence: Fence) -> String {
    match (standing.newest_fence(run), standing.ended(fence)) {
        (Some(newest), _) if newest != fence => format!("{run} was granted again since, under fence {newest}"),
        (_, Some(at)) => format!("lease {fence} was ended at {at} ms"),
        _ => as_it_stands(Refusal::Stale).to_owned(),
    }
}

/// The reason alone.
fn as_it_stands(refusal: Refusal) -> &'static str {
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
