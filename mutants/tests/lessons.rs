//! Regressions of the craft: every row of docs/lessons.md, by number. The broken version is built on purpose, and must be
//! reported; with `-- --nocapture` each row shows what is said of it.

mod outcomes;

use model::cli::SpecArgs;
use model::explore::{Bounds, Explorer, Finding, Scratch, search};
use model::planted::{self, Bug};
use model::reach::ReachLedger;
use model::simulate::report::{PROMISES_FROM, TIGHT_FROM, verdict};
use model::simulate::{self, Depth, Profile, Simulator, Start};
use model::spine::run::run;
use model::spine::{
    Corpus, Fixed, Identity, Meter, Nothing, Options, Scenario as _, Seeds, ShardResult, Stream, run_corpus, self_check,
};
use model::start;
use model::subject::Subject;
use model::world::Move;
use mutants::exposure::{self, Evidence};
use mutants::gate::{Asked, Refusal, judge, read};
use mutants::judges::WrongJudge;
use mutants::{catch, cli, files};
use oracle::invariants::{ALL, InvariantId};
use outcomes::{CAUGHT, result, with};
use spec::canon::{Canon, Describe, Token};
use spec::{Command, ControlPlane, DecisionId, Decisions, Explorable, Millis, Outcome, Settings, View};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

static SUBJECT: LazyLock<Subject> = LazyLock::new(|| {
    let spec = Some(files::in_workspace("spec/spec.yaml"));
    cli::subject(&SpecArgs { spec, set: Vec::new() }).expect("spec.yaml is sound")
});

/// Shows what is said of a broken version, for whoever asks with `-- --nocapture`.
fn reported(row: u32, what: impl Display) {
    println!("row {row}: reported: {what}");
}

/// The wrong judge is exposed by a bug that goes uncaught with it.
#[track_caller]
fn lets_go(row: u32, name: &str) {
    let judge = name.parse::<&'static WrongJudge>().unwrap();
    let Evidence::Uncaught(bug, caught, states) = exposure::evidence(&SUBJECT, judge) else {
        panic!("{name} lets nothing go");
    };
    reported(row, format_args!("{name} sees nothing of {bug} in {states} states; the right judge: {}", caught.finding));
}

/// The wrong judge is exposed by a false alarm.
#[track_caller]
fn false_alarm(row: u32, name: &str) {
    let judge = name.parse::<&'static WrongJudge>().unwrap();
    let Evidence::FalseAlarm(caught) = exposure::evidence(&SUBJECT, judge) else {
        panic!("{name} gives no false alarm");
    };
    reported(row, format_args!("{name} takes what is right for wrong: {}", caught.finding));
}

/// The invariant that a bug breaks by a shortest history.
fn broken_by(bug: Bug) -> Option<InvariantId> {
    catch::by_invariants(&SUBJECT, bug, &ALL).caught?.invariant()
}

/// What a corpus of all profiles comes to.
fn corpus<C: ControlPlane + 'static>(start: Start<C>, count: u64, fixed: Fixed) -> ShardResult {
    let simulator = Simulator::new(&[], start).with_depth(Depth::Off);
    let seeds = Seeds { first: 1, count };
    let options = Options { seeds, threads: cli::jobs(None), fixed, ..Options::seeds(0) };
    ShardResult {
        version: 1,
        identity: Identity::of_this_process(1, "none"),
        scenario: simulator.name(),
        asked: seeds,
        covered: vec![seeds],
        promised: simulator.promised_faults().into_iter().map(str::to_owned).collect(),
        judged: String::new(),
        corpus: run_corpus(&simulator, &options, &Meter::default()),
    }
}

/// The decisions of the spec, but one with the option of this name.
fn decided(id: &str, option: &str) -> Decisions {
    let decision = DecisionId::find(id).unwrap();
    Decisions::chosen().with(decision, decision.option(option).unwrap()).unwrap()
}

