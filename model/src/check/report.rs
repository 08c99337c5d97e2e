//! What `check` has to say, as data. `--json` prints it as it stands; its shape is documented in docs/json.md.

use crate::reach::Reached;
use crate::story::Line;
use serde::Serialize;

/// The version of the shape of this report.
pub const REPORT_VERSION: u32 = 1;

/// The whole report.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// [`REPORT_VERSION`].
    pub version: u32,
    /// In one word.
    pub verdict: Verdict,
    /// What was checked.
    pub spec: SpecRow,
    /// Each exploration of the spec as it stands and of the variants of its open decisions.
    pub scopes: Vec<ScopeRow>,
    /// Each option that is not chosen, or is and should not be, and what became of the spec's claim about it.
    pub options: Vec<OptionRow>,
    /// How many scenarios of the spec were played, under the choices of the file.
    pub scenarios: usize,
    /// The open decisions, and what the variants showed.
    pub open: Vec<OpenRow>,
    /// What all of it has reached.
    pub reach: Reached,
    /// Everything that does not hold.
    pub findings: Vec<FindingRow>,
    /// The work in figures.
    pub totals: Totals,
}

/// A verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Everything asked for was checked, completely, and holds. Exit code 0.
    Holds,
    /// Something does not hold. Exit code 1.
    Finding,
    /// A bound ended the work first. Exit code 3.
    Incomplete,
}

impl Verdict {
    /// The exit code of the command.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Holds => 0,
            Verdict::Finding => 1,
            Verdict::Incomplete => 3,
        }
    }
}

/// What was checked.
#[derive(Debug, Clone, Serialize)]
pub struct SpecRow {
    /// The file.
    pub file: String,
    /// How many decisions it holds.
    pub decisions: usize,
    /// The ids of those that are open.
    pub open: Vec<String>,
    /// How many variants of the open decisions there are.
    pub variants: usize,
    /// What `--set` changed.
    pub set: Vec<String>,
}

/// One exploration.
#[derive(Debug, Clone, Serialize)]
pub struct ScopeRow {
    /// The scope.
    pub name: String,
    /// The options of the open decisions, as `D09=blocked D19=unusable`.
    pub variant: String,
    /// Whether this is the spec as it stands: the open decisions at their first option.
    pub base: bool,
    /// Unique states.
    pub unique: usize,
    /// Judged steps, those into known states included.
    pub transitions: u64,
    /// The longest of the shortest histories to a state, in commands and ms.
    pub depth: usize,
    /// Whether every state was expanded: a verdict for all time.
    pub complete: bool,
    /// How long it took.
    pub seconds: f64,
    /// Unique states as counted by stateright, where it was asked.
    pub stateright: Option<usize>,
    /// Whether the healthy core alone can bring every state to an end (L1, L2, L3), where it was asked.
    pub drains: Option<bool>,
    /// States beyond the scope's own that the core's work leads to, where it was asked.
    pub core_states: Option<usize>,
    /// Bytes kept for each unique state.
    pub bytes_per_state: f64,
}

/// One option that is not chosen.
#[derive(Debug, Clone, Serialize)]
pub struct OptionRow {
    /// The decision's id.
    pub decision: String,
    /// The decision's key.
    pub key: String,
    /// The option.
    pub option: String,
    /// Whether the spec chooses it, although it says that it breaks something.
    pub chosen: bool,
    /// `keeps all` or `breaks I4`.
    pub claim: String,
    /// Whether the claim holds.
    pub verdict: Verdict,
    /// Explorations that were run for it.
    pub explorations: usize,
    /// Scopes that were skipped because nothing in them ever read the decision.
    pub skipped: usize,
    /// Judged steps.
    pub transitions: u64,
    /// Of a ruled-out option: the lines of a shortest history that breaks the invariant.
    pub steps: Option<usize>,
    /// The scope of that history.
    pub scope: Option<String>,
    /// The history.
    pub story: Vec<Line>,
    /// What its last step is found guilty of.
    pub breach: Option<String>,
}

/// One open decision.
#[derive(Debug, Clone, Serialize)]
pub struct OpenRow {
    /// Its id.
    pub decision: String,
    /// Its key.
    pub key: String,
    /// Its question.
    pub question: String,
    /// Its options, side by side.
    pub options: Vec<OpenOption>,
}

/// One option of an open decision.
#[derive(Debug, Clone, Serialize)]
pub struct OpenOption {
    /// The option.
    pub option: String,
    /// What it means.
    pub means: String,
    /// Explorations in which it was in force and read.
    pub explorations: usize,
    /// Unique states of the scopes whose graph depends on it, the other open decisions at their first option.
    pub unique: usize,
    /// Findings.
    pub findings: usize,
}

/// One thing that does not hold.
#[derive(Debug, Clone, Serialize)]
pub struct FindingRow {
    /// In one line.
    pub title: String,
    /// The scope; none where it is about the whole check.
    pub scope: Option<String>,
    /// The options that differ from the spec as it stands.
    pub decisions: Vec<String>,
    /// A shortest history.
    pub story: Vec<Line>,
    /// What its last step is found guilty of, in words.
    pub message: String,
    /// The line that reproduces it.
    pub reproduce: String,
}

/// The work in figures.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Totals {
    /// Explorations.
    pub explorations: usize,
    /// Unique states over all of them.
    pub unique: usize,
    /// Judged steps over all of them, stateright's not counted.
    pub transitions: u64,
    /// Explorations not run, because nothing in the scope ever read the decision.
    pub skipped: usize,
    /// Variants not run, because their graph is one that was explored.
    pub same_graph: usize,
    /// Seconds of work, summed over the threads.
    pub seconds: f64,
}
