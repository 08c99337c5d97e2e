//! What `resolve` has to say: which lines changed, how many variants are left, and whether the spec still holds.

use super::follow::Followed;
use super::request::Wanted;
use crate::check::report::Report;
use crate::check::table;
use serde::Serialize;
use spec::yaml::SpecFile;
use spec::yaml::edit::Edited;
use std::fmt::Write as _;

/// The version of the shape of this report.
pub const REPORT_VERSION: u32 = 1;

/// What became of a decision. `--json` prints it as it stands; docs/settle.md explains it.
#[derive(Debug, Serialize)]
pub struct Resolved {
    /// [`REPORT_VERSION`].
    pub version: u32,
    /// The decision's id.
    pub decision: &'static str,
    /// Its key.
    pub key: &'static str,
    /// The option that was in force; `None` where the decision was open.
    pub from: Option<&'static str>,
    /// The option that is now; `None` where the decision is open.
    pub to: Option<&'static str>,
    /// The day noted.
    pub settled: Option<String>,
    /// The owner's reason.
    pub because: Option<String>,
    /// The spec's file.
    pub file: String,
    /// Whether the file was written: not with `--dry-run`, and not where there was nothing to do.
    pub written: bool,
    /// The lines that changed, as a unified difference.
    pub difference: String,
    /// How many variants of the open decisions there were.
    pub variants_before: usize,
    /// How many there are now.
    pub variants_after: usize,
    /// The decisions that are open now.
    pub open: Vec<String>,
    /// What became of the files that are made of the spec, and what is left to be run for others.
    pub follows: Vec<String>,
    /// What does not hold beside the check: options that nothing tells apart.
    pub findings: Vec<String>,
    /// How the user named the spec.
    #[serde(skip)]
    pub spoken: String,
    /// What undoes it, where one command does.
    pub undo: Option<String>,
    /// The report of `check`; `None` with `--no-check` and `--dry-run`.
    pub check: Option<Report>,
}

impl Resolved {
    /// What an edit came to, before the check; `spoken` is how the user named the spec.
    pub fn new(wanted: &Wanted, edited: &Edited, difference: String, spoken: &str, dry_run: bool) -> Resolved {
        let mut resolved = Resolved::unchanged(wanted, &edited.after);
        let before = edited.before.decision(wanted.decision).and_then(|found| found.choice);
        resolved.from = before.map(|option| wanted.decision.info().options[option]);
        resolved.written = !dry_run;
        resolved.difference = difference;
        spoken.clone_into(&mut resolved.spoken);
        resolved.variants_before = edited.before.variants().count();
        let undo = format!("cargo run -p model -- resolve{spoken} --reopen {}", wanted.decision);
        resolved.undo = (before.is_none() && !dry_run).then_some(undo);
        resolved
    }

    /// The decision as it stands in the spec.
    fn unchanged(wanted: &Wanted, spec: &SpecFile) -> Resolved {
        let info = wanted.decision.info();
        let found = spec.decision(wanted.decision);
        let choice = found.and_then(|found| found.choice).map(|option| info.options[option]);
        let settled = found.and_then(|found| found.settled.as_ref());
        let variants = spec.variants().count();
        // Where it has no word of its own, the reason is the owner's.
        let because =
            settled.zip(found).map(|(settled, found)| settled.because.clone().unwrap_or(found.reason.clone()));
        Resolved {
            version: REPORT_VERSION,
            decision: info.id,
            key: info.key,
            from: choice,
            to: choice,
            settled: settled.map(|settled| settled.on.to_string()),
            because,
            file: spec.name.clone(),
            written: false,
            difference: String::new(),
            variants_before: variants,
            variants_after: variants,
            open: spec.open().iter().map(ToString::to_string).collect(),
            follows: Vec::new(),
            findings: Vec::new(),
            spoken: String::new(),
            undo: None,
            check: None,
        }
    }

    /// The report as JSON.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// What changed, before the check runs.
    pub fn told(&self) -> String {
        let Resolved { decision, key, file, .. } = self;
        let done = match (self.from, self.to) {
            (None, Some(to)) => format!("is settled: {to}"),
            (Some(from), Some(to)) => format!("is settled anew: {to}, no longer {from}"),
            (Some(from), None) => format!("is open again; it was {from}"),
            (None, None) => "is open".to_owned(),
        };
        let mut text = format!("{decision} {key} {done}. In {file} these lines changed:\n\n");
        for line in self.difference.lines().skip(2) {
            let _ = writeln!(text, "  {line}");
        }
        let open = match self.open.as_slice() {
            [] => "nothing is open any more".to_owned(),
            [one] => format!("{one} is open"),
            [most @ .., last] => format!("{} and {last} are open", most.join(", ")),
        };
        let (before, after) = (self.variants_before, self.variants_after);
        let plural = if before == 1 { "" } else { "s" };
        let _ =
            writeln!(text, "\nBefore there were {before} variant{plural} to check, now there {}; {open}.", are(after));
        for said in &self.follows {
            let _ = writeln!(text, "{said}");
        }
        if let Some(undo) = &self.undo {
            let _ = writeln!(text, "To undo it: {undo}");
        }
        text
    }

    /// Takes in what followed from the edit.
    pub fn follow(&mut self, followed: Followed) {
        self.follows = followed.told;
        self.findings = followed.findings;
    }

    /// The exit code: the check's, but 1 where something else does not hold.
    pub fn exit_code(&self) -> u8 {
        let check = self.check.as_ref().map_or(0, |report| report.verdict.exit_code());
        if self.findings.is_empty() { check } else { 1 }
    }

    /// What the check says of it.
    pub fn verdict(&self) -> String {
        let findings: String = self.findings.iter().map(|found| format!("\nFINDING: {found}\n")).collect();
        match &self.check {
            Some(report) => format!("{findings}\n{}", table::in_short(report)),
            None => format!("{findings}Not checked; `cargo run -p model -- check{}` does it.\n", self.spoken),
        }
    }
}

fn are(count: usize) -> String {
    if count == 1 { "is 1".to_owned() } else { format!("are {count}") }
}

/// What is said where the decision stands as asked already.
///
/// # Errors
///
/// It cannot be written as JSON.
pub fn nothing_to_do(wanted: &Wanted, spec: &SpecFile, json: bool) -> Result<String, serde_json::Error> {
    let resolved = Resolved::unchanged(wanted, spec);
    if json {
        return resolved.json();
    }
    let Resolved { decision, key, .. } = resolved;
    let line = spec.decision(wanted.decision).map_or(0, |found| found.choice_line);
    let stands = match resolved.to {
        Some(option) => format!("stands at {option} already, and keeps its reason; --reopen it first to give another"),
        None => "is open already".to_owned(),
    };
    Ok(format!("Nothing to do: {decision} {key} {stands} ({}:{line}).\n", spec.name))
}
