//! Generates the decision enums from `spec.yaml`.
//!
//! The scan needs only the structure (id, key, choice, option names), which the file's layout puts at fixed
//! indentations, so it uses nothing but the standard library: an embedder builds no YAML parser. Everything else about
//! the file is judged at run time by the loader in `src/yaml/`, which reports mistakes with their source lines and exits 2.
//! A file whose structure cannot be scanned therefore must not stop the build where an earlier one succeeded: the
//! last good enums stay, and the loader says what is wrong.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

struct Decision {
    id: String,
    line: usize,
    key: String,
    choice: Option<String>,
    options: Vec<String>,
}

fn main() {
    println!("cargo::rerun-if-changed=spec.yaml");
    println!("cargo::rerun-if-changed=build.rs");
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("decisions.rs");
    let (decisions, problems) = match fs::read_to_string("spec.yaml") {
        Ok(source) => {
            let decisions = scan(&source);
            let problems = problems(&decisions);
            (decisions, problems)
        }
        Err(error) => (Vec::new(), vec![format!("1: failed to read it: {error}")]),
    };
    if problems.is_empty() {
        if let Err(error) = fs::write(&out, render(&decisions)) {
            println!("cargo::error=failed to write {}: {error}", out.display());
        }
    } else {
        let level = if out.exists() { "warning" } else { "error" };
        for problem in problems {
            println!("cargo::{level}=spec/spec.yaml:{problem}");
        }
    }
}

/// How many decisions there are; whoever adds one raises it. A file with fewer was cut off.
const DECISIONS: usize = 38;

/// Reads `- id`, `key`, `choice` and the option names of the `decisions:` section.
fn scan(source: &str) -> Vec<Decision> {
    let mut decisions: Vec<Decision> = Vec::new();
    let (mut inside, mut in_options) = (false, false);
    for (number, line) in source.lines().enumerate() {
        let text = line.trim_start();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let indent = line.len() - text.len();
        let (name, value) = text.split_once(':').unwrap_or((text, ""));
        let value = value.split(" #").next().unwrap_or("").trim().trim_matches(['"', '\'']);
        match (indent, name) {
            (0, _) => inside = name == "decisions",
            (2, "- id") if inside => {
                in_options = false;
                decisions.push(Decision {
                    id: value.to_owned(),
                    line: number + 1,
                    key: String::new(),
                    choice: None,
                    options: Vec::new(),
                });
            }
            _ if !inside => {}
            (4, _) => {
                in_options = name == "options";
                if let Some(decision) = decisions.last_mut() {
                    match name {
                        "key" => decision.key = value.to_owned(),
                        "choice" => decision.choice = Some(value.to_owned()),
                        _ => {}
                    }
                }
            }
            (6, option) if in_options && !option.starts_with('-') => {
                if let Some(decision) = decisions.last_mut() {
                    decision.options.push(option.to_owned());
                }
            }
            _ => {}
        }
    }
    decisions
}

/// What keeps the enums from being generated: `line: message`, one for each.
fn problems(decisions: &[Decision]) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, decision) in decisions.iter().enumerate() {
        let line = decision.line;
        let expected = format!("D{:02}", index + 1);
        if decision.id != expected {
            problems.push(format!("{line}: expected decision {expected} here, found {}", decision.id));
        }
        if !is_name(&decision.key) {
            problems.push(format!("{line}: {} needs a key in kebab-case, found `{}`", decision.id, decision.key));
        }
        if decision.options.len() < 2 {
            problems.push(format!("{line}: {} needs at least two options", decision.id));
        }
        for (at, option) in decision.options.iter().enumerate() {
            if !is_name(option) {
                problems.push(format!("{line}: option `{option}` of {} is not in kebab-case", decision.id));
            }
            if decision.options[..at].contains(option) {
                problems.push(format!("{line}: option `{option}` of {} stands twice", decision.id));
            }
        }
    }
    if decisions.len() != DECISIONS {
        let found = decisions.len();
        problems.push(format!(
            "1: expected {DECISIONS} decisions, found {found}; each starts with `  - id: Dnn` below `decisions:`"
        ));
    }
    problems
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
}

/// `late-completion` as `LateCompletion`.
fn pascal(kebab: &str) -> String {
    let capitalised = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    kebab.split('-').filter(|word| !word.is_empty()).map(capitalised).collect()
}

/// `late-completion` as `late_completion`.
fn snake(kebab: &str) -> String {
    kebab.replace('-', "_")
}

