//! A recorded run: every step with its instant, what was answered, and the hash of the history up to there.

use super::hash::Hash128;
use super::run::Recorder;
use super::system::{Fault, Step, System, World};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One step that happened. A command without an outcome is one that panicked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Event<C, O> {
    /// Its instant, as the system was told (ms).
    pub at: u64,
    /// What was asked, if it was a command.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub command: Option<C>,
    /// What was answered.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<O>,
    /// What happened to the world, if it was a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

const fn none<T>() -> Option<T> {
    None
}

impl<C: fmt::Display, O: fmt::Display> fmt::Display for Event<C, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>10}  ", self.at)?;
        match (&self.command, &self.outcome, &self.fault) {
            (_, _, Some(fault)) => write!(f, "-- {fault}"),
            (Some(command), Some(outcome), _) => write!(f, "{command} -> {outcome}"),
            (Some(command), None, _) => write!(f, "{command} -> nothing came back"),
            (None, _, _) => f.write_str("nothing"),
        }
    }
}

/// The events of a system's history.
pub type EventOf<S> = Event<<S as System>::Command, <S as System>::Outcome>;

/// Records a run as it goes.
pub struct Recording<S: System> {
    /// Every step, in order.
    pub events: Vec<EventOf<S>>,
    /// After each step, the hash of the history up to it.
    pub hashes: Vec<u128>,
}

impl<S: System> Default for Recording<S> {
    fn default() -> Recording<S> {
        Recording { events: Vec::new(), hashes: Vec::new() }
    }
}

impl<S: System> Recorder<S> for Recording<S> {
    fn asked(&mut self, at: u64, command: &S::Command) {
        self.events.push(Event { at, command: Some(command.clone()), outcome: None, fault: None });
    }

    fn answered(&mut self, outcome: &S::Outcome, hash: &Hash128) {
        if let Some(event) = self.events.last_mut() {
            event.outcome = Some(outcome.clone());
        }
        self.hashes.push(hash.value());
    }

    fn fault(&mut self, at: u64, fault: &Fault, hash: &Hash128) {
        self.events.push(Event { at, command: None, outcome: None, fault: Some(fault.clone()) });
        self.hashes.push(hash.value());
    }
}

/// A world that does what was recorded, whatever it is answered.
pub struct Script<'events, S: System> {
    left: std::slice::Iter<'events, EventOf<S>>,
}

impl<'events, S: System> Script<'events, S> {
    /// The world of a recorded plan.
    pub fn new(events: &'events [EventOf<S>]) -> Script<'events, S> {
        Script { left: events.iter() }
    }
}

impl<S: System> World<S> for Script<'_, S> {
    fn next(&mut self) -> Option<(u64, Step<S::Command>)> {
        let event = self.left.find(|event| event.command.is_some() || event.fault.is_some())?;
        let step = match (&event.command, &event.fault) {
            (Some(command), _) => Step::Command(command.clone()),
            (None, Some(fault)) => Step::Fault(fault.clone()),
            (None, None) => return None,
        };
        Some((event.at, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::toy::{Counter, Toy, run_of};

    #[test]
    fn a_recorded_event_says_when_what_was_asked_and_what_came_back() {
        let fault = Fault { kind: "stall".into(), detail: "of 4".to_owned() };
        let texts = [
            Event { at: 10, command: Some(1), outcome: Some(3), fault: None },
            Event { at: 20, command: Some(1), outcome: None, fault: None },
            Event { at: 30, command: None, outcome: None, fault: Some(fault) },
            Event { at: 1_234_567_890_123, command: None, outcome: None, fault: None },
        ]
        .map(|event: Event<u64, u64>| event.to_string());
        let expected = [
            "        10  1 -> 3",
            "        20  1 -> nothing came back",
            "        30  -- stall of 4",
            "1234567890123  nothing",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn a_script_asks_again_what_was_recorded_and_passes_over_what_says_nothing() {
        let (_, mut recording) = run_of(&Toy::default(), 5);
        let nothing = Event { at: 35, command: None, outcome: None, fault: None };
        recording.events.insert(3, nothing);
        let mut script = Script::<Counter>::new(&recording.events);
        let steps: Vec<_> = (0..7).map(|_| script.next()).collect();
        let fault = Step::Fault(Fault { kind: "stall".into(), detail: "of 4".to_owned() });
        let command = |at, number| Some((at, Step::Command(number)));
        let expected = [command(10, 1), command(20, 2), command(30, 3), Some((40, fault)), command(50, 5), None, None];
        assert_eq!(steps, expected);
    }

    #[test]
    fn an_event_is_read_back_without_the_parts_that_it_lacks() {
        let event = Event { at: 10, command: Some(1_u64), outcome: None::<u64>, fault: None };
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(text, r#"{"at":10,"command":1}"#);
        assert_eq!(serde_json::from_str::<Event<u64, u64>>(&text).unwrap(), event);
    }
}
