//! The referee, told by a control plane that says what it is told to say.

use super::outside::{decided, settings};
use super::*;
use crate::simulate::profile::Profile;
use crate::simulate::setup;
use crate::spine::{Fixed, System as _};
use spec::ReadSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A control plane that can say something else than it does.
#[derive(Clone)]
struct Puppet {
    plane: ballast::ControlPlane,
    /// How many commands it was given.
    commands: u64,
    /// What it answers to one of them, by its number.
    says: Option<(u64, &'static str)>,
    /// After how many commands it shows itself as halted.
    lies_after: u64,
    /// Whether only those lie that the history is carried out on again.
    only_again: bool,
    /// Whether it shows itself at all.
    hidden: bool,
    /// Which of them it is, from 0.
    generation: u64,
}

impl ControlPlane for Puppet {
    fn apply(&mut self, at: u64, command: Command) -> Outcome {
        self.commands += 1;
        let outcome = self.plane.apply(at, command);
        match self.says {
            Some((number, text)) if number == self.commands => text.parse().unwrap(),
            _ => outcome,
        }
    }

    fn reads(&self) -> ReadSet {
        self.plane.reads()
    }

    fn view(&self, at: u64, view: &mut View) -> bool {
        self.plane.view(at, view);
        let lies = self.commands > self.lies_after && (self.generation > 0 || !self.only_again);
        view.halted |= lies;
        !self.hidden
    }
}

/// One run: who is judged and who judges.
struct Case {
    plane: Plane<Puppet>,
    referee: Referee<Puppet>,
    started: Arc<AtomicU64>,
    at: u64,
}

impl Case {
    /// A case of this depth, of which the journal is carried out again after the first command.
    fn of(depth: Depth, change: impl FnOnce(&mut Puppet)) -> Case {
        let decisions = decided(&[("D09", "blocked"), ("D35", "tombstone")]);
        let one_event = Fixed::from([("events".to_owned(), 1)]);
        let setup = setup::draw(Profile::Steady, Some(&settings()), &decisions, Stream::root(1), &one_event);
        let setup = Setup { depth, ..setup };
        let mut puppet = Puppet {
            plane: crate::simulate::start(&setup.settings, &setup.decisions),
            commands: 0,
            says: None,
            lies_after: u64::MAX,
            only_again: false,
            hidden: false,
            generation: 0,
        };
        change(&mut puppet);
        let started = Arc::new(AtomicU64::new(0));
        let (template, count) = (puppet.clone(), Arc::clone(&started));
        let start = move |_: &Settings, _: &Decisions| Puppet {
            generation: count.fetch_add(1, Ordering::Relaxed) + 1,
            ..template.clone()
        };
        let referee = Referee::new(&setup, Stream::root(1), Arc::new(start));
        Case { plane: Plane(puppet), referee, started, at: 0 }
    }

    fn step(&mut self, text: &str) -> Ruling {
        let command = text.parse().unwrap();
        self.at += 1;
        let outcome = self.plane.apply(self.at, &command);
        self.referee.command(self.at, &command, &outcome, &self.plane)
    }

    /// What was found in so many sweeps, and after how many.
    fn sweeps(&mut self, count: u64) -> Option<(u64, Finding)> {
        (1..=count).find_map(|number| Some((number, found(self.step("sweep"))?)))
    }

    fn fault(&mut self, kind: &'static str, detail: &str) -> Ruling {
        let fault = Fault { kind: kind.into(), detail: detail.to_owned() };
        self.referee.fault(self.at, &fault, &self.plane)
    }

