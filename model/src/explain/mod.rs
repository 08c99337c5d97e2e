//! `explain`: all that is known about a decision, an option, an invariant or a fixed rule, and where to look on.
//!
//! [`names`] finds out what is meant, [`facts`] collects it from the spec and, through [`sources`], from the code;
//! [`text`] says it at a terminal and [`markdown`] on the page that the book has of all decisions.

pub mod around;
pub mod facts;
pub mod markdown;
pub mod names;
pub mod sources;
pub mod text;

use crate::cli::SpecArgs;
use crate::output;
use crate::resolve::file::{Held, HoldError};
use crate::subject::{self, SubjectError};
use around::{Around, AroundError};
use clap::Args;
use facts::{Explained, REPORT_VERSION, Topic};
use names::{NameError, Named};
use spec::yaml::SpecFile;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

/// Explain decisions, options, invariants or fixed rules
#[derive(Debug, Args)]
pub struct Explain {
    /// What to explain: D29, late-completion, D29=refuse, I3, no-leak, rule-8; several may be given
    #[arg(value_name = "NAME", required_unless_present_any = ["markdown", "write"])]
    names: Vec<String>,
    #[command(flatten)]
    spec: SpecArgs,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Print docs/decisions.md, the page of all decisions
    #[arg(long, conflicts_with_all = ["names", "json"])]
    markdown: bool,
    /// Write docs/decisions.md anew
    #[arg(long, conflicts_with_all = ["names", "json", "markdown", "set"])]
    write: bool,
}

/// Why nothing was explained. Exit code 2.
#[derive(Debug)]
pub enum ExplainError {
    /// The spec, or `--set`.
    Subject(SubjectError),
    /// A name.
    Name(NameError),
    /// A fixed rule that the spec does not have.
    Rule(usize),
    /// What is kept beside the spec cannot be read.
    Around(AroundError),
    /// There is no checkout around the spec whose page could be written.
    NoBook(PathBuf),
    /// The page cannot be replaced.
    Page(HoldError),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainError::Subject(error) => write!(f, "{error}"),
            ExplainError::Name(error) => write!(f, "{error}"),
            ExplainError::Around(error) => write!(f, "{error}"),
            ExplainError::Rule(number) => write!(f, "error: the spec has no fixed rule {number}"),
            ExplainError::NoBook(spec) => write!(
                f,
                "error: {} is not the spec of a checkout, so there is no docs/decisions.md to write; --markdown prints it",
                spec.display()
            ),
            ExplainError::Page(error) => write!(f, "error: {error}"),
        }
    }
}

impl std::error::Error for ExplainError {}

/// Runs the verb; returns the exit code.
pub fn run(arguments: &Explain) -> u8 {
    match explain(arguments) {
        Ok(()) => 0,
        Err(error) => {
            // There is nobody left to tell where this fails; the exit code still says it.
            let _ = writeln!(std::io::stderr(), "{error}");
            2
        }
    }
}

fn explain(arguments: &Explain) -> Result<(), ExplainError> {
    let path = arguments.spec.spec.clone().unwrap_or_else(subject::default_spec);
    let spec = subject::load(&arguments.spec, &[], false).map_err(ExplainError::Subject)?.file;
    let text = if arguments.markdown {
        markdown::page(&spec, &Around::kept(&spec, &path).map_err(ExplainError::Around)?)
    } else if arguments.write {
        written(&spec, &path)?
    } else {
        let explained = explained(&spec, &path, &arguments.names)?;
        if arguments.json {
            let json = serde_json::to_string_pretty(&explained);
            json.map_err(|error| ExplainError::Subject(SubjectError::Json(error)))? + "\n"
        } else {
            text::render(&explained)
        }
    };
    output::print(&text).map_err(|error| ExplainError::Subject(SubjectError::Io(error)))
}

/// Explains what these names stand for.
///
/// # Errors
///
/// A name stands for nothing, or for more than one thing.
pub fn explained(spec: &SpecFile, path: &Path, names: &[String]) -> Result<Explained, ExplainError> {
    let around = Around::kept(spec, path).map_err(ExplainError::Around)?.with_sources(path);
    let sources = around.sources.as_ref();
    let topic = |name: &String| {
        let named = names::find(spec, name).map_err(ExplainError::Name)?;
        Ok(match named {
            Named::Decision(id) => Topic::Decision(Box::new(facts::decision(spec, id, None, &around))),
            Named::Option(id, option) => Topic::Decision(Box::new(facts::decision(spec, id, Some(option), &around))),
            Named::Invariant(id) => Topic::Invariant(facts::invariant(spec, &spec.invariants[id.index()], sources)),
            Named::Rule(number) => {
                let rule = number.checked_sub(1).and_then(|place| spec.rules.get(place));
                Topic::Rule(facts::rule(rule.ok_or(ExplainError::Rule(number))?, sources))
            }
        })
    };
    let topics = names.iter().map(topic).collect::<Result<Vec<Topic>, ExplainError>>()?;
    Ok(Explained { version: REPORT_VERSION, spec: spec.name.clone(), topics })
}

/// Where the page of all decisions is, if the spec is that of a checkout: `spec/spec.yaml` beside `docs/`.
pub fn page_beside(spec: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(spec).ok()?;
    let own = real.ends_with("spec/spec.yaml");
    let page = real.parent()?.parent()?.join("docs").join("decisions.md");
    (own && page.is_file()).then_some(page)
}

/// Writes the page anew, and says so.
fn written(spec: &SpecFile, path: &Path) -> Result<String, ExplainError> {
    let page = page_beside(path).ok_or_else(|| ExplainError::NoBook(path.to_owned()))?;
    let changed = bring_up_to_date(spec, path, &page)?;
    Ok(if changed { "docs/decisions.md is written anew\n" } else { "docs/decisions.md is up to date\n" }.to_owned())
}

/// Writes the page of the spec at `path` anew if it is stale; whether it was.
///
/// # Errors
///
/// What is kept beside the spec cannot be read, or the page cannot be read or replaced.
pub fn bring_up_to_date(spec: &SpecFile, path: &Path, page: &Path) -> Result<bool, ExplainError> {
    let around = Around::kept(spec, path).map_err(ExplainError::Around)?;
    let held = Held::read(page).map_err(ExplainError::Page)?;
    let now = markdown::page(spec, &around);
    if held.text == now {
        return Ok(false);
    }
    held.replace(&now).map(|()| true).map_err(ExplainError::Page)
}
