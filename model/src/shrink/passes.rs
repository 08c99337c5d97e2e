//! Each pass by itself, on problems small enough to say what it carries out, in which order, and what is left.

use super::cut;
use super::names;
use super::numbers::{halve, one_by_one};
use super::pairs;
use super::search::{OutOfBudget, Search};
use super::*;
use crate::spine::Hash128;

/// One letter with a number.
type Letter = (char, u64);

type Letters = Plan<Vec<u64>, Letter>;

/// Whether a plan fails, and at which event.
type Rule = Box<dyn Fn(&Letters) -> Option<usize>>;

/// Letters, and what is wrong with which.
struct Toy {
    rule: Rule,
    spans: fn(char) -> Vec<Span>,
    /// What every number is at its simplest.
    simplest: u64,
    simpler: fn(&Letters) -> Vec<Letters>,
    /// The plans that were carried out, in order.
    carried_out: Vec<String>,
}

fn letter_of(word: &str) -> Letter {
    (word.chars().next().unwrap(), word[1..].parse().unwrap_or(0))
}

/// Letters, each with a number if it has one.
fn letters(text: &str) -> Letters {
    Plan { setup: Vec::new(), events: text.split_whitespace().map(letter_of).collect() }
}

fn shown(plan: &Letters) -> String {
    let setup = plan.setup.iter().map(|number| format!("{number}:"));
    let letter = |(letter, number): &Letter| match number {
        0 => letter.to_string(),
        number => format!("{letter}{number}"),
    };
    setup.chain(plan.events.iter().map(letter)).collect::<Vec<_>>().join(" ")
}

fn has(plan: &Letters, letter: char) -> bool {
    plan.events.iter().any(|(other, _)| *other == letter)
}

/// The number of a letter; 0 where it is not there.
fn number(plan: &Letters, letter: char) -> u64 {
    plan.events.iter().find(|(other, _)| *other == letter).map_or(0, |(_, number)| *number)
}

impl Toy {
    /// Fails by this rule, as the last event happens.
    fn failing(rule: impl Fn(&Letters) -> bool + 'static) -> Toy {
        Toy::failing_at(move |plan| rule(plan).then_some(plan.events.len()))
    }

    fn failing_at(rule: impl Fn(&Letters) -> Option<usize> + 'static) -> Toy {
        let (spans, simpler) = (|_| Vec::new(), |_: &Letters| Vec::new());
        Toy { rule: Box::new(rule), spans, simplest: 0, simpler, carried_out: Vec::new() }
    }

    /// Carries out one pass. Gives what is left, and the plans that it took.
    fn passed(
        mut self,
        plan: Letters,
        pass: impl FnOnce(&mut Search<'_, Toy>) -> Result<(), OutOfBudget>,
    ) -> (String, Vec<String>) {
        let failure = self.run(&plan).unwrap();
        self.carried_out.clear();
        let mut tell = |_: &Pass| {};
        let mut search = Search::new(&mut self, plan, failure, 1_000, &mut tell);
        search.pass("the pass", pass).unwrap();
        let (left, count) = (shown(&search.current), search.executions);
        assert_eq!(count, self.carried_out.len() as u64);
        (left, self.carried_out)
    }
}

impl Problem for Toy {
    type Setup = Vec<u64>;
    type Event = Letter;

    fn run(&mut self, plan: &Letters) -> Option<Failure> {
        self.carried_out.push(shown(plan));
        let event = (self.rule)(plan)?;
        Some(Failure { signature: "it fails".to_owned(), event })
    }

    /// Large and small letters are the same.
    fn hash(&self, plan: &Letters) -> u128 {
        let mut hash = Hash128::new(0);
        hash.text(&shown(plan).to_lowercase());
        hash.value()
    }

    fn spans(&self, event: &Letter) -> Vec<Span> {
        (self.spans)(event.0)
    }

    fn values(&self, plan: &Letters) -> Vec<Value> {
        let numbers = plan.setup.iter().chain(plan.events.iter().map(|(_, number)| number));
        numbers.map(|number| Value { now: *number, simplest: self.simplest }).collect()
    }

