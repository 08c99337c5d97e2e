//! The file as a tree in which every name and value knows its bytes.
//!
//! Built from the events of saphyr-parser, without recursion and in time linear in the file. What YAML can do and a
//! spec has no use for (anchors, aliases, tags, several documents, names that are not plain text) is a problem here, so
//! the rest of the loader sees names, texts, lists and mappings only, and an alias cannot blow a small file up.

use super::diagnostics::Problems;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// How deep lists and mappings may nest; a spec needs 11.
const DEPTH_MAX: usize = 32;

/// A value and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    /// Its bytes; those of a list or mapping are where it starts.
    pub span: Range<usize>,
    pub value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    /// A text or number. `plain` when it stands without quotes.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    /// In the order of the file, each name once.
    Map(Vec<(Name, Node)>),
    /// Something that was reported already: of no type, and judged no further.
    Broken,
}

/// The name of an entry of a mapping.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub text: String,
    pub span: Range<usize>,
}

impl Node {
    pub(super) fn entries(&self) -> &[(Name, Node)] {
        if let Value::Map(entries) = &self.value { entries } else { &[] }
    }

    pub(super) fn items(&self) -> &[Node] {
        if let Value::List(items) = &self.value { items } else { &[] }
    }

    pub(super) fn entry(&self, name: &str) -> Option<&(Name, Node)> {
        self.entries().iter().find(|(key, _)| key.text == name)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        self.entry(name).map(|(_, node)| node)
    }

    /// The text of a scalar, whatever its type.
    pub(super) fn text(&self) -> Option<&str> {
        if let Value::Scalar { text, .. } = &self.value { Some(text) } else { None }
    }
}

/// A list or mapping that has not ended yet.
enum Open {
    List { node: Node, items: Vec<Node> },
    Map { node: Node, entries: Vec<(Name, Node)>, seen: BTreeMap<String, usize>, name: Awaited },
}

/// What the next node of a mapping is.
enum Awaited {
    Name,
    ValueOf(Name),
    /// The value of a name that was reported.
    Nothing,
}

struct Builder<'p, 's> {
    problems: &'p mut Problems<'s>,
    /// The byte at which each character starts, and the end.
    bytes: Vec<usize>,
    open: Vec<Open>,
    root: Option<Node>,
}

/// Reads the source. `None`, with a problem, if it is not one YAML document. `begins` is what an empty one lacks.
pub(super) fn parse(source: &str, begins: &str, problems: &mut Problems<'_>) -> Option<Node> {
    let mut bytes: Vec<usize> = source.char_indices().map(|(at, _)| at).collect();
    bytes.push(source.len());
    let mut builder = Builder { problems, bytes, open: Vec::new(), root: None };
    let mut parser = Parser::new_from_str(source);
    let mut documents = 0;
    while let Some(event) = parser.next_event() {
        let (event, span) = match event {
            Ok(event) => event,
            Err(error) => return builder.not_yaml(&error),
        };
        if let Event::DocumentStart(_) = event {
            documents += 1;
            if documents > 1 {
                let span = builder.bytes_of(span);
                builder.problems.report(&span, "a second document starts here", "expected the end of the file");
                return None;
            }
        }
        builder.take(event, span)?;
    }
    let root = builder.root;
    if root.is_none() {
        problems.report(&(0..0), "the file is empty", format!("expected {begins}"));
    }
    root
}

impl Builder<'_, '_> {
    fn not_yaml(&mut self, error: &ScanError) -> Option<Node> {
        let at = self.byte(error.marker().index());
        self.problems.report(&(at..at), format!("this is not YAML: {}", error.info()), "found here");
        None
    }

    fn byte(&self, character: usize) -> usize {
        let end = self.bytes.last().copied().unwrap_or(0);
        self.bytes.get(character).copied().unwrap_or(end)
    }

    fn bytes_of(&self, span: Span) -> Range<usize> {
        self.byte(span.start.index())..self.byte(span.end.index())
    }

    /// Takes in one event; `None` when there is no going on.
    fn take(&mut self, event: Event<'_>, span: Span) -> Option<()> {
        let span = self.bytes_of(span);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let value = if self.bare(anchor, tag.is_some(), &span) {
                    Value::Scalar { text: text.into_owned(), plain: style == ScalarStyle::Plain }
                } else {
                    Value::Broken
                };
                self.add(Node { span, value });
            }
            Event::Alias(_) => {
                self.problems.report(&span, "an alias has no place in a spec", "expected the value itself");
                self.add(Node { span, value: Value::Broken });
            }
            Event::SequenceStart(anchor, tag) => {
                self.bare(anchor, tag.is_some(), &span);
                let node = Node { span, value: Value::Broken };
                self.push(Open::List { node, items: Vec::new() })?;
            }
            Event::MappingStart(anchor, tag) => {
                self.bare(anchor, tag.is_some(), &span);
                let node = Node { span, value: Value::Broken };
                self.push(Open::Map { node, entries: Vec::new(), seen: BTreeMap::new(), name: Awaited::Name })?;
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List { node, items }) => self.add(Node { value: Value::List(items), ..node }),
                Some(Open::Map { node, entries, .. }) => self.add(Node { value: Value::Map(entries), ..node }),
                None => {}
            },
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
        }
        Some(())
    }

    /// Reports an anchor or a tag; true if there is neither.
    fn bare(&mut self, anchor: usize, tagged: bool, span: &Range<usize>) -> bool {
        if anchor != 0 {
            self.problems.report(span, "an anchor has no place in a spec", "expected a value without `&`");
        } else if tagged {
            self.problems.report(span, "a tag has no place in a spec", "expected a value without `!`");
        }
        anchor == 0 && !tagged
    }

    fn push(&mut self, open: Open) -> Option<()> {
        if self.open.len() >= DEPTH_MAX {
            let (Open::List { node, .. } | Open::Map { node, .. }) = open;
            self.problems.report(
                &node.span,
                format!("more than {DEPTH_MAX} lists or mappings in one another"),
                "expected fewer",
            );
            return None;
        }
        self.open.push(open);
        Some(())
    }

    /// Puts a complete node where it belongs.
    fn add(&mut self, node: Node) {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List { items, .. }) => items.push(node),
            Some(Open::Map { entries, seen, name, .. }) => {
                *name = match std::mem::replace(name, Awaited::Name) {
                    Awaited::Name => as_name(node, seen, self.problems),
                    Awaited::ValueOf(name) => {
                        entries.push((name, node));
                        Awaited::Name
                    }
                    Awaited::Nothing => Awaited::Name,
                }
            }
        }
    }
}

/// Takes a node that stands where a name belongs.
fn as_name(node: Node, seen: &mut BTreeMap<String, usize>, problems: &mut Problems<'_>) -> Awaited {
    let text = match node.value {
        Value::Scalar { text, .. } => text,
        Value::Broken => return Awaited::Nothing,
        Value::List(_) | Value::Map(_) => {
            problems.report(&node.span, "a list or mapping stands where a name belongs", "expected a name");
            return Awaited::Nothing;
        }
    };
    if let Some(earlier) = seen.get(&text) {
        let line = problems.line(*earlier);
        let message = format!("`{text}` stands twice in one mapping");
        problems.report(&node.span, message, "expected another name").hint(format!("the first stands in line {line}"));
        return Awaited::Nothing;
    }
    seen.insert(text.clone(), node.span.start);
    Awaited::ValueOf(Name { text, span: node.span })
}
