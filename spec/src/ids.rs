//! Names of things, as dense integers inside and short texts at the edge: tenant `a`, run `a/1`, worker `w1`,
//! fence `1.3` (term 1, grant 3), result digest `x`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// An instant or a length in milliseconds of the control plane's own clock.
pub type Millis = u64;

/// An amount of credit. Signed: a refund may turn what was spent in a window negative (D07 current-window).
pub type Credits = i64;

/// A tenant, numbered densely from 0. Written `a` to `z`, then `t26` and on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TenantId(pub u32);

/// A worker, numbered densely. Written `w1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct WorkerId(pub u32);

/// A run: (tenant, key), so no tenant can name another's. Keys are dense per tenant. Written `a/1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct RunId {
    /// The tenant that owns it.
    pub tenant: TenantId,
    /// The tenant's own name for it.
    pub key: u32,
}

/// The token of one grant, compared as (term, grant). The first is (1, 1); a recovery starts the next term; the grant
/// number never resets. Written `1.3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Fence {
    /// Starts at 1; a recovery starts the next.
    pub term: u32,
    /// Counts every grant ever made, from 1.
    pub grant: u64,
}

/// The digest of a run's result: equal digests mean the same effect. Written `x`, `y`, `z`, then `r3` and on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digest(pub u64);

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u8::try_from(self.0) {
            Ok(small) if small < 26 => write!(f, "{}", char::from(b'a' + small)),
            _ => write!(f, "t{}", self.0),
        }
    }
}

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "w{}", self.0)
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.tenant, self.key)
    }
}

impl fmt::Display for Fence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.term, self.grant)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u8::try_from(self.0) {
            Ok(small) if small < 3 => write!(f, "{}", char::from(b'x' + small)),
            _ => write!(f, "r{}", self.0),
        }
    }
}

/// A text that names nothing: what was read, and what would have been understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// What was found.
    pub found: String,
    /// What was expected, in words.
    pub expected: &'static str,
}

impl ParseError {
    /// Says that `found` is not what was `expected`.
    pub fn new(found: &str, expected: &'static str) -> ParseError {
        ParseError { found: found.to_owned(), expected }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found `{}`", self.expected, self.found)
    }
}

impl std::error::Error for ParseError {}

impl FromStr for TenantId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<TenantId, ParseError> {
        let error = || ParseError::new(text, "a tenant: `a` to `z`, or `t26` and on");
        match text.as_bytes() {
            [letter @ b'a'..=b'z'] => Ok(TenantId(u32::from(letter - b'a'))),
            [b't', ..] => number(&text[1..]).map(TenantId).ok_or_else(error),
            _ => Err(error()),
        }
    }
}

impl FromStr for WorkerId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<WorkerId, ParseError> {
        let error = || ParseError::new(text, "a worker, such as `w1`");
        text.strip_prefix('w').and_then(number).map(WorkerId).ok_or_else(error)
    }
}

impl FromStr for RunId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<RunId, ParseError> {
        let error = || ParseError::new(text, "a run, such as `a/1`");
        let (tenant, key) = text.split_once('/').ok_or_else(error)?;
        Ok(RunId { tenant: tenant.parse().map_err(|_| error())?, key: number(key).ok_or_else(error)? })
    }
}

impl FromStr for Fence {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Fence, ParseError> {
        let error = || ParseError::new(text, "a fence, such as `1.3` (term 1, grant 3)");
        let (term, grant) = text.split_once('.').ok_or_else(error)?;
        Ok(Fence { term: number(term).ok_or_else(error)?, grant: number(grant).ok_or_else(error)? })
    }
}

impl FromStr for Digest {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Digest, ParseError> {
        let error = || ParseError::new(text, "a result: `x`, `y`, `z`, or `r3` and on");
        match text.as_bytes() {
            [letter @ b'x'..=b'z'] => Ok(Digest(u64::from(letter - b'x'))),
            [b'r', ..] => number(&text[1..]).map(Digest).ok_or_else(error),
            _ => Err(error()),
        }
    }
}

/// Digits only: no sign, no spaces.
fn number<T: FromStr>(text: &str) -> Option<T> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

macro_rules! serde_as_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

serde_as_text!(TenantId, WorkerId, RunId, Fence, Digest);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_what_was_written() {
        for number in [0, 1, 2, 3, 25, 26, 1000, u32::MAX] {
            let tenant = TenantId(number);
            assert_eq!(tenant.to_string().parse(), Ok(tenant));
            let worker = WorkerId(number);
            assert_eq!(worker.to_string().parse(), Ok(worker));
            let run = RunId { tenant, key: number };
            assert_eq!(run.to_string().parse(), Ok(run));
            let fence = Fence { term: number, grant: u64::from(number) };
            assert_eq!(fence.to_string().parse(), Ok(fence));
            let digest = Digest(u64::from(number));
            assert_eq!(digest.to_string().parse(), Ok(digest));
        }
    }

    #[test]
    fn a_text_that_names_nothing_says_what_was_expected() {
        let error = "b-1".parse::<RunId>().unwrap_err();
        assert_eq!(error.to_string(), "expected a run, such as `a/1`, found `b-1`");
        for bad in ["", "w", "w-1", "w+1", "1.2", "w4294967296"] {
            assert!(bad.parse::<WorkerId>().is_err(), "{bad}");
        }
        for bad in ["", "1", "1.", ".1", "1.2.3", "1.-2"] {
            assert!(bad.parse::<Fence>().is_err(), "{bad}");
        }
    }

    #[test]
    fn fences_compare_by_term_and_then_by_grant() {
        let fence = |term, grant| Fence { term, grant };
        assert!(fence(1, 9) < fence(2, 1));
        assert!(fence(2, 1) < fence(2, 2));
    }
}