    fn with_values(&self, plan: &Letters, changes: &[(usize, u64)]) -> Option<Letters> {
        let mut changed = plan.clone();
        let mut numbers: Vec<&mut u64> =
            changed.setup.iter_mut().chain(changed.events.iter_mut().map(|(_, number)| number)).collect();
        for (place, number) in changes {
            **numbers.get_mut(*place)? = *number;
        }
        Some(changed)
    }

    /// Small letters.
    fn renumbered(&self, plan: &Letters) -> Letters {
        let small =
            |(letter, number): &Letter| (if *letter == 'z' { 'y' } else { letter.to_ascii_lowercase() }, *number);
        Plan { setup: plan.setup.clone(), events: plan.events.iter().map(small).collect() }
    }

    fn canonical_order(&self, plan: &Letters) -> Letters {
        let mut sorted = plan.clone();
        sorted.events.sort_unstable();
        sorted
    }

    fn simpler(&self, plan: &Letters) -> Vec<Letters> {
        (self.simpler)(plan)
    }

    fn traded(&self, plan: &Letters) -> Vec<Letters> {
        (self.simpler)(plan)
    }
}

/// What a pass comes to, in one text each.
fn is(found: (String, Vec<String>), left: &str, carried_out: &[&str]) {
    assert_eq!((found.0.as_str(), found.1), (left, carried_out.iter().map(|text| (*text).to_owned()).collect()));
}

#[test]
fn what_comes_after_the_failure_is_cut_off_and_again_if_it_fails_earlier_then() {
    let third = || Toy::failing_at(|plan| plan.events.iter().position(|(letter, _)| *letter == 'c').map(|at| at + 1));
    is(third().passed(letters("a b c d e"), cut::after_the_failure), "a b c", &["a b c"]);
    is(third().passed(letters("a b c"), cut::after_the_failure), "a b c", &[]);
    let earlier = Toy::failing_at(|plan| Some(if plan.events.len() > 4 { 4 } else { 2.min(plan.events.len()) }));
    is(earlier.passed(letters("a b c d e"), cut::after_the_failure), "a b", &["a b c d", "a b"]);
}

#[test]
fn half_of_so_many_is_half_of_that_and_so_on_down_to_one() {
    let all = |count| cut::halves(count).take(9).collect::<Vec<_>>();
    assert_eq!([all(9), all(4), all(3)], [vec![4, 2, 1], vec![2, 1], vec![1]]);
    assert_eq!([all(1), all(0)], [vec![1], vec![1]]);
}

/// By the letter; and, of the next rank, by whether it is large.
fn by_letter_then_by_size(letter: char) -> Vec<Span> {
    let id = u64::from(u32::from(letter.to_ascii_lowercase()));
    vec![Span { rank: 7, id: u64::from(letter.is_ascii_uppercase()) }, Span { rank: 3, id }]
}

#[test]
fn all_spans_but_those_of_the_last_event_go_at_once_where_they_can() {
    let toy = Toy { spans: by_letter_then_by_size, ..Toy::failing(|plan| has(plan, 'd')) };
    is(toy.passed(letters("a b c d"), cut::spans), "d", &["d", ""]);
}

#[test]
fn else_spans_go_by_halves_from_the_last_the_lower_ranks_first() {
    let toy = Toy { spans: by_letter_then_by_size, ..Toy::failing(|plan| has(plan, 'b') && has(plan, 'd')) };
    let carried_out = ["D d", "a b B", "c D d", "a b B c", "a b B D d", "a D d", "b B D d", "b d"];
    is(toy.passed(letters("a b B c D d"), cut::spans), "b d", &carried_out);
}

#[test]
fn chunks_go_from_the_end_to_the_start_the_large_ones_first() {
    let toy = Toy::failing(|plan| has(plan, 'c') && has(plan, 'f'));
    let carried_out = ["a b c d", "e f g h", "a b c d e f", "a b e f", "c d e f", "c d e", "c d f", "c f", "f", "c"];
    is(toy.passed(letters("a b c d e f g h"), cut::chunks), "c f", &carried_out);
}

#[test]
fn single_events_are_left_out_until_none_can_go() {
    let toy = Toy::failing(|plan| has(plan, 'c') && (has(plan, 'b') || !has(plan, 'a')));
    is(toy.passed(letters("a b c"), cut::chunks), "c", &["a b", "a c", "b c", "b", "c", ""]);
}

#[test]
fn neighbours_go_together_wherever_they_begin_and_the_next_ones_from_there() {
    let together = |plan: &Letters, all: &str| {
        let count = all.chars().filter(|letter| has(plan, *letter)).count();
        count == 0 || count == all.len()
    };
    let triple = Toy::failing(move |plan| has(plan, 'a') && has(plan, 'e') && together(plan, "bcd"));
    let carried_out = ["c d e", "a d e", "a b e", "a b c", "d e", "a e"];
    is(triple.passed(letters("a b c d e"), pairs::neighbours), "a e", &carried_out);
    let pairs_of = Toy::failing(move |plan| has(plan, 'e') && together(plan, "ab") && together(plan, "cd"));
    is(pairs_of.passed(letters("a b c d e"), pairs::neighbours), "e", &["c d e", "e"]);
}

#[test]
fn neighbours_are_tried_of_up_to_two_hundred_events() {
    let tried = |events: usize| {
        let toy = Toy::failing(move |plan| plan.events.len() == events);
        let plan = Plan { setup: Vec::new(), events: vec![('a', 1); events] };
        let plan = Plan { events: plan.events.iter().zip(0..).map(|(_, number)| ('a', number)).collect(), ..plan };
        toy.passed(plan, pairs::neighbours).1.len()
    };
    assert_eq!([tried(200), tried(201)], [199 + 198 + 197, 0]);
}

#[test]
fn two_that_go_together_go_and_then_it_begins_anew() {
    let alike = |plan: &Letters, one, other| has(plan, one) == has(plan, other);
    let toy = Toy::failing(move |plan| has(plan, 'e') && alike(plan, 'a', 'd') && alike(plan, 'b', 'c'));
    is(toy.passed(letters("a b c d e"), pairs::removed), "e", &["c d e", "b d e", "b c e", "e"]);
    let toy = Toy::failing(|plan| plan.events.len() == 3);
    is(toy.passed(letters("a b c"), pairs::removed), "a b c", &["c", "b", "a"]);
}

#[test]
fn numbers_go_to_their_simplest_by_halves_and_then_as_low_as_each_does() {
    let toy = Toy::failing(|plan| number(plan, 'b') >= 3 && has(plan, 'a'));
    is(
        toy.passed(letters("a9 b9 c9 d9"), one_by_one),
        "a b3 c d",
        &["a b c d", "a b c9 d9", "a b9 c9 d9", "a b9 c d", "a b1 c d", "a b5 c d", "a b3 c d", "a b2 c d"],
    );
}

#[test]
fn numbers_are_lowered_on_the_side_on_which_they_are() {
    let toy = Toy { simplest: 10, ..Toy::failing(|plan| number(plan, 'a') <= 6 && number(plan, 'b') >= 12) };
    let (left, _) = toy.passed(letters("a3 b19"), one_by_one);
    assert_eq!(left, "a6 b12");
}

#[test]
fn equal_numbers_are_lowered_together_where_they_are_more_than_one_from_their_simplest() {
    let alike = |plan: &Letters| number(plan, 'a') == number(plan, 'b');
    let toy = Toy::failing(move |plan| alike(plan) && number(plan, 'a') >= 4 && number(plan, 'c') >= 2);
    let (left, carried_out) = toy.passed(letters("a9 b9 c5"), one_by_one);
    let found = carried_out.iter().position(|plan| plan == "a9 b9 c2").unwrap();
    assert_eq!(carried_out[found + 1..], ["a b c2", "a1 b1 c2", "a5 b5 c2", "a3 b3 c2", "a4 b4 c2"]);
    assert_eq!(left, "a4 b4 c2");
    let toy = Toy::failing(move |plan| alike(plan) && number(plan, 'c') == 2);
    let carried_out = ["a b c", "a b1 c2", "a1 b c", "a1 b c2", "a1 b1 c", "a1 b1 c1"];
    is(toy.passed(letters("a1 b1 c2"), one_by_one), "a1 b1 c2", &carried_out);
}

#[test]
fn halving_finds_the_least_that_works_between_what_fails_and_what_works() {
    let least = |fails, works, needed: u64| {
        let mut tried = Vec::new();
        let done = halve(fails, works, |number| {
            tried.push(number);
            Ok(number >= needed)
        });
        assert_eq!(done, Ok(()));
        tried
    };
    assert_eq!(least(0, 20, 7), [10, 5, 7, 6]);
    assert_eq!(least(1, 9, 9), [5, 7, 8]);
    assert_eq!(least(3, 4, 4), [0; 0]);
    assert_eq!(least(5, 5, 5), [0; 0]);
    assert_eq!(least(0, u64::MAX, 1).len(), 63);
    assert_eq!(halve(0, 20, |_| Err(OutOfBudget)), Err(OutOfBudget));
}

#[test]
fn two_numbers_are_lowered_by_as_much_as_both_can_be() {
    let rule = |plan: &Letters| number(plan, 'b') == number(plan, 'a') + 5 && number(plan, 'a') >= 37;
    let (left, carried_out) = Toy::failing(rule).passed(letters("a90 b95"), pairs::numbers);
    assert_eq!(left, "a37 b42");
    let lowered = [
        "a b5", "a89 b94", "a87 b92", "a83 b88", "a75 b80", "a59 b64", "a27 b32", "a43 b48", "a35 b40", "a39 b44",
        "a37 b42", "a36 b41",
    ];
    assert_eq!(carried_out[..lowered.len()], lowered);
    let moved = ["a b79", "a18 b61", "a27 b52", "a32 b47", "a34 b45", "a35 b44", "a36 b43"];
    assert_eq!(carried_out[lowered.len()..], moved);
}

#[test]
fn a_part_of_a_number_goes_to_a_later_one_their_sum_being_kept() {
    let rule = |plan: &Letters| number(plan, 'a') + number(plan, 'b') == 50 && number(plan, 'a') >= 7;
    let (left, carried_out) = Toy::failing(rule).passed(letters("a20 b30"), pairs::numbers);
    assert_eq!(left, "a7 b43");
    assert_eq!(carried_out, ["a b10", "a19 b29", "a b50", "a10 b40", "a5 b45", "a7 b43", "a6 b44"]);
}

#[test]
fn a_number_goes_to_one_of_the_next_four_and_no_further() {
    let sum = |letter: char| move |plan: &Letters| number(plan, 'a') + number(plan, letter) == 1;
    assert_eq!(Toy::failing(sum('e')).passed(letters("a1 b c d e f"), pairs::numbers).0, "a b c d e1 f");
    assert_eq!(Toy::failing(sum('f')).passed(letters("a1 b c d e f"), pairs::numbers).0, "a1 b c d e f");
}

#[test]
fn up_to_sixteen_numbers_are_lowered_two_by_two() {
    let left = |count: u64| {
        let toy = Toy::failing(move |plan| {
            let ones = plan.setup.iter().filter(|number| **number == 1).count() as u64;
            plan.setup.iter().all(|number| *number < 2) && (ones == count || ones == count - 2)
        });
        toy.passed(Plan { setup: vec![1; count as usize], events: Vec::new() }, pairs::numbers).0
    };
    assert_eq!(left(16), format!("0: 0:{}", " 1:".repeat(14)));
    assert_eq!(left(17), format!("1:{}", " 1:".repeat(16)));
}

#[test]
fn an_event_goes_with_one_from_a_number_that_counts_it() {
    let toy = Toy::failing(|plan| plan.setup[1] == plan.events.len() as u64 && plan.setup[0] == 9 && has(plan, 'b'));
    let plan = Plan { setup: vec![9, 3], ..letters("a b c") };
    let carried_out = ["8: 3: b c", "9: 2: b c", "8: 2: c", "9: 1: c", "8: 2: b", "9: 1: b", "8: 1:", "9: 0:"];
    is(toy.passed(plan, pairs::removed_with_a_number), "9: 1: b", &carried_out);
    let toy = Toy { simplest: 10, ..Toy::failing(|plan| plan.setup[0] + plan.events.len() as u64 == 11) };
    let plan = Plan { setup: vec![9], events: vec![('a', 10), ('b', 10)] };
    is(toy.passed(plan, pairs::removed_with_a_number), "10: b10", &["10: b10"]);
}

#[test]
fn an_event_with_a_number_is_tried_of_up_to_six_hundred_combinations() {
    let tried = |numbers: u64, events: u64| {
        let toy = Toy::failing(move |plan| plan.events.len() as u64 == events);
        let events = (0..events).map(|number| (char::from(b'A' + number as u8), 0)).collect();
        toy.passed(Plan { setup: vec![1; numbers as usize], events }, pairs::removed_with_a_number).1.len()
    };
    assert_eq!([tried(20, 30), tried(25, 25), tried(1, 0)], [600, 0, 0]);
}

/// One letter after the other as the letter before it.
fn a_letter_earlier(plan: &Letters) -> Vec<Letters> {
    let earlier = |place: usize| {
        let mut changed = plan.clone();
        let (letter, _) = &mut changed.events[place];
        *letter = char::from_u32(u32::from(*letter) - 1).unwrap();
        changed
    };
    (0..plan.events.len()).filter(|place| plan.events[*place].0 > 'a').map(earlier).collect()
}

#[test]
fn what_only_the_problem_knows_is_tried_round_and_round_until_none_is_any_good() {
    let toy = || Toy { simpler: a_letter_earlier, ..Toy::failing(|plan| plan.events[0].0 > 'a') };
    let carried_out = ["b c", "a c", "b b", "b a", "a a"];
    is(toy().passed(letters("c c"), names::simpler), "b a", &carried_out);
    is(toy().passed(letters("c c"), names::traded), "b a", &carried_out);
}

#[test]
fn new_names_that_make_no_other_plan_cost_nothing_and_others_are_tried() {
    let toy = || Toy::failing(|plan| plan.events.len() == 2);
    is(toy().passed(letters("A b"), names::names), "a b", &[]);
    is(toy().passed(letters("z b"), names::names), "y b", &["y b"]);
    is(toy().passed(letters("b a"), names::order), "a b", &["a b"]);
    let toy = Toy::failing(|plan| plan.events[0].0 == 'b');
    is(toy.passed(letters("b a"), names::order), "b a", &["a b"]);
}

#[test]
fn a_number_is_so_far_from_its_simplest_above_or_below() {
    let value = |now| Value { now, simplest: 10 };
    assert_eq!([value(3).distance(), value(10).distance(), value(12).distance()], [7, 0, 2]);
    assert_eq!([value(3).at(2), value(10).at(2), value(12).at(2), value(3).at(11)], [8, 12, 12, 0]);
}

#[test]
fn every_pass_is_told_of_as_it_ends_with_what_it_took_and_what_is_left() {
    let rule = |plan: &Letters| {
        let whole = has(plan, 'b') == has(plan, 'd') && has(plan, 'g') && number(plan, 'e') >= 2;
        whole.then(|| plan.events.iter().position(|(letter, _)| *letter == 'e').map_or(0, |place| place + 1))
    };
    let mut toy = Toy { spans: by_letter_then_by_size, ..Toy::failing_at(rule) };
    let mut told = Vec::new();
    let shrunk =
        shrink_telling(&mut toy, letters("a b c d g F e5 x"), 1_000, &mut |pass| told.push(pass.clone())).unwrap();
    assert_eq!(told, shrunk.passes);
    let passes: Vec<(&str, u64, usize)> =
        shrunk.passes.iter().map(|pass| (pass.name, pass.executions, pass.events)).collect();
    assert_eq!(
        passes,
        [
            ("cut", 1, 7),
            ("spans", 7, 2),
            ("chunks", 1, 2),
            ("numbers", 4, 2),
            ("order", 2, 2),
            ("numbers", 2, 2),
            ("numbers two by two", 2, 2),
            ("events with numbers", 1, 2),
        ]
    );
    assert_eq!(shown(&shrunk.plan), "e2 g");
    assert_eq!((shrunk.executions, shrunk.executions_before_pairs), (20, 17));
    assert_eq!((shrunk.found_at, shrunk.minimal), (1, Minimal::Yes));
    let removals = (shrunk.singles, shrunk.pairs);
    let passes = || PASSES.to_owned();
    assert_eq!(removals, (vec![passes(), passes()], Some(vec![(1, 2, passes())])));
}
