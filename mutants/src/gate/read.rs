//! What cargo-mutants 27 writes to `outcomes.json`, as far as the gate needs it.

use super::{GateError, Refusal};
use serde::Deserialize;

/// One file: a whole run, or one shard of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Shard {
    /// The file's name.
    pub file: String,
    /// How the tests came out without a mutant; `None` where they were not run.
    pub baseline: Option<Summary>,
    /// The mutants.
    pub mutants: Vec<Outcome>,
    /// Seconds from its beginning to its end; 0 where it did not end.
    pub wall_seconds: f64,
    /// The day on which it ended; empty where it did not.
    pub date: String,
    /// The version of cargo-mutants.
    pub version: String,
    ended: bool,
    counted: Vec<(&'static str, usize, usize)>,
}

/// What became of one mutant.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Where it is and what it replaces.
    pub name: String,
    /// The crate.
    pub package: String,
    /// How it ended.
    pub summary: Summary,
    /// Seconds of building and testing.
    pub seconds: f64,
}

/// How a mutant, or the baseline, ended: the words of cargo-mutants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Summary {
    /// The tests passed without a mutant; or a mutant was only built.
    Success,
    /// A test failed.
    CaughtMutant,
    /// No test failed.
    MissedMutant,
    /// It was not over in time.
    Timeout,
    /// It did not compile.
    Unviable,
    /// The tests failed without a mutant; or nobody knows.
    Failure,
}

#[derive(Deserialize)]
struct Lab {
    outcomes: Vec<RawOutcome>,
    total_mutants: usize,
    missed: usize,
    caught: usize,
    timeout: usize,
    unviable: usize,
    start_time: String,
    end_time: Option<String>,
    cargo_mutants_version: String,
}

#[derive(Deserialize)]
struct RawOutcome {
    scenario: Scenario,
    summary: Summary,
    #[serde(default)]
    phase_results: Vec<Phase>,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant(Mutant),
}

#[derive(Deserialize)]
struct Mutant {
    name: String,
    package: String,
}

#[derive(Deserialize)]
struct Phase {
    duration: f64,
}

/// No mutant takes so many seconds: three years.
const LONGEST: f64 = 1e8;

/// Reads one file.
///
/// # Errors
///
/// Where it is not what cargo-mutants writes.
pub fn read(file: &str, text: &str) -> Result<Shard, GateError> {
    let unreadable = |message: String| GateError::Unreadable { file: file.to_owned(), message };
    let lab: Lab = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
    if !lab.cargo_mutants_version.starts_with("27.") {
        return Err(unreadable(format!("it is of version {}", lab.cargo_mutants_version)));
    }
    let began = seconds(&lab.start_time).ok_or_else(|| unreadable(format!("no start_time: {}", lab.start_time)))?;
    let ended = match &lab.end_time {
        Some(time) => Some(seconds(time).ok_or_else(|| unreadable(format!("no end_time: {time}")))?),
        None => None,
    };
    if ended.is_some_and(|ended| ended < began) {
        return Err(unreadable("its end_time is before its start_time".to_owned()));
    }
    let mut shard = Shard {
        file: file.to_owned(),
        baseline: None,
        mutants: Vec::new(),
        wall_seconds: ended.map_or(0.0, |ended| ended - began),
        date: lab.end_time.as_deref().and_then(|time| time.get(..10)).unwrap_or_default().to_owned(),
        version: lab.cargo_mutants_version,
        ended: ended.is_some(),
        counted: Vec::new(),
    };
    for RawOutcome { scenario, summary, phase_results } in lab.outcomes {
        match scenario {
            // One that is not green is not made good by another.
            Scenario::Baseline if matches!(shard.baseline, None | Some(Summary::Success)) => {
                shard.baseline = Some(summary);
            }
            Scenario::Baseline => {}
            Scenario::Mutant(Mutant { name, package }) => {
                let seconds = phase_results.iter().map(|phase| phase.duration).sum();
                if !(0.0..LONGEST).contains(&seconds) {
                    return Err(unreadable(format!("no duration, in seconds: {seconds}")));
                }
                shard.mutants.push(Outcome { name, package, summary, seconds });
            }
        }
    }
    let of = |summary| shard.mutants.iter().filter(|outcome| outcome.summary == summary).count();
    shard.counted = vec![
        ("mutants", lab.total_mutants, shard.mutants.len()),
        ("missed", lab.missed, of(Summary::MissedMutant)),
        ("caught", lab.caught, of(Summary::CaughtMutant)),
        ("timeout", lab.timeout, of(Summary::Timeout)),
        ("unviable", lab.unviable, of(Summary::Unviable)),
    ];
    Ok(shard)
}

impl Shard {
    /// What is to be said against the file as a whole.
    pub(super) fn refusals(&self, baseline: bool) -> Vec<Refusal> {
        let file = || self.file.clone();
        let mut refusals = Vec::new();
        match self.baseline {
            Some(Summary::Success) => {}
            Some(_) => refusals.push(Refusal::RedBaseline { file: file() }),
            None if baseline => refusals.push(Refusal::NoBaseline { file: file() }),
            None => {}
        }
        if !self.ended {
            refusals.push(Refusal::Unfinished { file: file() });
        }
        for (what, said, counted) in self.counted.iter().filter(|(_, said, counted)| said != counted) {
            let what = format!("it says {said} {what}, and there are {counted}");
            refusals.push(Refusal::Miscounted { file: file(), what });
        }
        refusals
    }
}

/// Seconds since 1970 of a time in UTC such as `2026-01-31T12:00:00.5Z`.
fn seconds(time: &str) -> Option<f64> {
    let (date, clock) = time.strip_suffix('Z')?.split_once('T')?;
    let date: Vec<i64> = date.split('-').map(str::parse).collect::<Result<_, _>>().ok()?;
    let clock: Vec<f64> = clock.split(':').map(str::parse).collect::<Result<_, _>>().ok()?;
    let (&[year, month, day], &[hours, minutes, rest]) = (date.as_slice(), clock.as_slice()) else { return None };
    if !(0..=9_999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    if !(0.0..24.0).contains(&hours) || !(0.0..60.0).contains(&minutes) || !(0.0..61.0).contains(&rest) {
        return None;
    }
    // Howard Hinnant's days from a civil date: years begin in March, so that the leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = days + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(days as f64 * 86_400.0 + hours * 3_600.0 + minutes * 60.0 + rest)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn a_time_is_read_as_seconds_since_1970() {
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0.0));
        assert_eq!(seconds("2000-03-01T00:00:01.5Z"), Some(951_868_801.5));
        assert_eq!(seconds("2026-11-29T22:42:25Z"), Some(1_795_992_145.0));
        for bad in ["", "2026", "2026-11-29", "2026-11-29T22:42", "x-y-zTa:b:cZ", "2026-11-29TNaN:inf:0Z"] {
            assert_eq!(seconds(bad), None, "{bad}");
        }
    }
}