    fn end(&mut self) -> Option<Finding> {
        self.referee.end(&self.plane)
    }
}

fn found(ruling: Ruling) -> Option<Finding> {
    match ruling {
        Ruling::Wrong(finding) => Some(*finding),
        Ruling::Right | Ruling::Over => None,
    }
}

const ALL_DEPTHS: [Depth; 5] = [Depth::Every, Depth::Sampled(1), Depth::End, Depth::Off, Depth::ProgressOnly];

#[test]
fn long_runs_are_sampled_and_short_ones_are_judged_throughout() {
    assert_eq!(Depth::for_events(3_000), Depth::Every);
    assert_eq!(Depth::for_events(3_001), Depth::Sampled(3));
    assert_eq!(Depth::for_events(1_000_000), Depth::Sampled(1_000));
}

#[test]
fn a_depth_says_who_judged_what() {
    let texts =
        [Depth::Every, Depth::Sampled(7), Depth::End, Depth::Off, Depth::ProgressOnly].map(|depth| depth.to_string());
    let expected = [
        "the invariants and the reference judged every event",
        "the invariants judged every event, the reference one in 7, drawn from the seed, and the end",
        "the invariants judged every event, the reference the end of every run",
        "the invariants judged every event, the reference nothing",
        "nothing was judged but progress",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn an_honest_control_plane_passes_at_every_depth_and_its_history_is_carried_out_again_twice() {
    for depth in ALL_DEPTHS {
        let mut case = Case::of(depth, |_| {});
        for text in ["submit a/1 cost 2", "claim w1", "cancel b/7", "sweep", "complete a/1 fence 1.1 result x", "sweep"]
        {
            assert_eq!(case.step(text), Ruling::Right, "{text}, {depth:?}");
        }
        assert_eq!(case.end(), None);
        assert_eq!(case.started.load(Ordering::Relaxed), 2, "once after the first command and once at the end");
        let reach: u64 = case.referee.account().reach[..13].iter().sum();
        assert_eq!(reach, 6);
    }
}

#[test]
fn i3_a_broken_invariant_is_found_at_every_depth_but_where_progress_alone_is_judged() {
    for depth in ALL_DEPTHS {
        let mut case = Case::of(depth, |puppet| puppet.says = Some((2, "idle no-slot")));
        assert_eq!(case.step("submit a/1 cost 2"), Ruling::Right);
        let finding = found(case.step("claim w1"));
        if depth == Depth::ProgressOnly {
            assert_eq!(finding, None);
            continue;
        }
        let finding = finding.unwrap();
        assert_eq!((finding.class, &*finding.rule, &*finding.answer), (Class::Correctness, "I3", "idle no-slot"));
        assert!(finding.text.starts_with("`claim w1` was answered `idle no-slot`: "), "{finding}");
    }
}

#[test]
fn d35_an_outcome_that_the_reference_does_not_expect_is_found_where_it_looks() {
    let finding = |depth| {
        let mut case = Case::of(depth, |puppet| puppet.says = Some((2, "refused unknown-run")));
        assert_eq!(case.step("sweep"), Ruling::Right);
        found(case.step("cancel a/1")).map(|finding| (finding.class, finding.rule))
    };
    let differs = Some((Class::Disagreement, "D35".to_owned()));
    assert_eq!(ALL_DEPTHS.map(finding), [differs.clone(), differs, None, None, None]);
}

#[test]
fn a_view_is_compared_at_each_event_or_at_one_in_eight_or_at_the_end() {
    let finding = |depth| {
        let mut case = Case::of(depth, |puppet| puppet.lies_after = 0);
        let during = case.sweeps(20);
        let rule = |finding: Finding| format!("{} {}", finding.class, finding.rule);
        (during.map(|(number, finding)| (number, rule(finding))), case.end().map(rule))
    };
    let differs = || "disagreement view of the rest".to_owned();
    assert_eq!(finding(Depth::Every), (Some((1, differs())), Some(differs())));
    assert_eq!(finding(Depth::Sampled(1)), (Some((8, differs())), Some(differs())));
    assert_eq!(finding(Depth::End), (None, Some(differs())));
    assert_eq!(finding(Depth::Off), (None, None));
}

#[test]
fn a_control_plane_that_does_not_show_itself_is_judged_by_its_outcomes() {
    for depth in ALL_DEPTHS {
        let mut case = Case::of(depth, |puppet| (puppet.hidden, puppet.lies_after) = (true, 0));
        assert_eq!(case.sweeps(20), None);
        assert_eq!(case.end(), None);
    }
}

#[test]
fn a_history_that_comes_to_another_state_when_it_is_carried_out_again_is_found() {
    let again =
        |lies_after| Case::of(Depth::Off, move |puppet| (puppet.lies_after, puppet.only_again) = (lies_after, true));
    let (number, finding) = again(0).sweeps(3).unwrap();
    assert_eq!((number, finding.class, &*finding.rule), (1, Class::Disagreement, "view of the rest"));
    assert!(finding.text.starts_with("the history carried out again has another state: "), "{finding}");
    let mut later = again(1);
    assert_eq!(later.sweeps(3), None);
    assert_eq!(later.end().map(|finding| finding.rule), Some("view of the rest".to_owned()));
}

#[test]
fn a_calm_ends_with_the_first_look_at_which_nothing_is_left() {
    for depth in ALL_DEPTHS {
        let mut case = Case::of(depth, |_| {});
        assert_eq!(case.step("submit a/1 cost 2"), Ruling::Right);
        assert_eq!(case.step("sweep"), Ruling::Right);
        assert_eq!(case.fault("stall", "of worker 1"), Ruling::Right);
        assert_eq!(case.step("sweep"), Ruling::Right, "a stall is no calm");
        assert_eq!(case.fault("calm", "1 of 2"), Ruling::Right);
        for text in ["sweep", "claim w1", "sweep", "complete a/1 fence 1.1 result x"] {
            assert_eq!(case.step(text), Ruling::Right, "{text}, {depth:?}");
        }
        assert_eq!(case.step("sweep"), Ruling::Over);
        let measures = case.referee.account().measures;
        assert_eq!(measures.iter().map(|measure| measure.seen).collect::<Vec<_>>(), [5]);
    }
}

#[test]
fn in_a_calm_with_nothing_left_a_command_that_is_no_sweep_does_not_end_the_run() {
    let mut case = Case::of(Depth::Off, |_| {});
    assert_eq!(case.step("sweep"), Ruling::Right);
    assert_eq!(case.fault("stall", "of worker 1"), Ruling::Right);
    assert_eq!(case.step("sweep"), Ruling::Right);
    assert_eq!(case.fault("calm", "1 of 2"), Ruling::Right);
    assert_eq!(case.step("cancel a/7"), Ruling::Right);
    assert_eq!(case.step("sweep"), Ruling::Over);
}
