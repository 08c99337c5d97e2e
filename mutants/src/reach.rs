//! Reach, asserted: what `check`, the fixed seeds and the generated tests come by, together and each alone.
//!
//! Something that no suite ever came to is not known to work. So every decision, option, command with its answers, refusal,
//! change of status, kind of fault and edge of the clock has to be reached by one of them.

use crate::cli::{jobs, json, print, subject};
use crate::{agreed, files};
use clap::Args;
use model::changes::{EDGES, When, statuses};
use model::check::{self, Request};
use model::cli::SpecArgs;
use model::progress::{Bar, Progress, Silent};
use model::reach::{Reach, ReachLedger, Reached, possible};
use model::scenarios;
use model::simulate::{self, Depth, Profile, Simulator};
use model::spine::run::run as run_seed;
use model::spine::{Fault, Fixed, Hash128, Recorder, Scenario as _, Stream};
use model::start;
use model::subject::Subject;
use oracle::invariants::Judge;
use serde::Serialize;
use spec::{Command, DecisionId, Decisions, Millis, Outcome, ReadSet, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

/// How many seeds of the spec as it stands count as the fixed ones; of each other option that keeps all eight invariants a
/// tenth.
pub const SEEDS: u64 = 200;

/// The suites, in the order of the table.
pub const SUITES: [&str; 3] = ["check", "fixed seeds", "generated tests"];

/// The suites as the command line names them.
const SUITE_NAMES: [&str; SUITES.len()] = ["check", "fixed-seeds", "generated-tests"];

/// The arguments of `reach`.
#[derive(Debug, Args)]
pub struct ReachArgs {
    #[command(flatten)]
    spec: SpecArgs,
    /// Write it to docs/reach.md
    #[arg(long, conflicts_with_all = ["without", "spec", "set"])]
    write: bool,
    /// Leave a suite out, to see what would then be reached by none; may be given several times
    #[arg(long, value_name = "SUITE", value_parser = SUITE_NAMES)]
    without: Vec<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// What the suites reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Account {
    /// By sort of thing.
    pub sorts: Vec<Sort>,
    /// What no suite reaches.
    pub missing: Vec<String>,
}

/// One sort of thing that can be reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sort {
    /// Its name.
    pub name: &'static str,
    /// Each thing, and which of [`SUITES`] reaches it.
    pub things: BTreeMap<String, [bool; SUITES.len()]>,
}

/// What one suite reached.
#[derive(Debug, Clone, Default)]
struct Suite {
    reached: Reached,
    faults: BTreeSet<String>,
}

/// Follows one history and notes what it reaches.
struct Follower<'f> {
    judge: Judge,
    window: Millis,
    last: Option<Millis>,
    asked: Option<(Millis, Command)>,
    reach: &'f mut Reach,
}

impl<'f> Follower<'f> {
    fn new(settings: &Settings, decisions: &Decisions, reach: &'f mut Reach) -> Follower<'f> {
        // Its facts are wanted, not its judgement.
        let judge = Judge::start(settings, decisions).with(&[]);
        Follower { judge, window: settings.window, last: None, asked: None, reach }
    }

    fn step(&mut self, at: Millis, command: Command, outcome: &Outcome, reads: ReadSet) {
        let before = self.judge.clone();
        self.judge.observe(at, command, outcome, &mut Vec::new());
        self.reach.note(command, outcome, reads);
        let when = When { at, last: self.last.replace(at), window: self.window };
        self.reach.changes.note(when, command, outcome, before.facts(), self.judge.facts());
    }
}

impl Recorder<simulate::plane::Plane<ballast::ControlPlane>> for Follower<'_> {
    fn asked(&mut self, at: u64, command: &Command) {
        self.asked = Some((at, *command));
    }

    fn answered(&mut self, outcome: &Outcome, _hash: &Hash128) {
        if let Some((at, command)) = self.asked.take() {
            self.step(at, command, outcome, ReadSet::default());
        }
    }

    fn fault(&mut self, _at: u64, _fault: &Fault, _hash: &Hash128) {}
}

