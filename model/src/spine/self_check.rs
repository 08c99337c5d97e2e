//! The self-check: does the same seed give the same history, again, and in a process of its own?
//!
//! Within one process a hash map's order may well repeat itself, and so may addresses and caches. So a seed is run
//! several times here, and as often in fresh processes, which report their histories line by line; the first event that
//! differs is named. A fresh process is this same program with the same arguments and `SPINE_TRAIL` set to the seed.

use super::failure::{Class, Finding};
use super::record::{EventOf, Recording};
use super::run::{Run, run};
use super::swarm::Fixed;
use super::system::{Scenario, System};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

/// The environment variable that asks for the trail of a seed.
pub const TRAIL: &str = "SPINE_TRAIL";

/// Where two runs of one seed parted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The seed.
    pub seed: u64,
    /// The number of the first event that differs, from 1.
    pub event: u64,
    /// That event as it was first.
    pub first: String,
    /// That event as it was again.
    pub again: String,
    /// Where it was run again.
    pub place: &'static str,
}

impl Divergence {
    /// The divergence as a finding.
    pub fn finding(&self) -> Finding {
        let text = format!(
            "event {} was `{}` and, run again {}, `{}`",
            self.event,
            self.first.trim(),
            self.place,
            self.again.trim()
        );
        let mut finding = Finding::new(Class::ReplayDiverged, "self-check", text);
        finding.event = self.event;
        finding
    }
}

/// Runs a seed `times` more times in this process and, if asked, as often in fresh ones.
pub fn self_check<X: Scenario>(
    scenario: &X,
    seed: u64,
    fixed: &Fixed,
    times: u64,
    fresh: bool,
) -> io::Result<Option<Divergence>> {
    let fresh_times = if fresh { times } else { 0 };
    check(scenario, seed, fixed, [times, fresh_times], || ask(this_program()?, seed))
}

/// Runs a seed so many times more here, and asks so many times what it comes to elsewhere.
fn check<X: Scenario>(
    scenario: &X,
    seed: u64,
    fixed: &Fixed,
    [times, fresh_times]: [u64; 2],
    ask_a_fresh_process: impl Fn() -> io::Result<Vec<String>>,
) -> io::Result<Option<Divergence>> {
    let (_, first) = recorded(scenario, seed, fixed);
    for _ in 0..times {
        let (_, again) = recorded(scenario, seed, fixed);
        if let Some((event, one, two)) = first_difference::<X::System>(&first, &lines::<X::System>(&again)) {
            let place = "in the same process";
            return Ok(Some(Divergence { seed, event, first: one, again: two, place }));
        }
    }
    for _ in 0..fresh_times {
        let again = ask_a_fresh_process()?;
        if let Some((event, one, two)) = first_difference::<X::System>(&first, &again) {
            let place = "in a fresh process";
            return Ok(Some(Divergence { seed, event, first: one, again: two, place }));
        }
    }
    Ok(None)
}

