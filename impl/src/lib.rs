//! Admission control for a multi-tenant platform: caps, quotas, a finite pre-warmed pool, fenced leases.
//!
//! Many tenants, each with a cap and a quota, share a pool of slots. They submit runs; workers claim them, hold them under
//! leases, and complete them, or fall silent. [`ControlPlane`] decides, one command at a time: what is queued and what is
//! refused, whose run goes next, which worker still holds what, what is charged, and what a restart brings back.
//!
//! # Asking
//!
//! A command comes with the caller's instant in milliseconds; an outcome comes back, at once. There is no thread, no clock
//! and no I/O in here: the same commands at the same instants give the same outcomes, on any machine.
//!
//! ```
//! use ballast::{ControlPlane, spec};
//! use spec::{Answer, Command, Decisions, Digest, Limits, RunId, Settings, TenantId, WorkerId};
//! use std::num::NonZeroU32;
//!
//! let settings = Settings {
//!     window: 60_000, // A quota covers a minute.
//!     lease: 10_000,  // A worker is to be heard of every ten seconds.
//!     warm_up: 2_000, // New slots take two seconds.
//!     grace: 5_000,   // A silent worker may be at work for five seconds more.
//!     attempts: 3,
//!     queue: 100,
//!     pool: 8,
//!     tenants: vec![Limits { cap: 4, quota: 1_000 }, Limits { cap: 6, quota: 500 }],
//! };
//! let mut plane = ControlPlane::new(&settings, &Decisions::default())?;
//!
//! let run = RunId { tenant: TenantId(0), key: 1 };
//! let cost = NonZeroU32::new(25).unwrap();
//! let outcome = plane.apply(0, Command::Submit { run, cost });
//! assert_eq!(outcome.answer, Answer::Queued { parked: false });
//!
//! let outcome = plane.apply(5, Command::Claim { worker: WorkerId(7) });
//! let Answer::Granted { run: granted, fence, deadline } = outcome.answer else { panic!("{outcome}") };
//! assert_eq!((granted, deadline, outcome.charged), (run, 10_005, 25));
//!
//! let outcome = plane.apply(900, Command::Complete { run, fence, result: Digest(0xfeed) });
//! assert_eq!(outcome.to_string(), "applied, ended 1.1 a/1 completed");
//! # Ok::<(), spec::BadSettings>(())
//! ```
//!
//! Send [`Command::Sweep`](spec::Command::Sweep) now and then, a few times a lease length: it ends the leases of workers
//! that fell silent (D23). Give every worker the fence of its grant, have it sent back with every word, and have the
//! worker stop when it is told that its lease is stale or expired. Let effects outside carry the fence too.
//!
//! # What it decides, and how that is changed
//!
//! Where admission control is ambiguous, [`Decisions`](spec::Decisions) settles it: 38 of them, D01 to D38, each with its
//! options in `spec.yaml`. [`Decisions::default`](spec::Decisions) has the chosen ones; any other can be
//! [set](spec::Decisions::set). Options that `spec.yaml` marks as breaking an invariant are carried out faithfully too: they
//! are there to be studied.
//!
//! [`ControlPlane::reads`] tells which decisions the last outcome rests on, or might.
//!
//! # Restarts
//!
//! Each step that changed anything leaves one [`JournalRecord`]. By default the records stay in memory, which is right for
//! tests and simulations: [`Command::Restart`](spec::Command::Restart) then rebuilds the state from them, less those that
//! were lost. A platform keeps its own journal: after each step write down what [`ControlPlane::drain_journal`] gives, and
//! the [`Anchor`], before the outcome is let out; after a crash call [`ControlPlane::recover`].
//!
//! ```
//! # use ballast::{ControlPlane, spec};
//! # use spec::{Command, Decisions, Limits, Settings, WorkerId};
//! # let settings = Settings {
//! #     window: 10, lease: 5, warm_up: 0, grace: 2, attempts: 3, queue: 9, pool: 1,
//! #     tenants: vec![Limits { cap: 1, quota: 9 }],
//! # };
//! # let decisions = Decisions::default();
//! let mut plane = ControlPlane::new(&settings, &decisions)?;
//! let mut disk = Vec::new();
//! let mut anchor = plane.anchor();
//! for command in ["submit a/1 cost 2", "claim w1"] {
//!     let outcome = plane.apply(3, command.parse().unwrap());
//!     disk.extend(plane.drain_journal());
//!     anchor = plane.anchor();
//!     // Only now is the outcome let out.
//!     drop(outcome);
//! }
//! drop(plane); // A crash.
//!
//! let (mut plane, outcome) = ControlPlane::recover(&settings, &decisions, anchor, &disk, 0, 4)?;
//! assert_eq!(outcome.to_string(), "recovered term 2");
//! disk.extend(plane.drain_journal());
//! let outcome = plane.apply(4, "heartbeat w1 fence 1.1".parse().unwrap());
//! assert_eq!(outcome.to_string(), "renewed until 9");
//! # Ok::<(), spec::BadSettings>(())
//! ```
//!
//! # Numbers from outside
//!
//! Tenants are numbered densely from 0, as configured. Keys and workers may be any `u32`: dense ones cost a few bytes each,
//! sparse ones some hundred, and none costs more. Runs are remembered for good, about a hundred bytes each, since an
//! accepted run must be answered alike for ever (D12). No number makes anything panic.
//!
//! # Inside
//!
//! `plane` takes a command in and hands it to `submit`, `claim`, `worker`, `completion`, `cancel`, `operator` or
//! `recovery`; `ends` is where every lease ends. They share the state: `tenants`, `runs` and their `queue`s, `leases`, the
//! `pool`, the `ledger`, and the `order` of tenants. `keys` and `minima` are the two structures underneath. `view` and
//! `describe` show the state to people and to an explorer. A decision is named next to the code that carries it out.

#[cfg(test)]
mod bisimulation;
mod cancel;
mod claim;
mod clock;
mod completion;
mod describe;
mod ends;
#[cfg(test)]
mod histories;
mod journal;
mod keys;
mod leases;
mod ledger;
mod minima;
mod operator;
mod order;
mod plane;
mod pool;
mod queue;
mod recovery;
mod runs;
mod same;
mod state;
mod submit;
mod tenants;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod view;
mod worker;

pub use describe::TOMBSTONE_FACT;
pub use journal::{Anchor, JournalRecord};
pub use plane::ControlPlane;
pub use spec;
