//! Situations that are described alike behave alike: a walk through small worlds that never ends by itself, in which
//! every second way to a description is held against the first one.

use super::*;
use crate::reference::describe::kind;
use spec::canon::Token;
use spec::{Answer, Digest, Fence, RunId, Status, TenantId, WorkerId};
use std::collections::BTreeMap;

/// A world: what can be said in it.
struct World {
    settings: Settings,
    runs: Vec<(RunId, u32)>,
    workers: u32,
    results: u64,
    others: Vec<&'static str>,
}

impl World {
    /// Every command that can be said now. The fences are those of the situation's own past, so that two situations of
    /// one description have the same number of commands, in the same order.
    fn commands(&self, situation: &Situation) -> Vec<Command> {
        let mut commands: Vec<Command> = self.others.iter().map(|text| text.parse().expect("a command")).collect();
        for (run, cost) in &self.runs {
            let cost = std::num::NonZeroU32::new(*cost).expect("a cost");
            commands.extend([Command::Submit { run: *run, cost }, Command::Cancel { run: *run }]);
            for fence in fences(situation, *run) {
                let results = (0..self.results).map(Digest);
                commands.extend(results.map(|result| Command::Complete { run: *run, fence, result }));
            }
        }
        for worker in (0..self.workers).map(WorkerId) {
            commands.push(Command::Claim { worker });
            for lease in &situation.facts.leases {
                let fence = lease.fence;
                commands.push(Command::Heartbeat { worker, fence });
                commands.push(Command::Fail { worker, fence });
                commands.push(Command::Release { worker, fence });
            }
        }
        commands
    }
}

/// A fence of no grant, the run's newest, and an older one; one that it never had stands in for a missing one.
fn fences(situation: &Situation, run: RunId) -> [Fence; 3] {
    let none = Fence { term: 0, grant: 0 };
    let newest = situation.facts.run(run).and_then(|run| run.newest).map_or(none, |newest| newest.fence);
    let of_run = |(_, granted): &&(Fence, RunId)| *granted == run;
    let older = situation.facts.grants.iter().filter(of_run).map(|grant| grant.0).find(|fence| *fence != newest);
    [none, newest, older.unwrap_or(none)]
}

/// An outcome without absolute instants and fences.
fn relative(situation: &Situation, at: Millis, outcome: &Outcome) -> Outcome {
    let mut outcome = outcome.clone();
    let rank = |fence: Fence| situation.facts.leases.iter().filter(|lease| lease.fence < fence).count() as u64;
    let ended =
        outcome.ended.iter().map(|ended| spec::Ended { fence: Fence { term: 0, grant: rank(ended.fence) }, ..*ended });
    outcome.ended = ended.collect();
    let now = situation.clock.reading(at);
    match &mut outcome.answer {
        Answer::Granted { fence, deadline, .. } => {
            *fence = Fence { term: 0, grant: rank(*fence) };
            *deadline -= now;
        }
        Answer::Renewed { deadline, .. } => *deadline -= now.min(*deadline),
        Answer::Recovered { term, .. } => *term = 0,
        _ => {}
    }
    outcome
}

/// A view without absolute instants and fences.
fn seen(situation: &Situation, at: Millis) -> View {
    let now = situation.clock.reading(at);
    let mut view = view(situation, at);
    view.term = 0;
    for instant in view.resting.iter_mut().chain(&mut view.warming) {
        *instant -= now;
    }
    for (rank, lease) in view.leases.iter_mut().enumerate() {
        lease.fence = Fence { term: 0, grant: rank as u64 };
        lease.deadline = lease.deadline.saturating_sub(now);
    }
    for run in &mut view.runs {
        run.fence = None;
    }
    view
}

fn description(situation: &Situation, at: Millis) -> Vec<Vec<Token>> {
    description_without(None, situation, at)
}

/// The description, for a canary without the facts of one kind.
fn description_without(forgotten: Option<i64>, situation: &Situation, at: Millis) -> Vec<Vec<Token>> {
    let mut canon = Canon::default();
    situation.describe(at, &mut canon);
    let forgotten = forgotten.map(Token::Number);
    let told = canon.facts().filter(|fact| fact.first().copied() != forgotten);
    let mut facts: Vec<Vec<Token>> = told.map(<[Token]>::to_vec).collect();
    facts.sort_unstable();
    assert!(facts.windows(2).all(|pair| pair[0] != pair[1]), "a fact is told twice: {facts:?}");
    facts
}

/// All that can be brought out of a situation in one step, and what is described after it.
type Behaviour = Vec<(Outcome, Vec<Vec<Token>>)>;

