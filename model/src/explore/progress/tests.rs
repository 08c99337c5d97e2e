//! What is stuck and what is not: small scopes, hand-made views, and hand-made graphs.

use super::*;
use crate::explore::search::search;
use crate::explore::testing::{BOUNDS, STATES, costs, decisions, next, scope, told};
use crate::planted::{self, Bug};
use spec::yaml::{Scope, ScopeCommand};
use spec::{Decisions, LeaseView, QueuedView, TenantId};

type Plane = ballast::ControlPlane;

const WORK: [ScopeCommand; 3] = [ScopeCommand::Submit, ScopeCommand::Claim, ScopeCommand::Sweep];

#[test]
fn from_every_state_of_a_small_scope_the_core_can_finish_l1_l2_l3() {
    let explorer: Explorer<Plane> = Explorer::new(&scope(&WORK), &Decisions::default());
    let Progress { states, core_states, done, stuck } = progress(&explorer, STATES).unwrap();
    assert_eq!(stuck, None);
    assert_eq!((states, core_states, done), (24, 18, 10));
    let searched = search(&explorer, BOUNDS, &mut Scratch::default(), &mut |_, _| {});
    assert_eq!(states, searched.unique, "the analysis sees the states that the search sees");
    let within = |bound| progress(&explorer, bound).map(|progress| progress.states);
    let all = states + core_states;
    assert_eq!([within(all), within(all - 1), within(states), within(1)], [Some(states), None, None, None]);
}

#[test]
fn a_lease_that_never_ends_is_stuck_and_told_by_a_shortest_history_d23_never() {
    let explorer: Explorer<Plane> = Explorer::new(&scope(&WORK), &decisions("D23=never"));
    let stuck = progress(&explorer, STATES).unwrap().stuck.expect("a vanished worker holds its slot for ever");
    assert_eq!(told(&stuck), "submit a/1 cost 1\nclaim w1");
}

#[test]
fn a_run_that_is_never_granted_is_stuck_l1() {
    let scope = scope(&WORK);
    let explorer = Explorer::starting(planted::start(Bug::LastSlotWithheld), &scope, &Decisions::default());
    let stuck = progress(&explorer, STATES).unwrap().stuck.expect("the only slot is given to nobody");
    assert_eq!(told(&stuck), "submit a/1 cost 1");
}

fn analysis(explorer: &Explorer<Plane>) -> Analysis<'_, Plane> {
    Analysis {
        explorer,
        known: BTreeMap::new(),
        visits: Vec::new(),
        done: Vec::new(),
        steps: Vec::new(),
        open: VecDeque::new(),
        scope_states: Vec::new(),
        bound: STATES,
        scratch: Scratch::default(),
    }
}

fn lease(worker: WorkerId) -> LeaseView {
    let (fence, run) = ("1.4".parse().unwrap(), "a/1".parse().unwrap());
    LeaseView { fence, run, worker, deadline: 1 }
}

/// A tenant with these limits and this queue.
fn tenant(cap: i64, quota: i64, queue: &[&str]) -> TenantView {
    let queued = |run: &&str| QueuedView { run: run.parse().unwrap(), parked: false };
    let queue = queue.iter().map(queued).collect();
    TenantView { tenant: TenantId(0), cap, quota, spent: 0, reserved: 0, held: 0, queue }
}

/// A state of a pool of this size in which runs a/1 and a/2 were submitted, of costs 3 and 1.
fn submitted(explorer: &Explorer<Plane>, slots: i64) -> Node<Plane> {
    let mut node = explorer.start();
    let resize = format!("resize {slots}");
    for text in ["submit a/1 cost 3", "submit a/2 cost 1", &resize] {
        explorer.replay(&mut node, next(text), &mut Scratch::default()).unwrap();
    }
    node
}

#[test]
fn all_is_done_when_no_lease_is_left_no_slot_rests_and_nothing_waits_that_could_be_granted_l1_l2() {
    let mut scope = scope(&WORK);
    scope.runs = vec![costs(&[3, 1])];
    scope.settings.tenants[0].quota = 9;
    let explorer = Explorer::new(&scope, &Decisions::default());
    let analysis = analysis(&explorer);
    let waits = || vec![tenant(1, 9, &["a/1"])];
    let [with_slots, without] = [1, 0].map(|slots| submitted(&explorer, slots));
    let idle = View { tenants: vec![tenant(1, 9, &[])], ..View::default() };
    for (done, node, view) in [
        (true, &with_slots, idle.clone()),
        (false, &with_slots, View { halted: true, ..idle.clone() }),
        (false, &with_slots, View { leases: vec![lease(WorkerId(1))], ..idle.clone() }),
        (false, &with_slots, View { resting: vec![2], ..idle.clone() }),
        (false, &with_slots, View { tenants: waits(), ..idle.clone() }),
        (true, &without, View { tenants: waits(), ..idle.clone() }),
        (false, &without, View { leases: vec![lease(WorkerId(1))], ..idle.clone() }),
        (false, &without, View { resting: vec![2], ..idle.clone() }),
        (false, &without, View { halted: true, ..idle.clone() }),
    ] {
        assert_eq!(analysis.is_done(node, &view), done, "{view:?}");
    }
}

