//! The judge: it takes the steps one after the other, keeps the facts, and asks each invariant.

use super::facts::Facts;
use super::id::{InvariantId, Violation};
use super::log::{Log, leaves_record};
use super::step::{Invariant, Report, Rules, Step};
use spec::{Answer, Command, Decisions, Millis, Outcome, ReadSet, Refusal, Settings};
use std::sync::Arc;

/// Judges a history step by step, on what an outsider knows.
pub struct Judge {
    pub(super) rules: Rules,
    invariants: &'static [&'static dyn Invariant],
    pub(super) facts: Facts,
    pub(super) log: Log,
}

/// All eight, in order.
pub static ALL: [&dyn Invariant; 8] = [
    &super::i1_cap::Cap,
    &super::i2_pool::Pool,
    &super::i3_no_leak::NoLeak,
    &super::i4_exclusive::Exclusive,
    &super::i5_effect_once::EffectOnce,
    &super::i6_fenced::Fenced,
    &super::i7_ledger::Ledger,
    &super::i8_final::Final,
];

impl Judge {
    /// A judge of all eight, before the first step.
    pub fn start(settings: &Settings, decisions: &Decisions) -> Judge {
        let rules = Rules { settings: Arc::new(settings.clone()), decisions: decisions.clone() };
        rules.decisions.forget_reads();
        let facts = Facts::start(&rules);
        Judge { rules, invariants: &ALL, facts, log: Log::keeping() }
    }

    /// The same judge with other invariants: some of [`ALL`], or ones that are wrong on purpose.
    pub fn with(mut self, invariants: &'static [&'static dyn Invariant]) -> Judge {
        self.invariants = invariants;
        self
    }

    /// The same judge, but one that keeps no steps: for histories in which no recovery loses records, where keeping them
    /// would cost memory for nothing. A loss is judged as ever (I8), but afterwards the facts still tell of what was
    /// lost.
    pub fn without_losses(mut self) -> Judge {
        self.log = Log::counting_only();
        self
    }

    /// The invariants that it judges by.
    pub fn invariants(&self) -> impl Iterator<Item = InvariantId> {
        self.invariants.iter().map(|invariant| invariant.id())
    }

    /// The facts so far.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The decisions that the last [`Judge::observe`] read.
    pub fn reads(&self) -> ReadSet {
        self.rules.decisions.reads()
    }

    /// Judges one step against the facts before it, then adds it to them. `at` is the command's instant, in ms of the
    /// outside's clock.
    pub fn observe(&mut self, at: Millis, command: Command, outcome: &Outcome, violations: &mut Vec<Violation>) {
        self.rules.decisions.forget_reads();
        if matches!(outcome.answer, Answer::Refused(Refusal::Halted | Refusal::Clock)) {
            return;
        }
        let Judge { rules, invariants, facts, log } = self;
        let now = facts.advance(at, rules);
        let lost = match command {
            Command::Restart { lost } => log.len().min(lost as usize),
            Command::Acknowledge => facts.pending_loss.unwrap_or(0),
            _ => 0,
        };
        let step = Step::new(now, command, outcome, lost, rules);
        if matches!(step.answer, Answer::Recovered { alarm: true, .. }) {
            log.lose(lost, facts, rules);
        }
        let mut each = |facts: &Facts, judge: &dyn Fn(&dyn Invariant, &Facts, &mut Report<'_>)| {
            for invariant in *invariants {
                judge(*invariant, facts, &mut Report { invariant: invariant.id(), violations });
            }
        };
        for end in step.ended {
            each(facts, &|invariant, facts, report| invariant.judge_end(facts, &step, end, report));
            facts.fold_end(&step, end);
        }
        if let Some(shed) = &step.shed {
            each(facts, &|invariant, facts, report| invariant.judge_shed(facts, &step, shed, report));
            facts.fold_shed(&step, shed);
        }
        each(facts, &|invariant, facts, report| invariant.judge_answer(facts, &step, report));
        let recorded = leaves_record(facts, &step);
        facts.fold_answer(&step);
        if recorded {
            log.push(&step);
        }
    }
}

impl Clone for Judge {
    fn clone(&self) -> Judge {
        Judge {
            rules: self.rules.clone(),
            invariants: self.invariants,
            facts: self.facts.clone(),
            log: self.log.clone(),
        }
    }

    fn clone_from(&mut self, source: &Judge) {
        self.rules.clone_from(&source.rules);
        self.invariants = source.invariants;
        self.facts.clone_from(&source.facts);
        self.log.clone_from(&source.log);
    }
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let invariants: Vec<_> = self.invariants().collect();
        f.debug_struct("Judge").field("invariants", &invariants).field("facts", &self.facts).finish_non_exhaustive()
    }
}
