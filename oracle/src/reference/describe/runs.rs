//! Runs and their places in the queues.

use super::{Description, kind};
use crate::reference::facts::{LeaseFate, Run};
use spec::decisions::{
    CompletionAfterCancel, DedupMemory, LimitLowered, RefusedResubmit, RequeuePlace, Resubmit, SupersededCompletion,
    TenantOrder,
};
use spec::{Credits, Millis, Status};

impl Description<'_> {
    /// Places in each tenant's queue; under D16 fifo the entries too, as ranks among the runs that are open.
    pub(super) fn queues(&mut self) {
        let facts = self.facts();
        let mut place: i64 = 0;
        for (index, run) in facts.queue.iter().enumerate() {
            let same_tenant = index > 0 && facts.queue[index - 1].tenant == run.tenant;
            place = if same_tenant { place + 1 } else { 0 };
            let parked = facts.run(*run).is_some_and(|run| run.parked);
            self.canon.fact(&[self.kind(kind::QUEUED), (*run).into(), place.into(), parked.into()]);
        }
        let fifo = match self.moment.decisions.tenant_order() {
            TenantOrder::Fifo => facts.limits.len() > 1,
            TenantOrder::RoundRobin | TenantOrder::LeastHeld => false,
        };
        if !fifo {
            return;
        }
        let held_keep_theirs = self.held_runs_keep_their_entries();
        let keeps = |run: &&Run| run.status == Status::Queued || held_keep_theirs && run.status == Status::Held;
        for run in facts.runs.iter().filter(keeps) {
            let earlier = facts.runs.iter().filter(keeps).filter(|other| other.entry < run.entry).count() as i64;
            self.canon.fact(&[self.kind(kind::ENTRY), run.run.into(), earlier.into()]);
        }
    }

    fn held_runs_keep_their_entries(&self) -> bool {
        let at_the_front = match self.moment.decisions.requeue_place() {
            RequeuePlace::Front => true,
            RequeuePlace::Back => false,
        };
        let revoked = match self.moment.decisions.limit_lowered() {
            LimitLowered::Drain => false,
            LimitLowered::RevokeNewest => true,
        };
        at_the_front || revoked
    }

    pub(super) fn runs(&mut self) {
        for run in &self.facts().runs {
            self.run(run);
        }
    }

    fn run(&mut self, run: &Run) {
        let requested = run.status == Status::Held && run.cancel_requested;
        let charged = run.charged && run.net_charge == 0;
        // Small values share a number, each in digits of its own.
        let state = [
            run.status as i64,
            requested.into(),
            charged.into(),
            self.readable_fences(run),
            self.readable_first_answer(run),
        ];
        let state = state.into_iter().fold(0, |number: i64, value| number * 32 + value);
        let used = self.moment.attempts_used(run.failures, run.losses);
        let cost = self.readable_cost(run);
        self.canon.fact(&[
            self.kind(kind::RUN),
            run.run.into(),
            state.into(),
            used.into(),
            cost.into(),
            run.net_charge.into(),
            self.refundable_in_this_window(run).into(),
        ]);
        if let Some(completion) = run.completion {
            let left = self.memory_left(completion.instant);
            self.canon.fact(&[self.kind(kind::COMPLETION), run.run.into(), completion.result.into(), left.into()]);
        }
    }

    /// The cost, while it can be charged or compared (D12 repeat-if-equal).
    fn readable_cost(&self, run: &Run) -> Credits {
        let compared = run.status != Status::Rejected
            && match self.moment.decisions.resubmit() {
                Resubmit::RepeatIfEqual => true,
                Resubmit::Repeat | Resubmit::Refuse => false,
            };
        let open = matches!(run.status, Status::Queued | Status::Held);
        if open || compared || self.can_be_applied_anew(run) { run.cost } else { 0 }
    }

    /// Whether a final run can be applied (D32 one-window-apply, D34 apply-always) and so be charged (D02 completion).
    fn can_be_applied_anew(&self, run: &Run) -> bool {
        match run.status {
            Status::Completed => match self.moment.decisions.dedup_memory() {
                DedupMemory::OneWindowApply => true,
                DedupMemory::Forever | DedupMemory::OneWindowRefuse => false,
            },
            Status::Cancelled => match self.moment.decisions.completion_after_cancel() {
                CompletionAfterCancel::ApplyAlways => run.newest.is_some(),
                CompletionAfterCancel::ApplyWhileRequested | CompletionAfterCancel::Refuse => false,
            },
            Status::Queued | Status::Held | Status::Failed | Status::Shed | Status::Rejected => false,
        }
    }

    /// What a repeated submit is answered (D12, D13).
    fn readable_first_answer(&self, run: &Run) -> i64 {
        if run.status == Status::Rejected {
            return match self.moment.decisions.refused_resubmit() {
                RefusedResubmit::JudgeAfresh => 0,
                RefusedResubmit::RepeatRefusal => run.rejection.map_or(0, |refusal| refusal as i64 + 2),
            };
        }
        let told = match self.moment.decisions.resubmit() {
            Resubmit::RepeatIfEqual | Resubmit::Repeat => true,
            Resubmit::Refuse => false,
        };
        // Whether it was accepted parked also decides where an open run is charged (D10).
        i64::from(run.first_parked && (told || !run.status.is_terminal()))
    }

    /// What a completion can still find of its fences: how the newest lease ended, and, under D30 accept, whether there
    /// are older ones.
    fn readable_fences(&self, run: &Run) -> i64 {
        let open = matches!(run.status, Status::Queued | Status::Held);
        let Some(newest) = run.newest.filter(|_| open || self.can_be_applied_anew(run)) else { return 0 };
        let how = match newest.lease {
            _ if !open => 1,
            LeaseFate::Live => 1,
            LeaseFate::Expired => 2,
            LeaseFate::EndedOtherwise => 3,
        };
        let older = match self.moment.decisions.superseded_completion() {
            SupersededCompletion::Refuse => false,
            SupersededCompletion::Accept if run.status == Status::Cancelled => false,
            SupersededCompletion::Accept => {
                self.facts().grants.iter().any(|(fence, granted)| *granted == run.run && *fence != newest.fence)
            }
        };
        how + if older { 4 } else { 0 }
    }

    /// For how long a completion is remembered (D32): 0 no more; under rolling windows the time left, otherwise 1.
    fn memory_left(&self, instant: Millis) -> i64 {
        let bounded = match self.moment.decisions.dedup_memory() {
            DedupMemory::Forever => false,
            DedupMemory::OneWindowRefuse | DedupMemory::OneWindowApply => true,
        };
        if !bounded {
            return 1;
        }
        if !self.moment.in_window(instant) {
            return 0;
        }
        if self.windows_are_fixed() {
            return 1;
        }
        let left = instant.saturating_add(self.moment.settings.window).saturating_sub(self.moment.now);
        i64::try_from(left).unwrap_or(i64::MAX)
    }
}
