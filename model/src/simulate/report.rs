//! The verdict on a corpus, for a reader: what was run, what it covered, what was found, and how to see it again.

use crate::spine::{Class, Group, Seeds, ShardResult, Signature};
use std::fmt::Write as _;
use std::time::Duration;

/// Below so many runs a broken promise is only mentioned: a single seed need not contain every fault.
pub const PROMISES_FROM: u64 = 100;

/// Below so many runs no drain need come close to its bound: few runs wait for credit at all, and for a whole window fewer.
pub const TIGHT_FROM: u64 = 2_000;

/// What a corpus comes to, as an exit code and the text that goes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// 0, 1, 3 or 4.
    pub code: u8,
    /// Why.
    pub text: String,
}

/// Judges a result. With `strict`, everything must have been reached, too.
pub fn verdict(result: &ShardResult, strict: bool) -> Verdict {
    let corpus = &result.corpus;
    if let Some(class) = corpus.gravest()
        && class != Class::Excused
    {
        return Verdict { code: class.exit_code(), text: class.exit_text().to_owned() };
    }
    let promised: Vec<&str> = result.promised.iter().map(String::as_str).collect();
    let broken = corpus.broken_promises(&promised);
    if corpus.runs == 0 || corpus.events == 0 {
        return Verdict { code: 1, text: "nothing was run, so nothing was checked".to_owned() };
    }
    if !broken.is_empty() && corpus.runs >= PROMISES_FROM {
        let text =
            format!("promised faults never happened: {}; the profile tests less than it says", broken.join(", "));
        return Verdict { code: 1, text };
    }
    if result.missing() > 0 && !is_a_shard(result) {
        return Verdict {
            code: 3,
            text: format!("incomplete: {} of the seeds asked for are missing", result.missing()),
        };
    }
    let unreached = corpus.unreached();
    if strict && !unreached.is_empty() {
        return Verdict { code: 3, text: format!("incomplete: never reached: {}", unreached.join(", ")) };
    }
    let tight = strict && corpus.runs >= TIGHT_FROM;
    if let Some(measure) = corpus.measures.iter().find(|measure| tight && measure.seen * 2 < measure.bound) {
        let text =
            format!("incomplete: the longest {} is below half of its bound, which is too generous", measure.name);
        return Verdict { code: 3, text };
    }
    let excused = if corpus.gravest().is_some() { format!("; {}", Class::Excused.exit_text()) } else { String::new() };
    Verdict { code: 0, text: format!("clean{excused}") }
}

/// One part, of which the others are still to be merged.
fn is_a_shard(result: &ShardResult) -> bool {
    result.covered.len() == 1 && result.identity.options.contains("--shard") && result.missing() > 0
}

/// The verdict as a block of `name=value` lines.
pub fn text(result: &ShardResult, took: Option<Duration>) -> String {
    let corpus = &result.corpus;
    let mut out = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(out, "{name}={value}");
    };
    let seeds: Vec<String> =
        result.covered.iter().map(|Seeds { first, count }| format!("{count} from {first}")).collect();
    line("seeds", seeds.join(", "));
    line("profiles", result.scenario.clone());
    line("runs", corpus.runs.to_string());
    line("events", corpus.events.to_string());
    if let Some(took) = took {
        let seconds = took.as_secs_f64().max(0.001);
        let (seeds, events) = (corpus.runs as f64 / seconds, corpus.events as f64 / seconds);
        line("rate", format!("{seeds:.0} seeds/s, {events:.0} events/s, {seconds:.1} s"));
    }
    line("hash", format!("{:032x}", corpus.hash));
    let faults: Vec<String> = corpus.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    line("faults", faults.join(", "));
    let promised: Vec<&str> = result.promised.iter().map(String::as_str).collect();
    let broken = corpus.broken_promises(&promised);
    line("promised-faults-missing", if broken.is_empty() { "none".to_owned() } else { broken.join(", ") });
    let unreached = corpus.unreached();
    let missing =
        if unreached.is_empty() { "nothing missing".to_owned() } else { format!("missing: {}", unreached.join(", ")) };
    line("reach", format!("{} of {} marks, {missing}", corpus.reach.len() - unreached.len(), corpus.reach.len()));
    for measure in &corpus.measures {
        let percent = measure.seen * 100 / measure.bound.max(1);
        let text =
            format!("{} ms of a bound of {} ms ({percent} %), seed {}", measure.seen, measure.bound, measure.seed);
        line(&format!("longest-{}", measure.name), text);
    }
    line("judged", result.judged.clone());
    line("findings", corpus.findings.len().to_string());
    out
}

/// One finding, with its count and the fastest seed.
pub fn finding(signature: &Signature, group: &Group) -> String {
    format!("{signature}\n  {} runs, fastest seed {}\n  {}", group.count, group.fastest_seed, group.finding)
}
