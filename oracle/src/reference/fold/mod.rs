//! The fold: how one recorded step changes the tables.
//!
//! Outcomes are facts: what was granted, ended, charged and queued is taken from the record, right or wrong. The fold
//! decides only what an outcome leaves unsaid: above all how a lease that ended did so, and where its run was queued
//! again (`ends`).

mod ends;

use super::facts::{Completion, Facts, Lease, LeaseFate, Newest, Run, Warming};
use super::ledger::{self, Charge};
use spec::decisions::RefusedResubmit;
use spec::{Answer, Command, Credits, Decisions, Millis, Outcome, Refusal, RunId, Settings, Status};

impl Facts {
    /// Folds one step, at the control plane's time `now`; gives whether it left a journal record (section 6).
    pub(super) fn record(
        &mut self,
        settings: &Settings,
        decisions: &Decisions,
        now: Millis,
        command: &Command,
        outcome: &Outcome,
    ) -> bool {
        ledger::forget_lapsed(&mut self.ledger, settings.window, now);
        self.silent_ends.retain(|end| end.is_recent(now));
        let mut unaccounted = outcome.refunded;
        for ended in &outcome.ended {
            let manner = self.manner(decisions, now, command, ended);
            self.lease_ended(settings, decisions, now, ended, manner);
            unaccounted = unaccounted.saturating_sub(ended.refunded);
        }
        if let Some(shed) = outcome.shed {
            self.left_the_queue(shed.run, Status::Shed);
            self.refunded(settings, now, shed.run, shed.refunded);
            unaccounted = unaccounted.saturating_sub(shed.refunded);
        }
        if let Command::Cancel { run } | Command::Complete { run, .. } = command {
            self.refunded(settings, now, *run, unaccounted);
        }
        let recorded = self.answered(settings, decisions, now, command, outcome);
        recorded || !outcome.ended.is_empty() || outcome.shed.is_some()
    }

    /// A run is queued behind everything that its tenant has queued, under a new entry.
    pub(super) fn queued_at_the_back(&mut self, run: RunId) {
        let end = self.queue.partition_point(|queued| queued.tenant <= run.tenant);
        self.queue.insert(end, run);
        let entry = self.entries;
        self.entries = self.entries.saturating_add(1);
        if let Some(run) = self.run_mut(run) {
            run.entry = entry;
        }
    }

    /// A run left the queue, if it was there, for this status.
    fn left_the_queue(&mut self, run: RunId, status: Status) {
        self.queue.retain(|queued| *queued != run);
        if let Some(run) = self.run_mut(run) {
            run.status = status;
        }
    }

    fn charged(&mut self, now: Millis, run: RunId, amount: Credits) {
        if amount == 0 {
            return;
        }
        self.ledger.push(Charge { tenant: run.tenant, run: Some(run), amount, instant: now, refunded: None });
        if let Some(run) = self.run_mut(run) {
            run.charged = true;
            run.net_charge = run.net_charge.saturating_add(amount);
        }
    }

    pub(super) fn refunded(&mut self, settings: &Settings, now: Millis, run: RunId, amount: Credits) {
        if amount == 0 {
            return;
        }
        ledger::refund(&mut self.ledger, settings.window, now, run, amount);
        if let Some(run) = self.run_mut(run) {
            run.net_charge = run.net_charge.saturating_sub(amount);
        }
    }

    /// What the answer says; gives whether that left a journal record.
    fn answered(
        &mut self,
        settings: &Settings,
        decisions: &Decisions,
        now: Millis,
        command: &Command,
        outcome: &Outcome,
    ) -> bool {
        match (outcome.answer, *command) {
            (Answer::Queued { parked }, Command::Submit { run, cost }) if !outcome.repeated => {
                self.accepted(Run { parked, first_parked: parked, ..Run::new(run, cost.get().into(), Status::Queued) });
                self.charged(now, run, outcome.charged);
            }
            (Answer::Refused(refusal), Command::Submit { run, cost }) if !outcome.repeated => {
                return self.rejected(
                    decisions,
                    now,
                    Run::new(run, cost.get().into(), Status::Rejected),
                    refusal,
                    outcome,
                );
            }
            (Answer::Cancelled, Command::Cancel { run }) => self.cancelled(run),
            (Answer::CancelRequested, Command::Cancel { run }) => {
                if let Some(run) = self.run_mut(run) {
                    run.cancel_requested = true;
                }
            }
            (Answer::Granted { run, fence, deadline }, Command::Claim { worker }) if !outcome.repeated => {
                self.granted(Lease { fence, run, worker, deadline });
                self.charged(now, run, outcome.charged);
            }
            (Answer::Renewed { deadline, .. }, Command::Heartbeat { fence, .. }) => {
                if let Some(lease) = self.leases.iter_mut().find(|lease| lease.fence == fence) {
                    lease.deadline = deadline;
                }
            }
            (Answer::Applied, Command::Complete { run, result, .. }) => {
                self.left_the_queue(run, Status::Completed);
                self.charged(now, run, outcome.charged);
                if let Some(run) = self.run_mut(run) {
                    run.completion = Some(Completion { result, instant: now });
                }
            }
            (Answer::Refused(Refusal::Cancelled), Command::Complete { run, .. }) => {
                return self.cancelled_by_a_completion(run);
            }
            (Answer::Set, _) => self.set(settings, now, command),
            (Answer::Recovered { .. }, Command::Restart { .. } | Command::Acknowledge) => {
                self.leases_after_a_recovery(decisions, now.saturating_add(settings.lease));
            }
            (Answer::Failed, Command::Fail { .. }) | (Answer::Released, Command::Release { .. }) => {}
            _ => return false,
        }
        true
    }

