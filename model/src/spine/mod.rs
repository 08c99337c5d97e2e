//! The determinism spine: one seed, one history, for any system with commands and outcomes.
//!
//! It knows nothing of admission, and imports nothing that does. A system implements [`System`]; a [`Scenario`] says how a
//! run of it is set up, driven and judged. What the spine adds:
//!
//! - streams of random numbers by name ([`Stream`]), and draws from them that never change ([`Draws`]);
//! - an [`Agenda`] in one total order; a hash of the whole history ([`Hash128`]); a configuration per seed ([`Swarm`]);
//! - the loop ([`run`](run::run)), an [`Envelope`] for what a failure is held to, findings and their [`Signature`];
//! - many seeds on many threads ([`run_corpus`]), cut into shards and merged again ([`Shard`], [`merge`]);
//! - a [`Watchdog`], a [self-check](self_check), and an [artifact](artifact) that replays without its seed.
//!
//! `model/examples/toy.rs` is the whole of it on a system of a few lines.

pub mod agenda;
pub mod artifact;
pub mod corpus;
pub mod draws;
pub mod envelope;
pub mod failure;
pub mod hash;
pub mod identity;
pub mod panics;
pub mod record;
pub mod run;
pub mod self_check;
pub mod shard;
pub mod stream;
pub mod swarm;
pub mod system;
#[cfg(test)]
pub(crate) mod toy;
pub mod watchdog;

pub use agenda::Agenda;
pub use corpus::{Corpus, Group, Meter, Options, run_corpus};
pub use draws::Draws;
pub use envelope::Envelope;
pub use failure::{Class, Finding, Signature};
pub use hash::{Absorb, Hash128};
pub use identity::Identity;
pub use record::{Event, Recording, Script};
pub use run::{Nothing, Recorder, Run};
pub use self_check::self_check;
pub use shard::{Seeds, Shard, ShardResult, merge};
pub use stream::Stream;
pub use swarm::{Fixed, Swarm};
pub use system::{Account, Fault, Judge, Measure, Ruling, Scenario, Step, System, World};
pub use watchdog::Watchdog;
