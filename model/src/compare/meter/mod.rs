//! The meter of one run: what happened, added up over time.
//!
//! It takes commands, outcomes and instants, and what the world itself knows of its workers. What the control plane says
//! of its own state it never sees, so a control plane cannot talk its figures up.

mod books;
mod slots;
#[cfg(test)]
mod tests;

use super::metric::{Metric, Values};
use crate::simulate::world::Change;
use books::Books;
use slots::Slots;
use spec::{Answer, Command, Credits, Decisions, Fence, Millis, Outcome, RunId, Settings, Status};

/// What was added up over time, in ms, or in ms times slots or workers.
#[derive(Debug, Default)]
struct Totals {
    present: u64,
    leased: u64,
    worked: u64,
    zombies: u64,
    over_cap: u64,
    idle: u64,
    /// By tenant: slot-time it could have used, and slot-time it got.
    wanted: Vec<u64>,
    got: Vec<u64>,
}

/// The meter.
#[derive(Debug)]
pub struct Meter {
    horizon: Millis,
    now: Millis,
    books: Books,
    slots: Slots,
    /// What each worker really works at.
    works_at: Vec<Option<(RunId, Fence)>>,
    totals: Totals,
    cold_grants: u64,
    /// How many of each tenant's workers work; kept for its capacity.
    crowd: Vec<i64>,
}

impl Meter {
    /// A meter that measures from instant 0 until `horizon` (ms of virtual time). `losses` says whether a recovery may
    /// lose acknowledged records: then the meter remembers enough to follow it.
    pub fn new(settings: &Settings, decisions: &Decisions, horizon: Millis, losses: bool) -> Meter {
        let tenants = settings.tenants.len();
        Meter {
            horizon,
            now: 0,
            books: Books::new(settings, decisions, losses),
            slots: Slots::new(settings, decisions),
            works_at: Vec::new(),
            totals: Totals { wanted: vec![0; tenants], got: vec![0; tenants], ..Totals::default() },
            cold_grants: 0,
            crowd: vec![0; tenants],
        }
    }

    /// Until when is measured, in ms of virtual time.
    pub const fn horizon(&self) -> Millis {
        self.horizon
    }

    /// Grants on slots that were still cold (D19).
    pub const fn cold_grants(&self) -> u64 {
        self.cold_grants
    }

    /// A worker begins to work at something, or stops.
    pub fn change(&mut self, change: Change) {
        self.advance(change.at);
        let place = change.worker as usize;
        if self.works_at.len() <= place {
            self.works_at.resize(place + 1, None);
        }
        self.works_at[place] = change.works_at;
    }

    /// A command was answered at this instant of virtual time. `at` is the instant that the command carried. Gives, for a
    /// new grant, its fence and when its slot is warm (D19).
    pub fn step(&mut self, now: Millis, at: Millis, command: &Command, outcome: &Outcome) -> Option<(Fence, Millis)> {
        self.advance(now);
        if now >= self.horizon {
            return None;
        }
        self.slots.enter(now, at, command, outcome, &self.books);
        let before = self.books.live.len() as u64;
        self.books.enter(now, at, command, outcome);
        match outcome.answer {
            Answer::Granted { fence, .. } if !outcome.repeated => {
                let live = before.saturating_sub(outcome.ended.len() as u64);
                let warm_at = self.slots.next_is_warm_at(now, live);
                self.cold_grants += u64::from(warm_at > now);
                Some((fence, warm_at))
            }
            _ => None,
        }
    }

    /// Time passes; what is the case is added up.
    pub fn advance(&mut self, to: Millis) {
        let to = to.min(self.horizon);
        while self.now < to {
            let until = self.slots.next_change().map_or(to, |change| change.clamp(self.now + 1, to));
            self.add(until - self.now);
            self.now = until;
            self.slots.pass(until);
        }
    }

