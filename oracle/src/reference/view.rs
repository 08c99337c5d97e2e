//! The expected view: everything that can be seen of a control plane at an instant, worked out from the facts.
//!
//! Its reads of decisions are not noted: a view is compared, it decides nothing.

use super::facts::Run;
use super::moment::Moment;
use super::situation::Situation;
use spec::{LeaseView, Millis, QueuedView, RunView, Status, TenantId, TenantView, View};

impl Situation {
    /// Writes the expected view at the instant `at` of the outside's clock, in ms, into `view`, whose buffers are
    /// reused. While halted it is that of the state before the restart.
    pub fn view(&self, at: Millis, view: &mut View) {
        let decisions = self.decisions.clone();
        let moment = self.moment(&decisions, self.clock.reading(at));
        moment.view_tenants(&mut view.tenants);
        view.runs.clear();
        view.runs.extend(moment.facts.runs.iter().map(|run| moment.view_run(run)));
        view.leases.clear();
        view.leases.extend(moment.facts.leases.iter().map(|lease| LeaseView {
            fence: lease.fence,
            run: lease.run,
            worker: lease.worker,
            deadline: lease.deadline,
        }));
        moment.view_resting(&mut view.resting);
        view.warming.clear();
        for warming in moment.slots_warming() {
            let slots = usize::try_from(warming.count).unwrap_or(usize::MAX);
            view.warming.extend(std::iter::repeat_n(warming.instant, slots));
        }
        view.last_granted = moment.facts.last_granted;
        view.tombstones.clone_from(&moment.facts.tombstones);
        view.term = self.term;
        view.halted = self.halted.is_some();
    }
}

impl Moment<'_> {
    fn view_tenants(&self, views: &mut Vec<TenantView>) {
        let mut count = 0;
        for tenant in (0..self.facts.limits.len() as u32).map(TenantId).filter(|tenant| self.exists(*tenant)) {
            let mut queue = views.get_mut(count).map(|view| std::mem::take(&mut view.queue)).unwrap_or_default();
            queue.clear();
            let queued = self.facts.queue_of(tenant).iter();
            queue.extend(
                queued.map(|run| QueuedView { run: *run, parked: self.facts.run(*run).is_some_and(|run| run.parked) }),
            );
            let limits = self.facts.limits[tenant.0 as usize];
            let view = TenantView {
                tenant,
                cap: limits.cap,
                quota: limits.quota,
                spent: self.spent(tenant),
                reserved: self.reserved(tenant),
                held: u32::try_from(self.facts.held(tenant)).unwrap_or(u32::MAX),
                queue,
            };
            match views.get_mut(count) {
                Some(old) => *old = view,
                None => views.push(view),
            }
            count += 1;
        }
        views.truncate(count);
    }

    fn view_run(&self, run: &Run) -> RunView {
        RunView {
            run: run.run,
            status: run.status,
            attempts: self.attempts_used(run.failures, run.losses),
            net_charge: run.net_charge,
            fence: run.newest.map(|newest| newest.fence),
            cancel_requested: run.cancel_requested && run.status == Status::Held,
            result: run.completion.map(|completion| completion.result),
        }
    }

    fn view_resting(&self, resting: &mut Vec<Millis>) {
        resting.clear();
        let recent = self.facts.silent_ends.iter().filter(|end| end.is_recent(self.now));
        resting.extend(recent.map(|end| end.until));
        if !resting.is_empty() && !self.slots_rest() {
            resting.clear();
        }
        resting.sort_unstable();
    }
}
