//! What is wrong with a spec file, all of it at once: place, what was found, what was expected, the nearest valid name.
//!
//! A problem is a piece of data first (line, column, message) and a text second, so that an editor or `--json` can use
//! it too. Rendering is annotate-snippets', the renderer of rustc: a line, a marker below it, and nothing to configure.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::fmt;
use std::ops::Range;

/// How many problems are rendered; the rest are counted.
pub const SHOWN_MAX: usize = 20;

/// How many problems are kept; the rest are counted. A file that is all problems must not take for ever.
const KEPT_MAX: usize = 1_000;

/// A marked line that is longer than this is cut down to what surrounds the marker.
const EXCERPT_MAX: usize = 2_000;

/// One problem, at one place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostic {
    /// The line, from 1; 0 if the file could not be read at all.
    pub line: usize,
    /// The column in characters, from 1; 0 if the file could not be read at all.
    pub column: usize,
    /// What was found.
    pub message: String,
    /// What was expected at the marker.
    pub expected: String,
    /// What else helps: a valid name close to the one found, or where the first of two stands.
    pub help: Vec<String>,
    span: Range<usize>,
}

/// Every problem of a file, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    name: String,
    source: String,
    problems: Vec<Diagnostic>,
    count: usize,
}

impl Diagnostics {
    /// A file that could not be read at all.
    pub(super) fn unreadable(name: &str, message: String, expected: &str) -> Diagnostics {
        let help = vec![format!("expected {expected}")];
        let problem = Diagnostic { line: 0, column: 0, message, expected: String::new(), help, span: 0..0 };
        Diagnostics { name: name.to_owned(), source: String::new(), problems: vec![problem], count: 1 }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The problems, in the order of the file: at least one, and at most the first 1000 found.
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// How many problems there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first [`SHOWN_MAX`] problems with their source lines, and how many there are, ending with a line feed.
    ///
    /// With `colours`, ANSI escapes; the caller knows whether somebody looks (`NO_COLOR`, a terminal).
    pub fn render(&self, colours: bool) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let mut text = String::new();
        for problem in self.problems.iter().take(SHOWN_MAX) {
            text += &renderer.render(&[self.group(problem)]);
            text += "\n\n";
        }
        let count = self.count;
        let more = count.saturating_sub(SHOWN_MAX);
        if more > 0 {
            text += &format!("and {more} more; ");
        }
        let plural = if count == 1 { "" } else { "s" };
        text + &format!("{count} problem{plural} in {}\n", self.name)
    }

    fn group<'a>(&'a self, problem: &'a Diagnostic) -> Group<'a> {
        let name = self.name.as_str();
        let group = Level::ERROR.primary_title(problem.message.as_str());
        let group = if problem.line == 0 {
            group.element(Origin::path(name))
        } else {
            let line = line_around(&self.source, problem.span.start);
            let excerpt = cut(&self.source, &line, problem.span.start);
            let end = problem.span.end.clamp(problem.span.start, excerpt.end.max(problem.span.start));
            let marker = problem.span.start - excerpt.start..end - excerpt.start;
            let marker = AnnotationKind::Primary.span(marker).label(problem.expected.as_str());
            let snippet = Snippet::source(&self.source[excerpt.clone()]).line_start(problem.line).annotation(marker);
            if excerpt == line {
                group.element(snippet.path(name))
            } else {
                // The snippet would count its columns from where it was cut.
                let origin = Origin::path(name).line(problem.line).char_column(problem.column);
                group.element(origin).element(snippet)
            }
        };
        group.elements(problem.help.iter().map(|help| Level::HELP.message(help.as_str())))
    }
}

