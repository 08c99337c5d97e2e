//! Scopes: the worlds that are explored.

use super::{Decoder, text};
use crate::yaml::scope::{Operator, Restarts, Scope, ScopeCommand, StepBack};
use crate::yaml::tree::{Name, Node};
use crate::{Settings, TenantId};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::ops::Range;

impl Decoder<'_, '_> {
    pub(super) fn scopes(&mut self, root: &Node) -> Option<Vec<Scope>> {
        let (name, section) = root.entry("scopes")?;
        self.unique("scopes", section.items());
        let scopes = super::all(section.items().iter().map(|item| self.scope(item)));
        // Whatever is wrong in here may be why no pool overflows.
        let sound = !self.problems.any_in(&extent(root, name, self.source));
        if let Some(scopes) = scopes.as_ref().filter(|_| sound)
            && !scopes.iter().any(overflows)
        {
            let message = "in no scope can the pool overflow, so nothing shows that it does not";
            self.problems.report(&name.span, message, "expected a scope whose caps sum above its pool").hint(
                "a tenant counts with its cap or its runs, and all of them with the workers, whichever are fewer",
            );
        }
        scopes
    }

    fn scope(&mut self, node: &Node) -> Option<Scope> {
        let settings = self.settings(node);
        let with = self.with(node, None);
        let tenants = settings.as_ref().filter(|_| self.base_known);
        let runs = self.runs(node, tenants);
        let operator = node.get("operator").map_or(Some(Operator::default()), |node| self.operator(node, tenants));
        let commands = self.commands(node);
        Some(Scope {
            name: text(node, "name")?,
            about: text(node, "about")?,
            settings: settings?,
            workers: node.get("workers")?.number()?,
            runs: runs?,
            results: number_or(node, "results", 1)?,
            other_cost: flag(node, "other-cost")?,
            commands: commands?,
            unknown: flag(node, "unknown")?,
            operator: operator?,
            restarts: restarts(node)?,
            step_back: step_back(node)?,
            with: with?,
            deep: flag(node, "deep")?,
            line: self.line(node.get("name")?),
        })
    }

    fn runs(&mut self, node: &Node, settings: Option<&Settings>) -> Option<Vec<Vec<NonZeroU32>>> {
        let mut runs = vec![Vec::new(); settings.map_or(0, |settings| settings.tenants.len())];
        let mut sound = true;
        for (name, costs) in node.get("runs")?.entries() {
            let tenant = self.tenant(name, settings);
            let costs: Option<Vec<NonZeroU32>> =
                super::all(costs.items().iter().map(|cost| cost.number::<u32>().and_then(NonZeroU32::new)));
            match (tenant.and_then(|TenantId(index)| runs.get_mut(usize::try_from(index).ok()?)), costs) {
                (Some(place), Some(costs)) => *place = costs,
                _ => sound = false,
            }
        }
        sound.then_some(runs)
    }

    /// The tenant of this name, who has to exist in these settings.
    fn tenant(&mut self, name: &Name, settings: Option<&Settings>) -> Option<TenantId> {
        let tenant: TenantId = name.text.parse().ok()?;
        let count = settings?.tenants.len();
        let exists = usize::try_from(tenant.0).is_ok_and(|index| index < count);
        if !exists {
            let known: Vec<String> = (0..).map(TenantId).take(count).map(|tenant| format!("`{tenant}`")).collect();
            let message = format!("there is no tenant `{}` in this scope", name.text);
            self.problems.report(&name.span, message, format!("expected one of the settings: {}", known.join(", ")));
        }
        exists.then_some(tenant)
    }

    fn commands(&mut self, node: &Node) -> Option<Vec<ScopeCommand>> {
        let Some(list) = node.get("commands") else { return Some(ScopeCommand::ALL.to_vec()) };
        let mut seen = BTreeSet::new();
        for item in list.items() {
            let word = item.text()?;
            let command = ScopeCommand::ALL.into_iter().find(|command| command.word() == word)?;
            if !seen.insert(command) {
                self.problems.report(&item.span, format!("`{word}` stands twice"), "expected each command once");
            }
        }
        Some(seen.into_iter().collect())
    }

    fn operator(&mut self, node: &Node, settings: Option<&Settings>) -> Option<Operator> {
        let set_cap = self.limits_by_tenant(node, "set-cap", settings);
        let set_quota = self.limits_by_tenant(node, "set-quota", settings);
        let resize = node.get("resize").map_or(Some(Vec::new()), numbers);
        let operator = Operator {
            budget: node.get("budget")?.number()?,
            set_cap: set_cap?,
            set_quota: set_quota?,
            resize: resize?,
        };
        if operator.set_cap.is_empty() && operator.set_quota.is_empty() && operator.resize.is_empty() {
            let (name, _) = node.entry("budget")?;
            let expected = "expected `set-cap`, `set-quota` or `resize`";
            self.problems.report(&name.span, "an operator with a budget and nothing to spend it on", expected);
        }
        Some(operator)
    }

    fn limits_by_tenant(
        &mut self,
        node: &Node,
        name: &str,
        settings: Option<&Settings>,
    ) -> Option<Vec<(TenantId, Vec<i64>)>> {
        let Some(node) = node.get(name) else { return Some(Vec::new()) };
        super::all(node.entries().iter().map(|(name, values)| {
            let tenant = self.tenant(name, settings);
            Some((tenant?, numbers(values)?))
        }))
    }
}

/// The bytes from a section's name to the next section.
fn extent(root: &Node, section: &Name, source: &str) -> Range<usize> {
    let starts = root.entries().iter().map(|(name, _)| name.span.start);
    section.span.start..starts.filter(|start| *start > section.span.start).min().unwrap_or(source.len())
}

/// Whether the tenants could hold more leases at once than the pool has slots, if nothing stopped them.
fn overflows(scope: &Scope) -> bool {
    let wanted = scope.settings.tenants.iter().zip(&scope.runs).map(|(limits, runs)| {
        let runs = i64::try_from(runs.len()).unwrap_or(i64::MAX);
        limits.cap.clamp(0, runs)
    });
    wanted.sum::<i64>().min(i64::from(scope.workers)) > i64::from(scope.settings.pool)
}

fn restarts(node: &Node) -> Option<Restarts> {
    let Some(node) = node.get("restarts") else { return Some(Restarts::default()) };
    let lost = node.get("lost")?.items().iter().map(Node::number).collect::<Option<Vec<u32>>>()?;
    Some(Restarts { budget: node.get("budget")?.number()?, lost })
}

fn step_back(node: &Node) -> Option<StepBack> {
    let Some(node) = node.get("step-back") else { return Some(StepBack::default()) };
    Some(StepBack { budget: node.get("budget")?.number()?, by: node.get("by")?.number()? })
}

fn numbers(list: &Node) -> Option<Vec<i64>> {
    list.items().iter().map(Node::number).collect()
}

fn number_or(node: &Node, name: &str, otherwise: u32) -> Option<u32> {
    node.get(name).map_or(Some(otherwise), Node::number)
}

fn flag(node: &Node, name: &str) -> Option<bool> {
    node.get(name).map_or(Some(false), Node::flag)
}
