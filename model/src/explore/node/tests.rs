//! What a judged step comes to: the same state, another one, or a finding of each kind; and which states are one.

use super::*;
use crate::explore::testing::{command, costs, decisions, next, outcome, scope, told};
use crate::planted::{self, Bug, Planted};
use spec::canon::{Canon, Token};
use spec::yaml::{Operator, Restarts, ScopeCommand, StepBack};
use spec::{ControlPlane, DecisionId, Settings, TenantId};

type Plane = ballast::ControlPlane;

/// Takes the moves, each judged; what the last came to.
fn walk<P: Explorable>(explorer: &Explorer<P>, moves: &[&str]) -> (Node<P>, Option<Step>) {
    let mut scratch = Scratch::default();
    let mut at = explorer.start();
    let mut last = None;
    for text in moves {
        let mut to = at.clone();
        let step = explorer.step(&at, next(text), &mut to, &mut scratch);
        // Where nothing changed, the state before stands for the one after.
        if step != Step::Same {
            at = to;
        }
        last = Some(step);
    }
    (at, last)
}

fn key<P: Explorable>(explorer: &Explorer<P>, moves: &[&str]) -> Key {
    explorer.key(&walk(explorer, moves).0, false, &mut Scratch::default())
}

fn correct(scope: &Scope) -> Explorer<Plane> {
    Explorer::new(scope, &Decisions::default())
}

fn with_bug(bug: Bug, scope: &Scope) -> Explorer<Planted> {
    Explorer::starting(planted::start(bug), scope, &Decisions::default())
}

fn found<P: Explorable>(explorer: &Explorer<P>, moves: &[&str]) -> Finding {
    match walk(explorer, moves) {
        (_, Some(Step::Found(finding))) => finding,
        (_, step) => panic!("{moves:?} came to {step:?}"),
    }
}

#[test]
fn a_command_that_changes_nothing_leads_to_the_same_state_but_for_the_first_at_its_instant() {
    let explorer = correct(&scope(&ScopeCommand::ALL));
    let mut done = Vec::new();
    for (next, step) in [
        ("sweep", Step::Moved),
        ("sweep", Step::Same),
        ("claim w1", Step::Same),
        ("submit a/1 cost 1", Step::Moved),
        ("submit a/1 cost 1", Step::Same),
        ("submit a/1 cost 2", Step::Same),
        ("claim w1", Step::Moved),
        ("claim w1", Step::Same),
        ("heartbeat w1 fence 1.1", Step::Moved),
        ("heartbeat w1 fence 1.2", Step::Same),
        ("cancel a/1", Step::Moved),
        ("cancel a/1", Step::Same),
        ("tick", Step::Moved),
        ("complete a/1 fence 1.2 result x", Step::Moved),
        ("complete a/1 fence 1.2 result x", Step::Same),
        ("complete a/1 fence 1.1 result x", Step::Moved),
        ("complete a/1 fence 1.1 result x", Step::Same),
        ("tick", Step::Moved),
        ("tick", Step::Moved),
    ] {
        done.push(next);
        assert_eq!(walk(&explorer, &done).1, Some(step), "{done:?}");
    }
}

#[test]
fn only_an_outcome_that_leaves_no_run_no_lease_and_no_credit_changed_changes_nothing() {
    let fate = "ended 1.1 a/1 requeued";
    for (quiet, said) in [
        (true, "swept"),
        (true, "idle no-slot"),
        (true, "idle nothing-eligible"),
        (true, "unchanged held"),
        (true, "duplicate"),
        (true, "conflict x"),
        (true, "refused stale"),
        (true, "refused clock"),
        (true, "refused unknown-tenant"),
        (true, "queued, repeated"),
        (true, "granted a/1 fence 1.1 until 1, repeated"),
        // These leave a rejected run behind (D13).
        (false, "refused blocked"),
        (false, "refused at-cap"),
        (false, "refused no-credit"),
        (false, "refused queue-full"),
        (false, "queued"),
        (false, "cancelled"),
        (false, "granted a/1 fence 1.1 until 1"),
        (false, "renewed until 3"),
        (false, "applied"),
        (false, "set"),
        (false, "recovered term 2"),
        (false, "halted"),
        // A bill, a refund or the end of a lease is a change whatever the answer.
        (false, "unchanged rejected, charged 1"),
        (false, "refused stale, charged 1"),
        (false, "swept, refunded 1"),
        (false, &format!("swept, {fate}")),
        (false, "duplicate, shed a/2"),
        (false, "queued, repeated, charged 1"),
    ] {
        assert_eq!(changes_nothing(&outcome(said)), quiet, "{said}");
    }
}

