//! The verb `compare`.

use super::report::{DecisionReport, MetricRow, OptionReport, REPORT_VERSION, Report};
use super::results::{Plan, Trials};
use super::{Metric, html, markdown, text, verdict};
use crate::check::Request;
use crate::progress::{Bar, Progress, Silent};
use crate::simulate::{Profile, Start};
use crate::spine::{Seeds, panics};
use crate::subject::Subject;
use clap::Args;
use spec::yaml::nearest;
use spec::{DecisionId, Explorable};
use std::fs;
use std::io::{self, Write as _};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

/// Puts the options of a decision side by side, on the same seeds.
#[derive(Debug, Clone, Args)]
pub struct Compare {
    /// The decisions, by id or key [default: the open ones]
    #[arg(value_name = "Dnn")]
    pub decisions: Vec<String>,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many seeds; each is run in every profile, under every option
    #[arg(long, default_value_t = NonZeroU64::new(200).expect("200 is not 0"))]
    pub runs: NonZeroU64,
    /// A profile to run in; may be given several times [default: all]
    #[arg(long)]
    pub profile: Vec<Profile>,
    /// Threads [default: one for each core]; nothing that is printed depends on it
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Leave out the exhaustive scopes
    #[arg(long)]
    pub no_check: bool,
    /// The most unique states of one exploration; beyond it the comparison is incomplete
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub max_states: usize,
    /// Print the report as JSON
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// Print the report as Markdown
    #[arg(long)]
    pub markdown: bool,
    /// Also write the report as a page with plots, which needs nothing else
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// The decisions that were named; none of nothing.
fn decisions(names: &[String], subject: &Subject) -> Result<Vec<DecisionId>, String> {
    if names.is_empty() {
        return if subject.open.is_empty() {
            Err("no decision is open; name one, such as D09".to_owned())
        } else {
            Ok(subject.open.clone())
        };
    }
    let mut found = Vec::new();
    for name in names {
        let decision = DecisionId::find(name).ok_or_else(|| {
            let known = DecisionId::all().flat_map(|decision| [decision.info().id, decision.info().key]);
            let near = nearest(name, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            format!("there is no decision `{name}`{near}")
        })?;
        if !found.contains(&decision) {
            found.push(decision);
        }
    }
    Ok(found)
}

/// Does `compare`. Gives the exit code.
///
/// # Errors
///
/// Where standard output or the page cannot be written.
pub fn compare<C: Explorable + Send + Sync + 'static>(
    arguments: &Compare,
    subject: &Subject,
    start: &Start<C>,
) -> io::Result<u8> {
    let decisions = match decisions(&arguments.decisions, subject) {
        Ok(decisions) => decisions,
        Err(message) => {
            let _ = writeln!(io::stderr(), "error: {message}");
            return Ok(2);
        }
    };
    panics::be_quiet();
    let report = report(arguments, subject, &decisions, start);
    if let Some(file) = &arguments.html {
        write_beside(file, &html::render(&report))?;
    }
    let text = if arguments.json {
        serde_json::to_string_pretty(&report)? + "\n"
    } else if arguments.markdown {
        markdown::render(&report)
    } else {
        text::render(&report)
    };
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A reader that has gone away, as `head` does, is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(report.exit),
    }
}

/// Compares these decisions.
pub fn report<C: Explorable + Send + Sync + 'static>(
    arguments: &Compare,
    subject: &Subject,
    decisions: &[DecisionId],
    start: &Start<C>,
) -> Report {
    let profiles = if arguments.profile.is_empty() { Profile::ALL.to_vec() } else { distinct(&arguments.profile) };
    let bar = (!arguments.json).then(|| Bar::counting("runs and explorations"));
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    let compared = decisions.iter().map(|decision| one(arguments, subject, *decision, &profiles, start, progress));
    let compared: Vec<DecisionReport> = compared.collect();
    if let Some(bar) = &bar {
        bar.clear();
    }
    let exit = if compared.iter().any(|decision| !decision.findings.is_empty()) {
        1
    } else if compared.iter().any(|decision| decision.incomplete) {
        3
    } else {
        0
    };
    let metric = |metric: Metric| MetricRow { metric, unit: metric.unit(), about: metric.about() };
    Report {
        version: REPORT_VERSION,
        spec: subject.file.name.clone(),
        set: subject.set(),
        seed: arguments.seed,
        runs: arguments.runs.get(),
        profiles: profiles.iter().map(ToString::to_string).collect(),
        metrics: Metric::ALL.map(metric).to_vec(),
        decisions: compared,
        exit,
    }
}

fn distinct(profiles: &[Profile]) -> Vec<Profile> {
    Profile::ALL.into_iter().filter(|profile| profiles.contains(profile)).collect()
}

