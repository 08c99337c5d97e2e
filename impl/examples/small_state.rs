//! What one transition of an explorer costs on a state of a few runs: copy, compare, apply, view, describe.
//!
//! `cargo run --release -p ballast --example small_state`

use ballast::ControlPlane;
use spec::canon::{Canon, Describe};
use spec::{Command, Decisions, Digest, Fence, Limits, RunId, Settings, TenantId, View, WorkerId};
use std::hint::black_box;
use std::num::NonZeroU32;
#[expect(clippy::disallowed_types, reason = "a measurement needs a clock; nothing here decides")]
use std::time::Instant;

/// The nanoseconds of one call, in the best of many batches.
#[expect(clippy::disallowed_types, reason = "a measurement needs a clock; nothing here decides")]
fn measure(name: &str, mut call: impl FnMut()) {
    let mut best = f64::INFINITY;
    for _ in 0..2_000 {
        let started = Instant::now();
        for _ in 0..200 {
            call();
        }
        best = best.min(started.elapsed().as_secs_f64() * 1e9 / 200.0);
    }
    println!("{name}_ns={best:.0}");
}

fn main() {
    let limits = Limits { cap: 1, quota: 3 };
    let settings = Settings {
        window: 4,
        lease: 2,
        warm_up: 1,
        grace: 1,
        attempts: 2,
        queue: 2,
        pool: 2,
        tenants: vec![limits, limits],
    };
    let mut plane = match ControlPlane::new(&settings, &Decisions::default()) {
        Ok(plane) => plane,
        Err(error) => return eprintln!("failed to start: {error}"),
    };
    let run = |tenant, key| RunId { tenant: TenantId(tenant), key };
    let fence = |grant| Fence { term: 1, grant };
    let cost = NonZeroU32::MIN;
    let history = [
        (0, Command::Submit { run: run(0, 0), cost }),
        (0, Command::Submit { run: run(0, 1), cost }),
        (0, Command::Claim { worker: WorkerId(0) }),
        (1, Command::Fail { worker: WorkerId(0), fence: fence(1) }),
        (1, Command::Claim { worker: WorkerId(0) }),
        (3, Command::Complete { run: run(0, 0), fence: fence(2), result: Digest(0) }),
        (4, Command::Claim { worker: WorkerId(1) }),
        (6, Command::Sweep),
        (6, Command::Submit { run: run(1, 0), cost }),
        (6, Command::Claim { worker: WorkerId(1) }),
    ];
    for (at, command) in history {
        let outcome = plane.apply(at, command);
        println!("{at} {command}: {outcome}");
    }
    let mut copy = plane.clone();
    measure("clone_from", || copy.clone_from(black_box(&plane)));
    measure("equal", || assert!(black_box(&copy) == black_box(&plane)));
    let mut view = View::default();
    measure("view", || plane.view(black_box(7), &mut view));
    let mut canon = Canon::default();
    measure("describe", || {
        canon.clear();
        plane.describe(black_box(7), &mut canon);
    });
    let commands = [
        Command::Submit { run: run(1, 1), cost },
        Command::Cancel { run: run(0, 1) },
        Command::Claim { worker: WorkerId(0) },
        Command::Heartbeat { worker: WorkerId(1), fence: fence(4) },
        Command::Complete { run: run(1, 0), fence: fence(4), result: Digest(0) },
        Command::Fail { worker: WorkerId(1), fence: fence(4) },
        Command::Sweep,
        Command::Resize { slots: 1 },
        Command::Restart { lost: 0 },
    ];
    for command in commands {
        measure(&format!("clone_from_and_apply `{command}`"), || {
            copy.clone_from(&plane);
            black_box(copy.apply(7, command));
        });
    }
}
