//! `resolve`: settles an open question in the spec's own text, or reopens one, and checks the spec that comes of it.
//!
//! The owner's act is a change of a few lines of spec.yaml; everything else follows from the file. So the edit leaves
//! every other byte alone (`spec::yaml::edit`), the file is replaced as a whole ([`file`]), pages that are generated from
//! it are written anew, and then `check` says what the choice does ([`report`]).

pub mod difference;
pub mod file;
mod follow;
pub mod report;
mod request;

pub use request::{ResolveError, Wanted};

use crate::check::{self, Request};
use crate::output;
use crate::progress::{Bar, Progress, Silent};
use crate::start;
use crate::subject::{self, Subject};
use clap::Args;
use file::Held;
use report::Resolved;
use spec::yaml::edit::edit;
use spec::yaml::{Date, Scope, SpecFile};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Settle a decision in the spec, or reopen it
#[derive(Debug, Args)]
pub struct Resolve {
    /// The decision: its id or key, e.g. D09
    #[arg(value_name = "DECISION")]
    pub decision: String,
    /// The option that is chosen, e.g. blocked
    #[arg(value_name = "OPTION", required_unless_present = "reopen", conflicts_with = "reopen")]
    pub option: Option<String>,
    /// Why, in a sentence; kept in the spec beside the choice
    #[arg(long, value_name = "REASON", required_unless_present = "reopen", conflicts_with = "reopen")]
    pub because: Option<String>,
    /// Open the decision again: undoes what settled it
    #[arg(long)]
    pub reopen: bool,
    /// Choose an option although the spec says that it breaks this invariant
    #[arg(long, value_name = "INVARIANT", conflicts_with = "reopen")]
    pub despite: Option<String>,
    /// The day to be noted [default: today, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD", conflicts_with = "reopen")]
    pub on: Option<Date>,
    /// The spec to edit
    #[arg(long, value_name = "FILE")]
    pub spec: Option<PathBuf>,
    /// Print what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do not check the spec afterwards
    #[arg(long)]
    pub no_check: bool,
    /// Check only this scope afterwards; may be given several times
    #[arg(long, value_name = "NAME", conflicts_with = "no_check")]
    pub scope: Vec<String>,
    /// Threads of the check [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<std::num::NonZeroUsize>,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs the verb; returns the exit code.
pub fn run(arguments: &Resolve) -> u8 {
    match resolve(arguments) {
        Ok(code) => code,
        Err(error) => {
            // There is nobody left to tell where this fails; the exit code still says it.
            let _ = writeln!(std::io::stderr(), "{error}");
            2
        }
    }
}

fn resolve(arguments: &Resolve) -> Result<u8, ResolveError> {
    let path = arguments.spec.clone().unwrap_or_else(subject::default_spec);
    // What was built from a checkout knows the spec of it, which is not there to be changed from anywhere.
    if arguments.spec.is_none() && !Path::new(subject::HERE).exists() {
        return Err(ResolveError::Nowhere);
    }
    let spec = SpecFile::read(&path).map_err(|diagnostics| ResolveError::Spec(Box::new(diagnostics)))?;
    let wanted = Wanted::of(arguments, &spec)?;
    let scopes = scopes(&spec, &arguments.scope)?;
    let held = Held::read(&path).map_err(ResolveError::File)?;
    let name = path.display().to_string();
    let edited = edit(&name, &held.text, wanted.decision, &wanted.change).map_err(ResolveError::Edit)?;
    let Some(edited) = edited else {
        let text = report::nothing_to_do(&wanted, &spec, arguments.json).map_err(ResolveError::Json)?;
        return output::print(&text).map(|()| 0).map_err(ResolveError::Output);
    };
    let difference = difference::unified(&name, &held.text, &edited.text);
    let mut resolved = Resolved::new(&wanted, &edited, difference, &spoken(arguments, &path), arguments.dry_run);
    if arguments.dry_run {
        let text = if arguments.json { resolved.json().map_err(ResolveError::Json)? } else { resolved.difference };
        return output::print(&text).map(|()| 0).map_err(ResolveError::Output);
    }
    held.replace(&edited.text).map_err(ResolveError::File)?;
    let bar = (!arguments.json).then(Bar::new);
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    let clear = || bar.iter().for_each(Bar::clear);
    // Witnesses are searched for in every scope, the deep ones left out, whichever is checked.
    let subject = Subject::new(edited.after.clone(), spoken(arguments, &path), self::scopes(&spec, &[])?);
    resolved.follow(follow::follow(&held, &subject, wanted.decision, jobs(arguments), progress));
    clear();
    if !arguments.json {
        output::print(&resolved.told()).map_err(ResolveError::Output)?;
    }
    if !arguments.no_check {
        resolved.check = Some(checked(arguments, &Subject { scopes, ..subject }, progress));
        clear();
    }
    let rest = if arguments.json { resolved.json().map_err(ResolveError::Json)? } else { resolved.verdict() };
    output::print(&rest).map_err(ResolveError::Output)?;
    Ok(resolved.exit_code())
}

/// The scopes to check: those that were named, or all that are not deep.
fn scopes(spec: &SpecFile, names: &[String]) -> Result<Vec<Scope>, ResolveError> {
    let known = |name: &&String| spec.scopes.iter().any(|scope| scope.name == **name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        let known = spec.scopes.iter().map(|scope| scope.name.clone()).collect();
        return Err(ResolveError::Scope { name: name.clone(), known });
    }
    let wanted = |scope: &&Scope| if names.is_empty() { !scope.deep } else { names.contains(&scope.name) };
    Ok(spec.scopes.iter().filter(wanted).cloned().collect())
}

/// How the user named the spec; starts with a space where not empty.
fn spoken(arguments: &Resolve, path: &Path) -> String {
    arguments.spec.as_ref().map(|_| format!(" --spec {}", output::in_shell(path))).unwrap_or_default()
}

/// Checks the spec as it now is.
fn checked(arguments: &Resolve, subject: &Subject, progress: &dyn Progress) -> check::report::Report {
    let request = Request {
        start: start::plain::<ballast::ControlPlane>(),
        scopes: arguments.scope.clone(),
        deep: false,
        jobs: jobs(arguments),
        states: check::STATES_MAX,
    };
    check::check::<ballast::ControlPlane>(subject, &request, progress)
}

fn jobs(arguments: &Resolve) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    arguments.jobs.map_or(cores, std::num::NonZeroUsize::get)
}
