//! The state as a set of facts that hold all that later commands, or time, can still bring out, and nothing else.
//!
//! Times are relative to the control plane's now and end where they can no longer matter; fences, queue places and entries
//! are ranks; what no option in force can read is left out. Two states with the same facts answer every history alike,
//! but for absolute instants and fences. The journal is no part of it: what a lossy restart would lead to is described
//! by carrying it out on a copy.
//!
//! What time has brought about by the instant of the description is taken to be so for good: a rest that has ended is no
//! fact. Where the outside's clock may still be stepped back (D38), describe at the earliest instant, but not before the
//! last command's, that it can be stepped back to, and add to the key how much time has passed since.

use crate::plane::ControlPlane;
use crate::runs::{NONE, Past, Stage};
use spec::canon::{Canon, Describe, Token};
use spec::decisions::{
    CancelRefund, ChargePoint, DedupMemory, ExpiryEffect, LossRefund, QuotaGate, RefundWindow, RefusedResubmit,
    Resubmit, SilentHolder, SlotReuse, SupersededCompletion, TenantOrder, WindowShape, ZeroLimit,
};
use spec::{Credits, Millis, TenantId};
use std::cmp::Reverse;

/// The kinds of facts: each fact begins with its kind.
#[derive(Clone, Copy)]
enum Kind {
    Behind,
    Phase,
    Halted,
    Limits,
    Spent,
    Charge,
    Run,
    Place,
    RunCharge,
    Lease,
    LastGranted,
    Slots,
    Warming,
    Resting,
    Tombstone,
}

impl From<Kind> for Token {
    fn from(kind: Kind) -> Token {
        Token::Number(kind as i64)
    }
}

/// What of a run the options in force let anybody read.
struct Readable {
    /// D16 fifo among several tenants: the order of queue entries.
    entries: bool,
    /// D05, D06: a run that is not at its end may still be refunded.
    refunds: bool,
    /// D07 charged-window: which window a refund goes to hangs on when the charge was made.
    charged_window: bool,
    /// D12: the first answer, parked or not (D10).
    first_answer: bool,
    /// D13 repeat-refusal: why a run was refused.
    refusal: bool,
    /// D30 accept: whether the run has older fences.
    older: bool,
    /// D32: whether a completion is still remembered.
    memory: bool,
    /// D02 completion: whether a run at its end was ever charged.
    charged: bool,
    /// D01 rolling.
    rolling: bool,
}

fn relative(instant: Millis, now: Millis) -> Token {
    Token::Number(i64::try_from(instant.saturating_sub(now)).unwrap_or(i64::MAX))
}

fn amount(credits: Credits) -> Token {
    Token::Number(credits)
}

impl Describe for ControlPlane {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        let now = self.clock.reading(at);
        let behind = self.clock.behind(at);
        if behind > 0 {
            canon.fact(&[Kind::Behind.into(), relative(behind, 0)]);
        }
        if let Some(lost) = self.halted {
            canon.fact(&[Kind::Halted.into(), lost.into()]);
        }
        let readable = self.readable();
        if !readable.rolling {
            canon.fact(&[Kind::Phase.into(), relative(now % self.setup.window, 0)]);
        }
        if let Some(tenant) = self.state.last_granted {
            canon.fact(&[Kind::LastGranted.into(), tenant.into()]);
        }
        self.describe_tenants(now, &readable, canon);
        for run in 0..self.state.runs.row.len() as u32 {
            self.describe_run(now, run, &readable, canon);
        }
        self.describe_leases(now, canon);
        self.describe_pool(now, canon);
        if readable.rolling {
            self.describe_log(now, &readable, canon);
        }
    }
}

impl ControlPlane {
    fn readable(&self) -> Readable {
        let decisions = &self.decisions;
        Readable {
            entries: self.state.tenants.len() > 1 && decisions.tenant_order() == TenantOrder::Fifo,
            refunds: decisions.cancel_refund() == CancelRefund::Refund || decisions.loss_refund() == LossRefund::Refund,
            charged_window: decisions.refund_window() == RefundWindow::ChargedWindow,
            first_answer: decisions.quota_gate() == QuotaGate::Park && decisions.resubmit() != Resubmit::Refuse,
            refusal: decisions.refused_resubmit() == RefusedResubmit::RepeatRefusal,
            older: decisions.superseded_completion() == SupersededCompletion::Accept,
            memory: decisions.dedup_memory() != DedupMemory::Forever,
            charged: decisions.charge_point() == ChargePoint::Completion,
            rolling: decisions.window_shape() == WindowShape::Rolling,
        }
    }

