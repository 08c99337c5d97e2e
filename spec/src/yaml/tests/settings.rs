//! What is said about it: settings.

use super::support::{assert_says, changed, problems};
use crate::yaml::SpecFile;

#[test]
fn a_length_of_zero_is_reported() {
    assert_says(
        &changed("window: 10", "window: 0"),
        r#"
error: `window` is `0`
 --> spec.yaml:3:11
  |
3 |   window: 0
  |           ^ expected a whole number of at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_empty_pool_is_reported() {
    assert_says(
        &changed("pool: 2", "pool: 0"),
        r#"
error: `pool` is `0`
 --> spec.yaml:9:9
  |
9 |   pool: 0
  |         ^ expected a whole number from 1 to 1048576

1 problem in spec.yaml
"#,
    );
}

#[test]
fn limits_of_the_specs_tenants_are_at_least_one() {
    assert_says(
        &changed("a: { cap: 1, quota: 4 }", "a: { cap: 0, quota: -4 }"),
        r#"
error: `cap` is `0`
  --> spec.yaml:11:15
   |
11 |     a: { cap: 0, quota: -4 }
   |               ^ expected a whole number of at least 1

error: `quota` is `-4`
  --> spec.yaml:11:25
   |
11 |     a: { cap: 0, quota: -4 }
   |                         ^^ expected a whole number of at least 1

2 problems in spec.yaml
"#,
    );
}

#[test]
fn limits_of_a_scopes_tenants_are_at_least_zero() {
    assert_says(
        &changed("b: { cap: 1, quota: 4 }", "b: { cap: 0, quota: -1 }"),
        r#"
error: `quota` is `-1`
  --> spec.yaml:16:82
   |
16 |     settings: { pool: 1, tenants: { a: { cap: 1, quota: 4 }, b: { cap: 0, quota: -1 } } }
   |                                                                                  ^^ expected a whole number of at least 0

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_tenant_of_a_scope_has_both_limits() {
    assert_says(
        &changed("b: { cap: 1, quota: 4 }", "b: { cap: 1 }"),
        r#"
error: missing from a tenant: `quota`
  --> spec.yaml:16:62
   |
16 |     settings: { pool: 1, tenants: { a: { cap: 1, quota: 4 }, b: { cap: 1 } } }
   |                                                              ^ expected `quota`: The tenant's credits per window (D09 says what 0 means).

1 problem in spec.yaml
"#,
    );
}

#[test]
fn tenants_are_named_in_order() {
    assert_says(
        &changed("    b: { cap: 2", "    c: { cap: 2"),
        r#"
error: tenant number 2 is called `c`
  --> spec.yaml:12:5
   |
12 |     c: { cap: 2, quota: 4 }
   |     ^ expected `b`: tenants are named in order

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_tenant_that_has_no_tenants_name_is_reported_once() {
    assert_says(
        &changed("    b: { cap: 2", "    B: { cap: 2"),
        r#"
error: `B` is not the name of a tenant
  --> spec.yaml:12:5
   |
12 |     B: { cap: 2, quota: 4 }
   |     ^ expected a tenant: `a` to `z`, or `t26` and on

1 problem in spec.yaml
"#,
    );
}

#[test]
fn tenants_of_a_scope_are_named_in_order() {
    assert_says(
        &changed("b: { cap: 1, quota: 4 }", "c: { cap: 1, quota: 4 }"),
        r#"
error: tenant number 2 is called `c`
  --> spec.yaml:16:62
   |
16 |     settings: { pool: 1, tenants: { a: { cap: 1, quota: 4 }, c: { cap: 1, quota: 4 } } }
   |                                                              ^ expected `b`: tenants are named in order

1 problem in spec.yaml
"#,
    );
}

#[test]
fn only_the_first_tenant_that_is_out_of_order_is_reported() {
    let problems = problems(&changed(
        "    b: { cap: 2, quota: 4 }\n",
        "    c: { cap: 2, quota: 4 }\n    d: { cap: 2, quota: 4 }\n",
    ));
    let messages: Vec<&str> = problems.problems().iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages, ["tenant number 2 is called `c`"]);
}

#[test]
fn a_pool_has_no_more_slots_than_a_control_plane_can_have() {
    for from in ["pool: 2\n", "pool: 1, tenants"] {
        let most = changed(from, &from.replace(|digit: char| digit.is_ascii_digit(), "1048576"));
        let with_overflow = most.replacen("step-back:", "settings: { pool: 0 }\n    step-back:", 1);
        let file = SpecFile::parse("spec.yaml", &with_overflow).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let settings = [&file.settings].into_iter().chain(file.scopes.iter().map(|scope| &scope.settings));
        assert!(settings.into_iter().all(|settings| settings.validate() == Ok(())));
        let problems = problems(&most.replacen("1048576", "1048577", 1));
        let problem = &problems.problems()[0];
        assert_eq!(
            (problem.message.as_str(), problem.expected.as_str()),
            ("`pool` is `1048577`", "expected at most 1048576")
        );
    }
}
