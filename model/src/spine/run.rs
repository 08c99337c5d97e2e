//! One run: the loop that asks the world, drives the system, tells the judge, and sums up the history in a hash.

use super::envelope::Envelope;
use super::failure::{Class, Finding};
use super::hash::{Absorb as _, Hash128};
use super::panics;
use super::stream::Stream;
use super::swarm::Fixed;
use super::system::{Account, Fault, Judge, Ruling, Scenario, Step, System, World, absorb_command, absorb_fault};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};

/// The seed of the history's hash: the version of what is absorbed and how.
const HISTORY: u32 = 1;

/// How often (events) the watchdog's flag is looked at.
const WATCHED: u64 = 1024;

/// What one run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Its seed.
    pub seed: u64,
    /// Commands and faults.
    pub events: u64,
    /// The hash of its history.
    pub hash: u128,
    /// Faults by kind.
    pub faults: BTreeMap<String, u64>,
    /// What ended it, if anything did.
    pub finding: Option<Finding>,
    /// Reach and measures.
    pub account: Account,
}

/// Sees every step of a run. What is recorded outlives a panic.
pub trait Recorder<S: System> {
    /// A command is about to be carried out.
    fn asked(&mut self, at: u64, command: &S::Command);
    /// It was; the hash is that of the history up to here.
    fn answered(&mut self, outcome: &S::Outcome, hash: &Hash128);
    /// A fault happened.
    fn fault(&mut self, at: u64, fault: &Fault, hash: &Hash128);
}

/// Records nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nothing;

impl<S: System> Recorder<S> for Nothing {
    fn asked(&mut self, _at: u64, _command: &S::Command) {}
    fn answered(&mut self, _outcome: &S::Outcome, _hash: &Hash128) {}
    fn fault(&mut self, _at: u64, _fault: &Fault, _hash: &Hash128) {}
}

/// Runs a seed. `stop` is the watchdog's: once it is set the run ends, inconclusive.
pub fn run<X: Scenario>(
    scenario: &X,
    seed: u64,
    fixed: &Fixed,
    recorder: &mut impl Recorder<X::System>,
    stop: &AtomicBool,
) -> Run {
    let stream = Stream::root(seed);
    let mut progress = Progress::new(seed);
    let result = panics::catch(AssertUnwindSafe(|| {
        let setup = scenario.setup(stream, fixed);
        progress.envelope = scenario.envelope(&setup);
        let world = scenario.world(&setup, stream);
        drive::<X>(world, scenario.system(&setup), scenario.judge(&setup, stream), recorder, stop, &mut progress)
    }));
    progress.end(result)
}

/// Runs a world that was not drawn from the seed: a recorded plan.
pub fn run_world<X: Scenario>(
    scenario: &X,
    seed: u64,
    setup: &X::Setup,
    world: impl World<X::System>,
    recorder: &mut impl Recorder<X::System>,
) -> Run {
    let mut progress = Progress::new(seed);
    progress.envelope = scenario.envelope(setup);
    let result = panics::catch(AssertUnwindSafe(|| {
        let judge = scenario.judge(setup, Stream::root(seed));
        drive::<X>(world, scenario.system(setup), judge, recorder, &AtomicBool::new(false), &mut progress)
    }));
    progress.end(result)
}

/// What is known of a run while it goes on, kept outside of what may panic.
struct Progress {
    run: Run,
    hash: Hash128,
    at: u64,
    last_fault: String,
    envelope: Envelope,
}

impl Progress {
    fn new(seed: u64) -> Progress {
        let run = Run { seed, events: 0, hash: 0, faults: BTreeMap::new(), finding: None, account: Account::default() };
        Progress { run, hash: Hash128::new(HISTORY), at: 0, last_fault: String::new(), envelope: Envelope::open() }
    }

    /// Follows a ruling, which may end the run.
    fn follow(&mut self, ruling: Ruling) -> ControlFlow<()> {
        match ruling {
            Ruling::Right => ControlFlow::Continue(()),
            Ruling::Over => ControlFlow::Break(()),
            Ruling::Wrong(finding) => {
                self.found(*finding);
                ControlFlow::Break(())
            }
        }
    }

    /// Notes a finding, unless there was one.
    fn found(&mut self, finding: Finding) {
        let mut finding = self.envelope.weigh(finding);
        finding.event = self.run.events;
        finding.at = self.at;
        finding.last_fault.clone_from(&self.last_fault);
        self.run.finding.get_or_insert(finding);
    }

    fn end(mut self, result: Result<(), String>) -> Run {
        if let Err(message) = result {
            let place = panics::place_of(&message).to_owned();
            self.found(Finding::new(Class::Panic, place, message));
        }
        self.run.hash = self.hash.value();
        self.run
    }
}

fn drive<X: Scenario>(
    mut world: impl World<X::System>,
    mut system: X::System,
    mut judge: X::Judge,
    recorder: &mut impl Recorder<X::System>,
    stop: &AtomicBool,
    progress: &mut Progress,
) {
    while let Some((at, step)) = world.next() {
        progress.run.events += 1;
        progress.at = at;
        let ruling = match step {
            Step::Command(command) => {
                absorb_command(&mut progress.hash, at, &command);
                recorder.asked(at, &command);
                let outcome = system.apply(at, &command);
                outcome.absorb(&mut progress.hash);
                recorder.answered(&outcome, &progress.hash);
                let ruling = judge.command(at, &command, &outcome, &system);
                world.answered(at, &command, &outcome);
                ruling
            }
            Step::Fault(fault) => {
                absorb_fault(&mut progress.hash, at, &fault);
                recorder.fault(at, &fault, &progress.hash);
                progress.envelope.observe(&fault);
                let ruling = judge.fault(at, &fault, &system);
                *progress.run.faults.entry(fault.kind.to_string()).or_default() += 1;
                progress.last_fault = fault.kind.into_owned();
                ruling
            }
        };
        if progress.follow(ruling).is_break() {
            break;
        }
        if watched(stop, progress) {
            break;
        }
    }
    if progress.run.finding.is_none() {
        let _ = progress.follow(judge.end(&system).into());
    }
    for (kind, count) in world.counted().into_iter().filter(|(_, count)| *count > 0) {
        *progress.run.faults.entry(kind.to_owned()).or_default() += count;
    }
    progress.run.account = judge.account();
    for measure in &mut progress.run.account.measures {
        measure.seed = progress.run.seed;
    }
}

