//! The world: what the outside could send next.
//!
//! Messages are sent at least once and by anybody who was ever entitled to: every submit and cancel may come again, and
//! every word of a worker under any fence that it was ever granted. Time passes, for ever. Only what an operator does,
//! restarts and steps back of the clock are limited, each by a budget of the scope.
//!
//! Of the fences of a run only three can be told apart: its newest, an older one, and one that the control plane has
//! forgotten because its record was lost. One of each is kept.

use spec::canon::{Canon, Token};
use spec::yaml::{Scope, ScopeCommand};
use spec::{Answer, Command, Digest, Fence, Millis, Outcome, Refusal, RunId, TenantId, View, WorkerId};

/// One thing that can happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A millisecond passes.
    Tick,
    /// The outside's clock is stepped back.
    StepBack,
    /// A command arrives.
    Send(Command),
}

/// The outside of one history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct World {
    /// The outside's clock, in ms.
    pub now: Millis,
    /// The instant of the newest command; `None` before the first.
    pub last_at: Option<Millis>,
    grants: Vec<Grants>,
    operator_left: u32,
    restarts_left: u32,
    steps_back_left: u32,
    halted: bool,
    /// The slots of the pool as set.
    slots: i64,
    /// Of each run, the cost of the submit that queued it.
    costs: Vec<i64>,
}

/// The fences under which workers may speak of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Grants {
    newest: Option<Grant>,
    older: Option<Grant>,
    forgotten: Option<Grant>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grant {
    fence: Fence,
    /// The record of this grant was lost.
    lost: bool,
}

impl World {
    /// The world before anything has happened.
    pub fn start(scope: &Scope) -> World {
        let runs = scope.runs.iter().map(Vec::len).sum();
        World {
            now: 0,
            last_at: None,
            grants: vec![Grants::default(); runs],
            operator_left: scope.operator.budget,
            restarts_left: scope.restarts.budget,
            steps_back_left: scope.step_back.budget,
            halted: false,
            slots: i64::from(scope.settings.pool),
            costs: vec![0; runs],
        }
    }

    /// Takes over another world's state without allocating.
    pub fn copy_from(&mut self, other: &World) {
        self.grants.clone_from(&other.grants);
        self.now = other.now;
        self.last_at = other.last_at;
        self.operator_left = other.operator_left;
        self.restarts_left = other.restarts_left;
        self.steps_back_left = other.steps_back_left;
        self.halted = other.halted;
        self.slots = other.slots;
        self.costs.clone_from(&other.costs);
    }

    /// Everything that can happen next, in a fixed order.
    pub fn moves(&self, scope: &Scope, moves: &mut Vec<Move>) {
        moves.clear();
        moves.push(Move::Tick);
        self.tenants_send(scope, moves);
        self.workers_send(scope, moves);
        if sends(scope, ScopeCommand::Sweep) {
            moves.push(Move::Send(Command::Sweep));
        }
        self.operator_sends(scope, moves);
        if self.stepped_back(scope).is_some() {
            moves.push(Move::StepBack);
        }
    }

    fn tenants_send(&self, scope: &Scope, moves: &mut Vec<Move>) {
        for (run, cost) in runs(scope) {
            if sends(scope, ScopeCommand::Submit) {
                moves.push(Move::Send(Command::Submit { run, cost }));
                if scope.other_cost {
                    moves.push(Move::Send(Command::Submit { run, cost: cost.saturating_add(1) }));
                }
            }
            if sends(scope, ScopeCommand::Cancel) {
                moves.push(Move::Send(Command::Cancel { run }));
            }
        }
        if scope.unknown {
            let run = RunId { tenant: TenantId(scope.runs.len() as u32), key: 1 };
            if sends(scope, ScopeCommand::Submit) {
                moves.push(Move::Send(Command::Submit { run, cost: std::num::NonZeroU32::MIN }));
            }
            if sends(scope, ScopeCommand::Cancel) {
                moves.push(Move::Send(Command::Cancel { run }));
            }
            if scope.operator.budget > 0 {
                moves.push(Move::Send(Command::SetCap { tenant: run.tenant, cap: 1 }));
                moves.push(Move::Send(Command::SetQuota { tenant: run.tenant, quota: 1 }));
            }
        }
    }

