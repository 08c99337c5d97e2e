//! A healed core at work, step by step (L1 to L3 are owed to one that keeps its side).

use super::given::{plan, setup};
use crate::simulate::shrink::drive::Driver;
use crate::simulate::shrink::plan::granted;
use crate::simulate::shrink::{Plan, What};
use crate::spine::Step;
use spec::{Answer, Command, DecisionId, Fence, Idle, Millis, Outcome, RunId, WorkerId};
use std::collections::BTreeMap;

fn core(workers: &[u32]) -> Vec<WorkerId> {
    workers.iter().map(|number| WorkerId(*number)).collect()
}

/// The next so many steps; what is heard of each command is what is told here, if anything.
fn steps(driver: &mut Driver, count: usize, told: impl Fn(Millis, Command) -> Option<Answer>) -> Vec<String> {
    let step = |driver: &mut Driver| {
        let (at, step) = driver.next()?;
        Some(match step {
            Step::Fault(fault) => format!("{at} -- {fault}"),
            Step::Command(command) => {
                if let Some(answer) = told(at, command) {
                    driver.heard(at, &command, &Outcome::just(answer));
                }
                format!("{at} {command}")
            }
        })
    };
    (0..count).map_while(|_| step(driver)).collect()
}

/// Four workers: one at work, one that reported, one that was granted nothing, one that never asked.
fn before() -> (Plan, BTreeMap<u32, (RunId, Fence)>) {
    let plan = plan(&[
        "1 claim w1",
        "1 claim w2",
        "2 under 1 complete a/2 fence 1.2 result x",
        "3 claim w3",
        "4 under 0 heartbeat w1 fence 1.1",
    ]);
    let grant = |run: &str, grant: u32| (run.parse().unwrap(), Fence { term: 1, grant: grant.into() });
    let grants = BTreeMap::from([(0, grant("a/1", 1)), (1, grant("a/2", 2))]);
    (plan, grants)
}

fn told(at: Millis, command: Command) -> Option<Answer> {
    let deadline = at + 100;
    let grant = |run: &str, grant: u32| {
        let fence = Fence { term: 1, grant: grant.into() };
        Some(Answer::Granted { run: run.parse().unwrap(), fence, deadline })
    };
    match (at, command.to_string().as_str()) {
        (100, "claim w2") => grant("a/3", 3),
        (100, "claim w3") => grant("a/4", 4),
        (_, "claim w4") => None,
        (_, "sweep") => Some(Answer::Swept),
        (_, text) if text.starts_with("complete") => Some(Answer::Applied),
        (_, text) if text.starts_with("release") => Some(Answer::Released),
        _ => Some(Answer::Idle(Idle::NoSlot)),
    }
}

#[test]
fn a_core_finishes_what_it_has_asks_for_more_and_is_swept_for() {
    let (plan, grants) = before();
    let mut driver = Driver::start(&plan, 100, &core(&[1, 2, 3, 4]), &grants);
    assert_eq!(
        steps(&mut driver, 17, told),
        [
            "100 -- calm 4 in the core",
            "100 complete a/1 fence 1.1 result x",
            "100 claim w2",
            "100 claim w3",
            "100 claim w4",
            "100 claim w1",
            "125 sweep",
            "149 complete a/3 fence 1.3 result x",
            "149 complete a/4 fence 1.4 result x",
            "149 claim w2",
            "149 claim w3",
            "150 sweep",
            "175 sweep",
            "200 sweep",
            "225 claim w1",
            "225 sweep",
            "250 sweep",
        ]
    );
}

#[test]
fn where_a_completion_keeps_the_slot_it_is_released_before_the_next_claim_d28() {
    let (mut plan, grants) = before();
    let decision = DecisionId::find("D28").unwrap();
    plan.setup.decisions.set(decision, decision.option("keeps-slot").unwrap()).unwrap();
    let mut driver = Driver::start(&plan, 100, &core(&[1]), &grants);
    let expected = [
        "100 -- calm 1 in the core",
        "100 complete a/1 fence 1.1 result x",
        "100 release w1 fence 1.1",
        "100 claim w1",
        "125 sweep",
    ];
    assert_eq!(steps(&mut driver, 5, told), expected);
}

#[test]
fn a_drain_is_given_up_after_twenty_thousand_steps() {
    let mut driver = Driver::start(&Plan { setup: setup(), events: Vec::new() }, 0, &[], &BTreeMap::new());
    assert_eq!(steps(&mut driver, 20_001, |_, _| None).len(), 20_000);
    assert_eq!(granted(&Outcome::just(Answer::Swept)), None);
    assert_eq!(What::Drive(Vec::new()).command(), None);
}
