//! The pool: slots present, warming and resting.

use super::{Description, kind, number};
use spec::canon::Token;

impl Description<'_> {
    /// Slots present, warming, resting.
    pub(super) fn slots(&mut self) {
        let (facts, moment) = (self.facts(), self.moment);
        let present = i64::try_from(facts.slots_present()).unwrap_or(i64::MAX);
        self.canon.fact(&[self.kind(kind::SLOTS), present.into()]);
        for warming in moment.slots_warming() {
            let count = i64::try_from(warming.count).unwrap_or(i64::MAX);
            let left = warming.instant.saturating_sub(moment.now);
            self.canon.fact(&[self.kind(kind::WARMING), number(left), count.into()]);
        }
        let ends = &facts.silent_ends;
        if !ends.iter().any(|end| end.is_recent(moment.now)) || !moment.slots_rest() {
            return;
        }
        let by_tenant = moment.resting_slots_count_under_the_cap();
        for (index, end) in ends.iter().enumerate().filter(|(_, end)| end.is_recent(moment.now)) {
            let alike =
                |other: usize| ends[other].until == end.until && (!by_tenant || ends[other].tenant == end.tenant);
            if (0..index).any(alike) {
                continue;
            }
            let count = (index..ends.len()).filter(|other| alike(*other)).count() as i64;
            let tenant = if by_tenant { end.tenant.into() } else { Token::Number(0) };
            let left = number(end.until.saturating_sub(moment.now));
            self.canon.fact(&[self.kind(kind::RESTING), left, tenant, count.into()]);
        }
    }
}
