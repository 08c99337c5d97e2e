//! Reach: what the runs of a corpus came by, so that a suite which never gets somewhere is seen.
//!
//! Every command, answer, refusal, fate and status; every decision that was read; the edges of the clock. What cannot be
//! reached under the decisions in force is not asked for.

use crate::reach::{VERBS, verb};
use crate::spine::Account;
use spec::{
    Answer, Command, DecisionId, Decisions, Ended, Fate, Idle, Millis, Outcome, ReadSet, Refusal, Settings, Status,
};

/// Names of marks, in the order in which they are counted.
const ANSWERS: [&str; 18] = [
    "queued",
    "queued parked",
    "cancelled",
    "cancel-requested",
    "unchanged",
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
const EDGES: [&str; 8] = [
    "at a window's edge",
    "one ms before a window's edge",
    "a window was crossed",
    "charged in a second window",
    "charged",
    "refunded",
    "shed",
    "an earlier answer repeated",
];

/// The places of the marks.
const ANSWER: usize = VERBS.len();
const REFUSAL: usize = ANSWER + ANSWERS.len();
const IDLE: usize = REFUSAL + Refusal::ALL.len();
const FATE: usize = IDLE + Idle::ALL.len();
const STATUS: usize = FATE + Fate::ALL.len();
const EDGE: usize = STATUS + Status::ALL.len();
const READ: usize = EDGE + EDGES.len();
const MARKS: usize = READ + spec::decisions::COUNT;

/// All marks by name; those that these decisions rule out have no name and are not reported.
pub(crate) fn marks(decisions: &Decisions) -> Vec<String> {
    let plain = |prefix: &'static str, words: Vec<&str>| {
        words.into_iter().map(move |word| format!("{prefix} {word}")).collect::<Vec<String>>()
    };
    let mut names = plain("command", VERBS.to_vec());
    names.extend(plain("answer", ANSWERS.to_vec()));
    names.extend(plain("refused", Refusal::ALL.iter().map(|refusal| refusal.word()).collect()));
    names.extend(plain("idle", Idle::ALL.iter().map(|idle| idle.word()).collect()));
    names.extend(plain("fate", Fate::ALL.iter().map(|fate| fate.word()).collect()));
    names.extend(plain("unchanged", Status::ALL.iter().map(|status| status.word()).collect()));
    names.extend(plain("edge", EDGES.to_vec()));
    names.extend(plain("read", DecisionId::all().map(|id| id.info().id).collect()));
    for name in out_of_reach(decisions) {
        if let Some(known) = names.iter_mut().find(|known| known.as_str() == name) {
            known.clear();
        }
    }
    names
}

/// The marks that no history reaches under these decisions.
fn out_of_reach(decisions: &Decisions) -> Vec<&'static str> {
    let option = |id: &str| DecisionId::find(id).map_or("", |id| decisions.option_name(id));
    // Each mark, the decision that it hangs on, and the options under which it can be reached.
    let hanging: [(&str, &str, &[&str]); 20] = [
        ("fate completed", "D28", &["releases"]),
        ("answer queued parked", "D10", &["park"]),
        ("answer cancel-requested", "D33", &["await-worker"]),
        ("answer renewed cancel-requested", "D33", &["await-worker"]),
        ("answer duplicate", "D31", &["acknowledge", "report-conflict"]),
        ("answer conflict", "D31", &["report-conflict"]),
        ("answer recovered alarm", "D37", &["halt", "truncate-alarmed"]),
        ("answer halted", "D37", &["halt"]),
        ("refused cancelled-early", "D35", &["tombstone"]),
        ("refused duplicate", "D12", &["refuse"]),
        ("refused conflict", "D12", &["repeat-if-equal"]),
        ("refused blocked", "D09", &["blocked"]),
        ("refused at-cap", "D08", &["at-submit", "at-submit-only"]),
        ("refused no-credit", "D10", &["reject"]),
        ("refused queue-full", "D14", &["refuse-newest"]),
        ("refused halted", "D37", &["halt"]),
        ("refused clock", "D38", &["refuse"]),
        ("edge shed", "D14", &["shed-oldest"]),
        ("fate already-final", "D28", &["keeps-slot"]),
        ("unchanged shed", "D14", &["shed-oldest"]),
    ];
    let ruled_out = hanging.into_iter().filter(|(_, id, reached)| !reached.contains(&option(id)));
    let mut names: Vec<&str> = ruled_out.map(|(name, _, _)| name).collect();
    // A queued run that is cancelled leaves the queue at once.
    names.push("unchanged queued");
    if option("D24") == "revive" && option("D29") == "accept" {
        names.push("refused expired");
    }
    names
}

