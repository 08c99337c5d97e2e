//! Reads `agreed.txt`, for the tests of the packages that are held to it; each includes this file.

use spec::{Command, DecisionId, Decisions, Limits, Millis, Outcome, Settings, View};
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// One history.
#[allow(dead_code, reason = "each package that includes this file uses a part of it")]
pub struct History {
    /// Its line.
    pub line: usize,
    pub settings: Settings,
    pub decisions: Decisions,
    pub steps: Vec<Step>,
}

/// One step, and what was agreed on.
#[allow(dead_code, reason = "each package that includes this file uses a part of it")]
pub struct Step {
    pub line: usize,
    pub at: Millis,
    pub command: Command,
    pub outcome: Outcome,
    /// The invariants that it breaks.
    pub broken: String,
    /// The sum over the view after it.
    pub view: u32,
}

/// All of them.
pub fn histories() -> Vec<History> {
    let mut histories: Vec<History> = Vec::new();
    for (number, line) in include_str!("agreed.txt").lines().enumerate() {
        let line_number = number + 1;
        if line.starts_with("history ") {
            histories.push(head(line, line_number));
        } else if !line.is_empty() && !line.starts_with('#') {
            let history = histories.last_mut().expect("a step follows a history's first line");
            history.steps.push(step(line, line_number));
        }
    }
    assert!(histories.len() >= 200, "only {} histories: nothing would be held to anything", histories.len());
    histories
}

fn head(line: &str, number: usize) -> History {
    let words: Vec<&str> = line.split(' ').collect();
    let place = |name: &str| {
        words.iter().position(|word| *word == name).unwrap_or_else(|| panic!("line {number} has no `{name}`"))
    };
    let tenants = &words[place("tenants") + 1..place("options")];
    let limits = |text: &&str| {
        let (cap, quota) = text.split_once('/').expect("cap/quota");
        Limits { cap: parsed(cap, number), quota: parsed(quota, number) }
    };
    let mut decisions = Decisions::default();
    for word in &words[place("options") + 1..] {
        let (id, option) = word.split_once('=').expect("Dnn=option");
        let decision = DecisionId::find(id).expect("a decision");
        let option = decision.option(option).unwrap_or_else(|| panic!("line {number}: {word}"));
        decisions.set(decision, option).expect("an option of it");
    }
    let value = |name: &str| words[place(name) + 1];
    let settings = Settings {
        window: parsed(value("window"), number),
        lease: parsed(value("lease"), number),
        warm_up: parsed(value("warm-up"), number),
        grace: parsed(value("grace"), number),
        attempts: parsed(value("attempts"), number),
        queue: parsed(value("queue"), number),
        pool: parsed(value("pool"), number),
        tenants: tenants.iter().map(limits).collect(),
    };
    History { line: number, settings, decisions, steps: Vec::new() }
}

fn step(line: &str, number: usize) -> Step {
    let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let [at, command, outcome, broken, view] = parts[..] else { panic!("line {number} does not have five parts") };
    Step {
        line: number,
        at: parsed(at, number),
        command: parsed(command, number),
        outcome: parsed(outcome, number),
        broken: broken.to_owned(),
        view: u32::from_str_radix(view, 16).expect("a sum"),
    }
}

fn parsed<T: FromStr>(text: &str, number: usize) -> T {
    text.parse().unwrap_or_else(|_| panic!("line {number} does not read: {text}"))
}

/// Sums bytes as they are written: FNV-1a.
struct Sum(u64);

impl fmt::Write for Sum {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

/// The sum over a view.
pub fn sum(view: &View) -> u32 {
    let mut sum = Sum(0xcbf2_9ce4_8422_2325);
    write!(sum, "{view:?}").expect("a sum takes everything");
    (sum.0 ^ (sum.0 >> 32)) as u32
}
