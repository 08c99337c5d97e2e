//! The vocabulary of admission control, and its decisions.
//!
//! A control plane takes a [`Command`] at an instant and answers with an [`Outcome`]. What it should answer depends on
//! [`Settings`] (lengths, bounds, limits) and on [`Decisions`]: the 38 questions that admission control leaves open,
//! each settled in `spec.yaml`, from which the enums in [`decisions`] are generated. [`ControlPlane`] is the seam that
//! everything else in the workspace meets at.
//!
//! With the feature `yaml` off, as an embedder has it, this crate needs serde and nothing else.

pub mod canon;
mod command;
pub mod decisions;
mod few;
mod ids;
mod outcome;
mod record;
mod seam;
mod settings;
mod view;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use command::Command;
pub use decisions::{DecisionId, Decisions, ReadSet};
pub use few::Few;
pub use ids::{Credits, Digest, Fence, Millis, ParseError, RunId, TenantId, WorkerId};
pub use outcome::{Answer, Ended, Fate, Idle, Outcome, Refusal, Shed, Status};
pub use record::{RECORD_VERSION, Record};
pub use seam::{ControlPlane, Explorable};
pub use settings::{BadSettings, Limits, Settings};
pub use view::{LeaseView, QueuedView, RunView, TenantView, View};