#[test]
fn a_run_waits_in_vain_only_where_the_limits_as_set_allow_it_l3_d09_d17() {
    let mut scope = scope(&WORK);
    scope.runs = vec![costs(&[3, 1])];
    scope.settings.tenants[0].quota = 9;
    for (decision, cap, quota, queue, waits) in [
        ("D09=blocked", 1, 9, vec![], false),
        ("D09=blocked", 1, 9, vec!["a/1"], true),
        ("D09=blocked", 1, 3, vec!["a/1"], true),
        ("D09=blocked", 1, 2, vec!["a/1"], false),
        ("D09=blocked", 0, 9, vec!["a/1"], false),
        ("D09=blocked", 1, 0, vec!["a/1"], false),
        ("D09=invalid", 0, 9, vec!["a/1"], false),
        ("D09=unlimited", 0, 9, vec!["a/1"], true),
        ("D09=unlimited", 1, 0, vec!["a/1"], true),
        ("D09=unlimited", 0, 0, vec!["a/1"], true),
        ("D09=unlimited", 0, 2, vec!["a/1"], false),
        ("D17=skip", 1, 2, vec!["a/1", "a/2"], true),
        ("D17=strict", 1, 2, vec!["a/1", "a/2"], false),
        ("D17=strict", 1, 2, vec!["a/2", "a/1"], true),
        ("D17=strict", 1, 2, vec![], false),
    ] {
        let explorer = Explorer::new(&scope, &decisions(decision));
        let node = submitted(&explorer, 1);
        let waiting = analysis(&explorer).waits_in_vain(&node, &tenant(cap, quota, &queue));
        assert_eq!(waiting, waits, "{decision}, cap {cap}, quota {quota}, {queue:?}");
    }
}

#[test]
fn the_core_waits_sweeps_claims_completes_what_it_holds_and_acknowledges() {
    let core = WorkerId(2);
    let moves = |view: &View| told(&core_moves(core, view).collect::<Vec<_>>());
    assert_eq!(moves(&View::default()), "tick\nsweep\nclaim w2");
    let others = View { leases: vec![lease(WorkerId(1))], ..View::default() };
    assert_eq!(moves(&others), "tick\nsweep\nclaim w2", "it says nothing for another worker");
    let held = View { leases: vec![lease(WorkerId(1)), lease(core)], halted: true, ..View::default() };
    assert_eq!(moves(&held), "tick\nsweep\nclaim w2\ncomplete a/1 fence 1.4 result x\nacknowledge");
}

/// Else the core could do what only a worker can that holds a lease already, or could not do what one can that lost none.
#[test]
fn the_core_is_a_worker_whom_nobody_else_in_the_scope_is() {
    // A worker that lost a lease is never granted another.
    let shut_out = |workers| {
        let scope = Scope { workers, ..scope(&WORK) };
        let explorer = Explorer::starting(planted::start(Bug::LoserShutOut), &scope, &Decisions::default());
        progress(&explorer, STATES).unwrap().stuck
    };
    assert_eq!([shut_out(1), shut_out(2)], [None, None]);
}

#[test]
fn what_leads_to_an_end_is_found_backwards_through_rings_and_forks_and_nothing_else_is() {
    //   0 → 1 → 2 ⇄ 3 → 4 (done)     5 ⇄ 6     7 (done) → 8 → 8     9 → 5
    let steps = vec![(3, 4), (0, 1), (8, 8), (2, 3), (5, 6), (3, 2), (1, 2), (7, 8), (6, 5), (9, 5), (4, 4), (0, 5)];
    let done: Vec<bool> = (0..10).map(|state| state == 4 || state == 7).collect();
    let ends = reached_backwards(&done, steps);
    let stuck: Vec<usize> = (0..10).filter(|state| !ends[*state]).collect();
    assert_eq!(stuck, [5, 6, 8, 9]);
    assert_eq!(reached_backwards(&[], Vec::new()), Vec::<bool>::new());
}
