//! Judges a value by a JSON Schema, as far as ours goes. A keyword that is not known here fails the test that uses it,
//! so that nothing in the schema goes unjudged. Small on purpose: a complete validator brings fifty crates and minutes
//! of building.

use regex_lite::Regex;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What only tells a reader something.
const SILENT: &[&str] = &["$schema", "title", "description", "definitions", "then", "patternErrorMessage"];

/// Every complaint about a value, with its path.
pub fn complaints(root: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    judge(root, root, value, "", &mut found);
    found
}

fn agrees(root: &Value, schema: &Value, value: &Value) -> bool {
    let mut found = Vec::new();
    judge(root, schema, value, "", &mut found);
    found.is_empty()
}

fn judge(root: &Value, schema: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let Value::Object(keywords) = schema else { panic!("a schema is a mapping: {schema}") };
    for (keyword, expected) in keywords {
        if SILENT.contains(&keyword.as_str()) {
            continue;
        }
        let fits = match value {
            Value::Object(entries) => object(root, keywords, (keyword, expected), entries, path, found),
            Value::Array(items) => array(root, (keyword, expected), items, path, found),
            _ => None,
        };
        let fits = fits.unwrap_or_else(|| any(root, keywords, (keyword, expected), value, path, found));
        if !fits {
            found.push(format!("{path}: {keyword}"));
        }
    }
}

/// Keywords about values of every type, and those about texts and numbers.
fn any(
    root: &Value,
    keywords: &Map<String, Value>,
    (keyword, expected): (&str, &Value),
    value: &Value,
    path: &str,
    found: &mut Vec<String>,
) -> bool {
    let schemas = || expected.as_array().expect("a list of schemas").iter();
    match keyword {
        "$ref" => {
            let name = expected.as_str().and_then(|name| name.strip_prefix("#/definitions/")).expect("a definition");
            judge(root, &root["definitions"][name], value, path, found);
            true
        }
        "type" => match expected.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("boolean") => value.is_boolean(),
            Some("integer") => value.is_i64() || value.is_u64(),
            other => panic!("unknown type {other:?}"),
        },
        "const" => value == expected,
        "enum" => schemas().any(|one| one == value),
        "allOf" => {
            schemas().for_each(|schema| judge(root, schema, value, path, found));
            true
        }
        "anyOf" => schemas().any(|schema| agrees(root, schema, value)),
        "oneOf" => schemas().filter(|schema| agrees(root, schema, value)).count() == 1,
        "if" => {
            if agrees(root, expected, value) {
                judge(root, &keywords["then"], value, path, found);
            }
            true
        }
        "pattern" => value.as_str().is_none_or(|text| matches(expected.as_str().expect("a pattern"), text)),
        "minimum" => value.as_i64().is_none_or(|number| Some(number) >= expected.as_i64()),
        "maximum" => value.as_i64().is_none_or(|number| Some(number) <= expected.as_i64()),
        "properties" | "required" | "additionalProperties" | "propertyNames" | "minProperties" | "dependencies" => true,
        "items" | "minItems" => true,
        unknown => panic!("the validator does not know {unknown}"),
    }
}

/// Whether a text matches. Each pattern is compiled once, as a spec has a few patterns and thousands of texts.
fn matches(pattern: &str, text: &str) -> bool {
    thread_local! {
        static COMPILED: RefCell<BTreeMap<String, Regex>> = RefCell::default();
    }
    COMPILED.with_borrow_mut(|compiled| {
        let compile = || Regex::new(pattern).expect("a pattern that compiles");
        compiled.entry(pattern.to_owned()).or_insert_with(compile).is_match(text)
    })
}

fn object(
    root: &Value,
    keywords: &Map<String, Value>,
    (keyword, expected): (&str, &Value),
    entries: &Map<String, Value>,
    path: &str,
    found: &mut Vec<String>,
) -> Option<bool> {
    let properties = keywords.get("properties").and_then(Value::as_object);
    Some(match keyword {
        "properties" => {
            for (name, schema) in properties.into_iter().flatten() {
                if let Some(value) = entries.get(name) {
                    judge(root, schema, value, &format!("{path}/{name}"), found);
                }
            }
            true
        }
        "required" => expected.as_array()?.iter().all(|name| entries.contains_key(name.as_str().expect("a name"))),
        "additionalProperties" => {
            let mut others =
                entries.iter().filter(|(name, _)| !properties.is_some_and(|known| known.contains_key(*name)));
            if *expected == Value::Bool(false) {
                return Some(others.next().is_none());
            }
            others.for_each(|(name, value)| judge(root, expected, value, &format!("{path}/{name}"), found));
            true
        }
        "propertyNames" => entries.keys().all(|name| agrees(root, expected, &Value::String(name.clone()))),
        "dependencies" => expected.as_object()?.iter().all(|(name, others)| {
            let mut others = others.as_array().into_iter().flatten().filter_map(Value::as_str);
            !entries.contains_key(name) || others.all(|other| entries.contains_key(other))
        }),
        "minProperties" => entries.len() as u64 >= expected.as_u64()?,
        _ => return None,
    })
}

fn array(
    root: &Value,
    (keyword, expected): (&str, &Value),
    items: &[Value],
    path: &str,
    found: &mut Vec<String>,
) -> Option<bool> {
    Some(match keyword {
        "items" => {
            let judge_item = |(at, item): (usize, &Value)| judge(root, expected, item, &format!("{path}/{at}"), found);
            items.iter().enumerate().for_each(judge_item);
            true
        }
        "minItems" => items.len() as u64 >= expected.as_u64()?,
        _ => return None,
    })
}
