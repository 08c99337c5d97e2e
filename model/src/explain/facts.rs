//! All that is known about one decision or one invariant, as data. `--json` prints it as it stands.

use super::around::{Around, ConflictFacts, WitnessFacts};
use super::sources::{Code, Sources};
use serde::Serialize;
use spec::yaml::{Decision, Evidence, Invariant, InvariantId, Rule, SpecFile, Step};
use spec::{DecisionId, Millis, Settings, TenantId};

/// The version of the shape of this report.
pub const REPORT_VERSION: u32 = 1;

/// What `explain` was asked about.
#[derive(Debug, Clone, Serialize)]
pub struct Explained {
    /// [`REPORT_VERSION`].
    pub version: u32,
    /// The spec's file.
    pub spec: String,
    /// In the order in which they were asked for.
    pub topics: Vec<Topic>,
}

/// One of them.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Topic {
    /// A decision, or one option of it.
    Decision(Box<DecisionFacts>),
    /// An invariant.
    Invariant(InvariantFacts),
    /// A fixed rule.
    Rule(RuleFacts),
}

/// How an option stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// In force.
    Chosen,
    /// A candidate of an open question.
    Candidate,
    /// Viable, and not chosen.
    Viable,
    /// Not chosen, as it breaks an invariant.
    RuledOut,
}

/// A decision.
#[derive(Debug, Clone, Serialize)]
pub struct DecisionFacts {
    /// Its id.
    pub id: &'static str,
    /// Its key.
    pub key: &'static str,
    /// Its line in the spec.
    pub line: usize,
    /// What is asked.
    pub question: String,
    /// Whether it is open.
    pub open: bool,
    /// The option in force; of an open decision, the one that stands in for it.
    pub choice: &'static str,
    /// Whether `--set` put it in force, and not the spec.
    pub set: bool,
    /// The day on which it was settled, where the spec notes one.
    pub settled: Option<String>,
    /// The owner's reason, where it was settled after it had been open.
    pub because: Option<String>,
    /// Why, or what is, or was, weighed.
    pub reason: String,
    /// The precise reading.
    pub rule: Option<String>,
    /// Amendments, each with its date.
    pub notes: Vec<String>,
    /// Threads in which real users met the question.
    pub evidence: Vec<Thread>,
    /// Its options; only one of them where that was asked for.
    pub options: Vec<OptionFacts>,
    /// Its histories, each with what comes of it under every option that tells it.
    pub scenarios: Vec<ScenarioFacts>,
    /// Shortest histories that tell its options apart, as they are kept beside the spec.
    pub witnesses: Vec<WitnessFacts>,
    /// Options of other decisions that one of its options does not go with; `None` where no record of them is kept.
    pub conflicts: Option<Vec<ConflictFacts>>,
    /// Where the code speaks of it; `None` where the sources are not there.
    pub code: Option<Code>,
}

/// A public thread.
#[derive(Debug, Clone, Serialize)]
pub struct Thread {
    /// `owner/repo#number`.
    pub thread: String,
    /// Where it is read.
    pub url: String,
}

/// An option.
#[derive(Debug, Clone, Serialize)]
pub struct OptionFacts {
    /// Its name.
    pub name: &'static str,
    /// Its line in the spec.
    pub line: usize,
    /// How it stands.
    pub standing: Standing,
    /// The invariant that the spec says it breaks.
    pub breaks: Option<&'static str>,
    /// What it is.
    pub means: String,
    /// What is noticed of it.
    pub so: String,
}

