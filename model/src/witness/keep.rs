//! Holds the files of the witnesses against what a fresh search finds.

use super::find::Found;
use super::rank::{self, Guide};
use super::{Pair, replay};
use crate::abreast::search::Cost;
use crate::kept::Kept;
use crate::subject::Subject;
use spec::yaml::Witness;
use spec::{DecisionId, Explorable};

/// What is wrong with the file of a witness, given what it should hold; none where it holds just that.
pub fn complaint<P: Explorable>(
    subject: &Subject,
    kept: &Kept,
    name: &str,
    expected: &str,
    least: &Found,
) -> Option<String> {
    let Some(bytes) = kept.file(name) else { return Some("it is missing".to_owned()) };
    if bytes == expected.as_bytes() {
        return None;
    }
    let path = kept.path(name).display().to_string();
    let witness = match Witness::parse_bytes(&path, bytes, &subject.file) {
        Ok(witness) => witness,
        Err(diagnostics) => return Some(format!("it does not read:\n{}", diagnostics.to_string().trim_end())),
    };
    let ends = [0, 1].map(|side| last_answer::<P>(subject, &witness, side));
    if ends[0] == ends[1] {
        return Some("it no longer differs: both options answer alike".to_owned());
    }
    if let Err(deviation) = replay::play_both::<P>(&witness, &subject.base) {
        let came = deviation.told.last().map_or_else(String::new, |(_, _, outcome)| outcome.to_string());
        let (line, stated) = (deviation.line, &deviation.stated);
        return Some(format!("it is stale: line {line} states `{stated}`, and it comes to `{came}`"));
    }
    let better = better_is_known(subject, &witness, least);
    Some(better.unwrap_or_else(|| "it is stale: the spec, or how it is told, has changed".to_owned()))
}

/// What another history has over that of a sound file.
fn better_is_known(subject: &Subject, witness: &Witness, least: &Found) -> Option<String> {
    let guide = Guide::new(subject, Pair { decision: witness.decision, options: witness.options });
    let own = rank::of_file(subject, witness);
    let Cost { commands, clock } = least.cost;
    let near = format!("{commands} commands within {clock} ms");
    if own <= least.rank {
        return None;
    }
    if !own.is_plain() && least.rank.is_plain() {
        return Some(format!("only the reason differs that is given for a no: {near} show more"));
    }
    if let Some(ending) = guide.ending(&least.rank).filter(|_| own.ending() != least.rank.ending()) {
        return Some(format!("another history tells more: {near} part as `{}` does in the spec", ending.name));
    }
    if own.is_beyond_a_quota() && !least.rank.is_beyond_a_quota() {
        return Some(format!("it asks for more than a whole quota: {near} do without"));
    }
    if own.cost() > least.cost {
        return Some(format!("it is longer than it need be: {near} are enough"));
    }
    if own.unlike() > least.rank.unlike() {
        return Some(format!("another history tells more: {near} are more like the scenario of the spec"));
    }
    None
}

/// The decision that a file of this name is about.
pub fn decision(name: &str) -> Option<DecisionId> {
    DecisionId::find(name.split('-').next().unwrap_or_default())
}

/// Why a file does not belong among the witnesses.
pub fn stray(subject: &Subject, wanted: &[(Pair, String)], name: &str) -> Option<String> {
    if wanted.iter().any(|(_, file)| file == name) {
        return None;
    }
    Some(match decision(name) {
        Some(decision) if subject.open.contains(&decision) => {
            format!("it is stale: {decision} is open, and has no such pair of options")
        }
        Some(decision) => {
            format!(
                "it is stale: {decision} is settled on {}, and has no such other option",
                subject.base.option_name(decision)
            )
        }
        None => "it is no witness: there is no such decision".to_owned(),
    })
}

/// What the last step of a witness is answered under one of its options, whatever the file states.
fn last_answer<P: Explorable>(subject: &Subject, witness: &Witness, side: usize) -> Option<spec::Outcome> {
    let mut plane = P::start(&witness.settings, &witness.decisions(&subject.base, side));
    witness.steps(side).map(|step| plane.apply(step.at, step.command)).last()
}
