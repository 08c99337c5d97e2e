//! How charges, fees and refunds enter the facts.

use super::facts::{Charge, Facts, run_key};
use super::ledger::has_left;
use super::questions::windows_are_fixed;
use super::step::{Rules, Step};
use spec::decisions::RefundWindow;
use spec::{Credits, Millis, RunId};

impl Facts {
    /// What the answer charged and refunded is the run's that it is about; but the charge of a refused submit is a fee,
    /// its tenant's and not its run's (D04).
    pub(super) fn fold_bill(&mut self, run: RunId, step: &Step<'_>) {
        self.refund(run, step.refunded_apart(), step);
        if step.charged <= 0 {
            return;
        }
        if !step.is_fee() {
            let place = self.runs.place(run_key(run));
            let run = &mut self.runs[place];
            let before = run.newest_charge.replace(self.charges.len() as u32);
            run.charged = true;
            run.net = run.net.saturating_add(step.charged);
            self.charges.push(Charge { instant: step.now, amount: step.charged, before });
        }
        if let Some(facts) = self.tenants.get_mut(run.tenant.0 as usize) {
            facts.ledger.book(step.now, step.charged, step.now, step.rules);
        }
    }

    /// D07: charges of a run go back, the newest first.
    pub(super) fn refund(&mut self, run: RunId, amount: Credits, step: &Step<'_>) {
        if amount <= 0 {
            return;
        }
        let place = self.runs.place(run_key(run));
        let run = &mut self.runs[place];
        run.net = run.net.saturating_sub(amount);
        let Some(tenant) = self.tenants.get_mut(run.id.tenant.0 as usize) else { return };
        let mut rest = amount;
        // No run has more charges than there are.
        for _ in 0..self.charges.len() {
            if rest <= 0 {
                break;
            }
            let Some(newest) = run.newest_charge else { break };
            let charge = &mut self.charges[newest as usize];
            let part = rest.min(charge.amount);
            rest -= part;
            charge.amount -= part;
            let instant = refund_instant(charge.instant, step.now, step.rules);
            tenant.ledger.book(instant, -part, step.now, step.rules);
            if charge.amount > 0 {
                break;
            }
            run.newest_charge = charge.before;
        }
        tenant.ledger.book(step.now, -rest, step.now, step.rules);
    }
}

/// The instant that the refund of a charge bears. D07 is asked only where it makes a difference: never within one fixed
/// window.
fn refund_instant(charged: Millis, now: Millis, rules: &Rules) -> Millis {
    let window = rules.settings.window.max(1);
    let same_window = charged / window == now / window;
    if charged == now || (same_window && windows_are_fixed(&rules.decisions)) {
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
        .take(facts.charges.len())
        .take_while(move |charge| !has_left(charge.instant, now, rules))
}
