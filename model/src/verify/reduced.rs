//! A recorded plan with some of its events taken away.
//!
//! Fences are symbolic. A command that carries one means an earlier claim that was answered with it in the recorded events, and
//! when events are gone, it carries what that claim is granted now: the fence, and a completion the run, too. If the claim is
//! gone, or is granted nothing, the command is not sent. Of several claims that were answered with one fence, it is one of the
//! sender's own worker rather than another's, then a first answer rather than a repeated one, then the last. A fence that no
//! claim was answered with is sent as it stands.

use crate::simulate::Simulator;
use crate::simulate::plane::Plane;
use crate::simulate::setup::Setup;
use crate::spine::record::Event;
use crate::spine::run::run_world;
use crate::spine::{Recorder, Run, Step, World};
use spec::{Answer, Command, ControlPlane, Fence, Outcome, RunId, WorkerId};

/// One recorded step.
pub type Recorded = Event<Command, Outcome>;

/// A plan that can be carried out without some of its events.
pub struct Reducible<'artifact, C> {
    simulator: &'artifact Simulator<C>,
    seed: u64,
    setup: &'artifact Setup,
    events: &'artifact [Recorded],
    /// For every event, the place of the claim that its fence means.
    claims: Vec<Option<usize>>,
}

impl<'artifact, C: ControlPlane> Reducible<'artifact, C> {
    /// The recorded events of a run of this seed and setup.
    pub fn new(
        simulator: &'artifact Simulator<C>,
        seed: u64,
        setup: &'artifact Setup,
        events: &'artifact [Recorded],
    ) -> Reducible<'artifact, C> {
        let claims = (0..events.len()).map(|place| claim_meant(events, place)).collect();
        Reducible { simulator, seed, setup, events, claims }
    }

    /// Carries out what is left without these places.
    pub fn without(&self, places: &[usize], recorder: &mut impl Recorder<Plane<C>>) -> Run {
        let world = Left {
            left: self.events.iter().enumerate(),
            claims: &self.claims,
            gone: places,
            asked: None,
            granted: vec![None; self.events.len()],
        };
        run_world(self.simulator, self.seed, self.setup, world, recorder)
    }
}

/// The place of the claim that the fence of this event's command means.
fn claim_meant(events: &[Recorded], place: usize) -> Option<usize> {
    let (fence, sender) = fence_and_sender(events.get(place)?.command?)?;
    let mut meant: Option<(bool, bool, usize)> = None;
    for (earlier, event) in events[..place].iter().enumerate() {
        let (Some(Command::Claim { worker }), Some(outcome)) = (event.command, &event.outcome) else { continue };
        if grant_of(outcome).is_some_and(|(_, answered)| answered == fence) {
            let candidate = (sender == Some(worker), !outcome.repeated, earlier);
            meant = meant.max(Some(candidate));
        }
    }
    meant.map(|(_, _, earlier)| earlier)
}

fn fence_and_sender(command: Command) -> Option<(Fence, Option<WorkerId>)> {
    match command {
        Command::Heartbeat { worker, fence } | Command::Fail { worker, fence } | Command::Release { worker, fence } => {
            Some((fence, Some(worker)))
        }
        Command::Complete { fence, .. } => Some((fence, None)),
        Command::Submit { .. }
        | Command::Cancel { .. }
        | Command::Claim { .. }
        | Command::SetCap { .. }
        | Command::SetQuota { .. }
        | Command::Resize { .. }
        | Command::Sweep
        | Command::Restart { .. }
        | Command::Acknowledge => None,
    }
}

fn grant_of(outcome: &Outcome) -> Option<(RunId, Fence)> {
    if let Answer::Granted { run, fence, .. } = outcome.answer { Some((run, fence)) } else { None }
}

/// What is left of a plan, as a world.
struct Left<'plan> {
    left: std::iter::Enumerate<std::slice::Iter<'plan, Recorded>>,
    claims: &'plan [Option<usize>],
    gone: &'plan [usize],
    /// The place of the command that was sent last.
    asked: Option<usize>,
    /// For every place, what its claim was granted this time.
    granted: Vec<Option<(RunId, Fence)>>,
}

impl Left<'_> {
    /// The command of a place as it is sent now; none where it cannot be.
    fn sent_now(&self, place: usize, command: Command) -> Option<Command> {
        let Some(claim) = self.claims[place] else { return Some(command) };
        let (granted_run, granted_fence) = self.granted[claim]?;
        let mut command = command;
        match &mut command {
            Command::Complete { run, fence, .. } => (*run, *fence) = (granted_run, granted_fence),
            Command::Heartbeat { fence, .. } | Command::Fail { fence, .. } | Command::Release { fence, .. } => {
                *fence = granted_fence;
            }
            _ => {}
        }
        Some(command)
    }
}

impl<C: ControlPlane> World<Plane<C>> for Left<'_> {
    fn next(&mut self) -> Option<(u64, Step<Command>)> {
        while let Some((place, event)) = self.left.next() {
            if self.gone.contains(&place) {
                continue;
            }
            if let Some(command) = event.command {
                let Some(command) = self.sent_now(place, command) else { continue };
                self.asked = Some(place);
                return Some((event.at, Step::Command(command)));
            }
            if let Some(fault) = &event.fault {
                self.asked = None;
                return Some((event.at, Step::Fault(fault.clone())));
            }
        }
        None
    }

    fn answered(&mut self, _at: u64, command: &Command, outcome: &Outcome) {
        if let (Some(place), Command::Claim { .. }) = (self.asked, command) {
            self.granted[place] = grant_of(outcome);
        }
    }
}
