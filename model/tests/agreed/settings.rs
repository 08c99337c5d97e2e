//! What a walk is set up with.

use model::spine::{Draws, Stream};
use spec::yaml::{Operator, Restarts, Scope, ScopeCommand, StepBack};
use spec::{DecisionId, Decisions, Limits, Settings, TenantId};
use std::num::NonZeroU32;

fn settings(draws: &mut Draws) -> Settings {
    let tenants = 1 + draws.below(3);
    Settings {
        window: 1 + draws.below(6),
        lease: 1 + draws.below(4),
        warm_up: draws.below(4),
        grace: draws.below(4),
        attempts: 1 + draws.below(3) as u32,
        queue: 1 + draws.below(3) as u32,
        pool: draws.below(4) as u32,
        tenants: (0..tenants).map(|_| Limits { cap: draws.below(4) as i64, quota: draws.below(7) as i64 }).collect(),
    }
}

/// A scope in which everything may be sent.
pub fn scope(stream: Stream) -> Scope {
    let mut draws = stream.child("scope").draws();
    let settings = settings(&mut draws);
    let every = |values: &[i64]| -> Vec<(TenantId, Vec<i64>)> {
        (0..settings.tenants.len()).map(|tenant| (TenantId(tenant as u32), values.to_vec())).collect()
    };
    Scope {
        name: "agreed".to_owned(),
        about: String::new(),
        workers: 1 + draws.below(3) as u32,
        runs: (0..settings.tenants.len())
            .map(|_| (0..1 + draws.below(3)).map(|_| NonZeroU32::MIN.saturating_add(draws.below(3) as u32)).collect())
            .collect(),
        results: 1 + draws.below(2) as u32,
        other_cost: true,
        commands: ScopeCommand::ALL.to_vec(),
        unknown: true,
        operator: Operator {
            budget: 6,
            set_cap: every(&[0, 1, 2, -1]),
            set_quota: every(&[0, 1, 3, -1]),
            resize: vec![0, 1, 3, -1],
        },
        restarts: Restarts { budget: 2, lost: vec![0, 1, 3] },
        step_back: StepBack { budget: 2, by: 2 },
        with: Vec::new(),
        deep: false,
        line: 0,
        settings,
    }
}

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

/// The first options, with up to a dozen decisions changed, ruled-out options among them.
pub fn decisions(stream: Stream) -> Decisions {
    let mut draws = stream.child("decisions").draws();
    let mut decisions = Decisions::default();
    // Every other walk is under an option that is ruled out, so that there is something for the invariants to say.
    let coin = draws.chance(1, 2);
    if let Some((id, option)) = draws.pick(&RULED_OUT).copied().filter(|_| coin) {
        let decision = DecisionId::find(id).expect("the decision exists");
        decisions.set(decision, decision.option(option).expect("it has the option")).expect("in range");
    }
    for _ in 0..draws.below(13) {
        let index = draws.below(spec::decisions::COUNT as u64) as usize;
        if let Some(decision) = DecisionId::new(index) {
            let option = draws.below(decision.info().options.len() as u64) as usize;
            decisions.set(decision, option).expect("the option exists");
        }
    }
    decisions
}
