//! Whatever is said, in whatever order, under whatever options: nothing panics, and the tables agree with each other.

use super::*;
use spec::{Digest, Fence, RunId, Status, TenantId, WorkerId};
use std::num::NonZeroU32;

/// A fixed sequence of numbers that looks like none.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// Every decision at some option: half of them as chosen.
fn some_decisions(dice: &mut Dice) -> Decisions {
    let mut decisions = Decisions::CHOSEN;
    for decision in DecisionId::all() {
        if dice.roll(2) == 0 {
            let option = dice.roll(decision.info().options.len() as u64) as usize;
            decisions.set(decision, option).expect("in range");
        }
    }
    decisions
}

fn some_settings(dice: &mut Dice) -> Settings {
    let tenants = (0..=dice.roll(3)).map(|_| Limits { cap: dice.roll(3) as i64, quota: dice.roll(6) as i64 }).collect();
    Settings {
        window: 1 + dice.roll(6),
        lease: 1 + dice.roll(4),
        warm_up: dice.roll(3),
        grace: dice.roll(3),
        attempts: 1 + dice.roll(3) as u32,
        queue: 1 + dice.roll(3) as u32,
        pool: dice.roll(4) as u32,
        tenants,
    }
}

/// Mostly sensible, now and then nonsense.
fn some_command(dice: &mut Dice, situation: &Situation) -> Command {
    let run = RunId { tenant: TenantId(dice.roll(3) as u32), key: dice.roll(3) as u32 };
    let worker = WorkerId(dice.roll(3) as u32);
    let tenant = run.tenant;
    let granted = &situation.facts.grants;
    let some_fence = |dice: &mut Dice| match granted.len() as u64 {
        0 => Fence { term: 1, grant: dice.roll(3) },
        count => granted[dice.roll(count) as usize].0,
    };
    let lease = situation.facts.leases.first().copied();
    let amount = dice.roll(5) as i64 - 1;
    match dice.roll(20) {
        0..=3 => Command::Submit { run, cost: NonZeroU32::MIN.saturating_add(dice.roll(3) as u32) },
        4 => Command::Cancel { run },
        5..=8 => Command::Claim { worker },
        9 | 10 => match lease {
            Some(lease) => Command::Heartbeat { worker: lease.worker, fence: lease.fence },
            None => Command::Heartbeat { worker, fence: some_fence(dice) },
        },
        11 => Command::Complete { run, fence: some_fence(dice), result: Digest(dice.roll(2)) },
        12 => match lease {
            Some(lease) => Command::Complete { run: lease.run, fence: lease.fence, result: Digest(dice.roll(2)) },
            None => Command::Sweep,
        },
        13 => Command::Fail { worker: lease.map_or(worker, |lease| lease.worker), fence: some_fence(dice) },
        14 => Command::Release { worker: lease.map_or(worker, |lease| lease.worker), fence: some_fence(dice) },
        15 => Command::SetCap { tenant, cap: amount },
        16 => Command::SetQuota { tenant, quota: amount },
        17 => Command::Resize { slots: amount },
        18 => Command::Sweep,
        _ if situation.halted.is_some() || dice.roll(8) == 0 => Command::Acknowledge,
        _ => Command::Restart { lost: dice.roll(3) as u32 },
    }
}

/// What the tables must agree on, under options that let a worker hold one lease only.
fn is_whole(situation: &Situation) {
    let facts = &situation.facts;
    assert!(facts.runs.is_sorted_by(|first, second| first.run < second.run));
    assert!(facts.leases.is_sorted_by(|first, second| first.fence < second.fence));
    assert!(facts.queue.is_sorted_by(|first, second| first.tenant <= second.tenant));
    for run in &facts.runs {
        let places = facts.queue.iter().filter(|queued| **queued == run.run).count();
        assert_eq!(places, usize::from(run.status == Status::Queued), "{run:?}");
        let live = facts.lease_of_run(run.run);
        assert!(live.is_some() || run.status != Status::Held, "{run:?}");
        assert!(live.is_none_or(|lease| run.newest.is_some_and(|newest| newest.fence == lease.fence)), "{run:?}");
        assert!(!facts.is_tombstoned(run.run), "{run:?}");
        assert!(run.net_charge >= 0 && (run.charged || run.net_charge == 0), "{run:?}");
        assert_eq!(run.completion.is_some(), run.status == Status::Completed, "{run:?}");
    }
    assert!(facts.leases.iter().all(|lease| facts.run(lease.run).is_some()));
}

#[test]
fn the_tables_agree_with_each_other_whatever_is_said_under_whatever_options() {
    let mut dice = Dice(1);
    let (mut halts, mut lost) = (0, 0);
    for _ in 0..400 {
        let (settings, decisions) = (some_settings(&mut dice), some_decisions(&mut dice));
        let mut situation = Situation::start(&settings, &decisions);
        let mut steps = Vec::new();
        let mut at: Millis = 0;
        for _ in 0..80 {
            at = if dice.roll(20) == 0 { at.saturating_sub(dice.roll(4)) } else { at + dice.roll(8) / 5 };
            let command = some_command(&mut dice, &situation);
            let outcome = situation.expect(&decisions, at, command);
            let parsed: Outcome = outcome.to_string().parse().expect("outcomes read back");
            assert_eq!(parsed, outcome);
            situation.after(at, command, &outcome);
            is_whole(&situation);
            situation.describe(at, &mut Canon::default());
            assert_eq!(view(&situation, at).halted, situation.halted.is_some());
            halts += u32::from(outcome.answer == spec::Answer::Halted);
            lost += u32::from(matches!(outcome.answer, spec::Answer::Recovered { alarm: true, .. }));
            steps.push(Step { at, command, outcome });
        }
        assert_eq!(Situation::of(&settings, &decisions, &steps), situation);
    }
    assert!(halts > 10 && lost > 10, "{halts} {lost}");
}