fn successors(
    world: &World,
    decisions: &Decisions,
    situation: &Situation,
    at: Millis,
) -> Vec<(Outcome, Situation, Millis)> {
    let tick = (Outcome::just(Answer::Swept), situation.clone(), at + 1);
    let said = world.commands(situation).into_iter().map(|command| {
        let outcome = situation.expect(decisions, at, command);
        let mut next = situation.clone();
        next.after(at, command, &outcome);
        (relative(situation, at, &outcome), next, at)
    });
    std::iter::once(tick).chain(said).collect()
}

/// Walks through a world in a fixed but mixed order, shallow and deep, up to so many descriptions; gives how many there
/// were, and how often a description was come to again.
fn walk(world: &World, changes: &str, most: usize, forgotten: Option<i64>) -> Result<(usize, usize), String> {
    let decisions = decisions(changes);
    let start = Situation::start(&world.settings, &decisions);
    let mut known: BTreeMap<Vec<Vec<Token>>, (Behaviour, View, Vec<String>)> = BTreeMap::new();
    let mut frontier = vec![(start, 0, Vec::new())];
    let (mut again, mut mix) = (0, 1_u64);
    while !frontier.is_empty() {
        mix = mix.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (situation, at, history) = frontier.swap_remove((mix >> 33) as usize % frontier.len());
        let key = description_without(forgotten, &situation, at);
        let next = successors(world, &decisions, &situation, at);
        let behaviour: Behaviour = next
            .iter()
            .map(|(outcome, next, at)| (outcome.clone(), description_without(forgotten, next, *at)))
            .collect();
        let view = seen(&situation, at);
        if let Some((first, first_view, first_history)) = known.get(&key) {
            again += 1;
            if *first != behaviour || *first_view != view {
                let differs = first.iter().zip(&behaviour).find(|(first, second)| first != second);
                return Err(format!(
                    "`{changes}`: described alike, but not alike\n{first_history:#?}\n{history:#?}\n{differs:#?}\n\
                     {first_view:?}\n{view:?}"
                ));
            }
            continue;
        }
        let commands = std::iter::once("tick".to_owned())
            .chain(world.commands(&situation).iter().map(ToString::to_string))
            .collect::<Vec<_>>();
        known.insert(key, (behaviour, view, history.clone()));
        if known.len() >= most {
            break;
        }
        for ((outcome, next, next_at), command) in next.into_iter().zip(commands) {
            let mut history = history.clone();
            history.push(format!("{at} {command} => {outcome}"));
            frontier.push((next, next_at, history));
        }
    }
    Ok((known.len(), again))
}

fn run(tenant: u32, key: u32) -> RunId {
    RunId { tenant: TenantId(tenant), key }
}

/// One tenant with two runs over one slot and a half, short lengths.
fn narrow() -> World {
    let tenants = vec![Limits { cap: 2, quota: 3 }];
    World {
        settings: Settings { window: 3, lease: 2, warm_up: 1, grace: 1, attempts: 2, queue: 1, pool: 1, tenants },
        runs: vec![(run(0, 1), 1), (run(0, 2), 2)],
        workers: 2,
        results: 1,
        others: vec!["sweep"],
    }
}

/// Two tenants with a run each over two slots.
fn wide() -> World {
    let tenants = vec![Limits { cap: 1, quota: 2 }, Limits { cap: 1, quota: 2 }];
    World {
        settings: Settings { window: 2, lease: 1, warm_up: 1, grace: 2, attempts: 2, queue: 2, pool: 2, tenants },
        runs: vec![(run(0, 1), 1), (run(1, 1), 1)],
        workers: 2,
        results: 2,
        others: vec!["sweep", "restart", "set-cap a 0", "set-cap a 2", "resize 1", "resize 3", "set-quota b 1"],
    }
}

fn situations_that_are_described_alike_behave_alike_under_the_chosen_options(most: usize) {
    for world in [narrow(), wide()] {
        let (situations, again) = walk(&world, "", 10 * most, None).unwrap();
        assert!(situations == 10 * most && again > 5 * most, "{situations} {again}");
    }
}

fn situations_that_are_described_alike_behave_alike_under_every_single_option(most: usize) {
    for decision in DecisionId::all() {
        for option in decision.info().options {
            let changes = format!("{} {option}", decision.info().id);
            walk(&narrow(), &changes, most, None).unwrap();
            walk(&wide(), &changes, most, None).unwrap();
        }
    }
}

mod quick {
    #[test]
    fn situations_that_are_described_alike_behave_alike_under_the_chosen_options() {
        super::situations_that_are_described_alike_behave_alike_under_the_chosen_options(12);
    }

    #[test]
    fn situations_that_are_described_alike_behave_alike_under_every_single_option() {
        super::situations_that_are_described_alike_behave_alike_under_every_single_option(6);
    }
}

mod at_length {
    #[test]
    fn situations_that_are_described_alike_behave_alike_under_the_chosen_options() {
        super::situations_that_are_described_alike_behave_alike_under_the_chosen_options(60);
    }