/// Counts what one run reaches.
#[derive(Debug)]
pub(super) struct Reach {
    counts: Vec<u64>,
    reads: ReadSet,
    window: Millis,
    /// The window of the last command, and of the last charge, counted from 1.
    last_window: u64,
    last_charge: u64,
}

impl Reach {
    pub(super) fn new(settings: &Settings) -> Reach {
        let window = settings.window.max(1);
        Reach { counts: vec![0; MARKS], reads: ReadSet::default(), window, last_window: 1, last_charge: 0 }
    }

    #[inline]
    pub(super) fn note(&mut self, at: Millis, command: &Command, outcome: &Outcome, reads: ReadSet) {
        self.counts[verb(*command)] += 1;
        self.counts[of_answer(&outcome.answer)] += 1;
        self.reads = self.reads.union(reads);
        if let Answer::Unchanged { status } = outcome.answer {
            self.counts[STATUS + status as usize] += 1;
        }
        for Ended { fate, .. } in &outcome.ended {
            self.counts[FATE + *fate as usize] += 1;
        }
        let number = at / self.window + 1;
        let phase = at - (number - 1) * self.window;
        self.counts[EDGE] += u64::from(phase == 0);
        self.counts[EDGE + 1] += u64::from(phase == self.window - 1);
        self.counts[EDGE + 2] += u64::from(number > self.last_window);
        self.last_window = number;
        if outcome.charged != 0 {
            self.counts[EDGE + 3] += u64::from(self.last_charge != 0 && number > self.last_charge);
            self.counts[EDGE + 4] += 1;
            self.last_charge = number;
        }
        self.counts[EDGE + 5] += u64::from(outcome.refunded != 0);
        self.counts[EDGE + 6] += u64::from(outcome.shed.is_some());
        self.counts[EDGE + 7] += u64::from(outcome.repeated);
    }

    /// What was reached.
    pub(super) fn account(&mut self) -> Account {
        for id in self.reads.iter() {
            self.counts[READ + id.index()] += 1;
        }
        Account { reach: std::mem::take(&mut self.counts), measures: Vec::new() }
    }
}

const fn of_answer(answer: &Answer) -> usize {
    match answer {
        Answer::Queued { parked: false } => ANSWER,
        Answer::Queued { parked: true } => ANSWER + 1,
        Answer::Cancelled => ANSWER + 2,
        Answer::CancelRequested => ANSWER + 3,
        Answer::Unchanged { .. } => ANSWER + 4,
        Answer::Granted { .. } => ANSWER + 5,
        Answer::Renewed { cancel_requested: false, .. } => ANSWER + 6,
        Answer::Renewed { cancel_requested: true, .. } => ANSWER + 7,
        Answer::Applied => ANSWER + 8,
        Answer::Duplicate => ANSWER + 9,
        Answer::Conflict { .. } => ANSWER + 10,
        Answer::Failed => ANSWER + 11,
        Answer::Released => ANSWER + 12,
        Answer::Set => ANSWER + 13,
        Answer::Swept => ANSWER + 14,
        Answer::Recovered { alarm: false, .. } => ANSWER + 15,
        Answer::Recovered { alarm: true, .. } => ANSWER + 16,
        Answer::Halted => ANSWER + 17,
        Answer::Refused(refusal) => REFUSAL + *refusal as usize,
        Answer::Idle(idle) => IDLE + *idle as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_a_name_of_its_own_or_is_out_of_reach() {
        let mut names = marks(&Decisions::default());
        assert_eq!(names.len(), MARKS);
        names.retain(|name| !name.is_empty());
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        for (answer, name) in [("refused clock", "refused clock"), ("idle nothing-eligible", "idle nothing-eligible")] {
            let place = of_answer(&answer.parse().unwrap());
            let wanted = Decisions::default().with(DecisionId::find("D38").unwrap(), 2).unwrap();
            assert_eq!(marks(&wanted)[place], name);
        }
    }
}