/// A history that options decide differently.
#[derive(Debug, Clone, Serialize)]
pub struct ScenarioFacts {
    /// What it shows.
    pub name: String,
    /// What is different from what is chosen elsewhere, as `D24=refuse`.
    pub with: Vec<String>,
    /// What is different from the spec's settings, as `pool 1` or `a: cap 1, quota 0`.
    pub settings: Vec<String>,
    /// The steps before, under the first option that tells it.
    pub given: Vec<StepFacts>,
    /// The steps in question.
    pub when: Vec<StepFacts>,
    /// What comes of the last one, by option.
    pub then: Vec<EndFacts>,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepFacts {
    /// When it comes, in ms.
    pub at: Millis,
    /// What is sent.
    pub command: String,
    /// What is answered, where the history says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

impl StepFacts {
    /// A step as the spec tells it.
    pub fn of(step: &Step) -> StepFacts {
        StepFacts {
            at: step.at,
            command: step.command.to_string(),
            outcome: step.outcome.as_ref().map(ToString::to_string),
        }
    }
}

/// What comes of a history under an option.
#[derive(Debug, Clone, Serialize)]
pub struct EndFacts {
    /// The option.
    pub option: &'static str,
    /// The outcome.
    pub outcome: String,
    /// The line of the scenario in the spec.
    pub line: usize,
}

/// An invariant.
#[derive(Debug, Clone, Serialize)]
pub struct InvariantFacts {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: String,
    /// Its line in the spec.
    pub line: usize,
    /// What always holds.
    pub statement: String,
    /// The options that the spec says break it, as `D23=never`.
    pub broken_by: Vec<String>,
    /// Where the code speaks of it.
    pub code: Option<Code>,
}

/// A fixed rule.
#[derive(Debug, Clone, Serialize)]
pub struct RuleFacts {
    /// `R1` and on.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its line in the spec.
    pub line: usize,
    /// What it says.
    pub statement: String,
    /// The kinds of ambiguity that it settles.
    pub settles: Vec<String>,
    /// Where the code cites it.
    pub code: Option<Code>,
}

/// The facts of a decision, of one option only where one is named by its index.
pub fn decision(spec: &SpecFile, id: DecisionId, only: Option<usize>, around: &Around) -> DecisionFacts {
    let info = id.info();
    let found = &spec.decisions[id.index()];
    let open = spec.open().contains(&id);
    let in_force = spec.decisions().option(id);
    let wanted = |index: usize| only.is_none_or(|only| only == index);
    let set = spec.overrides().iter().any(|(decision, _)| *decision == id);
    let settled = found.settled.as_ref().filter(|_| !set);
    DecisionFacts {
        id: info.id,
        key: info.key,
        line: found.line,
        question: found.question.clone(),
        open,
        choice: info.options[in_force],
        set,
        settled: settled.map(|settled| settled.on.to_string()),
        because: settled.and_then(|settled| settled.because.clone()),
        reason: found.reason.clone(),
        rule: found.rule.clone(),
        notes: found.notes.clone(),
        evidence: found.evidence.iter().map(thread).collect(),
        options: (0..found.options.len())
            .filter(|index| wanted(*index))
            .map(|index| option(found, index, open, in_force))
            .collect(),
        scenarios: scenarios(spec, found, &wanted),
        witnesses: around.of(id, only),
        conflicts: around.conflicts_of(id, only),
        code: around.sources.as_ref().map(|sources| sources.decision(id)),
    }
}

fn thread(evidence: &Evidence) -> Thread {
    let url = format!("https://github.com/{}/issues/{}", evidence.repository, evidence.number);
    Thread { thread: evidence.to_string(), url }
}

fn option(found: &Decision, index: usize, open: bool, in_force: usize) -> OptionFacts {
    let option = &found.options[index];
    let standing = match option.breaks {
        _ if !open && index == in_force => Standing::Chosen,
        Some(_) => Standing::RuledOut,
        None if open => Standing::Candidate,
        None => Standing::Viable,
    };
    OptionFacts {
        name: option.name,
        line: option.line,
        standing,
        breaks: option.breaks.map(InvariantId::as_str),
        means: option.means.clone(),
        so: option.so.clone(),
    }
}

/// The histories in the order in which they first stand, each with the ends that the options give it.
fn scenarios(spec: &SpecFile, found: &Decision, wanted: &dyn Fn(usize) -> bool) -> Vec<ScenarioFacts> {
    let mut all: Vec<ScenarioFacts> = Vec::new();
    for (_, option) in found.options.iter().enumerate().filter(|(index, _)| wanted(*index)) {
        for scenario in &option.scenarios {
            let steps = |steps: &[Step]| -> Vec<StepFacts> {
                // What comes before the end may differ between options; only the end is told.
                steps.iter().map(|step| StepFacts { outcome: None, ..StepFacts::of(step) }).collect()
            };
            let end = EndFacts { option: option.name, outcome: scenario.then.to_string(), line: scenario.line };
            let (given, when) = (steps(&scenario.given), steps(&scenario.when));
            if let Some(known) = all.iter_mut().find(|known| known.name == scenario.name && known.when == when) {
                known.then.push(end);
                continue;
            }
            let with =
                scenario.with.iter().map(|(id, option)| format!("{id}={}", id.info().options[*option])).collect();
            let settings = changed(&spec.settings, &scenario.settings);
            all.push(ScenarioFacts { name: scenario.name.clone(), with, settings, given, when, then: vec![end] });
        }
    }
    all
}

/// The settings that are not the spec's.
pub(super) fn changed(base: &Settings, own: &Settings) -> Vec<String> {
    let numbers = |settings: &Settings| {
        [
            ("window", settings.window),
            ("lease", settings.lease),
            ("warm-up", settings.warm_up),
            ("grace", settings.grace),
            ("attempts", settings.attempts.into()),
            ("queue", settings.queue.into()),
            ("pool", settings.pool.into()),
        ]
    };
    let pairs = numbers(base).into_iter().zip(numbers(own));
    let mut changed: Vec<String> =
        pairs.filter(|(one, other)| one != other).map(|(_, (name, number))| format!("{name} {number}")).collect();
    if base.tenants != own.tenants {
        let tenants =
            own.tenants.iter().enumerate().map(|(index, limits)| {
                format!("{}: cap {}, quota {}", TenantId(index as u32), limits.cap, limits.quota)
            });
        changed.extend(tenants);
    }
    changed
}

/// The facts of an invariant.
pub fn invariant(spec: &SpecFile, found: &Invariant, sources: Option<&Sources>) -> InvariantFacts {
    let breaking = spec.decisions.iter().flat_map(|decision| {
        let options = decision.options.iter().filter(|option| option.breaks == Some(found.id));
        options.map(|option| format!("{}={}", decision.id, option.name))
    });
    InvariantFacts {
        id: found.id.as_str(),
        name: found.name.clone(),
        line: found.line,
        statement: found.statement.clone(),
        broken_by: breaking.collect(),
        code: sources.map(|sources| sources.invariant(found.id.as_str())),
    }
}

/// The facts of a fixed rule.
pub fn rule(found: &Rule, sources: Option<&Sources>) -> RuleFacts {
    RuleFacts {
        id: found.id.clone(),
        name: found.name.clone(),
        line: found.line,
        statement: found.statement.clone(),
        settles: found.settles.iter().map(|settles| settles.pattern.clone()).collect(),
        code: sources.map(|sources| sources.rule(&found.id)),
    }
}