    #[test]
    fn situations_that_are_described_alike_behave_alike_under_every_single_option() {
        super::situations_that_are_described_alike_behave_alike_under_every_single_option(60);
    }

    #[test]
    fn a_description_that_forgets_a_kind_of_fact_is_caught() {
        super::a_description_that_forgets_a_kind_of_fact_is_caught();
    }
}

fn a_description_that_forgets_a_kind_of_fact_is_caught() {
    let roomy = World { settings: Settings { queue: 2, ..narrow().settings }, ..narrow() };
    let quiet = || World { workers: 1, results: 1, others: vec!["sweep"], ..wide() };
    let canaries = [
        (kind::WINDOW_PHASE, "D09 unlimited", narrow()),
        (kind::LIMITS, "", wide()),
        (kind::SPENT, "", narrow()),
        (kind::CHARGE, "D01 rolling", narrow()),
        (kind::SLOTS, "", wide()),
        (kind::WARMING, "", wide()),
        (kind::RESTING, "D33 revoke", narrow()),
        (kind::QUEUED, "", roomy),
        (kind::ENTRY, "D16 fifo", quiet()),
        (kind::RUN, "", narrow()),
        (kind::COMPLETION, "", wide()),
        (kind::LEASE, "", narrow()),
        (kind::LAST_GRANTED, "", quiet()),
        (kind::TOMBSTONE, "", narrow()),
    ];
    for (kind, changes, world) in canaries {
        assert!(walk(&world, changes, 2000, Some(kind)).is_err(), "facts of kind {kind} are not missed");
    }
}

#[test]
fn a_halted_situation_is_described_with_what_an_acknowledge_brings_back() {
    let one = tell("", "0 submit a/1 cost 1\n1 restart lost 1 => halted");
    let other = tell("", "0 submit a/1 cost 1\n0 sweep\n1 restart lost 1 => halted");
    assert_eq!(description(&one, 1), description(&other, 1));
    let more = tell("", "0 submit a/1 cost 1\n0 cancel a/1\n0 sweep\n1 restart lost 1 => halted");
    let less = tell("", "0 submit a/1 cost 1\n0 cancel a/1\n0 sweep\n1 restart lost 2 => halted");
    assert_ne!(description(&more, 1), description(&less, 1));
}

#[test]
fn the_lag_behind_a_stepped_back_clock_is_described_for_d38() {
    let situation = tell("D38 clamp", "5 submit a/1 cost 1");
    assert_ne!(description(&situation, 3), description(&situation, 5));
    assert_ne!(description(&situation, 3), description(&situation, 4));
    assert_eq!(view(&situation, 3).runs[0].status, Status::Queued);
}

#[test]
fn the_entry_of_a_held_run_is_described_only_where_d18_front_or_d21_gives_it_back() {
    let before = "0 submit a/1 cost 1\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 1\n0 submit b/1 cost 1";
    let after = "0 submit b/1 cost 1\n0 set-cap b 0\n0 submit a/1 cost 1
        0 claim w1 => granted a/1 fence 1.1 until 5, charged 1\n0 set-cap b 2";
    for (changes, alike) in [
        ("D16 fifo, D18 back", true),
        ("D16 fifo, D18 front", false),
        ("D16 fifo, D18 back, D21 revoke-newest", false),
        ("D16 round-robin, D18 front", true),
    ] {
        let [before, after] = [before, after].map(|history| description(&tell(changes, history), 0));
        assert_eq!(before == after, alike, "{changes}");
    }
}

#[test]
fn an_older_fence_of_a_cancelled_run_is_not_described_under_d30_accept() {
    let once = "0 submit a/1 cost 1\n0 claim w1\n0 cancel a/1\n0 release w1 fence 1.1";
    let twice =
        "0 submit a/1 cost 1\n0 claim w1\n0 release w1 fence 1.1\n0 claim w1\n0 cancel a/1\n0 release w1 fence 1.2";
    let changes = "D30 accept, D34 apply-always, D25 free";
    assert_eq!(description(&tell(changes, once), 0), description(&tell(changes, twice), 0));
}

#[test]
fn resting_slots_are_described_by_tenant_only_under_d27_pool_and_cap() {
    let history = "0 submit a/1 cost 1\n0 submit b/1 cost 1\n0 claim w1\n0 claim w2\n5 sweep";
    for (changes, facts) in [("D27 pool-only", 1), ("D27 pool-and-cap", 2), ("D26 at-once", 0)] {
        let described = description(&tell(changes, history), 5);
        let resting = described.iter().filter(|fact| fact[0] == Token::Number(kind::RESTING));
        assert_eq!(resting.count(), facts, "{changes}");
    }
}
