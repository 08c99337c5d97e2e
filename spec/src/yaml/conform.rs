//! Holds a tree against the shape that it should have: unknown and missing names, wrong types, numbers out of bounds.
//!
//! Whatever is reported here, `decode` passes over without a word.

use super::diagnostics::Problems;
use super::nearest::{nearest, one_of};
use super::scalar::{Type, type_of};
use super::shape::{Kind, Names, Phrase, Shape};
use super::tree::{Name, Node, Value};
use crate::TenantId;
use std::ops::Range;

/// Where a value stands, for messages about it.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The name that it is the value of, or an item of.
    name: &'a str,
    /// What to mark when something is missing in it.
    mark: &'a Range<usize>,
}

/// Reports everything about the file that does not have its shape.
pub(super) fn conform(root: &Node, shape: &Shape, problems: &mut Problems<'_>) {
    map(root, shape, Place { name: "the file", mark: &root.span }, problems);
}

fn check(node: &Node, kind: &Kind, place: Place<'_>, problems: &mut Problems<'_>) {
    if matches!(node.value, Value::Broken) {
        return;
    }
    match kind {
        Kind::Map(shape) => map(node, shape, place, problems),
        Kind::Named { least, names, of } => named(node, kind, (*least, *names, of), place, problems),
        Kind::List { least, of } => list(node, kind, (*least, of), place, problems),
        Kind::OneOrMore(of) if matches!(node.value, Value::List(_)) => list(node, kind, (1, of), place, problems),
        Kind::OneOrMore(of) => check(node, of, place, problems),
        _ => scalar(node, kind, place, problems),
    }
}

fn scalar(node: &Node, kind: &Kind, place: Place<'_>, problems: &mut Problems<'_>) {
    let text = node.text().unwrap_or("");
    let fits = match kind {
        Kind::Number { least, most } => node.number::<i64>().is_some_and(|number| (*least..=*most).contains(&number)),
        Kind::Flag => node.flag().is_some(),
        Kind::True => node.flag() == Some(true),
        Kind::OneOf(words) => type_of(node) == Some(Type::Text) && words.contains(&text),
        _ => type_of(node) == Some(Type::Text) && !text.trim().is_empty(),
    };
    if fits {
        return;
    }
    let problem = wrong(node, kind, place, problems);
    match kind {
        Kind::OneOf(words) => {
            problem.nearest(text, words.iter().copied());
        }
        Kind::Text | Kind::Phrase(_) if matches!(type_of(node), Some(Type::Number | Type::Flag(_))) => {
            problem.hint(format!("in quotes, \"{text}\", it is a text"));
        }
        _ => {}
    }
}

/// Reports that something else was expected here.
fn wrong<'p>(node: &Node, kind: &Kind, place: Place<'_>, problems: &'p mut Problems<'_>) -> &'p mut super::Diagnostic {
    let found = match (&node.value, type_of(node)) {
        (Value::List(_), _) => "a list".to_owned(),
        (Value::Map(_), _) => "a mapping".to_owned(),
        (_, Some(Type::Nothing)) => "missing".to_owned(),
        (Value::Scalar { text, .. }, _) if text.trim().is_empty() => "empty".to_owned(),
        (Value::Scalar { text, .. }, _) if text.chars().count() > 40 => "a long text".to_owned(),
        (Value::Scalar { text, .. }, Some(Type::Text)) if !matches!(kind, Kind::OneOf(_)) => {
            format!("the text `{text}`")
        }
        (Value::Scalar { text, .. }, _) => format!("`{text}`"),
        (Value::Broken, _) => "unreadable".to_owned(),
    };
    let expected = format!("expected {}", describe(kind));
    problems.report(&node.span, format!("`{}` is {found}", place.name), expected)
}