    fn workers_send(&self, scope: &Scope, moves: &mut Vec<Move>) {
        if sends(scope, ScopeCommand::Claim) {
            moves.extend((1..=scope.workers).map(|worker| Move::Send(Command::Claim { worker: WorkerId(worker) })));
        }
        for (index, grants) in self.grants.iter().enumerate() {
            for grant in grants.all() {
                Self::words_under(scope, grant, moves);
            }
            if sends(scope, ScopeCommand::Complete) {
                let (run, _) = runs(scope).nth(index).expect("one entry for each run of the scope");
                let own = grants.all().map(|grant| grant.fence);
                // A worker that mixes up two runs, or one that speaks of a run that was never granted to anybody.
                let foreign = self.newest_of_another(index).map(|grant| grant.fence);
                for fence in own.chain(foreign) {
                    for result in 0..u64::from(scope.results) {
                        moves.push(Move::Send(Command::Complete { run, fence, result: Digest(result) }));
                    }
                }
            }
        }
    }

    fn words_under(scope: &Scope, grant: Grant, moves: &mut Vec<Move>) {
        let fence = grant.fence;
        // From the worker to whom it was granted, and from those to whom it was not.
        for worker in (1..=scope.workers).map(WorkerId) {
            if sends(scope, ScopeCommand::Heartbeat) {
                moves.push(Move::Send(Command::Heartbeat { worker, fence }));
            }
            if sends(scope, ScopeCommand::Fail) {
                moves.push(Move::Send(Command::Fail { worker, fence }));
            }
            if sends(scope, ScopeCommand::Release) {
                moves.push(Move::Send(Command::Release { worker, fence }));
            }
        }
    }

    fn newest_of_another(&self, index: usize) -> Option<Grant> {
        let others = self.grants.iter().enumerate().filter(|(other, _)| *other != index);
        others.filter_map(|(_, grants)| grants.newest).max_by_key(|grant| grant.fence)
    }

    fn operator_sends(&self, scope: &Scope, moves: &mut Vec<Move>) {
        if self.operator_left > 0 {
            let operator = &scope.operator;
            for (tenant, caps) in &operator.set_cap {
                moves.extend(caps.iter().map(|cap| Move::Send(Command::SetCap { tenant: *tenant, cap: *cap })));
            }
            for (tenant, quotas) in &operator.set_quota {
                let quotas = quotas.iter().map(|quota| Command::SetQuota { tenant: *tenant, quota: *quota });
                moves.extend(quotas.map(Move::Send));
            }
            moves.extend(operator.resize.iter().map(|slots| Move::Send(Command::Resize { slots: *slots })));
        }
        if scope.restarts.budget > 0 {
            // While it is halted a restart is refused, so it costs nothing of the budget.
            if self.restarts_left > 0 || self.halted {
                moves.extend(scope.restarts.lost.iter().map(|lost| Move::Send(Command::Restart { lost: *lost })));
            }
            moves.push(Move::Send(Command::Acknowledge));
        }
    }

    /// Where the outside's clock would stand after a step back, if there may be one.
    pub fn stepped_back(&self, scope: &Scope) -> Option<Millis> {
        if self.steps_back_left > 0 { self.now.checked_sub(scope.step_back.by) } else { None }
    }

    /// Time passes.
    pub fn tick(&mut self) {
        self.now += 1;
    }

    /// The outside's clock is stepped back.
    pub fn step_back(&mut self, scope: &Scope) {
        self.now -= scope.step_back.by;
        self.steps_back_left -= 1;
    }

