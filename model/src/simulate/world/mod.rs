//! The world at scale: everybody who talks to a control plane, and everything that can go wrong between them.
//!
//! It is a pure function of the setup and the stream. Time is virtual (ms); what happens next stands in one agenda. The
//! control plane's caller has a clock of its own, which may be stepped: a command carries that clock's instant.

mod calm;
mod channel;
mod entry;
mod faults;
mod outside;
mod tenant;
mod worker;

pub use calm::Calm;
pub use outside::Change;

use super::setup::Setup;
use crate::spine::{Agenda, Step, Stream, System, World};
use channel::{Channel, Party, Snap, Way};
use entry::{Caller, Entry, Task};
use spec::decisions::CompletionReleases;
use spec::{Answer, Command, Outcome};
use std::collections::VecDeque;
use tenant::Tenant;
use worker::Worker;

/// The world of one run.
#[derive(Debug)]
pub struct SimulatedWorld {
    setup: Setup,
    streams: Streams,
    agenda: Agenda<Entry>,
    /// Steps that come before anything in the agenda.
    script: VecDeque<Step<Command>>,
    channel: Channel,
    workers: Vec<Worker>,
    tenants: Vec<Tenant>,
    /// Virtual time, and how far the clock of the control plane's caller is ahead of it.
    now: u64,
    skew: i128,
    /// The latest instant that any command carried.
    latest: u64,
    /// Who asked what was asked last.
    asked: Option<Caller>,
    commands: u64,
    calm: Option<Calm>,
    plane_down: bool,
    tearing: bool,
    /// The pool's size as the operators have it, and when its newest slots are warm.
    slots: i64,
    warm_at: u64,
    /// A completion may leave the slot taken (D28 keeps-slot), so workers release after it.
    keeps_slot: bool,
    /// Who works at what, and where, if somebody wants to know.
    watch: Option<outside::Watch>,
    counts: Counts,
}

/// The streams that are drawn from most.
#[derive(Debug, Clone, Copy)]
struct Streams {
    arrivals: Stream,
    work: Stream,
    faults: Stream,
}

/// Faults too frequent to be steps of their own.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    lost: u64,
    duplicated: u64,
    reordered: u64,
    resent: u64,
    on_edge: u64,
    flood: u64,
    /// The call of the last delivered request, by which reordering is seen.
    last_call: (u64, u64),
}

impl SimulatedWorld {
    /// The world of a setup.
    pub fn new(setup: &Setup, stream: Stream) -> SimulatedWorld {
        let stream = stream.child("world");
        let workers = setup.dimensions.workers.max(1) as usize;
        let tenants = setup.settings.tenants.len();
        let keeps_slot = setup.decisions.completion_releases() == CompletionReleases::KeepsSlot;
        let mut world = SimulatedWorld {
            setup: setup.clone(),
            streams: Streams {
                arrivals: stream.child("arrivals"),
                work: stream.child("work"),
                faults: stream.child("faults"),
            },
            agenda: Agenda::default(),
            script: VecDeque::new(),
            channel: Channel::new(stream, &setup.dimensions, tenants, workers),
            workers: vec![Worker::new(); workers],
            tenants: vec![Tenant::default(); tenants],
            now: 0,
            skew: 0,
            latest: 0,
            asked: None,
            commands: 0,
            calm: None,
            plane_down: false,
            tearing: false,
            slots: i64::from(setup.settings.pool),
            warm_at: 0,
            keeps_slot,
            watch: None,
            counts: Counts::default(),
        };
        world.open(stream);
        world
    }

    /// Everybody's first entry, each at an instant of its own.
    fn open(&mut self, stream: Stream) {
        let stream = stream.child("open");
        let dimensions = self.setup.dimensions;
        for tenant in 0..self.tenants.len() as u32 {
            let mut draws = stream.keyed(&[0, u64::from(tenant)]).draws();
            self.agenda.enter(draws.between(0, dimensions.arrival), Entry::Arrival { tenant });
        }
        for worker in 0..self.workers.len() as u32 {
            let mut draws = stream.keyed(&[1, u64::from(worker)]).draws();
            let at = draws.between(0, dimensions.poll);
            self.agenda.enter(at, Entry::Timer { worker, life: 0, task: Task::Poll });
        }
        self.agenda.enter(dimensions.sweep, Entry::Sweep);
        self.agenda.enter(dimensions.fault_every, Entry::Fault { number: 0 });
    }

    /// The instant on the clock of the control plane's caller.
    fn at(&self) -> u64 {
        u64::try_from(i128::from(self.now) + self.skew).unwrap_or(0)
    }

    fn faults_are_over(&self) -> bool {
        let dimensions = &self.setup.dimensions;
        self.commands >= dimensions.events || (dimensions.duration > 0 && self.now >= dimensions.duration)
    }

