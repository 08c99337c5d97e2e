//! How a step changes the facts: time passes, leases end, a run is shed, an answer is given.
//!
//! What an outcome claims is taken as it stands; decisions are asked only for what an outcome does not say: where a run
//! was requeued (D18), whether and from when a slot rests (D26), which window a refund goes to (D07), what a recovery
//! did to deadlines (D36), and how the clock follows (D38).

use super::facts::{Facts, Lease, run_key};
use super::pool::Rest;
use super::questions::slots_rest;
use super::silence::{End, end_of};
use super::step::{NewGrant, Rules, Step};
use spec::decisions::{ClockStepBack, RequeuePlace, RestartLeases};
use spec::{Answer, Command, Ended, Fate, Idle, Millis, Refusal, Shed, Status, TenantId};

impl Facts {
    /// Moves the clock to a command's instant (D38), lets time pass, and returns the control plane's time.
    pub(super) fn advance(&mut self, at: Millis, rules: &Rules) -> Millis {
        if self.clock.lag(at) > 0 {
            match rules.decisions.clock_step_back() {
                ClockStepBack::Rebase => self.clock.offset = self.clock.last.saturating_sub(at),
                ClockStepBack::Clamp | ClockStepBack::Refuse => {}
            }
        }
        self.clock.last = self.clock.time(at);
        self.pass_time(self.clock.last);
        self.clock.last
    }

    /// Lets slots become warm and rests end.
    pub(super) fn pass_time(&mut self, now: Millis) {
        self.pool.warm(now);
        for _ in 0..self.pool.resting() {
            let Some(tenant) = self.pool.wake(now) else { break };
            if let Some(facts) = self.tenants.get_mut(tenant.0 as usize) {
                facts.resting -= 1;
            }
            self.stir(tenant);
        }
        if now >= self.stirs_at {
            self.stirs_at = Millis::MAX;
            for tenant in 0..self.tenants.len() as u32 {
                self.stir(TenantId(tenant));
            }
        }
    }

    /// A lease ends.
    pub(super) fn fold_end(&mut self, step: &Step<'_>, end: &Ended) {
        self.stir(end.run.tenant);
        let mut revoked = false;
        if let Some(place) = self.lease_place(end.run, end.fence) {
            let lease = self.leases[place];
            match end_of(step, &lease, end) {
                End::Word => {}
                End::Lost { since } => self.rest(step, &lease, since),
                End::Revoked => {
                    revoked = true;
                    self.rest(step, &lease, step.now);
                }
            }
            self.remove_lease(place);
        }
        self.refund(end.run, end.refunded, step);
        let place = self.runs.place(run_key(end.run));
        match end.fate {
            Fate::Requeued => self.requeue(step, place, revoked),
            Fate::Failed => self.finish(place, Status::Failed),
            Fate::Cancelled => self.finish(place, Status::Cancelled),
            Fate::Completed => self.finish(place, Status::Completed),
            Fate::AlreadyFinal => {}
        }
    }

    /// A run is put out of a full queue (D14).
    pub(super) fn fold_shed(&mut self, step: &Step<'_>, shed: &Shed) {
        self.stir(shed.run.tenant);
        self.refund(shed.run, shed.refunded, step);
        let place = self.runs.place(run_key(shed.run));
        self.finish(place, Status::Shed);
    }

    /// The answer, and what was charged.
    pub(super) fn fold_answer(&mut self, step: &Step<'_>) {
        if let Some(run) = step.run() {
            self.stir(run.tenant);
            self.fold_bill(run, step);
        }
        match (step.command, step.answer) {
            (Command::Submit { run, cost }, Answer::Queued { parked }) if !step.repeated => {
                let place = self.runs.place(run_key(run));
                self.queue(place, cost.get(), parked);
            }
            (Command::Submit { run, .. }, Answer::Refused(refusal)) if !step.repeated && is_passing(refusal) => {
                let place = self.runs.place(run_key(run));
                self.runs[place].status.get_or_insert(Status::Rejected);
            }
            (Command::Claim { .. }, Answer::Granted { .. }) => {
                if let Some(grant) = step.new_grant(self) {
                    self.grant(&grant);
                }
            }
            (Command::Claim { .. }, Answer::Idle(Idle::NothingEligible)) => self.settle(step),
            (Command::Heartbeat { worker, fence }, Answer::Renewed { deadline, .. }) => {
                if let Some(place) = self.lease_of_worker(worker, fence) {
                    self.leases[place].deadline = deadline;
                }
            }
            (Command::Complete { run, .. }, Answer::Applied) => {
                let place = self.runs.place(run_key(run));
                self.finish(place, Status::Completed);
                self.runs[place].applied = true;
            }
            (Command::Complete { run, .. }, _) if step.cancels_by_completion(self) => {
                let place = self.runs.place(run_key(run));
                self.finish(place, Status::Cancelled);
            }
            (Command::Cancel { run }, Answer::Cancelled) => {
                let place = self.runs.place(run_key(run));
                self.finish(place, Status::Cancelled);
            }
            (Command::Cancel { run }, Answer::CancelRequested) => {
                let place = self.runs.place(run_key(run));
                self.runs[place].cancel_requested = true;
            }
            (Command::SetCap { tenant, cap }, Answer::Set) => self.set_limit(tenant, |facts| facts.cap = cap),
            (Command::SetQuota { tenant, quota }, Answer::Set) => self.set_limit(tenant, |facts| facts.quota = quota),
            (Command::Resize { slots }, Answer::Set) => {
                let warm_at = step.now.saturating_add(step.settings().warm_up);
                self.pool.resize(slots.max(0), warm_at);
            }
            (Command::Restart { .. }, Answer::Halted) => self.pending_loss = Some(step.lost),
            (Command::Restart { .. } | Command::Acknowledge, Answer::Recovered { .. }) => self.recover(step),
            _ => {}
        }
    }

