//! The verb `ambiguities`.

use super::cite::{Cited, cite};
use super::flips::{self, Differs};
use super::walk::{Place, Walked, walk};
use super::{Kind, Kinds, Seen, merge};
use crate::check::plan;
use crate::check::table::grouped;
use crate::explore::Explorer;
use crate::pairs::run::in_parallel;
use crate::progress::{Bar, Progress, Silent};
use crate::start::Start;
use crate::story::{self, Line};
use crate::subject::Subject;
use clap::Args;
use serde::Serialize;
use spec::{Decisions, Explorable, ReadSet};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;

/// The arguments of `ambiguities`.
#[derive(Debug, Clone, Args)]
pub struct Ambiguities {
    /// Explore only this scope; may be given several times
    #[arg(long, value_name = "NAME")]
    pub scope: Vec<String>,
    /// Show every kind with its shortest history, not only those that no rule settles
    #[arg(long)]
    pub all: bool,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// The most unique states of one exploration; beyond it the answer is incomplete
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub max_states: usize,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// What `ambiguities` has to say; `--json` prints it as it stands.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// The version of this layout.
    pub version: u32,
    /// `holds`, `finding` or `incomplete`.
    pub verdict: &'static str,
    /// Every kind of ambiguity.
    pub kinds: Vec<KindRow>,
    /// Citations of nothing that was seen.
    pub stale: Vec<String>,
    /// Where flipping a decision changes one engine's outcome and not the other's.
    pub flips: Vec<FlipRow>,
    /// Whatever else does not hold, in words.
    pub findings: Vec<String>,
    /// The work in figures.
    pub totals: Totals,
}

/// One kind of ambiguity.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct KindRow {
    /// As rules cite it.
    pub kind: String,
    /// The rules that settle it.
    pub rules: Vec<String>,
    /// Transitions with such an alternative.
    pub count: u64,
    /// Of these, those whose outcome flipping no decision changes in any way.
    pub unmoved: u64,
    /// The scope of the history.
    pub scope: String,
    /// A shortest history; its last line is the transition.
    pub story: Vec<Line>,
    /// The alternative there.
    pub alternative: String,
}

/// A step at which the two engines do not follow a flipped decision alike.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FlipRow {
    /// The flipped option.
    pub flipped: String,
    /// The scope.
    pub scope: String,
    /// What the control plane answers under it.
    pub control_plane: String,
    /// What the reference expects under it.
    pub reference: String,
    /// The history, told under the decisions in force.
    pub story: Vec<Line>,
}

/// The work in figures.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Totals {
    /// Graphs walked through.
    pub graphs: usize,
    /// Variants of open decisions with a graph that was walked through already.
    pub same_graph: usize,
    /// Unique states.
    pub states: usize,
    /// Transitions by a command.
    pub transitions: u64,
    /// Alternatives that were judged.
    pub judged: u64,
    /// Steps at which both engines were asked under a flipped decision.
    pub flipped: u64,
    /// States whose history went otherwise under a flipped decision, so that nothing could be asked.
    pub parted: u64,
}

/// Looks for ambiguities.
pub fn report<P: Explorable + 'static>(
    subject: &Subject,
    start: &Start<P>,
    (jobs, states): (usize, usize),
    progress: &dyn Progress,
) -> Report {
    let scopes: Vec<usize> = (0..subject.scopes.len()).collect();
    progress.add(scopes.len());
    let walked = in_parallel(&scopes, jobs, |scope| {
        let one = in_scope(subject, start, *scope, states);
        progress.done(one.totals.transitions);
        one
    });
    let mut kinds = Kinds::new();
    let mut report = Report {
        version: 1,
        verdict: "holds",
        kinds: Vec::new(),
        stale: Vec::new(),
        flips: Vec::new(),
        findings: Vec::new(),
        totals: Totals::default(),
    };
    let mut complete = !scopes.is_empty();
    for one in walked {
        merge(&mut kinds, one.kinds);
        report.flips.extend(one.flips.into_iter().map(|differs| flip_row(subject, start, &differs)));
        report.findings.extend(one.findings);
        report.totals.add(&one.totals);
        complete &= one.complete;
    }
    let Cited { rules, stale } = cite(&kinds, &subject.file.rules);
    report.kinds =
        kinds.iter().zip(rules).map(|((kind, seen), rules)| kind_row(subject, start, kind, seen, rules)).collect();
    report.stale = stale
        .into_iter()
        .map(|(rule, pattern, line)| {
            format!("{}:{line}: {rule} settles `{pattern}`, which nothing is", subject.file.name)
        })
        .collect();
    let unsettled = report.kinds.iter().any(|row| row.rules.is_empty());
    let broken = unsettled || !report.stale.is_empty() || !report.flips.is_empty() || !report.findings.is_empty();
    report.verdict = match (broken, complete) {
        (true, _) => "finding",
        (false, true) => "holds",
        (false, false) => "incomplete",
    };
    report
}

#[derive(Default)]
struct InScope {
    kinds: Kinds,
    flips: Vec<Differs>,
    findings: Vec<String>,
    totals: Totals,
    complete: bool,
}