    fn describe_tenants(&self, now: Millis, readable: &Readable, canon: &mut Canon) {
        for (index, tenant) in self.state.tenants.iter().enumerate() {
            if tenant.configured_zero && self.decisions.zero_limit() == ZeroLimit::Invalid {
                continue;
            }
            let name = TenantId(index as u32);
            canon.fact(&[Kind::Limits.into(), name.into(), amount(tenant.cap), amount(tenant.quota)]);
            if !readable.rolling {
                let spent = self.spent_at(index, tenant, now);
                if spent != 0 {
                    canon.fact(&[Kind::Spent.into(), name.into(), amount(spent)]);
                }
            }
            for (rank, run) in tenant.queue.iter().enumerate() {
                let run = &self.state.runs.row[run as usize];
                canon.fact(&[Kind::Place.into(), run.id.into(), (rank as u32).into(), run.parked.into()]);
            }
        }
    }

    fn describe_run(&self, now: Millis, index: u32, readable: &Readable, canon: &mut Canon) {
        let (run, past) = (&self.state.runs.row[index as usize], &self.state.runs.past[index as usize]);
        if run.stage == Stage::Tombstone {
            return canon.fact(&[Kind::Tombstone.into(), run.id.into()]);
        }
        if run.stage == Stage::Rejected {
            let reason = if readable.refusal { run.refusal as u32 } else { 0 };
            return canon.fact(&[Kind::Run.into(), run.id.into(), (run.stage as u32).into(), reason.into()]);
        }
        let mut fact = [Token::Number(0); 10];
        fact[0] = Kind::Run.into();
        fact[1] = run.id.into();
        fact[2] = (run.stage as u32).into();
        fact[3] = run.cost.into();
        fact[4] = past.attempts.into();
        fact[5] = amount(run.net);
        // The view shows whether there was a grant, and D34 apply-always asks for it.
        let mut flags = u32::from(run.grant > 0) << 6;
        flags |= u32::from(readable.first_answer && run.first_parked);
        match run.stage {
            Stage::Queued | Stage::Held => {
                flags |= u32::from(run.cancel_requested) << 1;
                // How the newest lease ended: D29 asks only while it is the newest.
                if run.lease == NONE && run.grant > 0 {
                    flags |= if run.expired { 1 << 2 } else { 1 << 3 };
                }
                flags |= u32::from(readable.older && self.state.runs.has_older(index)) << 4;
                if readable.entries {
                    fact[7] = self.entry_rank(past).into();
                }
                if readable.refunds && readable.charged_window && !readable.rolling {
                    let recent = if run.mark == now / self.setup.window { run.recent } else { 0 };
                    fact[8] = amount(recent);
                }
            }
            Stage::Completed => {
                fact[9] = past.result.into();
                if readable.memory {
                    fact[7] = self.memory_left(now, past, readable);
                }
                flags |= u32::from(readable.charged && run.charged) << 5;
            }
            Stage::Cancelled => {
                flags |= u32::from(readable.charged && run.charged) << 5;
            }
            Stage::Failed | Stage::Shed | Stage::Rejected | Stage::Tombstone => {}
        }
        fact[6] = flags.into();
        canon.fact(&fact);
    }

    /// The place of a run's queue entry among those of all runs that are queued or may be again.
    fn entry_rank(&self, past: &Past) -> u32 {
        let runs = self.state.runs.row.iter().zip(&self.state.runs.past);
        runs.filter(|(run, other)| run.stage.is_open() && other.entry < past.entry).count() as u32
    }

    /// D32: for how long a completion is still remembered; with fixed windows the phase says the rest.
    fn memory_left(&self, now: Millis, past: &Past, readable: &Readable) -> Token {
        let window = self.setup.window;
        if readable.rolling {
            relative(past.completed_at.saturating_add(window), now)
        } else {
            (past.completed_at / window == now / window).into()
        }
    }

