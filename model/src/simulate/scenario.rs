//! The simulator as a scenario of the spine: a profile, decisions, perhaps settings, and any control plane.

use super::Start;
use super::judge::{Depth, Referee, marks};
use super::plane::Plane;
use super::profile::Profile;
use super::setup::{self, Setup};
use super::world::SimulatedWorld;
use crate::planted::Bug;
use crate::spine::{Envelope, Fixed, Scenario, Stream};
use oracle::invariants::{ALL, Invariant};
use spec::{ControlPlane, Decisions, Settings};

/// Simulates a control plane.
pub struct Simulator<C> {
    profiles: Vec<Profile>,
    settings: Option<Settings>,
    decisions: Decisions,
    depth: Option<Depth>,
    plant: Option<Bug>,
    invariants: &'static [&'static dyn Invariant],
    start: Start<C>,
    marks: Vec<String>,
}

impl<C> Simulator<C> {
    /// Simulates the control plane that `start` makes, as the spec has it decided. Each seed draws one of the profiles; no
    /// profiles are all of them.
    pub fn new(profiles: &[Profile], start: Start<C>) -> Simulator<C> {
        let decisions = Decisions::chosen();
        let marks = marks(&decisions);
        let (settings, depth, plant) = (None, None, None);
        let simulator =
            Simulator { profiles: Vec::new(), settings, marks, decisions, depth, plant, invariants: &ALL, start };
        simulator.with_profiles(profiles)
    }

    /// The same in these profiles only; no profiles are all of them.
    #[must_use]
    pub fn with_profiles(mut self, profiles: &[Profile]) -> Simulator<C> {
        self.profiles = if profiles.is_empty() { Profile::ALL.to_vec() } else { profiles.to_vec() };
        self
    }

    /// The same under these settings, in place of drawn ones.
    #[must_use]
    pub fn with_settings(mut self, settings: Settings) -> Simulator<C> {
        self.settings = Some(settings);
        self
    }

    /// The same under these decisions: the judges', too.
    #[must_use]
    pub fn with_decisions(mut self, decisions: Decisions) -> Simulator<C> {
        self.marks = marks(&decisions);
        self.decisions = decisions;
        self
    }

    /// The same, judged by the reference to this depth, in place of one that follows from the length of the run.
    #[must_use]
    pub const fn with_depth(mut self, depth: Depth) -> Simulator<C> {
        self.depth = Some(depth);
        self
    }

    /// The same, saying of every run that this bug is planted in it.
    #[must_use]
    pub const fn with_plant(mut self, bug: Option<Bug>) -> Simulator<C> {
        self.plant = bug;
        self
    }

    /// The same, judged by these invariants in place of all eight: fewer, or ones that are wrong on purpose.
    #[must_use]
    pub const fn judged_by(mut self, invariants: &'static [&'static dyn Invariant]) -> Simulator<C> {
        self.invariants = invariants;
        self
    }

    /// How the runs of it are judged by the reference, in words.
    pub fn judged(&self, fixed: &Fixed) -> String {
        let depth = self.depth.or_else(|| fixed.get("events").map(|events| Depth::for_events(*events)));
        depth.unwrap_or(Depth::Every).to_string()
    }

    fn profile_of(&self, stream: Stream) -> Profile {
        stream.child("profile").draws().pick(&self.profiles).copied().unwrap_or(Profile::Steady)
    }
}

impl<C: ControlPlane> Scenario for Simulator<C> {
    type System = Plane<C>;
    type World = SimulatedWorld;
    type Judge = Referee<C>;
    type Setup = Setup;

    fn name(&self) -> String {
        let words: Vec<&str> = self.profiles.iter().map(|profile| profile.word()).collect();
        words.join("+")
    }

    fn marks(&self) -> &[String] {
        &self.marks
    }

    fn promised_faults(&self) -> Vec<&'static str> {
        let mut kinds: Vec<_> = self.profiles.iter().flat_map(|profile| profile.promises()).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn setup(&self, stream: Stream, fixed: &Fixed) -> Setup {
        let profile = self.profile_of(stream);
        let stream = stream.child(profile.word());
        let setup = setup::draw(profile, self.settings.as_ref(), &self.decisions, stream, fixed);
        Setup { depth: self.depth.unwrap_or(setup.depth), plant: self.plant, ..setup }
    }

    fn world(&self, setup: &Setup, stream: Stream) -> SimulatedWorld {
        SimulatedWorld::new(setup, stream.child(setup.profile.word()))
    }

    fn system(&self, setup: &Setup) -> Plane<C> {
        Plane((self.start)(&setup.settings, &setup.decisions))
    }

    fn judge(&self, setup: &Setup, stream: Stream) -> Referee<C> {
        Referee::new(setup, stream.child(setup.profile.word()), self.start.clone()).judged_by(self.invariants)
    }

    fn envelope(&self, setup: &Setup) -> Envelope {
        let _ = setup;
        Envelope::open().at_most("no-core", 0)
    }
}
