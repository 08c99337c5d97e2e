//! Runs the trials of a decision, and pairs its options seed by seed.
//!
//! What comes out does not depend on the number of threads: every trial has a place, and figures are added up in the
//! order of the places.

use super::metric::Metric;
use super::report::{Coverage, Difference, Measured, Measurement};
use super::statistics::{self, Estimate};
use super::trial::{Sample, Trial};
use crate::progress::Progress;
use crate::simulate::{Profile, Start};
use crate::spine::{Hash128, Seeds, hash};
use spec::{ControlPlane, DecisionId, Decisions};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The seed of the digest's hash.
const DIGEST: u32 = 7;

/// What is to be run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The decision.
    pub decision: DecisionId,
    /// Its options, the one that the others are held against first.
    pub options: Vec<usize>,
    /// The other decisions, as they are in force.
    pub base: Decisions,
    /// The profiles that every seed is run in.
    pub profiles: Vec<Profile>,
    /// The seeds.
    pub seeds: Seeds,
    /// How many threads.
    pub jobs: usize,
}

/// Everything that was sampled: for each profile and seed, in that order, one sample for each option.
#[derive(Debug)]
pub struct Trials {
    plan: Plan,
    samples: Vec<Vec<Sample>>,
}

impl Trials {
    /// Runs all trials of a plan.
    pub fn run<C: ControlPlane>(plan: Plan, start: &Start<C>, progress: &dyn Progress) -> Trials {
        let trials: Vec<Vec<Trial<C>>> = plan
            .profiles
            .iter()
            .map(|profile| plan.options.iter().map(|option| plan.trial(*profile, *option, start)).collect())
            .collect();
        let per_profile = plan.seeds.count as usize;
        let count = per_profile * plan.profiles.len();
        progress.add(count);
        let next = AtomicUsize::new(0);
        let samples: Vec<Mutex<Vec<Sample>>> = (0..count).map(|_| Mutex::default()).collect();
        std::thread::scope(|threads| {
            for _ in 0..plan.jobs.clamp(1, count.max(1)) {
                threads.spawn(|| {
                    while let Some(place) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|place| *place < count) {
                        let seed = plan.seeds.first.wrapping_add((place % per_profile) as u64);
                        let row = trials[place / per_profile].iter().map(|trial| trial.run(seed)).collect();
                        *samples[place].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = row;
                        progress.done(0);
                    }
                });
            }
        });
        let taken = samples.into_iter().map(|row| row.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner));
        let samples = taken.collect();
        Trials { samples, plan }
    }

    /// What was planned.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The samples of a profile, or of all, by seed.
    fn of(&self, profile: Option<usize>) -> &[Vec<Sample>] {
        let count = self.plan.seeds.count as usize;
        match profile {
            Some(place) => &self.samples[place * count..(place + 1) * count],
            None => &self.samples,
        }
    }

    /// All samples, for each profile and seed one for each option.
    pub fn samples(&self) -> &[Vec<Sample>] {
        &self.samples
    }

    /// The profile and the seed of a place among the samples.
    pub fn place(&self, place: usize) -> (Profile, u64) {
        let count = self.plan.seeds.count.max(1);
        let seed = self.plan.seeds.first.wrapping_add(place as u64 % count);
        (self.plan.profiles[(place as u64 / count) as usize], seed)
    }

    /// How far the runs came by the decision.
    pub fn coverage(&self) -> Vec<Coverage> {
        let cover = |(place, profile): (usize, &Profile), option: usize| {
            let rows = self.of(Some(place));
            Coverage {
                profile: profile.word().to_owned(),
                option: self.plan.name(option),
                runs: rows.len(),
                commands: rows.iter().map(|row| row[option].commands).sum(),
                reads: rows.iter().map(|row| row[option].reads).sum(),
                runs_that_read: rows.iter().filter(|row| row[option].reads > 0).count(),
                cold_grants: rows.iter().map(|row| row[option].cold_grants).sum(),
                parted: rows.iter().filter(|row| row[option].hash != row[0].hash).count(),
            }
        };
        let profiles = self.plan.profiles.iter().enumerate();
        profiles.flat_map(|profile| (0..self.plan.options.len()).map(move |option| cover(profile, option))).collect()
    }

    /// The figures, with what may be called real of all of them together. Gives also how many comparisons there were.
    pub fn measurements(&self) -> (Vec<Measurement>, usize) {
        let profiles = self.plan.profiles.iter().enumerate();
        let mut groups: Vec<(String, Option<usize>)> =
            profiles.map(|(place, profile)| (profile.word().to_owned(), Some(place))).collect();
        if groups.len() > 1 {
            groups.insert(0, ("all".to_owned(), None));
        }
        let mut measurements: Vec<Measurement> = groups
            .iter()
            .flat_map(|(name, group)| Metric::ALL.map(|metric| self.measurement(name, *group, metric)))
            .collect();
        let mut differences: Vec<&mut Difference> = measurements
            .iter_mut()
            .flat_map(|row| row.options.iter_mut().filter_map(|measured| measured.difference.as_mut()))
            .filter(|difference| difference.chance.is_some())
            .collect();
        let chances: Vec<f64> = differences.iter().filter_map(|difference| difference.chance).collect();
        let real = statistics::real(&chances);
        differences.iter_mut().zip(&real).for_each(|(difference, real)| difference.real = *real);
        (measurements, chances.len())
    }

    fn measurement(&self, name: &str, group: Option<usize>, metric: Metric) -> Measurement {
        let rows = self.of(group);
        let value = |row: &[Sample], option: usize| row[option].values[metric as usize];
        let options = (0..self.plan.options.len()).map(|option| {
            let values: Vec<f64> = rows.iter().filter_map(|row| value(row, option)).collect();
            let differences: Vec<f64> =
                rows.iter().filter_map(|row| Some(value(row, option)? - value(row, 0)?)).collect();
            let difference = Estimate::of(&differences).filter(|_| option > 0);
            Measured {
                option: self.plan.name(option),
                value: Estimate::of(&values),
                difference: difference.map(|estimate| Difference {
                    estimate,
                    chance: statistics::chance(&differences),
                    real: false,
                }),
            }
        });
        Measurement { profile: name.to_owned(), metric, options: options.collect() }
    }

    /// A digest of the histories and figures of the first so many seeds.
    pub fn digest(&self, seeds: u64) -> String {
        let count = self.plan.seeds.count.max(1);
        let mut digest = Hash128::new(DIGEST);
        for (place, row) in self.samples.iter().enumerate().filter(|(place, _)| (*place as u64 % count) < seeds) {
            let (profile, seed) = self.place(place);
            digest.text(profile.word());
            digest.word(seed);
            for sample in row {
                digest.word(sample.hash as u64);
                digest.word((sample.hash >> 64) as u64);
                for value in sample.values {
                    digest.word(value.map_or(u64::MAX, f64::to_bits));
                }
            }
        }
        hash::show(digest.value())
    }
}

impl Plan {
    /// The name of the option at this place of the plan.
    pub fn name(&self, place: usize) -> String {
        self.decision.info().options[self.options[place]].to_owned()
    }

    fn trial<C: ControlPlane>(&self, profile: Profile, option: usize, start: &Start<C>) -> Trial<C> {
        let mut decisions = self.base.clone();
        // The options of a plan are those of its decision, so this changes it; if not, nothing parts.
        let _ = decisions.set(self.decision, option);
        Trial::new(self.decision, decisions, profile, start.clone())
    }
}