/// In a fresh process that [`self_check`] started: prints the trail that was asked for. Says whether one was.
pub fn serve<X: Scenario>(scenario: &X, fixed: &Fixed) -> io::Result<bool> {
    let Some(seed) = asked_for() else { return Ok(false) };
    let (_, recording) = recorded(scenario, seed, fixed);
    let mut out = BufWriter::new(io::stdout().lock());
    for line in lines::<X::System>(&recording) {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(true)
}

/// The seed of which this process is to print the trail.
pub fn asked_for() -> Option<u64> {
    std::env::var(TRAIL).ok()?.parse().ok()
}

/// Runs a seed and records it.
pub fn recorded<X: Scenario>(scenario: &X, seed: u64, fixed: &Fixed) -> (Run, Recording<X::System>) {
    let mut recording = Recording::default();
    let run = run(scenario, seed, fixed, &mut recording, &AtomicBool::new(false));
    (run, recording)
}

/// One line per event: the hash up to it, and the event.
fn lines<S: System>(recording: &Recording<S>) -> Vec<String> {
    let hashes = recording.hashes.iter().map(Some).chain(std::iter::repeat(None));
    recording.events.iter().zip(hashes).map(|(event, hash)| line::<S>(event, hash)).collect()
}

fn line<S: System>(event: &EventOf<S>, hash: Option<&u128>) -> String {
    format!("{:032x} {event}", hash.copied().unwrap_or(0)).replace('\n', " ")
}

fn first_difference<S: System>(first: &Recording<S>, again: &[String]) -> Option<(u64, String, String)> {
    let first = lines::<S>(first);
    let place = (0..first.len().max(again.len())).find(|place| first.get(*place) != again.get(*place))?;
    let text = |lines: &[String]| match lines.get(place) {
        Some(line) => line.split_once(' ').map_or_else(|| line.clone(), |(_, event)| event.to_owned()),
        None => "the end".to_owned(),
    };
    Some((place as u64 + 1, text(&first), text(again)))
}

/// What starts this program again, with the same arguments.
fn this_program() -> io::Result<Command> {
    let mut program = Command::new(std::env::current_exe()?);
    program.args(std::env::args_os().skip(1));
    Ok(program)
}

/// Starts a program and asks it for the trail of a seed.
fn ask(mut program: Command, seed: u64) -> io::Result<Vec<String>> {
    let mut child = program
        .env(TRAIL, seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let Some(out) = child.stdout.take() else { return Err(io::Error::other("a fresh process has no output")) };
    let lines = BufReader::new(out).lines().collect::<io::Result<Vec<_>>>()?;
    let status = child.wait()?;
    if status.success() { Ok(lines) } else { Err(io::Error::other(format!("a fresh process ended with {status}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::toy::{Counter, Toy, alone, of_length, run_of};

    /// Counts, from number 6 on, how often it was made.
    fn unsteady() -> Toy {
        Toy { unsteady: 6, ..Toy::default() }
    }

    #[test]
    fn a_system_that_repeats_itself_passes_and_is_run_as_often_as_asked() {
        let toy = Toy::default();
        assert_eq!(self_check(&toy, 1, &of_length(8), 2, false).unwrap(), None);
        assert_eq!(toy.made.into_inner(), 3);
    }

    #[test]
    fn a_system_that_does_not_repeat_itself_is_caught_at_the_first_event_that_differs() {
        let divergence = self_check(&unsteady(), 1, &of_length(8), 1, false).unwrap().unwrap();
        assert_eq!(divergence.seed, 1);
        let finding = divergence.finding();
        let text = "event 6 was `60  6 -> 17` and, run again in the same process, `60  6 -> 18`";
        assert_eq!((finding.class, &*finding.rule, finding.event), (Class::ReplayDiverged, "self-check", 6));
        assert_eq!(finding.text, text);
    }

    #[test]
    fn what_a_fresh_process_tells_is_compared_line_by_line_to_its_end() {
        let honest = lines::<Counter>(&run_of(&Toy::default(), 8).1);
        let told = |lines: Vec<String>| {
            let divergence = check(&Toy::default(), 1, &of_length(8), [0, 2], || Ok(lines.clone())).unwrap();
            divergence.map(|found| (found.event, found.first, found.again, found.place))
        };
        assert_eq!(told(honest.clone()), None);
        let mut other = honest.clone();
        other[1] = "a word of its own".to_owned();
        let (text, place) = (str::to_owned, "in a fresh process");
        assert_eq!(told(other), Some((2, text("        20  2 -> 3"), text("word of its own"), place)));
        let cut = honest[..7].to_vec();
        assert_eq!(told(cut), Some((8, text("        80  -- stall of 8"), text("the end"), place)));
        let more = [honest, vec!["more".to_owned()]].concat();
        assert_eq!(told(more), Some((9, text("the end"), text("more"), place)));
    }

    #[test]
    fn a_history_that_differs_in_its_hash_alone_differs() {
        let (_, first) = run_of(&Toy::default(), 3);
        let mut again = lines::<Counter>(&first);
        assert_eq!(first_difference::<Counter>(&first, &again), None);
        again[2] = line::<Counter>(&first.events[2], Some(&7));
        assert_eq!(again[2], "00000000000000000000000000000007         30  3 -> 6");
        assert!(first_difference::<Counter>(&first, &again).is_some_and(|(event, ..)| event == 3));
    }

    #[test]
    fn a_fresh_process_prints_the_trail_of_the_seed_that_it_is_asked_for() {
        let name = "spine::self_check::tests::a_fresh_process_prints_the_trail_of_the_seed_that_it_is_asked_for";
        let Some(program) = alone(name) else {
            println!();
            assert!(serve(&Toy::default(), &of_length(8)).unwrap());
            return;
        };
        assert_eq!(asked_for(), None);
        assert!(!serve(&Toy::default(), &of_length(8)).unwrap());
        let (_, expected) = recorded(&Toy::default(), 3, &of_length(8));
        let told = ask(program, 3).unwrap();
        assert!(told.windows(8).any(|told| told == lines::<Counter>(&expected)), "{told:#?}");
    }

    #[test]
    fn a_fresh_process_that_fails_has_told_nothing() {
        let mut program = Command::new(std::env::current_exe().unwrap());
        program.arg("--no-such-option");
        let error = ask(program, 3).unwrap_err().to_string();
        assert!(error.starts_with("a fresh process ended with exit status"), "{error}");
    }
}