#[test]
fn another_outcome_than_the_oracles_is_a_finding() {
    let explorer = with_bug(Bug::EffectTwice, &scope(&ScopeCommand::ALL));
    let complete = "complete a/1 fence 1.1 result x";
    let finding = found(&explorer, &["submit a/1 cost 1", "claim w1", complete, complete]);
    assert_eq!(finding, Finding::Outcome { expected: Box::new(outcome("duplicate")) });
    // Also where its answer says that nothing happened, and nothing in the control plane did.
    let dear = Scope { runs: vec![costs(&[3])], ..scope(&ScopeCommand::ALL) };
    let explorer = with_bug(Bug::RefusedThenCancelledBilled, &dear);
    let finding = found(&explorer, &["submit a/1 cost 3", "cancel a/1"]);
    assert_eq!(finding, Finding::Outcome { expected: Box::new(outcome("unchanged rejected")) });
}

#[test]
fn another_view_than_the_oracles_is_a_finding_also_when_time_alone_has_passed_r9() {
    let explorer = with_bug(Bug::RequeueLost, &scope(&ScopeCommand::ALL));
    let finding = found(&explorer, &["submit a/1 cost 1", "claim w1", "fail w1 fence 1.1"]);
    let Finding::View { expected, shown } = finding else { panic!("{finding}") };
    let queued = |view: &View| view.tenants[0].queue.len();
    assert_eq!((queued(&expected), queued(&shown)), (1, 0));

    let explorer = Explorer::starting(start::plain(), &scope(&[]), &Decisions::default());
    let finding = found::<Late>(&explorer, &["tick", "tick"]);
    assert!(matches!(finding, Finding::View { shown, .. } if shown.term == 7));
    assert_eq!(walk::<Late>(&explorer, &["tick"]).1, Some(Step::Moved));
    assert_eq!(walk::<Late>(&explorer.without_oracle(), &["tick", "tick"]).1, Some(Step::Moved));
}

/// Says something wrong of itself from instant 2 on, panics when the pool is resized, and otherwise is correct.
#[derive(Clone, PartialEq)]
struct Late(Plane);

impl ControlPlane for Late {
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        assert!(!matches!(command, Command::Resize { .. }), "no other size");
        self.0.apply(at, command)
    }

    fn view(&self, at: Millis, view: &mut View) -> bool {
        let shown = ControlPlane::view(&self.0, at, view);
        view.term = if at < 2 { view.term } else { 7 };
        shown
    }
}

impl Describe for Late {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        self.0.describe(at, canon);
    }
}

impl Explorable for Late {
    fn start(settings: &Settings, decisions: &Decisions) -> Late {
        Late(Plane::start(settings, decisions))
    }
}

#[test]
fn a_panic_is_a_finding_and_leaves_the_state_before() {
    let operator = Operator { budget: 1, resize: vec![2], ..Operator::default() };
    let explorer: Explorer<Late> =
        Explorer::new(&Scope { operator, ..scope(&ScopeCommand::ALL) }, &Decisions::default());
    let before = ["submit a/1 cost 1", "tick", "claim w1"];
    let (node, step) = walk(&explorer, &[before.as_slice(), &["resize 2"]].concat());
    assert_eq!(step, Some(Step::Found(Finding::Panic { message: "no other size".to_owned() })));
    let scratch = &mut Scratch::default();
    assert_eq!(explorer.key(&node, false, scratch), key(&explorer, &before));
    let mut node = walk(&explorer, &before).0;
    assert_eq!(explorer.replay(&mut node, next("resize 2"), scratch), None);
}

#[test]
fn without_the_oracle_the_invariants_judge_and_only_those_that_are_asked_for() {
    let explorer = || with_bug(Bug::EffectTwice, &scope(&ScopeCommand::ALL)).without_oracle();
    let complete = "complete a/1 fence 1.1 result x";
    let twice = ["submit a/1 cost 1", "claim w1", complete, complete];
    let judged = |explorer: &Explorer<Planted>| walk(explorer, &twice).1;
    let Some(Step::Found(finding)) = judged(&explorer()) else { panic!("nothing was found") };
    assert!(finding.violates(InvariantId::I5), "{finding}");
    let found = Some(Step::Found(finding));
    assert_eq!(judged(&explorer().looking_for(InvariantId::I5)), found);
    assert_eq!(judged(&explorer().excusing(&[InvariantId::I1])), found);
    let clean = Some(Step::Moved);
    assert_eq!(judged(&explorer().looking_for(InvariantId::I1)), clean);
    assert_eq!(judged(&explorer().excusing(&[InvariantId::I5])), clean);
    assert_eq!(judged(&explorer().looking_for(InvariantId::I5).excusing(&[InvariantId::I5])), clean);
    assert_eq!(judged(&explorer().looking_for(InvariantId::I1).excusing(&[InvariantId::I2])), clean);
    assert_eq!(judged(&explorer().judged_by(&[])), clean);
}

