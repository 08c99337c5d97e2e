//! Makes a witness of what was found: a history that explains itself.
//!
//! Of the settings it names those that matter: with another value some answer of the history would be another one. All
//! others are the spec's own, as far as that changes nothing.

use super::find::Found;
use super::rank::Guide;
use super::{Pair, replay, words};
use crate::abreast::{Scratch, State, Taken};
use crate::scenarios::Deviation;
use crate::subject::Subject;
use crate::world::Move;
use spec::yaml::{Step, Witness};
use spec::{Decisions, Explorable, Outcome, Settings};
use std::marker::PhantomData;

/// A witness, and the settings that it names.
#[derive(Debug, Clone)]
pub struct Told {
    /// The witness.
    pub witness: Witness,
    /// The names of the settings that matter, or that are not the spec's.
    pub named: Vec<&'static str>,
    /// Whether more than a reason differs, or just the reason that a scenario is about.
    pub is_plain: bool,
    /// The scenario that it ends as, if it does.
    pub scenario: Option<String>,
}

/// The witness of this history, or none where it does not come out as it was found.
pub fn tell<P: Explorable>(subject: &Subject, pair: Pair, found: &Found) -> Option<Told> {
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
        differs: String::new(),
        matters: words::matters(subject, pair)?,
        settings: scope.settings.clone(),
        with: found.with.clone(),
        given: given.to_vec(),
        when: when.clone(),
        then: found.then.clone(),
        then_lines: [0; 2],
    };
    let mut settings =
        Trial::<'_, P> { subject, witness: &mut witness, play: replay::play_both::<P>, plane: PhantomData };
    settings.take_the_spec_s_own();
    let named = settings.named();
    witness.differs = words::differs(subject, &witness);
    let guide = Guide::new(subject, pair);
    let scenario = guide.ending(&found.rank).map(|ending| ending.name.clone());
    Some(Told { witness, named, is_plain: found.rank.is_plain(), scenario })
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

/// Tries settings on a witness.
struct Trial<'t, P> {
    subject: &'t Subject,
    witness: &'t mut Witness,
    play: fn(&Witness, &Decisions) -> Result<(), Box<Deviation>>,
    plane: PhantomData<P>,
}

/// A setting that is a number: its name, and how it is read and set.
pub type Number = (&'static str, fn(&Settings) -> u64, fn(&mut Settings, u64));

/// All settings but the tenants.
pub const NUMBERS: [Number; 7] = [
    ("window", |settings| settings.window, |settings, value| settings.window = value),
    ("lease", |settings| settings.lease, |settings, value| settings.lease = value),
    ("warm-up", |settings| settings.warm_up, |settings, value| settings.warm_up = value),
    ("grace", |settings| settings.grace, |settings, value| settings.grace = value),
    ("attempts", |settings| settings.attempts.into(), |settings, value| settings.attempts = count(value)),
    ("queue", |settings| settings.queue.into(), |settings, value| settings.queue = count(value)),
    ("pool", |settings| settings.pool.into(), |settings, value| settings.pool = count(value)),
];

/// The name of the one setting that is no number.
pub const TENANTS: &str = "tenants";

fn count(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

impl<P: Explorable> Trial<'_, P> {
    /// Whether the history is answered the same under these settings.
    fn same(&self, change: impl FnOnce(&mut Settings)) -> bool {
        let mut changed = self.witness.clone();
        change(&mut changed.settings);
        let sound = !changed.settings.tenants.is_empty() && changed.settings.validate().is_ok();
        sound && (self.play)(&changed, &self.subject.base).is_ok()
    }

    /// Changes the settings if the history is answered the same.
    fn keep_if_same(&mut self, change: impl Fn(&mut Settings)) -> bool {
        let same = self.same(&change);
        if same {
            change(&mut self.witness.settings);
        }
        same
    }

    /// Puts the spec's own settings in the place of the scope's, as far as it changes nothing. Of the tenants, those whom
    /// nobody speaks of are left out; they are named in order, so only the last can be.
    fn take_the_spec_s_own(&mut self) {
        let base = &self.subject.file.settings;
        for (_, read, set) in NUMBERS {
            self.keep_if_same(|settings| set(settings, read(base)));
        }
        while self.keep_if_same(|settings| settings.tenants.truncate(settings.tenants.len().saturating_sub(1))) {}
        for (index, limits) in base.tenants.iter().enumerate().take(self.witness.settings.tenants.len()) {
            self.keep_if_same(|settings| settings.tenants[index].cap = limits.cap);
            self.keep_if_same(|settings| settings.tenants[index].quota = limits.quota);
        }
        if !self.limits_matter() {
            self.keep_if_same(|settings| settings.tenants.clone_from(&base.tenants));
        }
    }

    /// The settings that matter, or that are not the spec's.
    fn named(&self) -> Vec<&'static str> {
        let (own, base) = (&self.witness.settings, &self.subject.file.settings);
        let number_matters = |(_, read, set): &Number| {
            let value = read(own);
            let others = [0, 1, 2, value.saturating_sub(1), value.saturating_add(1), 1000];
            let sound = |other: u64| {
                let mut changed = own.clone();
                set(&mut changed, other);
                changed.validate().is_ok()
            };
            value != read(base)
                || others.into_iter().any(|other| sound(other) && !self.same(|settings| set(settings, other)))
        };
        let numbers = NUMBERS.iter().filter(|number| number_matters(number)).map(|(name, ..)| *name);
        let tenants = (own.tenants != base.tenants || self.limits_matter()).then_some(TENANTS);
        numbers.chain(tenants).collect()
    }

    /// Whether with another limit of some tenant the history would be answered otherwise.
    fn limits_matter(&self) -> bool {
        let near = |value: i64| [0, 1, value.saturating_sub(1).max(0), value.saturating_add(1), 1000];
        self.witness.settings.tenants.iter().enumerate().any(|(index, limits)| {
            near(limits.cap).into_iter().any(|cap| !self.same(|settings| settings.tenants[index].cap = cap))
                || near(limits.quota)
                    .into_iter()
                    .any(|quota| !self.same(|settings| settings.tenants[index].quota = quota))
        })
    }
}
