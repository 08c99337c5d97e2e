//! One trial: one seed, one profile, one option, measured.
//!
//! The world is the simulator's, from the simulator's own streams, so that two options meet the same arrivals and faults
//! in the same order. A [`Measured`] world stands between it and the loop, and tells a [`Meter`] what passes by.

use super::meter::Meter;
use super::metric::Values;
use super::platform::platform;
use crate::simulate::plane::Plane;
use crate::simulate::setup::Setup;
use crate::simulate::world::{Change, SimulatedWorld};
use crate::simulate::{Profile, Simulator, Start};
use crate::spine::run::run_world;
use crate::spine::{Account, Finding, Fixed, Judge, Nothing, Ruling, Scenario, Step, Stream, World};
use spec::{Command, ControlPlane, DecisionId, Decisions, Millis, Outcome};

/// What a trial came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The figures.
    pub values: Values,
    /// The hash of the history.
    pub hash: u128,
    /// Commands that were answered.
    pub commands: u64,
    /// Those in which the control plane read the decision.
    pub reads: u64,
    /// Grants on slots that were still cold.
    pub cold_grants: u64,
    /// What ended the run too early: a panic.
    pub finding: Option<Finding>,
}

/// The trials of one option in one profile.
pub struct Trial<C> {
    simulator: Simulator<C>,
    decision: DecisionId,
}

impl<C: ControlPlane> Trial<C> {
    /// The trials of a decision, under these decisions, in this profile, of the control plane that `start` makes.
    pub fn new(decision: DecisionId, decisions: Decisions, profile: Profile, start: Start<C>) -> Trial<C> {
        Trial { simulator: Simulator::new(&[profile], start).with_decisions(decisions), decision }
    }

    /// Runs one seed.
    pub fn run(&self, seed: u64) -> Sample {
        let stream = Stream::root(seed);
        let setup = self.setup(stream, &Fixed::new());
        let losses = setup.dimensions.damaged > 0;
        let mut meter = Meter::new(&setup.settings, &setup.decisions, setup.dimensions.duration, losses);
        let world = Measured { world: self.world(&setup, stream), meter: &mut meter, changes: Vec::new() };
        let run = run_world(self, seed, &setup, world, &mut Nothing);
        let count = |place: usize| run.account.reach.get(place).copied().unwrap_or(0);
        Sample {
            cold_grants: meter.cold_grants(),
            values: meter.values(),
            hash: run.hash,
            commands: count(COMMANDS),
            reads: count(READS),
            finding: run.finding,
        }
    }
}

impl<C: ControlPlane> Scenario for Trial<C> {
    type System = Plane<C>;
    type World = SimulatedWorld;
    type Judge = Reads;
    type Setup = Setup;

    fn name(&self) -> String {
        self.simulator.name()
    }

    fn setup(&self, stream: Stream, fixed: &Fixed) -> Setup {
        platform(self.simulator.setup(stream, fixed), stream)
    }

    fn world(&self, setup: &Setup, stream: Stream) -> SimulatedWorld {
        self.simulator.world(setup, stream).watched()
    }

    fn system(&self, setup: &Setup) -> Plane<C> {
        self.simulator.system(setup)
    }

    fn judge(&self, _setup: &Setup, _stream: Stream) -> Reads {
        Reads { decision: self.decision, counts: [0; 2] }
    }
}

/// The places of what [`Reads`] counts.
const COMMANDS: usize = 0;
const READS: usize = 1;

/// Counts how often the decision was read. It judges nothing: correctness is the exhaustive check's, and `simulate`'s.
#[derive(Debug)]
pub struct Reads {
    decision: DecisionId,
    counts: [u64; 2],
}

impl<C: ControlPlane> Judge<Plane<C>> for Reads {
    fn command(&mut self, _at: Millis, _command: &Command, _outcome: &Outcome, system: &Plane<C>) -> Ruling {
        self.counts[COMMANDS] += 1;
        self.counts[READS] += u64::from(system.0.reads().contains(self.decision));
        Ruling::Right
    }

    fn account(&mut self) -> Account {
        Account { reach: self.counts.to_vec(), measures: Vec::new() }
    }
}

/// A world that is measured, and that ends with the measured stretch.
struct Measured<'meter> {
    world: SimulatedWorld,
    meter: &'meter mut Meter,
    changes: Vec<Change>,
}

impl Measured<'_> {
    fn tell_changes(&mut self) {
        self.world.take_changes(&mut self.changes);
        self.changes.drain(..).for_each(|change| self.meter.change(change));
    }
}

impl<C: ControlPlane> World<Plane<C>> for Measured<'_> {
    fn next(&mut self) -> Option<(Millis, Step<Command>)> {
        let step = World::<Plane<C>>::next(&mut self.world);
        self.tell_changes();
        step.filter(|_| self.world.now() < self.meter.horizon())
    }

    fn answered(&mut self, at: Millis, command: &Command, outcome: &Outcome) {
        let now = self.world.now();
        if let Some((fence, warm_at)) = self.meter.step(now, at, command, outcome) {
            self.world.place(fence, warm_at);
        }
        World::<Plane<C>>::answered(&mut self.world, at, command, outcome);
        self.tell_changes();
    }

    fn counted(&self) -> Vec<(&'static str, u64)> {
        World::<Plane<C>>::counted(&self.world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate;
    use std::sync::Arc;

    fn warming() -> DecisionId {
        DecisionId::find("D19").unwrap()
    }

    fn trial(option: &str) -> Trial<ballast::ControlPlane> {
        let decisions = Decisions::chosen().with(warming(), warming().option(option).unwrap()).unwrap();
        Trial::new(warming(), decisions, Profile::Churn, Arc::new(simulate::start))
    }

    #[test]
    fn a_seed_is_the_same_sample_every_time() {
        assert_eq!(trial("claimable").run(86), trial("claimable").run(86));
        assert_ne!(trial("claimable").run(86).hash, trial("claimable").run(101).hash);
    }

    /// Two accounts of the same slots, the control plane's and the meter's, neither of which knows the other.
    #[test]
    fn no_grant_is_on_a_cold_slot_where_cold_slots_are_unusable_and_many_are_where_not() {
        let unusable = trial("unusable");
        let setup = |seed: &u64| unusable.setup(Stream::root(*seed), &Fixed::new()).dimensions;
        // Where clocks are stepped or records lost, the control plane and the world need not agree on what is warm.
        let plain = |seed: &u64| (setup(seed).clock, setup(seed).damaged) == (0, 0) && setup(seed).duration < 2_500;
        let seeds: Vec<u64> = (0..300).filter(plain).take(11).collect();
        assert!(seeds.len() > 5, "{seeds:?}");
        let cold = |option| -> u64 { seeds.iter().map(|seed| trial(option).run(*seed).cold_grants).sum() };
        assert_eq!(cold("unusable"), 0);
        assert!(cold("claimable") > 20 && cold("claimable-lease-when-warm") > 20);
    }
}
