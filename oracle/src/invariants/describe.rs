//! The facts as the explorer's key needs them: all that can still make an invariant fire or keep silent, and nothing
//! else.
//!
//! Times are relative to the control plane's now, and those that have lapsed are left out; fences are known by what they
//! still are to their run. Decisions are asked on a copy: describing is no step, and must not count as a read.

use super::bill::current_charges;
use super::facts::{Lease, RunFacts};
use super::judge::Judge;
use super::questions::{head_holds_back, rejection_is_final, slots_rest, windows_are_fixed};
use super::step::Rules;
use spec::canon::{Canon, Describe, Token};
use spec::decisions::{RefundWindow, SilentHolder};
use spec::{Credits, Fence, Millis, RunId, Status, TenantId};

/// What a fact is about: its first token.
#[derive(Clone, Copy)]
enum Kind {
    Clock,
    Records,
    Pool,
    Warming,
    Rest,
    Tenant,
    Spent,
    Run,
    Paid,
    Place,
    Lease,
    Tombstone,
}

/// The kind of the facts that tell of runs which were cancelled before they were submitted (D35): the first token of
/// each.
pub const TOMBSTONE_FACT: i64 = Kind::Tombstone as i64;

impl From<Kind> for Token {
    fn from(kind: Kind) -> Token {
        Token::Number(kind as i64)
    }
}

impl Describe for Judge {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        let rules = self.rules.clone();
        let now = self.facts.clock.time(at);
        let view = Seen { judge: self, rules: &rules, now };
        let lag = signed(self.facts.clock.lag(at));
        let phase = if view.is_fixed() { signed(now % rules.settings.window.max(1)) } else { 0 };
        canon.fact(&[Kind::Clock.into(), lag.into(), phase.into()]);
        // Of the records only whether there are any can matter (I8); what losing some leads to is seen by losing them.
        let pending = self.facts.pending_loss.map_or(-1, |lost| lost as i64);
        canon.fact(&[Kind::Records.into(), (self.log.len() > 0).into(), pending.into()]);
        view.pool(canon);
        view.tenants(canon);
        view.runs(canon);
        view.leases(canon);
    }
}

/// A judge, seen at an instant of the control plane's time.
struct Seen<'a> {
    judge: &'a Judge,
    rules: &'a Rules,
    now: Millis,
}

