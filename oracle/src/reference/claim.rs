//! `claim`: already holding (D20), no slot (R2), nothing eligible, and whose turn it is (D16, D17).

use super::ends::Manner;
use super::facts::{Lease, Run};
use super::moment::Moment;
use spec::decisions::{HeadOfLine, PollWhileHolding, TenantOrder};
use spec::{Answer, Ended, Few, Idle, Outcome, Refusal, Status, TenantId, WorkerId};

impl Moment<'_> {
    /// The expected outcome of `claim`.
    pub(super) fn claim(&self, worker: WorkerId) -> Outcome {
        let mut holding = self.facts.leases.iter().filter(|lease| lease.worker == worker);
        let Some(lease) = holding.next_back() else { return self.grant() };
        match self.decisions.poll_while_holding() {
            PollWhileHolding::RepeatLease if self.can_be_repeated(lease) => {
                let Lease { run, fence, deadline, .. } = *lease;
                Outcome { repeated: true, ..Outcome::just(Answer::Granted { run, fence, deadline }) }
            }
            PollWhileHolding::RepeatLease | PollWhileHolding::Refuse => Outcome::refused(Refusal::AlreadyHolding),
            PollWhileHolding::Forfeit => {
                let lost: Few<Ended> = holding.chain([lease]).map(|lease| self.end(lease, Manner::Forfeited)).collect();
                self.following(lost, Manner::Forfeited, |then| then.grant())
            }
            PollWhileHolding::GrantAnother => self.grant(),
        }
    }

    /// D20 repeat-lease: it is not past its deadline, and its run is held.
    fn can_be_repeated(&self, lease: &Lease) -> bool {
        self.facts.run(lease.run).is_some_and(|run| run.status == Status::Held) && !self.is_past(lease.deadline)
    }

    /// A grant, if there is a slot (judged first) and something eligible (R11).
    fn grant(&self) -> Outcome {
        let slot = self.free_slot();
        let turn = self.next_in_turn(slot.is_some());
        let Some(counts_from) = slot else { return Answer::Idle(Idle::NoSlot).into() };
        let Some(run) = turn else { return Answer::Idle(Idle::NothingEligible).into() };
        let deadline = counts_from.saturating_add(self.settings.lease);
        let answer = Answer::Granted { run: run.run, fence: self.next_fence, deadline };
        Outcome { charged: self.charge_at_grant(run), ..Outcome::just(answer) }
    }

    /// The run whose turn it is (D16): of each tenant only its first eligible run is looked at. The order is only asked
    /// for where there is a slot to give.
    fn next_in_turn(&self, order_matters: bool) -> Option<&Run> {
        let tenants = (0..self.facts.limits.len() as u32).map(TenantId);
        let mut eligible = tenants.filter_map(|tenant| self.first_eligible(tenant));
        let first = eligible.next()?;
        if !order_matters {
            return Some(first);
        }
        let (mut in_turn, mut oldest, mut least_held) = (first, first, first);
        for run in eligible {
            in_turn = first_by(in_turn, run, |run| self.turn(run));
            oldest = first_by(oldest, run, |run| run.entry);
            least_held = first_by(least_held, run, |run| self.facts.held(run.run.tenant));
        }
        if in_turn.run == oldest.run && oldest.run == least_held.run {
            return Some(in_turn);
        }
        match self.decisions.tenant_order() {
            TenantOrder::RoundRobin => Some(in_turn),
            TenantOrder::Fifo => Some(oldest),
            TenantOrder::LeastHeld => Some(least_held),
        }
    }

    /// Round-robin: those after the last granted tenant come first, by id, then the others, by id.
    fn turn(&self, run: &Run) -> (bool, TenantId) {
        let tenant = run.run.tenant;
        (self.facts.last_granted.is_some_and(|last| tenant <= last), tenant)
    }

    /// The first run of a tenant's queue (R16) that may start now (R2); under D17 strict only the head may.
    fn first_eligible(&self, tenant: TenantId) -> Option<&Run> {
        let queue = self.facts.queue_of(tenant);
        if queue.is_empty() || !self.exists(tenant) || self.is_blocked(tenant) || !self.is_below_cap(tenant) {
            return None;
        }
        let mut runs = queue.iter().filter_map(|run| self.facts.run(*run));
        let head = runs.next()?;
        if self.credit_allows(head) {
            return Some(head);
        }
        let later = runs.find(|run| self.credit_allows(run))?;
        match self.decisions.head_of_line() {
            HeadOfLine::Skip => Some(later),
            HeadOfLine::Strict => None,
        }
    }
}

/// The run with the lesser key; the first where they are equal.
fn first_by<'a, Key: Ord>(first: &'a Run, second: &'a Run, key: impl Fn(&Run) -> Key) -> &'a Run {
    [first, second].into_iter().min_by_key(|run| key(run)).unwrap_or(first)
}
