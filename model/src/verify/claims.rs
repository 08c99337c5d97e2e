//! What a certificate claims, one after the other, the cheap ones first; the first that does not hold ends it.

use super::files::{Files, Unreadable};
use super::hashes::{of_file, of_plan, seal_of};
use super::reduced::Reducible;
use super::report::{Claim, Report, Verdict};
use crate::shrink::certificate::Certificate;
use crate::simulate::Simulator;
use crate::spine::artifact::{ArtifactOf, replay};
use crate::spine::record::Recording;
use crate::spine::{Finding, Nothing, Run, hash};
use serde_json::Value;
use spec::ControlPlane;
use std::collections::BTreeMap;

/// Plans of up to so many events are certified two by two.
const PAIRS_UP_TO: usize = 24;

/// Single removals are tried of plans of up to so many events; their cost grows with the square.
pub(super) const SINGLES_UP_TO: usize = 2_000;

/// The outcome of a removal after which nothing is wrong.
const PASSES: &str = "passes";

/// The outcome of a removal that was not tried.
const UNTRIED: &str = "untried";

/// Verifies a shrunk finding.
///
/// # Errors
///
/// Where a file does not read, so that nothing can be said.
pub fn verify<C: ControlPlane>(simulator: &Simulator<C>, files: &Files) -> Result<Report, Unreadable> {
    let certificate = files.certificate()?;
    let shrunk = files.shrunk::<C>()?;
    let original = files.original::<C>()?;
    let mut trial = Trial { simulator, certificate: &certificate, shrunk: &shrunk, executions: 0, claims: Vec::new() };
    trial.paper(files)?;
    trial.counts();
    if trial.stands() {
        trial.failure();
    }
    if trial.stands() {
        trial.singles();
    }
    if trial.stands() {
        trial.pairs();
    }
    if trial.stands() {
        trial.original(original.as_ref())?;
    }
    let verdict = trial.verdict();
    Ok(Report {
        file: files.path.display().to_string(),
        signature: certificate.signature.clone(),
        events: shrunk.events.len() as u64,
        executions: trial.executions,
        claims: trial.claims,
        verdict,
    })
}

/// A verification under way.
struct Trial<'files, C: ControlPlane> {
    simulator: &'files Simulator<C>,
    certificate: &'files Certificate,
    shrunk: &'files ArtifactOf<Simulator<C>>,
    executions: u64,
    claims: Vec<Claim>,
}

