//! What a scalar is: YAML 1.2's core schema, and stricter where readers of YAML differ.

use super::tree::{Node, Value};

/// The type of a scalar as every reader of YAML sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Nothing,
    Flag(bool),
    Number,
}

/// The type of a scalar; `None` for a list or mapping.
pub(super) fn type_of(node: &Node) -> Option<Type> {
    match &node.value {
        Value::Scalar { plain: false, .. } => Some(Type::Text),
        Value::Scalar { text, .. } => Some(match text.as_str() {
            "" | "~" | "null" | "Null" | "NULL" => Type::Nothing,
            "true" | "True" | "TRUE" => Type::Flag(true),
            "false" | "False" | "FALSE" => Type::Flag(false),
            text if is_number(text) => Type::Number,
            _ => Type::Text,
        }),
        _ => None,
    }
}

/// Whether some reader of YAML takes this for a number: decimal, hexadecimal, octal, with a fraction or an exponent.
fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    let special = [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(&digits);
    special
        || digits.starts_with("0x") && digits[2..].bytes().all(|byte| byte.is_ascii_hexdigit())
        || digits.starts_with("0o") && digits[2..].bytes().all(|byte| byte.is_ascii_digit())
        || digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') && digits.parse::<f64>().is_ok()
}

impl Node {
    /// The whole number that every reader of YAML finds here: no leading zeros (octal to some), no plus sign.
    pub(super) fn number<T: TryFrom<i64>>(&self) -> Option<T> {
        let Value::Scalar { text, plain: true } = &self.value else { return None };
        let digits = text.strip_prefix('-').unwrap_or(text);
        let canonical = digits == "0" || !digits.starts_with('0');
        if !canonical || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        T::try_from(text.parse::<i64>().ok()?).ok()
    }

    /// The text that stands here, if it is one and not empty; anything else was reported by its type.
    pub(super) fn phrase(&self) -> Option<&str> {
        self.text().filter(|text| type_of(self) == Some(Type::Text) && !text.trim().is_empty())
    }

    /// The flag that stands here.
    pub(super) fn flag(&self) -> Option<bool> {
        if let Some(Type::Flag(flag)) = type_of(self) { Some(flag) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Node {
        Node { span: 0..0, value: Value::Scalar { text: text.to_owned(), plain: true } }
    }

    #[test]
    fn a_number_is_what_every_reader_of_yaml_agrees_on() {
        assert_eq!(plain("12").number::<u32>(), Some(12));
        assert_eq!(plain("-3").number::<i64>(), Some(-3));
        assert_eq!(plain("0").number::<u32>(), Some(0));
        for text in ["", "-", "+1", "007", "-01", "1.0", "1e3", "0x1f", "1_000", " 1", "--1", "9223372036854775808"] {
            assert_eq!(plain(text).number::<i64>(), None, "{text}");
        }
        assert_eq!(plain("-1").number::<u32>(), None);
    }

    #[test]
    fn a_plain_scalar_has_the_type_of_the_core_schema() {
        for text in ["", "~", "null"] {
            assert_eq!(type_of(&plain(text)), Some(Type::Nothing), "{text}");
        }
        for text in ["0", "-1", "+1", "010", "1.5", ".5", "1e3", "0x1f", "0o17", "-.inf", ".nan"] {
            assert_eq!(type_of(&plain(text)), Some(Type::Number), "{text}");
        }
        for text in ["yes", "off", "nan", "inf", "infinity", "1.1.1", "-", "a", "0 sweep", "0xg", "1_000"] {
            assert_eq!(type_of(&plain(text)), Some(Type::Text), "{text}");
        }
        assert_eq!(type_of(&plain("true")), Some(Type::Flag(true)));
        assert_eq!(type_of(&plain("False")), Some(Type::Flag(false)));
    }

    #[test]
    fn what_stands_in_quotes_is_a_text() {
        for text in ["5", "true", "null", ""] {
            let quoted = Node { span: 0..0, value: Value::Scalar { text: text.to_owned(), plain: false } };
            assert_eq!((type_of(&quoted), quoted.number::<u32>()), (Some(Type::Text), None), "{text}");
        }
    }
}
