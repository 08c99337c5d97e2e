//! Reads spec.yaml at run time, and says everything that is wrong with it, with places.
//!
//! Text becomes a tree in which every value knows its bytes (`tree`); the tree is held against the shape of a spec
//! (`shape`, `layout`, `conform`); what has its shape becomes data, and is judged by what it means (`decode`). Each of
//! the last two goes on after a problem, so that all are reported together ([`Diagnostics`]). The editor's schema is
//! made from the same shapes ([`schema()`]), so it cannot ask for anything else.
//!
//! Reading a file is the only input or output in this crate: nothing here writes, and nothing here panics, whatever the
//! file.

mod conform;
mod decode;
mod diagnostics;
mod file;
mod layout;
mod nearest;
mod patterns;
mod scalar;
mod schema;
mod scope;
mod shape;
mod tree;
mod types;

pub use diagnostics::{Diagnostic, Diagnostics, SHOWN_MAX};
pub use file::{SetError, SpecFile};
pub use nearest::nearest;
pub use schema::schema;
pub use scope::{Operator, Restarts, Scope, ScopeCommand, StepBack};
pub use types::{Decision, DecisionOption, Evidence, Invariant, InvariantId, Rule, Scenario, Settles, Step};

use diagnostics::Problems;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest file that is read, in bytes; a spec of 38 decisions has about a tenth of it.
pub const BYTES_MAX: usize = 1 << 20;

impl SpecFile {
    /// Reads and judges a file.
    ///
    /// # Errors
    ///
    /// Every problem of the file, or why it could not be read.
    pub fn read(path: &Path) -> Result<SpecFile, Diagnostics> {
        let name = path.display().to_string();
        let mut bytes = Vec::new();
        // One byte more than is allowed tells a file that is too long, even one without an end.
        let limit = BYTES_MAX as u64 + 1;
        if let Err(error) = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)) {
            return Err(Diagnostics::unreadable(&name, format!("failed to read the spec: {error}"), "a YAML file"));
        }
        SpecFile::parse_bytes(&name, &bytes)
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
        if bytes.len() > BYTES_MAX {
            let expected = format!("at most {BYTES_MAX} bytes");
            return Err(Diagnostics::unreadable(name, "the spec is too long".to_owned(), &expected));
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let source = match str::from_utf8(bytes) {
            Ok(source) => source,
            Err(error) => {
                let source = String::from_utf8_lossy(bytes);
                let at = error.valid_up_to();
                let mut problems = Problems::new(name, &source);
                problems.report(&(at..at + 1), "the file is not UTF-8", "expected a character");
                return Err(problems.into_diagnostics());
            }
        };
        let mut problems = Problems::new(name, source);
        let spec = tree::parse(source, &mut problems).and_then(|root| {
            conform::conform(&root, &layout::SPEC, &mut problems);
            decode::decode(name, source, &root, &mut problems)
        });
        match spec {
            Some(spec) if problems.is_empty() => Ok(spec),
            _ => {
                if problems.is_empty() {
                    problems.report(&(0..0), "the file was not understood, for no known reason", "expected a spec");
                }
                Err(problems.into_diagnostics())
            }
        }
    }
}
