//! Where two views differ, in words: each part of a view has a name and a value as a reader would write it.

use spec::{LeaseView, QueuedView, RunView, TenantView, View};
use std::collections::BTreeMap;
use std::fmt::Display;

/// The parts that differ, one after the other: what was expected, and what is shown instead. Of more than `most` the rest
/// are counted.
pub(crate) fn told(expected: &View, shown: &View, most: usize) -> String {
    let (expected, shown) = (parts(expected), parts(shown));
    let mut names: Vec<&String> =
        expected.keys().chain(shown.keys().filter(|name| !expected.contains_key(*name))).collect();
    // Of a run that only one of the two has, its status says it.
    let in_both = |name: &String| expected.contains_key(name) && shown.contains_key(name);
    names.retain(|name| in_both(name) || !name.starts_with("run ") || name.ends_with(" status"));
    let value = |parts: &BTreeMap<String, String>, name| parts.get(name).cloned().unwrap_or_else(|| "none".to_owned());
    let differing: Vec<String> = names
        .into_iter()
        .map(|name| (name, value(&expected, name), value(&shown, name)))
        .filter(|(_, expected, shown)| expected != shown)
        .map(|(name, expected, shown)| format!("{name} {expected}, not {shown}"))
        .collect();
    let more = differing.len().saturating_sub(most);
    let told = differing.into_iter().take(most).collect::<Vec<_>>().join("; ");
    if more > 0 { format!("{told}; and {more} more") } else { told }
}

fn parts(view: &View) -> BTreeMap<String, String> {
    let mut parts = BTreeMap::new();
    let mut part = |name: String, value: String| {
        parts.insert(name, value);
    };
    part("resting until".to_owned(), list(&view.resting));
    part("warming until".to_owned(), list(&view.warming));
    part("tenant of the last grant".to_owned(), option(view.last_granted));
    part("tombstones".to_owned(), list(&view.tombstones));
    part("term".to_owned(), view.term.to_string());
    part("halted".to_owned(), yes(view.halted));
    view.tenants.iter().for_each(|tenant| of_tenant(tenant, &mut part));
    view.runs.iter().for_each(|run| of_run(run, &mut part));
    for LeaseView { fence, run, worker, deadline } in &view.leases {
        part(format!("lease {fence}"), format!("of {run} by {worker} until {deadline}"));
    }
    parts
}

fn of_tenant(tenant: &TenantView, part: &mut impl FnMut(String, String)) {
    let TenantView { tenant: id, cap, quota, spent, reserved, held, queue } = tenant;
    for (name, value) in [("cap", *cap), ("quota", *quota), ("spent", *spent), ("reserved", *reserved)] {
        part(format!("tenant {id} {name}"), value.to_string());
    }
    part(format!("tenant {id} held"), held.to_string());
    let place = |queued: &QueuedView| format!("{}{}", queued.run, if queued.parked { " parked" } else { "" });
    part(format!("tenant {id} queue"), list(&queue.iter().map(place).collect::<Vec<_>>()));
}

fn of_run(run: &RunView, part: &mut impl FnMut(String, String)) {
    let RunView { run: id, status, attempts, net_charge, fence, cancel_requested, result } = run;
    part(format!("run {id} status"), status.to_string());
    part(format!("run {id} attempts"), attempts.to_string());
    part(format!("run {id} net charge"), net_charge.to_string());
    part(format!("run {id} fence"), option(*fence));
    part(format!("run {id} cancel requested"), yes(*cancel_requested));
    part(format!("run {id} result"), option(*result));
}

fn list(items: &[impl Display]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}

fn option(value: Option<impl Display>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn yes(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
}

#[cfg(test)]
mod tests;
