//! What is said about it: values of another type than expected, or out of bounds.

use super::support::{assert_says, changed, problems};

#[test]
fn another_version_is_reported() {
    assert_says(
        &changed("version: 1", "version: 2"),
        r#"
error: `version` is `2`
 --> spec.yaml:1:10
  |
1 | version: 2
  |          ^ expected `1`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_text_instead_of_a_number_is_reported() {
    assert_says(
        &changed("window: 10", "window: ten"),
        r#"
error: `window` is `ten`
 --> spec.yaml:3:11
  |
3 |   window: ten
  |           ^^^ expected a whole number of at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_quoted_number_is_a_text() {
    assert_says(
        &changed("lease: 5", "lease: \"5\""),
        r#"
error: `lease` is the text "5"
 --> spec.yaml:4:10
  |
4 |   lease: "5"
  |          ^^^ expected a whole number of at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_number_that_some_read_as_octal_is_none() {
    assert_says(
        &changed("lease: 5", "lease: 05"),
        r#"
error: `lease` is `05`
 --> spec.yaml:4:10
  |
4 |   lease: 05
  |          ^^ expected a whole number of at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_number_with_a_fraction_is_reported() {
    assert_says(
        &changed("lease: 5", "lease: 5.0"),
        r#"
error: `lease` is `5.0`
 --> spec.yaml:4:10
  |
4 |   lease: 5.0
  |          ^^^ expected a whole number of at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_number_that_is_too_high_is_reported() {
    assert_says(
        &changed("queue: 3", "queue: 4294967296"),
        r#"
error: `queue` is `4294967296`
 --> spec.yaml:8:10
  |
8 |   queue: 4294967296
  |          ^^^^^^^^^^ expected at most 4294967295

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_number_instead_of_a_text_is_reported() {
    assert_says(
        &changed("question: why?", "question: 5"),
        r#"
error: `question` is `5`
  --> spec.yaml:41:15
   |
41 |     question: 5
   |               ^ expected a text
   |
   = help: in quotes, "5", it is a text

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_empty_text_is_reported() {
    assert_says(
        &changed("question: why?", "question: \" \""),
        r#"
error: `question` is empty
  --> spec.yaml:41:15
   |
41 |     question: " "
   |               ^^^ expected a text

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_name_without_a_value_is_reported() {
    assert_says(
        &changed("question: why?", "question:"),
        r#"
error: `question` has no value
  --> spec.yaml:41:13
   |
41 |     question:
   |             ^ expected a text

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_list_instead_of_a_text_is_reported() {
    assert_says(
        &changed("question: why?", "question: [a]"),
        r#"
error: `question` is a list
  --> spec.yaml:41:15
   |
41 |     question: [a]
   |               ^ expected a text

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_text_instead_of_a_list_is_reported() {
    assert_says(
        &changed("evidence: [owner/repo#1]", "evidence: owner/repo#1"),
        r#"
error: `evidence` is `owner/repo#1`
  --> spec.yaml:44:15
   |
44 |     evidence: owner/repo#1
   |               ^^^^^^^^^^^^ expected a list; each item an issue thread, such as `owner/repo#123`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_text_instead_of_a_flag_is_reported() {
    assert_says(
        &changed("deep: true", "deep: yes"),
        r#"
error: `deep` is `yes`
  --> spec.yaml:28:11
   |
28 |     deep: yes
   |           ^^^ expected `true` or `false`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_list_instead_of_a_mapping_is_reported() {
    assert_says(
        &changed("a: { cap: 1, quota: 4 }", "a: [1, 4]"),
        r#"
error: `a` is not a mapping
  --> spec.yaml:11:8
   |
11 |     a: [1, 4]
   |        ^ expected a tenant: a mapping with `cap` and `quota`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_long_text_in_the_place_of_a_number_is_not_repeated() {
    for (length, found) in [(40, format!("is `{}`", "x".repeat(40))), (41, "is a long text".to_owned())] {
        let problems = problems(&changed("window: 10", &format!("window: {}", "x".repeat(length))));
        assert_eq!(problems.problems()[0].message, format!("`window` {found}"));
    }
}

#[test]
fn a_number_in_the_place_of_one_text_or_several_is_reported() {
    assert_says(
        &changed("    reason: so\n", "    reason: so\n    note: 5\n"),
        r#"
error: `note` is `5`
  --> spec.yaml:44:11
   |
44 |     note: 5
   |           ^ expected a text
   |
   = help: in quotes, "5", it is a text

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_number_or_nothing_in_the_place_of_a_name_is_one_problem() {
    for (to, message) in [("choice: 5", "`choice` is `5`"), ("choice: ''", "`choice` is empty")] {
        let problems = problems(&changed("choice: fixed", to));
        let messages: Vec<&str> = problems.problems().iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(messages, [message]);
    }
}
