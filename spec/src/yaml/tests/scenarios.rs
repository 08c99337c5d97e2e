//! What is said about it: scenarios.

use super::support::{assert_says, changed, scenario_block};

#[test]
fn an_option_without_a_scenario_is_reported() {
    assert_says(
        &changed(&("        scenarios:\n".to_owned() + &scenario_block("fixed")), "        scenarios: []\n"),
        r#"
error: `scenarios` is empty
  --> spec.yaml:49:9
   |
49 |         scenarios: []
   |         ^^^^^^^^^ expected at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_name_that_two_scenarios_of_an_option_have_is_reported() {
    assert_says(
        &changed(&scenario_block("fixed"), &(scenario_block("fixed") + &scenario_block("fixed"))),
        r#"
error: two scenarios of this option have this name
  --> spec.yaml:54:19
   |
54 |           - name: fixed shows
   |                   ^^^^^^^^^^^ expected another name
   |
   = help: the first stands in line 50

1 problem in spec.yaml
"#,
    );
}

#[test]
fn options_that_tell_different_histories_under_one_name_are_reported() {
    assert_says(
        &changed("name: rolling shows\n            given: [0", "name: fixed shows\n            given: [1"),
        r#"
error: `rolling` and `fixed` tell different histories under this name
  --> spec.yaml:59:19
   |
59 |           - name: fixed shows
   |                   ^^^^^^^^^^^ expected the same settings, `with` and commands, at the same instants
   |
   = help: the first stands in line 50

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_last_step_with_an_outcome_of_its_own_is_reported() {
    assert_says(
        &changed("when: 1 claim w1", "when: 1 claim w1 => idle no-slot"),
        r#"
error: the last step of `when` has an outcome of its own
  --> spec.yaml:52:19
   |
52 |             when: 1 claim w1 => idle no-slot
   |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^ expected it in `then`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_step_before_the_one_above_it_is_reported() {
    assert_says(
        &changed("when: 1 claim w1", "when: [3 sweep, 2 claim w1]"),
        r#"
error: this step comes at 2, before the one above it
  --> spec.yaml:52:29
   |
52 |             when: [3 sweep, 2 claim w1]
   |                             ^^^^^^^^^^ expected 3 or later
   |
   = help: a clock steps back only in the scenarios of clock-step-back

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_decision_that_with_does_not_know_is_reported() {
    assert_says(
        &changed("when: 1 claim w1", "with: { slot-resue: at-once }\n            when: 1 claim w1"),
        r#"
error: there is no decision `slot-resue`
  --> spec.yaml:52:21
   |
52 |             with: { slot-resue: at-once }
   |                     ^^^^^^^^^^ expected an id or key, such as `D29`
   |
   = help: did you mean `slot-reuse`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_option_that_with_does_not_know_is_reported() {
    assert_says(
        &changed("when: 1 claim w1", "with: { D26: at-onc }\n            when: 1 claim w1"),
        r#"
error: D26 (slot-reuse) has no option `at-onc`
  --> spec.yaml:52:26
   |
52 |             with: { D26: at-onc }
   |                          ^^^^^^ expected `after-grace` or `at-once`
   |
   = help: did you mean `at-once`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn with_does_not_set_the_scenarios_own_decision() {
    assert_says(
        &changed("when: 1 claim w1", "with: { D01: fixed }\n            when: 1 claim w1"),
        r#"
error: this scenario stands under an option of D01 already
  --> spec.yaml:52:21
   |
52 |             with: { D01: fixed }
   |                     ^^^ expected another decision

1 problem in spec.yaml
"#,
    );
}

#[test]
fn with_sets_a_decision_once() {
    assert_says(
        &changed("when: 1 claim w1", "with: { D26: at-once, slot-reuse: at-once }\n            when: 1 claim w1"),
        r#"
error: D26 is set twice, by its id and by its key
  --> spec.yaml:52:35
   |
52 |             with: { D26: at-once, slot-reuse: at-once }
   |                                   ^^^^^^^^^^ expected another decision

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_scenario_without_steps_is_reported() {
    assert_says(
        &changed("when: 1 claim w1", "when: []"),
        r#"
error: `when` is empty
  --> spec.yaml:52:13
   |
52 |             when: []
   |             ^^^^ expected at least 1

1 problem in spec.yaml
"#,
    );
}
