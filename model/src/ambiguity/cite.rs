//! Holds the kinds of ambiguity against the rules that are said to settle them.
//!
//! A rule cites kinds by patterns such as `submit of a new run: queued -> refused *`, in which `*` stands for anything.

use super::Kinds;
use spec::yaml::{Rule, Settles};

/// What holding the two against each other came to.
#[derive(Debug, Clone, Default)]
pub struct Cited {
    /// Of each kind, in order, the ids of the rules that cite it.
    pub rules: Vec<Vec<String>>,
    /// Citations of nothing that was seen: the rule's id, the pattern, and its line.
    pub stale: Vec<(String, String, usize)>,
}

/// Which rules cite which kinds, and which citations are of nothing.
pub fn cite(kinds: &Kinds, rules: &[Rule]) -> Cited {
    let names: Vec<String> = kinds.keys().map(ToString::to_string).collect();
    let cites = |rule: &Rule, name: &str| rule.settles.iter().any(|settles| matches(&settles.pattern, name));
    let of_kind = |name: &String| rules.iter().filter(|rule| cites(rule, name)).map(|rule| rule.id.clone()).collect();
    let stale = |rule: &Rule, Settles { pattern, line }: &Settles| {
        let nothing = !names.iter().any(|name| matches(pattern, name));
        nothing.then(|| (rule.id.clone(), pattern.clone(), *line))
    };
    Cited {
        rules: names.iter().map(of_kind).collect(),
        stale: rules
            .iter()
            .flat_map(|rule| rule.settles.iter().filter_map(move |settles| stale(rule, settles)))
            .collect(),
    }
}

/// Whether a text is of a pattern in which `*` stands for anything, also for nothing.
pub fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    // The last part must end the text; each one before it is taken where it comes first.
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = text.find(part) else { return false };
        text = &text[at + part.len()..];
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_anything_and_everything_else_for_itself() {
        for (pattern, text) in [("a", "a"), ("*", ""), ("*", "abc"), ("a*", "abc"), ("*c", "abc"), ("a*b*c", "a-b-b-c")]
        {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("a", "ab"), ("a*", "ba"), ("*c", "cb"), ("a*b*c", "a-c-b"), ("ab*ba", "aba")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }
}
