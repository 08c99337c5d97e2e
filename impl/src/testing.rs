//! What the tests of this crate share: dice that always fall alike, and an outside that throws them.

use crate::plane::ControlPlane;
use crate::runs::Stage;
use spec::{
    Answer, Command, DecisionId, Decisions, Digest, Fence, Limits, Millis, Outcome, RunId, Settings, TenantId, WorkerId,
};
use std::num::NonZeroU32;

/// A generator that gives the same numbers for the same seed, on any machine.
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice with a seed.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next number below a bound; 0 for a bound of 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)).checked_rem(bound).unwrap_or(0)
    }
}

/// What sends random commands: it remembers the fences that it was given, and sends old ones too.
pub(crate) struct Outside {
    pub(crate) dice: Dice,
    pub(crate) at: Millis,
    tenants: u64,
    keys: u64,
    workers: u64,
    grants: Vec<(RunId, WorkerId, Fence)>,
}

impl Outside {
    /// An outside with a seed, and so many tenants, runs of each, and workers.
    pub(crate) fn new(seed: u64, tenants: u64, keys: u64, workers: u64) -> Outside {
        Outside { dice: Dice::new(seed), at: 0, tenants, keys, workers, grants: Vec::new() }
    }

    fn run(&mut self) -> RunId {
        let strangers = u64::from(self.dice.below(20) == 0);
        let tenant = TenantId(self.dice.below(self.tenants + strangers) as u32);
        RunId { tenant, key: self.dice.below(self.keys) as u32 }
    }

    fn worker(&mut self) -> WorkerId {
        WorkerId(self.dice.below(self.workers) as u32)
    }

    fn grant(&mut self) -> (RunId, WorkerId, Fence) {
        let recent = self.dice.below(self.grants.len().min(4) as u64 + 1) as usize;
        match self.grants.iter().rev().nth(recent) {
            Some(grant) => *grant,
            None => (self.run(), self.worker(), Fence { term: 1, grant: 1 }),
        }
    }

    /// The next command and its instant: mostly a little later, now and then earlier.
    pub(crate) fn next(&mut self) -> (Millis, Command) {
        match self.dice.below(40) {
            0 => self.at = self.at.saturating_sub(self.dice.below(4)),
            1..16 => self.at += self.dice.below(4),
            _ => {}
        }
        (self.at, self.command())
    }

    fn command(&mut self) -> Command {
        let (run, worker, fence) = self.grant();
        match self.dice.below(100) {
            0..22 => {
                let run = self.run();
                // A run has its cost, but for a mistaken submit now and then.
                let cost = 1 + (run.key + u32::from(self.dice.below(12) == 0)) % 3;
                Command::Submit { run, cost: NonZeroU32::new(cost).unwrap() }
            }
            22..28 => Command::Cancel { run: self.run() },
            28..50 => Command::Claim { worker: self.worker() },
            50..58 => Command::Heartbeat { worker, fence },
            58..70 => Command::Complete { run, fence, result: Digest(self.dice.below(2)) },
            70..75 => Command::Fail { worker, fence },
            75..79 => Command::Release { worker, fence },
            79..82 => Command::SetCap { tenant: self.run().tenant, cap: self.dice.below(4) as i64 - 1 },
            82..85 => Command::SetQuota { tenant: self.run().tenant, quota: self.dice.below(8) as i64 - 1 },
            85..88 => Command::Resize { slots: self.dice.below(5) as i64 - 1 },
            88..95 => Command::Sweep,
            95..98 => Command::Restart { lost: self.dice.below(4) as u32 / 2 },
            _ => Command::Acknowledge,
        }
    }

    /// Takes note of an outcome.
    pub(crate) fn see(&mut self, command: Command, outcome: &Outcome) {
        if let (Command::Claim { worker }, Answer::Granted { run, fence, .. }) = (command, outcome.answer) {
            self.grants.push((run, worker, fence));
        }
    }
}

/// Settings in which every edge is near.
pub(crate) fn small_settings(tenants: usize) -> Settings {
    let limits = |tenant| Limits { cap: 1 + tenant as i64 % 2, quota: 4 };
    Settings {
        window: 10,
        lease: 5,
        warm_up: 3,
        grace: 2,
        attempts: 2,
        queue: 2,
        pool: 2,
        tenants: (0..tenants).map(limits).collect(),
    }
}

