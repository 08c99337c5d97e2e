//! What a run is about: the spec that the user named, with what `--set` changed, and the scopes asked for.

use crate::cli::SpecArgs;
use oracle::invariants::InvariantId;
use spec::yaml::{Diagnostics, Scope, SetError, SpecFile, nearest};
use spec::{DecisionId, Decisions};
use std::fmt;
use std::path::{Path, PathBuf};

/// The spec, as the verbs see it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The file.
    pub file: SpecFile,
    /// How the user named the spec and changed it, for the reproduce lines; starts with a space where not empty.
    pub arguments: String,
    /// The scopes to explore.
    pub scopes: Vec<Scope>,
    /// Every decision as chosen; the open ones at their first option.
    pub base: Decisions,
    /// The open decisions.
    pub open: Vec<DecisionId>,
    /// What the spec claims of each option that is neither chosen nor open.
    pub claims: Vec<Claim>,
}

/// What the spec claims of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The decision.
    pub decision: DecisionId,
    /// The option's index.
    pub option: usize,
    /// The invariant that it is said to break; `None` where it is said to keep all eight.
    pub breaks: Option<InvariantId>,
}

/// Why there is nothing to run. Exit code 2.
#[derive(Debug)]
pub enum SubjectError {
    /// The spec is not one.
    Spec(Box<Diagnostics>),
    /// A `--set` that names nothing.
    Set(SetError),
    /// A `--scope` that names nothing.
    Scope {
        /// What was asked for.
        name: String,
        /// The scopes that there are.
        known: Vec<String>,
    },
    /// The report could not be written as JSON.
    Json(serde_json::Error),
    /// Something could not be read or written.
    Io(std::io::Error),
}

impl fmt::Display for SubjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubjectError::Spec(diagnostics) => write!(f, "{diagnostics}"),
            SubjectError::Set(error) => write!(f, "error: --set: {error}"),
            SubjectError::Scope { name, known } => {
                write!(f, "error: --scope: there is no scope `{name}`; the spec has {}", known.join(", "))?;
                match known.iter().find(|other| nearest(name, [other.as_str()]).is_some()) {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None => Ok(()),
                }
            }
            SubjectError::Io(error) => write!(f, "error: {error}"),
            SubjectError::Json(error) => write!(f, "error: failed to write the report as JSON: {error}"),
        }
    }
}

impl std::error::Error for SubjectError {}

/// Reads the spec that the arguments name and picks the scopes: those asked for by name, else all, the deep ones only
/// where asked for.
pub fn load(arguments: &SpecArgs, scopes: &[String], deep: bool) -> Result<Subject, SubjectError> {
    let path = arguments.spec.clone().unwrap_or_else(default_spec);
    let mut file = SpecFile::read(&path).map_err(|diagnostics| SubjectError::Spec(Box::new(diagnostics)))?;
    for assignment in &arguments.set {
        file.set(assignment).map_err(SubjectError::Set)?;
    }
    let known = || file.scopes.iter().map(|scope| scope.name.clone());
    if let Some(unknown) = scopes.iter().find(|name| known().all(|other| other != **name)) {
        return Err(SubjectError::Scope { name: unknown.clone(), known: known().collect() });
    }
    let wanted = |scope: &&Scope| if scopes.is_empty() { deep || !scope.deep } else { scopes.contains(&scope.name) };
    let scopes = file.scopes.iter().filter(wanted).cloned().collect();
    Ok(Subject::new(file, spoken(arguments), scopes))
}

/// Where the spec is in a checkout.
pub const HERE: &str = "spec/spec.yaml";

/// The spec of the folder that the user is in, else that of the checkout that this was built from.
pub fn default_spec() -> PathBuf {
    let here = Path::new(HERE);
    if here.exists() {
        here.to_owned()
    } else {
        Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("spec").join("spec.yaml")
    }
}

/// The arguments as the user gave them.
fn spoken(arguments: &SpecArgs) -> String {
    let spec = arguments.spec.iter().map(|path| format!(" --spec {}", path.display()));
    spec.chain(arguments.set.iter().map(|set| format!(" --set {set}"))).collect()
}

impl Subject {
    /// These scopes of this spec.
    pub fn new(file: SpecFile, arguments: String, scopes: Vec<Scope>) -> Subject {
        let (base, open) = (file.decisions(), file.open());
        let mut subject = Subject { file, arguments, scopes, base, open, claims: Vec::new() };
        subject.claims = DecisionId::all()
            .filter(|decision| !subject.open.contains(decision))
            .flat_map(|decision| (0..decision.info().options.len()).map(move |option| (decision, option)))
            .filter(|(decision, option)| subject.base.option(*decision) != *option)
            .map(|(decision, option)| Claim { decision, option, breaks: subject.breaks(decision, option) })
            .collect();
        subject
    }

    /// The invariant that the spec says the option breaks.
    pub fn breaks(&self, decision: DecisionId, option: usize) -> Option<InvariantId> {
        let said = self.file.decisions.get(decision.index())?.options.get(option)?.breaks?;
        InvariantId::ALL.get(said.index()).copied()
    }

    /// What `--set` changed, as `D29=refuse`.
    pub fn set(&self) -> Vec<String> {
        let overrides = self.file.overrides().iter();
        overrides.map(|(decision, option)| format!("{decision}={}", decision.info().options[*option])).collect()
    }
}
