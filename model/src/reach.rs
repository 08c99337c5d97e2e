//! Reach: what a run really came to see. A check that never met a refusal has not checked it, and says so.

use crate::changes::{Changes, EDGES, statuses};
use serde::Serialize;
use spec::{Answer, Command, DecisionId, Decisions, Fate, Idle, Outcome, ReadSet, Refusal, Status};

/// What judged steps have reached: which decisions were read, and which answers each command got.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The decisions that were read.
    pub reads: ReadSet,
    answers: [[u64; ANSWERS]; COMMANDS],
    fates: [u64; Fate::ALL.len()],
    charged: u64,
    refunded: u64,
    repeated: u64,
    shed: u64,
    /// What became of runs, and where on the clock.
    pub changes: Changes,
}

/// How many commands there are.
pub const COMMANDS: usize = 13;
const FIRST_UNCHANGED: usize = 17;
const FIRST_IDLE: usize = FIRST_UNCHANGED + Status::ALL.len();
const FIRST_REFUSAL: usize = FIRST_IDLE + Idle::ALL.len();
/// How many sorts of answers there are.
pub const ANSWERS: usize = FIRST_REFUSAL + Refusal::ALL.len();

/// The words of all thirteen commands, in the order of [`verb`].
pub const VERBS: [&str; COMMANDS] = [
    "submit",
    "cancel",
    "claim",
    "heartbeat",
    "complete",
    "fail",
    "release",
    "set-cap",
    "set-quota",
    "resize",
    "sweep",
    "restart",
    "acknowledge",
];

const PLAIN: [&str; FIRST_UNCHANGED] = [
    "queued",
    "queued parked",
    "cancelled",
    "cancel-requested",
    "granted",
    "renewed",
    "renewed cancel-requested",
    "applied",
    "duplicate",
    "conflict",
    "failed",
    "released",
    "set",
    "swept",
    "recovered",
    "recovered alarm",
    "halted",
];

impl Default for Reach {
    fn default() -> Reach {
        Reach {
            reads: ReadSet::default(),
            answers: [[0; ANSWERS]; COMMANDS],
            fates: [0; Fate::ALL.len()],
            charged: 0,
            refunded: 0,
            repeated: 0,
            shed: 0,
            changes: Changes::default(),
        }
    }
}

impl Reach {
    /// Notes one judged step.
    #[inline]
    pub fn note(&mut self, command: Command, outcome: &Outcome, reads: ReadSet) {
        self.reads = self.reads.union(reads);
        self.answers[verb(command)][answer(outcome.answer)] += 1;
        for ended in &outcome.ended {
            self.fates[ended.fate as usize] += 1;
        }
        self.charged += u64::from(outcome.charged != 0);
        self.refunded += u64::from(outcome.refunded != 0);
        self.repeated += u64::from(outcome.repeated);
        self.shed += u64::from(outcome.shed.is_some());
    }

    /// Adds what another has reached.
    pub fn add(&mut self, other: &Reach) {
        self.reads = self.reads.union(other.reads);
        for (row, other) in self.answers.iter_mut().zip(&other.answers) {
            for (count, other) in row.iter_mut().zip(other) {
                *count += other;
            }
        }
        for (count, other) in self.fates.iter_mut().zip(&other.fates) {
            *count += other;
        }
        self.charged += other.charged;
        self.refunded += other.refunded;
        self.repeated += other.repeated;
        self.shed += other.shed;
        self.changes.add(&other.changes);
    }

    /// Every pair of a command and an answer that was reached, in words, with its count.
    pub fn outcomes(&self) -> Vec<(String, u64)> {
        let mut reached = Vec::new();
        for (verb, row) in VERBS.iter().zip(&self.answers) {
            for (index, count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                reached.push((format!("{verb}: {}", answer_word(index)), *count));
            }
        }
        for (fate, count) in Fate::ALL.iter().zip(&self.fates).filter(|(_, count)| **count > 0) {
            reached.push((format!("ended: {fate}"), *count));
        }
        let extras =
            [("charged", self.charged), ("refunded", self.refunded), ("repeated", self.repeated), ("shed", self.shed)];
        reached
            .extend(extras.into_iter().filter(|(_, count)| *count > 0).map(|(name, count)| (name.to_owned(), count)));
        reached
    }

    /// Every outcome that the semantics know and that was not reached.
    pub fn missing_outcomes(&self) -> Vec<String> {
        let reached: Vec<String> = self.outcomes().into_iter().map(|(name, _)| name).collect();
        possible().into_iter().filter(|name| !reached.contains(name)).collect()
    }
}

/// The place of a command's verb among all thirteen, in the order of [`Command`].
pub const fn verb(command: Command) -> usize {
    match command {
        Command::Submit { .. } => 0,
        Command::Cancel { .. } => 1,
        Command::Claim { .. } => 2,
        Command::Heartbeat { .. } => 3,
        Command::Complete { .. } => 4,
        Command::Fail { .. } => 5,
        Command::Release { .. } => 6,
        Command::SetCap { .. } => 7,
        Command::SetQuota { .. } => 8,
        Command::Resize { .. } => 9,
        Command::Sweep => 10,
        Command::Restart { .. } => 11,
        Command::Acknowledge => 12,
    }
}