    /// A run was queued, at the back; what was known of it as a rejected run is over.
    fn accepted(&mut self, run: Run) {
        let id = run.run;
        match self.runs.binary_search_by_key(&id, |known| known.run) {
            Ok(index) => self.runs[index] = run,
            Err(index) => self.runs.insert(index, run),
        }
        self.queued_at_the_back(id);
    }

    /// A submit was refused: whether the run is rejected by that, and so recorded. A known or tombstoned run never is.
    /// Its fee (D04) is charged to the tenant.
    fn rejected(&mut self, decisions: &Decisions, now: Millis, run: Run, refusal: Refusal, outcome: &Outcome) -> bool {
        let passing = [Refusal::Blocked, Refusal::AtCap, Refusal::NoCredit, Refusal::QueueFull].contains(&refusal);
        if !passing || self.is_tombstoned(run.run) {
            return false;
        }
        if outcome.charged != 0 {
            let (tenant, amount) = (run.run.tenant, outcome.charged);
            self.ledger.push(Charge { tenant, run: None, amount, instant: now, refunded: None });
        }
        match self.runs.binary_search_by_key(&run.run, |known| known.run) {
            Ok(index) if self.runs[index].status == Status::Rejected => match decisions.refused_resubmit() {
                RefusedResubmit::JudgeAfresh => true,
                RefusedResubmit::RepeatRefusal => false,
            },
            Ok(_) => false,
            Err(index) => {
                self.runs.insert(index, Run { rejection: Some(refusal), ..run });
                true
            }
        }
    }

    /// A run was cancelled, or a tombstone set for one that is not known (D35).
    fn cancelled(&mut self, run: RunId) {
        if self.run(run).is_some() {
            self.left_the_queue(run, Status::Cancelled);
        } else if let Err(index) = self.tombstones.binary_search(&run) {
            self.tombstones.insert(index, run);
        }
    }

    fn granted(&mut self, lease: Lease) {
        let Lease { fence, run, .. } = lease;
        self.left_the_queue(run, Status::Held);
        self.leases.push(lease);
        self.grants.push((fence, run));
        self.last_granted = Some(run.tenant);
        if let Some(run) = self.run_mut(run) {
            run.parked = false;
            run.newest = Some(Newest { fence, lease: LeaseFate::Live });
        }
    }

    /// D34 refuse with D28 keeps-slot: the run is cancelled, and its lease lives on. Gives whether that is so.
    fn cancelled_by_a_completion(&mut self, run: RunId) -> bool {
        let requested = |run: &&mut Run| run.status == Status::Held && run.cancel_requested;
        let Some(run) = self.run_mut(run).filter(requested) else { return false };
        run.status = Status::Cancelled;
        true
    }

    fn set(&mut self, settings: &Settings, now: Millis, command: &Command) {
        match *command {
            Command::SetCap { tenant, cap } => {
                if let Some(limits) = self.limits.get_mut(tenant.0 as usize) {
                    limits.cap = cap;
                }
            }
            Command::SetQuota { tenant, quota } => {
                if let Some(limits) = self.limits.get_mut(tenant.0 as usize) {
                    limits.quota = quota;
                }
            }
            Command::Resize { slots } => self.resized(settings, now, slots),
            _ => {}
        }
    }

    /// The pool was given another size (D19): new slots are warm one warm-up later; those that would be warm last go.
    fn resized(&mut self, settings: &Settings, now: Millis, slots: i64) {
        let slots = u64::try_from(slots).unwrap_or(0);
        let present = self.slots_present();
        let (instant, count) = (now.saturating_add(settings.warm_up), slots.saturating_sub(present));
        self.slots_warming.push(Warming { instant, count });
        let mut surplus = present.saturating_sub(slots);
        for last in self.slots_warming.iter_mut().rev() {
            let taken = surplus.min(last.count);
            last.count = last.count.saturating_sub(taken);
            surplus = surplus.saturating_sub(taken);
        }
        self.slots_warm = self.slots_warm.saturating_sub(surplus);
        for warm in self.slots_warming.iter_mut().filter(|warming| warming.instant <= now) {
            self.slots_warm = self.slots_warm.saturating_add(warm.count);
            warm.count = 0;
        }
        self.slots_warming.retain(|warming| warming.count > 0);
    }
}

impl Run {
    fn new(run: RunId, cost: Credits, status: Status) -> Run {
        Run {
            run,
            cost,
            status,
            rejection: None,
            first_parked: false,
            parked: false,
            entry: 0,
            failures: 0,
            losses: 0,
            charged: false,
            net_charge: 0,
            newest: None,
            cancel_requested: false,
            completion: None,
        }
    }
}
