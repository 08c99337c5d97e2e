//! Measures the shrinker on the planted bugs: `cargo run --release -p model --example shrinking`.
//!
//! The first 100 findings of each bug are shrunk, from seeds as they come; once more with longer plans. With `--record` the
//! figures are written into docs/performance.md, between its markers. `-- BUG` shows what one bug's findings come to.

use model::explore::Explorer;
use model::explore::shortest::shortest;
use model::parallel;
use model::planted::{self, Bug, Planted};
use model::simulate::Simulator;
use model::simulate::shrink::{BUDGET, ShrunkFinding, shrink_artifact};
use model::spine::artifact::artifact;
use model::spine::self_check::recorded;
use model::spine::{Fixed, Identity, Nothing, Scenario as _, Stream, run::run};
use model::story;
use oracle::invariants::InvariantId;
use spec::yaml::SpecFile;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How many findings of each bug are shrunk; of longer plans, which take longer to be found, fewer.
const FINDINGS: usize = 100;
const FINDINGS_LONG: usize = 20;

/// Among how many seeds they are looked for.
const SEEDS: u64 = 20_000;

/// The most states of one search for the shortest history.
const STATES: usize = 200_000;

/// The findings of one bug, shrunk.
#[derive(Default)]
struct Shrunk {
    /// The events of the plans that were shrunk.
    original: Vec<u64>,
    results: Vec<ShrunkFinding>,
    refused: Vec<String>,
    seconds: f64,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let spec = match SpecFile::read(&root.join("spec/spec.yaml")) {
        Ok(spec) => spec,
        Err(diagnostics) => {
            eprintln!("{diagnostics}");
            return ExitCode::from(2);
        }
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(bug) = arguments.iter().find_map(|argument| argument.parse().ok()) {
        show(&shrunk(bug, &Fixed::new(), FINDINGS));
        return ExitCode::SUCCESS;
    }
    let long = Fixed::from([("events".to_owned(), 1_000)]);
    let text = table(&spec, &Fixed::new(), FINDINGS)
        + "\nPlans of 1,000 commands before the faults end:\n\n"
        + &table(&spec, &long, FINDINGS_LONG);
    print!("{text}");
    if arguments.iter().any(|argument| argument == "--record")
        && let Err(error) = record(&root.join("docs/performance.md"), "shrinking", &text)
    {
        eprintln!("failed to record the figures in docs/performance.md: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

/// Shrinks the first findings of a bug.
fn shrunk(bug: Bug, fixed: &Fixed, findings: usize) -> Shrunk {
    let simulator: Simulator<Planted> = Simulator::new(&[], planted::start(bug)).with_plant(Some(bug));
    let mut all = Shrunk::default();
    for seed in 1..=SEEDS {
        if all.original.len() >= findings {
            break;
        }
        let found = run(&simulator, seed, fixed, &mut Nothing, &AtomicBool::new(false)).finding;
        if found.is_none_or(|finding| finding.class.exit_code() != 1) {
            continue;
        }
        let (run, recording) = recorded(&simulator, seed, fixed);
        let Some(finding) = run.finding.clone() else { continue };
        let setup = simulator.setup(Stream::root(seed), fixed);
        let found = artifact(&simulator, Identity::of_this_process(seed, ""), setup, &run, finding, recording);
        all.original.push(found.events.len() as u64);
        let began = Instant::now();
        match shrink_artifact(&simulator, &found, BUDGET, &mut |_| {}) {
            Ok(result) => all.results.push(result),
            Err(error) => all.refused.push(format!("seed {seed}: {error}")),
        }
        all.seconds += began.elapsed().as_secs_f64();
    }
    all
}

/// One row for each bug, and the goals of all of them together.
fn table(spec: &SpecFile, fixed: &Fixed, findings: usize) -> String {
    let mut text = String::from(
        "| planted bug | findings | events before | after: median, 95th percentile | ÷ shortest: median, 95th percentile \
         | ÷ shortest of its kind: median, 95th percentile | signatures | results | with the commonest signature | plans before pairs | plans | ms each |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let (mut ratios, mut of_kind, mut before, mut count) = (Vec::new(), Vec::new(), 0, 0);
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let measured = parallel::map(Bug::ALL, jobs, |bug| {
        let all = shrunk(*bug, fixed, findings);
        let shortest = shortest_of(spec, *bug).unwrap_or(0);
        let kinds = kind_ratios(spec, *bug, &all);
        (*bug, all, shortest, kinds)
    });
    for (bug, all, shortest, mut kinds) in measured {
        all.refused.iter().for_each(|refused| eprintln!("{bug}: {refused}"));
        let mut sizes: Vec<f64> = all.results.iter().map(|result| result.certificate.events as f64).collect();
        sizes.sort_by(f64::total_cmp);
        let ratio = |size: &f64| size / shortest as f64;
        ratios.extend(sizes.iter().map(ratio));
        kinds.sort_by(f64::total_cmp);
        of_kind.extend(kinds.iter().copied());
        let groups = groups(&all);
        let results: usize = groups.values().map(BTreeMap::len).sum();
        let commonest = groups.values().max_by_key(|plans| plans.values().map(|(count, _)| count).sum::<usize>());
        let mean = |sum: u64| sum / all.results.len().max(1) as u64;
        let pairs: u64 = all.results.iter().map(|result| result.executions_before_pairs).sum();
        let plans: u64 = all.results.iter().map(|result| result.certificate.executions).sum();
        (before, count) = (before + pairs, count + all.results.len() as u64);
        text.push_str(&format!(
            "| `{bug}` | {} | {} | {:.0}, {:.0} | {:.2}, {:.2} | {:.2}, {:.2} | {} | {results} | {} | {} | {} | {:.1} |\n",
            all.results.len(),
            all.original.iter().sum::<u64>() / all.original.len().max(1) as u64,
            percentile(&sizes, 50),
            percentile(&sizes, 95),
            ratio(&percentile(&sizes, 50)),
            ratio(&percentile(&sizes, 95)),
            percentile(&kinds, 50),
            percentile(&kinds, 95),
            groups.len(),
            commonest.map_or(0, BTreeMap::len),
            mean(pairs),
            mean(plans),
            all.seconds * 1_000.0 / all.original.len().max(1) as f64,
        ));
    }
    ratios.sort_by(f64::total_cmp);
    of_kind.sort_by(f64::total_cmp);
    let [median, high, kind_median, kind_high] =
        [(&ratios, 50), (&ratios, 95), (&of_kind, 50), (&of_kind, 95)].map(|(sorted, of)| percentile(sorted, of));
    let mean = before / count.max(1);
    text + &format!(
        "\nAll together: {count} findings; size ÷ shortest {median:.2} in the median, {high:.2} at the 95th percentile; \
         of its kind {kind_median:.2} and {kind_high:.2} over {} findings; {mean} plans before the pairs in the mean.\n",
        of_kind.len()
    )
}

/// How often each result came, by signature and plan.
fn groups(all: &Shrunk) -> BTreeMap<String, BTreeMap<String, (usize, &ShrunkFinding)>> {
    let mut groups: BTreeMap<String, BTreeMap<String, (usize, &ShrunkFinding)>> = BTreeMap::new();
    for result in &all.results {
        let plans = groups.entry(result.certificate.signature.clone()).or_default();
        plans.entry(result.certificate.plan.clone()).or_insert((0, result)).0 += 1;
    }
    groups
}

/// The size of each result ÷ the shortest history that the exhaustive search finds in the same way: by the same invariant
/// without the oracle, or by a disagreement. Progress, and what no scope shows in its way, has none.
fn kind_ratios(spec: &SpecFile, bug: Bug, all: &Shrunk) -> Vec<f64> {
    let mut known: BTreeMap<String, Option<usize>> = BTreeMap::new();
    let ratio = |result: &ShrunkFinding| {
        let mut parts = result.certificate.signature.split('/');
        let kind = match (parts.next()?, parts.next()?) {
            ("correctness", invariant) => invariant.to_owned(),
            ("disagreement", _) => String::new(),
            _ => return None,
        };
        let invariant = InvariantId::ALL.into_iter().find(|invariant| invariant.id() == kind);
        let shortest = *known.entry(kind).or_insert_with(|| {
            shortest_by(spec, bug, |explorer| match invariant {
                Some(invariant) => explorer.without_oracle().looking_for(invariant),
                None => explorer.judged_by(&[]),
            })
        });
        Some(result.certificate.events as f64 / shortest? as f64)
    };
    all.results.iter().filter_map(ratio).collect()
}

/// How many commands the shortest history has that the exhaustive search finds in the scopes of `check`.
fn shortest_of(spec: &SpecFile, bug: Bug) -> Option<usize> {
    shortest_by(spec, bug, |explorer| explorer)
}

fn shortest_by(spec: &SpecFile, bug: Bug, judged: impl Fn(Explorer<Planted>) -> Explorer<Planted>) -> Option<usize> {
    let scopes = spec.scopes.iter().filter(|scope| !scope.deep);
    let explorers: Vec<_> =
        scopes.map(|scope| judged(Explorer::starting(planted::start(bug), scope, &spec.decisions()))).collect();
    let (place, found) = shortest(&explorers, STATES)?;
    Some(story::tell(&explorers[place], &found.moves).len())
}

fn percentile(sorted: &[f64], of: usize) -> f64 {
    sorted.get((sorted.len() * of / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

/// What the findings of a bug come to.
fn show(all: &Shrunk) {
    for (signature, plans) in groups(all) {
        for (count, result) in plans.values() {
            println!("{signature}, {count} times:");
            println!("{}\n", model::simulate::shrink::story::story(result, 0, Path::new("")));
        }
    }
}

/// Writes a block of the page, beside it, and renames it into place.
fn record(path: &Path, name: &str, figures: &str) -> std::io::Result<()> {
    let (begin, end) = (format!("<!-- begin: {name} -->\n"), format!("<!-- end: {name} -->\n"));
    let old = std::fs::read_to_string(path)?;
    let (before, rest) = old.split_once(&begin).ok_or_else(|| std::io::Error::other(format!("no block {name}")))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| std::io::Error::other(format!("block {name} has no end")))?;
    let beside = path.with_extension("md.new");
    std::fs::write(&beside, format!("{before}{begin}{figures}{end}{after}"))?;
    std::fs::rename(&beside, path)
}
