//! The shape of spec.yaml, and of the histories beside it: every name, with what an editor shows about it.

use super::shape::Kind::{Flag, List, Map, Named, Number, OneOf, OneOrMore, Phrase as Is, Text, True};
use super::shape::{COUNT_MAX, EXACT_MAX, Field, Kind, Names, Phrase, Shape};
use crate::SLOTS_MAX;

/// The ids of the invariants, in order.
pub(super) const INVARIANTS: &[&str] = &["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8"];

/// Commands that the world of a scope can be told to send; all others are sent by `operator` and `restarts`.
pub(super) const SCOPE_COMMANDS: &[&str] =
    &["submit", "cancel", "claim", "heartbeat", "complete", "fail", "release", "sweep"];

/// With more workers or results than this, no exhaustive search gets through.
const SCOPE_MAX: i64 = 64;

const COUNT: Kind = Number { least: 0, most: COUNT_MAX };
const POSITIVE: Kind = Number { least: 1, most: COUNT_MAX };
const LENGTH: Kind = Number { least: 0, most: EXACT_MAX };
const POSITIVE_LENGTH: Kind = Number { least: 1, most: EXACT_MAX };
const LIMIT: Kind = Number { least: 0, most: EXACT_MAX };
const POSITIVE_LIMIT: Kind = Number { least: 1, most: EXACT_MAX };
const ANY_NUMBER: Kind = Number { least: -EXACT_MAX, most: EXACT_MAX };
const STEPS: Kind = OneOrMore(&Is(Phrase::Step));
const WITH: Kind = Named { least: 1, names: Names::Decisions, of: &Is(Phrase::OptionName) };

const WINDOW: &str = "The length of a quota window, in ms (D01).";
const LEASE: &str = "The length of a lease from its grant or renewal, in ms.";
const WARM_UP: &str = "How long a new slot takes to get warm, in ms (D19).";
const GRACE: &str = "How long a slot rests after a silent end, in ms (D26).";
const ATTEMPTS: &str = "The most attempts of a run (D25).";
const QUEUE: &str = "The bound of each tenant's queue (D14).";
const POOL: &str = "The slots present at the start, all warm.";
const TENANTS: &str = "The tenants, named `a`, `b`, `c` and on, in order.";
const CAP: &str = "The most live leases of the tenant at once (D09 says what 0 means).";
const QUOTA: &str = "The tenant's credits per window (D09 says what 0 means).";

pub(super) static SPEC: Shape = Shape {
    what: "a spec",
    fields: &[
        Field::required("version", "The version of this file's layout.", Number { least: 1, most: 1 }),
        Field::required(
            "settings",
            "Lengths, bounds and limits. Scenarios and scopes run under these unless they say otherwise.",
            Map(&SETTINGS),
        ),
        Field::required(
            "invariants",
            "What holds whatever is decided; judged after every event on facts that an outsider holds.",
            List { least: 1, of: &Map(&INVARIANT) },
        ),
        Field::optional(
            "rules",
            "What is fixed, without an alternative, and which kinds of ambiguity each rule settles.",
            List { least: 1, of: &Map(&RULE) },
        ),
        Field::required(
            "decisions",
            "The questions that admission control leaves open, D01 and on, each with its options.",
            List { least: 1, of: &Map(&DECISION) },
        ),
        Field::required(
            "scopes",
            "The worlds that are explored exhaustively. The caps of at least one sum above its pool.",
            List { least: 1, of: &Map(&SCOPE) },
        ),
    ],
};

pub(super) static SETTINGS: Shape = Shape {
    what: "the settings",
    fields: &[
        Field::required("window", WINDOW, POSITIVE_LENGTH),
        Field::required("lease", LEASE, POSITIVE_LENGTH),
        Field::required("warm-up", WARM_UP, POSITIVE_LENGTH),
        Field::required("grace", GRACE, POSITIVE_LENGTH),
        Field::required("attempts", ATTEMPTS, POSITIVE),
        Field::required("queue", QUEUE, POSITIVE),
        Field::required("pool", POOL, Number { least: 1, most: SLOTS_MAX as i64 }),
        Field::required("tenants", TENANTS, Named { least: 1, names: Names::Tenants, of: &Map(&TENANT) }),
    ],
};

static TENANT: Shape = Shape {
    what: "a tenant",
    fields: &[Field::required("cap", CAP, POSITIVE_LIMIT), Field::required("quota", QUOTA, POSITIVE_LIMIT)],
};

