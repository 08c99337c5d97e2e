//! Which bytes of a spec change when a decision is settled or reopened, and into what.
//!
//! The parser's spans say where a value starts. Where it ends is found here, as a span reaches beyond a quoted text to
//! the end of its line, and beyond a folded one to the next name. `None` throughout: this layout is not understood.

use super::Change;
use crate::DecisionId;
use crate::yaml::tree::{Name, Node};
use std::ops::Range;

/// A range of bytes, and what stands there afterwards.
type Patch = (Range<usize>, String);

/// The source with the change made.
pub(super) fn splice(source: &str, item: &Node, decision: DecisionId, change: &Change) -> Option<String> {
    let text = Text { source, item, in_braces: source.get(item.span.start..)?.starts_with('{') };
    let mut patches = match change {
        Change::Settle { .. } => text.settle(decision, change)?,
        Change::Reopen => text.reopen()?,
    };
    patches.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut edited, mut from) = (String::new(), 0);
    for (range, with) in patches {
        edited += source.get(from..range.start)?;
        edited += &with;
        from = range.end;
    }
    edited += source.get(from..)?;
    Some(edited)
}

/// A decision in its source.
struct Text<'a> {
    source: &'a str,
    item: &'a Node,
    /// Whether its entries stand in braces, separated by commas, and not each on lines of its own.
    in_braces: bool,
}

