//! What a wrapper has to remember to make its mistake.

use super::Bug;
use spec::canon::{Canon, Token};
use spec::{Answer, Command, Fence, Millis, Outcome, RunId, Settings, TenantId, WorkerId};
use std::collections::{BTreeMap, BTreeSet};

/// What an outsider can know, as far as some bug needs it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Memory {
    pub(super) window: Millis,
    /// What lies further back than this has ended, rested and warmed up.
    longest: Millis,
    grace: Millis,
    /// The instant of the last command.
    pub(super) at: Millis,
    pub(super) slots: i64,
    pub(super) caps: Vec<i64>,
    /// Live leases, and the run of every grant.
    pub(super) live: BTreeMap<Fence, Lease>,
    pub(super) grants: BTreeMap<Fence, RunId>,
    /// The tenant that the last command granted to.
    pub(super) just_granted: Option<TenantId>,
    /// Workers whose lease a sweep ended, with that lease.
    pub(super) losers: BTreeMap<WorkerId, (Fence, Lease)>,
    /// Runs that have completed since the last restart.
    pub(super) completed: BTreeSet<RunId>,
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
            grace: settings.grace,
            longest: settings.lease.max(settings.grace).max(settings.warm_up).saturating_add(1),
            at: 0,
            slots: i64::from(settings.pool),
            caps: settings.tenants.iter().map(|limits| limits.cap).collect(),
            live: BTreeMap::new(),
            grants: BTreeMap::new(),
            just_granted: None,
            losers: BTreeMap::new(),
            completed: BTreeSet::new(),
            base: 0,
            last_grant: 0,
            shown: BTreeMap::new(),
        }
    }

    /// The last instant of the window of the last command.
    pub(super) fn end_of_last_window(&self) -> Millis {
        (self.at / self.window + 1).saturating_mul(self.window) - 1
    }

    /// Whether a worker has a live lease.
    pub(super) fn holds(&self, worker: WorkerId) -> bool {
        self.live.values().any(|lease| lease.worker == worker)
    }

    /// The live lease that the run of an older grant has now.
    pub(super) fn what_it_has_now(&self, old: Fence) -> Option<(Fence, Lease)> {
        let run = self.grants.get(&old)?;
        self.live.iter().find(|(_, lease)| lease.run == *run).map(|(fence, lease)| (*fence, *lease))
    }

    pub(super) fn note(&mut self, bug: Option<Bug>, at: Millis, command: Command, outcome: &Outcome) {
        self.at = at;
        self.just_granted = None;
        for ended in &outcome.ended {
            let lease = self.live.remove(&ended.fence);
            self.losers
                .extend(lease.filter(|_| command == Command::Sweep).map(|lease| (lease.worker, (ended.fence, lease))));
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
            (Command::Complete { run, .. }, Answer::Applied) => {
                self.completed.insert(run);
            }
            (Command::Resize { slots }, Answer::Set) => self.slots = slots,
            (Command::SetCap { tenant, cap }, Answer::Set) => {
                if let Some(known) = self.caps.get_mut(tenant.0 as usize) {
                    *known = cap;
                }
            }
            (_, Answer::Recovered { .. }) => {
                self.completed.clear();
                if bug == Some(Bug::FenceReusedAfterRestart) {
                    self.base = self.last_grant;
                }
            }
            _ => {}
        }
    }

    /// Adds what the mistake of this bug depends on, beside the control plane's own state.
    pub(super) fn describe(&self, bug: Bug, at: Millis, canon: &mut Canon) {
        let mut fact = |number: i64, token: Token| canon.fact(&[Token::Number(number), token]);
        match bug {
            Bug::CapOneCommandOld => {
                self.just_granted.into_iter().for_each(|tenant| fact(1, tenant.into()));
                self.describe_caps(canon);
            }
            Bug::LoweredCapIgnored | Bug::LaterTenantsPassedOver => self.describe_caps(canon),
            Bug::LoserShutOut => self.losers.keys().for_each(|worker| fact(1, (*worker).into())),
            Bug::EndedLeaseRepeated => self.describe_lost(at, canon),
            Bug::WindowRolledByTraffic => {
                let crossed = at / self.window > self.at / self.window;
                let behind = if crossed { at.saturating_sub(self.end_of_last_window()) } else { 0 };
                fact(1, crossed.into());
                fact(2, Token::Number((at % self.window) as i64));
                fact(3, Token::Number(behind.min(self.longest) as i64));
            }
            Bug::DedupLostAtRestart => self.completed.iter().for_each(|run| fact(1, (*run).into())),
            Bug::FenceReusedAfterRestart | Bug::FenceLostWithItsRecord => self.describe_fences(canon),
            Bug::DoubleRelease | Bug::SlotLeakedOnExpiry | Bug::ShrunkPoolIgnored => fact(1, self.slots.into()),
            Bug::LastSlotWithheld => {
                fact(1, self.slots.into());
                fact(2, (self.live.len() as i64).into());
                self.live.values().for_each(|lease| fact(3, lease.worker.into()));
            }
            Bug::StaleReleaseAccepted
            | Bug::StaleFailAccepted
            | Bug::StaleHeartbeatRenewed
            | Bug::ClaimRepeatsAnothersLease
            | Bug::RunGrantedWhileHeld => {
                for (rank, lease) in self.live.values().enumerate() {
                    canon.fact(&[Token::Number(rank as i64), lease.run.into(), lease.worker.into()]);
                }
            }
            // These take a decision otherwise, or ask the control plane's own state: there is nothing to remember.
            Bug::EffectTwice
            | Bug::CompletionForgotten
            | Bug::CompletedAfterCancel
            | Bug::CompletedRunQueuedAgain
            | Bug::CancelledRunGranted
            | Bug::TombstoneForgotten
            | Bug::RefusedThenCancelledBilled
            | Bug::RefundedTwice
            | Bug::RefundToCurrentWindow
            | Bug::ChargedAtEachAttempt
            | Bug::QuotaNotJudgedAtClaim
            | Bug::RetriedSubmitTwice
            | Bug::SubmitAcknowledgedAndLost
            | Bug::SecondLeaseWhileHolding
            | Bug::CapNotJudgedAtClaim
            | Bug::RestingSlotForgotten
            | Bug::ExpiredLeaseUncounted
            | Bug::ExpiryForgotten
            | Bug::DeadlineReadAsAlive
            | Bug::SupersededCompletionApplied
            | Bug::RequeueLost
            | Bug::LossInSilence => {}
        }
    }

    fn describe_caps(&self, canon: &mut Canon) {
        for (tenant, cap) in self.caps.iter().enumerate() {
            canon.fact(&[Token::Number(2), TenantId(tenant as u32).into(), (*cap).into()]);
        }
    }

    /// Who would be given which lease again.
    fn describe_lost(&self, at: Millis, canon: &mut Canon) {
        for (worker, (fence, lease)) in &self.losers {
            let newer = self.grants.range(fence..).filter(|(_, run)| **run == lease.run).count();
            // Beyond the grace length nobody's slot would rest for it any more.
            let since = Token::Number(at.saturating_sub(lease.deadline).min(self.grace) as i64);
            canon.fact(&[Token::Number(1), (*worker).into(), lease.run.into(), (newer as i64).into(), since]);
        }
        self.live.values().for_each(|lease| canon.fact(&[Token::Number(2), lease.worker.into()]));
    }

    /// Which fence each shown one stands for, and where the next one will be among them.
    fn describe_fences(&self, canon: &mut Canon) {
        canon.fact(&[Token::Number(1), (self.base > 0).into()]);
        if self.base == 0 {
            return;
        }
        let reals: BTreeSet<Fence> = self.shown.values().copied().collect();
        for (rank, real) in self.shown.values().enumerate() {
            canon.fact(&[Token::Number(2), (rank as i64).into(), (reals.range(..real).count() as i64).into()]);
        }
        let next = self.last_grant.saturating_sub(self.base);
        canon.fact(&[Token::Number(3), (self.shown.keys().filter(|fence| fence.grant <= next).count() as i64).into()]);
    }
}
