//! The schema that gives an editor completion, hover texts and early warnings for spec.yaml.
//!
//! Made from the shapes that the loader checks and from the decisions that are compiled in, so it can neither lag
//! behind nor ask for anything else. `spec.schema.json` is its printed form:
//! `cargo run -p spec --features yaml --example schema > spec/spec.schema.json`.

use super::conform::describe;
use super::layout::{INVARIANTS, OPTION, SCENARIO, SPEC};
use super::patterns;
use super::shape::{Field, Kind, Names, Phrase, Shape};
use crate::decisions::{ALL, DecisionInfo};
use serde_json::{Map, Value, json};

/// The schema of spec.yaml: JSON Schema draft 7, the one that yaml-language-server knows best.
pub fn schema() -> Value {
    let mut schema = mapping(&SPEC);
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!("BALLAST spec.yaml");
    schema["definitions"] = json!({ "option": mapping(&OPTION), "scenario": mapping(&SCENARIO), "with": with() });
    let decision = schema["properties"]["decisions"]["items"].take();
    schema["properties"]["decisions"]["items"] = decisions(decision);
    schema
}

fn mapping(shape: &Shape) -> Value {
    let properties: Map<String, Value> =
        shape.fields.iter().map(|field| (field.name.to_owned(), property(field))).collect();
    let required: Vec<&str> = shape.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn property(field: &Field) -> Value {
    let mut schema = kind(&field.kind);
    if schema.get("$ref").is_some() {
        // Draft 7 ignores everything beside a reference.
        schema = json!({ "allOf": [schema] });
    }
    schema["description"] = json!(field.about);
    schema
}

fn kind(of: &Kind) -> Value {
    match of {
        Kind::Text => json!({ "type": "string", "pattern": "\\S" }),
        Kind::Phrase(phrase) => self::phrase(*phrase),
        Kind::Number { least, most } => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::True => json!({ "const": true }),
        Kind::OneOf(words) => json!({ "enum": words }),
        Kind::List { least, of } => json!({ "type": "array", "items": kind(of), "minItems": least }),
        Kind::OneOrMore(of) => json!({ "anyOf": [kind(of), { "type": "array", "items": kind(of), "minItems": 1 }] }),
        Kind::Map(shape) if std::ptr::eq(*shape, &SCENARIO) => json!({ "$ref": "#/definitions/scenario" }),
        Kind::Map(shape) => mapping(shape),
        Kind::Named { names: Names::Decisions, .. } => json!({ "$ref": "#/definitions/with" }),
        Kind::Named { least, names: Names::Tenants, of } => json!({
            "type": "object",
            "minProperties": least,
            "propertyNames": { "pattern": patterns::whole(patterns::TENANT) },
            "additionalProperties": kind(of),
        }),
        // Which options there are depends on the decision; see `decision`.
        Kind::Named { names: Names::Options, .. } => json!({ "type": "object" }),
    }
}

fn phrase(phrase: Phrase) -> Value {
    let keys: Vec<&str> = ALL.iter().map(|info| info.key).collect();
    let ids: Vec<&str> = ALL.iter().map(|info| info.id).collect();
    match phrase {
        Phrase::DecisionId => json!({ "enum": ids }),
        Phrase::DecisionKey => json!({ "enum": keys }),
        Phrase::InvariantId => json!({ "enum": INVARIANTS }),
        Phrase::RuleId => pattern(patterns::RULE, phrase),
        Phrase::Ambiguity => pattern(&patterns::ambiguity(), phrase),
        // Which names there are depends on the decision; see `decision` and `with`.
        Phrase::OptionName => json!({ "type": "string" }),
        Phrase::Date => pattern(patterns::DATE, phrase),
        Phrase::Evidence => pattern(patterns::EVIDENCE, phrase),
        Phrase::Step => pattern(&patterns::step(), phrase),
        Phrase::Outcome => pattern(&patterns::outcome(), phrase),
    }
}

/// A text of this pattern. `patternErrorMessage` is what editors show instead of a long expression; others ignore it.
fn pattern(pattern: &str, phrase: Phrase) -> Value {
    let message = format!("expected {}", describe(&Kind::Phrase(phrase)));
    json!({ "type": "string", "pattern": patterns::whole(pattern), "patternErrorMessage": message })
}

/// What every decision has, and then, by its id, its own key and options.
fn decisions(mut common: Value) -> Value {
    common["oneOf"] = json!([{ "required": ["choice"] }, { "required": ["open"] }]);
    common["dependencies"] = json!({ "settled": ["choice"], "because": ["settled"] });
    common["allOf"] = ALL.iter().map(decision).collect();
    common
}

fn decision(info: &DecisionInfo) -> Value {
    let option = json!({ "$ref": "#/definitions/option" });
    let options: Map<String, Value> = info.options.iter().map(|name| ((*name).to_owned(), option.clone())).collect();
    json!({
        "if": { "properties": { "id": { "const": info.id } }, "required": ["id"] },
        "then": { "properties": {
            "key": { "const": info.key },
            "choice": { "enum": info.options },
            "options": { "properties": options, "required": info.options, "additionalProperties": false },
        } },
    })
}

/// Options by decision, under its id or its key.
fn with() -> Value {
    let names = ALL.iter().flat_map(|info| [info.id, info.key].map(|name| (name, info)));
    let properties: Map<String, Value> =
        names.map(|(name, info)| (name.to_owned(), json!({ "enum": info.options, "description": info.key }))).collect();
    json!({ "type": "object", "minProperties": 1, "properties": properties, "additionalProperties": false })
}
