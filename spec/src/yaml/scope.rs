//! Scopes: the worlds that are explored exhaustively, as data.

use super::layout::SCOPE_COMMANDS;
use crate::{DecisionId, Millis, Settings, TenantId};
use std::num::NonZeroU32;

/// A world that is explored exhaustively.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// Its name, unique among scopes.
    pub name: String,
    /// What it is to show.
    pub about: String,
    /// The settings that it runs under: the spec's, with its own changes.
    pub settings: Settings,
    /// How many workers there are; at least 1.
    pub workers: u32,
    /// The costs in credits of each tenant's runs, by dense id of the tenant; a tenant without runs has an empty list.
    pub runs: Vec<Vec<NonZeroU32>>,
    /// How many different results a run can have; at least 1.
    pub results: u32,
    /// Whether a run is also submitted again with another cost.
    pub other_cost: bool,
    /// What tenants, workers and the clockwork can send.
    pub commands: Vec<ScopeCommand>,
    /// Whether an unknown tenant is named too.
    pub unknown: bool,
    /// What an operator can do.
    pub operator: Operator,
    /// How the control plane can restart.
    pub restarts: Restarts,
    /// How the clock can step back.
    pub step_back: StepBack,
    /// Decisions that it sets, with the index of the option.
    pub with: Vec<(DecisionId, usize)>,
    /// Whether it is too large for every day.
    pub deep: bool,
    /// The line of its name.
    pub line: usize,
}

/// What an operator can do in a scope; nothing by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Operator {
    /// The most operator commands in one history.
    pub budget: u32,
    /// The caps that each tenant can be given.
    pub set_cap: Vec<(TenantId, Vec<i64>)>,
    /// The quotas that each tenant can be given.
    pub set_quota: Vec<(TenantId, Vec<i64>)>,
    /// The sizes that the pool can be given.
    pub resize: Vec<i64>,
}

/// How the control plane can restart in a scope; never by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Restarts {
    /// The most restarts in one history.
    pub budget: u32,
    /// How many of the newest journal records a restart can lose.
    pub lost: Vec<u32>,
}

/// How the clock can step back in a scope; never by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepBack {
    /// The most steps back in one history.
    pub budget: u32,
    /// How far, in ms.
    pub by: Millis,
}

/// A sort of command that a scope can be told to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScopeCommand {
    /// [`Command::Submit`]
    Submit,
    /// [`Command::Cancel`]
    Cancel,
    /// [`Command::Claim`]
    Claim,
    /// [`Command::Heartbeat`]
    Heartbeat,
    /// [`Command::Complete`]
    Complete,
    /// [`Command::Fail`]
    Fail,
    /// [`Command::Release`]
    Release,
    /// [`Command::Sweep`]
    Sweep,
}

impl ScopeCommand {
    /// All of them, in the order of [`Command`].
    pub const ALL: [ScopeCommand; 8] = [
        ScopeCommand::Submit,
        ScopeCommand::Cancel,
        ScopeCommand::Claim,
        ScopeCommand::Heartbeat,
        ScopeCommand::Complete,
        ScopeCommand::Fail,
        ScopeCommand::Release,
        ScopeCommand::Sweep,
    ];

    /// Its word in spec.yaml.
    pub fn word(self) -> &'static str {
        SCOPE_COMMANDS[self as usize]
    }
}
