//! `compare`: the options of a decision side by side, on the same seeds.
//!
//! For each option there are two things. The verdict of the exhaustive scopes ([`verdict`]), as `check` would give it with
//! that option set. And figures from simulation: [`trial`] runs one seed under one option and lets a [`meter`] measure it
//! from outside; [`results`] pairs the options seed by seed and says which differences are real ([`statistics`]).
//! [`report`] is all of it as data, [`text`], [`markdown`] and [`html`] say it. `docs/compare.md` defines every figure.

pub mod cli;
pub mod html;
pub mod markdown;
pub mod meter;
pub mod metric;
mod platform;
pub mod report;
pub mod results;
pub mod statistics;
pub mod text;
pub mod trial;
pub mod verdict;

pub use metric::{METRICS, Metric, Values};