#[test]
fn an_explorer_goes_by_its_decisions_and_its_scopes_own() {
    let strict = decisions("D24=refuse");
    let late_heartbeat = DecisionId::find("D24").unwrap();
    let with = vec![(late_heartbeat, strict.option(late_heartbeat))];
    let scope = Scope { with, ..scope(&ScopeCommand::ALL) };
    let explorer = correct(&scope);
    assert_eq!(explorer.decisions, strict);
    assert_eq!(explorer.clone().decisions, strict);
    let other = decisions("D23=never");
    assert_eq!(explorer.under(&other).decisions, other);
    assert!(format!("{explorer:?}").contains("\"small\""), "{explorer:?}");
}

#[test]
fn a_step_that_was_judged_is_replayed_to_the_same_state_and_outcome() {
    let operator = Operator { budget: 1, set_cap: vec![(TenantId(0), vec![2])], ..Operator::default() };
    let restarts = Restarts { budget: 1, lost: vec![1] };
    let step_back = StepBack { budget: 1, by: 1 };
    let scope = Scope { operator, restarts, step_back, ..scope(&ScopeCommand::ALL) };
    let explorer = correct(&scope);
    let mut scratch = Scratch::default();
    let mut replayed = explorer.start();
    let mut done = Vec::new();
    for (text, answered) in [
        ("submit a/1 cost 1", Some("queued")),
        ("tick", None),
        ("claim w1", Some("granted a/1 fence 1.1 until 2, charged 1")),
        ("step back", None),
        ("heartbeat w1 fence 1.1", Some("renewed until 2")),
        ("set-cap a 2", Some("set")),
        ("restart lost 1", Some("halted")),
        ("acknowledge", Some("recovered term 2 alarm")),
        ("tick", None),
        ("fail w1 fence 1.1", Some("failed, ended 1.1 a/1 requeued")),
    ] {
        done.push(text);
        let (judged, step) = walk(&explorer, &done);
        assert_eq!(step, Some(Step::Moved), "{done:?}");
        let outcome = explorer.replay(&mut replayed, next(text), &mut scratch);
        assert_eq!(outcome.map(|outcome| outcome.to_string()).as_deref(), answered, "{done:?}");
        assert_eq!(replayed.world, judged.world, "{done:?}");
        assert!(replayed.plane == judged.plane, "{done:?}");
        let keys = [&replayed, &judged].map(|node| explorer.key(node, false, &mut scratch));
        assert_eq!(keys[0], keys[1], "{done:?}");
        let found = explorer.key(&judged, true, &mut scratch);
        assert_ne!(found, keys[0], "one that a finding led to is a state of its own");
    }
}

#[test]
fn a_state_is_the_same_whenever_it_comes_but_for_where_in_the_window_it_is() {
    let explorer = correct(&scope(&ScopeCommand::ALL));
    let at_once = key(&explorer, &["submit a/1 cost 1", "claim w1"]);
    // A window is 2 ms.
    assert_eq!(key(&explorer, &["tick", "tick", "submit a/1 cost 1", "claim w1"]), at_once);
    assert_ne!(key(&explorer, &["tick", "submit a/1 cost 1", "claim w1"]), at_once);
    assert_ne!(key(&explorer, &["submit a/1 cost 1"]), at_once);
    assert_ne!(key(&explorer, &["submit a/1 cost 1", "claim w1", "tick"]), at_once);
    // Another fence, one term and many grants later, is still the newest of its run.
    let tried_again = key(&explorer, &["submit a/1 cost 1", "claim w1", "release w1 fence 1.1", "claim w1"]);
    assert_ne!(tried_again, at_once, "an older fence is about");
}

