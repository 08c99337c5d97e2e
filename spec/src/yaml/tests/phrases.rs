//! What is said about it: steps and outcomes, which have a grammar of their own.

use super::support::{assert_says, changed};

#[test]
fn an_unknown_command_is_marked_within_its_step() {
    assert_says(
        &changed("1 claim w1", "1 clam w1"),
        r#"
error: `clam w1` is not a command
  --> spec.yaml:52:21
   |
52 |             when: 1 clam w1
   |                     ^^^^^^^ expected a command
   |
   = help: did you mean `claim w1`?
   = help: a command is `submit a/1 cost 1`, `cancel a/1`, `claim w1`, `heartbeat w1 fence 1.1`, `complete a/1 fence 1.1 result x`, `fail w1 fence 1.1`, `release w1 fence 1.1`, `set-cap a 1`, `set-quota a 1`, `resize 1`, `sweep`, `restart`, `restart lost 1` or `acknowledge`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_name_that_names_nothing_is_marked_within_its_step() {
    assert_says(
        &changed("1 claim w1", "1 claim v1"),
        r#"
error: `v1` does not read as part of a command
  --> spec.yaml:52:27
   |
52 |             when: 1 claim v1
   |                           ^^ expected a worker, such as `w1`
   |
   = help: did you mean `w1`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_step_within_quotes_is_marked_within_them() {
    assert_says(
        &changed("1 claim w1", "\"1 submit a/1 cost 0\""),
        r#"
error: `0` does not read as part of a command
  --> spec.yaml:52:38
   |
52 |             when: "1 submit a/1 cost 0"
   |                                      ^ expected a cost of at least 1 credit

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_step_that_the_file_writes_otherwise_is_marked_as_a_whole() {
    assert_says(
        &changed("when: 1 claim w1", "when: \"1 cl\\x61im v1\""),
        r#"
error: `v1` does not read as part of a command
  --> spec.yaml:52:19
   |
52 |             when: "1 cl\x61im v1"
   |                   ^^^^^^^^^^^^^^^ expected a worker, such as `w1`
   |
   = help: did you mean `w1`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_folded_step_is_marked_in_its_own_line() {
    assert_says(
        &changed("when: 1 claim w1", "when: >-\n              1 claim v1"),
        r#"
error: `v1` does not read as part of a command
  --> spec.yaml:53:23
   |
53 |               1 claim v1
   |                       ^^ expected a worker, such as `w1`
   |
   = help: did you mean `w1`?

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_step_without_an_instant_is_reported() {
    assert_says(
        &changed("1 claim w1", "soon claim w1"),
        r#"
error: `soon` is not an instant
  --> spec.yaml:52:19
   |
52 |             when: soon claim w1
   |                   ^^^^ expected milliseconds, then a command

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_step_without_a_command_is_reported() {
    assert_says(
        &changed("1 claim w1", "\"1 \""),
        r#"
error: a command is missing
  --> spec.yaml:52:22
   |
52 |             when: "1 "
   |                      ^ expected a command
   |
   = help: a command is `submit a/1 cost 1`, `cancel a/1`, `claim w1`, `heartbeat w1 fence 1.1`, `complete a/1 fence 1.1 result x`, `fail w1 fence 1.1`, `release w1 fence 1.1`, `set-cap a 1`, `set-quota a 1`, `resize 1`, `sweep`, `restart`, `restart lost 1` or `acknowledge`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_step_cut_at_its_comma_is_reported_with_a_hint() {
    assert_says(
        &changed("[0 submit a/1 cost 1 => queued]", "[0 submit a/1 cost 1 => queued, repeated]"),
        r#"
error: `repeated` is not an instant
  --> spec.yaml:51:52
   |
51 |             given: [0 submit a/1 cost 1 => queued, repeated]
   |                                                    ^^^^^^^^ expected milliseconds, then a command
   |
   = help: a step that has a comma in it stands in quotes, or on a line of its own

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_outcome_of_a_step_is_marked_within_it() {
    assert_says(
        &changed("[0 submit a/1 cost 1 => queued]", "[0 submit a/1 cost 1 => queud]"),
        r#"
error: `queud` is not an outcome
  --> spec.yaml:51:44
   |
51 |             given: [0 submit a/1 cost 1 => queud]
   |                                            ^^^^^ expected an answer
   |
   = help: did you mean `queued`?
   = help: an answer is `queued`, `queued parked`, `cancelled`, `cancel-requested`, `unchanged held`, `granted a/1 fence 1.1 until 10`, `idle no-slot`, `idle nothing-eligible`, `renewed until 10`, `renewed until 10 cancel-requested`, `applied`, `duplicate`, `conflict x`, `failed`, `released`, `set`, `swept`, `recovered term 2`, `recovered term 2 alarm`, `halted` or `refused at-cap`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_arrow_without_an_outcome_is_reported() {
    assert_says(
        &changed("[0 submit a/1 cost 1 => queued]", "[0 submit a/1 cost 1 =>]"),
        r#"
error: an outcome is missing
  --> spec.yaml:51:43
   |
51 |             given: [0 submit a/1 cost 1 =>]
   |                                           ^ expected an answer
   |
   = help: an answer is `queued`, `queued parked`, `cancelled`, `cancel-requested`, `unchanged held`, `granted a/1 fence 1.1 until 10`, `idle no-slot`, `idle nothing-eligible`, `renewed until 10`, `renewed until 10 cancel-requested`, `applied`, `duplicate`, `conflict x`, `failed`, `released`, `set`, `swept`, `recovered term 2`, `recovered term 2 alarm`, `halted` or `refused at-cap`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_refusal_is_reported_with_the_nearest() {
    assert_says(
        &changed("then: granted a/1 fence 1.1 until 6, charged 1", "then: refused at-cpa"),
        r#"
error: `at-cpa` does not read as part of an outcome
  --> spec.yaml:53:27
   |
53 |             then: refused at-cpa
   |                           ^^^^^^ expected a refusal
   |
   = help: did you mean `at-cap`?
   = help: a refusal is `unknown-tenant`, `cancelled-early`, `duplicate`, `conflict`, `blocked`, `at-cap`, `no-credit`, `queue-full`, `unknown-run`, `already-holding`, `stale`, `expired`, `cancelled`, `final`, `invalid`, `nothing-to-acknowledge`, `halted` or `clock`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_unknown_part_of_an_outcome_is_marked_within_it() {
    assert_says(
        &changed("then: granted a/1 fence 1.1 until 6, charged 1", "then: applied, chraged 1"),
        r#"
error: `chraged 1` does not read as part of an outcome
  --> spec.yaml:53:28
   |
53 |             then: applied, chraged 1
   |                            ^^^^^^^^^ expected what else happened
   |
   = help: did you mean `charged 1`?
   = help: what else happened is `repeated`, `charged 1`, `refunded 1`, `ended 1.1 a/1 requeued`, `ended 1.1 a/1 failed refunded 1`, `shed a/1` or `shed a/1 refunded 1`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_name_that_is_part_of_another_is_marked_where_it_stands_by_itself() {
    assert_says(
        &changed("when: 1 claim w1", "when: 2 complete a/1 fence 1.1 result 1"),
        r#"
error: `1` does not read as part of a command
  --> spec.yaml:52:51
   |
52 |             when: 2 complete a/1 fence 1.1 result 1
   |                                                   ^ expected a result
   |
   = help: a result is `x`, `y`, `z`, or `r3` and on

1 problem in spec.yaml
"#,
    );
}
