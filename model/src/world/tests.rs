//! Who may say what, and when: the moves of the outside in given situations, listed to the last one.

use super::*;
use crate::explore::testing::{command, costs, outcome, scope, told};
use spec::yaml::{Operator, Restarts, ScopeCommand, StepBack};
use spec::{RunView, Status};

fn moves(scope: &Scope, world: &World) -> String {
    let mut moves = vec![Move::StepBack];
    world.moves(scope, &mut moves);
    told(&moves)
}

fn send(scope: &Scope, world: &mut World, sent: &str, answered: &str) {
    world.sent(scope, command(sent), &outcome(answered));
}

/// Two workers, two tenants with three runs, two results; everybody but the operator says all that there is.
fn large() -> Scope {
    Scope { workers: 2, runs: vec![costs(&[1, 2]), costs(&[1])], results: 2, ..scope(&ScopeCommand::ALL) }
}

#[test]
fn where_nobody_says_anything_only_time_passes() {
    let scope = scope(&[]);
    assert_eq!(moves(&scope, &World::start(&scope)), "tick");
}

#[test]
fn each_sort_of_command_is_sent_only_where_the_scope_lists_it() {
    for (listed, sent) in [
        (ScopeCommand::Submit, "tick\nsubmit a/1 cost 1"),
        (ScopeCommand::Cancel, "tick\ncancel a/1"),
        (ScopeCommand::Claim, "tick\nclaim w1"),
        (ScopeCommand::Heartbeat, "tick\nheartbeat w1 fence 1.1"),
        (ScopeCommand::Complete, "tick\ncomplete a/1 fence 1.1 result x"),
        (ScopeCommand::Fail, "tick\nfail w1 fence 1.1"),
        (ScopeCommand::Release, "tick\nrelease w1 fence 1.1"),
        (ScopeCommand::Sweep, "tick\nsweep"),
    ] {
        let scope = scope(&[listed]);
        let mut world = World::start(&scope);
        send(&scope, &mut world, "claim w1", "granted a/1 fence 1.1 until 1, charged 1");
        assert_eq!(moves(&scope, &world), sent);
    }
}

#[test]
fn at_the_start_tenants_workers_and_the_clockwork_can_speak_and_nobody_has_a_fence() {
    let scope = large();
    let listed = "tick\n\
                  submit a/1 cost 1\ncancel a/1\n\
                  submit a/2 cost 2\ncancel a/2\n\
                  submit b/1 cost 1\ncancel b/1\n\
                  claim w1\nclaim w2\n\
                  sweep";
    assert_eq!(moves(&scope, &World::start(&scope)), listed);
}

#[test]
fn a_fence_may_be_used_by_any_worker_and_for_a_run_that_it_was_not_granted_for_r8() {
    let mut scope = large();
    scope.commands = vec![ScopeCommand::Heartbeat, ScopeCommand::Complete];
    let mut world = World::start(&scope);
    send(&scope, &mut world, "claim w1", "granted a/1 fence 1.1 until 1, charged 1");
    let of_one = "tick\n\
                  heartbeat w1 fence 1.1\nheartbeat w2 fence 1.1\n\
                  complete a/1 fence 1.1 result x\ncomplete a/1 fence 1.1 result y\n\
                  complete a/2 fence 1.1 result x\ncomplete a/2 fence 1.1 result y\n\
                  complete b/1 fence 1.1 result x\ncomplete b/1 fence 1.1 result y";
    assert_eq!(moves(&scope, &world), of_one);
    scope.results = 1;
    send(&scope, &mut world, "claim w2", "granted b/1 fence 1.2 until 1, charged 1");
    let of_two = "tick\n\
                  heartbeat w1 fence 1.1\nheartbeat w2 fence 1.1\n\
                  complete a/1 fence 1.1 result x\ncomplete a/1 fence 1.2 result x\n\
                  complete a/2 fence 1.2 result x\n\
                  heartbeat w1 fence 1.2\nheartbeat w2 fence 1.2\n\
                  complete b/1 fence 1.2 result x\ncomplete b/1 fence 1.1 result x";
    assert_eq!(moves(&scope, &world), of_two);
    assert_eq!(world.highest_fence(), "1.2".parse().ok());
}

