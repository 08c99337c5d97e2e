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
    let ruled_out = out_of_reach(decisions);
    let reached =
        |name: String| if ruled_out.iter().any(|ruled_out| *ruled_out == name) { String::new() } else { name };
    all_marks().into_iter().map(reached).collect()
}

/// All marks by name.
fn all_marks() -> Vec<String> {
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
    /// The window of the last command, and of the last charge.
    last_window: u64,
    last_charge: Option<u64>,
}

impl Reach {
    pub(super) fn new(settings: &Settings) -> Reach {
        let window = settings.window.max(1);
        Reach { counts: vec![0; MARKS], reads: ReadSet::default(), window, last_window: 0, last_charge: None }
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
        let (number, phase) = (at / self.window, at % self.window);
        self.counts[EDGE] += u64::from(phase == 0);
        self.counts[EDGE + 1] += u64::from(phase == self.window - 1);
        self.counts[EDGE + 2] += u64::from(number > self.last_window);
        self.last_window = number;
        if outcome.charged != 0 {
            self.counts[EDGE + 3] += u64::from(self.last_charge.is_some_and(|last| number > last));
            self.counts[EDGE + 4] += 1;
            self.last_charge = Some(number);
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
    use crate::simulate::judge::outside::{decided, settings};

    #[test]
    fn every_mark_has_a_name_of_its_own_or_is_out_of_reach() {
        let mut names = marks(&Decisions::default());
        assert_eq!(names.len(), MARKS);
        names.retain(|name| !name.is_empty());
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_answer_is_counted_under_its_own_name() {
        let names = all_marks();
        let answers = [
            ("queued", "queued"),
            ("queued parked", "queued parked"),
            ("cancelled", "cancelled"),
            ("cancel-requested", "cancel-requested"),
            ("unchanged held", "unchanged"),
            ("granted a/1 fence 1.1 until 9", "granted"),
            ("renewed until 9", "renewed"),
            ("renewed until 9 cancel-requested", "renewed cancel-requested"),
            ("applied", "applied"),
            ("duplicate", "duplicate"),
            ("conflict x", "conflict"),
            ("failed", "failed"),
            ("released", "released"),
            ("set", "set"),
            ("swept", "swept"),
            ("recovered term 2", "recovered"),
            ("recovered term 2 alarm", "recovered alarm"),
            ("halted", "halted"),
        ];
        for (text, name) in answers {
            assert_eq!(names[of_answer(&text.parse().unwrap())], format!("answer {name}"));
        }
        for refusal in Refusal::ALL {
            assert_eq!(names[of_answer(&Answer::Refused(*refusal))], format!("refused {refusal}"));
        }
        for idle in Idle::ALL {
            assert_eq!(names[of_answer(&Answer::Idle(*idle))], format!("idle {idle}"));
        }
    }

    /// The marks that steps reach beside commands and answers, with their counts. The window is of 10 ms.
    fn reached(steps: &[(Millis, &str, &str)]) -> Vec<(String, u64)> {
        let mut reach = Reach::new(&Settings { window: 10, ..settings() });
        for (at, command, outcome) in steps {
            reach.note(*at, &command.parse().unwrap(), &outcome.parse().unwrap(), ReadSet::default());
        }
        let counted = all_marks().into_iter().zip(reach.account().reach).filter(|(_, count)| *count > 0);
        counted.filter(|(name, _)| !name.starts_with("command ") && !name.starts_with("answer ")).collect()
    }

    fn marked(marks: &[(&str, u64)]) -> Vec<(String, u64)> {
        marks.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn the_edges_of_the_clock_are_counted() {
        let sweeps =
            |instants: &[Millis]| reached(&instants.iter().map(|at| (*at, "sweep", "swept")).collect::<Vec<_>>());
        assert_eq!(sweeps(&[0, 1, 8]), marked(&[("edge at a window's edge", 1)]));
        assert_eq!(sweeps(&[9, 9]), marked(&[("edge one ms before a window's edge", 2)]));
        let crossed = marked(&[("edge at a window's edge", 1), ("edge a window was crossed", 2)]);
        assert_eq!(sweeps(&[20, 21, 38, 15]), crossed);
        let both = [
            ("edge at a window's edge", 1),
            ("edge one ms before a window's edge", 1),
            ("edge a window was crossed", 1),
        ];
        assert_eq!(sweeps(&[30, 39]), marked(&both));
    }

    #[test]
    fn the_last_instant_of_all_is_one_like_others() {
        let mut reach = Reach::new(&Settings { window: 1, ..settings() });
        reach.note(Millis::MAX, &Command::Sweep, &Outcome::just(Answer::Swept), ReadSet::default());
        assert_eq!(reach.account().reach[EDGE..READ], [1, 1, 1, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn charges_are_counted_and_those_in_a_second_window_apart() {
        let charged = |at| (at, "claim w1", "granted a/1 fence 1.1 until 99, charged 2");
        let crossed = |count| ("edge a window was crossed", count);
        assert_eq!(reached(&[charged(11), charged(12)]), marked(&[crossed(1), ("edge charged", 2)]));
        let second = ("edge charged in a second window", 2);
        assert_eq!(
            reached(&[charged(11), charged(22), charged(33)]),
            marked(&[crossed(3), second, ("edge charged", 3)])
        );
        let in_the_first = [("edge charged in a second window", 1), ("edge charged", 2)];
        assert_eq!(reached(&[charged(1), charged(12)]), marked(&[&[crossed(1)], &in_the_first[..]].concat()));
        let free = (22, "claim w1", "granted a/1 fence 1.1 until 99");
        assert_eq!(reached(&[charged(11), free]), marked(&[crossed(2), ("edge charged", 1)]));
        assert_eq!(reached(&[charged(22), charged(11)]), marked(&[crossed(1), ("edge charged", 2)]));
    }

    #[test]
    fn what_a_step_did_beside_answering_is_counted() {
        let steps = [
            (1, "claim w1", "granted a/1 fence 1.1 until 9, repeated"),
            (1, "submit a/2 cost 1", "queued, shed a/1 refunded 2"),
            (2, "submit a/2 cost 1", "queued, shed a/1"),
            (3, "fail w1 fence 1.1", "failed, refunded 2, ended 1.1 a/1 requeued"),
            (4, "sweep", "swept, ended 1.2 a/1 failed, ended 1.3 a/2 requeued"),
            (5, "cancel a/1", "unchanged failed"),
            (5, "cancel a/1", "unchanged failed"),
            (6, "cancel a/2", "unchanged completed"),
        ];
        let expected = [
            ("fate requeued", 2),
            ("fate failed", 1),
            ("unchanged completed", 1),
            ("unchanged failed", 2),
            ("edge refunded", 1),
            ("edge shed", 2),
            ("edge an earlier answer repeated", 1),
        ];
        assert_eq!(reached(&steps), marked(&expected));
    }

    #[test]
    fn commands_answers_and_the_decisions_that_were_read_are_counted() {
        let mut reach = Reach::new(&settings());
        let decisions = Decisions::chosen();
        let _ = (decisions.zero_limit(), decisions.quota_hold());
        for command in ["sweep", "cancel a/1", "sweep"] {
            reach.note(1, &command.parse().unwrap(), &Outcome::just(Answer::Swept), decisions.reads());
        }
        let counted = all_marks().into_iter().zip(reach.account().reach).filter(|(_, count)| *count > 0);
        let expected =
            [("command cancel", 1), ("command sweep", 2), ("answer swept", 3), ("read D09", 1), ("read D11", 1)];
        assert_eq!(counted.collect::<Vec<_>>(), marked(&expected));
    }

    /// The marks without a name, under these options.
    fn nameless(options: &[(&str, &str)]) -> Vec<String> {
        let nameless = all_marks().into_iter().zip(marks(&decided(options))).filter(|(_, mark)| mark.is_empty());
        nameless.map(|(name, _)| name).collect()
    }

    #[test]
    fn what_no_history_reaches_under_the_options_in_force_is_not_asked_for() {
        let options = [
            ("D08", "at-claim"),
            ("D09", "blocked"),
            ("D10", "reject"),
            ("D12", "repeat-if-equal"),
            ("D14", "refuse-newest"),
            ("D24", "revive"),
            ("D28", "releases"),
            ("D29", "accept"),
            ("D31", "acknowledge"),
            ("D33", "await-worker"),
            ("D35", "tombstone"),
            ("D37", "halt"),
            ("D38", "rebase"),
        ];
        let expected = [
            "answer queued parked",
            "answer conflict",
            "refused duplicate",
            "refused at-cap",
            "refused expired",
            "refused clock",
            "fate already-final",
            "unchanged queued",
            "unchanged shed",
            "edge shed",
        ];
        assert_eq!(nameless(&options), expected);
        for (id, option) in [("D24", "refuse"), ("D29", "refuse")] {
            let other = options.map(|(known, chosen)| if known == id { (known, option) } else { (known, chosen) });
            assert!(!nameless(&other).contains(&"refused expired".to_owned()), "{id}");
        }
    }
}
