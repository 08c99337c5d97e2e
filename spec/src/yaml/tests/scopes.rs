//! What is said about it: scopes.

use super::support::{assert_says, changed, problems, without_items};
use crate::TenantId;
use crate::yaml::SpecFile;

#[test]
fn no_scopes_are_reported() {
    assert_says(
        &without_items("scopes"),
        r#"
error: `scopes` is empty
  --> spec.yaml:13:1
   |
13 | scopes: []
   | ^^^^^^ expected at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_name_that_two_scopes_have_is_reported() {
    assert_says(
        &changed("name: other", "name: small"),
        r#"
error: two scopes have this name
  --> spec.yaml:21:11
   |
21 |   - name: small
   |           ^^^^^ expected another name
   |
   = help: the first stands in line 14

1 problem in spec.yaml
"#,
    );
}

#[test]
fn runs_of_a_tenant_that_does_not_exist_are_reported() {
    assert_says(
        &changed("runs: { a: [1] }", "runs: { c: [1] }"),
        r#"
error: there is no tenant `c` in this scope
  --> spec.yaml:24:13
   |
24 |     runs: { c: [1] }
   |             ^ expected one of the settings: `a`, `b`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn limits_for_a_tenant_that_does_not_exist_are_reported() {
    assert_says(
        &changed("set-cap: { a: [0, 2] }", "set-cap: { d: [0, 2] }"),
        r#"
error: there is no tenant `d` in this scope
  --> spec.yaml:19:39
   |
19 |     operator: { budget: 1, set-cap: { d: [0, 2] }, resize: [1, 3] }
   |                                       ^ expected one of the settings: `a`, `b`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_scope_without_workers_is_reported() {
    assert_says(
        &changed("workers: 2", "workers: 0"),
        r#"
error: `workers` is `0`
  --> spec.yaml:17:14
   |
17 |     workers: 0
   |              ^ expected a whole number from 1 to 64

1 problem in spec.yaml
"#,
    );
}

#[test]
fn more_workers_than_can_be_explored_are_reported() {
    assert_says(
        &changed("workers: 2", "workers: 65"),
        r#"
error: `workers` is `65`
  --> spec.yaml:17:14
   |
17 |     workers: 65
   |              ^^ expected at most 64

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_tenant_without_runs_is_reported() {
    assert_says(
        &changed("runs: { a: [1] }", "runs: { a: [] }"),
        r#"
error: `a` is empty
  --> spec.yaml:24:13
   |
24 |     runs: { a: [] }
   |             ^ expected at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_run_that_costs_nothing_is_reported() {
    assert_says(
        &changed("runs: { a: [1] }", "runs: { a: [0] }"),
        r#"
error: an item of `a` is `0`
  --> spec.yaml:24:17
   |
24 |     runs: { a: [0] }
   |                 ^ expected a whole number of at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_command_is_reported_with_the_nearest() {
    assert_says(
        &changed("[submit, claim]", "[submit, clam]"),
        r#"
error: an item of `commands` is `clam`
  --> spec.yaml:25:24
   |
25 |     commands: [submit, clam]
   |                        ^^^^ expected `submit`, `cancel`, `claim`, `heartbeat`, `complete`, `fail`, `release` or `sweep`
   |
   = help: did you mean `claim`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_command_that_stands_twice_is_reported() {
    assert_says(
        &changed("[submit, claim]", "[submit, submit]"),
        r#"
error: `submit` stands twice
  --> spec.yaml:25:24
   |
25 |     commands: [submit, submit]
   |                        ^^^^^^ expected each command once

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_ability_of_an_operator_is_reported() {
    assert_says(
        &changed("resize: [1, 3] }", "resise: [1, 3] }"),
        r#"
error: there is no `resise` in an operator
  --> spec.yaml:19:52
   |
19 |     operator: { budget: 1, set-cap: { a: [0, 2] }, resise: [1, 3] }
   |                                                    ^^^^^^ expected `set-quota` or `resize`
   |
   = help: did you mean `resize`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_operator_who_can_do_nothing_is_reported() {
    assert_says(
        &changed("{ budget: 1, set-cap: { a: [0, 2] }, resize: [1, 3] }", "{ budget: 1 }"),
        r#"
error: an operator with a budget and nothing to spend it on
  --> spec.yaml:19:17
   |
19 |     operator: { budget: 1 }
   |                 ^^^^^^ expected `set-cap`, `set-quota` or `resize`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_restart_that_says_not_what_it_loses_is_reported() {
    assert_says(
        &changed("restarts: { budget: 1, lost: [0, 1] }", "restarts: { budget: 1 }"),
        r#"
error: missing from restarts: `lost`
  --> spec.yaml:20:5
   |
20 |     restarts: { budget: 1 }
   |     ^^^^^^^^ expected `lost`: How many of the newest journal records a restart can lose; 0 is none.

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_step_back_by_nothing_is_reported() {
    assert_says(
        &changed("by: 1 }", "by: 0 }"),
        r#"
error: `by` is `0`
  --> spec.yaml:26:33
   |
26 |     step-back: { budget: 1, by: 0 }
   |                                 ^ expected a whole number of at least 1

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_spec_in_which_no_pool_can_overflow_is_reported() {
    assert_says(
        &changed("pool: 1, tenants", "pool: 2, tenants"),
        r#"
error: in no scope can the pool overflow, so nothing shows that it does not
  --> spec.yaml:13:1
   |
13 | scopes:
   | ^^^^^^ expected a scope whose caps sum above its pool
   |
   = help: a tenant counts with its cap or its runs, and all of them with the workers, whichever are fewer

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_command_in_quotes_is_reported_as_one_without() {
    let problems = problems(&changed("[submit, claim]", "[submit, 'clam']"));
    assert_eq!(problems.problems()[0].message, "an item of `commands` is `clam`");
}

#[test]
fn a_limit_that_an_operator_sets_can_be_any_whole_number() {
    let sound = changed("set-cap: { a: [0, 2] }", "set-cap: { a: [-9007199254740991, 9007199254740991] }");
    assert!(SpecFile::parse("spec.yaml", &sound).is_ok());
    let problems = problems(&changed("set-cap: { a: [0, 2] }", "set-cap: { a: [x] }"));
    let problem = &problems.problems()[0];
    assert_eq!(
        (problem.message.as_str(), problem.expected.as_str()),
        ("an item of `a` is `x`", "expected a whole number")
    );
}

#[test]
fn a_scope_says_all_that_it_differs_in() {
    let text = changed("    workers: 1\n", "    workers: 1\n    results: 2\n    other-cost: true\n    unknown: true\n")
        .replacen("    deep: true\n", "    operator: { budget: 1, set-quota: { a: [0] } }\n", 1);
    let file = SpecFile::parse("spec.yaml", &text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let other = &file.scopes[1];
    assert_eq!((other.results, other.other_cost, other.unknown, other.deep), (2, true, true, false));
    assert_eq!(other.operator.set_quota, [(TenantId(0), vec![0])]);
}

#[test]
fn a_pool_that_cannot_overflow_is_not_reported_where_a_mistake_in_a_scope_may_be_why() {
    let messages = |text: &str| -> Vec<String> {
        problems(text).problems().iter().map(|problem| problem.message.clone()).collect()
    };
    let misspelt = changed("    settings: { pool: 1", "    setings: { pool: 1");
    assert_eq!(messages(&misspelt), ["there is no `setings` in a scope"]);
    let elsewhere = changed("pool: 1, tenants", "pool: 2, tenants").replacen("choice: fixed", "choice: roling", 1);
    let overflow = "in no scope can the pool overflow, so nothing shows that it does not";
    assert_eq!(messages(&elsewhere), [overflow, "D01 (window-shape) has no option `roling`"]);
}