    fn add(&mut self, length: Millis) {
        let Meter { books, slots, works_at, totals, crowd, .. } = self;
        let live = books.live.len() as u64;
        totals.present += slots.present * length;
        totals.leased += live * length;
        for ((tenant, wanted), got) in books.tenants.iter().zip(&mut totals.wanted).zip(&mut totals.got) {
            let all = tenant.queued + tenant.held;
            // D09 says what 0 means, so it is no measure of what a tenant could use.
            let most = if tenant.cap > 0 { tenant.cap as u64 } else { u64::MAX };
            *wanted += all.min(most).max(tenant.held) * length;
            *got += tenant.held * length;
        }
        let mut without_lease = 0;
        crowd.fill(0);
        for (run, fence) in works_at.iter().flatten() {
            let beside = books.live.iter().any(|lease| lease.run == *run && lease.fence > *fence);
            totals.worked += length;
            totals.zombies += u64::from(beside) * length;
            without_lease += u64::from(books.live.iter().all(|lease| lease.fence != *fence));
            if let Some(crowd) = crowd.get_mut(run.tenant.0 as usize) {
                *crowd += 1;
            }
        }
        for (tenant, crowd) in books.tenants.iter().zip(crowd.iter()) {
            if tenant.cap > 0 {
                totals.over_cap += u64::try_from(crowd - tenant.cap).unwrap_or(0) * length;
            }
        }
        if books.waiting() > 0 && slots.warm() > live + without_lease {
            totals.idle += length;
        }
    }

    /// The run is over: what it came to.
    pub fn values(mut self) -> Values {
        self.advance(self.horizon);
        let totals = &self.totals;
        let waits = self.waits();
        Metric::ALL.map(|metric| match metric {
            Metric::Utilisation => percent(totals.leased, totals.present),
            Metric::WaitMedian => percentile(&waits, 50),
            Metric::WaitLongest => percentile(&waits, 99),
            Metric::Refused => percent(self.books.refused, self.books.submits),
            Metric::Delivered => percent(self.books.delivered.len() as u64, self.books.submitted.len() as u64),
            Metric::Wasted => self.wasted(),
            Metric::BilledUndelivered => self.billed_undelivered(),
            Metric::Zombies => percent(totals.zombies, totals.worked),
            Metric::OverCap => percent(totals.over_cap, totals.worked),
            Metric::Fairness => jain(&totals.got, &totals.wanted),
            Metric::NoIdleSlot if self.books.runs.is_empty() => None,
            Metric::NoIdleSlot => percent(self.horizon - totals.idle, self.horizon),
        })
    }

    /// How long runs waited, sorted. One that still waits has waited until now.
    fn waits(&self) -> Vec<Millis> {
        let wait = |run: &books::Run| match (run.granted, run.status) {
            (Some(granted), _) => Some(granted.saturating_sub(run.accepted)),
            (None, Status::Queued) => Some(self.horizon.saturating_sub(run.accepted)),
            (None, _) => None,
        };
        let mut waits: Vec<Millis> = self.books.runs.values().filter_map(wait).collect();
        waits.sort_unstable();
        waits
    }

    fn wasted(&self) -> Option<f64> {
        let all: u64 = self.books.ended.iter().map(|(_, length)| length).sum();
        let wasted = self.books.ended.iter().filter(|(fence, _)| !self.books.applied.contains(fence));
        percent(wasted.map(|(_, length)| length).sum(), all)
    }

    fn billed_undelivered(&self) -> Option<f64> {
        let billed = |wanted: &dyn Fn(Status) -> bool| -> Credits {
            let runs = self.books.runs.values().filter(|run| wanted(run.status));
            runs.map(|run| run.billed.max(0)).sum()
        };
        let delivered = billed(&|status| status == Status::Completed);
        let undelivered = billed(&|status| status.is_terminal() && status != Status::Completed) + self.books.fees;
        let [part, whole] = [undelivered, delivered + undelivered].map(|credits| u64::try_from(credits).unwrap_or(0));
        percent(part, whole)
    }
}

/// A part in hundredths of the whole; none of nothing.
fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 * 100.0 / whole as f64)
}

/// The nearest-rank percentile of a sorted list: the least value that is not below so many of a hundred.
fn percentile(sorted: &[Millis], hundredths: u64) -> Option<f64> {
    let rank = (sorted.len() as u64 * hundredths).div_ceil(100);
    sorted.get((rank as usize).checked_sub(1)?).map(|value| *value as f64)
}

/// Jain's index of what each tenant got of what it could have used; of those that could have used anything, at least two.
fn jain(got: &[u64], wanted: &[u64]) -> Option<f64> {
    let shares: Vec<f64> = got
        .iter()
        .zip(wanted)
        .filter(|(_, wanted)| **wanted > 0)
        .map(|(got, wanted)| *got as f64 / *wanted as f64)
        .collect();
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    (shares.len() > 1 && squares > 0.0).then(|| sum * sum / (shares.len() as f64 * squares))
}