/// A control plane that takes one decision otherwise than its judges.
fn deciding(decisions: Decisions) -> Start<ballast::ControlPlane> {
    Arc::new(move |settings, _| simulate::start(settings, &decisions))
}

#[test]
fn row_01_a_judge_that_goes_by_what_the_control_plane_says_of_its_refusals_is_exposed() {
    false_alarm(1, "fires-on-refusals");
    lets_go(1, "believes-the-answer");
    assert_eq!(broken_by(Bug::QuotaNotJudgedAtClaim), Some(InvariantId::I7), "a control plane that stops refusing");
}

#[test]
fn row_02_a_judge_that_compares_a_value_with_itself_or_always_passes_is_exposed() {
    lets_go(2, "compares-with-itself");
    for id in InvariantId::ALL {
        lets_go(2, &format!("never-broken-{}", id.id().to_lowercase()));
    }
}

#[test]
fn row_03_a_judge_that_adds_up_another_window_is_exposed_and_the_seeds_cross_windows() {
    lets_go(3, "reads-another-window");
    let result = corpus(Arc::new(simulate::start), 40, Fixed::new());
    for mark in ["edge a window was crossed", "edge charged in a second window"] {
        assert!(result.corpus.reach[mark] > 0, "{mark}");
    }
}

#[test]
fn row_04_histories_that_never_come_to_the_edge_of_a_window_are_reported() {
    lets_go(4, "first-instant-only");
    let edges = ["at a window's edge", "in another window than the command before"];
    let reached = |depth| {
        let (mut ledger, scope) = (ReachLedger::default(), &SUBJECT.scopes[0]);
        let explorer = Explorer::<ballast::ControlPlane>::new(scope, &SUBJECT.base);
        let mut scratch = Scratch::default();
        search(&explorer, Bounds { states: usize::MAX, depth }, &mut scratch, &mut |_, _| {});
        ledger.add(&SUBJECT.base, &scratch.reach);
        ledger.reached()
    };
    // Too short to come to an edge; and long enough.
    let (short, long) = (reached(2), reached(8));
    for edge in edges {
        assert!(short.missing.iter().any(|missing| missing == edge), "{edge}: {:?}", short.edges);
        assert!(long.edges.iter().any(|reached| reached == edge), "{edge}: {:?}", long.edges);
    }
    let mut result = corpus(Arc::new(simulate::start), 40, Fixed::new());
    for mark in result.corpus.reach.keys().filter(|mark| mark.starts_with("edge ")).cloned().collect::<Vec<_>>() {
        result.corpus.reach.insert(mark, 0);
    }
    let said = verdict(&result, true);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.text.contains("never reached: ") && said.text.contains("edge a window was crossed"), "{said:?}");
    reported(4, said.text);
}

#[test]
fn row_05_a_fault_injector_that_is_connected_to_nothing_is_reported() {
    let weights =
        ["stall", "crash", "partition", "slow", "resize", "cap-change", "quota-change", "plane-crash", "clock"];
    let none = Fixed::from(weights.map(|name| (name.to_owned(), 0)));
    let result = corpus(Arc::new(simulate::start), PROMISES_FROM, none);
    let said = verdict(&result, false);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.text.starts_with("promised faults never happened: "), "{said:?}");
    reported(5, said.text);
    let connected = corpus(Arc::new(simulate::start), PROMISES_FROM, Fixed::new());
    assert_eq!(verdict(&connected, false).code, 0);
}

fn refusals(row: u32, text: &str, floor: usize) -> Vec<Refusal> {
    let refusals = judge(&[read("outcomes.json", text).unwrap()], &Asked { floor, ..Asked::default() }).refusals;
    refusals.iter().for_each(|refusal| reported(row, refusal));
    refusals
}