/// The sort of an answer: what it says, but for the names, instants and amounts in it.
pub fn answer(answer: Answer) -> usize {
    match answer {
        Answer::Queued { parked: false } => 0,
        Answer::Queued { parked: true } => 1,
        Answer::Cancelled => 2,
        Answer::CancelRequested => 3,
        Answer::Granted { .. } => 4,
        Answer::Renewed { cancel_requested: false, .. } => 5,
        Answer::Renewed { cancel_requested: true, .. } => 6,
        Answer::Applied => 7,
        Answer::Duplicate => 8,
        Answer::Conflict { .. } => 9,
        Answer::Failed => 10,
        Answer::Released => 11,
        Answer::Set => 12,
        Answer::Swept => 13,
        Answer::Recovered { alarm: false, .. } => 14,
        Answer::Recovered { alarm: true, .. } => 15,
        Answer::Halted => 16,
        Answer::Unchanged { status } => FIRST_UNCHANGED + status as usize,
        Answer::Idle(idle) => FIRST_IDLE + idle as usize,
        Answer::Refused(refusal) => FIRST_REFUSAL + refusal as usize,
    }
}

/// A sort of answer in words.
pub fn answer_word(index: usize) -> String {
    if index < FIRST_UNCHANGED {
        PLAIN[index].to_owned()
    } else if index < FIRST_IDLE {
        format!("unchanged {}", Status::ALL[index - FIRST_UNCHANGED])
    } else if index < FIRST_REFUSAL {
        format!("idle {}", Idle::ALL[index - FIRST_IDLE])
    } else {
        format!("refused {}", Refusal::ALL[index - FIRST_REFUSAL])
    }
}

/// Every outcome that the semantics know, as `command: answer`, and what else can happen in a step.
pub fn possible() -> Vec<String> {
    let table: [(&str, &[&str], &[&str]); COMMANDS] = [
        (
            "submit",
            &["queued", "queued parked"],
            &[
                "unknown-tenant",
                "cancelled-early",
                "duplicate",
                "conflict",
                "blocked",
                "at-cap",
                "no-credit",
                "queue-full",
            ],
        ),
        (
            "cancel",
            &[
                "cancelled",
                "cancel-requested",
                "unchanged held",
                "unchanged completed",
                "unchanged failed",
                "unchanged cancelled",
                "unchanged shed",
                "unchanged rejected",
            ],
            &["unknown-run"],
        ),
        ("claim", &["granted", "idle no-slot", "idle nothing-eligible"], &["already-holding"]),
        ("heartbeat", &["renewed", "renewed cancel-requested"], &["stale", "expired"]),
        ("complete", &["applied", "duplicate", "conflict"], &["unknown-run", "cancelled", "final", "stale", "expired"]),
        ("fail", &["failed"], &["stale"]),
        ("release", &["released"], &["stale"]),
        ("set-cap", &["set"], &["unknown-tenant", "invalid"]),
        ("set-quota", &["set"], &["unknown-tenant", "invalid"]),
        ("resize", &["set"], &["invalid"]),
        ("sweep", &["swept"], &[]),
        ("restart", &["recovered", "recovered alarm", "halted"], &[]),
        ("acknowledge", &["recovered alarm"], &["nothing-to-acknowledge"]),
    ];
    let mut names = Vec::new();
    for (verb, answers, refusals) in table {
        names.extend(answers.iter().map(|answer| format!("{verb}: {answer}")));
        names.extend(refusals.iter().map(|refusal| format!("{verb}: refused {refusal}")));
        if verb != "acknowledge" {
            names.push(format!("{verb}: refused halted"));
        }
        if !matches!(verb, "restart" | "acknowledge") {
            names.push(format!("{verb}: refused clock"));
        }
    }
    names.extend(Fate::ALL.iter().map(|fate| format!("ended: {fate}")));
    names.extend(["charged", "refunded", "repeated", "shed"].map(str::to_owned));
    names
}

/// What a whole check has reached, and what it has not.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Reached {
    /// Decisions that something read.
    pub decisions: Vec<String>,
    /// Options that were in force where their decision was read, as `D29=accept`.
    pub options: Vec<String>,
    /// Outcomes, as `command: answer`.
    pub outcomes: Vec<String>,
    /// Changes of a run's status, as `queued to held`.
    pub statuses: Vec<String>,
    /// Where commands came on the clock.
    pub edges: Vec<String>,
    /// Decisions, options, outcomes, changes of status and edges that nothing reached.
    pub missing: Vec<String>,
}

/// Gathers reach over runs under different decisions.
#[derive(Debug, Clone, Default)]
pub struct ReachLedger {
    total: Reach,
    options: Vec<(DecisionId, usize)>,
}

impl ReachLedger {
    /// Adds what one run under these decisions has reached.
    pub fn add(&mut self, decisions: &Decisions, reach: &Reach) {
        self.total.add(reach);
        for decision in reach.reads.iter() {
            let option = (decision, decisions.option(decision));
            if !self.options.contains(&option) {
                self.options.push(option);
            }
        }
    }

    /// The whole account.
    pub fn reached(&self) -> Reached {
        let mut reached = Reached {
            decisions: self.total.reads.iter().map(|decision| decision.to_string()).collect(),
            outcomes: self.total.outcomes().into_iter().map(|(name, _)| name).collect(),
            statuses: self.total.changes.statuses(),
            edges: self.total.changes.edges(),
            ..Reached::default()
        };
        for decision in DecisionId::all() {
            if !self.total.reads.contains(decision) {
                reached.missing.push(decision.to_string());
            }
            for (option, name) in decision.info().options.iter().enumerate() {
                let name = format!("{decision}={name}");
                if self.options.contains(&(decision, option)) {
                    reached.options.push(name);
                } else {
                    reached.missing.push(name);
                }
            }
        }
        reached.missing.extend(self.total.missing_outcomes());
        let edges = EDGES.map(str::to_owned);
        reached.missing.extend(statuses().into_iter().filter(|name| !reached.statuses.contains(name)));
        reached.missing.extend(edges.into_iter().filter(|name| !reached.edges.contains(name)));
        reached
    }
}
