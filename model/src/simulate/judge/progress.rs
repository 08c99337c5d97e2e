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

/// Runs of higher keys are not followed: a plan from outside must not fill the memory.
const KEYS_MAX: usize = 1 << 24;

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
                if (..KEYS_MAX).contains(&place) {
                    costs.resize(costs.len().max(place + 1), 0);
                    costs[place] = cost.get();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::judge::outside::{decided, settings, tenant};
    use spec::{LeaseView, QueuedView, TenantId};

    /// The judge, having heard that a/1 costs 2, a/2 costs 3, a/3 costs 8, b/1 costs 5.
    fn progress(options: &[(&str, &str)]) -> Progress {
        let mut progress = Progress::new(&settings(), &decided(options));
        for text in ["submit a/1 cost 2", "submit a/2 cost 3", "submit a/3 cost 8", "submit b/1 cost 5"] {
            progress.note(1, &text.parse().unwrap(), &"queued".parse().unwrap());
        }
        progress
    }

    /// D02 claim and D11 reserve, as the spec has it.
    const CLAIM: [(&str, &str); 3] = [("D02", "claim"), ("D09", "blocked"), ("D11", "reserve")];

    fn queued(mut tenant: TenantView, runs: &[&str]) -> TenantView {
        tenant.queue.extend(runs.iter().map(|text| {
            let (run, parked) = text.split_once(' ').map_or((*text, false), |(run, _)| (run, true));
            QueuedView { run: run.parse().unwrap(), parked }
        }));
        tenant
    }

    fn lease(run: &str, deadline: Millis) -> LeaseView {
        LeaseView { fence: "1.1".parse().unwrap(), run: run.parse().unwrap(), worker: "w1".parse().unwrap(), deadline }
    }

    fn view(tenant: TenantView, leases: &[LeaseView]) -> View {
        View { tenants: vec![tenant], leases: leases.to_vec(), ..View::default() }
    }

    #[test]
    fn a_run_costs_what_it_was_first_accepted_for() {
        let mut progress = progress(&CLAIM);
        let cost = |progress: &Progress, run: &str| progress.cost(run.parse().unwrap());
        assert_eq!(["a/1", "a/2", "a/3", "b/1"].map(|run| cost(&progress, run)), [2, 3, 8, 5]);
        assert_eq!(["a/0", "a/4", "b/2", "c/1"].map(|run| cost(&progress, run)), [0; 4]);
        for (command, outcome) in [
            ("submit a/1 cost 9", "queued, repeated"),
            ("submit a/2 cost 9", "refused conflict"),
            ("submit c/1 cost 9", "queued"),
            ("submit a/4000000000 cost 9", "queued"),
        ] {
            progress.note(2, &command.parse().unwrap(), &outcome.parse().unwrap());
        }
        assert_eq!(["a/1", "a/2", "c/1", "a/4000000000"].map(|run| cost(&progress, run)), [2, 3, 0, 0]);
    }

    #[test]
    fn nothing_is_owed_while_there_is_no_slot() {
        let begun = |resizes: &[&str]| {
            let mut progress = progress(&CLAIM);
            for resize in resizes {
                progress.note(2, &resize.parse().unwrap(), &"set".parse().unwrap());
            }
            progress.begin(100, 1, &View::default());
            progress.wants_to_look(100, &Answer::Swept)
        };
        assert!(begun(&[]));
        assert!(!begun(&["resize 0"]));
        assert!(begun(&["resize 0", "resize 3"]));
        assert!(!progress(&CLAIM).wants_to_look(100, &Answer::Swept), "the calm has not begun");
    }

    #[test]
    fn what_may_have_to_be_granted_is_queued_or_held() {
        let busy = view(queued(tenant(2, 20), &["a/1", "a/2"]), &[lease("a/3", 9), lease("b/1", 9)]);
        let backlog = |options: &[(&str, &str)], view: &View| progress(options).backlog(&view.tenants[0], view);
        let all = Backlog { runs: 3, cost: 13, largest: 8, cap: Some(2), quota: Some(20) };
        assert_eq!(backlog(&CLAIM, &busy), all);
        let neither = [("D02", "claim"), ("D11", "neither")];
        assert_eq!(backlog(&neither, &busy), Backlog { quota: None, ..all });
        let unlimited = [("D02", "claim"), ("D09", "unlimited"), ("D11", "reserve")];
        let zero = view(queued(tenant(0, 0), &["a/1"]), &[]);
        let one = Backlog { runs: 1, cost: 2, largest: 2, cap: None, quota: None };
        assert_eq!(backlog(&unlimited, &zero), one);
        assert_eq!(backlog(&CLAIM, &zero), Backlog { runs: 0, cost: 0, largest: 0, ..one }, "D09: they wait");
        let lowered = view(queued(tenant(2, 7), &["a/1", "a/3"]), &[]);
        let held = Backlog { runs: 2, cost: 10, largest: 8, cap: Some(2), quota: Some(0) };
        assert_eq!(backlog(&CLAIM, &lowered), held, "D11: a reservation for ever leaves nothing");
    }

    #[test]
    fn d09_a_limit_of_zero_blocks_unless_it_is_no_limit() {
        let blocked = |option, cap, quota| progress(&[("D09", option)]).is_blocked(&tenant(cap, quota));
        for option in ["blocked", "invalid"] {
            assert_eq!(
                [(0, 5), (5, 0), (0, 0), (5, 5)].map(|(cap, quota)| blocked(option, cap, quota)),
                [true, true, true, false]
            );
        }
        assert_eq!([(0, 5), (5, 0), (0, 0), (5, 5)].map(|(cap, quota)| blocked("unlimited", cap, quota)), [false; 4]);
    }

    #[test]
    fn d02_d10_d11_say_whether_a_grant_needs_credit() {
        for (charge, hold, plain, parked) in [
            ("claim", "reserve", true, true),
            ("claim", "recheck", true, true),
            ("claim", "neither", false, false),
            ("submit", "reserve", false, true),
            ("submit", "recheck", false, true),
            ("completion", "reserve", false, true),
            ("completion", "recheck", true, true),
            ("completion", "neither", false, false),
        ] {
            let progress = progress(&[("D02", charge), ("D11", hold)]);
            let needs = [false, true].map(|parked| progress.needs_credit(&tenant(2, 20), parked));
            assert_eq!(needs, [plain, parked], "{charge} {hold}");
            assert!(!progress.needs_credit(&tenant(2, 0), true), "no quota");
        }
    }

    #[test]
    fn d11_what_costs_more_than_the_quota_holds_its_reservation_for_ever() {
        let lowered = |quota| queued(tenant(2, quota), &["a/1", "a/2", "a/3", "a/3 parked"]);
        let held = |hold, quota| progress(&[("D11", hold)]).held_for_ever(&lowered(quota));
        assert_eq!([8, 7, 3, 2, 1].map(|quota| held("reserve", quota)), [0, 8, 8, 11, 13]);
        assert_eq!((held("recheck", 1), held("neither", 1)), (0, 0));
    }

    #[test]
    fn what_must_be_granted_in_the_end_fits_the_quota_and_is_not_behind_what_never_does() {
        let eligible = |options: &[(&str, &str)], tenant: &TenantView| {
            let progress = progress(options);
            let runs =
                progress.eligible(tenant).map(|(run, parked)| format!("{run}{}", if parked { " parked" } else { "" }));
            runs.collect::<Vec<_>>()
        };
        let with = |head| [CLAIM.as_slice(), &[("D17", head)]].concat();
        let all = queued(tenant(2, 8), &["a/1", "a/3", "a/2 parked"]);
        assert_eq!(eligible(&with("skip"), &all), ["a/1", "a/3", "a/2 parked"]);
        assert_eq!(eligible(&with("strict"), &all), ["a/1", "a/3", "a/2 parked"]);
        let lowered = queued(tenant(2, 7), &["a/1", "a/3", "a/2"]);
        assert_eq!(eligible(&with("skip"), &lowered), ["a/1", "a/2"]);
        assert_eq!(eligible(&with("strict"), &lowered), ["a/1"], "D17: a/3 never fits, and a/2 stands behind it");
        let suspended = queued(tenant(0, 8), &["a/1"]);
        assert_eq!(eligible(&with("skip"), &suspended), [""; 0], "D09: the tenant is suspended");
        let reserved = queued(tenant(2, 7), &["a/3", "a/1", "a/2 parked"]);
        assert_eq!(eligible(&with("skip"), &reserved), ["a/1"], "D11: what a/3 holds is not there for a parked run");
        let submit = [("D02", "submit"), ("D10", "park"), ("D11", "recheck"), ("D17", "skip")];
        let paid = queued(tenant(2, 2), &["a/3", "a/1 parked", "a/2 parked"]);
        assert_eq!(eligible(&submit, &paid), ["a/3", "a/1 parked"], "D02: what is paid for needs no credit");
    }

    /// A drain that began at 1000 ms with one run to grant, and its bound.
    fn draining() -> (Progress, View, Millis) {
        let mut progress = progress(&CLAIM);
        let waiting = view(queued(tenant(2, 20), &["a/1"]), &[]);
        progress.begin(1_000, 0, &waiting);
        // A lease, a rest, a sweep, a poll and 1; three turns of 50 ms, of which one goes on; a window and a poll.
        (progress, waiting, 41 + 7 + 10 + 12 + 1 + 3 * 50 + 100 + 12)
    }

    fn sweep(progress: &mut Progress, from: Millis, until: Millis) {
        for at in (from..=until).step_by(10) {
            progress.note(at, &Command::Sweep, &Outcome::just(Answer::Swept));
        }
    }

    #[test]
    fn a_drain_that_is_not_over_within_its_bound_is_found() {
        let (mut progress, waiting, bound) = draining();
        sweep(&mut progress, 1_000, 1_000 + bound);
        assert_eq!(progress.look(1_000 + bound, &waiting), Ruling::Right);
        let Ruling::Wrong(finding) = progress.look(1_001 + bound, &waiting) else { panic!("nothing was found") };
        assert_eq!((finding.class, &*finding.rule), (Class::Progress, "L1"));
        assert_eq!(
            finding.text,
            format!("a/1 is still queued, {} ms after the faults ended; {bound} ms are the bound", bound + 1)
        );
        assert_eq!(progress.measure(), None);
    }

    #[test]
    fn a_drain_is_over_once_nothing_is_left_and_is_measured_beside_its_bound() {
        let (mut progress, waiting, bound) = draining();
        assert_eq!(progress.look(1_020, &waiting), Ruling::Right);
        assert_eq!(progress.measure(), None);
        assert_eq!(progress.look(1_030, &View::default()), Ruling::Over);
        let measure = Measure { name: "drain-for-turns".into(), seen: 30, bound, seed: 0 };
        assert_eq!(progress.measure(), Some(measure));
    }

    #[test]
    fn nothing_is_owed_to_a_platform_that_does_not_sweep() {
        let (mut progress, waiting, bound) = draining();
        assert_eq!(progress.look(1_001 + bound, &waiting), Ruling::Over);
        assert!(!progress.wants_to_look(5_000, &Answer::Swept), "not now, and not later");
        assert_eq!(progress.look(5_000, &waiting), Ruling::Right);
        assert_eq!(progress.measure(), None);
    }

    #[test]
    fn it_is_looked_at_idle_claims_and_sweeps_less_and_less_often_and_whatever_comes_past_the_bound() {
        let (mut progress, waiting, bound) = draining();
        let idle = Answer::Idle(spec::Idle::NothingEligible);
        for (at, answer, expected) in [
            (999, Answer::Swept, false),
            (1_000, Answer::Swept, true),
            (1_000, idle, true),
            (1_000, Answer::Applied, false),
            (1_000 + bound, Answer::Applied, false),
            (1_001 + bound, Answer::Applied, true),
        ] {
            assert_eq!(progress.wants_to_look(at, &answer), expected, "{answer} at {at}");
        }
        assert_eq!(progress.look(1_070, &waiting), Ruling::Right);
        assert_eq!([1_071, 1_072].map(|at| progress.wants_to_look(at, &idle)), [false, true], "a 32nd of 70 ms later");
    }

    #[test]
    fn what_is_left_is_named_by_the_slot_that_is_not_back_or_the_run_that_waits() {
        let progress = progress(&CLAIM);
        let left = |at, view: &View| progress.what_is_left(at, view).map(|(rule, text)| format!("{rule} {text}"));
        let some = |text: &str| Some(text.to_owned());
        let waiting = queued(tenant(2, 20), &["a/1"]);
        // Late is what a sweep, each 10 ms, has not ended.
        let both = view(waiting.clone(), &[lease("a/2", 100)]);
        assert_eq!(left(110, &both), some("L1 a/1 is still queued"));
        assert_eq!(left(111, &both), some("L2 lease 1.1 of w1 is still live"));
        let parked = view(queued(tenant(2, 20), &["a/1 parked"]), &[]);
        assert_eq!(left(110, &parked), some("L3 a/1 is still queued"));
        let resting = View { resting: vec![117], ..view(waiting, &[]) };
        assert_eq!(left(110, &resting), some("L2 a slot rests until 117"));
        assert_eq!(left(110, &view(tenant(2, 20), &[lease("a/2", 100)])), some("L2 lease 1.1 of w1 is still live"));
        assert_eq!(left(110, &view(tenant(2, 20), &[])), None);
    }

    #[test]
    fn a_tenant_is_asked_for_by_its_own_runs() {
        let mut other = tenant(2, 20);
        other.tenant = TenantId(1);
        let busy = view(queued(other, &["b/1"]), &[lease("a/1", 9)]);
        let backlog = progress(&CLAIM).backlog(&busy.tenants[0], &busy);
        assert_eq!((backlog.runs, backlog.cost), (1, 5));
    }
}
