//! How commands and outcomes enter the hash of a history: word by word, written out, so that no derive, no compiler and no
//! width of a machine word can change it. Everything that tells two of them apart is absorbed.

use crate::spine::{Absorb, Hash128};
use spec::{Answer, Command, Fence, Outcome, RunId};

impl Absorb for Command {
    fn absorb(&self, hash: &mut Hash128) {
        match *self {
            Command::Submit { run, cost } => words(hash, 1, &[of_run(run), u64::from(cost.get())]),
            Command::Cancel { run } => words(hash, 2, &[of_run(run)]),
            Command::Claim { worker } => words(hash, 3, &[u64::from(worker.0)]),
            Command::Heartbeat { worker, fence } => with_fence(hash, 4, u64::from(worker.0), fence),
            Command::Complete { run, fence, result } => {
                with_fence(hash, 5, of_run(run), fence);
                hash.word(result.0);
            }
            Command::Fail { worker, fence } => with_fence(hash, 6, u64::from(worker.0), fence),
            Command::Release { worker, fence } => with_fence(hash, 7, u64::from(worker.0), fence),
            Command::SetCap { tenant, cap } => words(hash, 8, &[u64::from(tenant.0), cap as u64]),
            Command::SetQuota { tenant, quota } => words(hash, 9, &[u64::from(tenant.0), quota as u64]),
            Command::Resize { slots } => words(hash, 10, &[slots as u64]),
            Command::Sweep => words(hash, 11, &[]),
            Command::Restart { lost } => words(hash, 12, &[u64::from(lost)]),
            Command::Acknowledge => words(hash, 13, &[]),
        }
    }
}

impl Absorb for Outcome {
    fn absorb(&self, hash: &mut Hash128) {
        absorb_answer(&self.answer, hash);
        // One word says which of the rest follow; nearly always none do.
        let more = [self.charged != 0, self.refunded != 0, self.repeated, !self.ended.is_empty(), self.shed.is_some()];
        hash.word(more.iter().enumerate().map(|(place, present)| u64::from(*present) << place).sum());
        if self.charged != 0 {
            hash.word(self.charged as u64);
        }
        if self.refunded != 0 {
            hash.word(self.refunded as u64);
        }
        if !self.ended.is_empty() {
            hash.word(self.ended.len() as u64);
        }
        for ended in &self.ended {
            with_fence(hash, ended.fate as u64, of_run(ended.run), ended.fence);
            hash.word(ended.refunded as u64);
        }
        if let Some(shed) = self.shed {
            words(hash, of_run(shed.run), &[shed.refunded as u64]);
        }
    }
}

fn absorb_answer(answer: &Answer, hash: &mut Hash128) {
    match *answer {
        Answer::Queued { parked } => words(hash, 1, &[u64::from(parked)]),
        Answer::Cancelled => hash.word(2),
        Answer::CancelRequested => hash.word(3),
        Answer::Unchanged { status } => words(hash, 4, &[status as u64]),
        Answer::Granted { run, fence, deadline } => {
            with_fence(hash, 5, of_run(run), fence);
            hash.word(deadline);
        }
        Answer::Idle(reason) => words(hash, 6, &[reason as u64]),
        Answer::Renewed { deadline, cancel_requested } => words(hash, 7, &[deadline, u64::from(cancel_requested)]),
        Answer::Applied => hash.word(8),
        Answer::Duplicate => hash.word(9),
        Answer::Conflict { first } => words(hash, 10, &[first.0]),
        Answer::Failed => hash.word(11),
        Answer::Released => hash.word(12),
        Answer::Set => hash.word(13),
        Answer::Swept => hash.word(14),
        Answer::Recovered { term, alarm } => words(hash, 15, &[u64::from(term), u64::from(alarm)]),
        Answer::Halted => hash.word(16),
        Answer::Refused(refusal) => words(hash, 17, &[refusal as u64]),
    }
}

fn words(hash: &mut Hash128, tag: u64, words: &[u64]) {
    hash.word(tag);
    words.iter().for_each(|word| hash.word(*word));
}

fn with_fence(hash: &mut Hash128, tag: u64, whose: u64, fence: Fence) {
    for word in [tag, whose, u64::from(fence.term), fence.grant] {
        hash.word(word);
    }
}

fn of_run(run: RunId) -> u64 {
    u64::from(run.tenant.0) << 32 | u64::from(run.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(value: &impl Absorb) -> u128 {
        let mut hash = Hash128::new(0);
        value.absorb(&mut hash);
        hash.value()
    }

    #[test]
    fn commands_that_differ_in_anything_hash_differently() {
        let texts = [
            "submit a/1 cost 1",
            "submit a/1 cost 2",
            "submit a/2 cost 1",
            "submit b/1 cost 1",
            "cancel a/1",
            "claim w1",
            "claim w2",
            "heartbeat w1 fence 1.1",
            "heartbeat w1 fence 2.1",
            "heartbeat w1 fence 1.2",
            "fail w1 fence 1.1",
            "release w1 fence 1.1",
            "complete a/1 fence 1.1 result x",
            "complete a/1 fence 1.1 result y",
            "set-cap a 1",
            "set-cap a -1",
            "set-quota a 1",
            "resize 1",
            "sweep",
            "restart",
            "restart lost 1",
            "acknowledge",
        ];
        let mut hashes: Vec<u128> = texts.iter().map(|text| hash(&text.parse::<Command>().unwrap())).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), texts.len());
    }

    #[test]
    fn outcomes_that_differ_in_anything_hash_differently() {
        let texts = [
            "queued",
            "queued parked",
            "queued parked, repeated",
            "queued, shed a/1",
            "queued, shed a/1 refunded 2",
            "cancelled",
            "cancelled, refunded 1",
            "cancelled, charged 1",
            "unchanged held",
            "unchanged queued",
            "granted a/2 fence 1.2 until 20",
            "granted a/2 fence 1.2 until 21",
            "swept",
            "swept, ended 1.1 a/1 failed",
            "swept, ended 1.1 a/1 requeued",
            "swept, ended 1.1 a/1 failed refunded 1",
            "swept, ended 1.1 a/1 failed, ended 1.2 b/1 requeued",
            "renewed until 20",
            "renewed until 20 cancel-requested",
            "conflict y",
            "recovered term 2",
            "recovered term 2 alarm",
            "idle no-slot",
            "idle nothing-eligible",
            "refused no-credit",
            "refused stale",
            "halted",
            "applied",
            "duplicate",
            "failed",
            "released",
            "set",
        ];
        let mut hashes: Vec<u128> = texts.iter().map(|text| hash(&text.parse::<Outcome>().unwrap())).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), texts.len());
    }
}
