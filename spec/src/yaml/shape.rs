//! What a spec file may contain, said once: the loader checks a file against it, and the editor's schema is made from
//! it.
//!
//! This is the language in which shapes are written; the shapes of spec.yaml stand in `layout.rs`.

/// A mapping with known names.
#[derive(Debug)]
pub(super) struct Shape {
    /// What it is, with its article: `a scenario`.
    pub what: &'static str,
    pub fields: &'static [Field],
}

/// One known name of a mapping.
#[derive(Debug)]
pub(super) struct Field {
    pub name: &'static str,
    pub required: bool,
    /// What an editor shows about it.
    pub about: &'static str,
    pub kind: Kind,
}

/// What a value may be.
#[derive(Debug)]
pub(super) enum Kind {
    /// A text that is not empty.
    Text,
    /// A text with a grammar of its own, which the loader parses.
    Phrase(Phrase),
    /// A whole number, both bounds included.
    Number { least: i64, most: i64 },
    /// `true` or `false`.
    Flag,
    /// `true` and nothing else.
    True,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A list, with the fewest items that it may have.
    List { least: usize, of: &'static Kind },
    /// An item, or a list of at least one.
    OneOrMore(&'static Kind),
    /// A mapping with known names.
    Map(&'static Shape),
    /// A mapping with names of this sort; at least `least` of them.
    Named { least: usize, names: Names, of: &'static Kind },
}

/// A text with a grammar of its own.
#[derive(Debug, Clone, Copy)]
pub(super) enum Phrase {
    /// `D29`
    DecisionId,
    /// `I4`
    InvariantId,
    /// `R4`
    RuleId,
    /// `submit of a new run: queued -> refused *`
    Ambiguity,
    /// The key of a decision.
    DecisionKey,
    /// The name of an option of the decision at hand.
    OptionName,
    /// `2026-11-29`
    Date,
    /// `owner/repo#123`
    Evidence,
    /// `3 claim w1 => idle no-slot`
    Step,
    /// `idle no-slot`
    Outcome,
}

/// The names of a mapping whose names are data.
#[derive(Debug, Clone, Copy)]
pub(super) enum Names {
    Tenants,
    /// The options of the decision at hand.
    Options,
    /// Decisions, each with the name of an option as its value.
    Decisions,
}

impl Field {
    pub(super) const fn required(name: &'static str, about: &'static str, kind: Kind) -> Field {
        Field { name, required: true, about, kind }
    }

    pub(super) const fn optional(name: &'static str, about: &'static str, kind: Kind) -> Field {
        Field { name, required: false, about, kind }
    }
}

/// The highest number that every reader of YAML and JSON keeps exactly.
pub(super) const EXACT_MAX: i64 = (1 << 53) - 1;

/// A number that has to fit an unsigned 32-bit integer.
pub(super) const COUNT_MAX: i64 = u32::MAX as i64;
