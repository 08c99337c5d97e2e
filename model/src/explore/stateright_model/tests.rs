//! The same steps, as stateright sees them.

use super::*;
use crate::explore::testing::{next, scope};
use crate::planted::{self, Bug, Planted};
use spec::Decisions;
use spec::yaml::ScopeCommand;
use std::hash::DefaultHasher;

fn model() -> Exploration<Planted> {
    let scope = scope(&[ScopeCommand::Submit, ScopeCommand::Claim, ScopeCommand::Complete]);
    Exploration::new(Explorer::starting(planted::start(Bug::EffectTwice), &scope, &Decisions::default()))
}

fn walk(model: &Exploration<Planted>, moves: &[&str]) -> State<Planted> {
    let start = model.init_states().remove(0);
    moves.iter().fold(start, |state, text| model.next_state(&state, next(text)).expect("every step changes something"))
}

const TWICE: [&str; 4] =
    ["submit a/1 cost 1", "claim w1", "complete a/1 fence 1.1 result x", "complete a/1 fence 1.1 result x"];

#[test]
fn a_step_that_changes_nothing_is_none_and_one_that_is_found_guilty_is_the_last() {
    let model = model();
    assert_eq!(model.init_states().len(), 1);
    let submitted = walk(&model, &TWICE[..1]);
    assert!(model.next_state(&submitted, next(TWICE[0])).is_none());
    let actions = |state: &State<Planted>| {
        let mut actions = Vec::new();
        model.actions(state, &mut actions);
        actions
    };
    assert_eq!(actions(&submitted), ["tick", "submit a/1 cost 1", "claim w1"].map(next));
    let found = walk(&model, &TWICE);
    assert_eq!(actions(&found), []);
    let [property] = &model.properties()[..] else { panic!("there is one property") };
    assert!((property.condition)(&model, &submitted));
    assert!(!(property.condition)(&model, &found));
}

#[test]
fn states_are_told_apart_by_their_keys() {
    let model = model();
    let [start, submitted, later] =
        [&[][..], &TWICE[..1], &["tick", "tick", TWICE[0]]].map(|moves| walk(&model, moves));
    let hash = |state: &State<Planted>| {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    };
    assert!(
        submitted == later && hash(&submitted) == hash(&later),
        "a window has passed, and nothing else is different"
    );
    assert!(start != submitted && hash(&start) != hash(&submitted));
    let [before, found] = [3, 4].map(|count| walk(&model, &TWICE[..count]));
    assert!(before != found);
}

#[test]
fn moves_and_states_are_told_in_words() {
    let model = model();
    let told = ["tick", "step back", "claim w1"].map(|text| model.format_action(&next(text)));
    assert_eq!(told, ["1 ms passes", "the clock is stepped back", "claim w1"]);
    let told = format!("{:?}", walk(&model, &TWICE));
    assert!(told.contains("now: 0") && told.contains("the oracle expected: duplicate"), "{told}");
}
