//! The simulator for a team's own tests: its own control plane, settings, decisions and profiles, one seed per sub-test.
//!
//! ```
//! use model::simulate::{Profile, testing::SeedTests};
//!
//! // In your tests this is your own `ControlPlane`.
//! let tests = SeedTests::new(|settings, decisions| model::simulate::start(settings, decisions))
//!     .profiles(&[Profile::Steady, Profile::Zombies])
//!     .seeds(1..=3);
//! tests.assert();
//! ```

use super::{Profile, Simulator};
use crate::spine::{Fixed, Nothing, Run, run::run};
use spec::{ControlPlane, Decisions, Settings};
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The environment variable that names the seeds: `7`, `1..20`, or several of them with commas.
pub const SEEDS: &str = "BALLAST_SEEDS";

/// Seeded tests of a control plane.
pub struct SeedTests<C> {
    simulator: Simulator<C>,
    fixed: Fixed,
    seeds: Vec<u64>,
}

/// One seed as a test of its own, for a test runner that takes them one by one, such as libtest-mimic.
pub struct SeedTest {
    /// `seed_7`.
    pub name: String,
    /// The seed.
    pub seed: u64,
    run: Box<dyn Fn() -> Result<(), String> + Send + Sync>,
}

impl SeedTest {
    /// Runs the seed.
    ///
    /// # Errors
    ///
    /// What was found, and the line that reproduces it.
    pub fn run(&self) -> Result<(), String> {
        (self.run)()
    }
}

impl<C: ControlPlane + 'static> SeedTests<C> {
    /// Tests of the control plane that `start` makes: under drawn settings, as the spec has it decided, in all profiles.
    /// The seeds are those of `BALLAST_SEEDS`, or 1 to 20.
    pub fn new(start: impl Fn(&Settings, &Decisions) -> C + Send + Sync + 'static) -> SeedTests<C> {
        let seeds = seeds_of(std::env::var(SEEDS).ok().as_deref()).unwrap_or_else(|| (1..=20).collect());
        SeedTests { simulator: Simulator::new(&[], Arc::new(start)), fixed: Fixed::new(), seeds }
    }

    /// Only these profiles.
    #[must_use]
    pub fn profiles(mut self, profiles: &[Profile]) -> SeedTests<C> {
        self.simulator = self.simulator.with_profiles(profiles);
        self
    }

    /// Under these settings.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> SeedTests<C> {
        self.simulator = self.simulator.with_settings(settings);
        self
    }

    /// Decided like this.
    #[must_use]
    pub fn decisions(mut self, decisions: Decisions) -> SeedTests<C> {
        self.simulator = self.simulator.with_decisions(decisions);
        self
    }

    /// With a dimension of the world fixed, by the name that `docs/simulate.md` lists.
    #[must_use]
    pub fn fix(mut self, name: &str, value: u64) -> SeedTests<C> {
        self.fixed.insert(name.to_owned(), value);
        self
    }

    /// These seeds, unless `BALLAST_SEEDS` names others.
    #[must_use]
    pub fn seeds(mut self, seeds: RangeInclusive<u64>) -> SeedTests<C> {
        self.seeds = seeds_of(std::env::var(SEEDS).ok().as_deref()).unwrap_or_else(|| seeds.collect());
        self
    }

    /// Every seed as a test of its own.
    pub fn sub_tests(self) -> Vec<SeedTest> {
        let shared = Arc::new((self.simulator, self.fixed));
        let sub_test = |seed: u64| {
            let shared = Arc::clone(&shared);
            let run = move || run_one(&shared.0, &shared.1, seed).1;
            SeedTest { name: format!("seed_{seed}"), seed, run: Box::new(run) }
        };
        self.seeds.iter().map(|seed| sub_test(*seed)).collect()
    }

    /// Runs every seed.
    ///
    /// # Errors
    ///
    /// What was found, seed by seed, each with the line that reproduces it.
    pub fn run(&self) -> Result<Vec<Run>, String> {
        let mut failures = String::new();
        let mut runs = Vec::new();
        for seed in &self.seeds {
            let (run, result) = run_one(&self.simulator, &self.fixed, *seed);
            runs.push(run);
            if let Err(text) = result {
                let _ = writeln!(failures, "{text}");
            }
        }
        if failures.is_empty() { Ok(runs) } else { Err(failures) }
    }

    /// Runs every seed, and panics with what was found.
    ///
    /// # Panics
    ///
    /// Where anything was found: it is meant for a `#[test]`.
    pub fn assert(&self) {
        if let Err(failures) = self.run() {
            panic!("{failures}");
        }
    }
}

