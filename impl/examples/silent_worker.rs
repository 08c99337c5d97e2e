//! A pool with two tenants, and a worker that goes silent with a run in its hands.
//!
//! `cargo run -p ballast --example silent_worker`

use ballast::ControlPlane;
use spec::{BadSettings, Command, Decisions, Limits, ParseError, Settings};

/// What happens, and why: an instant in ms, a command, and what to watch for.
const STORY: &[(u64, &str, &str)] = &[
    (0, "submit a/1 cost 2", "Tenant a wants two runs done, tenant b one; the pool has two slots."),
    (0, "submit a/2 cost 1", ""),
    (0, "submit b/1 cost 1", ""),
    (10, "claim w1", "Two workers ask for work. The tenants take turns, and a grant is charged (D16, D02)."),
    (10, "claim w2", ""),
    (20, "claim w3", "A third one finds no slot."),
    (900, "heartbeat w2 fence 1.2", "w2 is alive and says so. Nobody hears of w1."),
    (1010, "claim w3", "w1's deadline has passed, but only a sweep ends its lease (D23)."),
    (1020, "sweep", "Now its run is queued again, at the front, and one attempt is used up (D18, D25)."),
    (1020, "claim w3", "w1 may still be at work, so its slot rests for one grace length (D26)."),
    (1400, "complete b/1 fence 1.2 result x", "w2 finishes, and its slot is free at once."),
    (1400, "claim w3", "w3 gets a/1, under a new fence. It was charged once and for all (D03)."),
    (1500, "heartbeat w1 fence 1.1", "w1 wakes up: its fence tells that its lease is gone."),
    (1500, "complete a/1 fence 1.1 result y", "What it finished meanwhile is refused: somebody else is at it (D30)."),
    (1900, "complete a/1 fence 1.3 result x", "w3's result counts."),
    (1910, "complete a/1 fence 1.3 result x", "Its answer was lost, so w3 says it again: nothing happens twice (D31)."),
    (2010, "claim w1", "w1 is welcome to work again."),
    (2500, "complete a/2 fence 1.4 result x", ""),
];

/// What can go wrong when a story is told.
#[derive(Debug)]
enum Problem {
    Settings(BadSettings),
    Command(ParseError),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::Settings(error) => write!(f, "failed to start: {error}"),
            Problem::Command(error) => write!(f, "failed to read a command: {error}"),
        }
    }
}

impl From<BadSettings> for Problem {
    fn from(error: BadSettings) -> Problem {
        Problem::Settings(error)
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Problem {
        Problem::Command(error)
    }
}

fn tell() -> Result<(), Problem> {
    let settings = Settings {
        window: 60_000,
        lease: 1_000,
        warm_up: 200,
        grace: 500,
        attempts: 3,
        queue: 10,
        pool: 2,
        tenants: vec![Limits { cap: 1, quota: 5 }, Limits { cap: 2, quota: 5 }],
    };
    let mut plane = ControlPlane::new(&settings, &Decisions::default())?;
    for (at, command, remark) in STORY {
        if !remark.is_empty() {
            println!("\n{remark}");
        }
        let command: Command = command.parse()?;
        let outcome = plane.apply(*at, command);
        println!("  {at:>5} ms  {:<32} {outcome}", command.to_string());
    }
    let mut view = spec::View::default();
    plane.view(2_500, &mut view);
    println!();
    for tenant in &view.tenants {
        println!("tenant {} spent {} of {} credits", tenant.tenant, tenant.spent, tenant.quota);
    }
    Ok(())
}

fn main() {
    if let Err(problem) = tell() {
        eprintln!("{problem}");
        std::process::exit(2);
    }
}