#[test]
fn of_the_fences_of_a_run_its_newest_an_older_and_a_forgotten_one_are_kept() {
    let scope = scope(&[ScopeCommand::Fail]);
    let mut world = World::start(&scope);
    assert_eq!(world.highest_fence(), None);
    send(&scope, &mut world, "claim w1", "granted a/1 fence 1.1 until 1, charged 1");
    send(&scope, &mut world, "claim w1", "granted a/1 fence 1.1 until 1, repeated");
    assert_eq!(moves(&scope, &world), "tick\nfail w1 fence 1.1");
    send(&scope, &mut world, "claim w1", "granted a/1 fence 1.2 until 3");
    assert_eq!(moves(&scope, &world), "tick\nfail w1 fence 1.2\nfail w1 fence 1.1");
    send(&scope, &mut world, "claim w1", "granted a/1 fence 1.3 until 5");
    assert_eq!(moves(&scope, &world), "tick\nfail w1 fence 1.3\nfail w1 fence 1.2");
    world.recovered(&scope, &View::default());
    send(&scope, &mut world, "claim w1", "granted a/1 fence 2.4 until 7, charged 1");
    assert_eq!(moves(&scope, &world), "tick\nfail w1 fence 2.4\nfail w1 fence 1.2\nfail w1 fence 1.3");
    assert_eq!(world.highest_fence(), "2.4".parse().ok());
}

#[test]
fn a_fence_is_forgotten_when_a_recovery_no_longer_knows_it_and_not_before() {
    let scope = large();
    let mut world = World::start(&scope);
    send(&scope, &mut world, "claim w1", "granted a/1 fence 1.1 until 1, charged 1");
    send(&scope, &mut world, "claim w2", "granted b/1 fence 1.2 until 1, charged 1");
    let run = |run: &str, fence: &str| RunView {
        run: run.parse().unwrap(),
        status: Status::Held,
        attempts: 0,
        net_charge: 1,
        fence: fence.parse().ok(),
        cancel_requested: false,
        result: None,
    };
    let kinds = |world: &World| -> Vec<Option<bool>> {
        world.grants.iter().map(|grants| grants.newest.map(|newest| newest.lost)).collect()
    };
    let all = View { runs: vec![run("a/1", "1.1"), run("b/1", "1.2")], ..View::default() };
    world.recovered(&scope, &all);
    assert_eq!(kinds(&world), [Some(false), None, Some(false)]);
    let some = View { runs: vec![run("a/1", "1.1"), run("b/1", "")], ..View::default() };
    world.recovered(&scope, &some);
    assert_eq!(kinds(&world), [Some(false), None, Some(true)]);
    // What is lost stays lost.
    world.recovered(&scope, &all);
    assert_eq!(kinds(&world), [Some(false), None, Some(true)]);
}

#[test]
fn a_run_is_submitted_with_another_cost_and_an_unknown_tenant_named_only_where_the_scope_says_so() {
    let mut scope = scope(&[ScopeCommand::Submit]);
    scope.other_cost = true;
    scope.unknown = true;
    let world = World::start(&scope);
    assert_eq!(moves(&scope, &world), "tick\nsubmit a/1 cost 1\nsubmit a/1 cost 2\nsubmit b/1 cost 1");
    scope.commands = vec![ScopeCommand::Cancel];
    assert_eq!(moves(&scope, &world), "tick\ncancel a/1\ncancel b/1");
    // An operator who may say something may be wrong about the tenant too, for ever, as it is refused.
    scope.operator.budget = 1;
    assert_eq!(moves(&scope, &world), "tick\ncancel a/1\ncancel b/1\nset-cap b 1\nset-quota b 1");
}

