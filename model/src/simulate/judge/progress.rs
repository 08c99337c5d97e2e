//! Progress: once a core is healed and arrivals have stopped, what must happen in the end happens within the bound.
//!
//! L1 every eligible queued run is granted; L2 every slot of a vanished worker comes back; L3 every parked run whose cost
//! fits the quota is granted.

use super::bound::{Backlog, Bound, bound};
use super::fair::Fair;
use crate::simulate::world::Calm;
use crate::spine::{Class, Finding, Measure, Ruling};
use spec::decisions::{ChargePoint, HeadOfLine, QuotaHold, ZeroLimit};
use spec::{Answer, Command, Credits, Decisions, Millis, Outcome, RunId, Settings, TenantView, View};

/// The judge of progress.
#[derive(Debug)]
pub(super) struct Progress {
    settings: Settings,
    decisions: Decisions,
    calm: Calm,
    /// What each accepted run costs, by tenant and key.
    costs: Vec<Vec<u32>>,
    /// The pool's size as it was last set.
    slots: u64,
    drain: Option<Drain>,
    /// Whether the outside keeps its side of it.
    fair: Option<Fair>,
}

/// A drain that goes on.
#[derive(Debug, Clone, Copy)]
struct Drain {
    began: Millis,
    bound: Bound,
    /// When is looked next.
    look: Millis,
    ended: Option<Millis>,
}

impl Progress {
    pub(super) fn new(settings: &Settings, decisions: &Decisions) -> Progress {
        Progress {
            settings: settings.clone(),
            decisions: decisions.clone(),
            calm: Calm::of(settings),
            costs: vec![Vec::new(); settings.tenants.len()],
            slots: u64::from(settings.pool),
            drain: None,
            fair: None,
        }
    }

    /// Notes what a later bound depends on.
    #[inline]
    pub(super) fn note(&mut self, at: Millis, command: &Command, outcome: &Outcome) {
        if let Some(fair) = &mut self.fair {
            fair.note(at, command, outcome);
        }
        match (command, &outcome.answer) {
            (Command::Submit { run, cost }, Answer::Queued { .. }) if !outcome.repeated => {
                let Some(costs) = self.costs.get_mut(run.tenant.0 as usize) else { return };
                let place = run.key as usize;
                if costs.len() <= place && place < 1 << 24 {
                    costs.resize(place + 1, 0);
                }
                if let Some(known) = costs.get_mut(place) {
                    *known = cost.get();
                }
            }
            (Command::Resize { slots }, Answer::Set) => self.slots = u64::try_from(*slots).unwrap_or(0),
            _ => {}
        }
    }

    /// Whether a drain goes on and this step is one at which to look.
    #[inline]
    pub(super) fn wants_to_look(&self, at: Millis, answer: &Answer) -> bool {
        self.drain.is_some_and(|drain| {
            at >= drain.look
                && (matches!(answer, Answer::Idle(_) | Answer::Swept)
                    || at > drain.began.saturating_add(drain.bound.total()))
        })
    }

    /// The calm begins, with so many workers in the core. Nothing can be granted without a slot, so none is owed.
    pub(super) fn begin(&mut self, at: Millis, core: u64, view: &View) {
        if self.slots == 0 {
            return;
        }
        self.fair = Some(Fair::begin(self.calm, at, core, view));
        let backlogs: Vec<Backlog> = view.tenants.iter().map(|tenant| self.backlog(tenant, view)).collect();
        let bound = bound(&self.settings, self.calm, self.decisions.window_shape(), core.min(self.slots), &backlogs);
        self.drain = Some(Drain { began: at, bound, look: at, ended: None });
    }

    /// What may still have to be granted: more than what must be, since a grant that needs no credit can be for a run that
    /// costs more than the quota.
    fn backlog(&self, tenant: &TenantView, view: &View) -> Backlog {
        let queued = tenant.queue.iter().map(|queued| queued.run).filter(|_| !self.is_blocked(tenant));
        let held = view.leases.iter().map(|lease| lease.run).filter(|run| run.tenant == tenant.tenant);
        let runs: Vec<RunId> = queued.chain(held).collect();
        let costs = || runs.iter().map(|run| self.cost(*run) as u64);
        let limit = |value: i64| if value == 0 { None } else { u64::try_from(value).ok() };
        let charges = self.decisions.quota_hold() != QuotaHold::Neither;
        let free = tenant.quota.saturating_sub(self.held_for_ever(tenant));
        let quota = if charges && tenant.quota != 0 { Some(u64::try_from(free).unwrap_or(0)) } else { None };
        let largest = costs().max().unwrap_or(0);
        Backlog { runs: runs.len() as u64, cost: costs().sum(), largest, cap: limit(tenant.cap), quota }
    }

