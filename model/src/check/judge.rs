//! Holds what the explorations came to against what the spec claims.

use super::plan::Purpose;
use super::report::{
    FindingRow, OpenOption, OpenRow, OptionRow, REPORT_VERSION, Report, ScopeRow, SpecRow, Totals, Verdict,
};
use super::run::Outcome;
use super::{Request, Results};
use crate::explore::shortest::shortest;
use crate::explore::{Bounds, Explorer, Scratch, search};
use crate::reach::{ReachLedger, Reached};
use crate::scenarios;
use crate::story::{self, Line};
use crate::subject::{Claim, Subject};
use oracle::invariants::InvariantId;
use spec::{DecisionId, Decisions, Explorable};

/// How many states of a scope are looked at without the oracle: a wrong control plane may have no end of them.
const STATES_WITHOUT_ORACLE: usize = 200_000;

/// The report on all results.
pub fn report<P: Explorable>(subject: &Subject, request: &Request<P>, results: &Results) -> Report {
    let scopes: Vec<ScopeRow> = results.variants().map(|outcome| scope_row(subject, outcome)).collect();
    let mut findings = Vec::new();
    let judged_options = results.outcomes.iter().any(|outcome| !matches!(outcome.job.purpose, Purpose::Variant));
    let options: Vec<OptionRow> = if judged_options {
        claims_judged(subject, results)
            .map(|claim| option_row(subject, request, results, claim, &mut findings))
            .collect()
    } else {
        Vec::new()
    };
    variant_findings(subject, request, results, &mut findings);
    by_the_invariants_alone(subject, request, results, &mut findings);
    second_opinions(subject, results, &mut findings);
    stuck_states(subject, request, results, &mut findings);
    let scenarios = scenario_findings(subject, request, &mut findings);
    let reach = reach(subject, results);
    let complete = results.outcomes.iter().all(|outcome| outcome.searched.complete || outcome.searched.found.is_some());
    let broken = results.variants().any(|outcome| outcome.searched.found.is_some());
    if request.scopes.is_empty() && complete && !broken && !reach.missing.is_empty() {
        findings.push(nothing_reached(subject, &reach));
    }
    let verdict = match (findings.is_empty() && !broken, complete && !results.outcomes.is_empty()) {
        (false, _) => Verdict::Finding,
        (true, true) => Verdict::Holds,
        (true, false) => Verdict::Incomplete,
    };
    Report {
        version: REPORT_VERSION,
        verdict,
        spec: spec_row(subject),
        open: subject.open.iter().map(|decision| open_row(subject, results, *decision)).collect(),
        totals: totals(results),
        scenarios,
        scopes,
        options,
        reach,
        findings,
    }
}

/// The claims about options that were judged in this run: all, or those that the spec chooses to break.
fn claims_judged<'s>(subject: &'s Subject, results: &'s Results) -> impl Iterator<Item = Claim> + 's {
    DecisionId::all().flat_map(move |decision| {
        (0..decision.info().options.len()).filter_map(move |option| {
            let judged = results.outcomes.iter().any(|outcome| about(outcome, decision, option))
                || results.skipped.contains_key(&(decision, option));
            judged.then(|| Claim { decision, option, breaks: subject.breaks(decision, option) })
        })
    })
}

fn about(outcome: &Outcome, decision: DecisionId, option: usize) -> bool {
    match outcome.job.purpose {
        Purpose::Variant => false,
        Purpose::Viable(other, of) | Purpose::RuledOut(other, of, _) => (other, of) == (decision, option),
    }
}

