//! The spec's settings, and what a scenario or a scope changes about them.

use super::Decoder;
use crate::yaml::diagnostics::Problems;
use crate::yaml::tree::Node;
use crate::{Limits, Settings, TenantId};

/// The spec's own settings.
pub(super) fn base(node: &Node, problems: &mut Problems<'_>) -> Option<Settings> {
    let tenants = tenants(node.get("tenants")?, problems)?;
    Some(Settings {
        window: node.get("window")?.number::<i64>()?.try_into().ok()?,
        lease: node.get("lease")?.number::<i64>()?.try_into().ok()?,
        warm_up: node.get("warm-up")?.number::<i64>()?.try_into().ok()?,
        grace: node.get("grace")?.number::<i64>()?.try_into().ok()?,
        attempts: node.get("attempts")?.number()?,
        queue: node.get("queue")?.number()?,
        pool: node.get("pool")?.number()?,
        tenants,
    })
}

/// The limits of the tenants, who are numbered by their place and named after that number.
fn tenants(node: &Node, problems: &mut Problems<'_>) -> Option<Vec<Limits>> {
    let mut in_order = true;
    for (index, (name, _)) in node.entries().iter().enumerate() {
        let expected = u32::try_from(index).map(|number| TenantId(number).to_string()).unwrap_or_default();
        // Only the first that is out of order: those behind it are, as a rule, for no other reason.
        if in_order && name.text != expected {
            in_order = false;
            let message = format!("tenant number {} is called `{}`", index + 1, name.text);
            problems.report(&name.span, message, format!("expected `{expected}`: tenants are named in order"));
        }
    }
    let limits = |node: &Node| Some(Limits { cap: node.get("cap")?.number()?, quota: node.get("quota")?.number()? });
    let limits = node.entries().iter().map(|(_, node)| limits(node)).collect();
    if in_order { limits } else { None }
}

impl Decoder<'_, '_> {
    /// The settings of a scenario or a scope: the spec's, with the changes below `settings`.
    pub(super) fn settings(&mut self, node: &Node) -> Option<Settings> {
        let mut settings = self.base.clone();
        let Some(changes) = node.get("settings") else { return Some(settings) };
        if let Some(node) = changes.get("tenants") {
            settings.tenants = tenants(node, self.problems)?;
        }
        change(&mut settings.window, changes, "window")?;
        change(&mut settings.lease, changes, "lease")?;
        change(&mut settings.warm_up, changes, "warm-up")?;
        change(&mut settings.grace, changes, "grace")?;
        change(&mut settings.attempts, changes, "attempts")?;
        change(&mut settings.queue, changes, "queue")?;
        change(&mut settings.pool, changes, "pool")?;
        Some(settings)
    }
}

/// Sets a value if there is one; `None` if what is there is not a value.
fn change<T: TryFrom<i64>>(value: &mut T, changes: &Node, name: &str) -> Option<()> {
    if let Some(node) = changes.get(name) {
        *value = node.number()?;
    }
    Some(())
}