/// Walks through the graphs of a scope: of the spec as it stands, and of each variant of the open decisions whose graph
/// may be another.
fn in_scope<P: Explorable + 'static>(subject: &Subject, start: &Start<P>, scope: usize, states: usize) -> InScope {
    let mut one = InScope { complete: true, ..InScope::default() };
    let mut known: Vec<(Decisions, ReadSet)> = Vec::new();
    for decisions in plan::variants(subject).into_iter().flatten() {
        let explorer = Explorer::starting(start.clone(), &subject.scopes[scope], &decisions);
        let same = |(before, reads): &(Decisions, ReadSet)| {
            reads.iter().all(|read| before.option(read) == explorer.decisions.option(read))
        };
        if known.iter().any(same) {
            one.totals.same_graph += 1;
            continue;
        }
        let place = Place { scope, decisions: decisions.clone() };
        let Walked { kinds, reads, states: unique, transitions, judged, complete, finding } =
            walk(&explorer, place.clone(), states);
        merge(&mut one.kinds, kinds);
        one.totals.graphs += 1;
        one.totals.states += unique;
        one.totals.transitions += transitions;
        one.totals.judged += judged;
        if let Some(finding) = finding {
            one.findings.push(format!("scope {}: {finding}; run `check` first", subject.scopes[scope].name));
            return one;
        }
        one.complete &= complete;
        if complete {
            known.push((explorer.decisions.clone(), reads));
        }
        // Flips are asked of the spec as it stands; each other option has a graph of its own that `check` compares.
        if decisions == subject.base {
            let asked = flips::ask(&explorer, &place, reads, states);
            one.totals.flipped += asked.asked;
            one.totals.parted += asked.parted;
            one.flips.extend(asked.differs);
        }
    }
    one
}

impl Totals {
    fn add(&mut self, other: &Totals) {
        self.graphs += other.graphs;
        self.same_graph += other.same_graph;
        self.states += other.states;
        self.transitions += other.transitions;
        self.judged += other.judged;
        self.flipped += other.flipped;
        self.parted += other.parted;
    }
}

fn kind_row<P: Explorable + 'static>(
    subject: &Subject,
    start: &Start<P>,
    kind: &Kind,
    seen: &Seen,
    rules: Vec<String>,
) -> KindRow {
    let scope = &subject.scopes[seen.scope];
    let explorer = Explorer::starting(start.clone(), scope, &seen.decisions);
    KindRow {
        kind: kind.to_string(),
        rules,
        count: seen.count,
        unmoved: seen.unmoved,
        scope: scope.name.clone(),
        story: story::tell(&explorer, &seen.moves),
        alternative: seen.alternative.to_string(),
    }
}

fn flip_row<P: Explorable + 'static>(subject: &Subject, start: &Start<P>, differs: &Differs) -> FlipRow {
    let scope = &subject.scopes[differs.place.scope];
    let explorer = Explorer::starting(start.clone(), scope, &differs.place.decisions);
    FlipRow {
        flipped: differs.flipped.clone(),
        scope: scope.name.clone(),
        control_plane: differs.control_plane.to_string(),
        reference: differs.reference.to_string(),
        story: story::tell(&explorer, &differs.moves),
    }
}

/// Runs the verb on a spec; gives the exit code.
///
/// # Errors
///
/// Where the report cannot be written.
pub fn ambiguities<P: Explorable + 'static>(
    arguments: &Ambiguities,
    subject: &Subject,
    start: &Start<P>,
) -> io::Result<u8> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = arguments.jobs.map_or(cores, NonZeroUsize::get);
    let bar = (!arguments.json).then(|| Bar::counting("scopes"));
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    let mut report = report(subject, start, (jobs, arguments.max_states), progress);
    if let Some(bar) = &bar {
        bar.clear();
    }
    if !arguments.scope.is_empty() && !report.stale.is_empty() {
        // What is not seen in some scopes may be seen in the others.
        report.stale.clear();
        let unsettled = report.kinds.iter().any(|row| row.rules.is_empty());
        if !unsettled && report.flips.is_empty() && report.findings.is_empty() {
            report.verdict = "holds";
        }
    }
    let text =
        if arguments.json { serde_json::to_string_pretty(&report)? + "\n" } else { told(&report, arguments.all) };
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(match report.verdict {
            "holds" => 0,
            "incomplete" => 3,
            _ => 1,
        }),
    }
}

fn told(report: &Report, all: bool) -> String {
    let mut text = String::new();
    for row in report.kinds.iter().filter(|row| all || row.rules.is_empty()) {
        let by = if row.rules.is_empty() { "by no rule".to_owned() } else { format!("by {}", row.rules.join(", ")) };
        let _ = writeln!(
            text,
            "{}\n  settled {by}; on {} transitions, first in scope {}\n",
            row.kind,
            grouped(row.count),
            row.scope
        );
        text.push_str(&story::render(&row.story, None));
        let _ = writeln!(text, "    → as sound, as far as the invariants go: {}\n", row.alternative);
    }
    for row in &report.flips {
        let _ = writeln!(
            text,
            "FINDING: under {} the control plane answers {}, and the reference expects {} (scope {})\n",
            row.flipped, row.control_plane, row.reference, row.scope
        );
        text.push_str(&story::render(&row.story, None));
        text.push('\n');
    }
    for said in report.stale.iter().chain(&report.findings) {
        let _ = writeln!(text, "FINDING: {said}");
    }
    let unsettled = report.kinds.iter().filter(|row| row.rules.is_empty()).count();
    let unmoved = report.kinds.iter().filter(|row| row.unmoved > 0).count();
    let totals = &report.totals;
    let _ = writeln!(
        text,
        "{}: {} kinds of ambiguity, {unsettled} settled by no rule; {unmoved} of them also where flipping no decision changes \
         anything.\n{} graphs ({} more are the same), {} states, {} transitions, {} alternatives judged; {} steps asked of \
         both engines\nunder a flipped decision, {} histories parted before.",
        report.verdict.to_uppercase(),
        report.kinds.len(),
        totals.graphs,
        totals.same_graph,
        grouped(totals.states as u64),
        grouped(totals.transitions),
        grouped(totals.judged),
        grouped(totals.flipped),
        grouped(totals.parted),
    );
    text
}
