//! The record that is committed: what all pairs came to, for docs/conflicts.md, for the tests and for `explain`.
//!
//! It stands beside the spec, as `conflicts.json`, and names by a digest what it was made from: the options and which
//! are in force, the scopes, and the settings. Where one of them has changed, the record is stale.

use super::run::Results;
use super::{Conflict, PairResult, Standing, plan};
use crate::spine::hash;
use crate::subject::Subject;
use serde::{Deserialize, Serialize};
use spec::DecisionId;
use spec::yaml::Scope;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Kept {
    /// The version of this layout.
    pub version: u32,
    /// The digest of what it was made from.
    pub made_from: String,
    /// The most unique states of one exploration.
    pub max_states: usize,
    /// The scopes in which pairs were explored.
    pub scopes: Vec<String>,
    /// The options that make pairs, in order.
    pub options: Vec<String>,
    /// Of each option a row of signs, one for each option: see [`Standing::sign`].
    pub matrix: Vec<String>,
    /// Explorations of pairs.
    pub explorations: usize,
    /// Their unique states.
    pub states: usize,
    /// Their judged steps.
    pub transitions: u64,
    /// The pairs that conflict.
    pub conflicts: Vec<KeptConflict>,
    /// The pairs of which an exploration was cut off.
    pub cut_off: Vec<CutOff>,
}

/// A pair that conflicts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct KeptConflict {
    /// The option of the earlier decision, as `D04=charged`.
    pub first: String,
    /// The option of the later decision.
    pub second: String,
    /// What they break together.
    #[serde(flatten)]
    pub conflict: Conflict,
}

/// A pair of which something was cut off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CutOff {
    /// The option of the earlier decision.
    pub first: String,
    /// The option of the later decision.
    pub second: String,
    /// The scopes.
    pub scopes: Vec<String>,
}

/// The version of the record's layout.
pub const VERSION: u32 = 1;

impl Kept {
    /// The record of these results.
    pub fn of(subject: &Subject, max_states: usize, results: &Results) -> Kept {
        let options: Vec<String> = plan::choices(subject).iter().map(ToString::to_string).collect();
        let pairs = &results.pairs;
        let conflicts = pairs.iter().filter_map(|pair| {
            let conflict = pair.conflict.clone()?;
            Some(KeptConflict { first: pair.first.clone(), second: pair.second.clone(), conflict })
        });
        let cut_off = pairs.iter().filter(|pair| !pair.cut_off.is_empty()).map(|pair| CutOff {
            first: pair.first.clone(),
            second: pair.second.clone(),
            scopes: pair.cut_off.clone(),
        });
        Kept {
            version: VERSION,
            made_from: digest(subject),
            max_states,
            scopes: subject.scopes.iter().map(|scope| scope.name.clone()).collect(),
            matrix: matrix(&options, pairs),
            options,
            explorations: pairs.iter().map(|pair| pair.met).sum(),
            states: pairs.iter().map(|pair| pair.states).sum(),
            transitions: pairs.iter().map(|pair| pair.transitions).sum(),
            conflicts: conflicts.collect(),
            cut_off: cut_off.collect(),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or is none.
    pub fn read(path: &Path) -> io::Result<Kept> {
        let named = |kind, said: &dyn std::fmt::Display| {
            io::Error::new(kind, format!("failed to read the record of conflicts {}: {said}", path.display()))
        };
        let text = fs::read_to_string(path).map_err(|error| named(error.kind(), &error))?;
        serde_json::from_str(&text).map_err(|error| named(io::ErrorKind::InvalidData, &error))
    }

    /// The record as it is written.
    ///
    /// # Errors
    ///
    /// None that is known: it is a value of texts and numbers.
    pub fn text(&self) -> io::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// How many pairs stand so.
    pub fn count(&self, standing: Standing) -> usize {
        let signs = self.matrix.iter().flat_map(|row| row.chars());
        // Each pair stands in the matrix twice.
        signs.filter(|sign| *sign == standing.sign()).count() / 2
    }

    /// Where two options stand to each other.
    pub fn standing(&self, first: &str, second: &str) -> Option<Standing> {
        let place = |name: &str| self.options.iter().position(|option| option == name);
        self.matrix.get(place(first)?)?.chars().nth(place(second)?).and_then(Standing::of_sign)
    }

    /// What options of a decision conflict with.
    pub fn conflicts_of(&self, decision: DecisionId) -> impl Iterator<Item = &KeptConflict> {
        self.conflicts.iter().filter(move |conflict| {
            [&conflict.first, &conflict.second]
                .into_iter()
                .filter_map(|name| super::Choice::find(name))
                .any(|choice| choice.decision == decision)
        })
    }
}

/// Where the record of a spec stands: beside it.
pub fn path_beside(spec: &Path) -> PathBuf {
    spec.with_file_name("conflicts.json")
}

/// The page of a spec's record: in the book, which stands beside the spec's folder; `None` where there is no book.
pub fn page_of(spec: &Path) -> Option<PathBuf> {
    let book = spec.canonicalize().ok()?.parent()?.parent()?.join("docs");
    book.is_dir().then(|| book.join("conflicts.md"))
}

/// The digest of all that pairs depend on: options, what is in force, claims, scopes and settings.
pub fn digest(subject: &Subject) -> String {
    let mut text = String::new();
    for decision in DecisionId::all() {
        let info = decision.info();
        let breaks: Vec<_> = (0..info.options.len()).map(|option| subject.breaks(decision, option)).collect();
        text += &format!("{} {:?} {} {breaks:?}\n", info.id, info.options, subject.base.option_name(decision));
    }
    for scope in &subject.scopes {
        // Where a scope stands in its file, and what is said about it, changes nothing.
        text += &format!("{:?}\n", Scope { line: 0, about: String::new(), with: Vec::new(), ..scope.clone() });
    }
    hash::show(hash::of_bytes(0, text.as_bytes()))[..16].to_owned()
}

fn matrix(options: &[String], pairs: &[PairResult]) -> Vec<String> {
    let mut signs = vec![vec![Standing::Same.sign(); options.len()]; options.len()];
    let place = |name: &str| options.iter().position(|option| option == name);
    for pair in pairs {
        if let (Some(first), Some(second)) = (place(&pair.first), place(&pair.second)) {
            signs[first][second] = pair.standing().sign();
            signs[second][first] = pair.standing().sign();
        }
    }
    signs.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// Writes a file beside the old one, and puts it in its place.
///
/// # Errors
///
/// Where it cannot be written.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let beside = path.with_file_name(name);
    let mut file = fs::File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path)
}
