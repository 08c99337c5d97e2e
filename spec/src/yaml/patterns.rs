//! Steps, outcomes and evidence as regular expressions, for the editor's schema. The loader itself parses them.
//!
//! Only what ECMAScript's and Rust's expressions have in common is used.

pub(super) const TENANT: &str = "([a-z]|t[0-9]+)";
pub(super) const DATE: &str = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
pub(super) const EVIDENCE: &str = "[A-Za-z0-9_-]+/[A-Za-z0-9._-]+#[1-9][0-9]*";

pub(super) const RULE: &str = "R[1-9][0-9]*";

/// Words of commands and answers; what is in capitals stands for a name or a number.
const COMMANDS: &[&str] = &[
    "submit RUN cost POSITIVE",
    "cancel RUN",
    "claim WORKER",
    "heartbeat WORKER fence FENCE",
    "complete RUN fence FENCE result RESULT",
    "fail WORKER fence FENCE",
    "release WORKER fence FENCE",
    "set-cap TENANT ANY",
    "set-quota TENANT ANY",
    "resize ANY",
    "sweep",
    "restart",
    "restart lost NUMBER",
    "acknowledge",
];

const ANSWERS: &[&str] = &[
    "queued",
    "queued parked",
    "cancelled",
    "cancel-requested",
    "unchanged STATUS",
    "granted RUN fence FENCE until NUMBER",
    "idle IDLE",
    "renewed until NUMBER",
    "renewed until NUMBER cancel-requested",
    "applied",
    "duplicate",
    "conflict RESULT",
    "failed",
    "released",
    "set",
    "swept",
    "recovered term NUMBER",
    "recovered term NUMBER alarm",
    "halted",
    "refused REFUSAL",
];

const PARTS: &[&str] = &[
    "repeated",
    "charged ANY",
    "refunded ANY",
    "ended FENCE RUN FATE",
    "ended FENCE RUN FATE refunded ANY",
    "shed RUN",
    "shed RUN refunded ANY",
];

/// The words with which commands begin.
pub(super) fn command_words() -> impl Iterator<Item = &'static str> {
    let mut before = "";
    COMMANDS.iter().filter_map(|command| command.split(' ').next()).filter(move |word| {
        let new = *word != before;
        before = word;
        new
    })
}

/// A kind of ambiguity: a command in a case, its answer, and what might stand instead.
pub(super) fn ambiguity() -> String {
    let words: Vec<&str> = command_words().collect();
    format!(r"(\*|{})[^:]*: .+ -> .+", words.join("|"))
}

/// The pattern, from the start of the text to its end.
pub(super) fn whole(pattern: &str) -> String {
    format!("^{pattern}$")
}

pub(super) fn step() -> String {
    format!(" *[0-9]+ +{}( *=> *{})? *", any_of(COMMANDS), outcome())
}

pub(super) fn outcome() -> String {
    format!(" *{}( *, *{})* *", any_of(ANSWERS), any_of(PARTS))
}

fn any_of(sentences: &[&str]) -> String {
    let sentences: Vec<String> = sentences.iter().map(|sentence| sentence_of(sentence)).collect();
    format!("({})", sentences.join("|"))
}

fn sentence_of(sentence: &str) -> String {
    let words: Vec<String> = sentence.split(' ').map(word).collect();
    words.join(" +")
}

fn word(word: &str) -> String {
    use crate::outcome::{Fate, Idle, Refusal, Status};
    let one_of = |words: Vec<&str>| format!("({})", words.join("|"));
    match word {
        "RUN" => format!("{TENANT}/[0-9]+"),
        "TENANT" => TENANT.to_owned(),
        "WORKER" => "w[0-9]+".to_owned(),
        "FENCE" => r"[0-9]+\.[0-9]+".to_owned(),
        "RESULT" => "([x-z]|r[0-9]+)".to_owned(),
        "NUMBER" => "[0-9]+".to_owned(),
        "POSITIVE" => "[1-9][0-9]*".to_owned(),
        "ANY" => "-?[0-9]+".to_owned(),
        "IDLE" => one_of(Idle::ALL.iter().map(|word| word.word()).collect()),
        "STATUS" => one_of(Status::ALL.iter().map(|word| word.word()).collect()),
        "REFUSAL" => one_of(Refusal::ALL.iter().map(|word| word.word()).collect()),
        "FATE" => one_of(Fate::ALL.iter().map(|word| word.word()).collect()),
        plain => plain.to_owned(),
    }
}