/// The line of a byte, without its end.
fn line_around(source: &str, at: usize) -> Range<usize> {
    let start = source[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = source[at..].find(['\n', '\r']).map_or(source.len(), |length| at + length);
    start..end
}

/// A line, or what surrounds this byte if the line is too long to be shown.
fn cut(source: &str, line: &Range<usize>, at: usize) -> Range<usize> {
    if line.len() <= EXCERPT_MAX {
        return line.clone();
    }
    let half = EXCERPT_MAX / 2;
    let start = source.floor_char_boundary(line.start.max(at.saturating_sub(half)));
    start..source.floor_char_boundary(line.end.min(at + half))
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}

/// Collects problems while a file is read.
#[derive(Debug)]
pub(super) struct Problems<'a> {
    name: &'a str,
    source: &'a str,
    /// The byte at which each line starts.
    lines: Vec<usize>,
    found: Vec<Diagnostic>,
    count: usize,
    /// Takes what is reported beyond [`KEPT_MAX`].
    overflow: Diagnostic,
}

impl<'a> Problems<'a> {
    pub(super) fn new(name: &'a str, source: &'a str) -> Problems<'a> {
        let lines = [0].into_iter().chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let overflow = Diagnostic::default();
        Problems { name, source, lines, found: Vec::new(), count: 0, overflow }
    }

    /// Notes a problem at this range of bytes. What is returned can be given help.
    pub(super) fn report(
        &mut self,
        span: &Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> &mut Diagnostic {
        self.count += 1;
        if self.found.len() >= KEPT_MAX {
            self.overflow.help.clear();
            return &mut self.overflow;
        }
        let start = self.source.floor_char_boundary(span.start);
        let end = self.source.floor_char_boundary(span.end.max(start));
        let (line, column) = self.place(start);
        self.found.push(Diagnostic {
            line,
            column,
            message: message.into(),
            expected: expected.into(),
            help: Vec::new(),
            span: start..end,
        });
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The line, from 1, of a byte of the source.
    pub(super) fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at)
    }

    /// Whether there is a problem in this range of bytes.
    pub(super) fn any_in(&self, range: &Range<usize>) -> bool {
        self.found.iter().any(|problem| range.contains(&problem.span.start))
    }

    /// Line and column, from 1, of a byte of the source.
    fn place(&self, at: usize) -> (usize, usize) {
        let line = self.line(at);
        let line_start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(0);
        (line, self.source[line_start..at].chars().count() + 1)
    }

    /// Everything found, in the order of the file.
    pub(super) fn into_diagnostics(mut self) -> Diagnostics {
        self.found.sort_by_key(|problem| problem.span.start);
        Diagnostics {
            name: self.name.to_owned(),
            source: self.source.to_owned(),
            problems: self.found,
            count: self.count,
        }
    }
}

impl Diagnostic {
    /// Points at a valid name close to the one found, if there is one, and returns it.
    pub(super) fn nearest<'n>(&mut self, found: &str, valid: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        // A problem that is only counted shows nothing.
        let name = if self.line == 0 { None } else { super::nearest::nearest(found, valid) };
        self.help.extend(name.map(|name| format!("did you mean `{name}`?")));
        name
    }

    /// Says what else helps.
    pub(super) fn hint(&mut self, help: impl Into<String>) -> &mut Diagnostic {
        self.help.push(help.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_to_a_thousand_bytes_on_each_side_of_its_marker() {
        let source = "x".repeat(5_000);
        assert_eq!(cut(&source, &(10..2_010), 1_500), 10..2_010, "this one is not too long");
        assert_eq!(cut(&source, &(0..5_000), 2_500), 1_500..3_500);
        assert_eq!(cut(&source, &(0..5_000), 400), 0..1_400);
        assert_eq!(cut(&source, &(0..5_000), 4_600), 3_600..5_000);
        let source = "é".repeat(2_500);
        assert_eq!(cut(&source, &(0..5_000), 2_501), 1_500..3_500, "never within a character");
    }

    #[test]
    fn a_file_is_called_by_its_name() {
        let mut problems = Problems::new("my.yaml", "a: 1\n");
        problems.report(&(3..4), "it is wrong", "expected another");
        assert_eq!(problems.into_diagnostics().name(), "my.yaml");
    }
}
