//! Workers: they poll, work, heartbeat, finish, fail and give back; and they do it late, twice, or under a lease that they
//! no longer have, because nobody can stop them.

use super::channel::{Party, Way};
use super::entry::{Caller, Entry, Task};
use super::{SimulatedWorld, calm::Calm};
use spec::{Answer, Command, Digest, Fence, Millis, Refusal, RunId, WorkerId};

/// How often an unanswered call is sent again before the worker gives up on it.
const ATTEMPTS: u64 = 6;

/// One worker.
#[derive(Debug, Clone)]
pub(super) struct Worker {
    /// Counts its crashes: timers and answers of an earlier life reach nobody.
    pub(super) life: u32,
    /// It hears and says nothing until this instant, but is not dead.
    pub(super) stalled_until: u64,
    /// It is gone for good.
    pub(super) gone: bool,
    /// How many times as long its work takes.
    pub(super) slowness: u64,
    /// Its last call, and how often that was sent.
    pub(super) call: u64,
    pub(super) attempts: u64,
    pub(super) state: State,
}

/// What a worker is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Idle,
    /// It has asked for work.
    Claiming {
        call: u64,
    },
    Working {
        job: Job,
    },
    /// It has said how the work ended.
    Reporting {
        call: u64,
        job: Job,
        command: Command,
    },
}

/// A grant as its worker knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) run: RunId,
    pub(super) fence: Fence,
    pub(super) deadline: Millis,
}

impl Worker {
    pub(super) const fn new() -> Worker {
        Worker { life: 0, stalled_until: 0, gone: false, slowness: 1, call: 0, attempts: 0, state: State::Idle }
    }

    /// The grant that it believes it has.
    pub(super) const fn job(&self) -> Option<Job> {
        match self.state {
            State::Working { job } | State::Reporting { job, .. } => Some(job),
            State::Idle | State::Claiming { .. } => None,
        }
    }
}

impl SimulatedWorld {
    /// A worker's timer rings. A stalled worker hears it when it is back.
    pub(super) fn timer(&mut self, number: u32, life: u32, task: Task) {
        let worker = &self.workers[number as usize];
        if worker.gone || worker.life != life {
            return;
        }
        if worker.stalled_until > self.now {
            let until = worker.stalled_until;
            return self.agenda.enter(until, Entry::Timer { worker: number, life, task });
        }
        match (task, worker.state) {
            (Task::Poll, State::Idle) => self.claim(number),
            (Task::Heartbeat(fence), State::Working { job }) if job.fence == fence => self.heartbeat(number, fence),
            (Task::Finish(fence), State::Working { job }) if job.fence == fence => self.finish(number, job),
            (Task::Resend(call), State::Claiming { call: open } | State::Reporting { call: open, .. })
                if call == open =>
            {
                self.ask_again(number);
            }
            _ => {}
        }
    }

    fn claim(&mut self, number: u32) {
        let call = self.next_call(number);
        self.workers[number as usize].state = State::Claiming { call };
        self.ask(number, call, 0, Command::Claim { worker: WorkerId(number) }, true);
    }

    fn heartbeat(&mut self, number: u32, fence: Fence) {
        let call = self.next_call(number);
        self.ask(number, call, 0, Command::Heartbeat { worker: WorkerId(number), fence }, false);
        self.ring(number, self.setup.dimensions.heartbeat, Task::Heartbeat(fence));
    }

    /// The work is done: how it ended is drawn from the grant's identity.
    fn finish(&mut self, number: u32, job: Job) {
        let mut draws = self.streams.work.keyed(&[1, u64::from(job.fence.term), job.fence.grant]).draws();
        let dimensions = &self.setup.dimensions;
        let (worker, fence) = (WorkerId(number), job.fence);
        let command = if self.calm.is_some() {
            self.completion(job, 0)
        } else if draws.chance(dimensions.fail, 1_000) {
            Command::Fail { worker, fence }
        } else if draws.chance(dimensions.release, 1_000) {
            Command::Release { worker, fence }
        } else {
            self.completion(job, 0)
        };
        self.report(number, job, command);
    }

