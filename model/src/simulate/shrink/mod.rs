//! The shrinker, on findings of the simulator: an artifact in, a smaller artifact and its certificate out.

pub mod cli;
pub mod corpus;
mod drive;
mod execute;
pub mod file;
mod names;
mod plan;
mod problem;
mod simpler;
pub mod story;
#[cfg(test)]
mod tests;
mod traded;

pub use plan::{Event, Plan, What};
pub use problem::Admission;

use super::plane::Plane;
use super::setup::Setup;
use super::{Depth, Profile, Simulator};
use crate::shrink::certificate::{CERTIFICATE_VERSION, PairLine, Pairs, PassLine};
use crate::shrink::{self, Certificate, Minimal, PASSES, Pass, ShrinkError, Shrunk};
use crate::spine::artifact::{ARTIFACT_VERSION, Artifact, ArtifactOf};
use crate::spine::record::Event as Recorded;
use crate::spine::{Class, Fault, Finding, Recording, hash};
use serde::Serialize;
use spec::{Command, ControlPlane, Outcome};
use std::fmt;

/// How many plans are carried out at the most, unless asked otherwise.
pub const BUDGET: u64 = 20_000;

/// A finding of the simulator, shrunk.
pub struct ShrunkFinding {
    /// The artifact: an ordinary one.
    pub artifact: Artifact<Setup, Command, Outcome>,
    /// Its certificate.
    pub certificate: Certificate,
    /// The bytes of the artifact's file, which the certificate names.
    pub bytes: String,
    /// How many plans were carried out before anything was tried two by two.
    pub executions_before_pairs: u64,
}

/// Why a finding is not shrunk.
#[derive(Debug)]
pub enum NotShrunk {
    /// The recorded plan does not come to the recorded finding any more: what it comes to now.
    Another(Option<Box<Finding>>),
    /// The shrinker gives up.
    Shrink(ShrinkError),
    /// The artifact cannot be written as JSON.
    Json(serde_json::Error),
}

impl fmt::Display for NotShrunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotShrunk::Another(None) => f.write_str("nothing is found in the recorded plan any more"),
            NotShrunk::Another(Some(found)) => write!(f, "the recorded plan comes to another finding now: {found}"),
            NotShrunk::Shrink(error) => write!(f, "{error}"),
            NotShrunk::Json(error) => write!(f, "failed to write the artifact as JSON: {error}"),
        }
    }
}

impl std::error::Error for NotShrunk {}

/// Shrinks the finding of an artifact, telling of every pass as it ends.
///
/// # Errors
///
/// Where the recorded plan does not come to the recorded finding, or not every time.
pub fn shrink_artifact<C: ControlPlane>(
    simulator: &Simulator<C>,
    original: &ArtifactOf<Simulator<C>>,
    budget: u64,
    tell: &mut dyn FnMut(&Pass),
) -> Result<ShrunkFinding, NotShrunk> {
    let mut problem = Admission { simulator, seed: original.seed };
    let recorded = plan::plan_of(&original.setup, &original.events);
    let plan = judged_in_full(&problem, recorded, &original.finding)?;
    let mut spent = Spent::default();
    let plan = match driven(&plan, &original.finding, &original.events) {
        Some(driven) if signature_of(&problem, &driven).as_ref() == Some(&original.finding.cause().0) => {
            let shrunk = shrink::shrink_telling(&mut problem, driven, budget, tell).map_err(NotShrunk::Shrink)?;
            spent.add(&shrunk);
            let (setup, events) = record(&problem, &shrunk.plan);
            plan::plan_of(&setup, &events)
        }
        _ => plan,
    };
    let left = budget.saturating_sub(spent.executions);
    let shrunk = shrink::shrink_telling(&mut problem, plan, left, tell).map_err(NotShrunk::Shrink)?;
    spent.add(&shrunk);
    written(&problem, original, shrunk, budget, spent)
}

/// What several searches cost together.
#[derive(Default)]
struct Spent {
    executions: u64,
    before_pairs: u64,
    passes: Vec<Pass>,
    cut_short: bool,
}

impl Spent {
    fn add(&mut self, shrunk: &Shrunk<Setup, Event>) {
        self.executions += shrunk.executions;
        self.before_pairs += shrunk.executions_before_pairs;
        self.passes.extend(shrunk.passes.iter().cloned());
        self.cut_short |= shrunk.minimal == Minimal::Budget;
    }
}

/// The plan with the reference judging all of it, and nothing in the setup that a replay does not look at, if it comes to the
/// same finding then; else as it was recorded.
fn judged_in_full<C: ControlPlane>(
    problem: &Admission<'_, C>,
    recorded: Plan,
    finding: &Finding,
) -> Result<Plan, NotShrunk> {
    let wanted = finding.cause().0;
    let simplest = plan::simplest(&recorded.setup);
    let full = Setup { depth: Depth::Every, profile: Profile::Steady, ..simplest.clone() };
    let mut found = None;
    for setup in [full, simplest, recorded.setup] {
        let plan = Plan { setup, events: recorded.events.clone() };
        found = finding_of(problem, &plan);
        if found.as_ref().is_some_and(|found| found.cause().0 == wanted) {
            return Ok(plan);
        }
    }
    Err(NotShrunk::Another(found.map(Box::new)))
}