fn by_check(subject: &Subject, progress: &dyn Progress) -> Suite {
    let request = Request {
        start: start::plain::<ballast::ControlPlane>(),
        scopes: Vec::new(),
        deep: false,
        jobs: jobs(None),
        states: 1_000_000,
    };
    Suite { reached: check::check(subject, &request, progress).reach, faults: BTreeSet::new() }
}

/// The seeds of the spec as it stands, and fewer of every other option that keeps all eight.
fn by_seeds(subject: &Subject) -> Suite {
    let mut suite = Suite::default();
    let mut ledger = ReachLedger::default();
    let others =
        subject.claims.iter().filter(|claim| claim.breaks.is_none()).map(|claim| (claim.decision, claim.option));
    let open =
        subject.open.iter().flat_map(|decision| (1..decision.info().options.len()).map(|option| (*decision, option)));
    let others = others.chain(open).filter_map(|(decision, option)| subject.base.with(decision, option).ok());
    let all = std::iter::once((subject.base.clone(), SEEDS)).chain(others.map(|decisions| (decisions, SEEDS / 10)));
    for (decisions, count) in all {
        let simulator = Simulator::new(&Profile::ALL, std::sync::Arc::new(simulate::start))
            .with_decisions(decisions.clone())
            .with_depth(Depth::ProgressOnly);
        let mut reach = Reach::default();
        for seed in 1..=count {
            let setup = simulator.setup(Stream::root(seed), &Fixed::new());
            let mut follower = Follower::new(&setup.settings, &decisions, &mut reach);
            let run = run_seed(&simulator, seed, &Fixed::new(), &mut follower, &AtomicBool::new(false));
            suite.faults.extend(run.faults.into_keys());
            // The follower does not see what the control plane reads; the simulator's own account does.
            for (mark, count) in simulator.marks().iter().zip(&run.account.reach) {
                let read = mark.strip_prefix("read ").and_then(DecisionId::find).filter(|_| *count > 0);
                read.into_iter().for_each(|decision| reach.reads.insert(decision));
            }
        }
        ledger.add(&decisions, &reach);
    }
    suite.reached = ledger.reached();
    suite
}

/// The scenarios of the spec and the recorded histories, each of which is a test.
fn by_tests(subject: &Subject) -> Suite {
    let mut ledger = ReachLedger::default();
    for (decision, option, scenario) in subject.file.scenarios() {
        let decisions = subject.file.scenario_decisions(decision, option, scenario);
        let mut plane = simulate::start(&scenario.settings, &decisions);
        let mut reach = Reach::default();
        let mut follower = Follower::new(&scenario.settings, &decisions, &mut reach);
        let _ = scenarios::play(scenario, |at, command| {
            let outcome = plane.apply(at, command);
            follower.step(at, command, &outcome, plane.reads());
            outcome
        });
        ledger.add(&decisions, &reach);
    }
    for (settings, decisions, steps) in agreed::plans() {
        let mut plane = simulate::start(&settings, &decisions);
        let mut reach = Reach::default();
        let mut follower = Follower::new(&settings, &decisions, &mut reach);
        for (at, command) in steps {
            let outcome = plane.apply(at, command);
            follower.step(at, command, &outcome, plane.reads());
        }
        ledger.add(&decisions, &reach);
    }
    Suite { reached: ledger.reached(), faults: BTreeSet::new() }
}

/// Adds up what the three suites reach, but for those that are left out, by their places in [`SUITES`].
pub fn account(subject: &Subject, without: &[usize], progress: &dyn Progress) -> Account {
    let suites: [Suite; SUITES.len()] = std::array::from_fn(|place| match place {
        _ if without.contains(&place) => Suite::default(),
        0 => by_check(subject, progress),
        1 => by_seeds(subject),
        _ => by_tests(subject),
    });
    let options = DecisionId::all()
        .flat_map(|decision| decision.info().options.iter().map(move |option| format!("{decision}={option}")));
    let promised = Profile::ALL.iter().flat_map(|profile| profile.promises()).map(ToString::to_string);
    let plain = |name, all: Vec<String>, of: fn(&Suite) -> &[String]| {
        let things = all.into_iter().map(|thing| {
            let by = std::array::from_fn(|place| of(&suites[place]).contains(&thing));
            (thing, by)
        });
        Sort { name, things: things.collect() }
    };
    let decisions = DecisionId::all().map(|decision| decision.to_string()).collect();
    let faults = promised.map(|kind| (kind.clone(), std::array::from_fn(|place| suites[place].faults.contains(&kind))));
    let sorts = vec![
        plain("decisions that were read", decisions, |suite| &suite.reached.decisions),
        plain("options in force where they were read", options.collect(), |suite| &suite.reached.options),
        plain("commands with their answers, refusals and what else happens", possible(), |suite| {
            &suite.reached.outcomes
        }),
        plain("changes of a run's status", statuses(), |suite| &suite.reached.statuses),
        plain("edges of the clock", EDGES.map(str::to_owned).to_vec(), |suite| &suite.reached.edges),
        Sort { name: "kinds of fault", things: faults.collect() },
    ];
    let nobody = |sort: &Sort| {
        let missed = sort.things.iter().filter(|(_, by)| !by.contains(&true));
        missed.map(|(thing, _)| thing.clone()).collect::<Vec<String>>()
    };
    Account { missing: sorts.iter().flat_map(nobody).collect(), sorts }
}

