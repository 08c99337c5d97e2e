//! How a reason is written into a spec, so that it is read back as the same text.

use std::fmt;

/// Up to here a line is filled; as the rest of spec.yaml is.
const COLUMNS_MAX: usize = 110;

/// An owner's reason: one paragraph, not empty, of characters that YAML can hold. Line ends, tabs and rows of spaces
/// count as one space, as the paragraph is filled anew where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Because(String);

/// Why a text is no reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BecauseError {
    /// There is no word in it.
    Empty,
    /// It holds a character that is not text: a control character, or one that YAML forbids.
    Unprintable {
        /// The character.
        character: char,
    },
}

impl fmt::Display for BecauseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BecauseError::Empty => f.write_str("the reason is empty: say why, in a sentence"),
            BecauseError::Unprintable { character } => {
                write!(f, "the reason holds the character {}, which is not text", character.escape_unicode())
            }
        }
    }
}

impl std::error::Error for BecauseError {}

impl Because {
    /// Takes a text as a reason.
    ///
    /// # Errors
    ///
    /// It is empty, or holds what is not text.
    pub fn new(text: &str) -> Result<Because, BecauseError> {
        let is_space = |letter: char| matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
        let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
        let text = words.join(" ");
        let forbidden = |letter: &char| letter.is_control() || matches!(letter, '\u{feff}' | '\u{fffe}' | '\u{ffff}');
        match text.chars().find(forbidden) {
            Some(character) => Err(BecauseError::Unprintable { character }),
            None if text.trim().is_empty() => Err(BecauseError::Empty),
            None => Ok(Because(text)),
        }
    }

    /// The reason.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value of a name that ends in this column of a block mapping whose names are indented this far: on the same
    /// line where it fits there, else as a folded paragraph below.
    pub(super) fn in_block(&self, indent: usize, name: &str, line_end: &str) -> String {
        let inline = if is_plain(&self.0) { self.0.clone() } else { self.in_flow() };
        if indent + name.len() + 2 + inline.chars().count() <= COLUMNS_MAX {
            return inline;
        }
        let margin = " ".repeat(indent + 2);
        let mut text = ">-".to_owned();
        let mut column = usize::MAX;
        for word in self.0.split(' ') {
            let width = word.chars().count();
            if column.saturating_add(1 + width) > COLUMNS_MAX {
                text += &format!("{line_end}{margin}{word}");
                column = margin.len() + width;
            } else {
                text += &format!(" {word}");
                column += 1 + width;
            }
        }
        text
    }

    /// The value within braces: in single quotes, in which nothing but the quote itself means anything.
    pub(super) fn in_flow(&self) -> String {
        format!("'{}'", self.0.replace('\'', "''"))
    }
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether every reader of YAML takes this for a text without quotes: it starts with a letter, holds nothing that ends
/// or opens something, and is more than one word, as `true` and `null` are not.
fn is_plain(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.contains(' ')
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        Because::new(text).map(|because| because.in_block(4, "because", "\n")).unwrap_or_default()
    }

    #[test]
    fn a_short_reason_stands_on_its_line_in_quotes_where_it_needs_them() {
        assert_eq!(written("0 is a switch"), "'0 is a switch'");
        assert_eq!(written("a switch, they say"), "a switch, they say");
        for text in ["a: b c", "a b #1", "- a b", "# a", "true", "null", "é b", "ends here:", "\"so\" they say", "[a b"]
        {
            assert_eq!(written(text), format!("'{text}'"));
        }
        assert_eq!(written("'tis so, isn't it"), "'''tis so, isn''t it'");
    }

    #[test]
    fn a_long_reason_is_filled_to_the_width_of_the_file() {
        let text = written(&"word ".repeat(60));
        let lines: Vec<&str> = text.lines().collect();
        let full = format!("     {}", " word".repeat(21));
        assert_eq!(full.len(), 110);
        assert_eq!(lines, [">-".to_owned(), full.clone(), full, format!("     {}", " word".repeat(18))]);
        let lengths = |text: &str| written(text).lines().map(str::len).collect::<Vec<_>>();
        assert_eq!(lengths(&format!("{} word word", "x".repeat(100))), [2, 106, 15]);
        assert_eq!(lengths(&format!("a {}", "x".repeat(95))), [97], "it ends in the last column");
        assert_eq!(lengths(&format!("a {}", "x".repeat(96))), [2, 104]);
        let one_word = written(&"x".repeat(200));
        assert_eq!(one_word, format!(">-\n      {}", "x".repeat(200)));
    }

    #[test]
    fn line_ends_and_rows_of_spaces_count_as_one_space() {
        assert_eq!(Because::new("  a\r\n\tb\u{2028}  c \n").map(|because| because.to_string()).as_deref(), Ok("a b c"));
    }

    #[test]
    fn what_is_not_text_is_no_reason() {
        assert_eq!(Because::new(" \n\t "), Err(BecauseError::Empty));
        assert_eq!(BecauseError::Empty.to_string(), "the reason is empty: say why, in a sentence");
        for character in ['\0', '\u{1b}', '\u{7f}', '\u{9b}', '\u{feff}', '\u{ffff}'] {
            let text = format!("a {character} b");
            assert_eq!(Because::new(&text), Err(BecauseError::Unprintable { character }));
        }
    }
}
