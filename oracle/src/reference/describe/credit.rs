//! Limits, and the ledger as far as anyone can still read it.

use super::{Description, kind, number};
use crate::reference::facts::Run;
use crate::reference::ledger::Charge;
use spec::canon::Token;
use spec::decisions::RefundWindow;
use spec::{Credits, Millis, TenantId};

/// An amount in the ledger, with all that can still tell it from others.
#[derive(Clone, Copy)]
struct Item {
    tenant: TenantId,
    /// The run that it can still be refunded to, or 0.
    run: Token,
    age: Millis,
    amount: Credits,
}

impl Item {
    fn is_like(&self, other: &Item) -> bool {
        self.tenant == other.tenant && self.run == other.run && self.age == other.age
    }
}

impl Description<'_> {
    /// Limits; under fixed windows what was spent in this one, too.
    pub(super) fn tenants(&mut self) {
        let fixed = self.windows_are_fixed();
        for (limits, tenant) in self.facts().limits.iter().zip((0..).map(TenantId)) {
            if !self.moment.exists(tenant) {
                continue;
            }
            self.canon.fact(&[self.kind(kind::LIMITS), tenant.into(), limits.cap.into(), limits.quota.into()]);
            let spent = if fixed { self.moment.spent(tenant) } else { 0 };
            if spent != 0 {
                self.canon.fact(&[self.kind(kind::SPENT), tenant.into(), spent.into()]);
            }
        }
    }

    /// Under fixed windows: what a refund of an open run would take out of this window (D07 charged-window).
    pub(super) fn refundable_in_this_window(&self, run: &Run) -> Credits {
        if run.net_charge == 0 || run.status.is_terminal() || !self.windows_are_fixed() {
            return 0;
        }
        if !self.refunds_follow_their_charges() {
            return 0;
        }
        let mut charges = 0;
        for charge in &self.facts().ledger {
            let of_run = charge.run == Some(run.run) && charge.refunded.is_none();
            if of_run && self.moment.in_window(charge.instant) {
                charges = charge.amount.saturating_add(charges);
            }
        }
        charges
    }

    fn refunds_follow_their_charges(&self) -> bool {
        match self.moment.decisions.refund_window() {
            RefundWindow::ChargedWindow => true,
            RefundWindow::CurrentWindow => false,
        }
    }

    /// Under rolling windows: each amount in the window, by age; those that nothing tells apart as one. Fixed windows end
    /// at once.
    pub(super) fn charges(&mut self) {
        if self.windows_are_fixed() || self.facts().ledger.is_empty() {
            return;
        }
        let follow = self.refunds_follow_their_charges();
        let kind = self.kind(kind::CHARGE);
        let Description { moment, canon, .. } = self;
        let refundable = |charge: &Charge| {
            let run = charge.run.filter(|_| follow)?;
            moment.facts.run(run).filter(|known| !known.status.is_terminal()).map(|known| known.run)
        };
        let item = |charge: &Charge, instant: Millis, amount: Credits| {
            let run = refundable(charge).map_or(Token::Number(0), Token::from);
            let age = moment.now.saturating_sub(instant);
            moment.in_window(instant).then_some(Item { tenant: charge.tenant, run, age, amount })
        };
        let items = || {
            let unless_undone = |charge: &&Charge| !follow || charge.refunded.is_none();
            moment.facts.ledger.iter().filter(unless_undone).flat_map(|charge| {
                let refund = charge.refunded.and_then(|instant| item(charge, instant, charge.amount.saturating_neg()));
                [item(charge, charge.instant, charge.amount), refund].into_iter().flatten()
            })
        };
        for (index, first) in items().enumerate() {
            if items().take(index).any(|earlier| earlier.is_like(&first)) {
                continue;
            }
            let alike = items().filter(|other| other.is_like(&first));
            let amount = alike.fold(0, |total: Credits, other| total.saturating_add(other.amount));
            if amount != 0 {
                canon.fact(&[kind, first.tenant.into(), first.run, number(first.age), amount.into()]);
            }
        }
    }
}
