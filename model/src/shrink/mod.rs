//! The shrinker: from a plan that fails to the smallest that it can find which fails in the same way.
//!
//! It knows nothing of admission, and imports nothing that does. What it shrinks is a [`Problem`].

mod problem;

pub use problem::{Failure, Plan, PlanOf, Problem, Span, Value};
