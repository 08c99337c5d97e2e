//! Makes a witness of what was found: a history that explains itself, with no setting in it that makes no difference.

use super::find::Found;
use super::{Pair, replay, words};
use crate::abreast::{Scratch, State, Taken};
use crate::subject::Subject;
use crate::world::Move;
use spec::yaml::{Step, Witness};
use spec::{Explorable, Outcome, Settings};

/// The witness of this history, or none where it does not come out as it was found.
pub fn tell<P: Explorable>(subject: &Subject, pair: Pair, found: &Found) -> Option<Witness> {
    let scope = &subject.scopes[found.scope];
    let steps = steps::<P>(subject, pair, found)?;
    let (when, given) = steps.split_last()?;
    let decision = subject.file.decision(pair.decision)?;
    let [first, second] = pair.options.map(|option| decision.options.get(option));
    let (first, second) = (first?, second?);
    let mut witness = Witness {
        decision: pair.decision,
        question: decision.question.clone(),
        options: pair.options,
        means: [first.means.clone(), second.means.clone()],
        differs: words::differs(pair.names(), when.at, when.command, &found.then),
        matters: words::matters(subject, pair)?,
        settings: scope.settings.clone(),
        with: found.with.clone(),
        given: given.to_vec(),
        when: when.clone(),
        then: found.then.clone(),
        then_lines: [0; 2],
    };
    witness.settings = needed_settings::<P>(subject, &witness);
    Some(witness)
}

/// The commands of a history, each with its instant and, but for the last, with its outcome.
fn steps<P: Explorable>(subject: &Subject, pair: Pair, found: &Found) -> Option<Vec<Step>> {
    let field = super::find::field(subject, &subject.scopes[found.scope], pair, &found.with);
    let mut state: State<P> = field.start();
    let mut scratch = Scratch::default();
    let mut steps = Vec::new();
    for next in &found.moves {
        let at = state.world.now;
        let outcome: Option<Outcome> = match field.take(&mut state, *next, &mut scratch) {
            Taken::Time => continue,
            Taken::Alike(outcome) => Some(outcome),
            Taken::Apart(outcomes) if outcomes == found.then => None,
            Taken::Apart(_) | Taken::Panic(_) => return None,
        };
        if let Move::Send(command) = next {
            steps.push(Step { at, command: *command, outcome, line: 0 });
        }
    }
    Some(steps)
}

/// The settings with as many as possible of the spec's own in place of the scope's: those that make no difference to a
/// single answer of this history. Of the tenants, those that nobody speaks of are left out.
fn needed_settings<P: Explorable>(subject: &Subject, witness: &Witness) -> Settings {
    let base = &subject.file.settings;
    let mut needed = witness.clone();
    let mut change = |change: fn(&mut Settings, &Settings)| {
        let before = needed.settings.clone();
        change(&mut needed.settings, base);
        let sound = !needed.settings.tenants.is_empty() && needed.settings.validate().is_ok();
        let same = sound && replay::play_both::<P>(&needed, &subject.base).is_ok();
        if !same {
            needed.settings = before;
        }
        same
    };
    if !change(|settings, base| settings.tenants.clone_from(&base.tenants)) {
        // They are named in order, so only the last can be left out.
        while change(|settings, _| settings.tenants.truncate(settings.tenants.len().saturating_sub(1))) {}
    }
    change(|settings, base| settings.window = base.window);
    change(|settings, base| settings.lease = base.lease);
    change(|settings, base| settings.warm_up = base.warm_up);
    change(|settings, base| settings.grace = base.grace);
    change(|settings, base| settings.attempts = base.attempts);
    change(|settings, base| settings.queue = base.queue);
    change(|settings, base| settings.pool = base.pool);
    needed.settings
}
