//! What `compare` has to say, as data. `--json` prints it as it stands; docs/compare.md explains its keys.

use super::metric::Metric;
use super::statistics::Estimate;
use serde::Serialize;

/// The version of the shape of this report.
pub const REPORT_VERSION: u32 = 1;

/// The whole report.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// [`REPORT_VERSION`].
    pub version: u32,
    /// The spec's file.
    pub spec: String,
    /// What `--set` changed.
    pub set: Vec<String>,
    /// The first seed.
    pub seed: u64,
    /// How many seeds.
    pub runs: u64,
    /// The profiles that each seed was run in.
    pub profiles: Vec<String>,
    /// What is measured.
    pub metrics: Vec<MetricRow>,
    /// The decisions that were compared.
    pub decisions: Vec<DecisionReport>,
    /// The exit code.
    pub exit: u8,
}

/// One metric.
#[derive(Debug, Clone, Serialize)]
pub struct MetricRow {
    /// Its name.
    pub metric: Metric,
    /// `%`, `ms` or `index`.
    pub unit: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// One decision, its options side by side.
#[derive(Debug, Clone, Serialize)]
pub struct DecisionReport {
    /// Its id.
    pub decision: String,
    /// Its key.
    pub key: String,
    /// Its question.
    pub question: String,
    /// Whether the spec leaves it open.
    pub open: bool,
    /// Its options, the one that the others are held against first: the chosen one, or the first of an open decision.
    pub options: Vec<OptionReport>,
    /// How far the runs came by the decision, by profile and option.
    pub coverage: Vec<Coverage>,
    /// The figures, by profile and metric.
    pub measurements: Vec<Measurement>,
    /// Comparisons with enough pairs to be judged: what the level of 5 % is shared among.
    pub comparisons: usize,
    /// How many of them are real.
    pub real: usize,
    /// A digest of every history and every figure, 32 hexadecimal digits.
    pub digest: String,
    /// The same over the first five seeds only, so that it can be had again in a moment.
    pub digest_of_five: String,
    /// What is wrong.
    pub findings: Vec<String>,
    /// Whether a bound ended the exhaustive check of an option first.
    pub incomplete: bool,
}

/// One option.
#[derive(Debug, Clone, Serialize)]
pub struct OptionReport {
    /// Its name.
    pub option: String,
    /// What it means.
    pub means: String,
    /// The verdict of the exhaustive scopes; none where it was not asked for.
    pub exhaustive: Option<Exhaustive>,
    /// Commands that were answered.
    pub commands: u64,
    /// Those in which the control plane read the decision.
    pub reads: u64,
    /// Runs, one for each seed and profile.
    pub runs: usize,
    /// Runs whose history differs from that of the first option; none of the first.
    pub parted: Option<usize>,
}

/// The verdict of the exhaustive scopes that read a decision, under one option.
#[derive(Debug, Clone, Serialize)]
pub struct Exhaustive {
    /// How many scopes.
    pub scopes: usize,
    /// Unique states.
    pub states: usize,
    /// Judged steps.
    pub transitions: u64,
    /// Whether every state was expanded, or a finding ended it.
    pub complete: bool,
    /// The invariant that the spec says it breaks.
    pub claim: Option<String>,
    /// What it was found to break, in words; empty where it keeps all eight.
    pub breaks: Vec<String>,
    /// The length of a shortest history on which it does, in moves.
    pub moves: Option<usize>,
    /// Whether the healthy core alone can bring every state to an end; none where that was not asked, as of an option
    /// that breaks something.
    pub drains: Option<bool>,
    /// The line that gives the verdict again.
    pub reproduce: String,
}

/// How far the runs of a profile came by the decision under an option.
#[derive(Debug, Clone, Serialize)]
pub struct Coverage {
    /// The profile.
    pub profile: String,
    /// The option.
    pub option: String,
    /// Runs.
    pub runs: usize,
    /// Commands that were answered.
    pub commands: u64,
    /// Those in which the decision was read.
    pub reads: u64,
    /// Runs in which it was read at all.
    pub runs_that_read: usize,
    /// Grants on slots that were still cold (D19).
    pub cold_grants: u64,
    /// Runs whose history differs from that of the first option.
    pub parted: usize,
}

/// One metric in one profile.
#[derive(Debug, Clone, Serialize)]
pub struct Measurement {
    /// The profile, or `all` for all of them together.
    pub profile: String,
    /// The metric.
    pub metric: Metric,
    /// Its value under each option, in the order of the options.
    pub options: Vec<Measured>,
}

/// A metric under an option.
#[derive(Debug, Clone, Serialize)]
pub struct Measured {
    /// The option.
    pub option: String,
    /// The mean over the seeds; none where no seed had anything to measure.
    pub value: Option<Estimate>,
    /// The difference from the first option, paired by seed; none of the first, and where there was no pair.
    pub difference: Option<Difference>,
}

/// A paired difference.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Difference {
    /// The mean over the pairs, and its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// How likely it is where in truth there is none; none where there are too few pairs to say.
    pub chance: Option<f64>,
    /// Whether it may be called real, with all comparisons of the decision taken together.
    pub real: bool,
}
