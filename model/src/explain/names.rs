//! What a user may ask `explain` about, by any of the names that it goes by.

use spec::DecisionId;
use spec::yaml::{InvariantId, SpecFile, nearest};
use std::fmt;

/// What was asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A decision.
    Decision(DecisionId),
    /// One option of a decision, by its index.
    Option(DecisionId, usize),
    /// An invariant.
    Invariant(InvariantId),
    /// A fixed rule, by its number.
    Rule(usize),
}

/// Why a name is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameError {
    /// Nothing goes by it.
    Unknown {
        /// The name.
        name: String,
        /// What comes nearest.
        nearest: Option<String>,
    },
    /// Several decisions have an option of this name.
    Ambiguous {
        /// The name.
        name: String,
        /// What it can mean, as `D29=refuse`.
        means: Vec<String>,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Unknown { name, nearest } => {
                write!(
                    f,
                    "error: nothing is called `{name}`: expected a decision (D29, late-completion), an option \
                     (D29=refuse), an invariant (I3, no-leak) or a fixed rule (rule-8)"
                )?;
                nearest.as_ref().map_or(Ok(()), |nearest| write!(f, "; did you mean `{nearest}`?"))
            }
            NameError::Ambiguous { name, means } => {
                write!(f, "error: more than one decision has an option `{name}`; say one of {}", means.join(", "))
            }
        }
    }
}

impl std::error::Error for NameError {}

/// Looks a name up.
///
/// # Errors
///
/// Nothing goes by it, or more than one option does.
pub fn find(spec: &SpecFile, name: &str) -> Result<Named, NameError> {
    let name = name.trim();
    let by_id = |name: &str| DecisionId::find(name).or_else(|| DecisionId::find(&name.to_uppercase()));
    if let Some(decision) = by_id(name) {
        return Ok(Named::Decision(decision));
    }
    if let Some((decision, option)) = name.split_once('=')
        && let Some(decision) = by_id(decision.trim())
    {
        let options = decision.info().options;
        let near = nearest(option.trim(), options.iter().copied()).map(|near| format!("{decision}={near}"));
        let unknown = || NameError::Unknown { name: name.to_owned(), nearest: near };
        return decision.option(option.trim()).map(|index| Named::Option(decision, index)).ok_or_else(unknown);
    }
    let invariant = |name: &str| spec.invariants.iter().find(|found| found.id.as_str() == name || found.name == name);
    if let Some(found) = invariant(name).or_else(|| invariant(&name.to_uppercase())) {
        return Ok(Named::Invariant(found.id));
    }
    let number = name.strip_prefix("rule").map(|rest| rest.trim_start_matches(['-', ' ']));
    let number = number.or_else(|| name.strip_prefix(['R', 'r']));
    if let Some(number) = number.and_then(|number| number.parse().ok()) {
        return Ok(Named::Rule(number));
    }
    if let Some(place) = spec.rules.iter().position(|rule| rule.name == name) {
        return Ok(Named::Rule(place + 1));
    }
    let options = DecisionId::all().filter_map(|decision| Some((decision, decision.option(name)?)));
    match options.collect::<Vec<_>>().as_slice() {
        [] => Err(NameError::Unknown { name: name.to_owned(), nearest: near(spec, name) }),
        [(decision, option)] => Ok(Named::Option(*decision, *option)),
        several => {
            let means = several.iter().map(|(decision, _)| format!("{decision}={name}")).collect();
            Err(NameError::Ambiguous { name: name.to_owned(), means })
        }
    }
}

fn near(spec: &SpecFile, name: &str) -> Option<String> {
    let decisions = DecisionId::all().flat_map(|decision| [decision.info().id, decision.info().key]);
    let invariants = spec.invariants.iter().flat_map(|found| [found.id.as_str(), found.name.as_str()]);
    let options = DecisionId::all().flat_map(|decision| decision.info().options.iter().copied());
    let rules = spec.rules.iter().map(|rule| rule.name.as_str());
    nearest(name, decisions.chain(invariants).chain(options).chain(rules)).map(str::to_owned)
}