fn render(decisions: &[Decision]) -> String {
    let mut code = String::from("// Generated by build.rs from spec.yaml.\n\n");
    for decision in decisions {
        render_enum(&mut code, decision);
    }
    render_struct(&mut code, decisions);
    code
}

fn render_enum(code: &mut String, decision: &Decision) {
    let (id, key, name) = (&decision.id, &decision.key, pascal(&decision.key));
    let _ = writeln!(code, "/// The options of {id} {key}.");
    let _ = writeln!(code, "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\npub enum {name} {{");
    for option in &decision.options {
        let _ = writeln!(code, "    /// {id} `{option}`.\n    {},", pascal(option));
    }
    let _ = writeln!(code, "}}\n");
}

fn render_struct(code: &mut String, decisions: &[Decision]) {
    let count = decisions.len();
    let _ = writeln!(code, "/// How many decisions there are.\npub const COUNT: usize = {count};\n");
    let _ = writeln!(code, "/// Every decision, in order of id.\npub const ALL: [DecisionInfo; COUNT] = [");
    for decision in decisions {
        let options = &decision.options;
        let chosen = decision.choice.as_ref().and_then(|choice| options.iter().position(|option| option == choice));
        let (id, key) = (&decision.id, &decision.key);
        let _ = writeln!(
            code,
            "    DecisionInfo {{ id: {id:?}, key: {key:?}, options: &{options:?}, chosen: {chosen:?} }},"
        );
    }
    let _ = writeln!(code, "];\n");
    let _ = writeln!(code, "/// One option chosen for each decision; reading one notes that it was read.");
    let _ = writeln!(code, "#[derive(Debug)]\npub struct Decisions {{\n    reads: Reads,");
    for decision in decisions {
        let _ = writeln!(code, "    {}: {},", snake(&decision.key), pascal(&decision.key));
    }
    let _ = writeln!(code, "}}\n\nimpl Decisions {{");
    let _ = writeln!(
        code,
        "    /// The choices of spec.yaml when this crate was built; open decisions at their first option."
    );
    let _ = writeln!(
        code,
        "    pub const fn chosen() -> Decisions {{\n        Decisions {{\n            reads: Reads::new(),"
    );
    for decision in decisions {
        let choice = decision.choice.as_ref().filter(|choice| decision.options.contains(choice));
        let chosen = pascal(choice.unwrap_or(&decision.options[0]));
        let _ = writeln!(code, "            {}: {}::{chosen},", snake(&decision.key), pascal(&decision.key));
    }
    let _ = writeln!(code, "        }}\n    }}\n");
    for (index, decision) in decisions.iter().enumerate() {
        let (snake, pascal) = (snake(&decision.key), pascal(&decision.key));
        let _ = writeln!(code, "    /// {} {}; noted as read.", decision.id, decision.key);
        let _ = writeln!(code, "    #[inline]\n    pub fn {snake}(&self) -> {pascal} {{");
        let _ = writeln!(code, "        self.reads.note({index});\n        self.{snake}\n    }}\n");
    }
    let _ =
        writeln!(code, "    fn index_of(&self, decision: DecisionId) -> usize {{\n        match decision.index() {{");
    for (index, decision) in decisions.iter().enumerate() {
        let _ = writeln!(code, "            {index} => self.{} as usize,", snake(&decision.key));
    }
    let _ = writeln!(code, "            _ => unreachable!(\"a DecisionId is in range\"),\n        }}\n    }}\n");
    let _ = writeln!(
        code,
        "    fn set_index(&mut self, decision: DecisionId, option: usize) -> bool {{\n        match (decision.index(), option) {{"
    );
    for (index, decision) in decisions.iter().enumerate() {
        for (at, option) in decision.options.iter().enumerate() {
            let (snake, key, option) = (snake(&decision.key), pascal(&decision.key), pascal(option));
            let _ = writeln!(code, "            ({index}, {at}) => self.{snake} = {key}::{option},");
        }
    }
    let _ = writeln!(code, "            _ => return false,\n        }}\n        true\n    }}\n}}\n");
    let _ = writeln!(code, "impl Clone for Decisions {{\n    fn clone(&self) -> Decisions {{\n        Decisions {{");
    let _ = writeln!(code, "            reads: self.reads.clone(),");
    for decision in decisions {
        let snake = snake(&decision.key);
        let _ = writeln!(code, "            {snake}: self.{snake},");
    }
    let _ = writeln!(code, "        }}\n    }}\n}}");
}
