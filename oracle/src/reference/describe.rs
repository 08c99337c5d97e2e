//! All of a situation that a later command, or time, can still bring out of [`Situation::expect`] and
//! [`Situation::view`], as facts without absolute times, fences or counters, so that situations which behave alike are
//! described alike.
//!
//! Times are relative to now: what is still to come by its distance, what has passed only as far as it still matters.
//! Fences are ranks among the live ones; of a dead one only its run knows whether it was the newest, and how its lease
//! ended. What a decision keeps anybody from reading is left out; reads made here are not noted.
//!
//! The records that a restart could lose are not described: apply the restart to a clone and describe that. Nor is the
//! time since the last command, which matters only where the outside's clock can be stepped back by less than that.

use super::facts::{Facts, Lease, LeaseFate, Run};
use super::ledger::Charge;
use super::moment::Moment;
use super::situation::Situation;
use spec::canon::{Canon, Describe, Token};
use spec::decisions::{
    CompletionAfterCancel, DedupMemory, ExpiryEffect, LimitLowered, RefundWindow, RefusedResubmit, RequeuePlace,
    Resubmit, SilentHolder, SlotReuse, SupersededCompletion, TenantOrder, WindowShape,
};
use spec::{Credits, Millis, RunId, Status, TenantId};

/// The kinds of facts; each fact starts with one. While halted, those of the facts that an acknowledge will bring back
/// have [`AFTER_ACKNOWLEDGE`] added.
mod kind {
    pub(super) const CLOCK_LAG: i64 = 0;
    pub(super) const HALTED: i64 = 1;
    pub(super) const WINDOW_PHASE: i64 = 2;
    pub(super) const LIMITS: i64 = 3;
    pub(super) const SPENT: i64 = 4;
    pub(super) const CHARGE: i64 = 5;
    pub(super) const SLOTS: i64 = 6;
    pub(super) const WARMING: i64 = 7;
    pub(super) const RESTING: i64 = 8;
    pub(super) const QUEUED: i64 = 9;
    pub(super) const ENTRY: i64 = 10;
    pub(super) const RUN: i64 = 11;
    pub(super) const COMPLETION: i64 = 12;
    pub(super) const LEASE: i64 = 13;
    pub(super) const LAST_GRANTED: i64 = 14;
    pub(super) const TOMBSTONE: i64 = 15;
}

const AFTER_ACKNOWLEDGE: i64 = 100;

impl Describe for Situation {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        let decisions = self.decisions.clone();
        let moment = self.moment(&decisions, self.clock.reading(at));
        let lag = self.clock.lag(at);
        if lag > 0 {
            canon.fact(&[kind::CLOCK_LAG.into(), number(lag)]);
        }
        Description { moment, offset: 0, canon }.all();
        if let Some(lost) = self.halted {
            canon.fact(&[kind::HALTED.into()]);
            let facts = self.facts_without(lost);
            Description { moment: Moment { facts: &facts, ..moment }, offset: AFTER_ACKNOWLEDGE, canon }.all();
        }
    }
}

/// A description being written.
struct Description<'a> {
    moment: Moment<'a>,
    offset: i64,
    canon: &'a mut Canon,
}

impl<'a> Description<'a> {
    fn kind(&self, kind: i64) -> Token {
        Token::Number(kind.saturating_add(self.offset))
    }