fn one<C: Explorable + Send + Sync + 'static>(
    arguments: &Compare,
    subject: &Subject,
    decision: DecisionId,
    profiles: &[Profile],
    start: &Start<C>,
    progress: &dyn Progress,
) -> DecisionReport {
    let jobs = arguments.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let first = subject.base.option(decision);
    let others = (0..decision.info().options.len()).filter(|option| *option != first);
    let options: Vec<usize> = [first].into_iter().chain(others).collect();
    let verdicts = (!arguments.no_check).then(|| {
        let states = arguments.max_states;
        let request = Request { start: start.clone(), scopes: Vec::new(), deep: false, jobs, states };
        verdict::verdicts::<C>(subject, decision, &options, &request, progress)
    });
    let plan = Plan {
        decision,
        options,
        base: subject.base.clone(),
        profiles: profiles.to_vec(),
        seeds: Seeds { first: arguments.seed, count: arguments.runs.get() },
        jobs,
    };
    let trials = Trials::run(plan, start, progress);
    described(subject, decision, &trials, verdicts)
}

fn described(
    subject: &Subject,
    decision: DecisionId,
    trials: &Trials,
    verdicts: Option<Vec<super::report::Exhaustive>>,
) -> DecisionReport {
    let content = &subject.file.decisions[decision.index()];
    let coverage = trials.coverage();
    let plan = trials.plan();
    let options: Vec<OptionReport> = (0..plan.options.len())
        .map(|place| {
            let option = plan.name(place);
            let rows = || coverage.iter().filter(|row| row.option == option);
            OptionReport {
                means: content.options[plan.options[place]].means.clone(),
                exhaustive: verdicts.as_ref().and_then(|verdicts| verdicts.get(place).cloned()),
                commands: rows().map(|row| row.commands).sum(),
                reads: rows().map(|row| row.reads).sum(),
                runs: rows().map(|row| row.runs).sum(),
                parted: (place > 0).then(|| rows().map(|row| row.parted).sum()),
                option,
            }
        })
        .collect();
    let (measurements, comparisons) = trials.measurements();
    let differences = measurements.iter().flat_map(|row| row.options.iter().filter_map(|option| option.difference));
    let real = differences.filter(|difference| difference.real).count();
    let incomplete = options.iter().filter_map(|option| option.exhaustive.as_ref()).any(|found| !found.complete);
    DecisionReport {
        decision: decision.to_string(),
        key: decision.info().key.to_owned(),
        question: content.question.clone(),
        open: subject.open.contains(&decision),
        findings: findings(&options, trials),
        options,
        coverage,
        measurements,
        comparisons,
        real,
        digest: trials.digest(u64::MAX),
        digest_of_five: trials.digest(5),
        incomplete,
    }
}

/// What is wrong: with the comparison itself, or with what the spec says of an option.
fn findings(options: &[OptionReport], trials: &Trials) -> Vec<String> {
    let mut findings = Vec::new();
    let first = options.first().map_or("", |option| option.option.as_str());
    for option in options {
        if option.parted == Some(0) {
            findings.push(format!(
                "no seed told {} from {first}: the histories are the same in {}, so nothing is known of how they differ",
                option.option,
                text::counted(option.runs, "run")
            ));
        }
        let Some(verdict) = &option.exhaustive else { continue };
        if verdict.scopes == 0 {
            findings.push(format!("no scope reads the decision under {}, so nothing is known of it", option.option));
        }
        if verdict.claim.is_none() && !verdict.breaks.is_empty() {
            let broken = verdict.breaks.join(", ");
            findings
                .push(format!("{} should keep all eight invariants: {broken}; {}", option.option, verdict.reproduce));
        }
        if verdict.drains == Some(false) {
            findings.push(format!("{} gets stuck; {}", option.option, verdict.reproduce));
        }
    }
    let mut panics = std::collections::BTreeMap::new();
    for (place, row) in trials.samples().iter().enumerate() {
        for (option, sample) in options.iter().zip(row) {
            if let Some(found) = &sample.finding {
                panics.entry(&option.option).or_insert_with(|| (trials.place(place), found.to_string()));
            }
        }
    }
    for (option, ((profile, seed), found)) in panics {
        findings.push(format!("under {option}, seed {seed} of {profile} did not come to its end: {found}"));
    }
    findings
}

/// Writes a file beside its place and moves it there, so that a reader never sees half of it.
fn write_beside(file: &Path, text: &str) -> io::Result<()> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let beside = file.with_file_name(name);
    let told = |error: io::Error| io::Error::new(error.kind(), format!("failed to write {}: {error}", file.display()));
    fs::write(&beside, text).and_then(|()| fs::rename(&beside, file)).map_err(told)
}
