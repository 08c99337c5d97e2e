//! When two control planes are the same: what they hold, however it lies in their lists.
//!
//! Where a run or a lease happens to lie, which holes a queue has, and what time alone would tidy up do not matter, nor
//! does which decisions were read.

use crate::plane::ControlPlane;
use crate::pool::Rest;
use crate::runs::Run;
use crate::state::State;
use crate::tenants::Tenant;
use std::cmp::Reverse;
use std::sync::Arc;

impl PartialEq for ControlPlane {
    fn eq(&self, other: &ControlPlane) -> bool {
        self.clock == other.clock
            && self.term == other.term
            && self.grants == other.grants
            && self.halted == other.halted
            && self.state == other.state
            && self.journal.drained == other.journal.drained
            && self.journal.records == other.journal.records
            && (Arc::ptr_eq(&self.setup, &other.setup)
                || self.setup == other.setup && self.decisions == other.decisions)
    }
}

impl Eq for ControlPlane {}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.last_granted == other.last_granted
            && self.next_entry == other.next_entry
            && self.ledger.window == other.ledger.window
            && self.ledger.log == other.ledger.log
            && self.pool.warm == other.pool.warm
            && self.pool.warming == other.pool.warming
            && self.runs.row.len() == other.runs.row.len()
            && self.runs.row.iter().zip(&other.runs.row).all(|(one, another)| same_run(one, another))
            && (0..self.runs.row.len() as u32).all(|run| self.same_past(run, other))
            && self.tenants.len() == other.tenants.len()
            && self.tenants.iter().zip(&other.tenants).all(|(one, another)| self.same_tenant(one, another))
            && self.same_leases(other)
            && same_rests(self.pool.resting.as_slice(), other.pool.resting.as_slice())
    }
}

impl State {
    fn same_past(&self, run: u32, other: &State) -> bool {
        let (one, another) = (&self.runs.past[run as usize], &other.runs.past[run as usize]);
        one.entry == another.entry
            && one.result == another.result
            && one.completed_at == another.completed_at
            && one.attempts == another.attempts
            && self.same_older_fences(run, other)
    }

    fn same_older_fences(&self, run: u32, other: &State) -> bool {
        match (self.runs.has_older(run), other.runs.has_older(run)) {
            (false, false) => true,
            (true, _) | (false, true) => self.runs.older_fences(run).eq(other.runs.older_fences(run)),
        }
    }

    fn same_tenant(&self, one: &Tenant, another: &Tenant) -> bool {
        let spent = |tenant: &Tenant| if tenant.window == self.ledger.window { tenant.spent } else { 0 };
        one.cap == another.cap
            && one.quota == another.quota
            && one.resting == another.resting
            && one.ever_charged == another.ever_charged
            && spent(one) == spent(another)
            && one.queue.iter().eq(another.queue.iter())
    }

    fn same_leases(&self, other: &State) -> bool {
        let same = |(one, another): (u32, u32)| {
            let (row, other_row) = (self.leases.get(one), other.leases.get(another));
            (row.fence, row.run, row.worker) == (other_row.fence, other_row.run, other_row.worker)
                && self.leases.deadline(one) == other.leases.deadline(another)
        };
        self.leases.len() == other.leases.len() && self.leases.iter().zip(other.leases.iter()).all(same)
    }
}

fn same_run(one: &Run, another: &Run) -> bool {
    one.id == another.id
        && one.stage == another.stage
        && one.cost == another.cost
        && (one.term, one.grant) == (another.term, another.grant)
        && one.net == another.net
        && one.recent == another.recent
        && one.mark == another.mark
        && one.refusal == another.refusal
        && (one.parked, one.first_parked, one.charged) == (another.parked, another.first_parked, another.charged)
        && (one.cancel_requested, one.expired) == (another.cancel_requested, another.expired)
}

/// Heaps of the same rests may differ in their order.
fn same_rests(one: &[Reverse<Rest>], another: &[Reverse<Rest>]) -> bool {
    if one.len() != another.len() {
        return false;
    }
    if one == another {
        return true;
    }
    let sorted = |rests: &[Reverse<Rest>]| {
        let mut rests = rests.to_vec();
        rests.sort_unstable();
        rests
    };
    sorted(one) == sorted(another)
}
