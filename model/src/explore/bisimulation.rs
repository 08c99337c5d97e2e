//! A sampled check of the key: two states of one key must answer everything alike, and go on to states of equal keys.
//!
//! The key leaves out what can no longer matter. If it left out too much, the search would merge states that differ and
//! never see what one of them does. So some of the arrivals at a known key are taken from where they came: both states
//! are asked everything that the outside can send, and the answers, told without names, and the keys of the states
//! after them must be the same, name for name, some steps deep.

use super::key::Key;
use super::node::{Explorer, Node, Scratch, Step};
use crate::world::Move;
use spec::{Answer, Explorable};
use std::collections::BTreeMap;

/// Two states of one key that do not behave alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The moves to the first state.
    pub first: Vec<Move>,
    /// The moves to the second state.
    pub second: Vec<Move>,
    /// What one of them does and the other does not.
    pub difference: String,
}

/// What a sampled check came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sampled {
    /// Pairs of different concrete states of one key that were compared.
    pub pairs: usize,
    /// The first pair that does not behave alike.
    pub mismatch: Option<Mismatch>,
}

/// Compares pairs of states of equal keys, one in `every` of those met within `states` states, `steps` steps deep.
pub fn sample<P: Explorable>(explorer: &Explorer<P>, states: usize, every: usize, steps: usize) -> Sampled {
    let mut scratch = Scratch::default();
    let start: Node<P> = explorer.start();
    let mut known: BTreeMap<Key, usize> = BTreeMap::from([(explorer.key(&start, false, &mut scratch), 0)]);
    let mut visited: Vec<(Vec<Move>, Node<P>)> = vec![(Vec::new(), start)];
    let (mut sampled, mut met) = (Sampled::default(), 0_usize);
    for next in 0..states {
        let Some((path, from)) = visited.get(next).filter(|_| visited.len() < states).cloned() else { break };
        let mut moves = Vec::new();
        explorer.moves(&from, &mut moves);
        for step in moves {
            let mut to = from.clone();
            if explorer.step(&from, step, &mut to, &mut scratch) != Step::Moved {
                continue;
            }
            let key = explorer.key(&to, false, &mut scratch);
            let path: Vec<Move> = path.iter().copied().chain([step]).collect();
            let Some(first) = known.get(&key) else {
                known.insert(key, visited.len());
                visited.push((path, to));
                continue;
            };
            met += 1;
            let (first_path, first) = &visited[*first];
            if !met.is_multiple_of(every) {
                continue;
            }
            sampled.pairs += 1;
            if let Some(difference) = differ(explorer, first, &to, steps.saturating_sub(1), &mut scratch) {
                sampled.mismatch = Some(Mismatch { first: first_path.clone(), second: path, difference });
                return sampled;
            }
        }
    }
    sampled
}

/// What one state does and the other does not, if anything: in the next step, and in so many after it.
fn differ<P: Explorable>(
    explorer: &Explorer<P>,
    first: &Node<P>,
    second: &Node<P>,
    after: usize,
    scratch: &mut Scratch<P>,
) -> Option<String> {
    let (ours, theirs) = (behaviours(explorer, first, scratch), behaviours(explorer, second, scratch));
    let names = |behaviours: &[(String, Node<P>)]| behaviours.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let (our_names, their_names) = (names(&ours), names(&theirs));
    if our_names != their_names {
        let only = |these: &[String], those: &[String]| these.iter().find(|name| !those.contains(name)).cloned();
        let extra = only(&our_names, &their_names).map(|name| format!("only the first: {name}"));
        let missing = only(&their_names, &our_names).map(|name| format!("only the second: {name}"));
        let differences: Vec<String> = extra.into_iter().chain(missing).collect();
        return Some(if differences.is_empty() { "not equally often".to_owned() } else { differences.join("; ") });
    }
    let after = after.checked_sub(1)?;
    ours.iter().zip(&theirs).find_map(|((_, ours), (_, theirs))| differ(explorer, ours, theirs, after, scratch))
}

/// Everything that a state does next: the kind of command, the answer without names, and the key that follows; in
/// order of that text, so that two lists can be held against each other although names differ.
fn behaviours<P: Explorable>(
    explorer: &Explorer<P>,
    node: &Node<P>,
    scratch: &mut Scratch<P>,
) -> Vec<(String, Node<P>)> {
    let mut moves = Vec::new();
    explorer.moves(node, &mut moves);
    let mut behaviours = Vec::new();
    for step in moves {
        let mut to = node.clone();
        let done = explorer.step(node, step, &mut to, scratch);
        let said = match step {
            Move::Tick => "time passes".to_owned(),
            Move::StepBack => "clock steps back".to_owned(),
            Move::Send(command) => {
                let outcome = node.plane.clone().apply(node.world.now, command);
                let verb = command.to_string();
                let verb = verb.split(' ').next().unwrap_or_default();
                format!("{verb}: {}", anonymous(&outcome))
            }
        };
        let key = match done {
            Step::Same => explorer.key(node, false, scratch),
            Step::Moved => explorer.key(&to, false, scratch),
            Step::Found(_) => explorer.key(&to, true, scratch),
        };
        behaviours.push((format!("{said} then {key:032x}"), to));
    }
    behaviours.sort_by(|(ours, _), (theirs, _)| ours.cmp(theirs));
    behaviours
}

/// An outcome without names and instants; what they come to is in the key that follows.
fn anonymous(outcome: &spec::Outcome) -> String {
    let answer = match outcome.answer {
        Answer::Granted { .. } => "granted".to_owned(),
        Answer::Renewed { cancel_requested, .. } => format!("renewed {cancel_requested}"),
        Answer::Conflict { .. } => "conflict".to_owned(),
        Answer::Recovered { alarm, .. } => format!("recovered {alarm}"),
        other => other.to_string(),
    };
    let ended: Vec<String> = outcome.ended.iter().map(|ended| format!("{} {}", ended.fate, ended.refunded)).collect();
    let shed = outcome.shed.map(|shed| shed.refunded);
    format!("{answer} +{} -{} {} [{}] {shed:?}", outcome.charged, outcome.refunded, outcome.repeated, ended.join(", "))
}

#[cfg(test)]
mod tests;
