//! States with the same description behave alike: found on random histories, checked one command deep for every command.
//!
//! One step is enough, since the states after it must have the same description again.

use crate::plane::ControlPlane;
use crate::runs::Stage;
use crate::testing::{Outside, at_two_lengths, named, small_settings, variants};
use spec::canon::{Canon, Describe, Token};
use spec::{
    Answer, Command, Decisions, Digest, Fence, LeaseView, Millis, Outcome, RunId, RunView, Settings, TenantId, View,
    WorkerId,
};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

type Facts = Vec<Vec<Token>>;

fn facts(plane: &ControlPlane, at: Millis) -> Facts {
    let mut canon = Canon::default();
    plane.describe(at, &mut canon);
    let mut facts: Facts = canon.facts().map(<[Token]>::to_vec).collect();
    facts.sort_unstable();
    facts
}

/// A command that means the same in states of different fences and instants.
#[derive(Debug, Clone, Copy)]
enum Meant {
    Plain(Command),
    /// Of the live lease with this rank.
    Heartbeat(usize),
    Fail(usize),
    Release(usize),
    /// By another worker than the lease's.
    Stolen(usize),
    CompleteNewest(RunId, Digest),
    CompleteOlder(RunId, Digest),
}

fn meant(tenants: u32, keys: u32, workers: u32) -> Vec<Meant> {
    let mut meant = Vec::new();
    let plain = |command| Meant::Plain(command);
    for tenant in (0..tenants).map(TenantId) {
        for key in 0..keys {
            let run = RunId { tenant, key };
            for cost in [1, 2, 5].map(|cost| NonZeroU32::new(cost).unwrap()) {
                meant.push(plain(Command::Submit { run, cost }));
            }
            meant.push(plain(Command::Cancel { run }));
            for result in [0, 1].map(Digest) {
                meant.push(Meant::CompleteNewest(run, result));
                meant.push(Meant::CompleteOlder(run, result));
            }
        }
        for limit in [-1, 0, 1, 2, 4] {
            meant.push(plain(Command::SetCap { tenant, cap: limit }));
            meant.push(plain(Command::SetQuota { tenant, quota: limit }));
        }
    }
    meant.extend((0..workers).map(|worker| plain(Command::Claim { worker: WorkerId(worker) })));
    for rank in 0..4 {
        meant.extend([Meant::Heartbeat(rank), Meant::Fail(rank), Meant::Release(rank), Meant::Stolen(rank)]);
    }
    meant.extend([0, 1, 3].map(|slots| plain(Command::Resize { slots })));
    meant.extend([plain(Command::Sweep), plain(Command::Restart { lost: 0 })]);
    meant
}

/// What a command means in a state; `None` where it means nothing.
fn concrete(plane: &ControlPlane, meant: Meant) -> Option<Command> {
    let leases = &plane.state.leases;
    let lease = |rank| leases.iter().nth(rank).map(|lease| (leases.get(lease).worker, leases.get(lease).fence));
    let newest = |run| plane.find(run).and_then(|run| plane.state.runs.row[run as usize].newest_fence());
    let older = |run| plane.state.runs.older_fences(plane.find(run)?).next();
    let never = Fence { term: 0, grant: 0 };
    Some(match meant {
        Meant::Plain(command) => command,
        Meant::Heartbeat(rank) => lease(rank).map(|(worker, fence)| Command::Heartbeat { worker, fence })?,
        Meant::Fail(rank) => lease(rank).map(|(worker, fence)| Command::Fail { worker, fence })?,
        Meant::Release(rank) => lease(rank).map(|(worker, fence)| Command::Release { worker, fence })?,
        Meant::Stolen(rank) => {
            lease(rank).map(|(worker, fence)| Command::Heartbeat { worker: WorkerId(worker.0 + 1), fence })?
        }
        Meant::CompleteNewest(run, result) => Command::Complete { run, fence: newest(run).unwrap_or(never), result },
        Meant::CompleteOlder(run, result) => Command::Complete { run, fence: older(run).unwrap_or(never), result },
    })
}

/// An outcome without absolute instants, fences and terms.
fn relative_outcome(plane: &ControlPlane, mut outcome: Outcome) -> Outcome {
    let now = plane.clock.last;
    match &mut outcome.answer {
        Answer::Granted { fence, deadline, .. } => {
            *fence = Fence::default();
            *deadline = deadline.saturating_sub(now);
        }
        Answer::Renewed { deadline, .. } => *deadline = deadline.saturating_sub(now),
        Answer::Recovered { term, .. } => *term = 0,
        _ => {}
    }
    let without_fence = |ended: &spec::Ended| spec::Ended { fence: Fence::default(), ..*ended };
    outcome.ended = outcome.ended.iter().map(without_fence).collect();
    outcome
}

