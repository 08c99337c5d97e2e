//! Where the code speaks of a decision, an invariant or a rule: found by reading the sources of the checkout, where there
//! is one.
//!
//! The workspace keeps each id next to the code that implements it, and reads a decision through its accessor alone, so a
//! search for both finds every place. An installed binary has no sources beside it, and says so.

use serde::Serialize;
use spec::DecisionId;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the engines are.
const CONTROL_PLANE: &str = "impl/src";
const ORACLE: &str = "oracle/src";

/// Everything that is read.
const FOLDERS: [&str; 5] = [CONTROL_PLANE, ORACLE, "model/src", "model/tests", "spec/src/yaml/tests"];

/// The sources of a checkout.
#[derive(Debug)]
pub struct Sources {
    root: PathBuf,
    files: Vec<Source>,
}

#[derive(Debug)]
struct Source {
    /// Below the root, with `/`.
    name: String,
    text: String,
    /// The line, from 1, from which on it is tests.
    tests_from: usize,
}

/// A place in the sources.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file, below the folder of the checkout.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// `reads` the decision, or `names` it in a comment; of a test, the name of its function.
    pub what: String,
}

/// Where one thing stands in the code.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Code {
    /// In the control plane, the places that read it first.
    pub control_plane: Vec<Place>,
    /// In the oracle.
    pub oracle: Vec<Place>,
    /// Tests whose name says that they guard it.
    pub tests: Vec<Place>,
    /// Tests that mention it.
    pub mentioned_by: Vec<Place>,
}

/// What is looked for.
struct Needle {
    /// How it is named, as words: `D29`.
    words: Vec<String>,
    /// The same in the name of a test: `d29_`.
    prefix: String,
    /// Code that reads it: `.late_completion()`.
    read: Option<String>,
}

impl Needle {
    fn stands_in(&self, line: &str) -> bool {
        self.words.iter().any(|word| has_word(line, word))
    }
}

impl Sources {
    /// The checkout that a spec belongs to, or the one that this was built from; `None` where neither is there.
    pub fn beside(spec: &Path) -> Option<Sources> {
        let of_spec = fs::canonicalize(spec).ok().and_then(|real| Some(real.parent()?.parent()?.to_owned()));
        let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned);
        let root = of_spec.into_iter().chain(built_from).find(|root| root.join(CONTROL_PLANE).is_dir())?;
        let mut files = Vec::new();
        for folder in FOLDERS {
            collect(&root, &root.join(folder), &mut files);
        }
        files.sort_by(|one, other| one.name.cmp(&other.name));
        Some(Sources { root, files })
    }

    /// The folder of the checkout.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a decision is read, named and tested.
    pub fn decision(&self, decision: DecisionId) -> Code {
        let info = decision.info();
        self.code(&Needle {
            words: vec![info.id.to_owned()],
            prefix: format!("{}_", info.id.to_lowercase()),
            read: Some(format!(".{}()", info.key.replace('-', "_"))),
        })
    }

    /// Where an invariant is judged, named and tested.
    pub fn invariant(&self, id: &str) -> Code {
        self.code(&Needle { words: vec![id.to_owned()], prefix: format!("{}_", id.to_lowercase()), read: None })
    }

    /// Where a fixed rule is cited.
    pub fn rule(&self, id: &str) -> Code {
        let prefix = format!("{}_", id.to_lowercase());
        self.code(&Needle { words: vec![id.to_owned()], prefix, read: None })
    }

    fn code(&self, needle: &Needle) -> Code {
        let mut code = Code::default();
        for source in &self.files {
            let engine = if source.name.starts_with(CONTROL_PLANE) {
                Some(&mut code.control_plane)
            } else if source.name.starts_with(ORACLE) {
                Some(&mut code.oracle)
            } else {
                None
            };
            if let Some(places) = engine {
                places.extend(source.places(needle));
            }
            source.tests(needle, &mut code.tests, &mut code.mentioned_by);
        }
        for places in [&mut code.control_plane, &mut code.oracle] {
            places.sort_by_key(|place| place.what != "reads");
        }
        code
    }
}

