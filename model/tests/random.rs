//! Random histories under random decisions: the control plane, the reference and the invariants agree on each step.
//!
//! The explorer is exhaustive on small scopes under one changed decision at a time. Here any number of decisions differ
//! at once, lengths are longer, and there are more runs and workers.

use ballast::ControlPlane as Plane;
use model::explore::{Explorer, Node, Scratch, Step};
use model::world::Move;
use proptest::prelude::*;
use spec::yaml::{Operator, Restarts, Scope, ScopeCommand, StepBack};
use spec::{DecisionId, Decisions, Limits, Settings, TenantId};
use std::num::NonZeroU32;

fn settings() -> impl Strategy<Value = Settings> {
    let limits = (0..4_i64, 0..6_i64).prop_map(|(cap, quota)| Limits { cap, quota });
    (1..6_u64, 1..5_u64, 0..4_u64, 0..4_u64, 1..4_u32, 1..4_u32, 0..4_u32, prop::collection::vec(limits, 1..4))
        .prop_map(|(window, lease, warm_up, grace, attempts, queue, pool, tenants)| Settings {
            window,
            lease,
            warm_up,
            grace,
            attempts,
            queue,
            pool,
            tenants,
        })
}

fn scope() -> impl Strategy<Value = Scope> {
    let costs = prop::collection::vec((1..4_u32).prop_map(|cost| NonZeroU32::new(cost).expect("at least 1")), 1..4);
    (settings(), prop::collection::vec(costs, 3), 1..4_u32, 1..3_u32).prop_map(
        |(settings, mut runs, workers, results)| {
            runs.truncate(settings.tenants.len());
            let every = |values: Vec<i64>| {
                (0..settings.tenants.len()).map(|tenant| (TenantId(tenant as u32), values.clone())).collect::<Vec<_>>()
            };
            Scope {
                name: "random".to_owned(),
                about: String::new(),
                workers,
                runs,
                results,
                other_cost: true,
                commands: ScopeCommand::ALL.to_vec(),
                unknown: true,
                operator: Operator {
                    budget: 8,
                    set_cap: every(vec![0, 1, 2, -1]),
                    set_quota: every(vec![0, 1, 3, -1]),
                    resize: vec![0, 1, 3, -1],
                },
                restarts: Restarts { budget: 4, lost: vec![0, 1, 3] },
                step_back: StepBack { budget: 4, by: 2 },
                with: Vec::new(),
                deep: false,
                line: 0,
                settings,
            }
        },
    )
}

/// The chosen decisions with a few viable ones changed; options that break an invariant by design are left out.
fn decisions() -> impl Strategy<Value = Decisions> {
    const RULED_OUT: [(&str, &str); 9] = [
        ("D08", "at-submit-only"),
        ("D11", "neither"),
        ("D20", "grant-another"),
        ("D23", "uncounted"),
        ("D23", "never"),
        ("D30", "accept"),
        ("D32", "one-window-apply"),
        ("D34", "apply-always"),
        ("D37", "truncate-silently"),
    ];
    prop::collection::vec((0..spec::decisions::COUNT, 0..4_usize), 0..12).prop_map(|changes| {
        let mut decisions = Decisions::chosen();
        for (index, option) in changes {
            let decision = DecisionId::new(index).expect("the index is below the count");
            let info = decision.info();
            let ruled_out = RULED_OUT.iter().any(|(id, name)| *id == info.id && info.options.get(option) == Some(name));
            if option < info.options.len() && !ruled_out {
                decisions.set(decision, option).expect("the option exists");
            }
        }
        decisions
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_step_of_a_random_history_is_as_the_oracle_expects_and_keeps_all_invariants(
        scope in scope(),
        decisions in decisions(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..90),
    ) {
        let explorer = Explorer::new(&scope, &decisions);
        let mut scratch = Scratch::default();
        let mut from: Node<Plane> = explorer.start();
        let mut to = from.clone();
        let mut moves = Vec::new();
        let mut path: Vec<Move> = Vec::new();
        for pick in picks {
            explorer.moves(&from, &mut moves);
            let next = moves[pick.index(moves.len())];
            path.push(next);
            match explorer.step(&from, next, &mut to, &mut scratch) {
                Step::Same => {}
                Step::Moved => std::mem::swap(&mut from, &mut to),
                Step::Found(finding) => {
                    let story = model::story::render(&model::story::tell::<Plane>(&explorer, &path), Some(&finding));
                    let differing = DecisionId::all()
                        .filter(|decision| decisions.option(*decision) != Decisions::chosen().option(*decision))
                        .map(|decision| format!("{decision}={}", decisions.option_name(decision)));
                    prop_assert!(
                        false,
                        "{:?}\n{}\n{story}",
                        scope.settings,
                        differing.collect::<Vec<_>>().join(" ")
                    );
                }
            }
        }
    }
}