/// What a scenario or a scope may change about the settings.
static OVERRIDES: Shape = Shape {
    what: "settings",
    fields: &[
        Field::optional("window", WINDOW, POSITIVE_LENGTH),
        Field::optional("lease", LEASE, POSITIVE_LENGTH),
        Field::optional("warm-up", WARM_UP, LENGTH),
        Field::optional("grace", GRACE, LENGTH),
        Field::optional("attempts", ATTEMPTS, POSITIVE),
        Field::optional("queue", QUEUE, POSITIVE),
        Field::optional("pool", POOL, Number { least: 0, most: SLOTS_MAX as i64 }),
        Field::optional(
            "tenants",
            "The tenants here, instead of all of the spec's.",
            Named { least: 1, names: Names::Tenants, of: &Map(&OTHER_TENANT) },
        ),
    ],
};

static OTHER_TENANT: Shape =
    Shape { what: "a tenant", fields: &[Field::required("cap", CAP, LIMIT), Field::required("quota", QUOTA, LIMIT)] };

static INVARIANT: Shape = Shape {
    what: "an invariant",
    fields: &[
        Field::required("id", "Its id, I1 to I8.", Is(Phrase::InvariantId)),
        Field::required("name", "Its name.", Text),
        Field::required("statement", "What always holds.", Text),
    ],
};

static RULE: Shape = Shape {
    what: "a rule",
    fields: &[
        Field::required("id", "Its id: R1 and on, in order.", Is(Phrase::RuleId)),
        Field::required("name", "Its name.", Text),
        Field::required("statement", "What is fixed.", Text),
        Field::optional(
            "settles",
            "The kinds of ambiguity that it settles, as `model ambiguities` names them; `*` stands for anything.",
            List { least: 1, of: &Is(Phrase::Ambiguity) },
        ),
    ],
};

static DECISION: Shape = Shape {
    what: "a decision",
    fields: &[
        Field::required("id", "Its id, D01 and on.", Is(Phrase::DecisionId)),
        Field::required(
            "key",
            "Its name in kebab-case; the enum of its options is named after it.",
            Is(Phrase::DecisionKey),
        ),
        Field::required("question", "What is open about admission control here.", Text),
        Field::optional("choice", "The option in force. Instead of `open`.", Is(Phrase::OptionName)),
        Field::optional(
            "open",
            "Not settled: every option is run, and they are laid side by side. Instead of `choice`.",
            True,
        ),
        Field::optional(
            "settled",
            "The day on which the choice was made or changed; `model resolve` writes it.",
            Is(Phrase::Date),
        ),
        Field::optional(
            "because",
            "The owner's reason, where the question was open before; `reason` then says what was weighed.",
            Text,
        ),
        Field::required("reason", "Why this option, or why none yet.", Text),
        Field::required(
            "evidence",
            "Public issue threads in which real users met the ambiguity, as `owner/repo#123`.",
            List { least: 0, of: &Is(Phrase::Evidence) },
        ),
        Field::optional("rule", "How the options are to be read exactly, where they could be read in two ways.", Text),
        Field::optional("note", "Amendments, each with its date.", OneOrMore(&Text)),
        Field::required(
            "options",
            "The answers. Each must be handled by both engines, or they do not compile.",
            Named { least: 2, names: Names::Options, of: &Map(&OPTION) },
        ),
    ],
};

pub(super) static OPTION: Shape = Shape {
    what: "an option",
    fields: &[
        Field::required("means", "What happens under this option.", Text),
        Field::required("so", "What follows from it for those who are concerned.", Text),
        Field::optional(
            "breaks",
            "The invariant that this option breaks: it is ruled out, and the pipeline must find the violation.",
            Is(Phrase::InvariantId),
        ),
        Field::required(
            "scenarios",
            "Short histories that pin this option down.",
            List { least: 1, of: &Map(&SCENARIO) },
        ),
    ],
};

pub(super) static SCENARIO: Shape = Shape {
    what: "a scenario",
    fields: &[
        Field::required("name", "What it shows, as a sentence; unique within its option.", Text),
        Field::optional("settings", "What differs from the spec's settings.", Map(&OVERRIDES)),
        Field::optional("with", "Other decisions that this scenario needs set, e.g. `D26: at-once`.", WITH),
        Field::optional(
            "given",
            "Steps that come before, `<at> <command>`, each optionally with ` => <outcome>`.",
            STEPS,
        ),
        Field::required("when", "The step, or steps, in question. `then` is the outcome of the last.", STEPS),
        Field::required("then", "The outcome of the last step of `when`.", Is(Phrase::Outcome)),
    ],
};

