//! What `witness` has to say, as data and as text.

use serde::Serialize;
use std::fmt::Write as _;

/// The whole report. `--json` prints it as it stands; docs/witnesses.md explains it.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The spec that the witnesses are of.
    pub spec: String,
    /// The folder in which they are kept.
    pub folder: String,
    /// One for each pair of options that was asked for.
    pub witnesses: Vec<Row>,
    /// Everything that does not hold.
    pub findings: Vec<Finding>,
    /// Files that were written.
    pub written: Vec<String>,
    /// Files that were removed.
    pub removed: Vec<String>,
    /// How many files were right as they stood.
    pub unchanged: usize,
}

/// One witness.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The decision's id.
    pub decision: String,
    /// The two options.
    pub options: [String; 2],
    /// The scope that it was found in.
    pub scope: String,
    /// Decisions that had to be changed, as `D02=submit`.
    pub with: Vec<String>,
    /// How many commands it has.
    pub commands: u32,
    /// How many milliseconds pass in it.
    pub clock: u32,
    /// The file.
    pub file: String,
    /// What differs, in a sentence.
    pub differs: String,
    /// The steps, as `0 claim w1 => idle no-slot`; the last without its outcome.
    pub steps: Vec<String>,
    /// The outcome of the last step under either option.
    pub then: [String; 2],
}

/// Something that does not hold.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// The file, or the pair of options where there is none.
    pub about: String,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Report {
    /// 1 where something does not hold, else 0.
    pub fn exit_code(&self) -> u8 {
        u8::from(!self.findings.is_empty())
    }

    /// The report as text; with the histories themselves, if they are wanted.
    pub fn render(&self, check: bool, histories: bool) -> String {
        let mut text = String::new();
        let options = |row: &Row| format!("{} {} or {}", row.decision, row.options[0], row.options[1]);
        let width = self.witnesses.iter().map(|row| options(row).len()).max().unwrap_or(0);
        let _ = writeln!(text, "{}: a shortest history for every option, in {}\n", self.spec, self.folder);
        let _ = writeln!(text, "  {:<width$}  commands  ms  scope", "options");
        for row in &self.witnesses {
            let with = if row.with.is_empty() { String::new() } else { format!("  (needs {})", row.with.join(" ")) };
            let told = options(row);
            let _ = writeln!(text, "  {told:<width$}  {:>8}  {:>2}  {}{with}", row.commands, row.clock, row.scope);
        }
        text.push('\n');
        for row in self.witnesses.iter().filter(|_| histories) {
            row.tell(&mut text);
        }
        for file in &self.written {
            let _ = writeln!(text, "written: {file}");
        }
        for file in &self.removed {
            let _ = writeln!(text, "removed: {file}");
        }
        for Finding { about, message } in &self.findings {
            let _ = writeln!(text, "FINDING: {about}: {message}");
        }
        let found = count(self.witnesses.len(), "witness", "witnesses");
        let _ = match (self.findings.len(), check) {
            (0, true) => writeln!(text, "HOLDS: {found}, none missing, stale or longer than it need be."),
            (0, false) => writeln!(text, "{found}; unchanged: {}.", self.unchanged),
            (findings, _) => writeln!(text, "{} over {found}.", count(findings, "FINDING", "FINDINGS")),
        };
        text
    }
}

impl Row {
    /// The history, as its file has it.
    fn tell(&self, text: &mut String) {
        let _ = writeln!(text, "{}\n", self.differs);
        for step in &self.steps {
            let _ = writeln!(text, "    {step}");
        }
        let width = self.options.iter().map(String::len).max().unwrap_or(0);
        for (option, outcome) in self.options.iter().zip(&self.then) {
            let _ = writeln!(text, "      {option:<width$} => {outcome}");
        }
        text.push('\n');
    }
}

/// `1 witness`, `2 witnesses`.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
