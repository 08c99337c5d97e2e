//! What is said about it: invariants.

use super::support::{assert_says, changed, without_items};

#[test]
fn an_invariant_that_no_option_breaks_is_reported() {
    assert_says(
        &changed("        breaks: I1\n", ""),
        r#"
error: no option breaks I1, so nothing shows that it is judged
  --> spec.yaml:30:11
   |
30 |   - { id: I1, name: name 1, statement: always }
   |           ^^ expected an option with `breaks: I1`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_invariant_that_stands_twice_and_one_that_is_missing_are_reported() {
    assert_says(
        &changed("{ id: I2, name: name 2", "{ id: I1, name: name 2"),
        r#"
error: missing from the invariants: I2
  --> spec.yaml:29:1
   |
29 | invariants:
   | ^^^^^^^^^^ expected all 8

error: invariant I1 stands twice
  --> spec.yaml:31:11
   |
31 |   - { id: I1, name: name 2, statement: always }
   |           ^^ expected each invariant once
   |
   = help: the first stands in line 30

2 problems in spec.yaml
"#,
    );
}

#[test]
fn an_invariant_out_of_order_is_reported() {
    assert_says(
        &changed(
            "  - { id: I1, name: name 1, statement: always }\n  - { id: I2, name: name 2, statement: always }\n",
            "  - { id: I2, name: name 2, statement: always }\n  - { id: I1, name: name 1, statement: always }\n",
        ),
        r#"
error: invariant I1 stands after I2
  --> spec.yaml:31:11
   |
31 |   - { id: I1, name: name 1, statement: always }
   |           ^^ expected the order of the ids

1 problem in spec.yaml
"#,
    );
}

#[test]
fn no_invariants_are_reported() {
    assert_says(
        &without_items("invariants"),
        r#"
error: `invariants` is empty
  --> spec.yaml:29:1
   |
29 | invariants: []
   | ^^^^^^^^^^ expected at least 1

1 problem in spec.yaml
"#,
    );
}