#[test]
fn the_operator_can_say_each_of_its_words_until_as_many_were_accepted_as_the_budget_allows() {
    let a = TenantId(0);
    let operator =
        Operator { budget: 2, set_cap: vec![(a, vec![0, -1])], set_quota: vec![(a, vec![5])], resize: vec![3] };
    let scope = Scope { operator, ..scope(&[]) };
    let all = "tick\nset-cap a 0\nset-cap a -1\nset-quota a 5\nresize 3";
    let mut world = World::start(&scope);
    assert_eq!(moves(&scope, &world), all);
    send(&scope, &mut world, "set-cap a -1", "refused invalid");
    send(&scope, &mut world, "set-cap a 0", "set");
    assert_eq!(moves(&scope, &world), all, "what is refused costs nothing");
    assert_eq!(world.slots(), 1);
    send(&scope, &mut world, "resize 3", "set");
    assert_eq!(moves(&scope, &world), "tick");
    assert_eq!(world.slots(), 3);
    let scope = Scope { operator: Operator { budget: 0, ..scope.operator.clone() }, ..scope };
    assert_eq!(moves(&scope, &World::start(&scope)), "tick");
}

#[test]
fn a_size_that_was_refused_is_not_the_pools() {
    let scope = scope(&[]);
    let mut world = World::start(&scope);
    send(&scope, &mut world, "resize -1", "refused invalid");
    assert_eq!(world.slots(), 1);
}

#[test]
fn restarts_are_limited_but_while_it_is_halted_they_are_refused_and_cost_nothing_d37() {
    let scope = Scope { restarts: Restarts { budget: 2, lost: vec![0, 1] }, ..scope(&[]) };
    let all = "tick\nrestart\nrestart lost 1\nacknowledge";
    let mut world = World::start(&scope);
    assert_eq!((moves(&scope, &world).as_str(), world.may_restart(), world.is_halted()), (all, true, false));
    send(&scope, &mut world, "restart", "recovered term 2");
    assert_eq!((moves(&scope, &world).as_str(), world.may_restart(), world.is_halted()), (all, true, false));
    send(&scope, &mut world, "restart lost 1", "halted");
    assert_eq!((moves(&scope, &world).as_str(), world.may_restart(), world.is_halted()), (all, false, true));
    send(&scope, &mut world, "restart", "refused halted");
    send(&scope, &mut world, "acknowledge", "refused clock");
    assert!(world.is_halted(), "neither was accepted");
    send(&scope, &mut world, "acknowledge", "recovered term 3 alarm");
    let none = "tick\nacknowledge";
    assert_eq!((moves(&scope, &world).as_str(), world.may_restart(), world.is_halted()), (none, false, false));
}

#[test]
fn a_restart_that_is_refused_costs_nothing_of_the_budget() {
    let scope = Scope { restarts: Restarts { budget: 1, lost: vec![1] }, ..scope(&[]) };
    let mut world = World::start(&scope);
    world.halted = true;
    send(&scope, &mut world, "restart lost 1", "refused halted");
    assert!(world.may_restart() && world.is_halted());
}

#[test]
fn the_clock_is_stepped_back_as_far_as_the_scope_says_as_often_as_it_says_and_never_before_zero_d38() {
    let scope = Scope { step_back: StepBack { budget: 2, by: 2 }, ..scope(&[]) };
    let mut world = World::start(&scope);
    assert_eq!(moves(&scope, &world), "tick");
    world.tick();
    assert_eq!((world.now, world.stepped_back(&scope)), (1, None));
    for _ in 0..4 {
        world.tick();
    }
    assert_eq!((moves(&scope, &world).as_str(), world.stepped_back(&scope)), ("tick\nstep back", Some(3)));
    world.step_back(&scope);
    assert_eq!((world.now, world.stepped_back(&scope)), (3, Some(1)));
    world.step_back(&scope);
    assert_eq!((world.now, world.stepped_back(&scope)), (1, None));
    world.tick();
    assert_eq!(moves(&scope, &world), "tick");
}

