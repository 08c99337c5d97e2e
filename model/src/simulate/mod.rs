//! The seeded simulator: the control plane at the size of a real platform and under faults, as a pure function of a seed.
//!
//! [`world`] is everybody outside and everything that goes wrong there; [`judge`] says what was answered wrongly; [`setup`]
//! draws both from a seed, by [`profile`]. The loop, the hash and all that becomes of a finding are the [spine](crate::spine)'s.

mod artifacts;
pub mod cli;
mod display;
mod encode;
pub mod judge;
pub mod plane;
pub mod profile;
pub mod report;
mod scenario;
pub mod setup;
pub mod shrink;
pub mod testing;
pub mod world;

pub use judge::Depth;
pub use profile::Profile;
pub use scenario::Simulator;

pub use crate::start::Start;

use spec::{Decisions, Settings};

/// This repository's own control plane.
pub fn start(settings: &Settings, decisions: &Decisions) -> ballast::ControlPlane {
    spec::Explorable::start(settings, decisions)
}