impl Source {
    /// What stands outside of tests.
    fn places(&self, needle: &Needle) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for (number, line) in self.lines().take_while(|(number, _)| *number < self.tests_from) {
            let reads = needle.read.as_ref().is_some_and(|read| line.contains(read));
            let names = line.contains("//") && needle.stands_in(line);
            if reads || names {
                let what = if reads { "reads" } else { "names" };
                places.push(Place { file: self.name.clone(), line: number, what: what.to_owned() });
            }
        }
        places
    }

    /// The tests that are named after it, and those that only speak of it.
    fn tests(&self, needle: &Needle, named: &mut Vec<Place>, mentioning: &mut Vec<Place>) {
        let mut function: Option<Place> = None;
        for (number, line) in self.lines().filter(|(number, _)| *number >= self.tests_from) {
            let text = line.trim_start();
            if let Some(name) = text.strip_prefix("fn ").and_then(|rest| rest.split(['(', '<']).next()) {
                let place = Place { file: self.name.clone(), line: number, what: name.to_owned() };
                function = Some(place.clone());
                if name.starts_with(&needle.prefix) || name.contains(&format!("_{}", needle.prefix)) {
                    named.push(place);
                    continue;
                }
            }
            if let Some(place) = function.as_ref().filter(|_| needle.stands_in(line))
                && !named.contains(place)
                && !mentioning.contains(place)
            {
                mentioning.push(place.clone());
            }
        }
    }

    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// Whether an id stands in a line as a word of its own: `D2` does not stand in `D29`.
fn has_word(line: &str, word: &str) -> bool {
    let bounded = |at: usize| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        [before, after].into_iter().flatten().all(|letter| !letter.is_alphanumeric() && letter != '_')
    };
    line.match_indices(word).any(|(at, _)| bounded(at))
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|end| end == "rs")
            && let (Ok(text), Ok(name)) = (fs::read_to_string(&path), path.strip_prefix(root))
        {
            let name = name.to_string_lossy().replace('\\', "/");
            let all_tests = name.contains("/tests/") || name.ends_with("/tests.rs");
            let module = text.lines().position(|line| line.trim_start() == "#[cfg(test)]").map(|index| index + 1);
            let tests_from = if all_tests { 1 } else { module.unwrap_or(usize::MAX) };
            files.push(Source { name, text, tests_from });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_engines_are_found_to_read_every_decision() {
        let sources = Sources::beside(Path::new("nowhere")).expect("this is a checkout");
        let reads = |places: &[Place]| places.iter().any(|place| place.what == "reads");
        let unread: Vec<DecisionId> = DecisionId::all()
            .filter(|decision| {
                let code = sources.decision(*decision);
                !(reads(&code.control_plane) && reads(&code.oracle))
            })
            .collect();
        assert!(unread.is_empty(), "nothing was found that reads {unread:?}");
    }

    #[test]
    fn a_test_that_is_named_after_a_decision_guards_it() {
        let sources = Sources::beside(Path::new("nowhere")).expect("this is a checkout");
        let code = sources.decision(DecisionId::find("D29").expect("an id"));
        assert!(
            code.tests.iter().any(|place| place.file == "impl/src/tests/decisions/completion.rs"),
            "{:?}",
            code.tests
        );
        assert!(code.tests.iter().all(|place| place.what.contains("d29_")), "{:?}", code.tests);
        assert!(sources.invariant("I3").oracle.iter().any(|place| place.file == "oracle/src/invariants/i3_no_leak.rs"));
        assert!(!sources.rule("R8").control_plane.is_empty());
    }

    #[test]
    fn an_id_is_a_word_of_its_own() {
        assert!(has_word("(D29, D30)", "D29") && has_word("D29", "D29"));
        assert!(!has_word("D290", "D29") && !has_word("XD29", "D29") && !has_word("d29_x", "D29"));
    }
}
