//! The spec's settings, and what a scenario or a scope changes about them.

use super::Decoder;
use crate::yaml::diagnostics::Problems;
use crate::yaml::tree::{Name, Node};
use crate::{Limits, Settings, TenantId};

/// The spec's own settings.
pub(super) fn base(node: &Node, problems: &mut Problems<'_>) -> Option<Settings> {
    let entries = node.get("tenants")?.entries();
    let in_order = entries.iter().enumerate().map(|(index, (name, _))| dense(index, name, problems));
    if in_order.filter(|in_order| !in_order).count() > 0 {
        return None;
    }
    let limits =
        |limits: &Node| Some(Limits { cap: limits.get("cap")?.number()?, quota: limits.get("quota")?.number()? });
    let tenants = entries.iter().map(|(_, node)| limits(node)).collect::<Option<Vec<Limits>>>()?;
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

/// Tenants are numbered by their place, so the name must be the one of that number.
fn dense(index: usize, name: &Name, problems: &mut Problems<'_>) -> bool {
    let expected = u32::try_from(index).map(|number| TenantId(number).to_string()).unwrap_or_default();
    if name.text != expected {
        let message = format!("tenant number {} is called `{}`", index + 1, name.text);
        problems.report(&name.span, message, format!("expected `{expected}`: tenants are named in order"));
    }
    name.text == expected
}

impl Decoder<'_, '_> {
    /// The settings of a scenario or a scope: the spec's, with the changes below `settings`.
    pub(super) fn settings(&mut self, node: &Node) -> Option<Settings> {
        let mut settings = self.base.clone();
        let Some(changes) = node.get("settings") else { return Some(settings) };
        change(&mut settings.window, changes, "window")?;
        change(&mut settings.lease, changes, "lease")?;
        change(&mut settings.warm_up, changes, "warm-up")?;
        change(&mut settings.grace, changes, "grace")?;
        change(&mut settings.attempts, changes, "attempts")?;
        change(&mut settings.queue, changes, "queue")?;
        change(&mut settings.pool, changes, "pool")?;
        for (name, limits) in changes.get("tenants").map(Node::entries).unwrap_or_default() {
            self.limits(&mut settings, name, limits)?;
        }
        Some(settings)
    }

    /// Changes a tenant's limits, or adds the next tenant.
    fn limits(&mut self, settings: &mut Settings, name: &Name, changes: &Node) -> Option<()> {
        let TenantId(tenant) = name.text.parse().ok()?;
        if let Some(limits) = settings.tenants.get_mut(usize::try_from(tenant).ok()?) {
            change(&mut limits.cap, changes, "cap")?;
            return change(&mut limits.quota, changes, "quota");
        }
        if !self.base_known || !dense(settings.tenants.len(), name, self.problems) {
            return None;
        }
        for limit in ["cap", "quota"] {
            if changes.get(limit).is_none() {
                let message = format!("tenant `{}` exists only here, and has no `{limit}`", name.text);
                self.problems.report(&name.span, message, format!("expected a `{limit}`"));
            }
        }
        settings.tenants.push(Limits { cap: changes.get("cap")?.number()?, quota: changes.get("quota")?.number()? });
        Some(())
    }
}

/// Sets a value if there is one; `None` if what is there is not a value.
fn change<T: TryFrom<i64>>(value: &mut T, changes: &Node, name: &str) -> Option<()> {
    if let Some(node) = changes.get(name) {
        *value = node.number()?;
    }
    Some(())
}