    fn describe_leases(&self, now: Millis, canon: &mut Canon) {
        let leases = &self.state.leases;
        for (rank, lease) in leases.iter().enumerate() {
            let row = leases.get(lease);
            let deadline = leases.deadline(lease);
            let (overdue, until, order) = if self.is_due(lease, now) {
                let (until, order) = self.overdue(now, lease);
                (true, until, order)
            } else {
                (false, relative(deadline, now), 0)
            };
            let run = self.state.runs.row[row.run as usize].id;
            let rank = rank as u32;
            canon.fact(&[
                Kind::Lease.into(),
                run.into(),
                row.worker.into(),
                rank.into(),
                overdue.into(),
                until,
                order.into(),
            ]);
        }
    }

    /// What still matters of a deadline that has passed: how long its slot would rest, and its turn in a sweep.
    fn overdue(&self, now: Millis, lease: u32) -> (Token, u32) {
        match self.decisions.expiry_effect() {
            ExpiryEffect::Never => (Token::Number(0), 0),
            ExpiryEffect::AtSweep | ExpiryEffect::AtDeadline | ExpiryEffect::Uncounted => {
                let leases = &self.state.leases;
                let turn = |lease: u32| (leases.deadline(lease), leases.get(lease).fence);
                let order = self.due(now).filter(|other| turn(*other) < turn(lease)).count() as u32;
                let until = match self.decisions.slot_reuse() {
                    SlotReuse::AfterGrace => relative(turn(lease).0.saturating_add(self.setup.grace), now),
                    SlotReuse::AtOnce => Token::Number(0),
                };
                (until, order)
            }
        }
    }

    fn describe_pool(&self, now: Millis, canon: &mut Canon) {
        let pool = &self.state.pool;
        let mut warm = pool.warm;
        for warming in &pool.warming {
            if warming.at <= now {
                warm = warm.saturating_add(warming.slots);
            } else {
                canon.fact(&[Kind::Warming.into(), relative(warming.at, now), relative(warming.slots, 0)]);
            }
        }
        canon.fact(&[Kind::Slots.into(), relative(warm, 0)]);
        if pool.resting.is_empty() {
            return;
        }
        let by_tenant = self.decisions.silent_holder() == SilentHolder::PoolAndCap;
        let rests = pool.resting.as_slice();
        for (index, Reverse(rest)) in rests.iter().enumerate().filter(|(_, Reverse(rest))| rest.until > now) {
            let same = |Reverse(other): &&Reverse<crate::pool::Rest>| {
                other.until == rest.until && (!by_tenant || other.tenant == rest.tenant)
            };
            if rests[..index].iter().any(|other| same(&other)) {
                continue;
            }
            let count = rests.iter().filter(same).count() as u32;
            let until = relative(rest.until, now);
            if by_tenant {
                canon.fact(&[Kind::Resting.into(), until, count.into(), TenantId(rest.tenant).into()]);
            } else {
                canon.fact(&[Kind::Resting.into(), until, count.into()]);
            }
        }
    }

    /// D01 rolling: the charges by age; on their runs' accounts while a refund may undo them (D07 charged-window).
    fn describe_log(&self, now: Millis, readable: &Readable, canon: &mut Canon) {
        let window = self.setup.window;
        let log = &self.state.ledger.log;
        let account = |charge: &crate::ledger::Charge| {
            let run = self.state.runs.row.get(charge.run as usize);
            run.filter(|run| readable.refunds && readable.charged_window && run.stage.is_open()).map(|run| run.id)
        };
        for (index, charge) in log.iter().enumerate() {
            if charge.amount == 0 || now - charge.at >= window {
                continue;
            }
            let id = account(charge);
            let same = |other: &&crate::ledger::Charge| {
                other.at == charge.at && other.tenant == charge.tenant && account(other) == id
            };
            let earlier = log.range(..index).rev().take_while(|other| other.at == charge.at);
            if earlier.filter(|other| other.amount != 0).any(|other| same(&other)) {
                continue;
            }
            let later = log.range(index..).take_while(|other| other.at == charge.at);
            let sum = later.filter(same).map(|other| other.amount).fold(0, Credits::saturating_add);
            let left = relative(charge.at.saturating_add(window), now);
            match id {
                Some(run) => canon.fact(&[Kind::RunCharge.into(), run.into(), left, amount(sum)]),
                None if sum == 0 => {}
                None => canon.fact(&[Kind::Charge.into(), TenantId(charge.tenant).into(), left, amount(sum)]),
            }
        }
    }
}
