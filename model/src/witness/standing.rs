//! How things stand before the last step of a witness, under one of its options: what the words about it rest on.
//!
//! The oracle says it, from the steps that were told, so it is what anybody can work out who reads the file.

use oracle::reference::Situation;
use spec::yaml::{Step, Witness};
use spec::{
    Answer, Command, Credits, Decisions, Fence, LeaseView, Millis, Outcome, RunId, TenantId, TenantView, View, WorkerId,
};

/// How things stand when the last step comes.
#[derive(Debug)]
pub struct Standing<'w> {
    /// The witness.
    pub witness: &'w Witness,
    /// The decisions in force.
    pub decisions: Decisions,
    /// The control plane's own time when the last step comes, in ms (D38).
    pub now: Millis,
    view: View,
}

impl<'w> Standing<'w> {
    /// Before the last step, under the first or the second option; `in_force` are the decisions of the spec.
    pub fn before_the_last(witness: &'w Witness, side: usize, in_force: &Decisions) -> Standing<'w> {
        let decisions = witness.decisions(in_force, side);
        let mut situation = Situation::start(&witness.settings, &decisions);
        for step in &witness.given {
            if let Some(outcome) = &step.outcome {
                situation.after(step.at, step.command, outcome);
            }
        }
        let at = witness.when.at;
        let mut view = View::default();
        situation.view(at, &mut view);
        Standing { witness, now: situation.time(at), decisions, view }
    }

    /// The command that comes.
    pub fn command(&self) -> Command {
        self.witness.when.command
    }

    /// The live leases, by fence.
    pub fn leases(&self) -> &[LeaseView] {
        &self.view.leases
    }

    /// The live lease of a worker.
    pub fn lease_of(&self, worker: WorkerId) -> Option<&LeaseView> {
        self.view.leases.iter().find(|lease| lease.worker == worker)
    }

    /// The live lease of this fence.
    pub fn lease(&self, fence: Fence) -> Option<&LeaseView> {
        self.view.leases.iter().find(|lease| lease.fence == fence)
    }

    /// The fence of the newest grant of a run.
    pub fn newest_fence(&self, run: RunId) -> Option<Fence> {
        self.view.runs.iter().find(|view| view.run == run)?.fence
    }

    /// A tenant, if it exists.
    pub fn tenant(&self, tenant: TenantId) -> Option<&TenantView> {
        self.view.tenants.iter().find(|view| view.tenant == tenant)
    }

    /// Every tenant.
    pub fn tenants(&self) -> &[TenantView] {
        &self.view.tenants
    }

    /// How many slots rest after a silent end.
    pub fn resting(&self) -> usize {
        self.view.resting.len()
    }

    /// When the only slot that rests is usable again.
    pub fn rests_until(&self) -> Option<Millis> {
        if let [until] = self.view.resting[..] { Some(until) } else { None }
    }

    /// How many slots are not warm yet.
    pub fn warming(&self) -> usize {
        self.view.warming.len()
    }

    /// How many slots there are, warm or not.
    pub fn slots(&self) -> usize {
        let resized = self.told().rev().find_map(|(step, outcome)| match (step.command, outcome.answer) {
            (Command::Resize { slots }, Answer::Set) => usize::try_from(slots).ok(),
            _ => None,
        });
        resized.unwrap_or(self.witness.settings.pool as usize)
    }

    /// The first submit of a run that was answered this: when it came, and for what cost.
    pub fn submitted(&self, run: RunId, answer: Answer) -> Option<(Millis, u32)> {
        self.told().find_map(|(step, outcome)| match step.command {
            Command::Submit { run: submitted, cost } if submitted == run && outcome.answer == answer => {
                Some((step.at, cost.get()))
            }
            _ => None,
        })
    }

    /// The cost of a run that is queued, as it was submitted.
    pub fn cost(&self, run: RunId) -> Option<u32> {
        let queued = [false, true].map(|parked| self.submitted(run, Answer::Queued { parked }));
        queued.into_iter().flatten().next().map(|(_, cost)| cost)
    }

    /// The run that was granted last.
    pub fn granted_last(&self) -> Option<RunId> {
        self.told().rev().find_map(|(_, outcome)| match outcome.answer {
            Answer::Granted { run, .. } if !outcome.repeated => Some(run),
            _ => None,
        })
    }

    /// What was refunded in this window of what was charged in an earlier one: the instant, and how many credits.
    pub fn refunded_late(&self) -> Option<(Millis, Credits)> {
        let window = |at: Millis| at.checked_div(self.witness.settings.window);
        let charged = |run: RunId| {
            self.told().find_map(|(step, outcome)| match outcome.answer {
                Answer::Granted { run: granted, .. } if granted == run && outcome.charged > 0 => Some(step.at),
                _ => None,
            })
        };
        let late = |(step, outcome): (&Step, &Outcome)| {
            let ended =
                outcome.ended.iter().filter(|ended| charged(ended.run).is_some_and(|at| window(at) < window(step.at)));
            let amount: Credits = ended.map(|ended| ended.refunded).sum();
            (amount > 0 && window(step.at) == window(self.now)).then_some((step.at, amount))
        };
        self.told().rev().find_map(late)
    }

    /// The deadline of a lease as it was last told.
    pub fn told_deadline(&self, lease: Fence) -> Option<Millis> {
        self.told().rev().find_map(|(step, outcome)| match (step.command, outcome.answer) {
            (_, Answer::Granted { fence, deadline, .. }) if fence == lease => Some(deadline),
            (Command::Heartbeat { fence, .. }, Answer::Renewed { deadline, .. }) if fence == lease => Some(deadline),
            _ => None,
        })
    }

    /// When a lease was told to have ended.
    pub fn ended(&self, lease: Fence) -> Option<Millis> {
        let mut told = self.told();
        told.find(|(_, outcome)| outcome.ended.iter().any(|ended| ended.fence == lease)).map(|(step, _)| step.at)
    }

    /// The instant of the last step before this one.
    pub fn last(&self) -> Option<Millis> {
        self.witness.given.last().map(|step| step.at)
    }

    fn told(&self) -> impl DoubleEndedIterator<Item = (&Step, &Outcome)> {
        self.witness.given.iter().filter_map(|step| step.outcome.as_ref().map(|outcome| (step, outcome)))
    }
}
