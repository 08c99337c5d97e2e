//! What is said about it: which decisions there are.

use super::support::{assert_says, changed, problems, sound, swapped, without_decision};

#[test]
fn an_unknown_decision_is_reported_with_the_one_whose_key_it_has() {
    assert_says(
        &changed("id: D01", "id: D39"),
        r#"
error: there is no decision `D39`
  --> spec.yaml:39:9
   |
39 |   - id: D39
   |         ^^^ expected one that this build knows: D01 to {last}
   |
   = help: did you mean `D01`? window-shape is its key

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_decision_with_an_unknown_key_is_reported_with_the_nearest_of_both() {
    assert_says(
        &changed("id: D01\n    key: window-shape", "id: DO1\n    key: window"),
        r#"
error: there is no decision `DO1`
  --> spec.yaml:39:9
   |
39 |   - id: DO1
   |         ^^^ expected one that this build knows: D01 to {last}
   |
   = help: did you mean `D01`?
   = help: decisions are compiled in: after a change to spec/spec.yaml, build again

error: `window` is not the key of a decision
  --> spec.yaml:40:10
   |
40 |     key: window
   |          ^^^^^^ expected one that this build knows
   |
   = help: did you mean `window-shape`?

2 problems in spec.yaml
"#,
    );
}

#[test]
fn an_id_that_does_not_go_with_the_key_is_one_problem() {
    assert_says(
        &changed("id: D02", "id: D01"),
        r#"
error: this is charge-point, whose id is D02, not D01
  --> spec.yaml:63:9
   |
63 |   - id: D01
   |         ^^^ expected `D02`, or the key `window-shape` below

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_decision_that_stands_twice_is_reported() {
    assert_says(
        &changed("id: D02\n    key: charge-point", "id: D01\n    key: window-shape"),
        r#"
error: missing from the decisions: D02
  --> spec.yaml:38:1
   |
38 | decisions:
   | ^^^^^^^^^ expected all {count} that this build knows

error: decision D01 stands twice
  --> spec.yaml:63:9
   |
63 |   - id: D01
   |         ^^^ expected each decision once
   |
   = help: the first stands in line 39

error: D01 (window-shape) has no option `claim`
  --> spec.yaml:66:13
   |
66 |     choice: claim
   |             ^^^^^ expected `fixed` or `rolling`

error: this build knows no option `claim` of D01
  --> spec.yaml:70:7
   |
70 |       claim:
   |       ^^^^^ expected `fixed` or `rolling`
   |
   = help: options are compiled in: after a change to spec/spec.yaml, build again

error: this build knows no option `submit` of D01
  --> spec.yaml:78:7
   |
78 |       submit:
   |       ^^^^^^ expected `fixed` or `rolling`
   |
   = help: options are compiled in: after a change to spec/spec.yaml, build again

error: this build knows no option `completion` of D01
  --> spec.yaml:87:7
   |
87 |       completion:
   |       ^^^^^^^^^^ expected `fixed` or `rolling`
   |
   = help: options are compiled in: after a change to spec/spec.yaml, build again

6 problems in spec.yaml
"#,
    );
}

#[test]
fn a_decision_out_of_order_is_reported() {
    assert_says(
        &swapped("D01", "D02"),
        r#"
error: decision D01 stands after D02
  --> spec.yaml:71:9
   |
71 |   - id: D01
   |         ^^^ expected the order of the ids

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_missing_decision_is_reported() {
    assert_says(
        &without_decision("D02"),
        r#"
error: no option breaks I2, so nothing shows that it is judged
  --> spec.yaml:31:11
   |
31 |   - { id: I2, name: name 2, statement: always }
   |           ^^ expected an option with `breaks: I2`

error: missing from the decisions: D02
  --> spec.yaml:38:1
   |
38 | decisions:
   | ^^^^^^^^^ expected all {count} that this build knows

2 problems in spec.yaml
"#,
    );
}

#[test]
fn a_key_that_this_build_does_not_know_is_reported() {
    assert_says(
        &changed("key: window-shape", "key: window-shap"),
        r#"
error: `window-shap` is not the key of a decision
  --> spec.yaml:40:10
   |
40 |     key: window-shap
   |          ^^^^^^^^^^^ expected `window-shape`, which this build knows D01 by

1 problem in spec.yaml
"#,
    );
}

#[test]
fn of_many_missing_decisions_the_first_five_are_named() {
    let text = sound();
    for (first, missing) in [("D34", "D34, D35, D36, D37, D38"), ("D33", "D33, D34, D35, D36, D37 and 1 more")] {
        let end = text.find(&format!("  - id: {first}\n")).unwrap();
        let problems = problems(&text[..end]);
        assert_eq!(problems.problems()[0].message, format!("missing from the decisions: {missing}"));
    }
}