#[test]
fn row_06_a_suite_that_is_red_before_anything_is_mutated_is_refused() {
    let file = || "outcomes.json".to_owned();
    for red in ["Failure", "Timeout"] {
        assert_eq!(refusals(6, &result(Some(red), &CAUGHT), 1), [Refusal::RedBaseline { file: file() }]);
    }
    assert_eq!(refusals(6, &result(None, &CAUGHT), 1), [Refusal::NoBaseline { file: file() }]);
    assert_eq!(refusals(6, &result(Some("Success"), &CAUGHT), 1), []);
}

#[test]
fn row_07_a_mutant_that_ran_out_of_time_is_no_catch() {
    let refused = refusals(7, &with(&[("spec", "Timeout")]), 1);
    assert!(matches!(refused.as_slice(), [Refusal::TimedOut { .. }]), "{refused:?}");
}

#[test]
fn row_08_mutants_that_do_not_compile_are_counted_apart_and_do_not_reach_the_floor() {
    let refused = refusals(8, &result(Some("Success"), &[("spec", "Unviable"); 30]), 20);
    assert_eq!(refused, [Refusal::BelowFloor { tried: 0, floor: 20 }]);
    assert_eq!(refusals(8, &with(&[("spec", "Unviable")]), 4), []);
}

/// How many control planes were started: what a second run can see of the first.
static STARTED: AtomicU64 = AtomicU64::new(0);

/// The real one; but a refund grows with every run that there was before in this process.
#[derive(Clone)]
struct Unsteady(ballast::ControlPlane, u64);

impl ControlPlane for Unsteady {
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        let outcome = self.0.apply(at, command);
        let more = if outcome.refunded > 0 { self.1 as i64 } else { 0 };
        Outcome { refunded: outcome.refunded + more, ..outcome }
    }

    fn view(&self, at: Millis, view: &mut View) -> bool {
        ControlPlane::view(&self.0, at, view)
    }
}

#[test]
fn row_09_the_real_control_plane_is_run_again_and_one_that_answers_otherwise_is_named_with_the_event() {
    let honest = Simulator::new(&[], Arc::new(simulate::start)).with_depth(Depth::End);
    let unsteady: Start<Unsteady> = Arc::new(|settings, decisions| {
        Unsteady(simulate::start(settings, decisions), STARTED.fetch_add(1, Ordering::Relaxed))
    });
    let unsteady = Simulator::new(&[], unsteady).with_depth(Depth::ProgressOnly);
    let mut caught = 0;
    for seed in 1..=20 {
        assert_eq!(self_check(&honest, seed, &Fixed::new(), 1, false).unwrap(), None);
        if let Some(divergence) = self_check(&unsteady, seed, &Fixed::new(), 1, false).unwrap() {
            assert!(divergence.first.contains("refunded"), "{divergence:?}");
            reported(9, &divergence.first);
            assert_eq!(divergence.finding().class.exit_code(), 4);
            caught += 1;
        }
    }
    assert!(caught > 0, "no seed refunds anything");
}

/// The hashes of the first histories, as the golden file writes them.
fn histories(first: u64, start: Start<ballast::ControlPlane>) -> Vec<String> {
    let simulator = Simulator::new(&[], start).with_depth(Depth::End);
    let hash = |seed| run(&simulator, seed, &Fixed::new(), &mut Nothing, &AtomicBool::new(false)).hash;
    (first..first + 20).map(|seed| format!("{:032x}", hash(seed))).collect()
}

#[test]
fn row_10_a_generator_or_a_control_plane_that_is_steadily_wrong_does_not_give_the_golden_values() {
    let golden = fs::read_to_string(files::in_workspace("model/tests/golden/histories.txt")).unwrap();
    let golden: Vec<&str> = golden.lines().skip(1).filter_map(|line| line.split(' ').next_back()).collect();
    assert_eq!(histories(1, Arc::new(simulate::start)), golden);
    assert_ne!(histories(2, Arc::new(simulate::start)), golden, "a generator that is one seed off");
    assert_ne!(histories(1, deciding(decided("D06", "keep"))), golden, "a control plane with another option");
    reported(10, format_args!("seed 1 gives {}, and not {}", histories(2, Arc::new(simulate::start))[0], golden[0]));
    let spine = fs::read_to_string(files::in_workspace("model/tests/golden/spine.txt")).unwrap();
    let word = |seed| format!("seed 7: {:016x} ", Stream::root(seed).draws().word());
    assert!(spine.contains(&word(7)) && !spine.contains(&word(8)));
}

