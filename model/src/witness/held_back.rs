//! Why queued work may not start, and what of a credit: run by run, so that no question is left about any of them.

use super::standing::Standing;
use super::words::{credits, joined, named};
use spec::decisions::{HeadOfLine, RefundWindow, SilentHolder, WindowShape, ZeroLimit};
use spec::{Credits, RunId, TenantView};

/// Why no queued run may start.
pub fn nothing_eligible(standing: &Standing<'_>) -> String {
    let tenants = standing.tenants().iter().filter(|tenant| !tenant.queue.is_empty());
    let told: Vec<String> = match standing.decisions.head_of_line() {
        HeadOfLine::Strict => tenants.map(|tenant| behind_the_head(standing, tenant)).collect(),
        HeadOfLine::Skip => tenants.flat_map(|tenant| each_by_itself(standing, tenant)).collect(),
    };
    if told.is_empty() { "no run is queued".to_owned() } else { joined(&told) }
}

/// Under strict only the head of a queue can start.
fn behind_the_head(standing: &Standing<'_>, tenant: &TenantView) -> String {
    let runs: Vec<RunId> = tenant.queue.iter().map(|queued| queued.run).collect();
    match runs.as_slice() {
        [] => String::new(),
        [only] => format!("{only} is queued, but {}", why_not(standing, tenant, *only)),
        [head, rest @ ..] => {
            let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
            let why = why_not(standing, tenant, *head);
            format!("{head}, the head of the queue, {why}, and {} may not pass it", named(&rest))
        }
    }
}

/// Under skip any of them can; those that are held back for the same reason are told together.
fn each_by_itself(standing: &Standing<'_>, tenant: &TenantView) -> Vec<String> {
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for queued in &tenant.queue {
        let (why, run) = (why_not(standing, tenant, queued.run), queued.run.to_string());
        match told.iter_mut().find(|(other, _)| *other == why) {
            Some((_, runs)) => runs.push(run),
            None => told.push((why, vec![run])),
        }
    }
    let is = |runs: &[String]| if runs.len() == 1 { "is" } else { "are" };
    told.into_iter().map(|(why, runs)| format!("{} {} queued, but {why}", named(&runs), is(&runs))).collect()
}

/// Why a queued run may not start, as a sentence about it.
fn why_not(standing: &Standing<'_>, tenant: &TenantView, run: RunId) -> String {
    let resting_count = match standing.decisions.silent_holder() {
        SilentHolder::PoolAndCap => standing.resting() > 0,
        SilentHolder::PoolOnly => false,
    };
    let is_suspended = match standing.decisions.zero_limit() {
        ZeroLimit::Blocked | ZeroLimit::Invalid => tenant.cap == 0 || tenant.quota == 0,
        ZeroLimit::Unlimited => false,
    };
    if is_suspended {
        return "its tenant is suspended".to_owned();
    }
    if i64::from(tenant.held) >= tenant.cap {
        return format!("its tenant has as many leases as its cap of {} allows", tenant.cap);
    }
    if resting_count {
        return format!("a slot of its tenant rests, and takes its place under the cap of {}", tenant.cap);
    }
    let cost = standing.cost(run).map_or_else(String::new, |cost| format!(" {}", credits(cost.into())));
    let left = left_of(tenant.quota.saturating_sub(tenant.spent), tenant.quota);
    let booked = booked(standing).map_or_else(String::new, |booked| format!(", and {booked}"));
    format!("would be charged{cost}, and {left}{booked}")
}

/// How much credit is left.
pub fn left_of(left: Credits, quota: Credits) -> String {
    match left {
        left if left >= quota => format!("the whole quota of {quota} does not cover it"),
        ..=0 => format!("no credit is left, of a quota of {quota}"),
        1.. => format!("only {} {} left, of a quota of {quota}", credits(left), if left == 1 { "is" } else { "are" }),
    }
}

/// To which window a refund was booked whose charge was made in an earlier one (D07).
pub fn booked(standing: &Standing<'_>) -> Option<String> {
    let (at, amount) = match standing.decisions.window_shape() {
        WindowShape::Fixed => standing.refunded_late()?,
        WindowShape::Rolling => return None,
    };
    let window = match standing.decisions.refund_window() {
        RefundWindow::ChargedWindow => "the window of its charge, which is over",
        RefundWindow::CurrentWindow => "this window",
    };
    Some(format!("the {} refunded at {at} ms went to {window}", credits(amount)))
}
