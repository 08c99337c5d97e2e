//! The lines that two texts differ in, as `git diff` shows them.

use std::fmt::Write as _;

/// How many lines around a change are shown.
const CONTEXT: usize = 2;

/// Beyond this many pairs of lines the middle of two texts is shown as replaced as a whole.
const PAIRS_MAX: usize = 4_000_000;

/// A line of one text or of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line<'a> {
    Kept(&'a str),
    Gone(&'a str),
    New(&'a str),
}

/// The difference of a file, with its name at the head; empty where there is none.
pub fn unified(name: &str, before: &str, after: &str) -> String {
    let lines = compare(&before.lines().collect::<Vec<_>>(), &after.lines().collect::<Vec<_>>());
    let changed: Vec<usize> = (0..lines.len()).filter(|index| !matches!(lines[*index], Line::Kept(_))).collect();
    let mut text = String::new();
    let mut next = 0;
    while let Some(first) = changed.get(next) {
        let mut last = *first;
        while let Some(more) = changed.get(next + 1).filter(|more| **more - last <= 2 * CONTEXT + 1) {
            last = *more;
            next += 1;
        }
        next += 1;
        if text.is_empty() {
            let _ = writeln!(text, "--- {name}\n+++ {name}");
        }
        hunk(&lines, first.saturating_sub(CONTEXT)..(last + CONTEXT + 1).min(lines.len()), &mut text);
    }
    text
}

fn hunk(lines: &[Line<'_>], range: std::ops::Range<usize>, text: &mut String) {
    let old = |line: &&Line<'_>| !matches!(line, Line::New(_));
    let new = |line: &&Line<'_>| !matches!(line, Line::Gone(_));
    let before = &lines[..range.start];
    let within = &lines[range];
    let _ = writeln!(
        text,
        "@@ -{},{} +{},{} @@",
        before.iter().filter(old).count() + 1,
        within.iter().filter(old).count(),
        before.iter().filter(new).count() + 1,
        within.iter().filter(new).count()
    );
    for line in within {
        let (mark, line) = match line {
            Line::Kept(line) => (' ', line),
            Line::Gone(line) => ('-', line),
            Line::New(line) => ('+', line),
        };
        let _ = writeln!(text, "{mark}{line}");
    }
}

/// All lines of both, those in common once: what they begin and end with, and between that a longest common part.
fn compare<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<Line<'a>> {
    let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (old, new) = (&before[start..], &after[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
    let (old, tail) = old.split_at(old.len() - end);
    let new = &new[..new.len() - end];
    let mut lines: Vec<Line<'a>> = before[..start].iter().map(|line| Line::Kept(line)).collect();
    if old.len().saturating_mul(new.len()) > PAIRS_MAX {
        lines.extend(old.iter().map(|line| Line::Gone(line)));
        lines.extend(new.iter().map(|line| Line::New(line)));
    } else {
        middle(old, new, &mut lines);
    }
    lines.extend(tail.iter().map(|line| Line::Kept(line)));
    lines
}

fn middle<'a>(old: &[&'a str], new: &[&'a str], lines: &mut Vec<Line<'a>>) {
    // common[i][j]: how many lines the ends of both, from i and j on, have in common at most.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] =
                if old[i] == new[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push(Line::Kept(old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[i + 1][j] >= common[i][j + 1]) {
            lines.push(Line::Gone(old[i]));
            i += 1;
        } else {
            lines.push(Line::New(new[j]));
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn a_difference_is_what_git_shows() {
        let before = "a\nb\nc\nopen\nd\ne\nf\n";
        let after = "a\nb\nc\nchoice\nday\nd\ne\nf\n";
        assert_eq!(
            unified("x", before, after),
            "--- x\n+++ x\n@@ -2,5 +2,6 @@\n b\n c\n-open\n+choice\n+day\n d\n e\n"
        );
        assert_eq!(unified("x", before, before), "");
    }

    #[test]
    fn a_line_between_two_changes_is_kept_and_changes_far_apart_are_shown_apart() {
        assert_eq!(
            unified("x", "one\nday\nold", "two\nday\nnew"),
            "--- x\n+++ x\n@@ -1,3 +1,3 @@\n-one\n+two\n day\n-old\n+new\n"
        );
        let far = unified("x", "a\n1\n2\n3\n4\n5\n6\n7\nb", "A\n1\n2\n3\n4\n5\n6\n7\nB");
        assert_eq!(far.matches("@@ -").count(), 2, "{far}");
    }
}
