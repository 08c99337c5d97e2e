//! Holds a tree against the shape that it should have: unknown and missing names, wrong types, numbers out of bounds.
//!
//! Whatever is reported here, `decode` passes over without a word.

use super::diagnostics::{Diagnostic, Problems};
use super::nearest::{all_of, one_of};
use super::scalar::{Type, type_of};
use super::shape::{COUNT_MAX, EXACT_MAX, Field, Kind, Names, Phrase, Shape};
use super::tree::{Name, Node, Value};
use crate::TenantId;
use std::ops::Range;

/// Where a value stands, for messages about it.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The name that it is the value of, or an item of.
    name: &'a str,
    /// Whether it is an item of a list.
    item: bool,
    /// What to mark when something is missing in it.
    mark: &'a Range<usize>,
}

/// Reports everything about the file that does not have its shape.
pub(super) fn conform(root: &Node, shape: &Shape, problems: &mut Problems<'_>) {
    let mark = root.entries().first().map_or(&root.span, |(name, _)| &name.span);
    map(root, shape, Place { name: "the file", item: false, mark }, problems);
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
        Kind::Text if matches!(type_of(node), Some(Type::Number | Type::Flag(_))) => {
            problem.hint(format!("in quotes, \"{text}\", it is a text"));
        }
        _ => {}
    }
}

/// Reports that something else was expected here.
fn wrong<'p>(node: &Node, kind: &Kind, place: Place<'_>, problems: &'p mut Problems<'_>) -> &'p mut Diagnostic {
    let found = match (&node.value, type_of(node)) {
        (Value::List(_), _) => "is a list".to_owned(),
        (Value::Map(_), _) => "is a mapping".to_owned(),
        (Value::Broken, _) => "is unreadable".to_owned(),
        (_, Some(Type::Nothing)) => "has no value".to_owned(),
        (Value::Scalar { text, .. }, _) if text.trim().is_empty() => "is empty".to_owned(),
        (Value::Scalar { text, .. }, _) if text.chars().count() > 40 => "is a long text".to_owned(),
        (Value::Scalar { text, plain: false }, _) if !matches!(kind, Kind::OneOf(_)) => {
            format!("is the text \"{text}\"")
        }
        (Value::Scalar { text, .. }, _) => format!("is `{text}`"),
    };
    let too_high = match kind {
        Kind::Number { least, most } if least < most => {
            node.number().is_some_and(|number: i64| !(..=*most).contains(&number))
        }
        _ => false,
    };
    let expected = match kind {
        Kind::Number { most, .. } if too_high => format!("expected at most {most}"),
        _ => format!("expected {}", describe(kind)),
    };
    let name = if place.item { format!("an item of `{}`", place.name) } else { format!("`{}`", place.name) };
    problems.report(&node.span, format!("{name} {found}"), expected)
}

/// A kind in words.
pub(super) fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Text => "a text".to_owned(),
        Kind::Phrase(phrase) => match phrase {
            Phrase::DecisionId => "the id of a decision, such as `D29`",
            Phrase::InvariantId => "the id of an invariant, such as `I4`",
            Phrase::RuleId => "the id of a rule, such as `R4`",
            Phrase::Ambiguity => "a kind of ambiguity, such as `submit of a new run: queued -> refused *`",
            Phrase::DecisionKey => "the key of a decision, such as `late-completion`",
            Phrase::OptionName => "the name of an option",
            Phrase::Date => "a day, such as `2026-11-29`",
            Phrase::Evidence => "an issue thread, such as `owner/repo#123`",
            Phrase::Step => "a step, such as `3 claim w1 => idle no-slot`",
            Phrase::Outcome => "an outcome, such as `idle no-slot`",
        }
        .to_owned(),
        Kind::Number { least, most } if least == most => format!("`{least}`"),
        Kind::Number { least, most: EXACT_MAX } if *least == -EXACT_MAX => "a whole number".to_owned(),
        Kind::Number { least, most: EXACT_MAX | COUNT_MAX } => format!("a whole number of at least {least}"),
        Kind::Number { least, most } => format!("a whole number from {least} to {most}"),
        Kind::Flag => "`true` or `false`".to_owned(),
        Kind::True => "`true`, or no such line".to_owned(),
        Kind::OneOf(words) => one_of(words.iter().copied()),
        Kind::List { least: 0 | 1, of } => format!("a list; each item {}", describe(of)),
        Kind::List { least, of } => format!("a list of at least {least}; each item {}", describe(of)),
        Kind::OneOrMore(of) => format!("{}, or a list of them", describe(of)),
        Kind::Map(shape) => {
            format!("{}: a mapping with {}", shape.what, all_of(shape.fields.iter().map(|field| field.name)))
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
        check(item, of, Place { name: place.name, item: true, mark }, problems);
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
        check(value, of, Place { name: &name.text, item: false, mark: &name.span }, problems);
    }
}

fn map(node: &Node, shape: &Shape, place: Place<'_>, problems: &mut Problems<'_>) {
    let Value::Map(entries) = &node.value else {
        if !matches!(node.value, Value::Broken) {
            let message = format!("`{}` is not a mapping", place.name);
            let fields = shape.fields.iter().map(|field| field.name);
            problems.report(&node.span, message, format!("expected {}: a mapping with {}", shape.what, all_of(fields)));
        }
        return;
    };
    let mut missing: Vec<&Field> = shape.fields.iter().filter(|field| node.entry(field.name).is_none()).collect();
    let free: Vec<&str> = missing.iter().map(|field| field.name).collect();
    missing.retain(|field| field.required);
    for (name, value) in entries {
        if let Some(field) = shape.fields.iter().find(|field| field.name == name.text) {
            check(value, &field.kind, Place { name: field.name, item: false, mark: &name.span }, problems);
        } else {
            let meant = unknown(name, shape, &free, problems);
            // A misspelt name is one mistake: what it was meant for is not missing, too.
            missing.retain(|field| meant != Some(field.name));
        }
    }
    let names: Vec<String> = missing.iter().map(|field| format!("`{}`", field.name)).collect();
    let expected = match missing.as_slice() {
        [] => return,
        [field] => format!("expected `{}`: {}", field.name, field.about),
        _ => "expected them".to_owned(),
    };
    problems.report(place.mark, format!("missing from {}: {}", shape.what, names.join(", ")), expected);
}

/// Reports a name that the shape does not have; returns what it was probably meant for.
fn unknown<'n>(name: &Name, shape: &Shape, free: &[&'n str], problems: &mut Problems<'_>) -> Option<&'n str> {
    let expected = if free.is_empty() {
        "expected no more".to_owned()
    } else {
        format!("expected {}", one_of(free.iter().copied()))
    };
    let problem = problems.report(&name.span, format!("there is no `{}` in {}", name.text, shape.what), expected);
    problem.nearest(&name.text, free.iter().copied())
}
