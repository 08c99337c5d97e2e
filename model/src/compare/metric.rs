//! What is measured, in which unit. `docs/compare.md` defines each exactly.

use serde::Serialize;

/// One thing that is measured of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Slot-time under a lease, of the slot-time that was present.
    Utilisation,
    /// From a run's acceptance to its first grant: the median.
    WaitMedian,
    /// The same: the 99th percentile.
    WaitLongest,
    /// Submits that were refused, of all submits.
    Refused,
    /// Runs that were delivered, of all runs that were submitted.
    Delivered,
    /// Lease time whose work was not applied, of all time of leases that ended.
    Wasted,
    /// Credit billed for runs that ended without being delivered, of all credit billed for runs that ended.
    BilledUndelivered,
    /// Time of workers beside a live successor on the same run, of all time in which workers work.
    Zombies,
    /// Time of workers beyond their tenant's cap, of all time in which workers work.
    OverCap,
    /// Jain's index over tenants of what each got of what it could have used.
    Fairness,
    /// Time without a usable slot that idles while work waits, of all time.
    NoIdleSlot,
}

/// How many metrics there are.
pub const METRICS: usize = Metric::ALL.len();

impl Metric {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Metric; 11] = [
        Metric::Utilisation,
        Metric::WaitMedian,
        Metric::WaitLongest,
        Metric::Refused,
        Metric::Delivered,
        Metric::Wasted,
        Metric::BilledUndelivered,
        Metric::Zombies,
        Metric::OverCap,
        Metric::Fairness,
        Metric::NoIdleSlot,
    ];

    /// Its name in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Metric::Utilisation => "utilisation",
            Metric::WaitMedian => "wait-median",
            Metric::WaitLongest => "wait-p99",
            Metric::Refused => "refused",
            Metric::Delivered => "delivered",
            Metric::Wasted => "wasted",
            Metric::BilledUndelivered => "billed-undelivered",
            Metric::Zombies => "zombies",
            Metric::OverCap => "over-cap",
            Metric::Fairness => "fairness",
            Metric::NoIdleSlot => "no-idle-slot",
        }
    }

    /// Its unit.
    pub const fn unit(self) -> &'static str {
        match self {
            Metric::WaitMedian | Metric::WaitLongest => "ms",
            Metric::Fairness => "index",
            _ => "%",
        }
    }

    /// What it is, in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Metric::Utilisation => "slot-time leased, of the slot-time present",
            Metric::WaitMedian => "from acceptance to first grant, median",
            Metric::WaitLongest => "from acceptance to first grant, 99th percentile",
            Metric::Refused => "submits refused, of all submits",
            Metric::Delivered => "runs delivered, of all runs submitted",
            Metric::Wasted => "lease time whose work was not applied, of all time of leases that ended",
            Metric::BilledUndelivered => {
                "credit billed for runs that ended undelivered, of all billed for runs that ended"
            }
            Metric::Zombies => "time of workers beside a live successor on the same run, of all time of work",
            Metric::OverCap => "time of workers beyond their tenant's cap, of all time of work",
            Metric::Fairness => "Jain's index over tenants: what each got of what it could have used",
            Metric::NoIdleSlot => "time in which no usable slot idles while work waits, of all time",
        }
    }
}

/// What one run came to, by metric; `None` where there was nothing to measure.
pub type Values = [Option<f64>; METRICS];