impl<C: ControlPlane> Trial<'_, C> {
    fn holds(&mut self, name: &'static str, found: impl Into<String>) {
        self.claims.push(Claim { name, holds: Some(true), found: found.into() });
    }

    fn wrong(&mut self, name: &'static str, found: impl Into<String>) {
        self.claims.push(Claim { name, holds: Some(false), found: found.into() });
    }

    fn open(&mut self, name: &'static str, found: impl Into<String>) {
        self.claims.push(Claim { name, holds: None, found: found.into() });
    }

    /// Whether nothing was found wrong so far.
    fn stands(&self) -> bool {
        self.claims.iter().all(|claim| claim.holds != Some(false))
    }

    fn verdict(&self) -> Verdict {
        let complete = self.claims.iter().all(|claim| claim.holds == Some(true) || claim.name == ORIGINAL);
        match (self.stands(), complete) {
            (false, _) => Verdict::Refuted,
            (true, false) => Verdict::Incomplete,
            (true, true) => Verdict::Verified,
        }
    }

    /// Two texts that must be the same.
    fn equal(&mut self, name: &'static str, claimed: &str, found: &str) {
        if claimed == found {
            self.holds(name, found);
        } else {
            self.wrong(name, format!("the certificate says {claimed}, it is {found}"));
        }
    }

    /// What can be held against the files without running anything.
    fn paper(&mut self, files: &Files) -> Result<(), Unreadable> {
        let (certificate, shrunk) = (self.certificate, self.shrunk);
        self.equal("the certificate is as it was written", &certificate.seal, &seal_of(certificate)?);
        self.equal("the file is as it was written", &certificate.file, &of_file(&files.shrunk));
        self.nothing_unread(&files.shrunk)?;
        self.equal("the plan", &certificate.plan, &of_plan(&shrunk.setup, &shrunk.events)?);
        self.equal("the history, as the file has it", &certificate.history, &shrunk.hash);
        self.equal("the finding, as the file has it", &certificate.signature, &signature(&shrunk.finding));
        self.equal("where it is seen", &certificate.found_at.to_string(), &shrunk.finding.event.to_string());
        Ok(())
    }

    /// Whether the file holds what was read of it, and nothing beside that a reader could take for a part of the finding.
    fn nothing_unread(&mut self, text: &str) -> Result<(), Unreadable> {
        let name = "nothing in the file goes unread";
        let written: Value = serde_json::from_str(text).map_err(Unreadable::Json)?;
        if serde_json::to_value(self.shrunk).map_err(Unreadable::Json)? == written {
            self.holds(name, format!("{} bytes", text.len()));
        } else {
            self.wrong(name, "it has a field that this program does not know, or not as it would write it");
        }
        Ok(())
    }

    /// Whether the certificate speaks of every removal, and its figures fit each other.
    fn counts(&mut self) {
        let name = "every removal is spoken of";
        match incomplete(self.certificate, self.shrunk.events.len()) {
            Some(missing) => self.wrong(name, missing),
            None => self.holds(name, format!("{} events", self.shrunk.events.len())),
        }
        let name = "it is minimal";
        if self.certificate.minimal {
            self.holds(name, "every pass was carried out to its end, by its own account");
        } else {
            self.open(name, format!("not minimal: the budget of {} executions ended first", self.certificate.budget));
        }
    }

    /// Whether it fails as it is claimed to, three times over, and once more with every fence looked up.
    fn failure(&mut self) {
        let name = "three runs agree with the file";
        for number in 1..=3 {
            self.executions += 1;
            let again = replay(self.simulator, self.shrunk);
            if let Some((event, then, now)) = &again.parted {
                return self.wrong(name, format!("run {number} parts at event {event}: then {then}, now {now}"));
            }
            if !again.same {
                return self.wrong(name, format!("run {number} came to {}", came_to(&again.run)));
            }
        }
        self.holds(name, came_to_finding(&self.shrunk.finding));
        let name = "the same with every fence looked up";
        let mut recording = Recording::default();
        let run = self.reducible().without(&[], &mut recording);
        self.executions += 1;
        if recording.events == self.shrunk.events && run.finding.as_ref() == Some(&self.shrunk.finding) {
            self.holds(name, hash::show(run.hash));
        } else {
            self.wrong(name, format!("it came to {}", came_to(&run)));
        }
    }

    fn reducible(&self) -> Reducible<'_, C> {
        Reducible::new(self.simulator, self.shrunk.seed, &self.shrunk.setup, &self.shrunk.events)
    }

    /// Whether every single removal comes to what is claimed, and none to the same failure.
    fn singles(&mut self) {
        let name = "without any one event";
        let events = self.shrunk.events.len();
        if let Some(why) = too_many(events) {
            return self.open(name, why);
        }
        let claims = (0..events).map(|place| (vec![place], self.certificate.singles[place].clone())).collect();
        self.removals(name, claims);
    }

    /// Whether every removal of two events does.
    fn pairs(&mut self) {
        let Some(pairs) = &self.certificate.pairs else { return };
        let events = self.shrunk.events.len();
        let exceptions: BTreeMap<[u64; 2], &String> =
            pairs.exceptions.iter().map(|line| (line.without, &line.outcome)).collect();
        let both = (0..events).flat_map(|one| (one + 1..events).map(move |other| [one, other]));
        let claimed = |[one, other]: [usize; 2]| {
            let outcome =
                exceptions.get(&[one as u64 + 1, other as u64 + 1]).map_or(PASSES, |outcome| outcome.as_str());
            (vec![one, other], outcome.to_owned())
        };
        self.removals("without any two events", both.map(claimed).collect());
    }

    fn removals(&mut self, name: &'static str, claims: Vec<(Vec<usize>, String)>) {
        let reducible = Reducible::new(self.simulator, self.shrunk.seed, &self.shrunk.setup, &self.shrunk.events);
        let mut untried = 0;
        let tried = claims.len();
        for (places, claimed) in claims {
            if claimed == UNTRIED {
                untried += 1;
                continue;
            }
            self.executions += 1;
            let found = outcome(&reducible.without(&places, &mut Nothing));
            let numbers: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
            let numbers = numbers.join(" and ");
            if found != claimed {
                return self.wrong(name, format!("without {numbers}, it says `{claimed}`, it is `{found}`"));
            }
            if self.certificate.minimal && found == self.certificate.signature {
                return self.wrong(name, format!("without {numbers} it still fails in the same way"));
            }
        }
        if untried > 0 {
            self.open(name, format!("{untried} of {tried} were not tried when it was shrunk"));
        } else {
            self.holds(name, format!("none of {tried} fails in the same way"));
        }
    }

    /// Whether the original is the one that was shrunk, if it is there.
    fn original(&mut self, original: Option<&ArtifactOf<Simulator<C>>>) -> Result<(), Unreadable> {
        let Some(original) = original else {
            self.open(ORIGINAL, "it is not beside the file");
            return Ok(());
        };
        self.equal(ORIGINAL, &self.certificate.original, &of_plan(&original.setup, &original.events)?);
        if self.stands() {
            self.executions += 1;
            let again = replay(self.simulator, original);
            let found = outcome(&again.run);
            self.equal("the original fails in the same way", &self.certificate.signature, &found);
        }
        Ok(())
    }
}