fn option_row<P: Explorable>(
    subject: &Subject,
    request: &Request<P>,
    results: &Results,
    claim: Claim,
    findings: &mut Vec<FindingRow>,
) -> OptionRow {
    let Claim { decision, option, breaks } = claim;
    let info = decision.info();
    let outcomes: Vec<&Outcome> = results.outcomes.iter().filter(|outcome| about(outcome, decision, option)).collect();
    let complete = outcomes.iter().all(|outcome| outcome.searched.complete);
    let shortest = outcomes
        .iter()
        .filter_map(|outcome| outcome.searched.found.as_ref().map(|found| (*outcome, found)))
        // A disagreement first: it says that one of the engines is wrong, whatever the option breaks.
        .min_by_key(|(outcome, found)| {
            (breaks.is_some_and(|invariant| found.finding.violates(invariant)), found.moves.len(), outcome.job.scope)
        });
    let mut row = OptionRow {
        decision: info.id.to_owned(),
        key: info.key.to_owned(),
        option: info.options[option].to_owned(),
        chosen: subject.base.option(decision) == option,
        claim: breaks.map_or_else(|| "keeps all".to_owned(), |invariant| format!("breaks {invariant}")),
        verdict: Verdict::Holds,
        explorations: outcomes.len(),
        skipped: results.skipped.get(&(decision, option)).copied().unwrap_or(0),
        transitions: outcomes.iter().map(|outcome| outcome.searched.transitions).sum(),
        steps: None,
        scope: None,
        story: Vec::new(),
        breach: None,
    };
    if let Some((outcome, found)) = shortest {
        row.story = story::tell(&outcome.job.explorer(subject, &request.start), &found.moves);
        row.steps = Some(row.story.len());
        row.scope = Some(subject.scopes[outcome.job.scope].name.clone());
        row.breach = Some(found.finding.to_string());
    }
    let name = format!("{}={}", info.id, info.options[option]);
    match (breaks, shortest) {
        (Some(invariant), Some((outcome, found))) if !found.finding.violates(invariant) => {
            row.verdict = Verdict::Finding;
            let title = format!("under {name}: {}", found.finding.kind());
            findings.push(finding(subject, outcome, title, &found.finding.to_string(), row.story.clone()));
        }
        (Some(invariant), Some((outcome, found))) if row.chosen => {
            row.verdict = Verdict::Finding;
            let title = format!("{name} is chosen, and it breaks {invariant}");
            findings.push(finding(subject, outcome, title, &found.finding.to_string(), row.story.clone()));
        }
        (None, Some((outcome, found))) => {
            row.verdict = Verdict::Finding;
            let title = format!("the spec says that {name} keeps all eight invariants: {}", found.finding.kind());
            findings.push(finding(subject, outcome, title, &found.finding.to_string(), row.story.clone()));
        }
        // Where only some scopes were asked for, the others may hold the history.
        (Some(invariant), None) if complete && request.scopes.is_empty() => {
            row.verdict = Verdict::Finding;
            findings.push(never_broken(subject, request, &outcomes, &row, invariant));
        }
        _ if complete || shortest.is_some() => {}
        _ => row.verdict = Verdict::Incomplete,
    }
    row
}

/// An option that does not break what it is said to break: what it does break instead, if anything.
fn never_broken<P: Explorable>(
    subject: &Subject,
    request: &Request<P>,
    outcomes: &[&Outcome],
    row: &OptionRow,
    invariant: InvariantId,
) -> FindingRow {
    let name = format!("{}={}", row.decision, row.option);
    let bounds = Bounds { states: request.states, ..Bounds::NONE };
    let instead = outcomes
        .iter()
        .filter_map(|outcome| {
            let explorer =
                Explorer::starting(request.start.clone(), &subject.scopes[outcome.job.scope], &outcome.job.decisions);
            let found = search(&explorer, bounds, &mut Scratch::default(), &mut |_, _| {}).found?;
            Some((outcome, story::tell(&explorer, &found.moves), found))
        })
        .min_by_key(|(outcome, _, found)| (found.moves.len(), outcome.job.scope));
    let title = format!("the spec says that {name} breaks {invariant}, and it does not in any scope");
    match instead {
        Some((outcome, story, found)) => {
            finding(subject, outcome, format!("{title}; it breaks something else"), &found.finding.to_string(), story)
        }
        None => FindingRow {
            title,
            scope: None,
            decisions: vec![name.clone()],
            story: Vec::new(),
            message: format!(
                "{} explorations were complete and {} were skipped because nothing read {}; give {name} no `breaks`, or \
                 add a scope in which it matters",
                row.explorations, row.skipped, row.decision
            ),
            reproduce: reproduce(subject, &[], None),
        },
    }
}

fn variant_findings<P: Explorable>(
    subject: &Subject,
    request: &Request<P>,
    results: &Results,
    findings: &mut Vec<FindingRow>,
) {
    // What a chosen option is said to break, and does, has been told already.
    let mut seen: Vec<String> = DecisionId::all()
        .filter_map(|decision| subject.breaks(decision, subject.base.option(decision)))
        .filter(|invariant| findings.iter().any(|finding| finding.title.ends_with(&invariant.to_string())))
        .map(|invariant| invariant.to_string())
        .collect();
    let mut found: Vec<_> = results
        .variants()
        .filter_map(|outcome| outcome.searched.found.as_ref().map(|found| (outcome, found)))
        .collect();
    found.sort_by_key(|(outcome, found)| (found.moves.len(), outcome.job.scope));
    for (outcome, found) in found {
        // One finding of each kind, the shortest, not one for each variant and scope.
        let kind = found.finding.kind();
        if seen.contains(&kind) {
            continue;
        }
        let lines = story::tell(&outcome.job.explorer(subject, &request.start), &found.moves);
        let differing = differing(subject, &outcome.job.decisions);
        let under = if differing.is_empty() {
            "the spec as it stands".to_owned()
        } else {
            format!("the variant {}", differing.join(" "))
        };
        let title = format!("{under}: {kind}");
        findings.push(finding(subject, outcome, title, &found.finding.to_string(), lines));
        seen.push(kind);
    }
}