    /// D09: while cap or quota is 0, queued runs wait.
    fn is_blocked(&self, tenant: &TenantView) -> bool {
        (tenant.cap == 0 || tenant.quota == 0) && self.decisions.zero_limit() != ZeroLimit::Unlimited
    }

    /// Whether a grant of this run needs credit (D02, D10, D11).
    fn needs_credit(&self, tenant: &TenantView, parked: bool) -> bool {
        if tenant.quota == 0 || self.decisions.quota_hold() == QuotaHold::Neither {
            return false;
        }
        match self.decisions.charge_point() {
            ChargePoint::Claim => true,
            ChargePoint::Submit => parked,
            ChargePoint::Completion => parked || self.decisions.quota_hold() == QuotaHold::Recheck,
        }
    }

    /// What runs hold that were queued before the quota was lowered below their cost: a reservation for ever (D11). No
    /// parked run (D10) can have it.
    fn held_for_ever(&self, tenant: &TenantView) -> Credits {
        match self.decisions.quota_hold() {
            QuotaHold::Reserve => {
                let plain = tenant.queue.iter().filter(|queued| !queued.parked);
                plain.map(|queued| self.cost(queued.run)).filter(|cost| *cost > tenant.quota).sum()
            }
            QuotaHold::Recheck | QuotaHold::Neither => 0,
        }
    }

    /// The queued runs of a tenant that must be granted in the end, and whether they are parked.
    fn eligible<'view>(&'view self, tenant: &'view TenantView) -> impl Iterator<Item = (RunId, bool)> + 'view {
        let strict = self.decisions.head_of_line() == HeadOfLine::Strict;
        let held_for_ever = self.held_for_ever(tenant);
        let mut open = !self.is_blocked(tenant);
        tenant.queue.iter().filter_map(move |queued| {
            let held = if queued.parked { held_for_ever } else { 0 };
            let fits =
                !self.needs_credit(tenant, queued.parked) || self.cost(queued.run).saturating_add(held) <= tenant.quota;
            // A head that never fits blocks all behind it (D17 strict).
            let eligible = open && fits;
            open = open && (fits || !strict);
            eligible.then_some((queued.run, queued.parked))
        })
    }

    fn cost(&self, run: RunId) -> Credits {
        let costs = self.costs.get(run.tenant.0 as usize);
        costs.and_then(|costs| costs.get(run.key as usize)).map_or(0, |cost| Credits::from(*cost))
    }

    /// Looks whether the drain is over, or should be.
    pub(super) fn look(&mut self, at: Millis, view: &View) -> Ruling {
        let Some(drain) = self.drain else { return Ruling::Right };
        let Some((rule, text)) = self.what_is_left(at, view) else {
            self.drain = Some(Drain { ended: Some(at - drain.began), ..drain });
            return Ruling::Over;
        };
        let taken = at.saturating_sub(drain.began);
        let bound = drain.bound.total();
        if taken <= bound {
            // Less often as time goes on, and whatever the bound is: when a run ends must not hang on how it is judged.
            self.drain = Some(Drain { look: at.saturating_add(taken / 32), ..drain });
            return Ruling::Right;
        }
        if !self.fair.as_ref().is_some_and(|fair| fair.holds(at)) {
            // Nothing is owed any more, now or later.
            self.drain = None;
            return Ruling::Over;
        }
        let text = format!("{text}, {taken} ms after the faults ended; {bound} ms are the bound");
        Ruling::Wrong(Box::new(Finding::new(Class::Progress, rule, text)))
    }

    fn what_is_left(&self, at: Millis, view: &View) -> Option<(&'static str, String)> {
        let late = |deadline: Millis| deadline.saturating_add(self.calm.sweep) < at;
        if let Some(lease) = view.leases.iter().find(|lease| late(lease.deadline)) {
            return Some(("L2", format!("lease {} of {} is still live", lease.fence, lease.worker)));
        }
        if let Some(until) = view.resting.first() {
            return Some(("L2", format!("a slot rests until {until}")));
        }
        // A lease that its worker let go of is not late yet, but its slot is not back either.
        let waiting = view.tenants.iter().find_map(|tenant| self.eligible(tenant).next());
        if let Some((run, parked)) = waiting {
            return Some((if parked { "L3" } else { "L1" }, format!("{run} is still queued")));
        }
        let lease = view.leases.first()?;
        Some(("L2", format!("lease {} of {} is still live", lease.fence, lease.worker)))
    }

    /// The drain beside its bound.
    pub(super) fn measure(&self) -> Option<Measure> {
        let drain = self.drain?;
        Some(Measure { name: drain.bound.drain().into(), seen: drain.ended?, bound: drain.bound.total(), seed: 0 })
    }
}
