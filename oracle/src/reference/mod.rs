//! The reference: what a control plane should answer, recomputed from the history alone.
//!
//! It exists to disagree with a control plane, so it has another shape than one. A control plane keeps running totals
//! and short-circuits; the reference keeps **tables of facts** (runs, grants, leases, charges, silent ends) folded from
//! the recorded outcomes, which it trusts, and **answers each question by a query** over them. Where several refusals
//! may hold at once it evaluates every condition and picks by rank. Deciding changes nothing: [`Situation::expect`] is
//! pure, and what a step would bring first (an expired lease ended, a lost lease's run queued again) is worked out on
//! a copy of the tables.
//!
//! One fold of the history gives a [`Situation`], which answers any command asked at that moment, says what the view
//! should show ([`Situation::view`]) and describes all that can still matter ([`spec::canon::Describe`]).
//!
//! Where to find what: `facts` the tables, `fold` how a recorded step changes them, `journal` which steps can be lost,
//! `moment` the tables seen at one instant under one set of decisions, and on it the answers: `credit`, `slots`, `submit`,
//! `claim`, `words` (heartbeat, fail, release), `completion`, `cancel`, `ends` (what an ending lease brings), `operator`,
//! `recovery`; then `view` and `describe`. Decisions are matched exhaustively, and each is read only where its options
//! part ways.

mod cancel;
mod claim;
mod clock;
mod completion;
mod credit;
mod describe;
mod ends;
mod facts;
mod fold;
mod journal;
mod ledger;
mod moment;
mod operator;
mod recovery;
mod situation;
mod slots;
mod submit;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use situation::{Situation, Step};
