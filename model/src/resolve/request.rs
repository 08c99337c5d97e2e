//! What the user asks of `resolve`, with every name looked up.

use super::Resolve;
use super::file::HoldError;
use spec::DecisionId;
use spec::yaml::edit::{Because, BecauseError, Change, EditError};
use spec::yaml::{Date, Diagnostics, InvariantId, SpecFile, nearest};
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A decision and what is to become of it.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The decision.
    pub decision: DecisionId,
    /// The change.
    pub change: Change,
}

/// Why nothing was resolved. Exit code 2.
#[derive(Debug)]
pub enum ResolveError {
    /// The spec is not one.
    Spec(Box<Diagnostics>),
    /// There is no spec here, and none was named.
    Nowhere,
    /// There is no such decision.
    Decision {
        /// What was asked for.
        name: String,
    },
    /// The decision has no such option.
    Option {
        /// The decision.
        decision: DecisionId,
        /// What was asked for.
        name: String,
    },
    /// There is no such scope.
    Scope {
        /// What was asked for.
        name: String,
        /// The scopes that there are.
        known: Vec<String>,
    },
    /// The spec says that the option breaks an invariant, and the user has not said that this is meant.
    RuledOut {
        /// The decision.
        decision: DecisionId,
        /// The option.
        option: &'static str,
        /// The invariant.
        breaks: InvariantId,
    },
    /// The user has named an invariant that the option does not break.
    NotDespite {
        /// What was named.
        name: String,
        /// What the spec says that the option breaks.
        breaks: Option<InvariantId>,
    },
    /// The reason is none.
    Because(BecauseError),
    /// The clock of this machine stands before 1970 or beyond the year 9999.
    Clock,
    /// The spec cannot be edited.
    Edit(EditError),
    /// The file cannot be read or replaced.
    File(HoldError),
    /// The report could not be written as JSON.
    Json(serde_json::Error),
    /// The report could not be printed.
    Output(std::io::Error),
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = match self {
            ResolveError::Spec(diagnostics) => return write!(f, "{diagnostics}"),
            ResolveError::Edit(EditError::Unsound(diagnostics)) => return write!(f, "{diagnostics}"),
            ResolveError::Decision { name } => {
                write!(f, "error: there is no decision `{name}`; the spec has D01 to D{:02}", DecisionId::all().len())?;
                nearest(name, DecisionId::all().flat_map(|decision| [decision.info().id, decision.info().key]))
            }
            ResolveError::Option { decision, name } => {
                let info = decision.info();
                write!(
                    f,
                    "error: {} ({}) has no option `{name}`; it has {}",
                    info.id,
                    info.key,
                    info.options.join(", ")
                )?;
                nearest(name, info.options.iter().copied())
            }
            ResolveError::Scope { name, known } => {
                write!(f, "error: --scope: there is no scope `{name}`; the spec has {}", known.join(", "))?;
                nearest(name, known.iter().map(String::as_str))
            }
            ResolveError::RuledOut { decision, option, breaks } => {
                return write!(
                    f,
                    "error: the spec says that {decision}={option} breaks {breaks}, so it is not a choice like the others; \
                     nothing was changed. `model check --set {decision}={option}` shows how. If it is meant nevertheless, \
                     add --despite {breaks}"
                );
            }
            ResolveError::NotDespite { name, breaks: Some(breaks) } => {
                return write!(f, "error: --despite {name}: the option breaks {breaks}");
            }
            ResolveError::NotDespite { name, breaks: None } => {
                return write!(f, "error: --despite {name}: the spec says that the option keeps all invariants");
            }
            ResolveError::Nowhere => {
                return f.write_str("error: there is no spec/spec.yaml here to change; name one with --spec FILE");
            }
            ResolveError::Because(error) => return write!(f, "error: --because: {error}"),
            ResolveError::Clock => return f.write_str("error: this machine's clock tells no day; give one with --on"),
            ResolveError::Edit(error) => return write!(f, "error: {error}"),
            ResolveError::File(error) => return write!(f, "error: {error}"),
            ResolveError::Json(error) => return write!(f, "error: failed to write the report as JSON: {error}"),
            ResolveError::Output(error) => return write!(f, "error: failed to print the report: {error}"),
        };
        near.map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
    }
}

impl std::error::Error for ResolveError {}

impl Wanted {
    /// Looks up what the arguments name.
    ///
    /// # Errors
    ///
    /// A name that does not exist, a ruled-out option that is not insisted on, or a reason that is none.
    pub fn of(arguments: &Resolve, spec: &SpecFile) -> Result<Wanted, ResolveError> {
        let name = arguments.decision.trim();
        let decision = DecisionId::all()
            .find(|decision| decision.info().id.eq_ignore_ascii_case(name) || decision.info().key == name)
            .ok_or_else(|| ResolveError::Decision { name: name.to_owned() })?;
        let Some(option) = arguments.option.as_deref().map(str::trim) else {
            return Ok(Wanted { decision, change: Change::Reopen });
        };
        let index =
            decision.option(option).ok_or_else(|| ResolveError::Option { decision, name: option.to_owned() })?;
        let breaks = spec.decision(decision).and_then(|found| found.options.get(index)?.breaks);
        match (breaks, arguments.despite.as_deref()) {
            (Some(breaks), None) => {
                return Err(ResolveError::RuledOut { decision, option: decision.info().options[index], breaks });
            }
            (breaks, Some(name)) if breaks.is_none_or(|breaks| !breaks.as_str().eq_ignore_ascii_case(name)) => {
                return Err(ResolveError::NotDespite { name: name.to_owned(), breaks });
            }
            _ => {}
        }
        let because = arguments.because.as_deref().unwrap_or_default();
        let because = Because::new(because).map_err(ResolveError::Because)?;
        let on = match arguments.on {
            Some(day) => day,
            None => today().ok_or(ResolveError::Clock)?,
        };
        Ok(Wanted { decision, change: Change::Settle { option: index, because, on } })
    }
}

/// Today, in UTC.
fn today() -> Option<Date> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Date::from_unix_days(since.as_secs() / 86_400)
}