#[test]
fn row_11_clippy_refuses_a_crate_with_clocks_and_unordered_collections_under_the_configuration_of_those_that_decide() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("impure");
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = "[package]\nname = \"impure\"\nedition = \"2024\"\n\n[lints.clippy]\ndisallowed_types = \"deny\"\n\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let copied = [("spec/clippy.toml", "clippy.toml"), ("model/tests/fixtures/impure.rs", "src/lib.rs")];
    for (from, to) in copied {
        fs::copy(files::in_workspace(from), folder.join(to)).unwrap();
    }
    let mut clippy = std::process::Command::new(env!("CARGO"));
    clippy.current_dir(&folder).args(["clippy", "--offline", "--target-dir", "target"]).env_remove("CLIPPY_CONF_DIR");
    let output = clippy.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{said}");
    for name in ["HashMap", "HashSet", "Instant", "SystemTime"] {
        assert!(said.contains(name), "clippy says nothing about {name}: {said}");
    }
    said.lines().filter(|line| line.starts_with("error")).for_each(|line| reported(11, line));
}

#[test]
fn row_12_an_oracle_that_decides_one_thing_otherwise_is_reported_for_every_decision_that_a_scope_reads() {
    let mut unreported = Vec::new();
    for decision in DecisionId::all() {
        let chosen = SUBJECT.base.option(decision);
        let other = (0..decision.info().options.len()).find(|option| *option != chosen).unwrap();
        let wrong = SUBJECT.base.with(decision, other).unwrap();
        let reported =
            SUBJECT.scopes.iter().filter(|scope| scope.with.iter().all(|(fixed, _)| *fixed != decision)).any(|scope| {
                let right = scope.decisions(&SUBJECT.base);
                let explorer = Explorer::starting(deciding(right), scope, &wrong).judged_by(&[]);
                let bounds = Bounds { states: 3_000, depth: usize::MAX };
                let found = search(&explorer, bounds, &mut Scratch::default(), &mut |_, _| {}).found;
                found.iter().for_each(|found| reported(12, format_args!("{decision}: {}", found.finding)));
                found.is_some()
            });
        if !reported {
            unreported.push(decision.to_string());
        }
    }
    assert!(unreported.is_empty(), "no scope shows an oracle that is wrong about {unreported:?}");
}

#[test]
fn row_13_a_page_with_one_digit_changed_is_stale_and_its_line_is_named() {
    let page = fs::read_to_string(files::in_workspace("mutants/MATRIX.md")).unwrap();
    assert_eq!(files::stale(&page, &page), None);
    let place = page.find(" states").unwrap() - 1;
    let digit = if page.as_bytes()[place] == b'1' { "2" } else { "1" };
    let changed = format!("{}{digit}{}", &page[..place], &page[place + 1..]);
    let line = page[..place].lines().count();
    let said = files::stale(&changed, &page).unwrap();
    assert!(said.starts_with(&format!("line {line} is ")));
    reported(13, said);
    assert!(files::stale(&page[..page.len() - 1], &page).is_some(), "a page that lacks its last byte");
}

#[test]
fn row_14_a_control_plane_with_the_other_order_of_refusals_is_reported() {
    let start = deciding(decided("D15", "transient-first"));
    let hunt = mutants::hunt::shortest(&SUBJECT, &start, mutants::hunt::JudgedBy::Oracle);
    let caught = hunt.caught.expect("some scope has two refusals at once");
    assert!(matches!(caught.finding, Finding::Outcome { .. }), "{}", caught.finding);
    reported(14, caught.finding);
}