    /// Does one entry of the agenda; gives a step if it was one.
    fn happen(&mut self, entry: Entry) -> Option<Step<Command>> {
        match entry {
            Entry::Arrival { tenant } => self.arrival(tenant),
            Entry::Say { tenant, command } => self.say(tenant, command),
            Entry::TenantResend { tenant, call } => self.tenant_resend(tenant, call),
            Entry::Timer { worker, life, task } => self.timer(worker, life, task),
            Entry::Reply { caller, command, answer } => self.hear(caller, command, answer),
            Entry::Request { caller, command } => return self.deliver(caller, command),
            Entry::Sweep => {
                let every = self.calm.map_or(self.setup.dimensions.sweep, |calm| calm.sweep);
                self.agenda.enter(self.now.saturating_add(every), Entry::Sweep);
                return (!self.plane_down).then_some(Step::Command(Command::Sweep));
            }
            Entry::Fault { number } => return self.strike(number),
            Entry::Healed { detail } => return Some(self.healed(detail)),
            Entry::PlaneUp { lost } => {
                self.plane_down = false;
                return Some(Step::Command(Command::Restart { lost }));
            }
            Entry::Acknowledge => return Some(Step::Command(Command::Acknowledge)),
        }
        None
    }

    /// A message reaches the control plane, if it is up.
    fn deliver(&mut self, caller: Caller, command: Command) -> Option<Step<Command>> {
        if self.plane_down {
            self.counts.lost += 1;
            return None;
        }
        if self.tearing {
            return self.torn(&command);
        }
        let at = self.at();
        self.counts.on_edge += u64::from(at.is_multiple_of(self.setup.settings.window));
        if let Party::Tenant(number) = caller.party {
            let (tenant, call) = self.counts.last_call;
            self.counts.reordered += u64::from(tenant == u64::from(number) && caller.call < call);
            self.counts.last_call = (u64::from(number), caller.call);
        }
        self.asked = Some(caller);
        Some(Step::Command(command))
    }

    fn hear(&mut self, caller: Caller, command: Command, answer: Answer) {
        match caller.party {
            Party::Tenant(tenant) => self.tenant_hears(tenant, caller.call),
            Party::Worker(worker) => self.worker_hears(worker, caller, command, answer),
        }
    }

    /// An answer goes back to whoever asked.
    fn send_back(&mut self, caller: Caller, command: Command, answer: Answer) {
        let delay = match self.calm {
            Some(calm) => Some(calm.latency),
            None if self.channel.is_cut(caller.party, Way::FromPlane, self.now) => None,
            None => self.channel.fate(caller.party, caller.call, caller.attempt, Way::FromPlane).first,
        };
        match delay {
            Some(0) => self.hear(caller, command, answer),
            Some(delay) => self.agenda.enter(self.now.saturating_add(delay), Entry::Reply { caller, command, answer }),
            None => self.counts.lost += 1,
        }
    }

    /// When a message arrives that is moved onto the next window edge, or onto a deadline, or beside it.
    fn snapped(&self, party: Party, delay: u64, snap: Snap) -> u64 {
        let plain = self.now.saturating_add(delay);
        let at = self.at();
        let window = self.setup.settings.window;
        let target = match self.deadline_of(party) {
            Some(deadline) if snap.onto_deadline => deadline,
            _ => (at / window + 1).saturating_mul(window),
        };
        let far = self.setup.settings.lease.saturating_mul(2).max(window.min(200));
        match (target + snap.beside).saturating_sub(1).checked_sub(at) {
            Some(ahead) if ahead <= far => self.now.saturating_add(ahead),
            _ => plain,
        }
    }
}

impl<S: System<Command = Command, Outcome = Outcome>> World<S> for SimulatedWorld {
    fn next(&mut self) -> Option<(u64, Step<Command>)> {
        self.asked = None;
        let step = loop {
            if self.calm.is_none() && self.script.is_empty() && self.faults_are_over() {
                self.begin_calm();
            }
            if let Some(step) = self.script.pop_front() {
                break step;
            }
            let (now, entry) = self.agenda.take_next()?;
            self.now = now;
            let happened = self.happen(entry);
            self.note_work();
            if let Some(step) = happened {
                break step;
            }
        };
        let at = self.at();
        if let Step::Command(_) = step {
            self.commands += 1;
            self.latest = self.latest.max(at);
        }
        Some((at, step))
    }

    fn answered(&mut self, _at: u64, command: &Command, outcome: &Outcome) {
        if let Some(caller) = self.asked.take() {
            self.send_back(caller, *command, outcome.answer);
        }
        self.note_work();
        if outcome.answer == Answer::Halted {
            let delay = self.setup.dimensions.poll;
            self.agenda.enter(self.now.saturating_add(delay), Entry::Acknowledge);
        }
    }

    fn counted(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("message-lost", self.counts.lost),
            ("message-duplicated", self.counts.duplicated),
            ("message-reordered", self.counts.reordered),
            ("message-resent", self.counts.resent),
            ("message-on-edge", self.counts.on_edge),
            ("flood-arrival", self.counts.flood),
        ]
    }
}