    fn queue(&mut self, place: usize, cost: u32, parked: bool) {
        let run = &mut self.runs[place];
        if matches!(run.status, None | Some(Status::Rejected)) {
            run.status = Some(Status::Queued);
            run.cost = cost;
            run.parked = parked;
            let tenant = run.id.tenant;
            if let Some(facts) = self.tenants.get_mut(tenant.0 as usize) {
                facts.queue.push(place as u32);
            }
        }
    }

    fn requeue(&mut self, step: &Step<'_>, place: usize, revoked: bool) {
        let run = &mut self.runs[place];
        if run.status != Some(Status::Held) || self.leases.iter().any(|lease| lease.run == run.id) {
            return;
        }
        run.status = Some(Status::Queued);
        let tenant = run.id.tenant;
        if let Some(facts) = self.tenants.get_mut(tenant.0 as usize) {
            let at_front = facts.queue.is_empty()
                || revoked
                || match step.decisions().requeue_place() {
                    RequeuePlace::Front => true,
                    RequeuePlace::Back => false,
                };
            let index = if at_front { 0 } else { facts.queue.len() };
            facts.queue.insert(index, place as u32);
        }
    }

    /// A run leaves its tenant's queue, if it is there.
    fn unqueue(&mut self, place: usize) {
        if self.runs[place].status != Some(Status::Queued) {
            return;
        }
        let tenant = self.runs[place].id.tenant;
        if let Some(facts) = self.tenants.get_mut(tenant.0 as usize)
            && let Some(index) = facts.queue.iter().position(|queued| *queued as usize == place)
        {
            facts.queue.remove(index);
        }
    }

    /// A run comes to its end; the first one that was told stays.
    fn finish(&mut self, place: usize, status: Status) {
        self.unqueue(place);
        let run = &mut self.runs[place];
        run.parked = false;
        run.cancel_requested = false;
        if !run.is_final() {
            run.status = Some(status);
        }
    }

    fn grant(&mut self, grant: &NewGrant) {
        let place = self.runs.place(run_key(grant.run));
        self.unqueue(place);
        let run = &mut self.runs[place];
        if !run.is_final() {
            run.status = Some(Status::Held);
        }
        run.was_parked |= run.parked;
        run.parked = false;
        run.newest = Some(grant.fence);
        let NewGrant { run, worker, fence, deadline } = *grant;
        self.leases.push(Lease { run, worker, fence, deadline });
        self.highest = self.highest.max(fence);
        if let Some(facts) = self.tenants.get_mut(run.tenant.0 as usize) {
            facts.live += 1;
        }
    }

    fn remove_lease(&mut self, place: usize) {
        let lease = self.leases.swap_remove(place);
        if let Some(facts) = self.tenants.get_mut(lease.run.tenant.0 as usize) {
            facts.live -= 1;
        }
    }

    /// D26: the slot of a lease that ended silently rests.
    fn rest(&mut self, step: &Step<'_>, lease: &Lease, since: Millis) {
        let until = since.saturating_add(step.settings().grace);
        if until <= step.now || !slots_rest(step.decisions()) {
            return;
        }
        let tenant = lease.run.tenant;
        self.pool.rest(Rest { until, tenant });
        if let Some(facts) = self.tenants.get_mut(tenant.0 as usize) {
            facts.resting += 1;
        }
    }

    fn set_limit(&mut self, tenant: TenantId, set: impl FnOnce(&mut super::facts::TenantFacts)) {
        if let Some(facts) = self.tenants.get_mut(tenant.0 as usize) {
            set(facts);
        }
        self.stir(tenant);
    }

    /// D36: what a recovery does to the leases that it lets live.
    fn recover(&mut self, step: &Step<'_>) {
        self.pending_loss = None;
        let extended = step.now.saturating_add(step.settings().lease);
        if !self.leases.iter().any(|lease| lease.deadline < extended) {
            return;
        }
        match step.decisions().restart_leases() {
            RestartLeases::Extend => {
                for lease in &mut self.leases {
                    lease.deadline = lease.deadline.max(extended);
                }
            }
            RestartLeases::Keep | RestartLeases::ExpireAll => {}
        }
    }

    /// Something changed that may let this tenant's runs start.
    fn stir(&mut self, tenant: TenantId) {
        if let Some(facts) = self.tenants.get_mut(tenant.0 as usize)
            && !facts.stirred
        {
            facts.stirred = true;
            self.stirred.push(tenant);
        }
    }

    /// A claim was told that nothing is eligible: that stays so until a tenant is stirred.
    fn settle(&mut self, step: &Step<'_>) {
        while let Some(tenant) = self.stirred.pop() {
            let facts = &mut self.tenants[tenant.0 as usize];
            facts.stirred = false;
            self.stirs_at = self.stirs_at.min(facts.ledger.next_change(step.now, step.rules));
        }
    }
}

/// A refusal for a reason that may pass: it leaves the run rejected (D13).
pub(super) fn is_passing(refusal: Refusal) -> bool {
    matches!(refusal, Refusal::Blocked | Refusal::AtCap | Refusal::NoCredit | Refusal::QueueFull)
}
