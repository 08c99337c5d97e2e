//! What carrying a plan out comes to: which of its events are sent, and at which one something is found.

use super::given::plan;
use crate::planted::{self, Bug, Planted};
use crate::simulate::plane::Plane;
use crate::simulate::setup::Setup;
use crate::simulate::shrink::Plan;
use crate::simulate::shrink::execute::{Executed, execute};
use crate::simulate::{Depth, Simulator};
use crate::spine::Recording;
use crate::verify::fixture;
use spec::{Limits, Settings};

fn carried_out(bug: Bug, plan: &Plan) -> (Executed, Vec<String>) {
    let simulator: Simulator<Planted> = Simulator::new(&[], planted::start(bug));
    let mut recording = Recording::<Plane<Planted>>::default();
    let executed = execute(&simulator, 1, plan, &mut recording);
    (executed, recording.events.iter().map(|event| event.to_string().trim().to_owned()).collect())
}

#[test]
fn what_is_sent_under_a_grant_carries_what_is_granted_and_without_one_nothing_is_sent() {
    let mut plan = plan(&[
        "0 submit a/1 cost 1",
        "0 claim w1",
        "0 -- stall",
        "0 claim w2",
        "1 under 3 heartbeat w2 fence 9.9",
        "2 under 1 complete a/7 fence 9.9 result x",
        "3 under 1 complete a/7 fence 9.9 result x",
        "4 sweep",
    ]);
    plan.setup = fixture::setup();
    let (executed, events) = carried_out(fixture::BUG, &plan);
    assert_eq!(
        events,
        [
            "0  submit a/1 cost 1 -> queued",
            "0  claim w1 -> granted a/1 fence 1.1 until 100, charged 1",
            "0  -- stall",
            "0  claim w2 -> idle nothing-eligible",
            "2  complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed",
            "3  complete a/1 fence 1.1 result x -> applied",
        ]
    );
    assert_eq!(executed.sent, [0, 1, 2, 3, 5, 6]);
    let (finding, place) = executed.found().unwrap();
    assert_eq!((finding.cause().0.as_str(), finding.event, place), (fixture::SIGNATURE, 6, 7));
}

/// As small as settings can be, but for a queue of two; only progress is judged.
pub(super) fn tight() -> Setup {
    let tenants = vec![Limits { cap: 1, quota: 1 }];
    let (window, lease, warm_up, grace, attempts, queue, pool) = (1, 1, 0, 0, 2, 2, 1);
    let settings = Settings { window, lease, warm_up, grace, attempts, queue, pool, tenants };
    Setup { settings, depth: Depth::ProgressOnly, ..fixture::setup() }
}

#[test]
fn a_core_goes_on_from_what_its_workers_were_granted_until_nothing_is_owed() {
    let mut plan = plan(&["0 submit a/1 cost 1", "0 claim w1", "5 claim w2", "5 drive w1"]);
    plan.setup = tight();
    let (executed, events) = carried_out(fixture::BUG, &plan);
    assert!(executed.found().is_none());
    assert_eq!(
        events[3..],
        [
            "5  -- calm 1 in the core",
            "5  complete a/1 fence 1.1 result x -> applied, ended 1.1 a/1 completed",
            "5  claim w1 -> idle nothing-eligible",
        ]
    );
    assert_eq!(executed.sent, [0, 1, 2, 3, 3, 3]);
}

#[test]
fn a_lack_of_progress_is_found_at_the_event_with_which_the_core_began() {
    let mut plan = plan(&["0 submit a/1 cost 1", "0 claim w1", "3 sweep", "4 submit a/2 cost 1", "5 drive w1"]);
    plan.setup = tight();
    let (executed, _) = carried_out(Bug::LoserShutOut, &plan);
    let (finding, place) = executed.found().unwrap();
    assert_eq!((finding.cause().0.as_str(), place), ("progress/L1", 5));
    assert_eq!(executed.sent[..6], [0, 1, 2, 3, 4, 4]);
    assert_eq!(executed.sent.len() as u64, finding.event);
}