/// Where the engines disagree, each search has ended there. What the invariants say of that control plane, once nobody asks
/// the oracle, is often the better story: what goes wrong outside, and not only that something differs.
fn by_the_invariants_alone<P: Explorable>(
    subject: &Subject,
    request: &Request<P>,
    results: &Results,
    findings: &mut Vec<FindingRow>,
) {
    let base = || results.variants().filter(|outcome| outcome.job.decisions == subject.base);
    let found = || base().filter_map(|outcome| outcome.searched.found.as_ref());
    let told = InvariantId::ALL.iter().any(|invariant| found().any(|found| found.finding.violates(*invariant)));
    if told || found().next().is_none() {
        return;
    }
    let outcomes: Vec<&Outcome> = base().collect();
    let explorers: Vec<_> =
        outcomes.iter().map(|outcome| outcome.job.explorer(subject, &request.start).without_oracle()).collect();
    if let Some((place, found)) = shortest(&explorers, request.states.min(STATES_WITHOUT_ORACLE)) {
        let lines = story::tell(&explorers[place], &found.moves);
        let title = format!("the spec as it stands, by the invariants alone: {}", found.finding.kind());
        findings.push(finding(subject, outcomes[place], title, &found.finding.to_string(), lines));
    }
}

fn finding(subject: &Subject, outcome: &Outcome, title: String, message: &str, story: Vec<Line>) -> FindingRow {
    let scope = &subject.scopes[outcome.job.scope].name;
    let decisions = differing(subject, &outcome.job.decisions);
    FindingRow {
        title,
        scope: Some(scope.clone()),
        reproduce: reproduce(subject, &decisions, Some(scope)),
        decisions,
        story,
        message: message.to_owned(),
    }
}

fn second_opinions(subject: &Subject, results: &Results, findings: &mut Vec<FindingRow>) {
    for outcome in &results.outcomes {
        let (ours, theirs) = (outcome.searched.unique, outcome.second_opinion);
        if let Some(theirs) = theirs.filter(|theirs| *theirs != ours) {
            let title = "the two searches disagree on the number of unique states".to_owned();
            let message = format!("our exact search counted {ours}, stateright {theirs}");
            let scope = &subject.scopes[outcome.job.scope].name;
            let decisions = differing(subject, &outcome.job.decisions);
            findings.push(FindingRow {
                title,
                scope: Some(scope.clone()),
                reproduce: reproduce(subject, &decisions, Some(scope)),
                decisions,
                story: Vec::new(),
                message,
            });
        }
    }
}

/// Plays the scenarios; how many there are.
fn scenario_findings<P: Explorable>(subject: &Subject, request: &Request<P>, findings: &mut Vec<FindingRow>) -> usize {
    let (count, deviations) = scenarios::play_all(&subject.file, &request.start);
    for (name, deviation) in deviations {
        let line = |(at, command, outcome): &(spec::Millis, spec::Command, spec::Outcome)| Line {
            at: *at,
            who: String::new(),
            command: command.to_string(),
            outcome: outcome.to_string(),
            rests_on: Vec::new(),
        };
        findings.push(FindingRow {
            title: format!("a scenario of the spec does not hold: {name}"),
            scope: None,
            decisions: Vec::new(),
            story: deviation.told.iter().map(line).collect(),
            message: format!("{}:{} states: {}", subject.file.name, deviation.line, deviation.stated),
            reproduce: reproduce(subject, &[], None),
        });
    }
    count
}

fn stuck_states<P: Explorable>(
    subject: &Subject,
    request: &Request<P>,
    results: &Results,
    findings: &mut Vec<FindingRow>,
) {
    for outcome in &results.outcomes {
        let Some(moves) = outcome.progress.as_ref().and_then(|progress| progress.stuck.as_ref()) else { continue };
        let story = story::tell(&outcome.job.explorer(subject, &request.start), moves);
        let title = "the spec as it stands: no progress".to_owned();
        let message = "from here one healthy worker, sweeps and time alone cannot bring everything to an end: a run that \
                       could be granted never is, or a slot never comes back";
        findings.push(finding(subject, outcome, title, message, story));
    }
}