/// A kind in words.
fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Text => "a text".to_owned(),
        Kind::Phrase(phrase) => match phrase {
            Phrase::DecisionId => "the id of a decision, such as `D29`",
            Phrase::InvariantId => "the id of an invariant, such as `I4`",
            Phrase::DecisionKey => "the key of a decision, such as `late-completion`",
            Phrase::OptionName => "the name of an option",
            Phrase::Evidence => "an issue thread, such as `owner/repo#123`",
            Phrase::Step => "a step, such as `3 claim w1 => idle no-slot`",
            Phrase::Outcome => "an outcome, such as `idle no-slot`",
        }
        .to_owned(),
        Kind::Number { least, most } if least == most => format!("`{least}`"),
        Kind::Number { least, most } => {
            use super::shape::EXACT_MAX;
            match (*least, *most) {
                (least, EXACT_MAX) if least == -EXACT_MAX => "a whole number".to_owned(),
                (least, EXACT_MAX) => format!("a whole number of at least {least}"),
                (least, most) => format!("a whole number from {least} to {most}"),
            }
        }
        Kind::Flag => "`true` or `false`".to_owned(),
        Kind::True => "`true`, or no such line".to_owned(),
        Kind::OneOf(words) => one_of(words.iter().copied()),
        Kind::List { least: 0 | 1, of } => format!("a list; each item {}", describe(of)),
        Kind::List { least, of } => format!("a list of at least {least}; each item {}", describe(of)),
        Kind::OneOrMore(of) => format!("{}, or a list of them", describe(of)),
        Kind::Map(shape) => {
            format!("{}: a mapping with {}", shape.what, one_of(shape.fields.iter().map(|field| field.name)))
        }
        Kind::Named { names: Names::Tenants, .. } => "a mapping by tenant".to_owned(),
        Kind::Named { names: Names::Options, .. } => "a mapping by option".to_owned(),
        Kind::Named { names: Names::Decisions, .. } => "a mapping from decision to option".to_owned(),
    }
}

fn list(node: &Node, kind: &Kind, (least, of): (usize, &Kind), place: Place<'_>, problems: &mut Problems<'_>) {
    let Value::List(items) = &node.value else {
        wrong(node, kind, place, problems);
        return;
    };
    few(items.len(), least, place, problems);
    for item in items {
        let mark = item.entries().first().map_or(&item.span, |(name, _)| &name.span);
        check(item, of, Place { name: place.name, mark }, problems);
    }
}

/// Reports that there are too few items.
fn few(found: usize, least: usize, place: Place<'_>, problems: &mut Problems<'_>) {
    if found < least {
        let message = if found == 0 {
            format!("`{}` is empty", place.name)
        } else {
            format!("`{}` has only {found}", place.name)
        };
        problems.report(place.mark, message, format!("expected at least {least}"));
    }
}

fn named(
    node: &Node,
    kind: &Kind,
    (least, names, of): (usize, Names, &Kind),
    place: Place<'_>,
    problems: &mut Problems<'_>,
) {
    let Value::Map(entries) = &node.value else {
        wrong(node, kind, place, problems);
        return;
    };
    few(entries.len(), least, place, problems);
    for (name, value) in entries {
        if let Names::Tenants = names
            && let Err(error) = name.text.parse::<TenantId>()
        {
            let message = format!("`{}` is not the name of a tenant", name.text);
            problems.report(&name.span, message, format!("expected {}", error.expected));
        }
        check(value, of, Place { name: &name.text, mark: &name.span }, problems);
    }
}

fn map(node: &Node, shape: &Shape, place: Place<'_>, problems: &mut Problems<'_>) {
    let Value::Map(entries) = &node.value else {
        if !matches!(node.value, Value::Broken) {
            let message = format!("`{}` is not a mapping", place.name);
            let fields = shape.fields.iter().map(|field| field.name);
            problems.report(&node.span, message, format!("expected {}: a mapping with {}", shape.what, one_of(fields)));
        }
        return;
    };
    let mut missing: Vec<&str> = shape.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    missing.retain(|field| node.entry(field).is_none());
    for (name, value) in entries {
        match shape.fields.iter().find(|field| field.name == name.text) {
            Some(field) => check(value, &field.kind, Place { name: field.name, mark: &name.span }, problems),
            None => {
                // A misspelt name is one mistake: what it was meant for is not missing, too.
                if let Some(meant) = unknown(node, name, shape, problems) {
                    missing.retain(|field| *field != meant);
                }
            }
        }
    }
    if !missing.is_empty() {
        let names: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("{} lacks {}", shape.what, names.join(", "));
        problems.report(
            place.mark,
            message,
            format!("expected {} in it", if names.len() == 1 { "one more line" } else { "more lines" }),
        );
    }
}

/// Reports a name that the shape does not have; returns what it was probably meant for.
fn unknown(node: &Node, name: &Name, shape: &Shape, problems: &mut Problems<'_>) -> Option<&'static str> {
    let free = || shape.fields.iter().map(|field| field.name).filter(|field| node.entry(field).is_none());
    let message = format!("{} has no `{}`", shape.what, name.text);
    let expected =
        if free().next().is_some() { format!("expected {}", one_of(free())) } else { "expected no more".to_owned() };
    problems.report(&name.span, message, expected).nearest(&name.text, free());
    nearest(&name.text, free())
}
