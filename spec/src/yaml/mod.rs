//! Reads spec.yaml at run time, and says everything that is wrong with it, with places.
//!
//! Text becomes a tree in which every value knows its bytes (`tree`); the tree is held against the shape of a spec
//! (`shape`, `layout`, `conform`); what has its shape becomes data, and is judged by what it means (`decode`). Each of
//! the last two goes on after a problem, so that all are reported together ([`Diagnostics`]). The editor's schema is
//! made from the same shapes ([`schema()`]), so it cannot ask for anything else.
//!
//! The histories that the pipeline writes beside the spec ([`Witness`], [`Histories`]) are read in the same way.
//!
//! [`edit`] goes the other way: it settles or reopens a decision in the text, and leaves every other byte alone.
//!
//! Reading a file is the only input or output in this crate: nothing here writes, and nothing here panics, whatever the
//! file.

mod conform;
mod date;
mod decode;
mod diagnostics;
pub mod edit;
mod file;
mod histories;
mod layout;
mod nearest;
mod patterns;
mod scalar;
mod schema;
mod scope;
mod shape;
#[cfg(test)]
mod tests;
mod tree;
mod types;
mod witness;

pub use date::{Date, NoSuchDay};
pub use diagnostics::{Diagnostic, Diagnostics, SHOWN_MAX};
pub use file::{SetError, SpecFile};
pub use histories::{Histories, History};
pub use nearest::nearest;
pub use schema::schema;
pub use scope::{Operator, Restarts, Scope, ScopeCommand, StepBack};
pub use types::{Decision, DecisionOption, Evidence, Invariant, InvariantId, Rule, Scenario, Settled, Settles, Step};
pub use witness::Witness;

use diagnostics::Problems;
use shape::Shape;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tree::Node;

/// The longest file that is read, in bytes; a spec of 38 decisions has about a tenth of it.
pub const BYTES_MAX: usize = 1 << 20;

impl SpecFile {
    /// Reads and judges a file.
    ///
    /// # Errors
    ///
    /// Every problem of the file, or why it could not be read.
    pub fn read(path: &Path) -> Result<SpecFile, Diagnostics> {
        let bytes = bytes_of("the spec", path)?;
        SpecFile::parse_bytes(&path.display().to_string(), &bytes)
    }

    /// Judges a text; `name` is what it is called in reports.
    ///
    /// # Errors
    ///
    /// Every problem of the text.
    pub fn parse(name: &str, text: &str) -> Result<SpecFile, Diagnostics> {
        SpecFile::parse_bytes(name, text.as_bytes())
    }

    /// Judges bytes, which may not even be a text.
    ///
    /// # Errors
    ///
    /// Every problem of the bytes.
    pub fn parse_bytes(name: &str, bytes: &[u8]) -> Result<SpecFile, Diagnostics> {
        SpecFile::parse_with_tree(name, bytes).map(|(file, _)| file)
    }

    /// Judges bytes, and tells where everything stands in them; behind a byte order mark if there is one.
    fn parse_with_tree(name: &str, bytes: &[u8]) -> Result<(SpecFile, Node), Diagnostics> {
        let document = Document { name, what: "the spec", begins: "`version: 1`, and the rest of a spec" };
        document.judge(bytes, &layout::SPEC, decode::decode)
    }
}

/// What is said about a file as a whole.
struct Document<'n> {
    /// What it is called in reports.
    name: &'n str,
    /// What it is, with its article.
    what: &'static str,
    /// What is expected of an empty one.
    begins: &'static str,
}

impl Document<'_> {
    /// Makes data of bytes that have this shape, and hands out their tree, or says all that is wrong with them.
    fn judge<T>(
        &self,
        bytes: &[u8],
        shape: &Shape,
        decode: impl for<'s> FnOnce(&str, &'s str, &Node, &mut Problems<'s>) -> Option<T>,
    ) -> Result<(T, Node), Diagnostics> {
        let name = self.name;
        if bytes.len() > BYTES_MAX {
            let expected = format!("at most {BYTES_MAX} bytes");
            return Err(Diagnostics::unreadable(name, format!("{} is too long", self.what), &expected));
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let source = match str::from_utf8(bytes) {
            Ok(source) => source,
            Err(error) => {
                let source = String::from_utf8_lossy(bytes);
                let at = error.valid_up_to();
                let mut problems = Problems::new(name, &source);
                problems.report(&(at..at), "the file is not UTF-8", "expected a character");
                return Err(problems.into_diagnostics());
            }
        };
        let mut problems = Problems::new(name, source);
        let made = tree::parse(source, self.begins, &mut problems).and_then(|root| {
            conform::conform(&root, shape, &mut problems);
            decode(name, source, &root, &mut problems).map(|made| (made, root))
        });
        match made {
            Some(made) if problems.is_empty() => Ok(made),
            _ => {
                if problems.is_empty() {
                    let expected = format!("expected {}", self.begins);
                    problems.report(&(0..0), "the file was not understood, for no known reason", expected);
                }
                Err(problems.into_diagnostics())
            }
        }
    }
}

/// The bytes of a file, and one more than is allowed of one that is too long, even of one without an end.
fn bytes_of(what: &str, path: &Path) -> Result<Vec<u8>, Diagnostics> {
    let mut bytes = Vec::new();
    let limit = BYTES_MAX as u64 + 1;
    match File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)) {
        Ok(_) => Ok(bytes),
        Err(error) => {
            let message = format!("failed to read {what}: {error}");
            Err(Diagnostics::unreadable(&path.display().to_string(), message, "a YAML file"))
        }
    }
}