/// The claim that may stay open: without the original, the shrunk finding is no less a finding.
const ORIGINAL: &str = "the original is the one that was shrunk";

/// Why not every one of so many events can be left out in turn.
pub(super) fn too_many(events: usize) -> Option<String> {
    (events > SINGLES_UP_TO).then(|| format!("{events} events are too many to try: up to {SINGLES_UP_TO} are"))
}

/// What is missing in a certificate of a plan of so many events, or does not fit.
pub(super) fn incomplete(certificate: &Certificate, events: usize) -> Option<String> {
    let number = events as u64;
    if number == 0 {
        return Some("there are no events, so there is nothing to check".to_owned());
    }
    if certificate.events != number {
        return Some(format!("it speaks of {} events, there are {number}", certificate.events));
    }
    if certificate.singles.len() != events {
        return Some(format!("it speaks of {} single removals, there are {number}", certificate.singles.len()));
    }
    if certificate.found_at == 0 || certificate.found_at > number {
        return Some(format!("the failure is said to be seen at event {} of {number}", certificate.found_at));
    }
    let carried_out = certificate.passes.iter().fold(0_u64, |sum, pass| sum.saturating_add(pass.executions));
    if certificate.executions > certificate.budget || carried_out > certificate.executions {
        let (all, budget) = (certificate.executions, certificate.budget);
        return Some(format!("{carried_out} executions in passes, {all} in all and a budget of {budget} do not fit"));
    }
    let untried = |outcome: &String| outcome == UNTRIED;
    let pairs = certificate.pairs.iter().flat_map(|pairs| &pairs.exceptions).map(|line| &line.outcome);
    if certificate.minimal && certificate.singles.iter().chain(pairs).any(untried) {
        return Some("it is said to be minimal, and not everything was tried".to_owned());
    }
    incomplete_pairs(certificate, events)
}

fn incomplete_pairs(certificate: &Certificate, events: usize) -> Option<String> {
    let pairs = match (&certificate.pairs, events <= PAIRS_UP_TO) {
        (None, false) => return None,
        (None, true) if !certificate.minimal => return None,
        (None, true) => return Some(format!("it says nothing of pairs, as it must up to {PAIRS_UP_TO} events")),
        (Some(_), false) => return Some(format!("it speaks of pairs, as it must not beyond {PAIRS_UP_TO} events")),
        (Some(pairs), true) => pairs,
    };
    let number = events as u64;
    let all = number * (number - 1) / 2;
    if pairs.tried != all {
        return Some(format!("it speaks of {} pairs, there are {all}", pairs.tried));
    }
    let mut last = [0, 0];
    for line in &pairs.exceptions {
        let [one, other] = line.without;
        if !(1 <= one && one < other && other <= number && last < line.without) {
            return Some(format!("{one} and {other} are no pair of {number} events, or out of order"));
        }
        if line.outcome == PASSES {
            return Some(format!("{one} and {other} are said to be an exception, and to pass"));
        }
        last = line.without;
    }
    None
}

/// Class, rule and answer: how something fails, whatever fault came last.
pub(super) fn signature(finding: &Finding) -> String {
    let mut text = finding.class.word().to_owned();
    for part in [&finding.rule, &finding.answer].into_iter().filter(|part| !part.is_empty()) {
        text.push('/');
        text.push_str(part);
    }
    text
}

fn outcome(run: &Run) -> String {
    run.finding.as_ref().map_or_else(|| PASSES.to_owned(), signature)
}

fn came_to(run: &Run) -> String {
    let finding = run.finding.as_ref().map_or_else(|| "no finding".to_owned(), came_to_finding);
    format!("{finding}, history {}", hash::show(run.hash))
}

fn came_to_finding(finding: &Finding) -> String {
    finding.to_string()
}