/// Every option of every decision, each with all others as chosen; and after them mixtures.
pub(crate) fn variants(mixtures: u64) -> Vec<Decisions> {
    let mut variants = vec![Decisions::default()];
    for decision in DecisionId::all() {
        for option in 0..decision.info().options.len() {
            variants.push(Decisions::default().with(decision, option).unwrap());
        }
    }
    for seed in 0..mixtures {
        let mut dice = Dice::new(seed);
        let mut mixture = Decisions::default();
        for decision in DecisionId::all() {
            mixture.set(decision, dice.below(decision.info().options.len() as u64) as usize).unwrap();
        }
        variants.push(mixture);
    }
    variants
}

/// Which options are not the chosen ones, for the message of a test that fails.
pub(crate) fn named(decisions: &Decisions) -> String {
    let chosen = Decisions::default();
    let differs = |decision: &DecisionId| decisions.option(*decision) != chosen.option(*decision);
    let names = DecisionId::all().filter(differs);
    names.map(|decision| format!("{decision}={} ", decisions.option_name(decision))).collect()
}

/// Holds what is kept of the runs and leases for speed to the runs and leases themselves.
pub(crate) fn audit(plane: &ControlPlane) {
    let state = &plane.state;
    let runs = &state.runs.row;
    for (index, tenant) in state.tenants.iter().enumerate() {
        let of = |stage: Stage| runs.iter().filter(move |run| run.tenant() == index && run.stage == stage);
        let sum = |stage: Stage, charged: bool| {
            let runs = of(stage).filter(|run| !run.parked && run.charged == charged);
            runs.map(|run| i64::from(run.cost)).sum::<i64>()
        };
        assert_eq!(tenant.queued_fresh, sum(Stage::Queued, false));
        assert_eq!(tenant.queued_charged, sum(Stage::Queued, true));
        assert_eq!(tenant.held_fresh, sum(Stage::Held, false));
        assert_eq!(tenant.parked as usize, of(Stage::Queued).filter(|run| run.parked).count());
        assert_eq!(tenant.queue.len() as usize, of(Stage::Queued).count());
        assert_eq!(tenant.queue.iter().count(), of(Stage::Queued).count());
        assert_eq!(tenant.queue.head(), tenant.queue.iter().next());
        assert_eq!(tenant.held as usize, state.leases.of_tenant(tenant).count());
        let resting = state.pool.resting.iter().filter(|rest| rest.0.tenant as usize == index);
        assert_eq!(tenant.resting as usize, resting.count());
        let charges = state.ledger.log.iter().filter(|charge| charge.tenant as usize == index);
        let charged: i64 = charges.map(|charge| charge.amount).sum();
        assert!(tenant.window != u64::MAX || tenant.spent == charged, "{} in a log of {charged}", tenant.spent);
    }
    assert_eq!(state.leases.len() as usize, state.leases.iter().count());
    let warming: u64 = state.pool.warming.iter().map(|warming| warming.slots).sum();
    assert_eq!(state.pool.present(), state.pool.warm + warming);
    let mut entries: Vec<u64> = Vec::new();
    for (number, run) in (0..).zip(runs) {
        if run.stage.is_open() {
            entries.push(state.runs.entry(number));
        } else {
            assert!(!state.runs.has_older(number), "a run at its end has no older fences");
        }
    }
    entries.sort_unstable();
    assert!(entries.windows(2).all(|pair| pair[0] < pair[1]), "no two runs have one queue entry");
    assert!(entries.last().is_none_or(|entry| *entry < state.next_entry));
}

/// Makes two tests of each function that takes every how manieth variant it tries: one that is over at once, with the
/// given number, and one that tries them all, which ci/mutants leaves out.
macro_rules! at_two_lengths {
    ($($name:ident: $every:literal,)+) => {
        mod quick {
            $(#[test] fn $name() { super::$name($every); })+
        }
        mod at_length {
            $(#[test] fn $name() { super::$name(1); })+
        }
    };
}
pub(crate) use at_two_lengths;
