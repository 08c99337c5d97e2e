//! A shrunk finding as a story, in the words and columns of `check`.

use super::ShrunkFinding;
use crate::simulate::setup::Setup;
use crate::spine::artifact::Artifact;
use crate::story::{Line, Recorded, render_with, tell_recorded};
use spec::{Command, Outcome, TenantId};
use std::fmt::{Display, Write as _};
use std::path::Path;

/// The lines of an artifact's history.
pub fn lines(artifact: &Artifact<Setup, Command, Outcome>) -> Vec<Line> {
    let steps = artifact.events.iter().filter_map(|event| {
        let step = match (event.command, &event.fault) {
            (Some(command), _) => Recorded::Command(command, event.outcome.as_ref()),
            (None, Some(fault)) => Recorded::Mark(fault as &dyn Display),
            (None, None) => return None,
        };
        Some((event.at, step))
    });
    tell_recorded(&artifact.setup.settings, &artifact.setup.decisions, steps)
}

/// The whole story: the settings, the lines, what is wrong, how small it is, and how to see it again.
pub fn story(shrunk: &ShrunkFinding, from: usize, file: &Path) -> String {
    let mut text = format!("    under {}\n", settings(&shrunk.artifact.setup));
    text += &render_with(&lines(&shrunk.artifact), Some(&shrunk.artifact.finding as &dyn Display));
    let certificate = &shrunk.certificate;
    let minimal = match (&certificate.pairs, certificate.minimal) {
        (_, false) => format!("not minimal (budget): {} plans were all that it allowed", certificate.budget),
        (Some(pairs), true) if pairs.tried > 0 => "minimal: every single removal and every pair was tried".to_owned(),
        (_, true) => "minimal: every single removal was tried".to_owned(),
    };
    let (events, executions) = (certificate.events, certificate.executions);
    let count = |number: u64, one: &str| if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") };
    let _ = writeln!(
        text,
        "    {} of {from}; {minimal} ({} carried out)",
        count(events, "event"),
        count(executions, "plan")
    );
    let _ = writeln!(text, "VERIFY WITH: cargo run --release -p model -- verify {}", file.display());
    let _ = write!(text, "REPRODUCE WITH: cargo run --release -p model -- replay {}", file.display());
    text
}

fn settings(setup: &Setup) -> String {
    let settings = &setup.settings;
    let mut text = format!(
        "window {} ms, lease {} ms, warm-up {} ms, grace {} ms, attempts {}, queue {}, pool {}",
        settings.window,
        settings.lease,
        settings.warm_up,
        settings.grace,
        settings.attempts,
        settings.queue,
        settings.pool
    );
    for (tenant, limits) in (0..).map(TenantId).zip(&settings.tenants) {
        let _ = write!(text, "; {tenant}: cap {}, quota {}", limits.cap, limits.quota);
    }
    if let Some(bug) = setup.plant {
        let _ = write!(text, "; planted: {bug}");
    }
    text
}
