//! Faults: what strikes a world, when, and whom. Each is drawn from its own number, so that one more moves no other.

use super::SimulatedWorld;
use super::channel::Party;
use super::entry::{Entry, Task};
use super::worker::{State, Worker};
use crate::spine::{Draws, Fault, Step};
use spec::{Command, TenantId};

/// The longest that the control plane is down, ms: nobody learns anything from what nobody hears.
const DOWN_MOST: u64 = 60;

/// A step of a world.
type WorldStep = Step<Command>;

impl SimulatedWorld {
    /// The next fault strikes, and the one after it is drawn. Not every strike finds a victim.
    pub(super) fn strike(&mut self, number: u64) -> Option<WorldStep> {
        let dimensions = self.setup.dimensions;
        let mut draws = self.streams.faults.keyed(&[number]).draws();
        let gap = draws.between(0, dimensions.fault_every.saturating_mul(2)).max(1);
        self.agenda.enter(self.now.saturating_add(gap), Entry::Fault { number: number + 1 });
        let weights = [
            dimensions.stall,
            dimensions.crash,
            dimensions.partition,
            dimensions.slow,
            dimensions.resize,
            dimensions.cap_change,
            dimensions.quota_change,
            dimensions.plane_crash,
            dimensions.torn,
            dimensions.damaged,
            dimensions.clock,
        ];
        match draws.weighted(&weights)? {
            0 => self.stall(&mut draws),
            1 => self.worker_crash(&mut draws),
            2 => Some(self.partition(&mut draws)),
            3 => self.slow_down(&mut draws),
            4 => Some(self.resize(&mut draws)),
            5 => Some(self.change_cap(&mut draws)),
            6 => Some(self.change_quota(&mut draws)),
            7 => self.plane_crash("plane-crash", 0, &mut draws),
            8 => self.tear(),
            9 => {
                let lost = if draws.chance(1, 8) { draws.between(1, 30) } else { draws.between(1, 3) };
                self.plane_crash("damaged-tail", lost as u32, &mut draws)
            }
            _ => Some(self.step_the_clock(&mut draws)),
        }
    }

    fn victim(&self, draws: &mut Draws) -> Option<u32> {
        let number = draws.below(self.workers.len() as u64) as u32;
        let worker = self.workers.get(number as usize)?;
        (!worker.gone && worker.stalled_until <= self.now).then_some(number)
    }

    /// A worker stalls without stopping. Most of those that are struck hold a lease: that is what makes a zombie.
    fn stall(&mut self, draws: &mut Draws) -> Option<WorldStep> {
        let busy: Vec<u32> = (0..self.workers.len() as u32)
            .filter(|number| self.workers[*number as usize].job().is_some_and(|_| self.is_awake(*number)))
            .collect();
        let number = match draws.pick(&busy) {
            Some(number) if draws.chance(7, 8) => *number,
            _ => self.victim(draws)?,
        };
        let lease = self.setup.settings.lease;
        let length =
            draws.between(1, lease.saturating_mul(4)).saturating_add(draws.below(self.setup.settings.grace + 1));
        let until = self.now.saturating_add(length);
        self.workers[number as usize].stalled_until = until;
        self.agenda.enter(until, Entry::Healed { detail: format!("w{number} is back") });
        Some(fault("worker-stalled", format!("w{number} for {length}")))
    }

    fn is_awake(&self, number: u32) -> bool {
        let worker = &self.workers[number as usize];
        !worker.gone && worker.stalled_until <= self.now
    }

    /// A worker forgets everything and comes back under its name.
    fn worker_crash(&mut self, draws: &mut Draws) -> Option<WorldStep> {
        let number = self.victim(draws)?;
        let away = draws.between(0, self.setup.settings.lease.saturating_mul(2));
        let worker = &mut self.workers[number as usize];
        *worker = Worker { life: worker.life + 1, call: worker.call, ..Worker::new() };
        self.ring(number, away, Task::Poll);
        Some(fault("worker-crash", format!("w{number} for {away}")))
    }

    fn partition(&mut self, draws: &mut Draws) -> WorldStep {
        let length = draws.between(1, self.setup.settings.lease.saturating_mul(3));
        let until = self.now.saturating_add(length);
        let (to, from) = [(true, true), (true, true), (true, false), (false, true)][draws.below(4) as usize];
        let (party, kind, name) = if draws.chance(2, 3) {
            let number = draws.below(self.workers.len() as u64) as u32;
            (Party::Worker(number), "worker-partitioned", format!("w{number}"))
        } else {
            let number = draws.below(self.tenants.len() as u64) as u32;
            (Party::Tenant(number), "tenant-partitioned", TenantId(number).to_string())
        };
        self.channel.cut(party, to, from, until);
        let way = if to && from {
            "both ways"
        } else if to {
            "to the plane"
        } else {
            "from the plane"
        };
        self.agenda.enter(until, Entry::Healed { detail: format!("{name} is reached again") });
        fault(kind, format!("{name} {way} for {length}"))
    }

