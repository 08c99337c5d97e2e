//! The ledger: charges and refunds, each with tenant, run, amount and instant.
//!
//! A refund is noted on the charge that it takes back, with its own instant; which window it lowers is D07's question
//! and is answered when the ledger is read. What no window can reach any more is forgotten: after one window length a
//! charge lies outside both shapes of D01.

use spec::{Credits, Millis, RunId, TenantId};

/// One charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Charge {
    /// Who pays.
    pub(super) tenant: TenantId,
    /// For which run; `None` is a fee (D04), which never goes back.
    pub(super) run: Option<RunId>,
    /// How much.
    pub(super) amount: Credits,
    /// When.
    pub(super) instant: Millis,
    /// When it was refunded, if it was.
    pub(super) refunded: Option<Millis>,
}

impl Charge {
    /// Whether neither the charge nor its refund lies within one window length before `now`.
    fn has_lapsed(&self, window: Millis, now: Millis) -> bool {
        let old = |instant: Millis| now.saturating_sub(instant) >= window;
        old(self.instant) && self.refunded.is_none_or(old)
    }
}

/// Forgets what no window can reach any more.
pub(super) fn forget_lapsed(ledger: &mut Vec<Charge>, window: Millis, now: Millis) {
    ledger.retain(|charge| !charge.has_lapsed(window, now));
}

/// Notes that all of a run's charges, `amount` in all, went back at `now`.
///
/// Charges that were forgotten already come back as one that lies one window length in the past, where no window sees
/// it, so that its refund can still count under D07 current-window.
pub(super) fn refund(ledger: &mut Vec<Charge>, window: Millis, now: Millis, run: RunId, amount: Credits) {
    let mut forgotten = amount;
    for charge in ledger.iter_mut().filter(|charge| charge.run == Some(run) && charge.refunded.is_none()) {
        charge.refunded = Some(now);
        forgotten = forgotten.saturating_sub(charge.amount);
    }
    if forgotten != 0 {
        let instant = now.saturating_sub(window);
        let refunded = Some(now);
        ledger.push(Charge { tenant: run.tenant, run: Some(run), amount: forgotten, instant, refunded });
    }
}