#[test]
fn every_command_moves_the_last_instant_but_those_refused_as_halted_or_for_the_clock() {
    let scope = scope(&[]);
    let mut world = World::start(&scope);
    assert_eq!(world.last_at, None);
    for (now, answered, last) in [
        (1, "refused clock", None),
        (2, "swept", Some(2)),
        (3, "refused halted", Some(2)),
        (4, "refused clock", Some(2)),
        (5, "refused stale", Some(5)),
    ] {
        world.now = now;
        send(&scope, &mut world, "sweep", answered);
        assert_eq!(world.last_at, last, "{answered}");
    }
}

#[test]
fn a_run_costs_what_the_submit_said_that_queued_it_d12() {
    let scope = large();
    let mut world = World::start(&scope);
    let [first, second] = ["a/1", "b/1"].map(|run| run.parse().unwrap());
    assert_eq!(world.cost(&scope, first), 0);
    send(&scope, &mut world, "submit a/1 cost 4", "refused no-credit");
    assert_eq!(world.cost(&scope, first), 0);
    send(&scope, &mut world, "submit a/1 cost 3", "queued");
    send(&scope, &mut world, "submit a/1 cost 2", "queued, repeated");
    send(&scope, &mut world, "submit b/1 cost 7", "queued");
    assert_eq!((world.cost(&scope, first), world.cost(&scope, second)), (3, 7));
    assert_eq!(world.cost(&scope, "c/1".parse().unwrap()), 0);
}

#[test]
fn a_world_is_described_by_its_budgets_and_by_the_kinds_of_fences_that_are_about() {
    let scope = Scope {
        operator: Operator { budget: 4, ..Operator::default() },
        restarts: Restarts { budget: 3, lost: vec![1] },
        step_back: StepBack { budget: 2, by: 1 },
        ..large()
    };
    let mut world = World::start(&scope);
    let described = |world: &World| {
        let mut canon = Canon::default();
        world.describe(&scope, &mut canon);
        canon.facts().map(<[Token]>::to_vec).collect::<Vec<_>>()
    };
    let fact = |run: &str, [lost, older, forgotten]: [bool; 3]| {
        let run: RunId = run.parse().unwrap();
        vec![Token::Number(2), run.into(), lost.into(), older.into(), forgotten.into()]
    };
    let budgets = [1, 4, 3, 2].map(Token::Number).to_vec();
    assert_eq!(described(&world), std::slice::from_ref(&budgets));
    world.tick();
    send(&scope, &mut world, "claim w2", "granted a/2 fence 1.1 until 1, charged 1");
    assert_eq!(described(&world), [budgets.clone(), fact("a/2", [false; 3])], "and not by the time");
    world.recovered(&scope, &View::default());
    assert_eq!(described(&world), [budgets.clone(), fact("a/2", [true, false, false])]);
    send(&scope, &mut world, "claim w2", "granted a/2 fence 2.2 until 1, charged 1");
    assert_eq!(described(&world), [budgets.clone(), fact("a/2", [false, false, true])]);
    send(&scope, &mut world, "claim w2", "granted a/2 fence 2.3 until 1");
    assert_eq!(described(&world), [budgets, fact("a/2", [false, true, true])]);
}

#[test]
fn a_world_takes_over_all_of_anothers_state() {
    let scope = Scope {
        operator: Operator { budget: 1, ..Operator::default() },
        restarts: Restarts { budget: 1, lost: vec![1] },
        step_back: StepBack { budget: 1, by: 1 },
        ..large()
    };
    let mut world = World::start(&scope);
    for _ in 0..3 {
        world.tick();
    }
    send(&scope, &mut world, "submit a/1 cost 1", "queued");
    send(&scope, &mut world, "claim w1", "granted a/1 fence 1.1 until 1, charged 1");
    send(&scope, &mut world, "resize 2", "set");
    send(&scope, &mut world, "restart lost 1", "halted");
    world.step_back(&scope);
    let start = World::start(&scope);
    let mut copy = start.clone();
    copy.copy_from(&world);
    assert_eq!(copy, world);
    assert_ne!(copy, start);
    copy.copy_from(&start);
    assert_eq!(copy, start);
}