#[test]
fn row_15_every_path_that_says_my_slot_without_comparing_fences_is_caught() {
    let paths = [
        Bug::StaleReleaseAccepted,
        Bug::StaleFailAccepted,
        Bug::StaleHeartbeatRenewed,
        Bug::SupersededCompletionApplied,
        Bug::EndedLeaseRepeated,
        Bug::ClaimRepeatsAnothersLease,
    ];
    for bug in paths {
        assert!(broken_by(bug).is_some(), "{bug} breaks no invariant");
        let caught = catch::by_oracle(&SUBJECT, bug).caught;
        assert!(caught.is_some(), "the oracle does not see {bug}");
        caught.iter().for_each(|caught| reported(15, format_args!("{bug}: {}", caught.finding)));
    }
}

#[test]
fn row_16_every_submit_is_sent_again_and_a_control_plane_or_a_judge_that_takes_it_for_new_is_caught() {
    let mut looked_at = 0;
    for scope in &SUBJECT.scopes {
        let explorer = Explorer::<ballast::ControlPlane>::new(scope, &SUBJECT.base);
        let (start, mut moves, mut again) = (explorer.start(), Vec::new(), Vec::new());
        explorer.moves(&start, &mut moves);
        for submit in moves.iter().filter(|next| matches!(next, Move::Send(Command::Submit { .. }))) {
            let mut to = start.clone();
            explorer.step(&start, *submit, &mut to, &mut Scratch::default());
            explorer.moves(&to, &mut again);
            assert!(again.contains(submit), "{submit:?} is not sent again in {}", scope.name);
            looked_at += 1;
        }
    }
    assert!(looked_at > 0, "no scope submits anything");
    reported(16, catch::by_oracle(&SUBJECT, Bug::RetriedSubmitTwice).caught.unwrap().finding);
    false_alarm(16, "repeats-are-news");
}

#[test]
fn row_17_a_bound_that_no_drain_comes_near_is_reported() {
    let mut result = corpus(Arc::new(simulate::start), 40, Fixed::new());
    result.corpus = Corpus { runs: TIGHT_FROM, ..result.corpus };
    result.corpus.reach.clear();
    let measures = &mut result.corpus.measures;
    assert!(!measures.is_empty(), "nothing was drained");
    measures.iter_mut().for_each(|measure| measure.bound = measure.seen * 2);
    assert_eq!(verdict(&result, true).code, 0);
    result.corpus.measures[0].bound += 1;
    let said = verdict(&result, true);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.text.contains("below half of its bound"), "{said:?}");
    reported(17, said.text);
    let late = Simulator::new(&[Profile::Zombies], planted::start(Bug::LoserShutOut)).with_depth(Depth::ProgressOnly);
    let finding =
        (1..=50).find_map(|seed| run(&late, seed, &Fixed::new(), &mut Nothing, &AtomicBool::new(false)).finding);
    assert!(finding.is_some_and(|finding| finding.rule.starts_with('L')), "a bound that can be broken");
}

/// The real one, but its view is of the instant of the last command.
#[derive(Clone, PartialEq)]
struct LastTraffic(ballast::ControlPlane, Millis);

impl ControlPlane for LastTraffic {
    fn apply(&mut self, at: Millis, command: Command) -> Outcome {
        self.1 = at;
        self.0.apply(at, command)
    }

    fn view(&self, _: Millis, view: &mut View) -> bool {
        ControlPlane::view(&self.0, self.1, view)
    }
}

impl Describe for LastTraffic {
    fn describe(&self, at: Millis, canon: &mut Canon) {
        self.0.describe(at, canon);
        canon.fact(&[Token::Number(i64::MAX), Token::Number(at.abs_diff(self.1) as i64)]);
    }
}

