//! How many commands a second: 1,000 tenants, 10,000 workers, 100,000 queued runs, one core.
//!
//! `cargo run --release -p ballast --example throughput [seconds]`

use ballast::ControlPlane;
use spec::{
    Answer, BadSettings, Command, Decisions, Digest, Fence, Limits, Outcome, RunId, Settings, TenantId, WorkerId,
};
use std::num::NonZeroU32;
#[expect(clippy::disallowed_types, reason = "a measurement needs a clock; nothing here decides")]
use std::time::Instant;

const TENANTS: u32 = 1_000;
const WORKERS: u32 = 10_000;
const QUEUED: u32 = 100_000;

/// The outside: workers that each hold a run or not, and tenants that submit another for each one taken.
struct Load {
    plane: ControlPlane,
    at: u64,
    held: Vec<Option<(RunId, Fence)>>,
    next_key: Vec<u32>,
    commands: u64,
    random: u64,
}

impl Load {
    fn below(&mut self, bound: u32) -> u32 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.random >> 33) % u64::from(bound)) as u32
    }

    fn send(&mut self, command: Command) -> Outcome {
        self.commands += 1;
        // About 5,000 commands a millisecond of the platform's time.
        if self.commands.is_multiple_of(5_000) {
            self.at += 1;
            self.plane.drain_journal().for_each(drop);
        }
        self.plane.apply(self.at, command)
    }

    fn submit(&mut self, tenant: u32) {
        let key = self.next_key[tenant as usize];
        self.next_key[tenant as usize] += 1;
        let cost = NonZeroU32::MIN.saturating_add(key % 7);
        self.send(Command::Submit { run: RunId { tenant: TenantId(tenant), key }, cost });
    }

    /// One worker's turn: it works on, finishes, or asks for work.
    fn turn(&mut self) {
        let index = self.below(WORKERS);
        let worker = WorkerId(index);
        let goes_on = self.below(2) == 0;
        match self.held[index as usize] {
            Some((_, fence)) if goes_on => {
                self.send(Command::Heartbeat { worker, fence });
            }
            Some((run, fence)) => {
                self.held[index as usize] = None;
                self.send(Command::Complete { run, fence, result: Digest(u64::from(run.key)) });
            }
            None => {
                if let Answer::Granted { run, fence, .. } = self.send(Command::Claim { worker }).answer {
                    self.held[index as usize] = Some((run, fence));
                    self.submit(run.tenant.0);
                }
            }
        }
    }
}

impl Load {
    /// A platform at work: the queues are full, and most slots are taken.
    fn start() -> Result<Load, BadSettings> {
        let settings = Settings {
            window: 60_000,
            lease: 30_000,
            warm_up: 5_000,
            grace: 10_000,
            attempts: 3,
            queue: 1_000,
            pool: WORKERS,
            tenants: vec![Limits { cap: 12, quota: 1_000_000_000 }; TENANTS as usize],
        };
        let plane = ControlPlane::new(&settings, &Decisions::default())?;
        let held = vec![None; WORKERS as usize];
        let mut load = Load { plane, at: 0, held, next_key: vec![0; TENANTS as usize], commands: 0, random: 7 };
        for number in 0..QUEUED {
            load.submit(number % TENANTS);
        }
        for _ in 0..4 * WORKERS {
            load.turn();
        }
        Ok(load)
    }
}

#[expect(clippy::disallowed_types, reason = "a measurement needs a clock; nothing here decides")]
fn main() {
    let seconds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(3.0);
    let mut load = match Load::start() {
        Ok(load) => load,
        Err(error) => return eprintln!("failed to start: {error}"),
    };
    let (before, started) = (load.commands, Instant::now());
    let mut best: f64 = 0.0;
    while started.elapsed().as_secs_f64() < seconds {
        let (before, started) = (load.commands, Instant::now());
        for _ in 0..5_000 {
            load.turn();
        }
        // The best batch tells what the code does when nothing else runs on the machine.
        best = best.max((load.commands - before) as f64 / started.elapsed().as_secs_f64());
    }
    let (commands, elapsed) = (load.commands - before, started.elapsed().as_secs_f64());
    let busy = load.held.iter().flatten().count();
    println!("tenants={TENANTS} workers={WORKERS} queued={QUEUED} busy={busy}");
    println!("commands={commands} seconds={elapsed:.2}");
    println!("commands_per_second={:.0} best_batch={best:.0}", commands as f64 / elapsed);
}
