//! Control planes abreast: the search over them, held against what it must come to, and against a search without a key.

use ballast::ControlPlane as Plane;
use model::abreast::search::{Cost, Search};
use model::abreast::{Field, Scratch, State, Taken};
use model::subject::{self, Subject};
use model::witness::{Pair, pairs};
use model::world::Move;
use spec::yaml::{Scope, SpecFile};
use spec::{Decisions, Explorable as _};

fn subject(scopes: &[&str]) -> Subject {
    let spec = SpecFile::read(&subject::default_spec()).expect("spec.yaml is sound");
    let wanted = |scope: &&Scope| scopes.contains(&scope.name.as_str());
    let scopes: Vec<Scope> = spec.scopes.iter().filter(wanted).cloned().collect();
    Subject::new(spec, String::new(), scopes)
}

/// What the first step costs in which control planes of these decisions part, if they ever do; and how many states there are.
fn parting(field: Field) -> (Option<Cost>, usize) {
    let mut search = Search::<Plane>::new(field);
    while !search.is_done() {
        if let Some(parting) = search.level(u32::MAX, &mut |_| {}).first() {
            return (Some(parting.cost), search.states());
        }
    }
    (None, search.states())
}

fn sides(subject: &Subject, pair: Pair, scope: &Scope) -> Vec<Decisions> {
    let base = scope.decisions(&subject.base);
    pair.options.iter().map(|option| base.with(pair.decision, *option).expect("an option of the pair")).collect()
}

#[test]
fn two_control_planes_of_equal_decisions_never_part_and_have_the_states_of_one() {
    let subject = subject(&["quota", "silence", "completion", "again", "clock"]);
    assert_eq!(subject.scopes.len(), 5);
    for scope in &subject.scopes {
        let decisions = scope.decisions(&subject.base);
        let (one, two) = (vec![decisions.clone()], vec![decisions.clone(), decisions]);
        let (alone, states) = parting(Field::new(scope, one));
        assert_eq!(alone, None, "{}", scope.name);
        assert!(states > 100, "{} has only {states} states", scope.name);
        assert_eq!(parting(Field::new(scope, two)), (None, states), "{}", scope.name);
    }
}

#[test]
fn names_that_are_interchangeable_make_no_history_longer() {
    let subject = subject(&["silence", "completion", "memory", "leases"]);
    let mut parted = 0;
    for scope in &subject.scopes {
        for pair in pairs(&subject) {
            let (cost, states) = parting(Field::new(scope, sides(&subject, pair, scope)));
            let (plain, more) = parting(Field::new(scope, sides(&subject, pair, scope)).without_symmetry());
            assert_eq!(cost, plain, "{pair} in {}", scope.name);
            assert!(states <= more, "{pair} in {}", scope.name);
            parted += usize::from(cost.is_some());
        }
    }
    assert!(parted > 40, "only {parted} pairs parted, so little was compared");
}

/// The least cost of a step in which two control planes part, of histories of at most this many commands and clock
/// moves, by trying all of them.
fn by_trying_all(field: &Field, most: Cost) -> Option<Cost> {
    fn from(field: &Field, state: &State<Plane>, spent: Cost, most: Cost, best: &mut Option<Cost>) {
        let mut moves = Vec::new();
        state.world.moves(&field.scope, &mut moves);
        for next in moves {
            let cost = match next {
                Move::Send(_) => Cost { commands: spent.commands + 1, ..spent },
                Move::Tick | Move::StepBack => Cost { clock: spent.clock + 1, ..spent },
            };
            if cost.commands > most.commands || cost.clock > most.clock {
                continue;
            }
            let mut to = state.clone();
            match field.take(&mut to, next, &mut Scratch::default()) {
                Taken::Time | Taken::Alike(_) => from(field, &to, cost, most, best),
                Taken::Apart(_) => *best = Some(best.map_or(cost, |before| before.min(cost))),
                Taken::Panic(message) => panic!("{message}"),
            }
        }
    }
    let mut best = None;
    from(field, &field.start(), Cost { commands: 0, clock: 0 }, most, &mut best);
    best
}

#[test]
fn no_history_is_shorter_than_the_one_that_is_found() {
    let most = Cost { commands: 3, clock: 2 };
    let subject = subject(&["quota", "again"]);
    let mut parted = 0;
    for scope in &subject.scopes {
        for pair in pairs(&subject) {
            let field = Field::new(scope, sides(&subject, pair, scope));
            let (found, _) = parting(field.clone());
            let within = found.filter(|cost| cost.commands <= most.commands && cost.clock <= most.clock);
            let tried = by_trying_all(&field, most);
            // One that costs fewer commands may take more time than was tried.
            if within.is_some() || found.is_none_or(|cost| cost.commands > most.commands) {
                assert_eq!(tried, within, "{pair} in {}", scope.name);
            } else {
                assert!(tried.is_none_or(|tried| Some(tried) > found), "{pair} in {}", scope.name);
            }
            parted += usize::from(within.is_some());
        }
    }
    assert!(parted > 20, "only {parted} pairs parted, so little was compared");
}

#[test]
fn the_order_of_the_two_sides_does_not_matter() {
    let subject = subject(&["quota"]);
    let scope = &subject.scopes[0];
    for pair in pairs(&subject) {
        let turned = Pair { options: [pair.options[1], pair.options[0]], ..pair };
        let costs = [pair, turned].map(|pair| parting(Field::new(scope, sides(&subject, pair, scope))).0);
        assert_eq!(costs[0], costs[1], "{pair}");
    }
    let settings = &scope.settings;
    assert!(Plane::start(settings, &subject.base) == Plane::start(settings, &subject.base));
}