/// The page `docs/reach.md`.
pub fn page(account: &Account) -> String {
    let mut text = format!(
        "# Reach\n\nWhat the suites come by: `check` with all its scopes, variants and options; the fixed seeds, {SEEDS} of the \
         spec as it stands\nand {} of every other option that keeps all eight, in all profiles; and the generated tests, the \
         scenarios of the spec and the recorded histories. Together\nthey have to reach everything. Written by `cargo run -p mutants -- reach --write`; a test fails when it is stale, or \
         when\nsomething is reached by none of them. `cargo run -p mutants -- reach --without check`, or `fixed-seeds`, or \
         `generated-tests`, leaves\na suite out, several times if you like, and shows what would then be missing.\n\n",
        SEEDS / 10
    );
    let _ = writeln!(text, "| what | of | {} |\n|---|---|---|---|---|", SUITES.join(" | "));
    for sort in &account.sorts {
        let by = |place: usize| sort.things.values().filter(|by| by[place]).count().to_string();
        let counts: Vec<String> = (0..SUITES.len()).map(by).collect();
        let _ = writeln!(text, "| {} | {} | {} |", sort.name, sort.things.len(), counts.join(" | "));
    }
    text.push_str("\nWhat is not named below is reached by all three. Scopes know no faults; their world sends everything anyway.\n");
    for sort in &account.sorts {
        let partly: Vec<_> = sort.things.iter().filter(|(_, by)| by.contains(&false)).collect();
        if partly.is_empty() {
            continue;
        }
        let (name, suites) = (capital(sort.name), SUITES.join(" | "));
        let _ = writeln!(text, "\n## {name}\n\n| not reached by all | {suites} |\n|---|---|---|---|");
        for (thing, by) in partly {
            let cells = by.map(|reached| if reached { "yes" } else { "-" });
            let _ = writeln!(text, "| {thing} | {} |", cells.join(" | "));
        }
    }
    text
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Adds up what the suites reach, and prints it; 1 where something is reached by none.
///
/// # Errors
///
/// What cannot be read or written, in words.
pub fn run(arguments: &ReachArgs) -> Result<u8, String> {
    let subject = subject(&arguments.spec)?;
    let bar = (!arguments.json).then(Bar::new);
    let progress: &dyn Progress = bar.as_ref().map_or(&Silent, |bar| bar);
    let place = |name: &String| SUITE_NAMES.iter().position(|suite| suite == name);
    let without: Vec<usize> = arguments.without.iter().filter_map(place).collect();
    let account = account(&subject, &without, progress);
    if let Some(bar) = &bar {
        bar.clear();
    }
    let page = page(&account);
    if arguments.write {
        let path = files::in_workspace("docs/reach.md");
        files::replace(&path, &page).map_err(|error| files::failed(&path, "write", &error))?;
    }
    let verdict = match account.missing.as_slice() {
        [] => "HOLDS: everything is reached by one of the suites.\n".to_owned(),
        missing => format!("FOUND: reached by none of the suites: {}\n", missing.join(", ")),
    };
    print(&if arguments.json { json(&account)? } else { format!("{page}\n{verdict}") })?;
    Ok(u8::from(!account.missing.is_empty()))
}
