//! Live leases: ranks instead of fences, deadlines relative to now.

use super::{Description, kind};
use crate::reference::facts::Lease;
use spec::Millis;
use spec::decisions::ExpiryEffect;

impl Description<'_> {
    /// Live leases by rank; deadlines relative to now, no further back than a rest after them reaches.
    pub(super) fn leases(&mut self) {
        let leases = &self.facts().leases;
        let floor = self.furthest_back();
        let back = |lease: &Lease| relative(lease.deadline, self.moment.now).max(floor);
        let ends_at_a_sweep = match self.moment.decisions.expiry_effect() {
            ExpiryEffect::AtSweep | ExpiryEffect::AtDeadline | ExpiryEffect::Uncounted => true,
            ExpiryEffect::Never => false,
        };
        for (rank, lease) in leases.iter().enumerate() {
            let deadline = back(lease);
            // Those that are all as far back are ended in the order of their deadlines still.
            let among =
                |other: &&Lease| back(other) == floor && (other.deadline, other.fence) < (lease.deadline, lease.fence);
            let order = if deadline == floor && ends_at_a_sweep { leases.iter().filter(among).count() } else { 0 };
            self.canon.fact(&[
                self.kind(kind::LEASE),
                (rank as i64).into(),
                lease.run.into(),
                lease.worker.into(),
                deadline.into(),
                (order as i64).into(),
            ]);
        }
    }

    /// How far back a deadline still matters, as a relative time below 0.
    fn furthest_back(&self) -> i64 {
        let grace = i64::try_from(self.moment.settings.grace).unwrap_or(i64::MAX);
        if self.moment.slots_rest() { grace.saturating_neg().min(-1) } else { -1 }
    }
}

/// An instant relative to now.
fn relative(instant: Millis, now: Millis) -> i64 {
    let signed = |length: Millis| i64::try_from(length).unwrap_or(i64::MAX);
    signed(instant.saturating_sub(now)) - signed(now.saturating_sub(instant))
}