fn finding_of<C: ControlPlane>(problem: &Admission<'_, C>, plan: &Plan) -> Option<Finding> {
    execute::execute(problem.simulator, problem.seed, plan, &mut crate::spine::Nothing).run.finding
}

fn signature_of<C: ControlPlane>(problem: &Admission<'_, C>, plan: &Plan) -> Option<String> {
    finding_of(problem, plan).map(|finding| finding.cause().0)
}

/// For a lack of progress, the plan up to the calm, and from then on a core that goes on by itself: the workers that were
/// heard of afterwards.
fn driven(plan: &Plan, finding: &Finding, recorded: &[Recorded<Command, Outcome>]) -> Option<Plan> {
    if finding.class != Class::Progress {
        return None;
    }
    let is_calm = |fault: &Fault| fault.kind == "calm";
    let calm = recorded.iter().position(|event| event.fault.as_ref().is_some_and(is_calm))?;
    let mut core = Vec::new();
    for worker in recorded[calm..].iter().filter_map(|event| event.command.and_then(plan::worker_of)) {
        if !core.contains(&worker) {
            core.push(worker);
        }
    }
    let mut events: Vec<Event> = plan.events.get(..calm)?.to_vec();
    let calm = plan.events.get(calm)?;
    events.push(Event { what: What::Drive(core), ..calm.clone() });
    Some(Plan { setup: plan.setup.clone(), events })
}

/// What carrying out the plan is, recorded.
fn record<C: ControlPlane>(problem: &Admission<'_, C>, plan: &Plan) -> (Setup, Vec<Recorded<Command, Outcome>>) {
    let mut recording = Recording::<Plane<C>>::default();
    execute::execute(problem.simulator, problem.seed, plan, &mut recording);
    (plan.setup.clone(), recording.events)
}

/// The shrunk plan as an artifact with its certificate.
fn written<C: ControlPlane>(
    problem: &Admission<'_, C>,
    original: &ArtifactOf<Simulator<C>>,
    shrunk: Shrunk<Setup, Event>,
    budget: u64,
    spent: Spent,
) -> Result<ShrunkFinding, NotShrunk> {
    let mut recording = Recording::<Plane<C>>::default();
    let executed = execute::execute(problem.simulator, problem.seed, &shrunk.plan, &mut recording);
    let Some(finding) = executed.run.finding.clone() else { return Err(NotShrunk::Another(None)) };
    let artifact = Artifact {
        version: ARTIFACT_VERSION,
        identity: original.identity.clone(),
        scenario: original.scenario.clone(),
        seed: original.seed,
        setup: shrunk.plan.setup.clone(),
        finding,
        hash: hash::show(executed.run.hash),
        events: recording.events,
    };
    let bytes = serde_json::to_string_pretty(&artifact).map_err(NotShrunk::Json)? + "\n";
    // Where the budget ended first, events may be left that are not sent; the file does not have them.
    let singles = executed.sent.iter().filter_map(|place| shrunk.singles.get(*place).cloned()).collect();
    let all_sent = executed.sent.len() == shrunk.plan.events.len();
    let mut certificate = Certificate {
        version: CERTIFICATE_VERSION,
        signature: shrunk.signature.clone(),
        original: plan_hash(&original.setup, &original.events)?,
        plan: plan_hash(&artifact.setup, &artifact.events)?,
        history: artifact.hash.clone(),
        file: hash::show(hash::of_bytes(0, bytes.as_bytes())),
        events: artifact.events.len() as u64,
        found_at: artifact.finding.event,
        minimal: !spent.cut_short,
        budget,
        executions: spent.executions,
        passes: spent.passes.iter().map(pass_line).collect(),
        singles,
        pairs: shrunk.pairs.filter(|_| all_sent).map(pairs),
        seal: String::new(),
    };
    let unsealed = serde_json::to_string(&certificate).map_err(NotShrunk::Json)?;
    certificate.seal = hash::show(hash::of_bytes(0, unsealed.as_bytes()));
    Ok(ShrunkFinding { artifact, certificate, bytes, executions_before_pairs: spent.before_pairs })
}

fn pass_line(pass: &Pass) -> PassLine {
    PassLine { name: pass.name.to_owned(), executions: pass.executions, events: pass.events as u64 }
}

fn pairs(all: Vec<(usize, usize, String)>) -> Pairs {
    let tried = all.len() as u64;
    let exceptions = all.into_iter().filter(|(_, _, outcome)| outcome != PASSES);
    let line = |(one, other, outcome)| PairLine { without: [one as u64, other as u64], outcome };
    Pairs { tried, exceptions: exceptions.map(line).collect() }
}

/// What a plan is, without what was answered.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct PlanText<'plan> {
    setup: &'plan Setup,
    events: Vec<Recorded<Command, ()>>,
}

/// The hash of a plan: of the compact JSON of its setup and its events without their outcomes.
fn plan_hash(setup: &Setup, events: &[Recorded<Command, Outcome>]) -> Result<String, NotShrunk> {
    let asked = |event: &Recorded<Command, Outcome>| Recorded {
        at: event.at,
        command: event.command,
        outcome: None,
        fault: event.fault.clone(),
    };
    let text = PlanText { setup, events: events.iter().map(asked).collect() };
    let text = serde_json::to_string(&text).map_err(NotShrunk::Json)?;
    Ok(hash::show(hash::of_bytes(0, text.as_bytes())))
}