    fn slow_down(&mut self, draws: &mut Draws) -> Option<WorldStep> {
        let number = self.victim(draws)?;
        let slowness = draws.between(1, 5);
        self.workers[number as usize].slowness = slowness;
        Some(fault("worker-slow", format!("w{number} {slowness} times")))
    }

    fn resize(&mut self, draws: &mut Draws) -> WorldStep {
        let slots = draws.between(0, u64::from(self.setup.settings.pool).saturating_mul(2).max(3)) as i64;
        if slots > self.slots {
            self.warm_at = self.now.saturating_add(self.setup.settings.warm_up);
        }
        self.slots = slots;
        self.script.push_back(Step::Command(Command::Resize { slots }));
        fault("pool-resized", format!("to {slots}"))
    }

    fn change_cap(&mut self, draws: &mut Draws) -> WorldStep {
        let tenant = TenantId(draws.below(self.tenants.len() as u64) as u32);
        let cap = draws.pick(&[0, 1, 1, 2, 3, 5, -1]).copied().unwrap_or(1);
        self.script.push_back(Step::Command(Command::SetCap { tenant, cap }));
        fault("cap-changed", format!("{tenant} to {cap}"))
    }

    fn change_quota(&mut self, draws: &mut Draws) -> WorldStep {
        let tenant = TenantId(draws.below(self.tenants.len() as u64 + 1) as u32);
        let quota = draws.pick(&[0, 1, 2, 4, 8, 50, 1_000, -1]).copied().unwrap_or(1);
        self.script.push_back(Step::Command(Command::SetQuota { tenant, quota }));
        fault("quota-changed", format!("{tenant} to {quota}"))
    }

    /// The control plane stops, and comes back after a while with what its journal still holds.
    fn plane_crash(&mut self, kind: &'static str, lost: u32, draws: &mut Draws) -> Option<WorldStep> {
        if self.plane_down {
            return None;
        }
        let down = draws.between(0, self.setup.settings.lease.saturating_mul(2).min(DOWN_MOST));
        self.plane_down = true;
        self.agenda.enter(self.now.saturating_add(down), Entry::PlaneUp { lost });
        Some(fault(kind, format!("down for {down}, {lost} records lost")))
    }

    /// The next command is the one during which the control plane stops: its record is torn, nobody hears an answer.
    fn tear(&mut self) -> Option<WorldStep> {
        self.tearing = !self.plane_down;
        None
    }

    /// A command was being handled when the control plane stopped: it had no effect that anybody was told of.
    pub(super) fn torn(&mut self, command: &Command) -> Option<WorldStep> {
        self.tearing = false;
        let mut draws = self.streams.faults.child("torn").keyed(&[self.commands]).draws();
        self.plane_crash("torn-tail", 0, &mut draws).map(|step| match step {
            Step::Fault(Fault { kind, detail }) => fault(kind, format!("in {command}, {detail}")),
            other => other,
        })
    }

    fn step_the_clock(&mut self, draws: &mut Draws) -> WorldStep {
        let settings = &self.setup.settings;
        let lengths = [1, settings.lease / 2, settings.lease, settings.window, 1_000];
        let length = draws.pick(&lengths).copied().unwrap_or(1).max(1);
        if draws.chance(1, 2) {
            self.skew -= i128::from(length);
            fault("clock-stepped-back", format!("by {length}"))
        } else {
            self.skew += i128::from(length);
            fault("clock-stepped-forward", format!("by {length}"))
        }
    }

    /// Something has ended by itself. A stalled worker that comes back to a lease past its deadline is a zombie.
    pub(super) fn healed(&mut self, detail: String) -> WorldStep {
        let at = self.at();
        let number =
            detail.strip_prefix('w').and_then(|rest| rest.split(' ').next()).and_then(|text| text.parse().ok());
        let worker = number.and_then(|number: usize| self.workers.get(number));
        let zombie = worker.is_some_and(|worker| {
            matches!(worker.state, State::Working { job } | State::Reporting { job, .. } if job.deadline <= at)
        });
        match (detail.ends_with("is back"), zombie) {
            (true, true) => fault("zombie-returned", detail),
            (true, false) => fault("worker-returned", detail),
            (false, _) => fault("partition-healed", detail),
        }
    }
}

fn fault(kind: impl Into<std::borrow::Cow<'static, str>>, detail: String) -> WorldStep {
    Step::Fault(Fault { kind: kind.into(), detail })
}