static SCOPE: Shape = Shape {
    what: "a scope",
    fields: &[
        Field::required("name", "Its name, unique among scopes.", Text),
        Field::required("about", "What this world is to show.", Text),
        Field::optional("settings", "What differs from the spec's settings.", Map(&OVERRIDES)),
        Field::required("workers", "How many workers there are.", Number { least: 1, most: SCOPE_MAX }),
        Field::required(
            "runs",
            "Each tenant's runs, by cost in credits: `{a: [1, 2]}` is two runs of a, of 1 and of 2 credits.",
            Named { least: 1, names: Names::Tenants, of: &List { least: 1, of: &POSITIVE } },
        ),
        Field::optional(
            "results",
            "How many different results a run can have; 1 if not said.",
            Number { least: 1, most: SCOPE_MAX },
        ),
        Field::optional("other-cost", "Whether a run is also submitted again with another cost.", Flag),
        Field::optional(
            "commands",
            "What tenants, workers and the clockwork can send; all of it if not said.",
            List { least: 1, of: &OneOf(SCOPE_COMMANDS) },
        ),
        Field::optional("unknown", "Whether names that nobody knows are used too: an unknown tenant.", Flag),
        Field::optional("operator", "What an operator can do; nothing if not said.", Map(&OPERATOR)),
        Field::optional("restarts", "How the control plane can restart; never if not said.", Map(&RESTARTS)),
        Field::optional("step-back", "How the clock can step back; never if not said.", Map(&STEP_BACK)),
        Field::optional("with", "Decisions set otherwise in this scope, e.g. `D26: at-once`.", WITH),
        Field::optional("deep", "Whether this scope is too large for every day and belongs to the deep check.", Flag),
    ],
};

static OPERATOR: Shape = Shape {
    what: "an operator",
    fields: &[
        Field::required("budget", "The most operator commands in one history.", POSITIVE),
        Field::optional("set-cap", "The caps that each tenant can be given.", LIMITS),
        Field::optional("set-quota", "The quotas that each tenant can be given.", LIMITS),
        Field::optional("resize", "The sizes that the pool can be given.", List { least: 1, of: &ANY_NUMBER }),
    ],
};

const LIMITS: Kind = Named { least: 1, names: Names::Tenants, of: &List { least: 1, of: &ANY_NUMBER } };

static RESTARTS: Shape = Shape {
    what: "restarts",
    fields: &[
        Field::required("budget", "The most restarts in one history.", POSITIVE),
        Field::required(
            "lost",
            "How many of the newest journal records a restart can lose; 0 is none.",
            List { least: 1, of: &COUNT },
        ),
    ],
};

static STEP_BACK: Shape = Shape {
    what: "a step back",
    fields: &[
        Field::required("budget", "The most steps back in one history.", POSITIVE),
        Field::required("by", "How far the clock steps back, in ms.", POSITIVE_LENGTH),
    ],
};

pub(super) static WITNESS: Shape = Shape {
    what: "a witness",
    fields: &[
        Field::required("decision", "The decision that it tells the options of.", Is(Phrase::DecisionId)),
        Field::required("question", "What the decision asks.", Text),
        Field::required(
            "between",
            "The two options that it tells apart, and what each means; first the one that the other is held against.",
            Named { least: 2, names: Names::Options, of: &Text },
        ),
        Field::required("differs", "What somebody outside sees of the difference, in a sentence.", Text),
        Field::required("matters", "What follows from either option for those who are concerned.", Text),
        Field::optional(
            "settings",
            "What differs from the spec's settings; all else makes no difference.",
            Map(&OVERRIDES),
        ),
        Field::optional("with", "Other decisions that have to be set for this difference to show.", WITH),
        Field::optional("given", "What comes before, the same under both: `<at> <command> => <outcome>`.", STEPS),
        Field::required("when", "The step that is answered in two ways: `<at> <command>`.", Is(Phrase::Step)),
        Field::required(
            "then",
            "Its whole outcome under each of the two options.",
            Named { least: 2, names: Names::Options, of: &Is(Phrase::Outcome) },
        ),
    ],
};

pub(super) static HISTORIES: Shape = Shape {
    what: "a list of histories",
    fields: &[
        Field::required("scope", "The scope of the spec in whose settings they happen.", Text),
        Field::required("covers", "How many things they cover together: command, outcome and option.", POSITIVE),
        Field::required("histories", "The histories.", List { least: 1, of: &Map(&HISTORY) }),
    ],
};

static HISTORY: Shape = Shape {
    what: "a history",
    fields: &[
        Field::optional("with", "Decisions that differ from the spec's choices.", WITH),
        Field::required("steps", "What happens: `<at> <command> => <outcome>`.", STEPS),
    ],
};
