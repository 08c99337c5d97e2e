//! The books of somebody outside: every run, lease and credit, from commands and outcomes alone.

use oracle::reference::Situation;
use spec::{
    Answer, Command, Credits, Decisions, Ended, Fate, Fence, Millis, Outcome, Refusal, RunId, Settings, Status,
    TenantId, View,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a run that was accepted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) accepted: Millis,
    pub(super) granted: Option<Millis>,
    pub(super) status: Status,
    /// Charges less refunds.
    pub(super) billed: Credits,
}

/// A live lease.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lease {
    pub(super) run: RunId,
    pub(super) fence: Fence,
    pub(super) since: Millis,
    pub(super) deadline: Millis,
}

/// What a tenant has, and may have.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tenant {
    /// As set.
    pub(super) cap: i64,
    pub(super) queued: u64,
    pub(super) held: u64,
}

/// The books.
#[derive(Debug)]
pub(super) struct Books {
    pub(super) runs: BTreeMap<RunId, Run>,
    pub(super) live: Vec<Lease>,
    pub(super) tenants: Vec<Tenant>,
    pub(super) submits: u64,
    pub(super) refused: u64,
    /// Every run that was submitted, and those of them whose completion was applied.
    pub(super) submitted: BTreeSet<RunId>,
    pub(super) delivered: BTreeSet<RunId>,
    /// Credits charged for refused submits (D04).
    pub(super) fees: Credits,
    /// Leases that ended, and how long each was.
    pub(super) ended: Vec<(Fence, Millis)>,
    /// Grants under which a completion was applied.
    pub(super) applied: BTreeSet<Fence>,
    /// What a recovery that lost records takes the books back to; only where losses are to be expected.
    memory: Option<Situation>,
}

impl Books {
    /// Books before the first step. `losses` says whether a recovery may lose records.
    pub(super) fn new(settings: &Settings, decisions: &Decisions, losses: bool) -> Books {
        let tenant = |limits: &spec::Limits| Tenant { cap: limits.cap, ..Tenant::default() };
        Books {
            runs: BTreeMap::new(),
            live: Vec::new(),
            tenants: settings.tenants.iter().map(tenant).collect(),
            submits: 0,
            refused: 0,
            submitted: BTreeSet::new(),
            delivered: BTreeSet::new(),
            fees: 0,
            ended: Vec::new(),
            applied: BTreeSet::new(),
            memory: losses.then(|| Situation::start(settings, decisions)),
        }
    }

    /// How many accepted runs wait.
    pub(super) fn waiting(&self) -> u64 {
        self.tenants.iter().map(|tenant| tenant.queued).sum()
    }

    /// Enters one step. `now` is virtual time, `at` the instant that the command carried.
    pub(super) fn enter(&mut self, now: Millis, at: Millis, command: &Command, outcome: &Outcome) {
        if let Some(memory) = &mut self.memory {
            memory.after(at, *command, outcome);
        }
        let mut refunded = outcome.refunded;
        for ended in &outcome.ended {
            refunded -= ended.refunded;
            self.end(now, ended);
        }
        if let Some(shed) = &outcome.shed {
            refunded -= shed.refunded;
            self.bill(shed.run, -shed.refunded);
            self.become_of(shed.run, Status::Shed);
        }
        match *command {
            Command::Submit { run, .. } => self.submitted(now, run, outcome),
            Command::Cancel { run } => {
                self.bill(run, -refunded);
                if outcome.answer == Answer::Cancelled {
                    self.become_of(run, Status::Cancelled);
                }
            }
            Command::Claim { .. } => self.claimed(now, outcome),
            Command::Complete { run, fence, .. } => self.completed(run, fence, outcome, refunded),
            Command::Heartbeat { fence, .. } => {
                if let (Answer::Renewed { deadline, .. }, Some(lease)) = (outcome.answer, self.lease(fence)) {
                    lease.deadline = deadline;
                }
            }
            Command::SetCap { tenant, cap } if outcome.answer == Answer::Set => {
                if let Some(tenant) = self.tenant(tenant) {
                    tenant.cap = cap;
                }
            }
            _ => {}
        }
        if let Answer::Recovered { alarm: true, .. } = outcome.answer {
            self.go_back(now, at);
        }
    }

    fn submitted(&mut self, now: Millis, run: RunId, outcome: &Outcome) {
        self.submits += 1;
        self.submitted.insert(run);
        match outcome.answer {
            Answer::Queued { .. } if !outcome.repeated => {
                let new = Run { accepted: now, granted: None, status: Status::Rejected, billed: 0 };
                self.runs.entry(run).or_insert(new);
                self.become_of(run, Status::Queued);
                self.bill(run, outcome.charged);
            }
            Answer::Refused(_) => {
                self.refused += 1;
                self.fees += outcome.charged;
            }
            _ => {}
        }
    }

