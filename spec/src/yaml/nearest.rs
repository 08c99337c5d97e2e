//! "Did you mean ...?": the valid name nearest to the one that was found.

use std::cmp::Reverse;

/// How much of a name is compared, in characters; names are shorter.
const PLAIN_MAX: usize = 64;

/// The nearest of the valid names, unless even that one is far off.
///
/// Letters are compared without regard to case, and what looks alike is alike. Of names equally near, the one that
/// starts alike for longest wins, then the one whose next letter is closest: `D39` is taken for `D38`, not for `D09`.
pub fn nearest<'n>(found: &str, valid: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let found = plain(found);
    valid
        .into_iter()
        .filter_map(|name| {
            let lower = plain(name);
            let longest = found.chars().count().max(lower.chars().count());
            let distance = strsim::damerau_levenshtein(&found, &lower);
            let near = distance <= longest.div_ceil(3) && distance < longest;
            // The start of a name, or its end, is as good as a near miss.
            let part = found.len() >= 3 && (lower.starts_with(&found) || lower.ends_with(&found));
            let alike = found.chars().zip(lower.chars()).take_while(|(one, other)| one == other).count();
            let next = match (found.chars().nth(alike), lower.chars().nth(alike)) {
                (Some(one), Some(other)) => u32::from(one).abs_diff(u32::from(other)),
                _ => 0,
            };
            (near || part).then_some(((distance, Reverse(alike), next), name))
        })
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, name)| name)
}

/// A name in lower case, with zeros for every `o` and ones for every `l`; of a long one the beginning, as a distance
/// costs the product of the lengths.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('o', "0").replace('l', "1").chars().take(PLAIN_MAX).collect()
}

/// A list of names as it stands in a sentence: `` `a`, `b` or `c` ``.
pub(super) fn one_of<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    sentence(names, "or")
}

/// A list of names as it stands in a sentence: `` `a`, `b` and `c` ``.
pub(super) fn all_of<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    sentence(names, "and")
}

fn sentence<'n>(names: impl IntoIterator<Item = &'n str>, last_word: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {last_word} {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_finds_the_name_that_was_meant() {
        assert_eq!(nearest("roling", ["fixed", "rolling"]), Some("rolling"));
        assert_eq!(nearest("d29", ["D28", "D29", "D30"]), Some("D29"));
        assert_eq!(nearest("D39", ["D09", "D29", "D37", "D38"]), Some("D38"));
        assert_eq!(nearest("DO1", ["D31", "D01"]), Some("D01"));
        assert_eq!(nearest("late", ["late-completion", "late-heartbeat", "x"]), Some("late-heartbeat"));
    }

    #[test]
    fn what_is_far_from_every_name_is_taken_for_none() {
        assert_eq!(nearest("purple", ["fixed", "rolling"]), None);
        assert_eq!(nearest("q", ["a", "b"]), None);
        assert_eq!(nearest("", ["a", "fixed"]), None);
        assert_eq!(nearest(&"x".repeat(100_000), ["a", "fixed"]), None);
    }

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        assert_eq!(one_of(["a"]), "`a`");
        assert_eq!(one_of(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(all_of(["a", "b"]), "`a` and `b`");
    }
}
