//! `claim`: a worker asks for work. Already holding (D20), then no slot, then nothing eligible (R11).

use crate::ends::End;
use crate::plane::ControlPlane;
use crate::runs::Stage;
use spec::decisions::{ChargePoint, PollWhileHolding};
use spec::{Answer, Credits, Fence, Idle, Millis, Outcome, Refusal, WorkerId};

impl ControlPlane {
    /// `claim`.
    pub(crate) fn claim(&mut self, now: Millis, worker: WorkerId, outcome: &mut Outcome) -> Answer {
        let holding = self.state.leases.of_worker(&self.state.keys, worker).next();
        if let Some(lease) = holding {
            match self.decisions.poll_while_holding() {
                PollWhileHolding::RepeatLease => return self.repeat_grant(now, lease, outcome),
                PollWhileHolding::Refuse => return Answer::Refused(Refusal::AlreadyHolding),
                PollWhileHolding::Forfeit => self.end_lease(now, lease, End::Expired { rest_from: now }, outcome),
                PollWhileHolding::GrantAnother => {}
            }
        }
        let Some(warm_at) = self.free_slot(now) else {
            return Answer::Idle(Idle::NoSlot);
        };
        match self.next_run() {
            Some(run) => self.grant(now, (run, worker), warm_at, outcome),
            None => Answer::Idle(Idle::NothingEligible),
        }
    }

    /// D20 repeat-lease: the grant that was lost on the way, if it still counts.
    fn repeat_grant(&self, now: Millis, lease: u32, outcome: &mut Outcome) -> Answer {
        let row = self.state.leases.get(lease);
        let run = &self.state.runs.row[row.run as usize];
        if run.stage != Stage::Held || self.is_due(lease, now) {
            return Answer::Refused(Refusal::AlreadyHolding);
        }
        outcome.repeated = true;
        Answer::Granted { run: run.id, fence: row.fence, deadline: self.state.leases.deadline(lease) }
    }

    /// Gives a queued run (R2) to a worker, under the next fence, for a full lease (R17).
    fn grant(&mut self, now: Millis, (run, worker): (u32, WorkerId), warm_at: Millis, outcome: &mut Outcome) -> Answer {
        self.leave(run);
        if self.grant_charges(run) {
            let cost = Credits::from(self.state.runs.row[run as usize].cost);
            self.charge_run(now, run, cost);
            outcome.charged = outcome.charged.saturating_add(cost);
        }
        self.grants = self.grants.saturating_add(1);
        let fence = Fence { term: self.term, grant: self.grants };
        // D19 claimable-lease-when-warm: the length counts from when the slot is warm.
        let deadline = now.max(warm_at).saturating_add(self.setup.lease);
        self.state.runs.supersede(run);
        let row = &mut self.state.runs.row[run as usize];
        let tenant = row.tenant();
        let owner = &mut self.state.tenants[tenant];
        if !row.charged {
            owner.held_fresh = owner.held_fresh.saturating_add(Credits::from(row.cost));
        }
        row.stage = Stage::Held;
        (row.term, row.grant) = (fence.term, fence.grant);
        row.parked = false;
        row.lease = self.state.leases.add(&mut self.state.keys, owner, (run, tenant), (worker, fence, deadline));
        let id = row.id;
        self.state.last_granted = Some(id.tenant);
        self.state.order.touch(tenant);
        self.changed = true;
        Answer::Granted { run: id, fence, deadline }
    }

    /// Whether this grant of a run charges its tenant (D02, D03, D10; R15).
    fn grant_charges(&self, run: u32) -> bool {
        let row = &self.state.runs.row[run as usize];
        if row.parked {
            return true;
        }
        if row.charged {
            return self.charges_again();
        }
        match self.decisions.charge_point() {
            ChargePoint::Claim => true,
            ChargePoint::Submit | ChargePoint::Completion => false,
        }
    }
}
