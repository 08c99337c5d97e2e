//! The ledger: what each tenant has spent in the window of now (D01), and what goes back (D05 to D07).
//!
//! Under fixed windows one sum a tenant is enough, valid for the window that it names. Under rolling windows a log keeps
//! each charge until it lapses; the charges of one run are linked, so that a refund finds them (D07 charged-window).

use crate::plane::ControlPlane;
use crate::runs::NONE;
use spec::decisions::{RefundWindow, WindowShape};
use spec::{Credits, Millis};
use std::collections::VecDeque;

/// One charge of a rolling window; a refund of D07 current-window is a charge below 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Charge {
    pub(crate) at: Millis,
    /// 0 once it was refunded.
    pub(crate) amount: Credits,
    pub(crate) tenant: u32,
    /// [`NONE`] for a fee (D04).
    pub(crate) run: u32,
    /// The run's previous charge: its number plus one; 0 without one.
    previous: u64,
}

/// The windows and the log.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// The fixed window of now: it is the one with this number, and ends before `window_end`.
    pub(crate) window: u64,
    window_end: Millis,
    /// The charges that have not lapsed (D01 rolling), oldest first.
    pub(crate) log: VecDeque<Charge>,
    /// The number of the log's first charge.
    first: u64,
}

impl Clone for Ledger {
    fn clone(&self) -> Ledger {
        Ledger { window: self.window, window_end: self.window_end, log: self.log.clone(), first: self.first }
    }

    #[inline]
    fn clone_from(&mut self, source: &Ledger) {
        self.window = source.window;
        self.window_end = source.window_end;
        self.log.clear();
        if !source.log.is_empty() {
            self.log.extend(&source.log);
        }
        self.first = source.first;
    }
}

impl Ledger {
    pub(crate) fn clear(&mut self) {
        self.window = 0;
        self.window_end = 0;
        self.log.clear();
        self.first = 0;
    }
}

impl ControlPlane {
    /// Lets time pass for the ledger: the window of now, and the charges that leave a rolling one.
    #[inline]
    pub(crate) fn advance_ledger(&mut self, now: Millis) {
        let length = self.setup.window;
        if now >= self.state.ledger.window_end {
            let window = now / length;
            self.state.ledger.window = window;
            self.state.ledger.window_end = window.saturating_add(1).saturating_mul(length);
            self.state.order.window_ended();
        }
        while let Some(charge) = self.state.ledger.log.front() {
            if now.saturating_sub(charge.at) < length {
                break;
            }
            let tenant = charge.tenant as usize;
            let row = &mut self.state.tenants[tenant];
            row.spent = row.spent.saturating_sub(charge.amount);
            self.state.ledger.log.pop_front();
            self.state.ledger.first += 1;
            self.state.order.touch(tenant);
        }
    }

    /// Charges less refunds in the window of now.
    #[inline]
    pub(crate) fn spent(&self, tenant: usize) -> Credits {
        let row = &self.state.tenants[tenant];
        if !row.ever_charged {
            return 0;
        }
        match self.decisions.window_shape() {
            WindowShape::Fixed if row.window == self.state.ledger.window => row.spent,
            WindowShape::Fixed => 0,
            WindowShape::Rolling => row.spent,
        }
    }

    /// Charges a tenant on a run's account.
    pub(crate) fn charge_run(&mut self, now: Millis, run: u32, amount: Credits) {
        let tenant = self.state.runs.row[run as usize].tenant();
        let row = &mut self.state.runs.row[run as usize];
        row.net = row.net.saturating_add(amount);
        row.charged = true;
        let window = self.state.ledger.window;
        match self.decisions.window_shape() {
            WindowShape::Fixed => {
                row.recent = if row.mark == window { row.recent.saturating_add(amount) } else { amount };
                row.mark = window;
            }
            WindowShape::Rolling => {
                let previous = std::mem::replace(&mut row.mark, self.state.ledger.next());
                let charge = Charge { at: now, amount, tenant: tenant as u32, run, previous };
                self.state.ledger.log.push_back(charge);
            }
        }
        self.add_spent(tenant, amount);
    }