    fn completion(&self, job: Job, attempt: u64) -> Command {
        let RunId { tenant, key } = job.run;
        let mut draws =
            self.streams.work.keyed(&[2, u64::from(tenant.0), u64::from(key), job.fence.grant, attempt]).draws();
        let odd = draws.chance(self.setup.dimensions.conflict, 1_000);
        let result = Digest(if odd { 1 + draws.below(2) } else { 0 });
        Command::Complete { run: job.run, fence: job.fence, result }
    }

    fn report(&mut self, number: u32, job: Job, command: Command) {
        let call = self.next_call(number);
        self.workers[number as usize].state = State::Reporting { call, job, command };
        self.ask(number, call, 0, command, true);
    }

    /// An answer did not come in time.
    fn ask_again(&mut self, number: u32) {
        let worker = &self.workers[number as usize];
        let attempt = worker.attempts;
        let (call, command) = match worker.state {
            State::Claiming { call } => (call, Command::Claim { worker: WorkerId(number) }),
            State::Reporting { call, job, command } => match command {
                Command::Complete { .. } => (call, self.completion(job, worker.attempts)),
                other => (call, other),
            },
            State::Idle | State::Working { .. } => return,
        };
        if attempt >= ATTEMPTS && self.calm.is_none() {
            self.workers[number as usize].state = State::Idle;
            return self.ring(number, self.setup.dimensions.poll, Task::Poll);
        }
        self.counts.resent += 1;
        self.ask(number, call, attempt, command, true);
    }

    fn ask(&mut self, number: u32, call: u64, attempt: u64, command: Command, again: bool) {
        let worker = &mut self.workers[number as usize];
        worker.attempts = attempt + 1;
        let life = worker.life;
        self.send(Caller { party: Party::Worker(number), life, call, attempt }, command);
        // Nothing is lost in the calm.
        if again && self.calm.is_none() {
            self.ring(number, self.setup.dimensions.resend.saturating_mul(attempt + 1), Task::Resend(call));
        }
    }

    fn next_call(&mut self, number: u32) -> u64 {
        let worker = &mut self.workers[number as usize];
        worker.call += 1;
        worker.call
    }

    pub(super) fn ring(&mut self, number: u32, delay: u64, task: Task) {
        let life = self.workers[number as usize].life;
        self.agenda.enter(self.now.saturating_add(delay), Entry::Timer { worker: number, life, task });
    }

    /// An answer reaches a worker. A stalled one reads it when it is back.
    pub(super) fn worker_hears(&mut self, number: u32, caller: Caller, command: Command, answer: Answer) {
        let worker = &self.workers[number as usize];
        if worker.gone || worker.life != caller.life {
            return;
        }
        if worker.stalled_until > self.now {
            let until = worker.stalled_until;
            return self.agenda.enter(until, Entry::Reply { caller, command, answer });
        }
        match (worker.state, command) {
            (State::Claiming { call }, Command::Claim { .. }) if call == caller.call => {
                self.claim_heard(number, answer)
            }
            (State::Reporting { call, job, .. }, _) if call == caller.call => self.report_heard(number, job, command),
            (State::Working { job }, Command::Heartbeat { fence, .. }) if job.fence == fence => {
                self.heartbeat_heard(number, job, answer);
            }
            _ => {}
        }
    }