impl Explorable for LastTraffic {
    fn start(settings: &Settings, decisions: &Decisions) -> LastTraffic {
        LastTraffic(simulate::start(settings, decisions), 0)
    }
}

#[test]
fn row_18_a_ledger_of_the_window_of_the_last_traffic_is_caught_by_a_step_in_which_only_time_passes() {
    let first = |start| mutants::hunt::any(&SUBJECT, start, mutants::hunt::JudgedBy::Oracle, [0]).caught.unwrap();
    let caught = first(&start::plain::<LastTraffic>());
    assert!(matches!(caught.finding, Finding::View { .. }), "{}", caught.finding);
    assert_eq!(caught.moves.last(), Some(&Move::Tick));
    reported(18, caught.finding);
    assert!(catch::by_oracle(&SUBJECT, Bug::WindowRolledByTraffic).caught.is_some());
}

#[test]
fn row_19_a_refused_run_that_was_cancelled_is_not_billed_by_the_control_plane_nor_by_an_oracle() {
    lets_go(19, "forgets-cancelled-runs");
    assert_eq!(broken_by(Bug::RefusedThenCancelledBilled), Some(InvariantId::I7));
    // The same shape in the oracle: the control plane is right, and what it is held against bills the cancel.
    let mut plane = simulate::start(&SUBJECT.file.settings, &SUBJECT.base);
    let mut wrong = planted::start(Bug::RefusedThenCancelledBilled)(&SUBJECT.file.settings, &SUBJECT.base);
    let quota = SUBJECT.file.settings.tenants[0].quota;
    let refused = format!("submit a/1 cost {}", quota + 1);
    let outcomes: Vec<(Outcome, Outcome)> = [&*refused, "cancel a/1"]
        .map(|text| text.parse().unwrap())
        .map(|command| (plane.apply(0, command), wrong.apply(0, command)))
        .to_vec();
    assert_eq!(outcomes[0].0, outcomes[0].1);
    assert_ne!(outcomes[1].0, outcomes[1].1, "the comparison sees which of the two bills");
    reported(19, format_args!("after {refused}, cancel a/1: {} and {}", outcomes[1].0, outcomes[1].1));
}

#[test]
fn row_20_a_survivor_is_refused_and_so_is_a_crate_that_decides_without_any_mutant() {
    let refused = refusals(20, &with(&[("oracle", "MissedMutant")]), 1);
    assert!(matches!(refused.as_slice(), [Refusal::Missed { .. }]), "{refused:?}");
    let asked = Asked { floor: 1, packages: vec!["spec".to_owned(), "model".to_owned()], ..Asked::default() };
    let refused = judge(&[read("outcomes.json", &with(&[])).unwrap()], &asked).refusals;
    assert_eq!(refused, [Refusal::NoMutants { package: "model".to_owned() }]);
    reported(20, &refused[0]);
}

#[test]
fn every_row_of_the_page_has_its_canary_here_by_number() {
    let page = fs::read_to_string(files::in_workspace("docs/lessons.md")).unwrap();
    let number = |line: &str| line.strip_prefix("| ").and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    let rows: BTreeSet<u32> = page.lines().filter_map(number).collect();
    assert_eq!(rows, (1..=20).collect());
    let here = fs::read_to_string(files::in_workspace("mutants/tests/lessons.rs")).unwrap();
    for row in rows {
        assert_eq!(here.matches(&format!("\nfn row_{row:02}_")).count(), 1, "row {row}");
        let shown =
            ["reported", "lets_go", "false_alarm", "refusals"].map(|by| here.contains(&format!("{by}({row}, ")));
        assert!(shown.contains(&true), "row {row} does not show what is said of its broken version");
    }
    let start = start::plain::<ballast::ControlPlane>();
    let hunt = mutants::hunt::shortest(&SUBJECT, &start, mutants::hunt::JudgedBy::Invariants(&ALL));
    assert!(hunt.caught.is_none() && hunt.complete, "what the canaries are held against is not right itself");
}
