//! The seeded simulator: the control plane at the size of a real platform and under faults, as a pure function of a seed.

mod encode;
pub mod plane;
pub mod profile;
pub mod setup;
pub mod world;