impl Seen<'_> {
    fn is_fixed(&self) -> bool {
        windows_are_fixed(&self.rules.decisions)
    }

    fn pool(&self, canon: &mut Canon) {
        let pool = &self.judge.facts.pool;
        canon.fact(&[Kind::Pool.into(), pool.present.into()]);
        for warming in pool.warmings().filter(|warming| warming.at > self.now) {
            canon.fact(&[Kind::Warming.into(), signed(warming.at - self.now).into(), warming.slots.into()]);
        }
        let by_tenant = match self.rules.decisions.silent_holder() {
            SilentHolder::PoolOnly => false,
            SilentHolder::PoolAndCap => true,
        };
        let rests = pool.rests().filter(|rest| rest.until > self.now);
        let rests = rests.map(|rest| (rest.until, if by_tenant { rest.tenant } else { TenantId::default() }));
        for (index, rest) in rests.clone().enumerate() {
            if rests.clone().take(index).any(|earlier| earlier == rest) {
                continue;
            }
            let count = rests.clone().filter(|other| *other == rest).count() as i64;
            let left = signed(rest.0 - self.now);
            if by_tenant {
                canon.fact(&[Kind::Rest.into(), left.into(), count.into(), rest.1.into()]);
            } else {
                canon.fact(&[Kind::Rest.into(), left.into(), count.into()]);
            }
        }
    }

    fn tenants(&self, canon: &mut Canon) {
        let facts = &self.judge.facts;
        let in_order = head_holds_back(&self.rules.decisions);
        for (index, tenant) in facts.tenants.iter().enumerate() {
            let name = Token::Tenant(TenantId(index as u32));
            canon.fact(&[Kind::Tenant.into(), name, tenant.cap.into(), tenant.quota.into()]);
            let spent = tenant.ledger.current(self.now, self.rules).map(|entry| (entry.instant, entry.amount));
            self.amounts(canon, Kind::Spent, name, spent);
            if in_order {
                for (rank, place) in tenant.queue.iter().enumerate() {
                    canon.fact(&[Kind::Place.into(), facts.runs[*place as usize].id.into(), (rank as u32).into()]);
                }
            }
        }
    }

    /// Amounts in the window of now: one sum under fixed windows, each with its age under rolling ones.
    fn amounts(&self, canon: &mut Canon, kind: Kind, of: Token, amounts: impl Iterator<Item = (Millis, Credits)>) {
        if self.is_fixed() {
            let sum = amounts.fold(0 as Credits, |sum, (_, amount)| sum.saturating_add(amount));
            if sum != 0 {
                canon.fact(&[kind.into(), of, sum.into()]);
            }
        } else {
            for (instant, amount) in amounts {
                canon.fact(&[kind.into(), of, signed(self.now - instant).into(), amount.into()]);
            }
        }
    }

    fn runs(&self, canon: &mut Canon) {
        let facts = &self.judge.facts;
        let decisions = &self.rules.decisions;
        let remembers_refusals = rejection_is_final(decisions);
        let refunds_go_back = match decisions.refund_window() {
            RefundWindow::ChargedWindow => true,
            RefundWindow::CurrentWindow => false,
        };
        for run in facts.runs.items() {
            let status = run.status.filter(|status| *status != Status::Rejected || remembers_refusals);
            if status.is_none() && run.net == 0 {
                continue;
            }
            if run.is_tombstone() {
                canon.fact(&[Kind::Tombstone.into(), run.id.into()]);
                continue;
            }
            let goes_on = matches!(status, Some(Status::Queued | Status::Held));
            let flags = [run.parked, run.cancel_requested, run.applied, run.charged, goes_on && run.was_parked];
            let status = status.map_or(0, |status| status as i64 + 1);
            let state = flags.iter().fold(status, |state, flag| state * 2 + i64::from(*flag));
            let cost = if goes_on { i64::from(run.cost) } else { 0 };
            canon.fact(&[
                Kind::Run.into(),
                run.id.into(),
                state.into(),
                cost.into(),
                run.net.into(),
                self.newest(run).into(),
            ]);
            if goes_on && refunds_go_back {
                let paid = current_charges(facts, run.newest_charge, self.now, self.rules);
                self.amounts(canon, Kind::Paid, run.id.into(), paid.map(|charge| (charge.instant, charge.amount)));
            }
        }
    }

    /// What is known of the run's newest fence: -1 if there is none, or how many of its grants are newer, but lost. For
    /// a run that has come to its end the fence makes no difference any more: whatever is applied to it is wrong.
    fn newest(&self, run: &RunFacts) -> i64 {
        if run.is_final() && (run.applied || run.status != Some(Status::Completed)) {
            return 0;
        }
        let is_newer = |lost: &&(RunId, Fence)| lost.0 == run.id && Some(lost.1) > run.newest;
        match run.newest {
            None => -1,
            Some(_) => self.judge.facts.lost_grants.iter().filter(is_newer).count() as i64,
        }
    }

    fn leases(&self, canon: &mut Canon) {
        let facts = &self.judge.facts;
        // Past this, a deadline is past for every purpose: its slot would not even rest any more.
        let lowest = -signed(if slots_rest(&self.rules.decisions) { self.rules.settings.grace.max(1) } else { 1 });
        for Lease { run, worker, fence, deadline } in &facts.leases {
            let left = if *deadline >= self.now { signed(deadline - self.now) } else { -signed(self.now - deadline) };
            let is_newest = facts.run(*run).and_then(|facts| facts.newest) == Some(*fence);
            canon.fact(&[
                Kind::Lease.into(),
                (*run).into(),
                (*worker).into(),
                left.max(lowest).into(),
                is_newest.into(),
            ]);
        }
    }
}

fn signed(length: Millis) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
