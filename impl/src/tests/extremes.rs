//! No input panics: the greatest and least of everything, in random order, under every option.

use crate::ControlPlane;
use spec::SLOTS_MAX;
use spec::canon::{Canon, Describe};
use spec::{
    Answer, Command, DecisionId, Decisions, Digest, Fence, Limits, Millis, RunId, Settings, TenantId, View, WorkerId,
};
use std::num::NonZeroU32;

struct Dice(u64);

impl Dice {
    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        of[(self.0 >> 33) as usize % of.len()]
    }
}

const NAMES: [u32; 5] = [0, 1, 2, u32::MAX - 1, u32::MAX];
const LIMITS: [i64; 7] = [i64::MIN, -1, 0, 1, 3, i64::MAX - 1, i64::MAX];

fn instant(dice: &mut Dice, last: Millis) -> Millis {
    let near = [last, last.saturating_add(1), last.saturating_sub(1), last.saturating_add(7)];
    let far = [0, u64::MAX, u64::MAX - 1, u64::MAX / 2];
    if dice.one(&[0, 0, 0, 0, 0, 1]) == 0 { dice.one(&near) } else { dice.one(&far) }
}

fn command(dice: &mut Dice, fences: &[(RunId, WorkerId, Fence)]) -> Command {
    let wild = (
        RunId { tenant: TenantId(dice.one(&NAMES)), key: dice.one(&NAMES) },
        WorkerId(dice.one(&NAMES)),
        Fence { term: dice.one(&NAMES), grant: dice.one(&[0, 1, u64::MAX]) },
    );
    let known = if fences.is_empty() { wild } else { dice.one(fences) };
    let (run, worker, fence) = dice.one(&[wild, known, known]);
    let cost = NonZeroU32::new(dice.one(&[1, 2, u32::MAX])).unwrap_or(NonZeroU32::MIN);
    let limit = dice.one(&LIMITS);
    let lost = dice.one(&[0, 1, u32::MAX]);
    dice.one(&[
        Command::Submit { run: wild.0, cost },
        Command::Submit { run: wild.0, cost },
        Command::Submit { run: wild.0, cost },
        Command::Cancel { run },
        Command::Claim { worker: wild.1 },
        Command::Claim { worker: wild.1 },
        Command::Heartbeat { worker, fence },
        Command::Complete { run, fence, result: Digest(u64::MAX) },
        Command::Fail { worker, fence },
        Command::Release { worker, fence },
        Command::SetCap { tenant: run.tenant, cap: limit },
        Command::SetQuota { tenant: run.tenant, quota: limit },
        Command::Resize { slots: limit },
        Command::Sweep,
        Command::Restart { lost },
        Command::Acknowledge,
    ])
}

fn settings(dice: &mut Dice) -> Settings {
    let limits = |dice: &mut Dice| Limits { cap: dice.one(&LIMITS).max(0), quota: dice.one(&LIMITS).max(0) };
    let tenants = (0..dice.one(&[0, 1, 2, 3, 20])).map(|_| limits(dice)).collect();
    Settings {
        window: dice.one(&[1, 3, u64::MAX]),
        lease: dice.one(&[1, 5, u64::MAX]),
        warm_up: dice.one(&[0, 2, u64::MAX]),
        grace: dice.one(&[0, 2, u64::MAX]),
        attempts: dice.one(&[1, 2, u32::MAX]),
        queue: dice.one(&[1, 2, u32::MAX]),
        pool: dice.one(&[0, 2, SLOTS_MAX]),
        tenants,
    }
}

#[test]
fn no_command_panics_whatever_its_numbers_are() {
    let mut dice = Dice(1);
    let mut granted = 0;
    for _ in 0..600 {
        let mut decisions = Decisions::default();
        for decision in DecisionId::all() {
            let options: Vec<usize> = (0..decision.info().options.len()).collect();
            decisions.set(decision, dice.one(&options)).expect("the option exists");
        }
        let settings = settings(&mut dice);
        let mut plane = ControlPlane::new(&settings, &decisions).expect("the settings are good");
        let (mut fences, mut last) = (Vec::new(), 0);
        let (mut view, mut canon) = (View::default(), Canon::default());
        for step in 0..150 {
            last = instant(&mut dice, last);
            let command = command(&mut dice, &fences);
            let outcome = plane.apply(last, command);
            if let (Command::Claim { worker }, Answer::Granted { run, fence, .. }) = (command, outcome.answer) {
                fences.push((run, worker, fence));
                granted += 1;
            }
            if step % 16 == 0 {
                let at = instant(&mut dice, last);
                plane.view(at, &mut view);
                canon.clear();
                plane.describe(at, &mut canon);
            }
        }
    }
    assert!(granted > 500, "only {granted} grants");
}

#[test]
fn settings_that_no_control_plane_can_have_are_refused_or_do_no_harm() {
    let settings = Settings {
        window: 0,
        lease: 0,
        warm_up: 0,
        grace: 0,
        attempts: 0,
        queue: 0,
        pool: 1,
        tenants: vec![Limits { cap: -1, quota: -1 }],
    };
    assert!(ControlPlane::new(&settings, &Decisions::default()).is_err());
    let mut plane = <ControlPlane as spec::Explorable>::start(&settings, &Decisions::default());
    let mut dice = Dice(2);
    for _ in 0..1000 {
        let at = instant(&mut dice, 5);
        let command = command(&mut dice, &[]);
        plane.apply(at, command);
    }
}

#[test]
fn a_huge_sparse_name_costs_little_memory() {
    let settings = Settings {
        window: 10,
        lease: 5,
        warm_up: 0,
        grace: 0,
        attempts: 1,
        queue: 5,
        pool: 5,
        tenants: vec![Limits { cap: 5, quota: 5 }],
    };
    let mut plane = ControlPlane::new(&settings, &Decisions::default()).expect("the settings are good");
    for key in [u32::MAX, 0, u32::MAX / 2] {
        let run = RunId { tenant: TenantId(0), key };
        let outcome = plane.apply(0, Command::Submit { run, cost: NonZeroU32::MIN });
        assert_eq!(outcome.answer, Answer::Queued { parked: false });
        let outcome = plane.apply(0, Command::Claim { worker: WorkerId(key) });
        assert!(matches!(outcome.answer, Answer::Granted { run: granted, .. } if granted == run), "{outcome}");
    }
}