    fn facts(&self) -> &'a Facts {
        self.moment.facts
    }

    fn all(mut self) {
        if self.windows_are_fixed() {
            let phase = self.moment.now.checked_rem(self.moment.settings.window).unwrap_or(0);
            self.canon.fact(&[self.kind(kind::WINDOW_PHASE), number(phase)]);
        }
        self.tenants();
        self.charges();
        self.slots();
        for run in &self.facts().runs {
            self.run(run);
        }
        self.queues();
        self.leases();
        if let Some(tenant) = self.facts().last_granted {
            self.canon.fact(&[self.kind(kind::LAST_GRANTED), tenant.into()]);
        }
        for run in &self.facts().tombstones {
            self.canon.fact(&[self.kind(kind::TOMBSTONE), (*run).into()]);
        }
    }

    fn windows_are_fixed(&self) -> bool {
        match self.moment.decisions.window_shape() {
            WindowShape::Fixed => true,
            WindowShape::Rolling => false,
        }
    }

    fn refunds_follow_their_charges(&self) -> bool {
        match self.moment.decisions.refund_window() {
            RefundWindow::ChargedWindow => true,
            RefundWindow::CurrentWindow => false,
        }
    }

    /// Limits; under fixed windows what was spent in this one, too.
    fn tenants(&mut self) {
        let fixed = self.windows_are_fixed();
        for (limits, tenant) in self.facts().limits.iter().zip((0..).map(TenantId)) {
            if !self.moment.exists(tenant) {
                continue;
            }
            self.canon.fact(&[self.kind(kind::LIMITS), tenant.into(), limits.cap.into(), limits.quota.into()]);
            let spent = if fixed { self.moment.spent(tenant) } else { 0 };
            if spent != 0 {
                self.canon.fact(&[self.kind(kind::SPENT), tenant.into(), spent.into()]);
            }
        }
    }

    /// Under rolling windows each charge by its age; under fixed ones only what a refund of the run can still take out of
    /// this window (D07 charged-window).
    fn charges(&mut self) {
        let fixed = self.windows_are_fixed();
        let follow = self.refunds_follow_their_charges();
        let ledger = &self.facts().ledger;
        for (index, charge) in ledger.iter().enumerate() {
            let run = self.refundable(charge).filter(|_| follow);
            for (instant, is_refund) in [(Some(charge.instant), false), (charge.refunded, true)] {
                let Some(instant) = instant.filter(|instant| self.moment.in_window(*instant)) else { continue };
                if charge.refunded.is_some() && (follow || fixed) || fixed && run.is_none() {
                    continue;
                }
                let age = if fixed { 0 } else { self.moment.now.saturating_sub(instant) };
                self.amount(index, charge.tenant, run, age, (instant, is_refund), fixed);
            }
        }
    }

    /// One fact for all amounts that nothing can tell apart any more, at the first of them.
    fn amount(
        &mut self,
        index: usize,
        tenant: TenantId,
        run: Option<RunId>,
        age: Millis,
        (instant, is_refund): (Millis, bool),
        fixed: bool,
    ) {
        let mut amount: Credits = 0;
        for (other_index, other) in self.facts().ledger.iter().enumerate() {
            let other_run = self.refundable(other).filter(|_| self.refunds_follow_their_charges());
            if other.tenant != tenant || other_run != run {
                continue;
            }
            let counted = other.refunded.is_none() || !self.refunds_follow_their_charges() && !fixed;
            for (other_instant, other_is_refund) in [(Some(other.instant), false), (other.refunded, true)] {
                let Some(other_instant) = other_instant.filter(|_| counted) else { continue };
                let same = if fixed { self.moment.in_window(other_instant) } else { other_instant == instant };
                if !same {
                    continue;
                }
                if (other_index, other_is_refund) < (index, is_refund) {
                    return;
                }
                amount = amount.saturating_add(if other_is_refund { -other.amount } else { other.amount });
            }
        }
        if amount != 0 {
            let run = run.map_or(Token::Number(0), Token::from);
            self.canon.fact(&[self.kind(kind::CHARGE), tenant.into(), run, number(age), amount.into()]);
        }
    }

    /// The run that can still be refunded this charge.
    fn refundable(&self, charge: &Charge) -> Option<RunId> {
        let run = charge.run.filter(|_| charge.refunded.is_none())?;
        let open = self.facts().run(run).is_some_and(|run| !run.status.is_terminal());
        open.then_some(run)
    }

    /// Slots present, warming, resting.
    fn slots(&mut self) {
        let facts = self.facts();
        let present = i64::try_from(facts.slots_present()).unwrap_or(i64::MAX);
        self.canon.fact(&[self.kind(kind::SLOTS), present.into()]);
        for warming in self.moment.slots_warming() {
            let count = i64::try_from(warming.count).unwrap_or(i64::MAX);
            let left = warming.instant.saturating_sub(self.moment.now);
            self.canon.fact(&[self.kind(kind::WARMING), number(left), count.into()]);
        }
        let rest = match self.moment.decisions.slot_reuse() {
            SlotReuse::AfterGrace => true,
            SlotReuse::AtOnce => false,
        };
        if !rest {
            return;
        }
        let by_tenant = match self.moment.decisions.silent_holder() {
            SilentHolder::PoolOnly => false,
            SilentHolder::PoolAndCap => true,
        };
        let ends = &facts.silent_ends;
        for (index, end) in ends.iter().enumerate().filter(|(_, end)| end.until > self.moment.now) {
            let alike =
                |other: usize| ends[other].until == end.until && (!by_tenant || ends[other].tenant == end.tenant);
            if (0..index).any(alike) {
                continue;
            }
            let count = (index..ends.len()).filter(|other| alike(*other)).count() as i64;
            let tenant = if by_tenant { end.tenant.into() } else { Token::Number(0) };
            let left = number(end.until.saturating_sub(self.moment.now));
            self.canon.fact(&[self.kind(kind::RESTING), left, tenant, count.into()]);
        }
    }

    /// Places in each tenant's queue; under D16 fifo the entries too, as ranks among the runs that are open.
    fn queues(&mut self) {
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

    fn run(&mut self, run: &Run) {
        let held = run.status == Status::Held;
        let status = run.status as i64;
        let used = self.moment.attempts_used(run.failures, run.losses);
        let charged = run.charged && run.net_charge == 0;
        self.canon.fact(&[
            self.kind(kind::RUN),
            run.run.into(),
            status.into(),
            self.readable_cost(run).into(),
            used.into(),
            run.net_charge.into(),
            charged.into(),
            (held && run.cancel_requested).into(),
            self.readable_first_answer(run).into(),
            self.readable_fences(run).into(),
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
        match self.moment.decisions.resubmit() {
            Resubmit::RepeatIfEqual | Resubmit::Repeat => i64::from(run.first_parked),
            Resubmit::Refuse => 0,
        }
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
                let others = |(fence, of): &&(spec::Fence, RunId)| *of == run.run && *fence != newest.fence;
                self.facts().grants.iter().any(|grant| others(&grant))
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

    /// Live leases by rank; deadlines relative to now, no further back than a rest after them reaches.
    fn leases(&mut self) {
        let leases = &self.facts().leases;
        let floor = self.furthest_back();
        let back = |lease: &Lease| relative(lease.deadline, self.moment.now).max(floor);
        let ends_at_a_sweep = match self.moment.decisions.expiry_effect() {
            ExpiryEffect::AtSweep | ExpiryEffect::AtDeadline | ExpiryEffect::Uncounted => true,
            ExpiryEffect::Never => false,
        };
        for (rank, lease) in leases.iter().enumerate() {
            let deadline = back(lease);
            // Those that are all as far back are ended in the order of their deadlines still.
            let among =
                |other: &&Lease| back(other) == floor && (other.deadline, other.fence) < (lease.deadline, lease.fence);
            let order = if deadline == floor && ends_at_a_sweep { leases.iter().filter(among).count() } else { 0 };
            self.canon.fact(&[
                self.kind(kind::LEASE),
                (rank as i64).into(),
                lease.run.into(),
                lease.worker.into(),
                deadline.into(),
                (order as i64).into(),
            ]);
        }
    }

    /// How far back a deadline still matters, as a relative time below 0.
    fn furthest_back(&self) -> i64 {
        let swept_slots_rest = match self.moment.decisions.slot_reuse() {
            SlotReuse::AfterGrace => true,
            SlotReuse::AtOnce => false,
        };
        let grace = i64::try_from(self.moment.settings.grace).unwrap_or(i64::MAX);
        if swept_slots_rest { grace.saturating_neg().min(-1) } else { -1 }
    }
}

fn number(value: u64) -> Token {
    Token::Number(i64::try_from(value).unwrap_or(i64::MAX))
}

/// An instant relative to now.
fn relative(instant: Millis, now: Millis) -> i64 {
    let distance = i64::try_from(instant.abs_diff(now)).unwrap_or(i64::MAX);
    if instant < now { -distance } else { distance }
}
