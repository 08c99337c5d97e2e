//! Carries a plan out: what is sent under a grant is sent with what is granted now.

use super::drive::Driver;
use super::plan::{Event, Plan, What, granted, under};
use crate::simulate::Simulator;
use crate::simulate::plane::Plane;
use crate::spine::run::run_world;
use crate::spine::{Finding, Recorder, Run, Step, World};
use spec::{Command, ControlPlane, Fence, Millis, Outcome, RunId};
use std::collections::BTreeMap;

/// A plan as a world.
struct Planned<'plan> {
    events: std::slice::Iter<'plan, Event>,
    /// What the events that claim were granted, by name.
    grants: BTreeMap<u32, (RunId, Fence)>,
    /// The event that was sent last, if it was one of the plan's.
    asked: Option<u32>,
    /// The places of the events that were sent, and how often each: one event drives many steps.
    sent: Vec<usize>,
    place: usize,
    driver: Option<Driver>,
    plan: &'plan Plan,
}

impl Planned<'_> {
    fn step(&self, event: &Event) -> Option<Step<Command>> {
        match &event.what {
            What::Command(command) => Some(Step::Command(*command)),
            What::Under(name, command) => {
                let (run, fence) = self.grants.get(name)?;
                Some(Step::Command(under(*command, *run, *fence)))
            }
            What::Fault(fault) => Some(Step::Fault(fault.clone())),
            What::Drive(_) => None,
        }
    }
}

impl<C: ControlPlane> World<Plane<C>> for &mut Planned<'_> {
    fn next(&mut self) -> Option<(Millis, Step<Command>)> {
        self.asked = None;
        if let Some(driver) = &mut self.driver {
            let next = driver.next()?;
            self.sent.push(self.place - 1);
            return Some(next);
        }
        loop {
            let event = self.events.next()?;
            self.place += 1;
            if let What::Drive(core) = &event.what {
                self.driver = Some(Driver::start(self.plan, event.at, core, &self.grants));
                return World::<Plane<C>>::next(self);
            }
            if let Some(step) = self.step(event) {
                self.asked = Some(event.name);
                self.sent.push(self.place - 1);
                return Some((event.at, step));
            }
        }
    }

    fn answered(&mut self, at: Millis, command: &Command, outcome: &Outcome) {
        if let Some(driver) = &mut self.driver {
            driver.heard(at, command, outcome);
        }
        if let (Some(name), Some(grant)) = (self.asked.take(), granted(outcome)) {
            self.grants.insert(name, grant);
        }
    }
}

/// What carrying out a plan came to.
pub struct Executed {
    /// The run.
    pub run: Run,
    /// For every step of it, the place in the plan of the event that it came from.
    pub sent: Vec<usize>,
}

impl Executed {
    /// What was found, and the number of the plan's event at which.
    pub fn found(&self) -> Option<(&Finding, usize)> {
        let finding = self.run.finding.as_ref()?;
        let step = usize::try_from(finding.event).unwrap_or(usize::MAX);
        let place = step.checked_sub(1).and_then(|step| self.sent.get(step)).map_or(0, |place| place + 1);
        Some((finding, place))
    }
}

/// Carries a plan out.
pub fn execute<C: ControlPlane>(
    simulator: &Simulator<C>,
    seed: u64,
    plan: &Plan,
    recorder: &mut impl Recorder<Plane<C>>,
) -> Executed {
    let mut world = Planned {
        events: plan.events.iter(),
        grants: BTreeMap::new(),
        asked: None,
        sent: Vec::new(),
        place: 0,
        driver: None,
        plan,
    };
    let run = run_world(simulator, seed, &plan.setup, &mut world, recorder);
    Executed { run, sent: world.sent }
}
