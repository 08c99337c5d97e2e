//! What is said about it: text that is not the YAML of a spec.

use super::support::{assert_says, changed};

#[test]
fn yaml_that_is_not_well_formed_is_reported_where_it_breaks() {
    assert_says(
        &changed("  window: 10", "  window: [10"),
        r#"
error: this is not YAML: illegal placement of ':' indicator
 --> spec.yaml:4:8
  |
4 |   lease: 5
  |        ^ found here

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_tab_as_indentation_is_reported() {
    assert_says(
        &changed("  window: 10", "\twindow: 10"),
        r#"
error: this is not YAML: tabs disallowed within this context (block indentation)
 --> spec.yaml:3:2
  |
3 |     window: 10
  |     ^ found here

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_quote_that_is_not_closed_is_reported() {
    assert_says(
        &changed("question: why?", "question: \"why?"),
        r#"
error: this is not YAML: invalid indentation in quoted scalar
  --> spec.yaml:41:15
   |
41 |     question: "why?
   |               ^ found here

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_name_that_stands_twice_in_a_mapping_is_reported_at_its_second_place() {
    assert_says(
        &changed("  lease: 5\n", "  lease: 5\n  window: 6\n"),
        r#"
error: `window` stands twice in one mapping
 --> spec.yaml:5:3
  |
5 |   window: 6
  |   ^^^^^^ expected another name
  |
  = help: the first stands in line 3

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_name_that_stands_twice_in_braces_is_reported() {
    assert_says(
        &changed("a: { cap: 1, quota: 4 }", "a: { cap: 1, cap: 2, quota: 4 }"),
        r#"
error: `cap` stands twice in one mapping
  --> spec.yaml:11:18
   |
11 |     a: { cap: 1, cap: 2, quota: 4 }
   |                  ^^^ expected another name
   |
   = help: the first stands in line 11

1 problem in spec.yaml
"#,
    );
}

#[test]
fn an_anchor_and_an_alias_are_reported() {
    assert_says(
        &changed("window: 10\n  lease: 5", "window: &w ten\n  lease: *w"),
        r#"
error: an anchor has no place in a spec
 --> spec.yaml:3:11
  |
3 |   window: &w ten
  |           ^^^^^^ expected a value without `&`

error: an alias has no place in a spec
 --> spec.yaml:4:10
  |
4 |   lease: *w
  |          ^^ expected the value itself

2 problems in spec.yaml
"#,
    );
}

#[test]
fn a_tag_is_reported() {
    assert_says(
        &changed("window: 10", "window: !!int ten"),
        r#"
error: a tag has no place in a spec
 --> spec.yaml:3:11
  |
3 |   window: !!int ten
  |           ^^^^^^^^^ expected a value without `!`

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_merge_key_is_a_name_like_any_other() {
    assert_says(
        &changed("  window: 10\n", "  window: 10\n  <<: 10\n"),
        r#"
error: there is no `<<` in the settings
 --> spec.yaml:4:3
  |
4 |   <<: 10
  |   ^^ expected no more

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_list_as_a_name_is_reported() {
    assert_says(
        &changed("  window: 10", "  [a]: 10\n  window: 10"),
        r#"
error: a list or mapping stands where a name belongs
 --> spec.yaml:3:3
  |
3 |   [a]: 10
  |   ^ expected a name

1 problem in spec.yaml
"#,
    );
}

#[test]
fn a_second_document_is_reported() {
    assert_says(
        &changed("invariants:\n", "---\ninvariants:\n"),
        r#"
error: a second document starts here
  --> spec.yaml:29:1
   |
29 | ---
   | ^^^ expected the end of the file

1 problem in spec.yaml
"#,
    );
}

#[test]
fn columns_count_characters_and_not_bytes() {
    assert_says(
        &changed("question: why?", "question: { é🦀: é, é: 1, é: 2 }"),
        r#"
error: `question` is a mapping
  --> spec.yaml:41:15
   |
41 |     question: { é🦀: é, é: 1, é: 2 }
   |               ^^ expected a text

error: `é` stands twice in one mapping
  --> spec.yaml:41:30
   |
41 |     question: { é🦀: é, é: 1, é: 2 }
   |                               ^ expected another name
   |
   = help: the first stands in line 41

2 problems in spec.yaml
"#,
    );
}
