//! Settings: lengths, bounds and limits. They are not decisions; they differ from platform to platform.

use crate::ids::{Credits, Millis};
use serde::{Deserialize, Serialize};

/// The most slots that a pool can have. A larger `resize` is invalid: a slot that warms up is shown one by one.
pub const SLOTS_MAX: u32 = 1 << 20;

/// How a control plane is set up.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// The length of a quota window, in ms; at least 1 (D01).
    pub window: Millis,
    /// The length of a lease from its grant or renewal, in ms; at least 1.
    pub lease: Millis,
    /// How long a new slot takes to get warm, in ms (D19).
    pub warm_up: Millis,
    /// How long a slot rests after a silent end, in ms (D26).
    pub grace: Millis,
    /// The most attempts of a run; at least 1 (D25).
    pub attempts: u32,
    /// The bound of each tenant's queue; at least 1 (D14).
    pub queue: u32,
    /// The slots present at the start, all warm.
    pub pool: u32,
    /// The tenants, by dense id.
    pub tenants: Vec<Limits>,
}

/// The limits of one tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Limits {
    /// The most live leases at once; not negative (D09 says what 0 means).
    pub cap: i64,
    /// Credits per window; not negative (D09 says what 0 means).
    pub quota: Credits,
}

/// Settings that no control plane can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadSettings {
    /// A length or bound that must be at least 1 is 0.
    Zero {
        /// Which.
        name: &'static str,
    },
    /// The pool has more than [`SLOTS_MAX`] slots.
    Slots,
    /// A tenant's cap or quota is negative.
    Negative {
        /// The tenant's dense id.
        tenant: usize,
        /// `cap` or `quota`.
        name: &'static str,
    },
}

impl std::fmt::Display for BadSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadSettings::Zero { name } => write!(f, "`{name}` must be at least 1"),
            BadSettings::Slots => write!(f, "`pool` must be at most {SLOTS_MAX}"),
            BadSettings::Negative { tenant, name } => write!(f, "the {name} of tenant number {tenant} is negative"),
        }
    }
}

impl std::error::Error for BadSettings {}

impl Settings {
    /// Judges the settings: what must be at least 1 is, and no limit is negative.
    pub fn validate(&self) -> Result<(), BadSettings> {
        let positive = [
            ("window", self.window),
            ("lease", self.lease),
            ("attempts", u64::from(self.attempts)),
            ("queue", u64::from(self.queue)),
        ];
        if let Some((name, _)) = positive.into_iter().find(|(_, value)| *value == 0) {
            return Err(BadSettings::Zero { name });
        }
        if self.pool > SLOTS_MAX {
            return Err(BadSettings::Slots);
        }
        for (tenant, limits) in self.tenants.iter().enumerate() {
            if limits.cap < 0 {
                return Err(BadSettings::Negative { tenant, name: "cap" });
            }
            if limits.quota < 0 {
                return Err(BadSettings::Negative { tenant, name: "quota" });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes something of sound settings that no control plane can have.
    type Spoil = fn(&mut Settings);

    fn sound() -> Settings {
        let tenants = vec![Limits { cap: 0, quota: 0 }, Limits { cap: 2, quota: 5 }];
        Settings { window: 1, lease: 1, warm_up: 0, grace: 0, attempts: 1, queue: 1, pool: SLOTS_MAX, tenants }
    }

    #[test]
    fn settings_at_their_bounds_are_sound_and_beyond_them_are_refused_by_name() {
        assert_eq!(sound().validate(), Ok(()));
        assert_eq!(SLOTS_MAX, 1_048_576);
        let cases: [(Spoil, &str); 7] = [
            (|settings| settings.window = 0, "`window` must be at least 1"),
            (|settings| settings.lease = 0, "`lease` must be at least 1"),
            (|settings| settings.attempts = 0, "`attempts` must be at least 1"),
            (|settings| settings.queue = 0, "`queue` must be at least 1"),
            (|settings| settings.pool = SLOTS_MAX + 1, "`pool` must be at most 1048576"),
            (|settings| settings.tenants[1].cap = -1, "the cap of tenant number 1 is negative"),
            (|settings| settings.tenants[0].quota = -1, "the quota of tenant number 0 is negative"),
        ];
        for (spoil, message) in cases {
            let mut settings = sound();
            spoil(&mut settings);
            assert_eq!(settings.validate().map_err(|error| error.to_string()), Err(message.to_owned()));
        }
    }
}