    /// The command was carried out with this answer.
    pub fn sent(&mut self, scope: &Scope, command: Command, outcome: &Outcome) {
        // Neither of these moves the control plane's clock.
        if !matches!(outcome.answer, Answer::Refused(Refusal::Halted | Refusal::Clock)) {
            self.last_at = Some(self.now);
        }
        if let Answer::Granted { run, fence, .. } = outcome.answer
            && !outcome.repeated
            && let Some(index) = runs(scope).position(|(other, _)| other == run)
        {
            self.grants[index].add(Grant { fence, lost: false });
        }
        self.note_size_and_cost(scope, command, outcome);
        let accepted = !matches!(outcome.answer, Answer::Refused(_));
        match command {
            Command::SetCap { .. } | Command::SetQuota { .. } | Command::Resize { .. } if accepted => {
                self.operator_left = self.operator_left.saturating_sub(1);
            }
            Command::Restart { .. } if accepted => {
                self.restarts_left = self.restarts_left.saturating_sub(1);
                self.halted = outcome.answer == Answer::Halted;
            }
            Command::Acknowledge if accepted => self.halted = false,
            _ => {}
        }
    }

    /// What is known of the pool's size and of costs; both are part of what the engines describe, and not of the key here.
    fn note_size_and_cost(&mut self, scope: &Scope, command: Command, outcome: &Outcome) {
        match (command, outcome.answer) {
            (Command::Resize { slots }, Answer::Set) => self.slots = slots,
            (Command::Submit { run, cost }, Answer::Queued { .. }) if !outcome.repeated => {
                if let Some(index) = runs(scope).position(|(other, _)| other == run) {
                    self.costs[index] = i64::from(cost.get());
                }
            }
            _ => {}
        }
    }

    /// The highest fence of any grant, also of one whose record was lost.
    pub fn highest_fence(&self) -> Option<Fence> {
        self.grants.iter().filter_map(|grants| grants.newest).map(|grant| grant.fence).max()
    }

    /// The slots of the pool as set.
    pub fn slots(&self) -> i64 {
        self.slots
    }

    /// The cost, in credits, of the submit that queued a run.
    pub fn cost(&self, scope: &Scope, run: RunId) -> i64 {
        runs(scope).position(|(other, _)| other == run).map_or(0, |index| self.costs[index])
    }

    /// After a recovery that lost records: fences that the control plane no longer knows are marked as forgotten.
    pub fn recovered(&mut self, scope: &Scope, view: &View) {
        for ((run, _), grants) in runs(scope).zip(&mut self.grants) {
            if let Some(newest) = &mut grants.newest {
                let known = view.runs.iter().find(|other| other.run == run).and_then(|run| run.fence);
                newest.lost |= known != Some(newest.fence);
            }
        }
    }

    /// Whether there may be another restart.
    pub fn may_restart(&self) -> bool {
        self.restarts_left > 0
    }

    /// Whether it waits for an operator to acknowledge a loss.
    pub fn is_halted(&self) -> bool {
        self.halted
    }

    /// The budgets, and of each run which kinds of fences are about.
    pub fn describe(&self, scope: &Scope, canon: &mut Canon) {
        canon.fact(&[
            Token::Number(1),
            Token::Number(self.operator_left.into()),
            Token::Number(self.restarts_left.into()),
            Token::Number(self.steps_back_left.into()),
        ]);
        for ((run, _), grants) in runs(scope).zip(&self.grants) {
            if let Some(newest) = grants.newest {
                canon.fact(&[
                    Token::Number(2),
                    run.into(),
                    newest.lost.into(),
                    grants.older.is_some().into(),
                    grants.forgotten.is_some().into(),
                ]);
            }
        }
    }
}

impl Grants {
    fn add(&mut self, grant: Grant) {
        if let Some(before) = self.newest.replace(grant) {
            if before.lost {
                self.forgotten = Some(before);
            } else {
                self.older = Some(before);
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = Grant> + use<> {
        [self.newest, self.older, self.forgotten].into_iter().flatten()
    }
}

fn sends(scope: &Scope, command: ScopeCommand) -> bool {
    scope.commands.contains(&command)
}

/// The runs of a scope, in order, with their costs.
pub fn runs(scope: &Scope) -> impl Iterator<Item = (RunId, std::num::NonZeroU32)> {
    scope.runs.iter().enumerate().flat_map(|(tenant, costs)| {
        let tenant = TenantId(tenant as u32);
        costs.iter().enumerate().map(move |(key, cost)| (RunId { tenant, key: key as u32 + 1 }, *cost))
    })
}

#[cfg(test)]
mod tests;
