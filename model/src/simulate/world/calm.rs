//! Calm: the faults are over, a core is healed, and what must happen in the end has to happen now.
//!
//! Arrivals stop, the channel loses nothing, the control plane is up and its clock goes on from the latest instant that it
//! ever heard of. Some workers are gone for good; the rest, at least one, are the core: never silent from now on, and quick
//! enough for the lease. How long the drain may take is computed from the settings ([`super::super::bound`]).

use super::SimulatedWorld;
use super::entry::{Entry, Task};
use super::worker::State;
use crate::spine::{Fault, Step};
use spec::{Command, Settings};

/// The pace of a healed core, ms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calm {
    /// How long every message takes.
    pub latency: u64,
    /// How long every work takes.
    pub work: u64,
    /// How often an idle worker asks.
    pub poll: u64,
    /// How often is swept.
    pub sweep: u64,
}

impl Calm {
    /// The pace that these settings allow: from grant to completion, and to a release after it (D28 keeps-slot), a job
    /// stays within its lease.
    pub fn of(settings: &Settings) -> Calm {
        Calm {
            latency: (settings.lease - 1) / 8,
            work: (settings.lease - 1) / 2,
            poll: (settings.window / 8).max(1),
            sweep: (settings.lease / 4).max(1),
        }
    }
}

impl SimulatedWorld {
    /// The faults end. What the operators do now is queued, in order; the last of it is the calm itself.
    pub(super) fn begin_calm(&mut self) {
        let calm = Calm::of(&self.setup.settings);
        self.calm = Some(calm);
        self.tearing = false;
        self.channel.heal();
        self.agenda = crate::spine::Agenda::default();
        self.tenants.iter_mut().for_each(|tenant| tenant.open.clear());
        self.skew = i128::from(self.latest).max(i128::from(self.now) + self.skew) - i128::from(self.now);
        if self.plane_down {
            self.plane_down = false;
            self.script.push_back(Step::Command(Command::Restart { lost: 0 }));
        }
        self.script.push_back(Step::Command(Command::Acknowledge));
        let slots = self.slots.max(1);
        self.script.push_back(Step::Command(Command::Resize { slots }));
        let gone = self.choose_the_core();
        if gone > 0 {
            let detail = format!("{gone} of {}", self.workers.len());
            self.script.push_back(Step::Fault(Fault { kind: "worker-vanished".into(), detail }));
        }
        let core = self.workers.len() as u64 - gone;
        if core == 0 {
            self.script.push_back(Step::Fault(Fault { kind: "no-core".into(), detail: String::new() }));
        }
        let detail = format!("{core} in the core");
        self.script.push_back(Step::Fault(Fault { kind: "calm".into(), detail }));
        self.agenda.enter(self.now.saturating_add(calm.sweep), Entry::Sweep);
    }

    /// Some workers vanish; the others wake up and go on. Gives how many are gone.
    fn choose_the_core(&mut self) -> u64 {
        let last = self.streams.faults.child("core").draws().below(self.workers.len() as u64);
        let no_core = self.setup.dimensions.core == 0;
        let mut gone = 0;
        for number in 0..self.workers.len() as u32 {
            let mut draws = self.streams.faults.child("vanish").keyed(&[u64::from(number)]).draws();
            let chosen = draws.chance(self.setup.dimensions.vanish, 1_000) && u64::from(number) != last;
            let vanishes = no_core || chosen;
            gone += u64::from(vanishes);
            let worker = &mut self.workers[number as usize];
            worker.gone = vanishes;
            worker.stalled_until = 0;
            worker.slowness = 1;
            match worker.state {
                State::Working { job } => self.ring(number, 0, Task::Finish(job.fence)),
                State::Reporting { call, .. } => self.ring(number, 0, Task::Resend(call)),
                State::Idle | State::Claiming { .. } => {
                    worker.state = State::Idle;
                    self.ring(number, 0, Task::Poll);
                }
            }
        }
        gone
    }
}
