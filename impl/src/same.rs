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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Warming;
    use crate::runs::Stage;
    use crate::testing::small_settings;
    use spec::{DecisionId, Decisions, Digest, Limits, Refusal, RunId, Settings, TenantId, WorkerId};

    type Change = fn(&mut ControlPlane);

    /// A state that has one of everything: leases, queues, rests, warming slots, charges, and older fences.
    fn plane(options: &[(&str, &str)], story: &str) -> ControlPlane {
        let mut decisions = Decisions::default();
        for (name, option) in options {
            let decision = DecisionId::find(name).unwrap();
            decisions.set(decision, decision.option(option).unwrap()).unwrap();
        }
        let mut plane = ControlPlane::new(&small_settings(2), &decisions).unwrap();
        for step in story.split(',') {
            let (at, command) = step.trim().split_once(' ').unwrap();
            plane.apply(at.parse().unwrap(), command.parse().unwrap());
        }
        plane
    }

    const STORY: &str = "0 submit a/0 cost 1, 0 submit b/0 cost 1, 0 claim w1, 0 fail w1 fence 1.1, 0 claim w1, \
        0 submit a/1 cost 1, 5 sweep, 5 submit b/1 cost 1, 5 resize 4, 6 claim w2, 6 claim w3";

    const CHANGES: [(&str, Change); 46] = [
        ("the clock", |plane| plane.clock.last += 1),
        ("the offset", |plane| plane.clock.offset += 1),
        ("the term", |plane| plane.term += 1),
        ("the grants", |plane| plane.grants += 1),
        ("a halt", |plane| plane.halted = Some(1)),
        ("whether records were given away", |plane| plane.journal.drained = true),
        ("the records", |plane| {
            let _ = plane.journal.records.pop();
        }),
        ("the settings", |plane| Arc::make_mut(&mut plane.setup).lease += 1),
        ("the decisions", |plane| {
            // Of the same settings, but not the very same ones: only then the decisions are compared.
            plane.setup = Arc::new(Settings::clone(&plane.setup));
            plane.decisions = Decisions::default();
        }),
        ("the last granted tenant", |plane| plane.state.last_granted = None),
        ("the next entry", |plane| plane.state.next_entry += 1),
        ("the window", |plane| plane.state.ledger.window += 1),
        ("the log", |plane| plane.state.ledger.log[0].amount += 1),
        ("the warm slots", |plane| plane.state.pool.warm += 1),
        ("the warming slots", |plane| plane.state.pool.warming.push_back(Warming { at: 9, slots: 1 })),
        ("a rest more", |plane| {
            let rest = *plane.state.pool.resting.peek().unwrap();
            plane.state.pool.resting.push(rest);
        }),
        ("a rest", |plane| {
            let Reverse(rest) = plane.state.pool.resting.pop().unwrap();
            plane.state.pool.resting.push(Reverse(Rest { until: rest.until + 1, ..rest }));
        }),
        ("a run more", |plane| {
            let _ = plane.add_run(RunId { tenant: TenantId(0), key: 9 });
        }),
        ("a run", |plane| plane.state.runs.row[0].id.key += 9),
        ("its stage", |plane| plane.state.runs.row[0].stage = Stage::Failed),
        ("its cost", |plane| plane.state.runs.row[0].cost += 1),
        ("its fence", |plane| plane.state.runs.row[0].grant += 1),
        ("its fence's term", |plane| plane.state.runs.row[0].term += 1),
        ("its net charge", |plane| plane.state.runs.row[0].net += 1),
        ("its recent charge", |plane| plane.state.runs.row[0].recent += 1),
        ("its window", |plane| plane.state.runs.row[0].mark += 1),
        ("its refusal", |plane| plane.state.runs.row[0].refusal = Refusal::NoCredit),
        ("whether it is parked", |plane| plane.state.runs.row[0].parked ^= true),
        ("its first answer", |plane| plane.state.runs.row[0].first_parked ^= true),
        ("whether it was charged", |plane| plane.state.runs.row[0].charged ^= true),
        ("whether its cancel was requested", |plane| plane.state.runs.row[0].cancel_requested ^= true),
        ("whether its lease expired", |plane| plane.state.runs.row[0].expired ^= true),
        ("its entry", |plane| plane.state.runs.past[0].entry += 9),
        ("its result", |plane| plane.state.runs.past[0].result = Digest(9)),
        ("its completion", |plane| plane.state.runs.past[0].completed_at += 1),
        ("its attempts", |plane| plane.state.runs.past[0].attempts += 1),
        ("its older fences", |plane| plane.state.runs.forget_older(0)),
        ("a tenant more", |plane| {
            let limits = Limits { cap: 1, quota: 1 };
            plane.state.tenants.push(Tenant::new(&limits));
        }),
        ("a cap", |plane| plane.state.tenants[1].cap += 1),
        ("a quota", |plane| plane.state.tenants[1].quota += 1),
        ("what rests of a tenant", |plane| plane.state.tenants[1].resting += 1),
        ("whether a tenant was ever charged", |plane| plane.state.tenants[1].ever_charged ^= true),
        ("a queue", |plane| {
            let place = plane.state.runs.row[plane.state.tenants[1].queue.head().unwrap() as usize].place;
            plane.state.tenants[1].queue.remove(place);
        }),
        ("a lease less", |plane| {
            let State { leases, keys, tenants, .. } = &mut plane.state;
            let newest = leases.newest().unwrap();
            let tenant = leases.get(newest).tenant as usize;
            leases.remove(keys, &mut tenants[tenant], newest);
        }),
        ("the worker of a lease", |plane| {
            let State { leases, keys, tenants, .. } = &mut plane.state;
            let newest = leases.newest().unwrap();
            let (lease, deadline) = (*leases.get(newest), leases.deadline(newest));
            let owner = &mut tenants[lease.tenant as usize];
            leases.remove(keys, owner, newest);
            let of = (lease.run, lease.tenant as usize);
            leases.add(keys, owner, of, (WorkerId(9), lease.fence, deadline));
        }),
        ("a deadline", |plane| {
            let _ = plane.state.leases.renew(plane.state.leases.oldest().unwrap(), 1_000);
        }),
    ];

    #[test]
    fn two_that_differ_in_one_thing_are_not_the_same_whichever_it_is() {
        let plane = plane(&[("D01", "rolling"), ("D19", "claimable")], STORY);
        let copy = plane.clone();
        assert!(copy == plane && !plane.state.pool.resting.is_empty() && plane.state.leases.len() == 2);
        for (what, change) in CHANGES {
            let mut other = plane.clone();
            change(&mut other);
            assert!(other != plane, "{what} is another");
            assert!(plane != other, "{what} is another");
        }
    }

    #[test]
    fn what_a_tenant_spent_counts_in_the_window_of_now_alone() {
        let plane = plane(&[], STORY);
        let mut other = plane.clone();
        other.state.tenants[0].spent += 1;
        assert!(other != plane);
        let spent = |window, spent| {
            let mut other = plane.clone();
            other.state.ledger.window = 3;
            (other.state.tenants[0].window, other.state.tenants[0].spent) = (window, spent);
            other
        };
        assert!(spent(2, 4) == spent(1, 3) && spent(2, 4) == spent(3, 0), "what lapsed is nothing any more");
        assert!(spent(3, 4) != spent(2, 4));
    }

    #[test]
    fn the_same_rests_are_the_same_however_they_lie() {
        let rest = |until| Reverse(Rest { until, tenant: 0 });
        assert!(same_rests(&[rest(1), rest(2), rest(3)], &[rest(1), rest(3), rest(2)]));
        assert!(!same_rests(&[rest(1), rest(2)], &[rest(1), rest(3)]));
        assert!(!same_rests(&[rest(1)], &[rest(1), rest(1)]));
    }
}
