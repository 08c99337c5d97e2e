//! A healed core that keeps its side: what a lack of progress is judged against.
//!
//! Progress is owed to workers that ask, work and report in time, and to a platform that sweeps. So the end of such a
//! finding is not a list of commands that could be left out one by one; as the plan before it shrinks, the core goes on from
//! whatever state that led to.

use super::plan::{Plan, What, granted};
use crate::simulate::world::Calm;
use crate::spine::{Agenda, Fault, Step};
use spec::decisions::CompletionReleases;
use spec::{Command, Digest, Fence, Millis, Outcome, RunId, WorkerId};
use std::collections::BTreeMap;

/// After so many steps a drain is given up: no bound is that generous at the sizes that shrinking leads to.
const STEPS_MAX: u64 = 20_000;

/// The core at work.
#[derive(Debug)]
pub(super) struct Driver {
    agenda: Agenda<Entry>,
    calm: Calm,
    keeps_slot: bool,
    steps: u64,
    /// What each worker was granted and has not reported.
    jobs: BTreeMap<WorkerId, (RunId, Fence)>,
}

#[derive(Debug, Clone, Copy)]
enum Entry {
    Calm(usize),
    Sweep,
    Poll(WorkerId),
    Finish(WorkerId),
    Release(WorkerId, Fence),
}

impl Driver {
    /// The core begins at an instant, with what its workers were granted in the plan so far.
    pub(super) fn start(plan: &Plan, at: Millis, core: &[WorkerId], grants: &BTreeMap<u32, (RunId, Fence)>) -> Driver {
        let calm = Calm::of(&plan.setup.settings);
        let keeps_slot = plan.setup.decisions.completion_releases() == CompletionReleases::KeepsSlot;
        let mut driver = Driver { agenda: Agenda::default(), calm, keeps_slot, steps: 0, jobs: BTreeMap::new() };
        driver.agenda.enter(at, Entry::Calm(core.len()));
        for &worker in core {
            // Its last grant, as far as the plan has it say nothing under it afterwards.
            let own = plan.events.iter().rev().find_map(|event| match event.what {
                What::Command(Command::Claim { worker: claims }) if claims == worker => Some(grants.get(&event.name)),
                What::Under(name, command) if reports(command) => {
                    let claim = plan.events.iter().find(|claim| claim.name == name);
                    let by = claim.and_then(|claim| claim.what.command()).and_then(super::plan::worker_of);
                    (by == Some(worker)).then_some(None)
                }
                _ => None,
            });
            match own.flatten() {
                Some(job) => {
                    driver.jobs.insert(worker, *job);
                    driver.agenda.enter(at, Entry::Finish(worker));
                }
                None => driver.agenda.enter(at, Entry::Poll(worker)),
            }
        }
        driver.agenda.enter(at.saturating_add(calm.sweep), Entry::Sweep);
        driver
    }

    /// What happens next.
    pub(super) fn next(&mut self) -> Option<(Millis, Step<Command>)> {
        self.steps += 1;
        if self.steps > STEPS_MAX {
            return None;
        }
        loop {
            let (at, entry) = self.agenda.take_next()?;
            let command = match entry {
                Entry::Calm(core) => {
                    let detail = format!("{core} in the core");
                    return Some((at, Step::Fault(Fault { kind: "calm".into(), detail })));
                }
                Entry::Sweep => {
                    self.agenda.enter(at.checked_add(self.calm.sweep)?, Entry::Sweep);
                    Command::Sweep
                }
                Entry::Poll(worker) => Command::Claim { worker },
                Entry::Finish(worker) => match self.jobs.get(&worker) {
                    Some((run, fence)) => Command::Complete { run: *run, fence: *fence, result: Digest(0) },
                    None => continue,
                },
                Entry::Release(worker, fence) => Command::Release { worker, fence },
            };
            return Some((at, Step::Command(command)));
        }
    }

    /// What the core hears, at once.
    pub(super) fn heard(&mut self, at: Millis, command: &Command, outcome: &Outcome) {
        match *command {
            Command::Claim { worker } => match granted(outcome) {
                Some(job) => {
                    self.jobs.insert(worker, job);
                    self.agenda.enter(at.saturating_add(self.calm.work), Entry::Finish(worker));
                }
                None => self.agenda.enter(at.saturating_add(self.calm.poll), Entry::Poll(worker)),
            },
            Command::Complete { fence, .. } => {
                let Some(worker) = self.jobs.iter().find(|(_, job)| job.1 == fence).map(|(worker, _)| *worker) else {
                    return;
                };
                self.jobs.remove(&worker);
                let next = if self.keeps_slot { Entry::Release(worker, fence) } else { Entry::Poll(worker) };
                self.agenda.enter(at, next);
            }
            Command::Release { worker, .. } => self.agenda.enter(at, Entry::Poll(worker)),
            _ => {}
        }
    }
}

const fn reports(command: Command) -> bool {
    matches!(command, Command::Complete { .. } | Command::Fail { .. } | Command::Release { .. })
}
