//! The shrinker on plans of admission, part by part.

mod candidates;
mod carried_out;
mod drives;
mod files;
mod given;
mod numbers;
mod plans;
mod whole;
