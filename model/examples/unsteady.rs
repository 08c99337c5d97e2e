//! A system that does not repeat itself, in one of the classic ways, so that the self-check is seen to catch it.
//!
//! `unsteady hash-order` answers in a hash map's order, `unsteady wall-clock` looks at a clock, `unsteady process` at its
//! process id (steady within a process), `unsteady nothing` is honest. Exit 4 where the self-check caught it.

use model::spine::{Fixed, Judge, Ruling, Scenario, Step, Stream, System, World, self_check};
use std::collections::HashMap;
use std::process::ExitCode;
use std::time::SystemTime;

struct Unsteady {
    how: String,
    seen: HashMap<u64, u64>,
}

impl System for Unsteady {
    type Command = u64;
    type Outcome = u64;

    fn apply(&mut self, at: u64, command: &u64) -> u64 {
        self.seen.insert(*command, at);
        // Honest for a while, so that it matters which event is named.
        match &*self.how {
            _ if at < 20 => *command,
            "hash-order" => self.seen.keys().next().copied().unwrap_or(0),
            "wall-clock" => {
                SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
            }
            "process" => u64::from(std::process::id()),
            _ => *command,
        }
    }
}

struct Count(u64);

impl World<Unsteady> for Count {
    fn next(&mut self) -> Option<(u64, Step<u64>)> {
        self.0 += 1;
        (self.0 <= 40).then_some((self.0, Step::Command(self.0)))
    }
}

struct Anything;

impl Judge<Unsteady> for Anything {
    fn command(&mut self, _at: u64, _command: &u64, _outcome: &u64, _system: &Unsteady) -> Ruling {
        Ruling::Right
    }
}

struct Planted(String);

impl Scenario for Planted {
    type System = Unsteady;
    type World = Count;
    type Judge = Anything;
    type Setup = ();

    fn name(&self) -> String {
        self.0.clone()
    }

    fn setup(&self, _stream: Stream, _fixed: &Fixed) {}

    fn world(&self, _setup: &(), _stream: Stream) -> Count {
        Count(0)
    }

    fn system(&self, _setup: &()) -> Unsteady {
        Unsteady { how: self.0.clone(), seen: HashMap::new() }
    }

    fn judge(&self, _setup: &(), _stream: Stream) -> Anything {
        Anything
    }
}

fn main() -> std::io::Result<ExitCode> {
    let planted = Planted(std::env::args().nth(1).unwrap_or_default());
    if self_check::serve(&planted, &Fixed::new())? {
        return Ok(ExitCode::SUCCESS);
    }
    Ok(match self_check(&planted, 1, &Fixed::new(), 2, true)? {
        Some(divergence) => {
            println!("{}", divergence.finding());
            ExitCode::from(divergence.finding().class.exit_code())
        }
        None => {
            println!("seed 1 repeats itself");
            ExitCode::SUCCESS
        }
    })
}
