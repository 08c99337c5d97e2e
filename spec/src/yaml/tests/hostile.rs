//! Files that are no spec at all, and specs that were damaged: problems, never a panic, and never without an end.

use super::support::{assert_says, at_two_lengths, problems, sound};
use crate::yaml::{BYTES_MAX, SpecFile};
use proptest::prelude::*;
use std::path::Path;

#[test]
fn an_empty_file_is_reported() {
    for text in ["", "\n\n", "# only a comment\n"] {
        let said = problems(text).to_string();
        assert!(said.starts_with("error: the file is empty\n --> spec.yaml:1:1\n"), "{said}");
    }
}

#[test]
fn a_file_that_is_not_a_mapping_is_reported() {
    let expected = "\
error: `the file` is not a mapping
 --> spec.yaml:1:1
  |
1 | hello
  | ^^^^^ expected a spec: a mapping with `version`, `settings`, `invariants`, `rules`, `decisions` and `scopes`

1 problem in spec.yaml";
    assert_says("hello", expected);
}

#[test]
fn bytes_that_are_no_text_are_reported_where_they_stand() {
    let diagnostics = SpecFile::parse_bytes("spec.yaml", b"version: 1\nsettings: \xFF\n").unwrap_err();
    let expected = "\
error: the file is not UTF-8
 --> spec.yaml:2:11
  |
2 | settings: \u{fffd}
  |           ^ expected a character

1 problem in spec.yaml
";
    assert_eq!(diagnostics.to_string(), expected);
    assert!(SpecFile::parse_bytes("spec.yaml", &[0; 1_000]).is_err());
    assert!(SpecFile::parse_bytes("spec.yaml", &[0xFF; 1_000]).is_err());
}

#[test]
fn a_file_that_is_too_long_is_reported_without_being_read_to_its_end() {
    let diagnostics = SpecFile::parse("spec.yaml", &" ".repeat(BYTES_MAX + 1)).unwrap_err();
    let expected = "\
error: the spec is too long
--> spec.yaml
 = help: expected at most 1048576 bytes

1 problem in spec.yaml
";
    assert_eq!(diagnostics.to_string(), expected);
    let longest = SpecFile::parse_bytes("spec.yaml", &[0xFF; BYTES_MAX]).unwrap_err();
    assert_eq!(longest.problems()[0].message, "the file is not UTF-8");
    let endless = Path::new("/dev/zero");
    if endless.exists() {
        assert!(SpecFile::read(endless).unwrap_err().to_string().contains("the spec is too long"));
    }
}

#[test]
fn a_file_that_is_not_there_and_one_that_is_a_folder_are_reported() {
    let said = SpecFile::read(Path::new("no/such/spec.yaml")).unwrap_err().to_string();
    assert!(said.starts_with("error: failed to read the spec: "), "{said}");
    assert!(said.contains("--> no/such/spec.yaml"), "{said}");
    assert!(SpecFile::read(Path::new("src")).is_err());
}

#[test]
fn an_alias_cannot_blow_a_file_up() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for number in 1..40 {
        let alias = format!("*a{}", number - 1);
        text += &format!("a{number}: &a{number} [{}]\n", vec![alias; 9].join(", "));
    }
    assert!(problems(&text).count() > 40);
}

fn what_has_no_end_in_sight_comes_to_one(every: usize) {
    let units = [
        "[",
        "{",
        "- ",
        "? ",
        "a: ",
        "[a, ",
        "{a: ",
        "&a ",
        "*a ",
        "! ",
        "!!a ",
        "\"",
        "'",
        "|",
        ">",
        "|\n",
        "\n",
        "\r",
        "\t",
        " ",
        "#",
        ",",
        ":",
        ": ",
        "-\n",
        "a: [\n",
        "---\n",
        "...\n",
        "%YAML 1.2\n",
        "%TAG ! a\n",
        "\\",
        "\"\\x",
        "é",
        "\u{feff}",
        "\u{0}",
        "a\n",
        "a: 1\n",
        "a: &a 1\n",
        "- 1\n",
        "]",
        "}",
        "<<: *a\n",
        "a:\n ",
        "\u{85}",
        "\u{2028}",
    ];
    for unit in units.into_iter().step_by(every) {
        let text = unit.repeat(BYTES_MAX / 4 / every / unit.len());
        let diagnostics = problems(&text);
        assert!(!diagnostics.render(false).is_empty());
        assert!(!diagnostics.render(true).is_empty());
        let _ = SpecFile::parse("spec.yaml", &(sound() + &text));
    }
}

/// Reads a text and shows what there is to be said about it.
fn survive(bytes: &[u8]) {
    if let Err(diagnostics) = SpecFile::parse_bytes("spec.yaml", bytes) {
        assert!(diagnostics.count() > 0);
        for problem in diagnostics.problems() {
            assert!(problem.line > 0 && problem.column > 0, "{problem:?}");
        }
        assert!(!diagnostics.render(false).is_empty());
    }
}

/// The real file, cut to what can be tried often.
fn real() -> String {
    let text = include_str!("../../../spec.yaml");
    let decisions: String = text.split_inclusive('\n').skip(55).take(220).collect();
    decisions + &text[text.find("\nscopes:").unwrap_or(0)..]
}

fn a_spec_that_was_cut_anywhere_does_not_panic(every: usize) {
    let text = real();
    for end in (0..text.len()).step_by(7 * every) {
        survive(&text.as_bytes()[..end]);
        survive(&text.as_bytes()[end..]);
    }
}

#[test]
fn a_spec_without_any_one_of_its_lines_does_not_panic() {
    let text = sound();
    let lines: Vec<&str> = text.lines().take(120).collect();
    for left_out in 0..lines.len() {
        let kept: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, line)| *line).collect();
        survive(kept.join("\n").as_bytes());
    }
}

fn a_spec_with_any_damage_does_not_panic(every: u32) {
    let damages = prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, damage()), 1..6);
    proptest!(cases(every), |(damages in damages)| {
        let mut bytes = real().into_bytes();
        for (at, length, instead) in damages {
            let at = at.index(bytes.len());
            let end = (at + length).min(bytes.len());
            bytes.splice(at..end, instead);
        }
        survive(&bytes);
    });
}

fn any_bytes_do_not_panic(every: u32) {
    proptest!(cases(every), |(bytes in prop::collection::vec(any::<u8>(), 0..200))| survive(&bytes));
}

fn any_text_of_the_letters_of_yaml_does_not_panic(every: u32) {
    let letters = "[-?:,\\[\\]{}#&*!|>'\"%@` \\n\\t\\ra0é~.=<]{0,80}";
    proptest!(cases(every), |(text in letters)| survive(text.as_bytes()));
}

fn cases(every: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400 / every) }
}

/// What a damaged place reads: the letters of YAML, numbers too large, any bytes.
fn damage() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        "[-?:,\\[\\]{}#&*!|>'\"% \\n\\t]{0,4}".prop_map(String::into_bytes),
        prop::sample::select(vec![
            "18446744073709551616",
            "-1",
            "=>",
            " fence ",
            "{}",
            "[]",
            "é",
            "\u{0}",
            "a/1",
            "D40",
            "t99999999999"
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..4),
    ]
}

at_two_lengths! {
    a_spec_that_was_cut_anywhere_does_not_panic, 30;
    what_has_no_end_in_sight_comes_to_one, 16;
    a_spec_with_any_damage_does_not_panic, 8;
    any_bytes_do_not_panic, 8;
    any_text_of_the_letters_of_yaml_does_not_panic, 8;
}