impl Text<'_> {
    fn settle(&self, decision: DecisionId, change: &Change) -> Option<Vec<Patch>> {
        let Change::Settle { option, because, on } = change else { return None };
        let option = (*decision.info().options.get(*option)?).to_owned();
        let (name, _) = self.item.entry("open").or_else(|| self.item.entry("choice"))?;
        let reason = |name: &str| {
            if self.in_braces { because.in_flow() } else { because.in_block(self.indent(), name, self.line_end()) }
        };
        let mut patches = vec![(self.value(name)?, option)];
        let was_open = name.text == "open";
        if was_open {
            patches.push(self.renamed(name, "choice")?);
        }
        let mut lines = Vec::new();
        match self.item.entry("settled") {
            Some((day, _)) => patches.push((self.value(day)?, on.to_string())),
            None => lines.push(format!("settled: {on}")),
        }
        match self.item.entry("because") {
            Some((earlier, _)) => patches.push((self.value(earlier)?, reason("because"))),
            None if was_open => lines.push(format!("because: {}", reason("because"))),
            None => {
                let (earlier, _) = self.item.entry("reason")?;
                patches.push((self.value(earlier)?, reason("reason")));
            }
        }
        patches.push(self.insertion(name, &lines)?);
        Some(patches)
    }

    /// These lines, or entries, behind a name's value.
    fn insertion(&self, behind: &Name, lines: &[String]) -> Option<Patch> {
        let end = self.value(behind)?.end;
        if self.in_braces {
            let entries: String = lines.iter().map(|line| format!(", {line}")).collect();
            return Some((end..end, entries));
        }
        let (margin, line_end) = (" ".repeat(self.indent()), self.line_end());
        let at = self.next_line(end);
        let ended = self.source[..at].ends_with(['\n', '\r']);
        let lines: String = lines
            .iter()
            .map(|line| if ended { format!("{margin}{line}{line_end}") } else { format!("{line_end}{margin}{line}") })
            .collect();
        Some((at..at, lines))
    }

    fn reopen(&self) -> Option<Vec<Patch>> {
        let (name, _) = self.item.entry("choice")?;
        let mut patches = vec![self.renamed(name, "open")?, (self.value(name)?, "true".to_owned())];
        let mut gone: Vec<Range<usize>> = Vec::new();
        for (name, _) in ["settled", "because"].into_iter().filter_map(|key| self.item.entry(key)) {
            let whole = self.whole(name)?;
            match gone.last_mut() {
                Some(last) if last.end == whole.start => last.end = whole.end,
                _ => gone.push(whole),
            }
        }
        patches.extend(gone.into_iter().map(|range| (self.with_a_line_end(range), String::new())));
        Some(patches)
    }

    /// All that is there because of an entry: its lines, or itself with the comma before it.
    fn whole(&self, name: &Name) -> Option<Range<usize>> {
        let end = self.value(name)?.end;
        if self.in_braces {
            let before = self.source[..name.span.start].trim_end();
            return before.ends_with(',').then_some(before.len() - 1..end);
        }
        let start = self.line_start(name.span.start);
        let alone = self.source[start..name.span.start].trim_start_matches(' ').is_empty();
        alone.then_some(start..self.next_line(end))
    }

    /// Lines at the end of a file that does not end its last line, with the line end before them: they brought it.
    fn with_a_line_end(&self, lines: Range<usize>) -> Range<usize> {
        let unended = lines.end == self.source.len() && !self.source.ends_with(['\n', '\r']);
        if !unended {
            return lines;
        }
        let before = &self.source[..lines.start];
        let before = before.strip_suffix('\n').unwrap_or(before);
        before.strip_suffix('\r').unwrap_or(before).len()..lines.end
    }

    /// The bytes of the value of an entry, from its first character, or from the mark of a folded text, to its last.
    fn value(&self, name: &Name) -> Option<Range<usize>> {
        let (_, node) = self.item.entry(&name.text)?;
        let from_colon = self.after_colon(name)?;
        let text = self.source.get(from_colon..)?;
        let start = from_colon + blanks(text)?;
        match self.source.get(start..)?.chars().next()? {
            '>' | '|' => Some(start..self.end_of_block(start)?),
            // It may also start on a later line than its name; the parser's span says where.
            _ => Some(node.span.start..self.end_of(&node.span)?),
        }
    }

    /// Another name in the place of one, in the same quotes if it has some.
    fn renamed(&self, name: &Name, new: &str) -> Option<Patch> {
        let range = name.span.start..self.end_of(&name.span)?;
        let quote = self.source[range.clone()].chars().next().filter(|first| matches!(first, '\'' | '"'));
        let quote = quote.map(String::from).unwrap_or_default();
        Some((range, format!("{quote}{new}{quote}")))
    }

    /// Where a scalar without a mark of its own ends; the span of a quoted one reaches further.
    fn end_of(&self, span: &Range<usize>) -> Option<usize> {
        match self.source.get(span.start..)?.chars().next()? {
            '\'' => self.end_of_single_quotes(span.start),
            '"' => self.end_of_double_quotes(span.start),
            _ => Some(span.end),
        }
    }

    fn after_colon(&self, name: &Name) -> Option<usize> {
        let end = self.end_of(&name.span)?;
        let rest = self.source.get(end..)?;
        let spaces = blanks(rest)?;
        rest[spaces..].starts_with(':').then_some(end + spaces + 1)
    }

    fn end_of_single_quotes(&self, start: usize) -> Option<usize> {
        let within = self.source.get(start + 1..)?;
        let mut quotes = within.match_indices('\'').map(|(at, _)| at).peekable();
        while let Some(at) = quotes.next() {
            // A quote that belongs to the text stands twice.
            if quotes.next_if_eq(&(at + 1)).is_none() {
                return Some(start + 1 + at + 1);
            }
        }
        None
    }

    fn end_of_double_quotes(&self, start: usize) -> Option<usize> {
        let mut escaped = false;
        for (at, letter) in self.source.get(start + 1..)?.char_indices() {
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return Some(start + 1 + at + 1),
                _ => {}
            }
        }
        None
    }

    /// The end of the last line of a folded text that is not blank: those that are indented further than the names.
    fn end_of_block(&self, mark: usize) -> Option<usize> {
        let indent = self.indent();
        let mut end = self.line_text_end(mark);
        let mut at = self.next_line(mark);
        for line in self.source[at..].split_inclusive(['\n', '\r']) {
            let text = line.trim_end_matches(['\n', '\r']);
            match blanks(text) {
                Some(margin) if margin <= indent => break,
                Some(_) => end = at + text.len(),
                None => {}
            }
            at += line.len();
        }
        Some(end)
    }

    /// How far the names of the decision are indented.
    fn indent(&self) -> usize {
        let first = self.item.entries().first().map_or(0, |(name, _)| name.span.start);
        self.source[self.line_start(first)..first].chars().count()
    }

    fn line_start(&self, at: usize) -> usize {
        self.source[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1)
    }

    /// The end of the line of a byte, without what ends it.
    fn line_text_end(&self, at: usize) -> usize {
        self.source[at..].find(['\n', '\r']).map_or(self.source.len(), |length| at + length)
    }

    /// The start of the line after that of a byte.
    fn next_line(&self, at: usize) -> usize {
        let end = self.line_text_end(at);
        let rest = &self.source[end..];
        end + if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) }
    }

    /// What ends the first line of the file.
    fn line_end(&self) -> &'static str {
        let rest = &self.source[self.line_text_end(0)..];
        match rest.as_bytes() {
            [b'\r', b'\n', ..] => "\r\n",
            [b'\r', ..] => "\r",
            _ => "\n",
        }
    }
}

/// How many spaces and tabs a text begins with; `None` if it has nothing else.
fn blanks(text: &str) -> Option<usize> {
    text.find(|letter| !matches!(letter, ' ' | '\t'))
}
