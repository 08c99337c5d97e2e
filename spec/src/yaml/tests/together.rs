//! Many problems at once: all of them, in the order of the file, and not more than one can read.

use super::support::{assert_says, changed, problems, sound};
use crate::yaml::{SHOWN_MAX, SpecFile};

#[test]
fn problems_of_every_sort_are_reported_together_in_the_order_of_the_file() {
    let text = changed("choice: fixed", "choice: roling")
        .replacen("1 claim w1", "1 clam w1", 1)
        .replacen("workers: 2", "wokers: 2", 1)
        .replacen("lease: 5\n", "lease: 5\n  lease: 6\n", 1);
    let messages: Vec<_> = problems(&text)
        .problems()
        .iter()
        .map(|problem| (problem.line, problem.column, problem.message.clone()))
        .collect();
    let expected = [
        (5, 3, "`lease` stands twice in one mapping"),
        (18, 5, "there is no `wokers` in a scope"),
        (43, 13, "D01 (window-shape) has no option `roling`"),
        (53, 21, "`clam w1` is not a command"),
    ];
    assert_eq!(messages, expected.map(|(line, column, message)| (line, column, message.to_owned())));
}

#[test]
fn of_many_problems_the_first_are_shown_and_the_rest_are_counted() {
    let text = sound().replace("means: this", "meanz: this");
    let diagnostics = problems(&text);
    let count = text.matches("meanz").count();
    assert_eq!((diagnostics.count(), diagnostics.problems().len()), (count, count));
    let rendered = diagnostics.render(false);
    assert_eq!(rendered.matches("error: ").count(), SHOWN_MAX);
    let last = format!("and {} more; {count} problems in spec.yaml\n", count - SHOWN_MAX);
    assert!(rendered.ends_with(&last), "{rendered}");
}

#[test]
fn a_file_of_nothing_but_problems_keeps_a_thousand_of_them() {
    let many: String = (0..5_000).map(|number| format!("x{number}: 1\n")).collect();
    let diagnostics = problems(&(many + &sound()));
    assert_eq!((diagnostics.count(), diagnostics.problems().len()), (5_000, 1_000));
    assert!(diagnostics.render(false).ends_with("and 4980 more; 5000 problems in spec.yaml\n"));
}

#[test]
fn colours_are_the_callers_choice() {
    let diagnostics = problems(&changed("window: 10", "window: ten"));
    assert!(diagnostics.render(true).contains("\u{1b}["));
    assert!(!diagnostics.render(false).contains('\u{1b}'));
    assert_eq!(diagnostics.render(false), diagnostics.to_string());
}

#[test]
fn a_windows_file_has_the_same_lines_and_columns() {
    let text = changed("window: 10", "window: ten").replace('\n', "\r\n");
    let expected = "
error: `window` is `ten`
 --> spec.yaml:3:11
  |
3 |   window: ten
  |           ^^^ expected a whole number of at least 1

1 problem in spec.yaml";
    assert_says(&text, expected);
    assert_says(&format!("\u{feff}{text}"), expected);
    assert!(SpecFile::parse("spec.yaml", &sound().replace('\n', "\r\n")).is_ok());
}

#[test]
fn a_line_that_is_too_long_is_cut_around_its_marker_and_keeps_its_column() {
    let text = changed("question: why?", &format!("question: {{ a: {}, b: 1, b: 2 }}", "é".repeat(5_000)));
    let diagnostics = problems(&text);
    assert_eq!(diagnostics.problems()[1].column, 5_028);
    let rendered = diagnostics.render(false);
    assert!(rendered.contains("--> spec.yaml:41:5028\n"), "{rendered}");
    assert!(rendered.contains("^ expected another name"), "{rendered}");
    assert!(rendered.lines().all(|line| line.chars().count() < 250), "{rendered}");
}
