//! What the tests of the judges have in common: a small platform, and its decisions by name.

use spec::{DecisionId, Decisions, Limits, Settings, TenantView};

/// Two tenants that may hold two slots each, of two, and spend 20 credits in 100 ms.
pub(super) fn settings() -> Settings {
    Settings {
        window: 100,
        lease: 41,
        warm_up: 0,
        grace: 7,
        attempts: 2,
        queue: 4,
        pool: 2,
        tenants: vec![Limits { cap: 2, quota: 20 }; 2],
    }
}

/// The chosen decisions but for these.
pub(super) fn decided(options: &[(&str, &str)]) -> Decisions {
    let mut decisions = Decisions::chosen();
    for (id, option) in options {
        let id = DecisionId::find(id).unwrap();
        decisions.set(id, id.option(option).unwrap()).unwrap();
    }
    decisions
}

/// Tenant a with these limits and nothing queued.
pub(super) fn tenant(cap: i64, quota: i64) -> TenantView {
    TenantView { tenant: spec::TenantId(0), cap, quota, spent: 0, reserved: 0, held: 0, queue: Vec::new() }
}
