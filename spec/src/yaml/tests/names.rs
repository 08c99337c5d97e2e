//! What is said about it: unknown and missing names.

use super::support::{assert_says, changed};

#[test]
fn an_unknown_name_is_reported_with_the_nearest_and_what_it_was_meant_for_is_not_missing_too() {
    assert_says(
        &changed("        means: this", "        meanz: this"),
        r#"
error: there is no `meanz` in an option
  --> spec.yaml:47:9
   |
47 |         meanz: this
   |         ^^^^^ expected `means` or `breaks`
   |
   = help: did you mean `means`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_name_near_to_none_is_reported_with_what_is_left() {
    assert_says(
        &changed("    reason: so\n", "    reason: so\n    colour: red\n"),
        r#"
error: there is no `colour` in a decision
  --> spec.yaml:44:5
   |
44 |     colour: red
   |     ^^^^^^ expected `open`, `settled`, `because`, `rule` or `note`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_section_is_reported() {
    assert_says(
        &changed("version: 1", "version: 1\nsections: 1"),
        r#"
error: there is no `sections` in a spec
 --> spec.yaml:2:1
  |
2 | sections: 1
  | ^^^^^^^^ expected `rules`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_missing_name_is_reported_with_what_it_is_about() {
    assert_says(
        &changed("    reason: so\n", ""),
        r#"
error: missing from a decision: `reason`
  --> spec.yaml:39:5
   |
39 |   - id: D01
   |     ^^ expected `reason`: Why this option, or why none yet.

1 problem in spec.yaml
"#,
    );
}

#[test]
fn several_missing_names_are_reported_as_one_problem() {
    assert_says(
        &changed("        means: this\n        so: that\n", ""),
        r#"
error: missing from an option: `means`, `so`
  --> spec.yaml:46:7
   |
46 |       fixed:
   |       ^^^^^ expected them

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_missing_section_is_reported() {
    assert_says(
        &changed("version: 1\n", ""),
        r#"
error: missing from a spec: `version`
 --> spec.yaml:1:1
  |
1 | settings:
  | ^^^^^^^^ expected `version`: The version of this file's layout.

1 problem in spec.yaml
"#,
    );
}
