//! How charges, fees and refunds enter the facts.

use super::facts::{Charge, Facts};
use super::ledger::has_left;
use super::step::{Rules, Step};
use spec::decisions::{RefundWindow, WindowShape};
use spec::{Credits, Millis};

impl Facts {
    /// The step's charge is its run's.
    pub(super) fn charge(&mut self, place: usize, step: &Step<'_>) {
        if step.charged <= 0 {
            return;
        }
        let run = &mut self.runs[place];
        let before = run.newest_charge.replace(self.charges.len() as u32);
        run.charged = true;
        run.net = run.net.saturating_add(step.charged);
        let tenant = run.id.tenant;
        self.charges.push(Charge { instant: step.now, amount: step.charged, before });
        if let Some(facts) = self.tenants.get_mut(tenant.0 as usize) {
            facts.ledger.book(step.now, step.charged, step.now, step.rules);
        }
    }

    /// D04: the step's charge is a fee, its tenant's and not its run's.
    pub(super) fn fee(&mut self, step: &Step<'_>) {
        if step.charged > 0
            && let Some(tenant) = step.tenant()
            && let Some(facts) = self.tenants.get_mut(tenant.0 as usize)
        {
            facts.ledger.book(step.now, step.charged, step.now, step.rules);
        }
    }

    /// D07: charges of a run go back, the newest first.
    pub(super) fn refund(&mut self, place: usize, amount: Credits, step: &Step<'_>) {
        if amount <= 0 {
            return;
        }
        let run = &mut self.runs[place];
        run.net = run.net.saturating_sub(amount);
        let Some(tenant) = self.tenants.get_mut(run.id.tenant.0 as usize) else { return };
        let mut rest = amount;
        while rest > 0
            && let Some(newest) = run.newest_charge
        {
            let charge = &mut self.charges[newest as usize];
            let part = rest.min(charge.amount);
            rest -= part;
            charge.amount -= part;
            let instant = refund_instant(charge.instant, step.now, step.rules);
            tenant.ledger.book(instant, -part, step.now, step.rules);
            if charge.amount == 0 {
                run.newest_charge = charge.before;
            }
        }
        tenant.ledger.book(step.now, -rest, step.now, step.rules);
    }
}

/// The instant that the refund of a charge bears. D07 is asked only where it makes a difference: never within one fixed
/// window.
fn refund_instant(charged: Millis, now: Millis, rules: &Rules) -> Millis {
    let window = rules.settings.window.max(1);
    let same_window = charged / window == now / window;
    if charged == now || (same_window && rules.decisions.window_shape() == WindowShape::Fixed) {
        return now;
    }
    match rules.decisions.refund_window() {
        RefundWindow::ChargedWindow => charged,
        RefundWindow::CurrentWindow => now,
    }
}

/// What of a run's charges that were not refunded lies in the window of now, by instant, the newest first.
pub(super) fn current_charges<'a>(
    facts: &'a Facts,
    newest: Option<u32>,
    now: Millis,
    rules: &'a Rules,
) -> impl Iterator<Item = Charge> + 'a {
    let at = |place: Option<u32>| place.and_then(|place| facts.charges.get(place as usize)).copied();
    std::iter::successors(at(newest), move |charge| at(charge.before))
        .take_while(move |charge| !has_left(charge.instant, now, rules))
}
