//! Every other outcome that a command could be given: well-formed, and with the amounts and instants of the case.

use super::cases::Scene;
use spec::{Answer, Command, Ended, Fate, Few, Idle, LeaseView, Outcome, Refusal, RunId, Shed, TenantId, WorkerId};

/// Every outcome of the command, the given one perhaps among them, in a fixed order.
pub fn outcomes(scene: &Scene<'_>, command: Command, given: &Outcome, into: &mut Vec<Outcome>) {
    into.clear();
    match command {
        Command::Submit { run, cost } => submit(scene, run, cost.get().into(), into),
        Command::Cancel { run } => cancel(scene, run, into),
        Command::Claim { worker } => claim(scene, worker, into),
        Command::Heartbeat { fence, .. } => heartbeat(scene, scene.under(fence), given, into),
        Command::Complete { run, result, .. } => complete(scene, run, result, into),
        Command::Fail { fence, .. } => given_back(scene, Answer::Failed, scene.under(fence), into),
        Command::Release { fence, .. } => given_back(scene, Answer::Released, scene.under(fence), into),
        Command::SetCap { tenant, .. } => set(scene, Some(tenant), true, into),
        Command::SetQuota { tenant, .. } => set(scene, Some(tenant), false, into),
        Command::Resize { .. } => set(scene, None, true, into),
        Command::Sweep => sweep(scene, given, into),
        Command::Restart { .. } => restart(scene, into),
        Command::Acknowledge => acknowledge(scene, into),
    }
    // Where the lease of one run is in question, so is each way in which it may end.
    let others: Vec<Outcome> = given
        .ended
        .iter()
        .flat_map(|end| ways(scene, end.fence, end.run).map(move |way| with_end(given, way)))
        .collect();
    into.extend(others);
    if command != Command::Acknowledge {
        refusals(&[Refusal::Halted], into);
    }
    if !matches!(command, Command::Restart { .. } | Command::Acknowledge) {
        refusals(&[Refusal::Clock], into);
    }
}

fn refusals(refusals: &[Refusal], into: &mut Vec<Outcome>) {
    into.extend(refusals.iter().map(|refusal| Outcome::refused(*refusal)));
}

fn submit(scene: &Scene<'_>, run: RunId, cost: i64, into: &mut Vec<Outcome>) {
    let tenant = scene.view.tenants.iter().find(|known| known.tenant == run.tenant);
    let head = tenant.and_then(|known| known.queue.first()).map(|place| place.run);
    for parked in [false, true] {
        let queued = Outcome::just(Answer::Queued { parked });
        into.push(Outcome { repeated: true, ..queued.clone() });
        for charged in [0, cost] {
            into.push(Outcome { charged, ..queued.clone() });
            if let Some(head) = head.filter(|head| *head != run) {
                let net = scene.net(head);
                into.push(Outcome {
                    charged,
                    shed: Some(Shed { run: head, refunded: net }),
                    refunded: net,
                    ..queued.clone()
                });
            }
        }
    }
    for refusal in [
        Refusal::UnknownTenant,
        Refusal::CancelledEarly,
        Refusal::Duplicate,
        Refusal::Conflict,
        Refusal::Blocked,
        Refusal::AtCap,
        Refusal::NoCredit,
        Refusal::QueueFull,
    ] {
        let refused = Outcome::refused(refusal);
        into.push(Outcome { repeated: true, ..refused.clone() });
        into.push(Outcome { charged: cost, ..refused.clone() });
        into.push(refused);
    }
}

fn cancel(scene: &Scene<'_>, run: RunId, into: &mut Vec<Outcome>) {
    let cancelled = Outcome::just(Answer::Cancelled);
    for refunded in amounts(scene.net(run)) {
        into.push(Outcome { refunded, ..cancelled.clone() });
        if let Some(lease) = scene.of_run(run) {
            let end = Ended { fence: lease.fence, run, fate: Fate::Cancelled, refunded };
            into.push(Outcome { refunded, ended: few([end]), ..cancelled.clone() });
        }
    }
    into.push(Outcome::just(Answer::CancelRequested));
    into.extend(scene.run(run).map(|known| Outcome::just(Answer::Unchanged { status: known.status })));
    refusals(&[Refusal::UnknownRun], into);
}

fn claim(scene: &Scene<'_>, worker: WorkerId, into: &mut Vec<Outcome>) {
    let fence = scene.next_fence();
    let deadline = scene.now.saturating_add(scene.lease);
    for (run, cost) in scene.costs {
        let granted = Outcome::just(Answer::Granted { run: *run, fence, deadline });
        for charged in [0, *cost] {
            into.push(Outcome { charged, ..granted.clone() });
            let held = scene.of_worker(worker).into_iter().flat_map(|lease| ways(scene, lease.fence, lease.run));
            into.extend(held.map(|end| with_end(&Outcome { charged, ..granted.clone() }, end)));
        }
    }
    if let Some(LeaseView { run, fence, deadline, .. }) = scene.of_worker(worker).copied() {
        into.push(Outcome { repeated: true, ..Outcome::just(Answer::Granted { run, fence, deadline }) });
    }
    into.extend(Idle::ALL.iter().map(|idle| Outcome::just(Answer::Idle(*idle))));
    refusals(&[Refusal::AlreadyHolding], into);
}

