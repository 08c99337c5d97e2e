//! `verify`: whether a shrunk finding is what its certificate says, found out by somebody else.
//!
//! The shrinker says that a history fails in a certain way, and that it would not without any one of its events. Here that is
//! carried out again, in another process, by code that shares nothing with the shrinker but the certificate's plain data:
//! [`reduced`] takes events away and looks up anew what a fence stands for, [`hashes`] hashes anew, [`claims`] holds the
//! results against what is claimed. What cannot be found out by running something is under the certificate's seal.
//!
//! A certificate that leaves a removal out is refused: a check that found nothing to check fails.

pub mod claims;
pub mod cli;
pub mod files;
pub mod hashes;
pub mod reduced;
pub mod report;

#[cfg(test)]
mod fences;
#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod tests;

pub use claims::verify;
pub use files::{Files, Unreadable};
pub use report::{Claim, Report, Verdict};
