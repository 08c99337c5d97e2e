//! Holds the files of the witnesses against what a fresh search finds.

use super::find::Found;
use super::plain::Plainness;
use super::{Pair, replay};
use crate::abreast::search::Cost;
use crate::kept::Kept;
use crate::subject::Subject;
use spec::yaml::Witness;
use spec::{DecisionId, Explorable, Millis};

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
    let Cost { commands, clock } = least.cost;
    let is_plain = |then| Plainness::of(witness.decision, then).is_plain();
    if !is_plain(&witness.then) && is_plain(&least.then) {
        return Some(format!(
            "only the reason differs that is given for a no: {commands} commands within {clock} ms show more"
        ));
    }
    if cost(&witness) > least.cost {
        return Some(format!("it is longer than it need be: {commands} commands within {clock} ms are enough"));
    }
    Some("it is stale: the spec, or how it is told, has changed".to_owned())
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

/// What a witness costs, as the search counts.
fn cost(witness: &Witness) -> Cost {
    let (mut commands, mut clock, mut now): (u32, Millis, Millis) = (0, 0, 0);
    for step in witness.steps(0) {
        commands += 1;
        clock += step.at.abs_diff(now);
        now = step.at;
    }
    Cost { commands, clock: clock.try_into().unwrap_or(u32::MAX) }
}