fn nothing_reached(subject: &Subject, reach: &Reached) -> FindingRow {
    FindingRow {
        title: format!("{} things were never reached, so nothing is known of them", reach.missing.len()),
        scope: None,
        decisions: Vec::new(),
        story: Vec::new(),
        message: format!("never reached: {}; add a scope in which they happen", reach.missing.join(", ")),
        reproduce: reproduce(subject, &[], None),
    }
}

fn reach(subject: &Subject, results: &Results) -> Reached {
    let mut ledger = ReachLedger::default();
    for outcome in &results.outcomes {
        ledger.add(&subject.scopes[outcome.job.scope].decisions(&outcome.job.decisions), &outcome.reach);
    }
    ledger.reached()
}

/// The options of these decisions that differ from the spec as it stands.
fn differing(subject: &Subject, decisions: &Decisions) -> Vec<String> {
    DecisionId::all()
        .filter(|decision| decisions.option(*decision) != subject.base.option(*decision))
        .map(|decision| format!("{decision}={}", decisions.option_name(decision)))
        .collect()
}

fn reproduce(subject: &Subject, decisions: &[String], scope: Option<&str>) -> String {
    let mut line = format!("cargo run -p model -- check{}", subject.arguments);
    for decision in decisions {
        line.push_str(&format!(" --set {decision}"));
    }
    if let Some(scope) = scope {
        line.push_str(&format!(" --scope {scope}"));
    }
    line
}

fn spec_row(subject: &Subject) -> SpecRow {
    SpecRow {
        file: subject.file.name.clone(),
        decisions: DecisionId::all().len(),
        open: subject.open.iter().map(ToString::to_string).collect(),
        variants: subject.open.iter().map(|decision| decision.info().options.len()).product(),
        set: subject.set(),
    }
}

fn scope_row(subject: &Subject, outcome: &Outcome) -> ScopeRow {
    let decisions = &outcome.job.decisions;
    let variant = subject.open.iter().map(|decision| format!("{decision}={}", decisions.option_name(*decision)));
    let searched = &outcome.searched;
    ScopeRow {
        name: subject.scopes[outcome.job.scope].name.clone(),
        variant: variant.collect::<Vec<_>>().join(" "),
        base: *decisions == subject.base,
        unique: searched.unique,
        transitions: searched.transitions,
        depth: searched.depth,
        complete: searched.complete,
        seconds: outcome.took.as_secs_f64(),
        stateright: outcome.second_opinion,
        drains: outcome.progress.as_ref().map(|progress| progress.stuck.is_none()),
        core_states: outcome.progress.as_ref().map(|progress| progress.core_states),
        bytes_per_state: searched.bytes as f64 / searched.unique.max(1) as f64,
    }
}

fn open_row(subject: &Subject, results: &Results, decision: DecisionId) -> OpenRow {
    let options = (0..decision.info().options.len()).map(|option| {
        let in_force: Vec<&Outcome> = results
            .variants()
            .filter(|outcome| {
                outcome.job.decisions.option(decision) == option && outcome.reach.reads.contains(decision)
            })
            .collect();
        let alone = in_force.iter().filter(|outcome| {
            subject.base.with(decision, option).is_ok_and(|decisions| decisions == outcome.job.decisions)
        });
        OpenOption {
            option: decision.info().options[option].to_owned(),
            means: subject.file.decisions[decision.index()].options[option].means.clone(),
            explorations: in_force.len(),
            unique: alone.map(|outcome| outcome.searched.unique).sum(),
            findings: in_force.iter().filter(|outcome| outcome.searched.found.is_some()).count(),
        }
    });
    OpenRow {
        decision: decision.to_string(),
        key: decision.info().key.to_owned(),
        question: subject.file.decisions[decision.index()].question.clone(),
        options: options.collect(),
    }
}

fn totals(results: &Results) -> Totals {
    let searched = || results.outcomes.iter().map(|outcome| &outcome.searched);
    Totals {
        explorations: results.outcomes.len(),
        unique: searched().map(|searched| searched.unique).sum(),
        transitions: searched().map(|searched| searched.transitions).sum(),
        skipped: results.skipped.values().sum(),
        same_graph: results.same_graph,
        seconds: results.outcomes.iter().map(|outcome| outcome.took.as_secs_f64()).sum(),
    }
}

#[cfg(test)]
mod tests;
