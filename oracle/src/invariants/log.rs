//! The steps that left a journal record, so that a recovery which lost the newest of them, and said so, can be followed:
//! the facts are then folded anew from those that are left (D37).

use super::facts::Facts;
use super::fold::is_passing;
use super::step::{Rules, Step};
use spec::decisions::RefusedResubmit;
use spec::{Answer, Command, Credits, Ended, Millis, Shed, Status};

/// The recorded steps, in order.
#[derive(Debug, Default)]
pub(super) struct Log {
    entries: Vec<Entry>,
    ended: Vec<Ended>,
}

/// A recorded step.
#[derive(Debug, Clone, Copy)]
struct Entry {
    now: Millis,
    command: Command,
    answer: Answer,
    charged: Credits,
    refunded: Credits,
    repeated: bool,
    shed: Option<Shed>,
    /// How many ends all steps up to and with this one have.
    ends: u32,
}

impl Log {
    /// How many records there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a step.
    pub(super) fn push(&mut self, step: &Step<'_>) {
        let Step { now, command, answer, charged, refunded, repeated, ended, shed, .. } = *step;
        self.ended.extend_from_slice(ended);
        let ends = self.ended.len() as u32;
        self.entries.push(Entry { now, command, answer, charged, refunded, repeated, shed, ends });
    }

    /// Loses the newest records, and folds the facts anew from the others.
    pub(super) fn lose(&mut self, lost: usize, facts: &mut Facts, rules: &Rules) {
        let left = self.entries.len().saturating_sub(lost);
        for entry in &self.entries[left..] {
            if let (Answer::Granted { run, fence, .. }, false) = (entry.answer, entry.repeated) {
                facts.lost_grants.push((run, fence));
            }
        }
        self.entries.truncate(left);
        self.ended.truncate(self.entries.last().map_or(0, |entry| entry.ends as usize));
        facts.rewind(rules);
        let mut from = 0;
        for entry in &self.entries {
            let Entry { now, command, answer, charged, refunded, repeated, shed, ends } = *entry;
            let ended = &self.ended[from..ends as usize];
            from = ends as usize;
            let step = Step { now, command, answer, charged, refunded, repeated, ended, shed, lost: 0, rules };
            facts.pass_time(now);
            for end in ended {
                facts.fold_end(&step, end);
            }
            if let Some(shed) = &shed {
                facts.fold_shed(&step, shed);
            }
            facts.fold_answer(&step);
        }
        facts.pass_time(facts.clock.last);
    }
}

impl Clone for Log {
    fn clone(&self) -> Log {
        Log { entries: self.entries.clone(), ended: self.ended.clone() }
    }

    fn clone_from(&mut self, source: &Log) {
        self.entries.clone_from(&source.entries);
        self.ended.clone_from(&source.ended);
    }
}

/// Whether a step leaves a record, judged on the facts before its answer is folded in.
pub(super) fn leaves_record(facts: &Facts, step: &Step<'_>) -> bool {
    if !step.ended.is_empty() || step.shed.is_some() {
        return true;
    }
    match (step.command, step.answer) {
        (_, Answer::Queued { .. } | Answer::Granted { .. }) => !step.repeated,
        (
            _,
            Answer::Cancelled
            | Answer::CancelRequested
            | Answer::Renewed { .. }
            | Answer::Applied
            | Answer::Failed
            | Answer::Released
            | Answer::Set
            | Answer::Recovered { .. },
        ) => true,
        // A run that is known is never recorded as rejected, whatever is reported (D15).
        (Command::Submit { run, .. }, Answer::Refused(refusal)) if is_passing(refusal) && !step.repeated => {
            match facts.run(run).and_then(|run| run.status) {
                None => true,
                Some(Status::Rejected) => step.decisions().refused_resubmit() == RefusedResubmit::JudgeAfresh,
                Some(_) => false,
            }
        }
        _ => step.cancels_by_completion(facts),
    }
}