    fn claim_heard(&mut self, number: u32, answer: Answer) {
        let Answer::Granted { run, fence, deadline } = answer else {
            self.workers[number as usize].state = State::Idle;
            let wait = self.calm.map_or(self.setup.dimensions.poll, |calm| calm.poll);
            return self.ring(number, wait, Task::Poll);
        };
        let job = Job { run, fence, deadline };
        self.workers[number as usize].state = State::Working { job };
        let slowness = self.workers[number as usize].slowness;
        let mut draws = self.streams.work.keyed(&[3, u64::from(fence.term), fence.grant]).draws();
        let work = draws.between(0, self.setup.dimensions.work).saturating_mul(slowness);
        match self.calm {
            Some(Calm { work, .. }) => self.ring(number, work, Task::Finish(fence)),
            None => {
                // D19: work on a slot that is still warming starts when it is warm.
                let cold = self.warm_at.saturating_sub(self.now);
                let placed = self.placed(fence);
                let wait = match placed {
                    Some(warm_at) => warm_at.saturating_sub(self.now),
                    None if cold > 0 && draws.chance(1, 2) => cold,
                    None => 0,
                };
                self.ring(number, wait.saturating_add(work), Task::Finish(fence));
                // Where slots are told apart, a worker in a cold one has no voice before it is warm.
                let silent = if placed.is_some() { wait } else { 0 };
                let first = silent.saturating_add(self.setup.dimensions.heartbeat);
                self.ring(number, first, Task::Heartbeat(fence));
            }
        }
    }

    /// The report was answered, whatever the answer: the work is over. Some say a last word that nobody asked for.
    fn report_heard(&mut self, number: u32, job: Job, command: Command) {
        let (worker, fence) = (WorkerId(number), job.fence);
        let mut draws = self.streams.work.keyed(&[4, u64::from(fence.term), fence.grant]).draws();
        let may_keep_slot = matches!(command, Command::Complete { .. });
        if may_keep_slot
            && (self.keeps_slot || (self.calm.is_none() && draws.chance(self.setup.dimensions.insist, 2_000)))
        {
            return self.report(number, job, Command::Release { worker, fence });
        }
        self.workers[number as usize].state = State::Idle;
        self.ring(number, 0, Task::Poll);
    }

    fn heartbeat_heard(&mut self, number: u32, job: Job, answer: Answer) {
        let (worker, fence) = (WorkerId(number), job.fence);
        let mut draws = self.streams.work.keyed(&[5, u64::from(fence.term), fence.grant]).draws();
        let insists = draws.chance(self.setup.dimensions.insist, 1_000);
        match answer {
            Answer::Renewed { deadline, cancel_requested } => {
                let job = Job { deadline, ..job };
                self.workers[number as usize].state = State::Working { job };
                if cancel_requested && !insists {
                    self.report(number, job, Command::Release { worker, fence });
                }
            }
            Answer::Refused(Refusal::Stale | Refusal::Expired) if !insists => {
                self.workers[number as usize].state = State::Idle;
                if draws.chance(1, 4) {
                    return self.report(number, job, Command::Fail { worker, fence });
                }
                self.ring(number, self.setup.dimensions.poll, Task::Poll);
            }
            _ => {}
        }
    }

    /// The deadline that a message of this party could be moved onto.
    pub(super) fn deadline_of(&self, party: Party) -> Option<Millis> {
        match party {
            Party::Worker(number) => self.workers.get(number as usize)?.job().map(|job| job.deadline),
            Party::Tenant(_) => self.workers.iter().find_map(Worker::job).map(|job| job.deadline),
        }
    }

    /// Sends one message to the control plane, as its fate has it.
    pub(super) fn send(&mut self, caller: Caller, command: Command) {
        if let Some(calm) = self.calm {
            return self.agenda.enter(self.now.saturating_add(calm.latency), Entry::Request { caller, command });
        }
        let fate = self.channel.fate(caller.party, caller.call, caller.attempt, Way::ToPlane);
        if self.channel.is_cut(caller.party, Way::ToPlane, self.now) || fate.first.is_none() {
            self.counts.lost += 1;
        } else if let Some(delay) = fate.first {
            let arrival =
                fate.snap.map_or(self.now.saturating_add(delay), |snap| self.snapped(caller.party, delay, snap));
            self.agenda.enter(arrival, Entry::Request { caller, command });
        }
        if let Some(delay) = fate.copy {
            self.counts.duplicated += 1;
            self.agenda.enter(self.now.saturating_add(delay), Entry::Request { caller, command });
        }
    }
}
