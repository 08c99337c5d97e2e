//! The loader of spec.yaml: what a sound file says, and everything that is said about an unsound one.

mod decisions;
mod edit;
mod file;
mod hostile;
mod invariants;
mod names;
mod options;
mod phrases;
mod rules;
mod scenarios;
mod schema;
mod scopes;
mod settings;
pub(super) mod support;
mod syntax;
mod together;
mod validator;
mod values;
mod witness;
