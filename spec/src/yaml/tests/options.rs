//! What is said about it: choices and options.

use super::support::{assert_says, changed, option_block};

#[test]
fn a_decision_that_is_both_chosen_and_open_is_reported() {
    assert_says(
        &changed("choice: fixed", "choice: fixed\n    open: true"),
        r#"
error: D01 is both chosen and open
  --> spec.yaml:43:5
   |
43 |     open: true
   |     ^^^^ expected one of `choice` and `open: true`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_decision_that_is_neither_chosen_nor_open_is_reported() {
    assert_says(
        &changed("    choice: fixed\n", ""),
        r#"
error: D01 is neither chosen nor open
  --> spec.yaml:39:9
   |
39 |   - id: D01
   |         ^^^ expected a line `choice: ...`, or `open: true`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn open_is_true_or_not_there() {
    assert_says(
        &changed("choice: fixed", "open: false"),
        r#"
error: `open` is `false`
  --> spec.yaml:42:11
   |
42 |     open: false
   |           ^^^^^ expected `true`, or no such line

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_choice_that_is_no_option_is_reported_with_the_nearest() {
    assert_says(
        &changed("choice: fixed", "choice: roling"),
        r#"
error: D01 (window-shape) has no option `roling`
  --> spec.yaml:42:13
   |
42 |     choice: roling
   |             ^^^^^^ expected `fixed` or `rolling`
   |
   = help: did you mean `rolling`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_option_that_this_build_does_not_know_is_reported() {
    assert_says(
        &changed("      rolling:\n", "      roling:\n"),
        r#"
error: this build knows no option `roling` of D01
  --> spec.yaml:54:7
   |
54 |       roling:
   |       ^^^^^^ expected `fixed` or `rolling`
   |
   = help: did you mean `rolling`?
   = help: options are compiled in: after a change to spec/spec.yaml, build again

1 problem in spec.yaml
"#,
    );
}

#[test]
fn one_option_too_many_is_reported() {
    assert_says(
        &changed("      rolling:\n", &(option_block("sliding", "") + "      rolling:\n")),
        r#"
error: this build knows no option `sliding` of D01
  --> spec.yaml:54:7
   |
54 |       sliding:
   |       ^^^^^^^ expected `fixed` or `rolling`
   |
   = help: options are compiled in: after a change to spec/spec.yaml, build again

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_missing_option_is_reported() {
    assert_says(
        &changed(&option_block("submit", "        breaks: I2\n"), ""),
        r#"
error: no option breaks I2, so nothing shows that it is judged
  --> spec.yaml:31:11
   |
31 |   - { id: I2, name: name 2, statement: always }
   |           ^^ expected an option with `breaks: I2`

error: missing from the options of D02: `submit`
  --> spec.yaml:69:5
   |
69 |     options:
   |     ^^^^^^^ expected all that this build knows: claim, submit, completion

2 problems in spec.yaml
"#,
    );
}

#[test]
fn options_out_of_order_are_reported() {
    assert_says(
        &changed(
            &(option_block("fixed", "") + &option_block("rolling", "        breaks: I1\n")),
            &(option_block("rolling", "        breaks: I1\n") + &option_block("fixed", "")),
        ),
        r#"
error: option `fixed` stands after `rolling`
  --> spec.yaml:55:7
   |
55 |       fixed:
   |       ^^^^^ expected the order that this build knows: fixed, rolling

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_option_that_breaks_no_known_invariant_is_reported() {
    assert_says(
        &changed("breaks: I1", "breaks: I9"),
        r#"
error: there is no invariant `I9`
  --> spec.yaml:57:17
   |
57 |         breaks: I9
   |                 ^^ expected `I1` to `I8`
   |
   = help: did you mean `I8`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn evidence_that_names_no_thread_is_reported() {
    assert_says(
        &changed("[owner/repo#1]", "[owner/repo#1, owner/repo, owner#3, owner/repo#0, owner/re po#1]"),
        r#"
error: `owner/repo` is not an issue thread
  --> spec.yaml:44:30
   |
44 |     evidence: [owner/repo#1, owner/repo, owner#3, owner/repo#0, owner/re po#1]
   |                              ^^^^^^^^^^ expected `owner/repo#123`

error: `owner#3` is not an issue thread
  --> spec.yaml:44:42
   |
44 |     evidence: [owner/repo#1, owner/repo, owner#3, owner/repo#0, owner/re po#1]
   |                                          ^^^^^^^ expected `owner/repo#123`

error: `owner/repo#0` is not an issue thread
  --> spec.yaml:44:51
   |
44 |     evidence: [owner/repo#1, owner/repo, owner#3, owner/repo#0, owner/re po#1]
   |                                                   ^^^^^^^^^^^^ expected `owner/repo#123`

error: `owner/re po#1` is not an issue thread
  --> spec.yaml:44:65
   |
44 |     evidence: [owner/repo#1, owner/repo, owner#3, owner/repo#0, owner/re po#1]
   |                                                                 ^^^^^^^^^^^^^ expected `owner/repo#123`

4 problems in spec.yaml
"#,
    );
}
