//! How a state is described for the explorer, so that states which behave alike get one key.
//!
//! A state is a **set of facts**; each fact is a short tuple of tokens. Their order among each other does not matter:
//! order that means something (a queue's) is a number inside the fact. Times are given relative to now, fences by rank;
//! names that are interchangeable (workers, results, runs, tenants) are tokens of their own, so that the explorer can
//! rename them. A description must hold all that any later command, or time, can still bring out, and nothing else.

use crate::ids::{Digest, RunId, TenantId, WorkerId};

/// One part of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// A plain value: a tag, a rank, a relative time, an amount.
    Number(i64),
    /// A tenant.
    Tenant(TenantId),
    /// A run.
    Run(RunId),
    /// A worker.
    Worker(WorkerId),
    /// A result.
    Digest(Digest),
}

impl From<i64> for Token {
    fn from(number: i64) -> Token {
        Token::Number(number)
    }
}

impl From<u32> for Token {
    fn from(number: u32) -> Token {
        Token::Number(i64::from(number))
    }
}

impl From<bool> for Token {
    fn from(flag: bool) -> Token {
        Token::Number(i64::from(flag))
    }
}

impl From<TenantId> for Token {
    fn from(tenant: TenantId) -> Token {
        Token::Tenant(tenant)
    }
}

impl From<RunId> for Token {
    fn from(run: RunId) -> Token {
        Token::Run(run)
    }
}

impl From<WorkerId> for Token {
    fn from(worker: WorkerId) -> Token {
        Token::Worker(worker)
    }
}

impl From<Digest> for Token {
    fn from(digest: Digest) -> Token {
        Token::Digest(digest)
    }
}

/// Collects the facts of a state. Its buffers are kept from use to use.
#[derive(Debug, Clone, Default)]
pub struct Canon {
    tokens: Vec<Token>,
    ends: Vec<u32>,
}

impl Canon {
    /// Forgets all facts.
    pub fn clear(&mut self) {
        self.tokens.clear();
        self.ends.clear();
    }

    /// Adds a fact. Its first token should be a number that tells its kind; the tuple's length may vary with it.
    #[inline]
    pub fn fact(&mut self, tokens: &[Token]) {
        self.tokens.extend_from_slice(tokens);
        self.ends.push(self.tokens.len() as u32);
    }

    /// The facts, in the order in which they were given.
    pub fn facts(&self) -> impl Iterator<Item = &[Token]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.tokens[start as usize..*end as usize])
    }
}

/// Something that can describe all of its state that can still matter.
pub trait Describe {
    /// Adds the facts of the state as seen at the instant `at` of the outside's clock: `at` is never before the last
    /// command's unless the outside's clock was stepped back.
    fn describe(&self, at: crate::Millis, canon: &mut Canon);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_whole_in_their_order_and_a_cleared_canon_has_none() {
        let (tenant, run) = (TenantId(1), RunId { tenant: TenantId(1), key: 2 });
        let queued = [3_u32.into(), tenant.into(), run.into(), true.into()];
        let held = [(-4_i64).into(), WorkerId(5).into(), Digest(6).into()];
        let mut canon = Canon::default();
        assert_eq!(canon.facts().count(), 0);
        canon.fact(&queued);
        canon.fact(&[]);
        canon.fact(&held);
        assert_eq!(canon.facts().collect::<Vec<_>>(), [&queued[..], &[], &held]);
        assert_eq!(queued[3], Token::Number(1));
        canon.clear();
        canon.fact(&held);
        assert_eq!(canon.facts().collect::<Vec<_>>(), [&held[..]]);
    }
}