fn watched(stop: &AtomicBool, progress: &mut Progress) -> bool {
    if !progress.run.events.is_multiple_of(WATCHED) || !stop.load(Ordering::Relaxed) {
        return false;
    }
    let text = format!("ended by the watchdog after {} events", progress.run.events);
    progress.found(Finding::new(Class::Inconclusive, "watchdog", text));
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::hash::of_bytes;
    use crate::spine::toy::{Toy, of_length, run_of};

    fn padded(text: &str) -> [u8; 8] {
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        bytes
    }

    #[test]
    fn the_hash_of_a_history_is_that_of_its_steps_instants_and_outcomes() {
        let command = |at: u64, number: u64, total: u64| [1, at, number, total].map(u64::to_le_bytes);
        let fault = [2_u64.to_le_bytes(), 40_u64.to_le_bytes(), 5_u64.to_le_bytes(), padded("stall")];
        let detail = [4_u64.to_le_bytes(), padded("of 4")];
        let mut history = [command(10, 1, 1), command(20, 2, 3), command(30, 3, 6), fault].concat();
        history.extend(detail);
        history.extend(command(50, 5, 11));
        let (run, recording) = run_of(&Toy::default(), 5);
        assert_eq!(run.hash, of_bytes(1, history.as_flattened()));
        assert_eq!(recording.hashes.last(), Some(&run.hash));
        assert_eq!(recording.hashes[0], of_bytes(1, history[..4].as_flattened()));
    }

    #[test]
    fn a_run_comes_to_its_events_its_faults_its_reach_and_its_measures() {
        let (run, recording) = run_of(&Toy::default(), 8);
        assert_eq!((run.seed, run.events, recording.events.len(), run.finding), (1, 8, 8, None));
        let faults = [("lost message".to_owned(), 2), ("stall".to_owned(), 3)];
        assert_eq!(run.faults, BTreeMap::from(faults));
        assert_eq!(run.account.reach, [6, 0, 0, 7]);
        let measures = run.account.measures.iter().map(|measure| (&*measure.name, measure.seen, measure.seed));
        assert_eq!(measures.collect::<Vec<_>>(), [("total", 24, 1), ("commands", 6, 1)]);
    }

    #[test]
    fn a_run_ends_with_the_first_finding_which_names_event_instant_and_last_fault() {
        let (run, _) = run_of(&Toy { loses: 3, ..Toy::default() }, 9);
        let finding = run.finding.unwrap();
        assert_eq!(finding.to_string(), "correctness sum: 3 is not 6 (event 3, at 30 ms)");
        assert_eq!(run.events, 3);
        let (run, _) = run_of(&Toy { loses: 5, ..Toy::default() }, 9);
        let finding = run.finding.unwrap();
        assert_eq!(finding.to_string(), "correctness sum: 6 is not 11 (event 5, at 50 ms, after stall)");
        assert_eq!((run.events, &*finding.answer), (5, "short"));
    }

    #[test]
    fn what_is_missing_at_the_end_is_a_finding_and_beyond_the_envelope_it_is_excused() {
        let finding = |length| run_of(&Toy::default(), length).0.finding.unwrap().to_string();
        assert_eq!(finding(3), "progress more: only 6 (event 3, at 30 ms)");
        let excused = "excused more: only 11 (excused: stall is beyond the envelope) (event 5, at 50 ms, after stall)";
        assert_eq!(finding(5), excused);
    }

    #[test]
    fn a_judge_who_has_seen_enough_ends_the_run_without_a_finding() {
        let (run, _) = run_of(&Toy { enough: 7, ..Toy::default() }, 9);
        assert_eq!((run.events, run.finding), (7, None));
    }

    #[test]
    fn a_panic_is_a_finding_and_what_was_asked_is_recorded_without_an_answer() {
        let (run, recording) = run_of(&Toy { panics: 5, ..Toy::default() }, 9);
        let finding = run.finding.unwrap();
        assert_eq!((finding.class, finding.event, finding.at), (Class::Panic, 5, 50));
        assert!(finding.text.ends_with(": 5 is too many"), "{finding}");
        assert_eq!(recording.events.len(), 5);
        let last = recording.events.last().unwrap();
        assert_eq!((last.command, last.outcome, recording.hashes.len()), (Some(5), None, 4));
    }

    #[test]
    fn a_run_that_is_told_to_stop_does_so_when_it_looks_next_and_is_inconclusive() {
        let run_of = |stop| run(&Toy::default(), 1, &of_length(3_000), &mut Nothing, &AtomicBool::new(stop));
        let stopped = run_of(true);
        assert_eq!(stopped.events, 1_024);
        let finding = stopped.finding.unwrap();
        assert_eq!((finding.class, &*finding.rule), (Class::Inconclusive, "watchdog"));
        assert_eq!(finding.text, "ended by the watchdog after 1024 events");
        let whole = run_of(false);
        assert_eq!((whole.events, whole.finding), (3_000, None));
    }
}