#[test]
fn states_that_differ_only_in_workers_are_one_but_not_where_every_name_counts_as_itself() {
    let scope = Scope { workers: 2, ..scope(&ScopeCommand::ALL) };
    let explorer = correct(&scope);
    let by =
        |explorer: &Explorer<Plane>, worker: &str| key(explorer, &["submit a/1 cost 1", &format!("claim {worker}")]);
    assert_eq!(by(&explorer, "w1"), by(&explorer, "w2"));
    let explorer = explorer.without_symmetry();
    assert_ne!(by(&explorer, "w1"), by(&explorer, "w2"));
}

#[test]
fn what_a_restart_could_lose_belongs_to_the_state_d37() {
    let a = TenantId(0);
    let operator =
        Operator { budget: 2, set_cap: vec![(a, vec![2])], set_quota: vec![(a, vec![5])], ..Operator::default() };
    let scope = Scope { operator, ..scope(&ScopeCommand::ALL) };
    let (one, other) = (["set-cap a 2", "set-quota a 5"], ["set-quota a 5", "set-cap a 2"]);
    for (decision, budget, lost, same) in [
        ("D37=halt", 0, vec![1], true),
        ("D37=halt", 1, vec![0], true),
        ("D37=halt", 1, vec![1], false),
        ("D37=halt", 1, vec![2], true),
        ("D37=halt", 1, vec![0, 2, 1], false),
        ("D37=truncate-alarmed", 1, vec![1], false),
        ("D37=truncate-alarmed", 1, vec![0], true),
    ] {
        let scope = Scope { restarts: Restarts { budget, lost: lost.clone() }, ..scope.clone() };
        let explorer: Explorer<Plane> = Explorer::new(&scope, &decisions(decision));
        let keys = [one, other].map(|moves| key(&explorer, &moves));
        assert_eq!(keys[0] == keys[1], same, "{decision}, a budget of {budget}, lost {lost:?}");
    }
    // Once it is halted, what the operator would acknowledge is still to come.
    let scope = Scope { restarts: Restarts { budget: 1, lost: vec![1] }, ..scope };
    let explorer = correct(&scope);
    let keys = [one, other].map(|moves| key(&explorer, &[moves[0], moves[1], "restart lost 1"]));
    assert_ne!(keys[0], keys[1]);
}

#[test]
fn a_fence_whose_record_a_recovery_lost_is_forgotten_and_no_other_is() {
    let scope = Scope { restarts: Restarts { budget: 1, lost: vec![0, 1] }, ..scope(&ScopeCommand::ALL) };
    let explorer = correct(&scope);
    let kinds = |moves: &[&str]| {
        let mut canon = Canon::default();
        walk(&explorer, moves).0.world.describe(&scope, &mut canon);
        let fact = canon.facts().nth(1).map(<[Token]>::to_vec).unwrap();
        // Its newest is lost, there is an older one, there is a forgotten one.
        [fact[2], fact[3], fact[4]].map(|token| token == Token::Number(1))
    };
    let granted = ["submit a/1 cost 1", "claim w1"];
    let then = |moves: &[&'static str]| [granted.as_slice(), moves].concat();
    assert_eq!(kinds(&granted), [false, false, false]);
    assert_eq!(kinds(&then(&["restart"])), [false, false, false]);
    assert_eq!(kinds(&then(&["restart lost 1"])), [false, false, false], "not before it is acknowledged");
    assert_eq!(kinds(&then(&["restart lost 1", "acknowledge"])), [true, false, false]);
    assert_eq!(kinds(&then(&["restart lost 1", "acknowledge", "claim w1"])), [false, false, true]);
    assert_eq!(kinds(&then(&["release w1 fence 1.1", "claim w1"])), [false, true, false]);
}

#[test]
fn what_may_happen_next_is_what_the_world_says() {
    let explorer = correct(&scope(&[ScopeCommand::Submit]));
    let mut moves = Vec::new();
    explorer.moves(&explorer.start(), &mut moves);
    assert_eq!(told(&moves), "tick\nsubmit a/1 cost 1");
}

#[test]
fn what_the_judged_steps_reached_is_noted() {
    let explorer = correct(&scope(&ScopeCommand::ALL));
    let mut scratch = Scratch::default();
    let (from, mut to) = (explorer.start(), explorer.start());
    explorer.step(&from, Move::Send(command("submit a/1 cost 3")), &mut to, &mut scratch);
    assert_eq!(scratch.reach.outcomes(), [("submit: refused no-credit".to_owned(), 1)]);
    assert_eq!(scratch.reach.changes.statuses(), ["unknown to rejected"]);
    assert!(scratch.reach.reads.contains(DecisionId::find("quota-gate").unwrap()));
}