/// A view without absolute instants, fences and terms; instants that have passed are alike.
fn relative_view(plane: &ControlPlane, at: Millis) -> View {
    let now = plane.clock.reading(at);
    let mut view = View::default();
    plane.view(at, &mut view);
    view.term = 0;
    let unfenced = |run: &RunView| RunView { fence: run.fence.map(|_| Fence::default()), ..run.clone() };
    view.runs = view.runs.iter().map(unfenced).collect();
    let relative = |lease: &LeaseView| LeaseView {
        fence: Fence::default(),
        deadline: lease.deadline.saturating_sub(now),
        ..*lease
    };
    view.leases = view.leases.iter().map(relative).collect();
    view.resting = view.resting.iter().map(|until| until - now).collect();
    view.warming = view.warming.iter().map(|warm| warm - now).collect();
    view
}

/// States by description, two of each that differ.
fn states(
    seed: u64,
    settings: &Settings,
    decisions: &Decisions,
    histories: u64,
) -> BTreeMap<Facts, Vec<(ControlPlane, Millis)>> {
    let mut states: BTreeMap<Facts, Vec<(ControlPlane, Millis)>> = BTreeMap::new();
    for history in 0..histories {
        let mut outside = Outside::new(seed * 1000 + history, 2, 2, 2);
        let mut plane = ControlPlane::new(settings, decisions).unwrap();
        for _ in 0..25 {
            let (at, command) = outside.next();
            let outcome = plane.apply(at, command);
            outside.see(command, &outcome);
            let later = at + [0, 0, 1, 3][outside.dice.below(4) as usize];
            let same = states.entry(facts(&plane, later)).or_default();
            // A third state takes the second's place, so that late ones are met too.
            match same.len() {
                0 | 1 => same.push((plane.clone(), later)),
                _ => same[1] = (plane.clone(), later),
            }
        }
    }
    states
}

fn states_of_one_description_answer_every_command_alike(every: usize) {
    let meant = meant(2, 2, 2);
    let mut pairs = 0;
    for (seed, decisions) in variants(25).iter().enumerate().step_by(every) {
        let settings = Settings { window: 6, lease: 3, ..small_settings(2) };
        for (key, same) in states(seed as u64, &settings, decisions, 40) {
            let [(one, one_at), (other, other_at)] = &same[..] else { continue };
            assert_eq!(relative_view(one, *one_at), relative_view(other, *other_at), "{}{key:?}", named(decisions));
            pairs += 1;
            for (index, meant) in meant.iter().enumerate() {
                // All commands at once would be slow: each pair is asked every third.
                if (index + pairs) % 3 == 0 {
                    check(decisions, (one, *one_at), (other, *other_at), *meant, index as u64 % 4);
                }
            }
        }
    }
    assert!(pairs * every > 5_000, "only {pairs} pairs of states met");
}

fn check(
    decisions: &Decisions,
    one: (&ControlPlane, Millis),
    other: (&ControlPlane, Millis),
    meant: Meant,
    after: u64,
) {
    let commands = (concrete(one.0, meant), concrete(other.0, meant));
    let (Some(one_command), Some(other_command)) = commands else {
        assert_eq!(commands.0.is_some(), commands.1.is_some());
        return;
    };
    // Now and then the outside's clock is stepped back, in states that were described at their last command.
    let is_at_last = |(plane, at): (&ControlPlane, Millis)| plane.clock.reading(at) == plane.clock.last;
    let back = after == 3 && is_at_last(one) && is_at_last(other);
    let step = |(plane, at): (&ControlPlane, Millis), command| {
        let mut plane = plane.clone();
        let last = plane.clock.last.saturating_sub(plane.clock.offset);
        let at = if back { last.checked_sub(2)? } else { at + after };
        let outcome = plane.apply(at, command);
        Some((relative_outcome(&plane, outcome), relative_view(&plane, at), facts(&plane, at)))
    };
    let (Some(first), Some(second)) = (step(one, one_command), step(other, other_command)) else { return };
    let why = || format!("{}{meant:?} after {after} of\n{:?}\n{:?}", named(decisions), story(one), story(other));
    assert_eq!(first.0, second.0, "{}", why());
    assert_eq!(first.1, second.1, "{}", why());
    assert_eq!(first.2, second.2, "{}", why());
}

/// How a state came about.
fn story((plane, at): (&ControlPlane, Millis)) -> (Millis, Millis, Vec<String>) {
    let steps = plane.journal().iter().map(|record| format!("{} {}", record.at, record.command));
    (at, plane.clock.last, steps.collect())
}

#[test]
fn runs_that_were_never_heard_of_are_no_facts() {
    let plane = ControlPlane::new(&small_settings(2), &Decisions::default()).unwrap();
    assert!(plane.state.runs.row.iter().all(|run| run.stage != Stage::Queued));
    assert_eq!(facts(&plane, 0).len(), 4, "the phase, two tenants' limits and the slots");
}

at_two_lengths! {
    states_of_one_description_answer_every_command_alike: 24,
}