fn heartbeat(scene: &Scene<'_>, lease: Option<&LeaseView>, given: &Outcome, into: &mut Vec<Outcome>) {
    // As it was, a full lease from now, or what is given.
    let full = scene.now.saturating_add(scene.lease);
    let told = match given.answer {
        Answer::Renewed { deadline, .. } => deadline,
        _ => lease.map_or(full, |lease| lease.deadline.max(full)),
    };
    for deadline in [Some(told), lease.map(|lease| lease.deadline)].into_iter().flatten() {
        for cancel_requested in [false, true] {
            into.push(Outcome::just(Answer::Renewed { deadline, cancel_requested }));
        }
    }
    refusals(&[Refusal::Stale, Refusal::Expired], into);
}

fn complete(scene: &Scene<'_>, run: RunId, result: spec::Digest, into: &mut Vec<Outcome>) {
    let applied = Outcome::just(Answer::Applied);
    let lease = scene.of_run(run);
    for charged in [0, scene.cost(run)] {
        into.push(Outcome { charged, ..applied.clone() });
        if let Some(lease) = lease {
            let end = Ended { fence: lease.fence, run, fate: Fate::Completed, refunded: 0 };
            into.push(Outcome { charged, ended: few([end]), ..applied.clone() });
        }
    }
    let first = scene.run(run).and_then(|known| known.result).unwrap_or(result);
    into.push(Outcome::just(Answer::Duplicate));
    into.push(Outcome::just(Answer::Conflict { first }));
    for refusal in [Refusal::UnknownRun, Refusal::Cancelled, Refusal::Final, Refusal::Stale, Refusal::Expired] {
        let refused = Outcome::refused(refusal);
        let ends = lease.into_iter().flat_map(|lease| ways(scene, lease.fence, run));
        into.extend(ends.map(|end| with_end(&refused, end)));
        into.push(refused);
    }
}

fn given_back(scene: &Scene<'_>, answer: Answer, lease: Option<&LeaseView>, into: &mut Vec<Outcome>) {
    let ends = lease.into_iter().flat_map(|lease| ways(scene, lease.fence, lease.run));
    into.extend(ends.map(|end| with_end(&Outcome::just(answer), end)));
    refusals(&[Refusal::Stale], into);
}

/// A limit is set; where it can take leases away, the newest that it is about may end.
fn set(scene: &Scene<'_>, tenant: Option<TenantId>, can_revoke: bool, into: &mut Vec<Outcome>) {
    let set = Outcome::just(Answer::Set);
    let concerned = |lease: &&LeaseView| tenant.is_none_or(|tenant| lease.run.tenant == tenant);
    if let Some(lease) = scene.view.leases.iter().rev().find(concerned).filter(|_| can_revoke) {
        into.extend(ways(scene, lease.fence, lease.run).map(|end| with_end(&set, end)));
    }
    into.push(set);
    if tenant.is_some() {
        refusals(&[Refusal::UnknownTenant], into);
    }
    refusals(&[Refusal::Invalid], into);
}

/// What is due ends in another order, or a lease that is not due ends too.
fn sweep(scene: &Scene<'_>, given: &Outcome, into: &mut Vec<Outcome>) {
    let swept = Outcome { answer: Answer::Swept, ..given.clone() };
    let reversed: Few<Ended> = swept.ended.iter().rev().copied().collect();
    into.push(Outcome { ended: reversed, ..swept.clone() });
    let early = scene.view.leases.iter().filter(|lease| !given.ended.iter().any(|end| end.fence == lease.fence));
    into.extend(early.flat_map(|lease| ways(scene, lease.fence, lease.run)).map(|end| with_end(&swept, end)));
}

fn restart(scene: &Scene<'_>, into: &mut Vec<Outcome>) {
    recoveries(scene, into);
    into.push(Outcome::just(Answer::Halted));
}

fn acknowledge(scene: &Scene<'_>, into: &mut Vec<Outcome>) {
    recoveries(scene, into);
    refusals(&[Refusal::NothingToAcknowledge], into);
}

fn recoveries(scene: &Scene<'_>, into: &mut Vec<Outcome>) {
    for alarm in [false, true] {
        let recovered = Outcome::just(Answer::Recovered { term: scene.view.term.saturating_add(1), alarm });
        let first = scene.view.leases.first().into_iter().flat_map(|lease| ways(scene, lease.fence, lease.run));
        into.extend(first.map(|end| with_end(&recovered, end)));
        into.push(recovered);
    }
}

/// The ways in which a lease may end: each fate, with and without a refund.
fn ways(scene: &Scene<'_>, fence: spec::Fence, run: RunId) -> impl Iterator<Item = Ended> + use<> {
    let fates = [Fate::Requeued, Fate::Failed, Fate::Cancelled, Fate::AlreadyFinal];
    let net = scene.net(run);
    fates.into_iter().flat_map(move |fate| amounts(net).map(move |refunded| Ended { fence, run, fate, refunded }))
}

/// Nothing, and all of it.
fn amounts(all: i64) -> impl Iterator<Item = i64> {
    std::iter::once(0).chain((all > 0).then_some(all))
}

/// An outcome in which this lease ends so, the others as they do.
fn with_end(outcome: &Outcome, end: Ended) -> Outcome {
    let mut ends: Vec<Ended> = outcome.ended.iter().copied().filter(|other| other.fence != end.fence).collect();
    let place = outcome.ended.iter().position(|other| other.fence == end.fence).unwrap_or(ends.len());
    ends.insert(place, end);
    let shed = outcome.shed.map_or(0, |shed| shed.refunded);
    let refunded = ends.iter().map(|end| end.refunded).sum::<i64>() + shed;
    Outcome { refunded, ended: few(ends), ..outcome.clone() }
}

fn few(ends: impl IntoIterator<Item = Ended>) -> Few<Ended> {
    ends.into_iter().collect()
}
