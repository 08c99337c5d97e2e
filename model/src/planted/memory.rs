//! What a wrapper has to remember to make its mistake.

use super::Bug;
use spec::canon::{Canon, Token};
use spec::{Answer, Command, Fence, Millis, Outcome, RunId, Settings, TenantId, WorkerId};
use std::collections::{BTreeMap, BTreeSet};

/// What an outsider can know, as far as some bug needs it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Memory {
    pub(super) window: Millis,
    /// The instant of the last command.
    pub(super) at: Millis,
    pub(super) slots: i64,
    pub(super) caps: Vec<i64>,
    /// Live leases, and the run of every grant.
    pub(super) live: BTreeMap<Fence, Lease>,
    pub(super) grants: BTreeMap<Fence, RunId>,
    /// The tenant that the last command granted to.
    pub(super) just_granted: Option<TenantId>,
    /// Workers whose lease a sweep ended.
    pub(super) losers: BTreeSet<WorkerId>,
    /// By how much grant numbers are shown lower, and what each shown fence stands for.
    pub(super) base: u64,
    pub(super) last_grant: u64,
    pub(super) shown: BTreeMap<Fence, Fence>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lease {
    pub(super) run: RunId,
    pub(super) worker: WorkerId,
    pub(super) deadline: Millis,
}

impl Memory {
    pub(super) fn new(settings: &Settings) -> Memory {
        Memory {
            window: settings.window.max(1),
            at: 0,
            slots: i64::from(settings.pool),
            caps: settings.tenants.iter().map(|limits| limits.cap).collect(),
            live: BTreeMap::new(),
            grants: BTreeMap::new(),
            just_granted: None,
            losers: BTreeSet::new(),
            base: 0,
            last_grant: 0,
            shown: BTreeMap::new(),
        }
    }

    pub(super) fn note(&mut self, at: Millis, command: Command, outcome: &Outcome) {
        self.at = at;
        self.just_granted = None;
        for ended in &outcome.ended {
            let lease = self.live.remove(&ended.fence);
            self.losers.extend(lease.filter(|_| command == Command::Sweep).map(|lease| lease.worker));
        }
        match (command, outcome.answer) {
            (Command::Claim { worker }, Answer::Granted { run, fence, deadline }) if !outcome.repeated => {
                self.live.insert(fence, Lease { run, worker, deadline });
                self.grants.insert(fence, run);
                self.just_granted = Some(run.tenant);
                self.last_grant = fence.grant;
            }
            (Command::Heartbeat { fence, .. }, Answer::Renewed { deadline, .. }) => {
                if let Some(lease) = self.live.get_mut(&fence) {
                    lease.deadline = deadline;
                }
            }
            (Command::Resize { slots }, Answer::Set) => self.slots = slots,
            (Command::SetCap { tenant, cap }, Answer::Set) => {
                if let Some(known) = self.caps.get_mut(tenant.0 as usize) {
                    *known = cap;
                }
            }
            (_, Answer::Recovered { .. }) => self.base = self.last_grant,
            _ => {}
        }
    }

    /// Adds what the mistake of this bug depends on, beside the control plane's own state.
    pub(super) fn describe(&self, bug: Bug, at: Millis, canon: &mut Canon) {
        let mut fact = |number: i64, token: Token| canon.fact(&[Token::Number(number), token]);
        match bug {
            Bug::CapOneCommandOld => {
                self.just_granted.into_iter().for_each(|tenant| fact(1, tenant.into()));
                self.caps.iter().enumerate().for_each(|(tenant, cap)| fact(2 + tenant as i64, (*cap).into()));
            }
            Bug::LoserShutOut => self.losers.iter().for_each(|worker| fact(1, (*worker).into())),
            Bug::WindowRolledByTraffic => {
                let crossed = at / self.window > self.at / self.window;
                fact(1, crossed.into());
                fact(2, Token::Number((at % self.window) as i64));
            }
            // The grant after a restart is wrong already.
            Bug::FenceReusedAfterRestart => fact(1, (self.base > 0).into()),
            Bug::DoubleRelease | Bug::SlotLeakedOnExpiry => fact(1, self.slots.into()),
            Bug::StaleReleaseAccepted | Bug::ClaimRepeatsAnothersLease => {
                for (rank, lease) in self.live.values().enumerate() {
                    canon.fact(&[Token::Number(rank as i64), lease.run.into(), lease.worker.into()]);
                }
            }
            Bug::EffectTwice
            | Bug::RefusedThenCancelledBilled
            | Bug::RetriedSubmitTwice
            | Bug::RestingSlotForgotten
            | Bug::RequeueLost
            | Bug::ExpiryForgotten => {}
        }
    }
}