    fn claimed(&mut self, now: Millis, outcome: &Outcome) {
        let Answer::Granted { run, fence, deadline } = outcome.answer else { return };
        if outcome.repeated {
            return;
        }
        // A lease of which a silent loss of records has left nothing but this.
        self.live.retain(|lease| lease.run != run);
        self.live.push(Lease { run, fence, since: now, deadline });
        self.bill(run, outcome.charged);
        self.become_of(run, Status::Held);
        if let Some(run) = self.runs.get_mut(&run) {
            run.granted.get_or_insert(now);
        }
    }

    fn completed(&mut self, run: RunId, fence: Fence, outcome: &Outcome, refunded: Credits) {
        self.bill(run, outcome.charged - refunded);
        match outcome.answer {
            Answer::Applied if !outcome.repeated => {
                self.applied.insert(fence);
                self.delivered.insert(run);
                self.become_of(run, Status::Completed);
            }
            // D34 refuse with D28 keeps-slot: the run is cancelled, though no lease ended.
            Answer::Refused(Refusal::Cancelled) => self.become_of(run, Status::Cancelled),
            _ => {}
        }
    }

    fn end(&mut self, now: Millis, ended: &Ended) {
        self.bill(ended.run, -ended.refunded);
        if let Some(place) = self.live.iter().position(|lease| lease.fence == ended.fence) {
            let lease = self.live.remove(place);
            self.ended.push((lease.fence, now.saturating_sub(lease.since)));
        }
        match ended.fate {
            Fate::Requeued => self.become_of(ended.run, Status::Queued),
            Fate::Failed => self.become_of(ended.run, Status::Failed),
            Fate::Cancelled => self.become_of(ended.run, Status::Cancelled),
            Fate::Completed => self.become_of(ended.run, Status::Completed),
            Fate::AlreadyFinal => {}
        }
        self.count_held();
    }

    fn bill(&mut self, run: RunId, credits: Credits) {
        if let Some(run) = self.runs.get_mut(&run) {
            run.billed += credits;
        }
    }

    fn become_of(&mut self, id: RunId, status: Status) {
        let Some(run) = self.runs.get_mut(&id) else { return };
        let before = std::mem::replace(&mut run.status, status);
        if let Some(tenant) = self.tenants.get_mut(id.tenant.0 as usize) {
            tenant.queued += u64::from(status == Status::Queued);
            tenant.queued = tenant.queued.saturating_sub(u64::from(before == Status::Queued));
        }
        self.count_held();
    }

    fn count_held(&mut self) {
        self.tenants.iter_mut().for_each(|tenant| tenant.held = 0);
        for lease in &self.live {
            if let Some(tenant) = self.tenants.get_mut(lease.run.tenant.0 as usize) {
                tenant.held += 1;
            }
        }
    }

    fn lease(&mut self, fence: Fence) -> Option<&mut Lease> {
        self.live.iter_mut().find(|lease| lease.fence == fence)
    }

    fn tenant(&mut self, tenant: TenantId) -> Option<&mut Tenant> {
        self.tenants.get_mut(tenant.0 as usize)
    }

    /// D37: a recovery has said that it lost records. From here on the books say what the remaining records say; work
    /// that was applied stays applied, and a lease that is forgotten has ended.
    fn go_back(&mut self, now: Millis, at: Millis) {
        let Some(memory) = &self.memory else { return };
        let mut view = View::default();
        memory.view(at, &mut view);
        let kept = |lease: &Lease| view.leases.iter().any(|other| other.fence == lease.fence);
        for lease in self.live.iter().filter(|lease| !kept(lease)) {
            self.ended.push((lease.fence, now.saturating_sub(lease.since)));
        }
        self.live.retain(kept);
        for lease in &view.leases {
            if self.live.iter().all(|known| known.fence != lease.fence) {
                // It had ended; the record of that is lost.
                let (run, fence, deadline) = (lease.run, lease.fence, lease.deadline);
                self.live.push(Lease { run, fence, since: now, deadline });
            }
        }
        let mut runs = BTreeMap::new();
        for seen in &view.runs {
            let known = self.runs.get(&seen.run);
            let accepted = known.map_or(now, |run| run.accepted);
            let granted = seen.fence.and(known.and_then(|run| run.granted).or(Some(now)));
            if seen.status != Status::Rejected {
                runs.insert(seen.run, Run { accepted, granted, status: seen.status, billed: seen.net_charge });
            }
        }
        self.runs = runs;
        for tenant in &mut self.tenants {
            tenant.queued = 0;
        }
        for tenant in &view.tenants {
            if let Some(known) = self.tenants.get_mut(tenant.tenant.0 as usize) {
                known.queued = tenant.queue.len() as u64;
                known.cap = tenant.cap;
            }
        }
        self.count_held();
    }
}