    /// Charges a tenant a fee (D04), which is on no run's account and never goes back.
    pub(crate) fn charge_fee(&mut self, now: Millis, tenant: usize, amount: Credits) {
        match self.decisions.window_shape() {
            WindowShape::Fixed => {}
            WindowShape::Rolling => {
                let charge = Charge { at: now, amount, tenant: tenant as u32, run: NONE, previous: 0 };
                self.state.ledger.log.push_back(charge);
            }
        }
        self.add_spent(tenant, amount);
    }

    /// Gives back all that a run was charged and says how much that was.
    pub(crate) fn refund(&mut self, now: Millis, run: u32) -> Credits {
        let tenant = self.state.runs.row[run as usize].tenant();
        let row = &mut self.state.runs.row[run as usize];
        let (net, recent, mark) = (row.net, row.recent, row.mark);
        (row.net, row.recent) = (0, 0);
        match self.decisions.window_shape() {
            WindowShape::Fixed => {
                let recent = if mark == self.state.ledger.window { recent } else { 0 };
                // D07 has nothing to decide where all of it was charged in this window.
                let back = if recent == net {
                    net
                } else {
                    match self.decisions.refund_window() {
                        RefundWindow::ChargedWindow => recent,
                        RefundWindow::CurrentWindow => net,
                    }
                };
                self.add_spent(tenant, back.saturating_neg());
            }
            WindowShape::Rolling => {
                self.state.runs.row[run as usize].mark = 0;
                self.refund_rolling(now, (tenant, run), (net, mark));
            }
        }
        net
    }

    fn refund_rolling(&mut self, now: Millis, (tenant, run): (usize, u32), (net, newest): (Credits, u64)) {
        let charges = self.state.ledger.charges(newest);
        let all_now =
            charges.filter(|charge| charge.at == now).map(|charge| charge.amount).fold(0, Credits::saturating_add)
                == net;
        let charged_window = all_now
            || match self.decisions.refund_window() {
                RefundWindow::ChargedWindow => true,
                RefundWindow::CurrentWindow => false,
            };
        if !charged_window {
            let charge = Charge { at: now, amount: net.saturating_neg(), tenant: tenant as u32, run, previous: 0 };
            self.state.ledger.log.push_back(charge);
            return self.add_spent(tenant, net.saturating_neg());
        }
        let mut number = newest;
        for _ in 0..self.state.ledger.log.len() {
            let Some(charge) = self.state.ledger.charge_mut(number) else { break };
            number = charge.previous;
            let amount = std::mem::take(&mut charge.amount);
            self.add_spent(tenant, amount.saturating_neg());
        }
    }

    fn add_spent(&mut self, tenant: usize, amount: Credits) {
        let row = &mut self.state.tenants[tenant];
        row.ever_charged = true;
        let window = self.state.ledger.window;
        match self.decisions.window_shape() {
            WindowShape::Fixed if row.window != window => {
                row.window = window;
                row.spent = amount;
                self.state.order.spends(tenant);
            }
            WindowShape::Fixed | WindowShape::Rolling => row.spent = row.spent.saturating_add(amount),
        }
        self.state.order.touch(tenant);
    }
}

impl Ledger {
    /// The number, plus one, of the next charge.
    fn next(&self) -> u64 {
        self.first + self.log.len() as u64 + 1
    }

    /// The charge with a number plus one, unless it has lapsed.
    fn charge(&self, number: u64) -> Option<&Charge> {
        self.log.get(usize::try_from(number.checked_sub(self.first + 1)?).ok()?)
    }

    /// A run's charges that have not lapsed, newest first.
    fn charges(&self, newest: u64) -> impl Iterator<Item = &Charge> {
        let list = std::iter::successors(self.charge(newest), |charge| self.charge(charge.previous));
        // No list is longer than the log.
        list.take(self.log.len())
    }

    fn charge_mut(&mut self, number: u64) -> Option<&mut Charge> {
        self.log.get_mut(usize::try_from(number.checked_sub(self.first + 1)?).ok()?)
    }
}