fn run_one<C: ControlPlane>(simulator: &Simulator<C>, fixed: &Fixed, seed: u64) -> (Run, Result<(), String>) {
    let run = run(simulator, seed, fixed, &mut Nothing, &AtomicBool::new(false));
    let result = match &run.finding {
        Some(finding) if finding.class.exit_code() != 0 => {
            Err(format!("seed {seed}: {finding}\nREPRODUCE WITH: {SEEDS}={seed} cargo test"))
        }
        _ => Ok(()),
    };
    (run, result)
}

/// Reads `7`, `1..20` (both included), or several of them with commas. None where it does not read.
fn seeds_of(text: Option<&str>) -> Option<Vec<u64>> {
    let mut seeds = Vec::new();
    for part in text?.split(',') {
        match part.trim().split_once("..") {
            Some((first, last)) => {
                seeds.extend(first.parse::<u64>().ok()?..=last.trim_start_matches('=').parse().ok()?)
            }
            None => seeds.push(part.trim().parse().ok()?),
        }
    }
    Some(seeds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::{Meter, Options, Seeds, Watchdog, run_corpus};
    use std::time::Duration;

    #[test]
    fn seeds_are_read_one_by_one_and_as_ranges() {
        assert_eq!(seeds_of(Some("7")), Some(vec![7]));
        assert_eq!(seeds_of(Some("1..3, 9,5..=6")), Some(vec![1, 2, 3, 9, 5, 6]));
        assert_eq!(seeds_of(Some("x")), None);
        assert_eq!(seeds_of(None), None);
    }

    #[test]
    fn every_seed_is_a_test_of_its_own_name() {
        let tests = broken().sub_tests();
        let names: Vec<(&str, u64)> = tests.iter().map(|test| (test.name.as_str(), test.seed)).collect();
        assert_eq!(names, [("seed_4", 4), ("seed_5", 5)]);
        for test in tests {
            let text = test.run().unwrap_err();
            assert!(
                text.starts_with(&format!("seed {}: panic ", test.seed)) && text.contains("no control plane"),
                "{text}"
            );
            let line = format!("\nREPRODUCE WITH: BALLAST_SEEDS={} cargo test", test.seed);
            assert!(text.ends_with(&line), "{text}");
        }
    }

    /// Tests of a control plane that does not even start.
    fn broken() -> SeedTests<ballast::ControlPlane> {
        SeedTests::new(|_, _| panic!("no control plane")).profiles(&[Profile::Churn]).seeds(4..=5)
    }

    #[test]
    fn all_seeds_that_fail_are_told_one_after_the_other() {
        let text = broken().run().unwrap_err();
        assert_eq!(text.lines().filter(|line| line.starts_with("REPRODUCE WITH: ")).count(), 2, "{text}");
        let told = crate::spine::panics::catch(|| broken().assert()).unwrap_err();
        assert!(told.contains("seed 4: panic ") && told.contains("seed 5: panic "), "{told}");
    }

    /// Under a watchdog: where the judges never say that it is over, a drain has no end.
    #[test]
    fn seeds_of_this_control_plane_pass() {
        let watchdog = Watchdog { limit: Duration::from_secs(10), ..Watchdog::default() };
        let seeds = Seeds { first: 4, count: 2 };
        let options = Options { seeds, watchdog, ..Options::seeds(0) };
        let simulator = Simulator::new(&[Profile::Churn], Arc::new(super::super::start));
        let corpus = run_corpus(&simulator, &options, &Meter::default());
        assert_eq!((corpus.runs, corpus.gravest()), (2, None));
    }
}
