//! The hashes of a certificate, computed anew: of a plan, of a file, of the certificate itself.

use super::files::Unreadable;
use super::reduced::Recorded;
use crate::shrink::certificate::Certificate;
use crate::simulate::setup::Setup;
use crate::spine::{Fault, hash};
use serde::Serialize;
use spec::Command;

/// A plan as it is hashed: all that a run depends on, and nothing that was answered.
#[derive(Serialize)]
struct Plan<'artifact> {
    setup: &'artifact Setup,
    events: Vec<Asked<'artifact>>,
}

#[derive(Serialize)]
struct Asked<'artifact> {
    at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<Command>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'artifact Fault>,
}

/// The hash of a plan: of its compact JSON.
///
/// # Errors
///
/// Where it cannot be written as JSON.
pub fn of_plan(setup: &Setup, events: &[Recorded]) -> Result<String, Unreadable> {
    let asked = events.iter().map(|event| Asked { at: event.at, command: event.command, fault: event.fault.as_ref() });
    of_json(&Plan { setup, events: asked.collect() })
}

/// The hash of a file: of its bytes.
pub fn of_file(text: &str) -> String {
    hash::show(hash::of_bytes(0, text.as_bytes()))
}

/// The seal of a certificate: the hash of its compact JSON, with an empty seal.
///
/// # Errors
///
/// Where it cannot be written as JSON.
pub fn seal_of(certificate: &Certificate) -> Result<String, Unreadable> {
    of_json(&Certificate { seal: String::new(), ..certificate.clone() })
}

fn of_json(value: &impl Serialize) -> Result<String, Unreadable> {
    serde_json::to_string(value).map(|text| of_file(&text)).map_err(Unreadable::Json)
}
