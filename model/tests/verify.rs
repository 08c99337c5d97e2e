//! `verify`: certificates that say what is so are accepted, and all others are not.

#[path = "verify/command_line.rs"]
mod command_line;
#[path = "verify/edits.rs"]
mod edits;
#[path = "verify/fixture.rs"]
mod fixture;
#[path = "verify/verdicts.rs"]
mod verdicts;
