//! The view: the state as somebody outside may see it, at an instant, changing nothing.

use crate::plane::ControlPlane;
use crate::tenants::Tenant;
use spec::decisions::WindowShape;
use spec::{Credits, LeaseView, Millis, QueuedView, RunView, TenantId, TenantView, View};
use std::cmp::Reverse;

impl ControlPlane {
    /// Writes the state at an instant of the caller's clock, in ms, into `view`, keeping its buffers. While halted it is the
    /// state before the restart.
    pub fn view(&self, at: Millis, view: &mut View) {
        let now = self.clock.reading(at);
        self.view_tenants(now, &mut view.tenants);
        self.view_runs(view);
        self.view_leases(&mut view.leases);
        self.view_pool(now, view);
        view.last_granted = self.state.last_granted;
        view.term = self.term;
        view.halted = self.halted.is_some();
    }

    fn view_tenants(&self, now: Millis, views: &mut Vec<TenantView>) {
        let mut count = 0;
        for (index, tenant) in self.state.tenants.iter().enumerate() {
            if !self.is_valid(tenant) {
                continue;
            }
            if views.len() == count {
                views.push(empty_tenant());
            }
            let view = &mut views[count];
            count += 1;
            view.tenant = TenantId(index as u32);
            view.cap = tenant.cap;
            view.quota = tenant.quota;
            view.spent = self.spent_at(index, tenant, now);
            view.reserved = self.reserved(index);
            view.held = tenant.held;
            view.queue.clear();
            view.queue.extend(tenant.queue.iter().map(|run| {
                let run = &self.state.runs.row[run as usize];
                QueuedView { run: run.id, parked: run.parked }
            }));
        }
        views.truncate(count);
    }

    /// Charges less refunds in the window of an instant that no command may have come at yet (R9).
    pub(crate) fn spent_at(&self, index: usize, tenant: &Tenant, now: Millis) -> Credits {
        if !tenant.ever_charged {
            return 0;
        }
        match self.decisions.window_shape() {
            WindowShape::Fixed if tenant.window == now / self.setup.window => tenant.spent,
            WindowShape::Fixed => 0,
            WindowShape::Rolling => {
                let lapsed = self.state.ledger.log.iter().take_while(|charge| now - charge.at >= self.setup.window);
                let lapsed = lapsed.filter(|charge| charge.tenant as usize == index).map(|charge| charge.amount);
                tenant.spent.saturating_sub(lapsed.fold(0, Credits::saturating_add))
            }
        }
    }

    fn view_runs(&self, view: &mut View) {
        view.runs.clear();
        view.tombstones.clear();
        for (run, past) in self.state.runs.row.iter().zip(&self.state.runs.past) {
            let Some(status) = run.stage.status() else {
                view.tombstones.push(run.id);
                continue;
            };
            view.runs.push(RunView {
                run: run.id,
                status,
                attempts: past.attempts,
                net_charge: run.net,
                fence: run.newest_fence(),
                cancel_requested: run.cancel_requested,
                result: (status == spec::Status::Completed).then_some(past.result),
            });
        }
        view.runs.sort_unstable_by_key(|run| run.run);
        view.tombstones.sort_unstable();
    }

    fn view_leases(&self, views: &mut Vec<LeaseView>) {
        let leases = &self.state.leases;
        views.clear();
        views.extend(leases.iter().map(|lease| {
            let row = leases.get(lease);
            let run = self.state.runs.row[row.run as usize].id;
            LeaseView { fence: row.fence, run, worker: row.worker, deadline: leases.deadline(lease) }
        }));
    }

    fn view_pool(&self, now: Millis, view: &mut View) {
        let pool = &self.state.pool;
        view.resting.clear();
        view.resting.extend(pool.resting.iter().map(|Reverse(rest)| rest.until).filter(|until| *until > now));
        view.resting.sort_unstable();
        view.warming.clear();
        for warming in pool.warming.iter().filter(|warming| warming.at > now) {
            view.warming.extend(std::iter::repeat_n(warming.at, warming.slots as usize));
        }
    }
}

fn empty_tenant() -> TenantView {
    let tenant = TenantId::default();
    TenantView { tenant, cap: 0, quota: 0, spent: 0, reserved: 0, held: 0, queue: Vec::new() }
}
